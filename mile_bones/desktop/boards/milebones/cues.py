"""The sounds for the events of Mile Bones and mille(6). Everything that a sound conveys is also said in words."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.milebones.cards import SAFETIES, Card
from mile_bones.games.milebones.events import Answered, Dealt, Discarded, Drawn, Event, GameEnded, HandEnded, Played
from mile_bones.games.milebones.observation import Observation
from mile_bones.match.steps import Redone, Undone

LOW_DECK = 5
"""The number of cards left in the deck at which a sound warns that the deck runs out."""

_MILES = {
    Card.MILES_25: Cue.MILES_25,
    Card.MILES_50: Cue.MILES_50,
    Card.MILES_75: Cue.MILES_75,
    Card.MILES_100: Cue.MILES_100,
    Card.MILES_200: Cue.MILES_200,
}
_HAZARDS = {
    Card.OUT_OF_GAS: Cue.OUT_OF_GAS,
    Card.FLAT_TIRE: Cue.FLAT,
    Card.ACCIDENT: Cue.ACCIDENT,
    Card.STOP: Cue.STOP,
    Card.SPEED_LIMIT: Cue.LIMIT,
}
_REMEDIES = {Card.GO: Cue.GO, Card.END_OF_LIMIT: Cue.END_LIMIT}


def cues(event: Event | Undone | Redone, you: int | None, table: Observation) -> Sequence[Cue]:
    """Return the sounds of ``event``, in the order in which they are played, or nothing if the event has no sound.
    ``you`` is the player's seat, or None if two people play and both are "you". ``table`` is the observation after the
    event.
    """
    match event:
        case Dealt():
            return (Cue.SHUFFLED,)
        case Undone():
            return (Cue.UNDONE,)
        case Redone():
            return (Cue.DRAW,)
        case Drawn(left=left):
            return (Cue.DRAW, Cue.LOW_DECK) if left == LOW_DECK else (Cue.DRAW,)
        case Discarded():
            return (Cue.DISCARD,)
        case Played():
            return _played(event, you, table)
        case Answered(yes=True):
            return (Cue.EXTENSION,)
        case HandEnded(scores=scores):
            return _ended(scores[0].total - scores[1].total, you, Cue.HAND_WON)
        case GameEnded(totals=totals):
            return _ended(totals[0] - totals[1], you, Cue.GAME_WON)
    return ()  # a turn that is passed over has no sound, nor has a trip that is not extended


def _played(event: Played, you: int | None, table: Observation) -> Sequence[Cue]:
    card = event.card
    if card in _MILES:
        side = table.own if event.seat == table.seat else table.other
        return (Cue.TRIP,) if side.miles >= table.goal else (_MILES[card],)
    if card in _HAZARDS:
        return (Cue.HAZARD_YOU if event.target == you else Cue.HAZARD_COMPUTER, _HAZARDS[card])
    if card in SAFETIES:
        return (Cue.COUP,) if event.coup else (Cue.SAFETY,)
    return (_REMEDIES.get(card, Cue.REMEDY),)


def _ended(lead: int, you: int | None, won: Cue) -> Sequence[Cue]:
    """Return the sounds at the end of a hand or game if seat 0 leads by ``lead`` points."""
    if lead == 0:
        return ()
    return (won,) if you is None or (lead > 0) == (you == 0) else (Cue.HAND_LOST,)
