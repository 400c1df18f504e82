"""The choice among the reasons: the most telling reason that makes a difference between two actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.milebones.reasons import discards, distances, extension, hazards, safeties
from mile_bones.players.milebones.reasons.codes import Reason
from mile_bones.players.milebones.reasons.facts import Facts

Finder: TypeAlias = Callable[[Facts, Action, Action], Reason | None]
"""A function that returns a reason why the first action is better than the second, or None."""


def _for(what: Callable[[Facts, Action], Reason | None]) -> Finder:
    """Return a finder that uses ``what`` as an argument for an action.

    The finder returns the reason if ``what`` finds one for the better action, but none for the worse one.
    """

    def find(facts: Facts, better: Action, worse: Action) -> Reason | None:
        found = what(facts, better)
        return None if found is None or what(facts, worse) is not None else found

    return find


def _against(what: Callable[[Facts, Action], Reason | None]) -> Finder:
    """Return a finder that uses ``what`` as an argument against an action.

    The finder returns the reason if ``what`` finds one for the worse action, but none for the better one.
    """

    def find(facts: Facts, better: Action, worse: Action) -> Reason | None:
        found = what(facts, worse)
        return None if found is None or what(facts, better) is not None else found

    return find


def _keeping(what: Callable[[Facts, Action], Reason | None]) -> Finder:
    """Return a finder that uses ``what`` as an argument for keeping the card that the worse action discards.

    The finder returns None if the better action plays this card, because then the card is not kept either.
    """
    against = _against(what)

    def find(facts: Facts, better: Action, worse: Action) -> Reason | None:
        return None if better.card == worse.card else against(facts, better, worse)

    return find


def _sparing(what: Callable[[Facts, Action], Reason | None]) -> Finder:
    """Return a finder that uses ``what`` as an argument for giving up a card. It returns None unless the worse action
    is a discard.
    """
    for_it = _for(what)

    def find(facts: Facts, better: Action, worse: Action) -> Reason | None:
        return for_it(facts, better, worse) if worse.kind is Kind.DISCARD else None

    return find


_FINDERS: tuple[Finder, ...] = (
    extension.extend,
    # Plays that decide at once
    safeties.before_finish,
    _for(distances.finish),
    _for(safeties.coup_now),
    distances.wait_for_delayed,
    distances.can_wait,
    _against(safeties.thrown_away),
    # Safeties
    _for(safeties.reaches_target),
    _for(safeties.only_cure),
    _for(safeties.fourth),
    _for(safeties.before_they_finish),
    _for(safeties.deck_out),
    _for(safeties.no_coup_left),
    safeties.hold_for_coup,
    _for(safeties.no_remedy_held),
    _for(safeties.cures),
    _for(safeties.right_of_way),
    # Hazards
    _for(hazards.cannot_be_cured),
    _for(hazards.stops_last_card),
    _against(hazards.limit_in_vain),
    _against(hazards.limit_on_stopped),
    _for(hazards.stops_game),
    hazards.no_coup_against,
    _for(hazards.only_safety_cures),
    hazards.stop_beats_limit,
    hazards.two_cards_to_cure,
    hazards.fewer_cures,
    # The end of the trip
    distances.leaves_held,
    distances.leaves_exact,
    _against(distances.safe_trip),
    distances.leaves_few,
    # Useless cards
    _against(hazards.go_in_vain),
    _sparing(discards.dead_hazard),
    _sparing(discards.dead_remedy),
    _sparing(discards.dead_distance),
    # Cards that are needed now
    hazards.cure_now,
    hazards.go_now,
    _for(hazards.shut_out_possible),
    _for(hazards.stops_going),
    hazards.lift_limit,
    _against(hazards.limit_is_no_matter),
    distances.no_hurry,
    _for(hazards.limit_slows),
    _keeping(discards.keep_cure),
    _keeping(discards.keep_finish),
    hazards.coup_risk,
    _for(safeties.costs_no_turn),
    # One distance or another, or none
    distances.big_before_limit,
    distances.more_miles,
    distances.miles_now,
    # Cards that can be spared
    discards.keep_stop,
    discards.keep_rarer_cure,
    _keeping(discards.keep_hazard),
    _sparing(discards.discard_200),
    discards.slow_is_kept,
    discards.more_needed,
    _sparing(discards.spare_remedy),
    _keeping(discards.keep_only_remedy),
    discards.rarer_remedy,
    discards.smaller_loss,
    _sparing(discards.spare_kind),
    _keeping(discards.go_often),
    _keeping(discards.keep_miles),
)
"""All finders, the most telling first."""


def find(observation: Observation, better: Action, worse: Action) -> Reason | None:
    """Return the reason why ``better`` is better than ``worse``, or None if nothing that can be seen explains it.

    Both actions must be legal. The function only looks for reasons: the points say which of the two is better.
    """
    facts = Facts(observation)
    return next((found for finder in _FINDERS if (found := finder(facts, better, worse)) is not None), None)
