"""The list of all sounds, named after their meaning."""

from __future__ import annotations

from enum import StrEnum


class Cue(StrEnum):
    """A sound. Its value is the name of its files in ``resources/sounds``.

    The cues are ordered by importance. If there are several at the same moment, the last of them in this list is
    played.
    """

    DRAW = "draw"
    PIECE_SLID = "piece_slid"
    PIECE_PLACED = "piece_placed"
    DISCARD = "discard"
    REFUSED = "refused"
    MILES = "miles"
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

    @property
    def rank(self) -> int:
        """The importance of the cue. A higher rank is more important."""
        return _RANKS[self]

    @property
    def is_tune(self) -> bool:
        """Whether the cue is a short tune. A tune waits until the tune before it is over, and is never dropped in
        favour of a noise.
        """
        return self in _TUNES


_RANKS = {cue: rank for rank, cue in enumerate(Cue)}
_TUNES = frozenset({Cue.TRIP, Cue.HAND_LOST, Cue.HAND_WON, Cue.GAME_WON})
