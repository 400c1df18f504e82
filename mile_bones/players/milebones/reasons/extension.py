"""Reasons about the extension: why the trip is extended, or why it ends."""

from __future__ import annotations

from mile_bones.games.milebones.actions import EXTEND, Action
from mile_bones.games.milebones.cards import DISTANCES, MILES, SAFETIES, Card
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.scoring import EXTENSION
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import Facts

SHORT_DECK, LONG_DECK = 14, 28
"""Two numbers of cards in the deck: the first is too few for the miles of an extension, the second is enough."""
NEAR = 600
"""An opponent who is going and has no more than this number of miles to the extended goal may well arrive first."""
SOME_MILES = 100
"""The least miles in the hand that are worth a mention."""


def extend(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return the most telling reason for the better answer, or None if the question is not about the extension."""
    if facts.observation.phase is not Phase.EXTEND:
        return None
    return _go_on(facts) if better == EXTEND else _end(facts)


def _go_on(facts: Facts) -> Reason | None:
    mine, theirs = facts.totals_if_completed()
    if max(mine, theirs) >= facts.rules.target and mine < theirs:
        return facts.reason(Code.ENDING_LOSES_GAME, points=mine, other_points=theirs)
    threats = facts.threats_unseen()
    safety = next((card for card in SAFETIES if facts.counts[card]), None)
    if safety is not None:
        return facts.reason(Code.UNPLAYED_SAFETY, safety, count=threats, points=facts.at_stake())
    more = facts.rules.extended_goal - facts.rules.goal
    points = more + EXTENSION
    if not threats:
        return facts.reason(Code.CANNOT_BE_STOPPED, count=facts.left, points=points)
    held = _miles_held(facts, more)
    if held > SOME_MILES:
        return facts.reason(Code.MILES_HELD, count=threats, miles=held)
    if not facts.other.can_go:
        to_go = facts.rules.extended_goal - facts.other.miles
        return facts.reason(Code.THEY_CANNOT_GO, count=threats, miles=to_go)
    if facts.left >= LONG_DECK:
        return facts.reason(Code.DECK_LONG_ENOUGH, count=threats, other_count=facts.left, points=points)
    return None


def _end(facts: Facts) -> Reason | None:
    mine, theirs = facts.totals_if_completed()
    if mine >= facts.rules.target and mine > theirs:
        return facts.reason(Code.ENDING_WINS_GAME, points=mine, other_points=theirs)
    if facts.other.miles == 0:
        return facts.reason(Code.SHUT_OUT_SURE)
    more, stake = facts.rules.extended_goal - facts.rules.goal, facts.at_stake()
    if facts.left <= SHORT_DECK:
        return facts.reason(Code.DECK_TOO_SHORT, count=facts.left, miles=more, points=stake)
    if facts.own.limited:
        return facts.reason(Code.LIMITED_TRIP, miles=more, points=stake)
    to_go = facts.rules.extended_goal - facts.other.miles
    if facts.other.can_go and to_go <= NEAR:
        return facts.reason(Code.THEY_ARE_NEAR, miles=to_go, points=stake)
    threats = facts.threats_unseen()
    if threats:
        return facts.reason(Code.CAN_BE_STOPPED, count=threats, points=stake)
    return None


def _miles_held(facts: Facts, most: int) -> int:
    """Return the miles of the held distances that may be driven in the extended trip, without 200s above the limit."""
    allowed = facts.rules.most_200s - facts.own.two_hundreds
    miles = sum(
        MILES[card] * (min(facts.counts[card], allowed) if card == Card.MILES_200 else facts.counts[card])
        for card in DISTANCES
    )
    return min(miles, most)
