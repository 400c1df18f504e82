"""Reasons about cards that can be spared, and cards that cannot.

Each function returns a reason if its fact holds, or else None.
"""

from __future__ import annotations

from collections.abc import Container

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, CURE, DISTANCES, GUARD, HAZARDS, MILES, Card
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import FASTEST_LIMITED, Facts, discarded
from mile_bones.players.milebones.reasons.hazards import rarer_cure

MANY = 3
"""The number of cards of one kind that is more than a player needs for a while."""
PLANNING = 300
"""With no more than this number of miles to go, it matters whether the hand adds up to the goal."""
_CURED_BY = {remedy: hazard for hazard, remedy in CURE.items()}


def dead_hazard(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the discarded hazard can no longer be played on the opponent, or would not hinder it."""
    card = _of(action, HAZARDS)
    if card is None:
        return None
    if facts.they_are_guarded(card):
        return facts.reason(Code.SHOWN_SAFETY, card, other_card=GUARD[card])
    if card == Card.SPEED_LIMIT and facts.their_to_go <= FASTEST_LIMITED:
        return facts.reason(Code.LIMIT_USELESS, card, miles=facts.their_to_go)
    return None


def dead_remedy(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hazard that this remedy cures can no longer come."""
    card = _of(action, _CURED_BY)
    if card is None:
        return None
    hazard = _CURED_BY[card]
    if facts.guarded(hazard):
        return facts.reason(Code.REMEDY_BEHIND_SAFETY, card, other_card=GUARD[hazard])
    if card == Card.GO or facts.unseen[hazard] or _shows(facts, hazard):
        return None
    return facts.reason(Code.REMEDY_NEVER_NEEDED, card, other_card=hazard)


def dead_distance(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if this distance can no longer be driven."""
    card = _of(action, DISTANCES)
    if card is None:
        return None
    if card == Card.MILES_200 and facts.own.two_hundreds >= facts.rules.most_200s:
        return facts.reason(Code.TOO_MANY_200S, card, count=facts.rules.most_200s)
    if MILES[card] > facts.to_go:
        return facts.reason(Code.TOO_FAR, card, miles=facts.to_go)
    return None if facts.may_go_again() else facts.reason(Code.CANNOT_GO_AGAIN, card)


def keep_cure(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the car needs this remedy now. A player with a safety that gets the car going needs no Go."""
    card = _of(action, _CURED_BY)
    if card is None or facts.counts[card] > 1:
        return None
    hazard = _CURED_BY[card]
    if _shows(facts, hazard):
        return facts.reason(Code.KEEP_CURE, card, other_card=hazard)
    if card == Card.GO and not facts.own.can_go and not facts.right_of_way and not _safety_starts(facts):
        return facts.reason(Code.KEEP_GO, card, count=facts.unseen[card])
    return None


def _safety_starts(facts: Facts) -> bool:
    """Return True if a safety in the hand replaces Go: Right of Way, or the safety against the hazard on the pile."""
    counts = facts.counts
    return counts[Card.RIGHT_OF_WAY] > 0 or (facts.showing is not None and counts[GUARD[facts.showing]] > 0)


def keep_finish(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hand adds up to the miles to go with this card, but not without it."""
    card = _of(action, DISTANCES)
    if card is None or facts.to_go > PLANNING or not facts.fewest_cards(facts.to_go):
        return None
    if facts.fewest_cards(facts.to_go, card):
        return None
    return facts.reason(Code.KEEP_FINISH, card, miles=facts.to_go)


def discard_200(facts: Facts, action: Action) -> Reason | None:
    """Return a reason to discard a 200: playing it would spoil a Safe trip that is still possible."""
    if _of(action, (Card.MILES_200,)) is None or not facts.safe_trip_is_possible():
        return None
    return facts.reason(Code.DISCARD_200, Card.MILES_200)


def spare_remedy(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hand has another copy of the remedy, or the safety that also cures its hazard."""
    card = _of(action, _CURED_BY)
    if card is None:
        return None
    guard = GUARD[_CURED_BY[card]]
    if facts.counts[guard]:
        return facts.reason(Code.REMEDY_SAFETY_HELD, card, other_card=guard)
    count = facts.counts[card]
    return facts.reason(Code.REMEDY_SPARE, card, count=count - 1) if count > 1 else None


def keep_only_remedy(facts: Facts, action: Action) -> Reason | None:
    """Return a reason to keep the last remedy of its kind in the hand, if the hazard that it cures may still come."""
    card = _of(action, _CURED_BY)
    if card is None or facts.counts[card] > 1:
        return None
    hazard = _CURED_BY[card]
    count = facts.unseen[hazard]
    if not count or _needless(facts, card):
        return None
    return facts.reason(Code.KEEP_ONLY_REMEDY, card, other_card=hazard, count=count)


def _needless(facts: Facts, remedy: Card) -> bool:
    """Return True if a safety, on the table or in the hand, does what this remedy does."""
    hazard = _CURED_BY[remedy]
    return facts.guarded(hazard) or facts.counts[GUARD[hazard]] > 0


def more_needed(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the hazards of the kept remedy have more unseen copies than those of the discarded remedy."""
    spare, kept = _of(better, _CURED_BY), _of(worse, _CURED_BY)
    if spare is None or kept is None:
        return None
    count, other_count = facts.unseen[_CURED_BY[kept]], facts.unseen[_CURED_BY[spare]]
    if count <= other_count or _needless(facts, kept):
        return None
    return facts.reason(Code.REMEDY_MORE_NEEDED, kept, other_card=spare, count=count, other_count=other_count)


def rarer_remedy(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the kept remedy has fewer unseen copies than the discarded one, and both may still be
    needed.
    """
    spare, kept = _of(better, _CURED_BY), _of(worse, _CURED_BY)
    if spare is None or kept is None or _needless(facts, kept) or not facts.unseen[_CURED_BY[kept]]:
        return None
    count, other_count = facts.unseen[kept], facts.unseen[spare]
    if count >= other_count:
        return None
    return facts.reason(Code.REMEDY_RARER, kept, other_card=spare, count=count, other_count=other_count)


def go_often(facts: Facts, action: Action) -> Reason | None:
    """Return a reason to keep a Go: one is needed after every hazard on the Battle pile."""
    if _of(action, (Card.GO,)) is None or facts.right_of_way or facts.counts[Card.RIGHT_OF_WAY]:
        return None
    count = facts.threats_unseen()
    return facts.reason(Code.GO_OFTEN, Card.GO, count=count) if count else None


def keep_stop(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if a hazard that stops the opponent is kept rather than a Speed Limit."""
    kept = _of(worse, BATTLE_HAZARDS)
    if kept is None or discarded(better) != Card.SPEED_LIMIT or facts.they_are_guarded(kept):
        return None
    return facts.reason(Code.STOP_BEATS_LIMIT, kept)


def keep_rarer_cure(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if the hazard that is kept has the rarer remedy."""
    spare, kept = _of(better, HAZARDS), _of(worse, HAZARDS)
    if spare is None or kept is None or facts.they_are_guarded(kept):
        return None
    return rarer_cure(facts, kept, spare)


def slow_is_kept(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if only the kept, slow card can be driven under a Speed Limit. The limit is on the table or may
    come.
    """
    fast, slow = _of(better, DISTANCES), _of(worse, DISTANCES)
    if fast is None or slow is None or not MILES[slow] <= FASTEST_LIMITED < MILES[fast] or not facts.may_drive(slow):
        return None
    if facts.own.limited:
        return facts.reason(Code.LIMITED_BIG, fast, other_card=slow)
    count = facts.unseen[Card.SPEED_LIMIT]
    if not count or facts.right_of_way:
        return None
    return facts.reason(Code.KEEP_SLOW, slow, other_card=fast, count=count)


def smaller_loss(facts: Facts, better: Action, worse: Action) -> Reason | None:
    """Return a reason if both distances still fit into the miles to go, and the smaller one is discarded."""
    card, other = _of(better, DISTANCES), _of(worse, DISTANCES)
    if card is None or other is None or MILES[card] > MILES[other] or not facts.may_drive(other):
        return None
    more = MILES[other] - MILES[card]
    return facts.reason(Code.SMALLER_LOSS, card, other_card=other, count=more, miles=facts.to_go)


def keep_hazard(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hazard can be played now, or once the opponent can go again."""
    card = _of(action, HAZARDS)
    if card is None or facts.they_are_guarded(card):
        return None
    if facts.observation.playable_bits() >> card & 1:
        return facts.reason(Code.HAZARD_HITS_NOW, card)
    return None if facts.other.can_go else facts.reason(Code.HAZARD_FOR_LATER, card)


def spare_kind(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the hand has many cards of the same kind."""
    if _of(action, DISTANCES) is not None:
        code, count = Code.DISTANCES_SPARE, facts.held(DISTANCES)
    elif _of(action, HAZARDS) is not None:
        code, count = Code.HAZARDS_SPARE, facts.held(HAZARDS)
    else:
        return None
    return facts.reason(code, action.card, count=count) if count >= MANY else None


def keep_miles(facts: Facts, action: Action) -> Reason | None:
    """Return a reason if the distance can still be driven."""
    card = _of(action, DISTANCES)
    if card is None or not facts.may_drive(card) or not facts.may_go_again():
        return None
    return facts.reason(Code.KEEP_MILES, card, miles=facts.to_go)


def _of(action: Action, family: Container[Card]) -> Card | None:
    card = discarded(action)
    return card if card is not None and card in family else None


def _shows(facts: Facts, hazard: Card) -> bool:
    """Return True if the hazard is on the player's side and needs a cure."""
    return facts.own.limited if hazard == Card.SPEED_LIMIT else facts.showing == hazard
