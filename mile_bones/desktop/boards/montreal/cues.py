"""The sounds for the events of Mille. Everything that a sound conveys is also said in words."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.match.steps import Redone, Undone

LOW_STOCK = 5
"""The number of cards left in the stock at which a sound warns that the stock runs out."""


def cues(event: Event | Undone | Redone, you: int | None) -> Sequence[Cue]:
    """Return the sounds of ``event``, in the order in which they are played, or nothing if the event has no sound.
    ``you`` is the player's seat, or None if two people play and both are "you".
    """
    match event:
        case Drawn(left=left):
            return (Cue.DRAW, Cue.LOW_DECK) if left == LOW_STOCK else (Cue.DRAW,)
        case Dealt() | Reshuffled():
            return (Cue.SHUFFLED,)
        case Undone():
            return (Cue.UNDONE,)
        case Redone() | TurnedTaken():
            return (Cue.DRAW,)
        case Discarded():
            return (Cue.DISCARD,)
        case Laid():
            return (Cue.MILES,)
        case Added(natural=natural):
            return (Cue.COUP,) if natural else (Cue.MILES,)
        case PileTaken(natural=natural):
            return (Cue.COUP,) if natural else (Cue.SAFETY,)
        case HandEnded(scores=scores):
            return _ended(scores[0].total - scores[1].total, you, Cue.HAND_WON)
        case GameEnded(winner=int(winner)):
            return _ended(1 if winner == 0 else -1, you, Cue.GAME_WON_MONTREAL)
    return ()


def _ended(lead: int, you: int | None, won: Cue) -> Sequence[Cue]:
    """Return the sounds at the end of a deal or game if seat 0 leads by ``lead`` points."""
    if lead == 0:
        return ()
    return (won,) if you is None or (lead > 0) == (you == 0) else (Cue.HAND_LOST,)
