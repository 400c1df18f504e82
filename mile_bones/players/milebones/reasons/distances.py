"""Reasons about distances: why certain miles are driven now, or other miles, or none.

Each function returns a reason if its fact holds, or else None.
"""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import DISTANCES, MILES, REMEDIES, SAFETIES, Card
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import FASTEST_LIMITED, WITHIN_REACH, Facts, played

NEAR = 75
"""With no more than this number of miles to go, only few cards reach the goal exactly."""
WAITING, WAITING_IN_DANGER = 20, 14
"""The most cards in the deck with which it is worth waiting until the deck is empty. ``WAITING_IN_DANGER`` is used if
one card could complete the opponent's trip.
"""
FAR_BEHIND = 400
"""The least miles to go with which a stopped opponent is no danger for now."""
ONE_CARD = 200
"""The miles of the largest card."""


def finish(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if this card completes the trip."""
    card = _distance(action)
    if card is None or not facts.finishes(action):
        return None
    mine, theirs = facts.totals_if_completed(card)
    if mine >= facts.rules.target and mine > theirs:
        return facts.reason(Code.FINISH_WINS_GAME, card, points=mine, other_points=theirs)
    if facts.other.miles == 0:
        return facts.reason(Code.FINISH_SHUT_OUT, card)
    if facts.left == 0:
        return facts.reason(Code.FINISH_DELAYED, card)
    return facts.reason(Code.FINISHES, card, miles=facts.observation.goal)


def wait_for_delayed(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to wait for the end of the deck: it is near, and a trip that is completed after it earns more
    points.
    """
    card, instead = _distance(worse), played(better)
    if card is None or not facts.left or instead in SAFETIES or _distance(better) is not None:
        return None
    if facts.to_go > ONE_CARD or facts.left > (WAITING if facts.their_to_go > ONE_CARD else WAITING_IN_DANGER):
        return None
    return facts.reason(Code.WAIT_FOR_DELAYED, card, count=facts.left)


def can_wait(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason not to complete the trip yet. The opponent cannot complete its trip with its next card, and a
    better hand would help in an extension.
    """
    card, instead = _distance(worse), played(better)
    if card is None or not facts.finishes(worse) or instead in SAFETIES:
        return None
    if facts.observation.extended_by is not None or facts.their_to_go <= ONE_CARD:
        return None
    return facts.reason(Code.CAN_WAIT, card, miles=facts.their_to_go)


def no_hurry(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the opponent is stopped far behind, so that a better hand brings more than a quick trip."""
    card = played(worse)
    if better.kind is not Kind.DISCARD or card is None or not (card in DISTANCES or card in REMEDIES):
        return None
    if facts.other.can_go or facts.their_to_go < FAR_BEHIND or not facts.left:
        return None
    return facts.reason(Code.NO_HURRY, card, miles=facts.their_to_go)


def leaves_held(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if, after the better card is played, one held card would complete the trip in the next turn."""
    card, rest = _rest(facts, better)
    if card is None or facts.fewest_cards(rest, card, driven=True) != 1:
        return None
    other, other_rest = _rest(facts, worse)
    if other is not None and facts.fewest_cards(other_rest, other, driven=True) == 1:
        return None
    last = next(each for each in DISTANCES if MILES[each] == rest)
    return facts.reason(Code.LEAVES_HELD, card, miles=facts.to_go, other_card=last)


def leaves_exact(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the hand adds up to the goal after the better card is played, but not after the worse one."""
    card, rest = _rest(facts, better)
    other, other_rest = _rest(facts, worse)
    if card is None or other is None or facts.fewest_cards(other_rest, other, driven=True):
        return None
    count = facts.fewest_cards(rest, card, driven=True)
    return facts.reason(Code.LEAVES_EXACT, card, miles=rest, count=count) if count > 1 else None


def safe_trip(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if a 200 would spoil a Safe trip that is still possible."""
    if played(action) != Card.MILES_200 or not facts.safe_trip_is_possible():
        return None
    return facts.reason(Code.SAFE_TRIP, Card.MILES_200)


def leaves_few(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if, after the worse card is played, few unseen cards or none would complete the trip, and the
    hand has no such card either.
    """
    count = _fitting(facts, worse)
    if count is None:
        return None
    instead = _fitting(facts, better)
    if instead is not None and instead <= count:
        return None
    card, rest = _rest(facts, worse)
    return facts.reason(Code.LEAVES_FEW if count else Code.LEAVES_NO_CARD, card, miles=rest, count=count)


def _fitting(facts: Facts, action: Action) -> int | None:
    """Return the number of unseen cards that would complete the trip after this card is played.

    Return None if the goal is still too far away, or if the hand has a card that would complete the trip.
    """
    card, rest = _rest(facts, action)
    if card is None or rest > NEAR:
        return None
    last = next(each for each in DISTANCES if MILES[each] == rest)
    return None if facts.counts[last] > (last == card) else facts.unseen[last]


def big_before_limit(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to play the fast card first: a Speed Limit may come, and then only the slow card could be
    played.
    """
    card, slow = _distance(better), _distance(worse)
    if card is None or slow is None or not MILES[slow] <= FASTEST_LIMITED < MILES[card]:
        return None
    count = facts.unseen[Card.SPEED_LIMIT]
    if facts.right_of_way or not count:
        return None
    return facts.reason(Code.BIG_BEFORE_LIMIT, card, other_card=slow, count=count)


def more_miles(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the better of two distances has more miles."""
    card, other = _distance(better), _distance(worse)
    if card is None or other is None or MILES[card] < MILES[other]:
        return None
    return facts.reason(Code.MORE_MILES, card, other_card=other)


def miles_now(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason for driving rather than doing something else."""
    card = _distance(better)
    if card is None or _distance(worse) is not None:
        return None
    if facts.own.miles == 0 and facts.their_to_go <= WITHIN_REACH:
        return facts.reason(Code.FIRST_MILES, card, miles=facts.their_to_go)
    if facts.left == 0:
        return facts.reason(Code.MILES_DECK_OUT, card)
    count = facts.threats_unseen()
    if count:
        return facts.reason(Code.DRIVE_WHILE_GOING, card, count=count)
    return facts.reason(Code.MILES_NOW, card)


def _distance(action: Action) -> Card | None:
    card = played(action)
    return card if card is not None and card in DISTANCES else None


def _rest(facts: Facts, action: Action) -> tuple[Card | None, int]:
    """Return the distance that is played and the miles to go after it, or (None, 0) if it completes the trip or is not
    a distance.
    """
    card = _distance(action)
    if card is None or MILES[card] == facts.to_go:
        return None, 0
    return card, facts.to_go - MILES[card]
