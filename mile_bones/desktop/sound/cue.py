"""The list of all sounds, named after their meaning, and the three levels of their loudness."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Self


class Level(IntEnum):
    """The loudness of a cue, compared with the others. While a louder cue is heard, softer cues are turned down."""

    HANDLING = 0
    """Cards and pieces in the hands of a player. These cues come so often that they must stay in the background."""
    EVENT = 1
    """An action of the game, such as miles or a hazard. The ending of a lost game is soft, too."""
    MOMENT = 2
    """The few great moments of a game: a coup fourré, the end of a trip, a win."""


class Cue(StrEnum):
    """A sound. Its value is the name of its files in ``resources/sounds``.

    The cues are ordered by importance. If there are several at the same moment, the last of them in this list is
    played.
    """

    PIECE_LIFTED = "piece_lifted"
    PIECE_LANDED = "piece_landed"
    CARD_LIFTED = "card_lifted"
    CARD_LANDED = "card_landed"
    DEALT = "dealt"
    PASSED = "passed"
    DRIVE = "drive"
    DRAW = "draw"
    PIECE_SLID = "piece_slid"
    PIECE_PLACED = "piece_placed"
    DISCARD = "discard"
    PIECE_UNDONE = "piece_undone"
    UNDONE = "undone"
    SHUFFLED = "shuffled"
    REFUSED = "refused"
    MILES = "miles"
    MILES_25 = "miles_25"
    MILES_50 = "miles_50"
    MILES_75 = "miles_75"
    MILES_100 = "miles_100"
    MILES_200 = "miles_200"
    LOW_DECK = "low_deck"
    END_LIMIT = "end_limit"
    REMEDY = "remedy"
    GO = "go"
    PIECE_TAKEN = "piece_taken"
    LIMIT = "limit"
    FLAT = "flat"
    OUT_OF_GAS = "out_of_gas"
    STOP = "stop"
    ACCIDENT = "accident"
    HAZARD_COMPUTER = "hazard_computer"
    HAZARD_YOU = "hazard_you"
    SAFETY = "safety"
    EXTENSION = "extension"
    COUP = "coup"
    TRIP = "trip"
    HAND_LOST = "hand_lost"
    HAND_WON = "hand_won"
    GAME_WON = "game_won"
    GAME_WON_MONTREAL = "game_won_montreal"
    GAME_WON_MILLIEU = "game_won_millieu"

    @property
    def rank(self) -> int:
        """The importance of the cue. A higher rank is more important."""
        return _RANKS[self]

    @property
    def level(self) -> Level:
        """The loudness of the cue."""
        return _LEVELS.get(self, Level.EVENT)

    @property
    def is_tune(self) -> bool:
        """Whether the cue is a short tune. A tune waits until the tune before it is over, and is never dropped in
        favour of a noise.
        """
        return self in _TUNES


class CuesAt(tuple[Cue, ...]):  # noqa: SLOT001 - a tuple can have no slots with values
    """Cues that are heard from one place on the table. ``side`` is -1 at its left edge, and 1 at its right edge. They
    are played at ``pitch`` times their usual pitch.
    """

    side: float
    pitch: float

    def __new__(cls, cues: Iterable[Cue], side: float, pitch: float = 1.0) -> Self:
        """Return ``cues`` together with ``side`` and ``pitch``."""
        made = super().__new__(cls, cues)
        made.side, made.pitch = side, pitch
        return made


_RANKS = {cue: rank for rank, cue in enumerate(Cue)}
_FANFARES = (Cue.GAME_WON, Cue.GAME_WON_MONTREAL, Cue.GAME_WON_MILLIEU)
_LEVELS = {
    **dict.fromkeys((Cue.PIECE_LIFTED, Cue.PIECE_LANDED, Cue.PIECE_UNDONE), Level.HANDLING),
    **dict.fromkeys((Cue.CARD_LIFTED, Cue.CARD_LANDED, Cue.DRAW, Cue.DISCARD), Level.HANDLING),
    **dict.fromkeys((Cue.DEALT, Cue.UNDONE, Cue.SHUFFLED, Cue.REFUSED), Level.HANDLING),
    **dict.fromkeys((Cue.PASSED, Cue.DRIVE), Level.HANDLING),
    **dict.fromkeys((Cue.COUP, Cue.TRIP, Cue.HAND_WON, *_FANFARES), Level.MOMENT),
}
_TUNES = frozenset({Cue.TRIP, Cue.HAND_LOST, Cue.HAND_WON, *_FANFARES})
