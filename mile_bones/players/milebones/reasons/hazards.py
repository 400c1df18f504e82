"""Reasons about hazards and remedies: why a hazard is played now or is not, and why the player cures first.

Each function returns a reason if its fact holds, or else None.
"""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.cards import CURE, DISTANCES, GUARD, HAZARDS, MILES, Card
from mile_bones.games.milebones.scoring import lasting_points
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import FASTEST_LIMITED, WITHIN_REACH, Facts, played

_FAST = tuple(card for card in DISTANCES if MILES[card] > FASTEST_LIMITED)


def cannot_be_cured(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if no unseen card could cure the opponent of this hazard."""
    card = _hazard(action)
    return facts.reason(Code.CANNOT_BE_CURED, card) if card is not None and not facts.they_recover(card) else None


def only_safety_cures(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if no remedy against the hazard is unseen, but the safety is."""
    card = _hazard(action)
    if card is None or facts.unseen[CURE[card]] or not facts.unseen[GUARD[card]]:
        return None
    return facts.reason(Code.ONLY_SAFETY_CURES, card, other_card=GUARD[card])


def stops_last_card(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent could complete the trip in its next turn with a card that this hazard forbids."""
    card = _hazard(action)
    if card is None or not facts.they_could_finish():
        return None
    sure = not facts.unseen[GUARD[card]]
    if card != Card.SPEED_LIMIT:
        return facts.reason(Code.STOPS_LAST_CARD, card, miles=facts.their_to_go, sure=sure)
    if facts.their_to_go <= FASTEST_LIMITED:
        return None
    return facts.reason(Code.LIMIT_STOPS_LAST_CARD, card, miles=facts.their_to_go, sure=sure)


def stops_game(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent reaches the target of the game with a completed trip, but not without it."""
    card, total = _hazard(action), facts.their_total_completed()
    without = facts.observation.totals[1] + lasting_points(facts.other).total
    if card is None or facts.their_to_go > WITHIN_REACH or not without < facts.rules.target <= total:
        return None
    return facts.reason(Code.STOPS_GAME, card, points=total, other_points=facts.rules.target)


def shut_out_possible(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent has no miles yet, and the trip is likely to be completed."""
    card = _hazard(action)
    if card is None or facts.other.miles or facts.to_go > WITHIN_REACH:
        return None
    return facts.reason(Code.SHUT_OUT_POSSIBLE, card, miles=facts.to_go)


def limit_in_vain(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent can drive all its remaining miles under a Speed Limit."""
    if played(action) != Card.SPEED_LIMIT or facts.their_to_go > FASTEST_LIMITED:
        return None
    return facts.reason(Code.LIMIT_IN_VAIN, Card.SPEED_LIMIT, miles=facts.their_to_go)


def limit_on_stopped(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent is stopped anyway. The rules of mille(6) allow a Speed Limit then."""
    if played(action) != Card.SPEED_LIMIT or facts.other.can_go:
        return None
    return facts.reason(Code.LIMIT_ON_STOPPED, Card.SPEED_LIMIT)


def no_coup_against(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the worse hazard may be answered with a safety, but the better one cannot."""
    card, other = _hazard(better), _hazard(worse)
    if card is None or other is None or facts.unseen[GUARD[card]] or not facts.unseen[GUARD[other]]:
        return None
    return facts.reason(Code.NO_COUP_AGAINST, card, other_card=other)


def fewer_cures(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the better hazard has fewer unseen remedies than the worse one."""
    card, other = _hazard(better), _hazard(worse)
    return None if card is None or other is None else rarer_cure(facts, card, other)


def rarer_cure(facts: Facts, card: Card, other: Card) -> Reason | None:
    """Return a reason if fewer remedies are unseen for the hazard ``card`` than for ``other``, and, counted with the
    safeties, also fewer cures.
    """
    count, other_count = facts.unseen[CURE[card]], facts.unseen[CURE[other]]
    if count >= other_count or count + facts.unseen[GUARD[card]] >= other_count + facts.unseen[GUARD[other]]:
        return None
    return facts.reason(Code.FEWER_CURES, card, other_card=other, count=count, other_count=other_count)


def stop_beats_limit(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to stop the opponent rather than slow it down: under a Speed Limit it could drive on."""
    card = _hazard(better)
    if card is None or card == Card.SPEED_LIMIT or played(worse) != Card.SPEED_LIMIT:
        return None
    return facts.reason(Code.STOP_BEATS_LIMIT, card)


def two_cards_to_cure(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the opponent needs two cards after the better hazard, but only one after a Stop."""
    card = _hazard(better)
    if card is None or card in (Card.STOP, Card.SPEED_LIMIT) or played(worse) != Card.STOP:
        return None
    return facts.reason(Code.TWO_CARDS_TO_CURE, card, other_card=CURE[card])


def stops_going(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent can go now, but not after this hazard."""
    card = _hazard(action)
    if card is None or card == Card.SPEED_LIMIT or not facts.unseen[CURE[card]]:
        return None
    return facts.reason(Code.STOPS_GOING, card, count=facts.unseen[CURE[card]], sure=not facts.unseen[GUARD[card]])


def limit_slows(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent still has far to go, so that a Speed Limit slows it down."""
    if played(action) != Card.SPEED_LIMIT or facts.their_to_go <= FASTEST_LIMITED:
        return None
    return facts.reason(Code.LIMIT_SLOWS, Card.SPEED_LIMIT, miles=facts.their_to_go)


def coup_risk(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the opponent may hold the safety against the worse hazard, and so answer it with a coup
    fourré.
    """
    card, instead = _hazard(worse), _hazard(better)
    if card is None or not facts.unseen[GUARD[card]] or (instead is not None and facts.unseen[GUARD[instead]]):
        return None
    return facts.reason(Code.COUP_RISK, card, other_card=GUARD[card])


def cure_now(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to cure the hazard on the player's pile. A player who holds the safety could drive without this
    remedy.
    """
    card, hazard = played(better), facts.showing
    if card is None or hazard is None or hazard == Card.STOP or card != CURE[hazard] or facts.counts[GUARD[hazard]]:
        return None
    return facts.reason(Code.CURE_NOW, card, other_card=hazard)


def go_now(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to play a Go: the car cannot move without it, unless Right of Way is held."""
    if played(better) != Card.GO or facts.own.can_go or facts.counts[Card.RIGHT_OF_WAY]:
        return None
    return facts.reason(Code.GO_NOW, Card.GO)


def lift_limit(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to end a Speed Limit that slows the car or keeps cards in the hand, unless Right of Way is
    held.
    """
    if played(better) != Card.END_OF_LIMIT or facts.to_go <= FASTEST_LIMITED or facts.counts[Card.RIGHT_OF_WAY]:
        return None
    waiting = sum(facts.counts[card] for card in _FAST if facts.may_drive(card))
    return facts.reason(Code.LIFT_LIMIT, Card.END_OF_LIMIT, count=waiting)


def go_in_vain(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the car already goes by Right of Way, so that a Go is useless."""
    if played(action) != Card.GO or not facts.own.can_go:
        return None
    return facts.reason(Code.GO_IN_VAIN, Card.GO)


def limit_is_no_matter(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if ending the Speed Limit gains nothing, because every distance that can be driven is slow
    enough.
    """
    if played(action) != Card.END_OF_LIMIT:
        return None
    if facts.to_go <= FASTEST_LIMITED:
        return facts.reason(Code.LIMIT_NEAR_GOAL, Card.END_OF_LIMIT, miles=facts.to_go)
    if any(facts.counts[card] and facts.may_drive(card) for card in _FAST):
        return None
    return facts.reason(Code.NOTHING_FASTER, Card.END_OF_LIMIT)


def _hazard(action: Action) -> Card | None:
    card = played(action)
    return card if card is not None and card in HAZARDS else None
