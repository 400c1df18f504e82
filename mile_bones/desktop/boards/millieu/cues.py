"""What the events of Millieu sound like: its pieces are of wood. Nothing is said by a sound alone."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid
from mile_bones.match.steps import Redone, Undone


def cues(event: Event | Undone | Redone, you: int | None) -> Sequence[Cue]:
    """What is heard of an event; nothing for what has no sound.

    ``you``: the seat of the player, None where two people play and both are "you".
    """
    match event:
        case Placed():
            return (Cue.PIECE_PLACED,)
        case Slid() | Undone() | Redone():
            return (Cue.PIECE_SLID,)
        case Captured():
            return (Cue.PIECE_TAKEN,)
        case GameEnded(winner=int(winner)):
            return (Cue.GAME_WON,) if you in (None, winner) else (Cue.HAND_LOST,)
    return ()  # a turn that ends is told by the next, and a draw is nobody's music
