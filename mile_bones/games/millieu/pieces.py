"""The nine kinds of pieces: every combination of three colours and three shapes. Each player's set has one of each."""

from __future__ import annotations

from enum import IntEnum
from itertools import permutations, product

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _


class Colour(IntEnum):
    """The colour of a piece."""

    RED = 0
    BROWN = 1
    CREAM = 2


class Shape(IntEnum):
    """The shape of a piece."""

    DISC = 0
    SQUARE = 1
    HEX = 2


class Piece(IntEnum):
    """A kind of piece. Its number is 3 times the colour plus the shape. Pieces of one kind are interchangeable."""

    RED_DISC = 0
    RED_SQUARE = 1
    RED_HEX = 2
    BROWN_DISC = 3
    BROWN_SQUARE = 4
    BROWN_HEX = 5
    CREAM_DISC = 6
    CREAM_SQUARE = 7
    CREAM_HEX = 8

    @property
    def colour(self) -> Colour:
        """The colour of the piece."""
        return Colour(self // 3)

    @property
    def shape(self) -> Shape:
        """The shape of the piece."""
        return Shape(self % 3)


PIECES = tuple(Piece)
SET_SIZE = len(PIECES)
"""The number of pieces with which a player begins, and the most that a hand may hold at the end of a turn."""

Board = tuple[Piece | None, ...]
"""The piece on each of the 27 points, or None."""

Hand = tuple[int, ...]
"""The number of pieces of each of the nine kinds in a hand."""

FULL_HAND: Hand = (1,) * SET_SIZE


def third(one: Piece, other: Piece) -> Piece | None:
    """Return the kind that makes a mill with these two, or None if no kind does."""
    if one is other or (one.colour != other.colour and one.shape != other.shape):
        return None
    if one.colour == other.colour:
        return Piece(3 * one.colour + 3 - one.shape - other.shape)
    return Piece(3 * (3 - one.colour - other.colour) + one.shape)


_THIRD = tuple(tuple(third(one, other) for other in PIECES) for one in PIECES)


def is_mill(one: Piece | None, two: Piece | None, three: Piece | None) -> bool:
    """Return True if the pieces have one colour and three shapes, or one shape and three colours."""
    return one is not None and two is not None and three is not None and _THIRD[one][two] is three


def _symmetries() -> tuple[tuple[Piece, ...], ...]:
    found = []
    for colours, shapes in product(permutations(range(3)), repeat=2):
        renamed = [(colours[piece.colour], shapes[piece.shape]) for piece in PIECES]
        found.append(tuple(Piece(3 * colour + shape) for colour, shape in renamed))
        found.append(tuple(Piece(3 * shape + colour) for colour, shape in renamed))
    return tuple(found)


SYMMETRIES = _symmetries()
"""The 72 ways to permute colours and shapes, or to exchange colours with shapes, that keep every mill a mill.

Each is a tuple that has, by piece, the piece into which it changes. The first is the identity.
"""

_BY_NAME = {piece.name: piece for piece in PIECES}


def parse_piece(text: str) -> Piece:
    """Return the piece with the notation ``text``, such as "RED_DISC". Raise NotationError if it is not a piece."""
    if text not in _BY_NAME:
        raise NotationError(_("“{text}” is not a piece").format(text=excerpt(text)))
    return _BY_NAME[text]
