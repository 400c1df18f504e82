"""The replay of a record of Mile Bones, which checks every card, action and score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace as changed
from typing import TYPE_CHECKING

from mile_bones.engine.bodies import HandRecord
from mile_bones.engine.errors import NotationError, ReplayError
from mile_bones.engine.faults import action_fault, check_score
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action, parse_action
from mile_bones.games.milebones.cards import Card, parse_cards
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal, shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS, Rules
from mile_bones.games.milebones.words import refusal_text
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.milebones.state import MileBonesState

_ACTIONS = {
    f"{seat} {action}": (seat, action) for seat in (0, 1) for action in (*PLAY, *DISCARD, DRAW, EXTEND, END_TRIP)
}
"""The seat and the action of each text in a record."""
_UNUSUAL = (None, DRAW)  # for a text that is not in ``_ACTIONS``; the seat None never matches


def replay_milebones(record: Record, seed: int | None = None) -> Iterator[tuple[MileBonesState, Action | None]]:
    """Play a record of Mile Bones again. See ``mile_bones.games.replay``."""
    if not record.hands:
        raise ReplayError(_("the record has no hands"))
    assert record.target is not None, "the registry checks this"
    rules = changed(RULE_SETS[record.rules], target=record.target)
    deals = _deals(record, rules)
    state = MileBones(rules).new_state(seed if record.seed is None else record.seed, deal=deals)
    for number, hand in enumerate(record.hands, 1):
        if state.is_terminal():
            raise ReplayError(_("the game was over before this hand"), number)
        for index, text in enumerate(hand.actions, 1):
            player = state.current_player
            if player is None or state.hand_number > number:
                raise ReplayError(_("the hand was over before this action"), number, index)
            seat, action = _ACTIONS.get(text, _UNUSUAL)
            if seat != player or state.why_not(action) is not None:
                raise action_fault(state, text, number, index, parse_action, refusal_text)
            yield state, action
            state.apply_legal(action)
        _check_end(state, hand, number, last=number == len(record.hands))
    if record.ended == GIVEN_UP and state.is_terminal():
        raise ReplayError(_("the game was played to its end, and cannot have been given up"), len(record.hands))
    yield state, None


def _deals(record: Record, rules: Rules) -> list[Deal]:
    deals = []
    for number, hand in enumerate(record.hands, 1):
        if hand.first != (record.hands[0].first + number - 1) % 2:
            raise ReplayError(_("the other player begins this hand"), number)
        try:
            mine, yours = (parse_cards(cards) for cards in hand.dealt)
            deck = parse_cards(hand.deck)
        except NotationError as error:
            raise ReplayError(str(error), number) from None
        for cards in (mine, yours):
            if len(cards) != rules.hand_size:
                reason = _("{count} cards were dealt to a player, not {size}")
                raise ReplayError(reason.format(count=len(cards), size=rules.hand_size), number)
        count = Counter(mine + yours + deck)
        for card in Card:
            if count[card] != rules.deck[card]:
                reason = _("the deck has {count} cards {card}, not {right}")
                raise ReplayError(reason.format(count=count[card], card=card.notation, right=rules.deck[card]), number)
        deal = Deal(hand.first, (mine, yours), deck)
        if record.seed is not None and deal != shuffled_deal(rules, record.seed, number - 1, hand.first):
            raise ReplayError(_("these are not the cards of deal {number}").format(number=record.seed), number)
        deals.append(deal)
    return deals


def _check_end(state: MileBonesState, hand: HandRecord, number: int, *, last: bool) -> None:
    scores = state.logs[number - 1].scores
    if scores is None:
        if hand.score is not None:
            raise ReplayError(_("a score is given, but the hand is not finished"), number)
        if not last:
            raise ReplayError(_("the hand is not finished, but another follows"), number)
        return
    if hand.score is None:
        raise ReplayError(_("the hand is finished, but its score is missing"), number)
    check_score(hand.score, scores, number)
