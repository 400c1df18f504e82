"""The sounds for the events of Millieu, whose pieces are of wood. Everything that a sound conveys is also said in
words.
"""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid
from mile_bones.match.steps import Redone, Undone


def cues(event: Event | Undone | Redone, you: int | None) -> Sequence[Cue]:
    """Return the sounds of ``event``, or nothing if it has no sound.

    ``you`` is the player's seat, or None if two people play and both are "you".
    """
    match event:
        case Placed():
            return (Cue.PIECE_PLACED,)
        case Slid() | Redone():
            return (Cue.PIECE_SLID,)
        case Undone():
            return (Cue.PIECE_UNDONE,)
        case Captured():
            return (Cue.PIECE_TAKEN,)
        case GameEnded(winner=int(winner)):
            return (Cue.GAME_WON_MILLIEU,) if you in (None, winner) else (Cue.HAND_LOST,)
    return ()  # the end of a turn is silent because the next turn has a sound, and a draw has no music
