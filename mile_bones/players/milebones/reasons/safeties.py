"""Reasons about safeties: why a safety is played now, or held.

Each function returns a reason if its fact holds, or else None.
"""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.cards import CURE, GUARD, MILES, SAFETIES, Card
from mile_bones.games.milebones.scoring import ALL_SAFETIES, SAFETY
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import Facts, discarded, played

FEW_CARDS = 6
"""With no more than this number of cards in the deck, the end of the deck is near."""
ONE_TURN = 100
"""The miles that are often driven in one turn; a 200 is rare."""


def coup_now(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if this action is a coup fourré, which is possible only now."""
    card, hazard = played(action), facts.observation.coup_hazard
    if hazard is None or card is None or card != GUARD[hazard]:
        return None
    return facts.reason(Code.COUP_NOW, card, other_card=hazard, count=min(2, facts.left))


def before_finish(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the card that completes the trip can be played after the safety, which costs no turn."""
    card, last = _safety(better), played(worse)
    if card is None or last is None or not facts.finishes(worse):
        return None
    return facts.reason(Code.SAFETY_BEFORE_FINISH, card, miles=MILES[last])


def only_cure(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hazard on the pile has no remedy left, neither in the hand nor unseen."""
    card, hazard = _cures(facts, action)
    if card is None or hazard is None or facts.counts[CURE[hazard]] or facts.unseen[CURE[hazard]]:
        return None
    return facts.reason(Code.ONLY_CURE, card, other_card=hazard)


def no_remedy_held(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if only the safety cures the hazard on the pile, because the hand has no remedy for it."""
    card, hazard = _cures(facts, action)
    if card is None or hazard is None or facts.counts[CURE[hazard]]:
        return None
    return facts.reason(Code.NO_REMEDY_HELD, card, other_card=CURE[hazard], count=facts.unseen[CURE[hazard]])


def cures(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the safety removes the hazard on the pile. The same hazard cannot be played again."""
    card, hazard = _cures(facts, action)
    return None if card is None or hazard is None else facts.reason(Code.SAFETY_CURES, card, other_card=hazard)


def fourth(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if it is the fourth safety: all four together earn extra points."""
    card = _safety(action)
    return facts.reason(Code.FOURTH_SAFETY, card) if card is not None and len(facts.own.safeties) == 3 else None


def reaches_target(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the game ends after this hand thanks to the points for this safety."""
    card = _safety(action)
    total = facts.own_total()
    gain = SAFETY + ALL_SAFETIES * (len(facts.own.safeties) == 3)
    if card is None or not total < facts.rules.target <= total + gain:
        return None
    return facts.reason(Code.SAFETY_REACHES_TARGET, card, points=total + gain, other_points=facts.rules.target)


def before_they_finish(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the opponent may end the hand in its next turn. Then a safety in the hand becomes
    worthless.
    """
    card = _safety(action)
    if card is None or facts.their_to_go > ONE_TURN or not facts.they_could_finish():
        return None
    return facts.reason(Code.SAFETY_BEFORE_THEY_FINISH, card, miles=facts.their_to_go)


def deck_out(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hand ends soon. Then a safety in the hand becomes worthless."""
    card = _safety(action)
    if card is None or facts.left > FEW_CARDS:
        return None
    if facts.left:
        return facts.reason(Code.SAFETY_DECK_SHORT, card, count=facts.left)
    return facts.reason(Code.SAFETY_DECK_OUT, card)


def no_coup_left(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if holding the safety gains nothing, because each of its hazards has been seen."""
    card = _safety(action)
    return facts.reason(Code.NO_COUP_LEFT, card) if card is not None and not facts.coups_unseen(card) else None


def right_of_way(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if Right of Way replaces a Go or ends a Speed Limit."""
    if played(action) != Card.RIGHT_OF_WAY:
        return None
    if not facts.own.can_go and facts.showing in (None, Card.STOP):
        return facts.reason(Code.SAFETY_STARTS, Card.RIGHT_OF_WAY)
    return facts.reason(Code.SAFETY_ENDS_LIMIT, Card.RIGHT_OF_WAY) if facts.own.limited else None


def costs_no_turn(facts: Facts, action: Action) -> Reason | None:
    """Return a reason to play a safety: the turn continues after it."""
    card = _safety(action)
    return None if card is None else facts.reason(Code.SAFETY_COSTS_NO_TURN, card)


def hold_for_coup(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason to hold the safety back: a coup fourré with it is still possible. If the better action plays
    another safety, a coup fourré must be more likely with the held one.
    """
    card, instead = _safety(worse), _safety(better)
    if card is None or discarded(better) == card or coup_now(facts, worse) is not None:
        return None
    count = facts.coups_unseen(card)
    if count <= (0 if instead is None else facts.coups_unseen(instead)):
        return None
    return facts.reason(Code.HOLD_FOR_COUP, card, count=count)


def thrown_away(facts: Facts, action: Action) -> Reason | None:
    """Return a reason not to discard a safety: playing it earns points at any time."""
    card = discarded(action)
    return facts.reason(Code.SAFETY_THROWN_AWAY, card) if card is not None and card in SAFETIES else None


def _safety(action: Action) -> Card | None:
    card = played(action)
    return card if card is not None and card in SAFETIES else None


def _cures(facts: Facts, action: Action) -> tuple[Card | None, Card | None]:
    """Return the safety and the hazard that it removes from the Battle pile, or (None, None). For a Stop it is Right of
    Way.
    """
    card, hazard = _safety(action), facts.showing
    return (card, hazard) if hazard is not None and card == GUARD[hazard] else (None, None)
