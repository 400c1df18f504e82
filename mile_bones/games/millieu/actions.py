"""The choices of a player, each of which is one step of a turn.

Each action exists once: in ``PLACE[piece][point]``, ``SLIDE[origin, target]`` or ``TAKE[point]``.
"""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.games.millieu.cube import BETWEEN, POINTS
from mile_bones.games.millieu.pieces import PIECES, Piece, parse_piece
from mile_bones.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class Place:
    """Put a piece from the hand on an empty point."""

    piece: Piece
    point: int

    def __str__(self) -> str:
        return f"place {self.piece.name} {self.point}"


@dataclass(frozen=True, slots=True)
class Slide:
    """Slide the piece on ``origin`` to ``target``."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"slide {self.origin} {self.target}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the piece on ``point`` out of a mill, into the hand."""

    point: int

    def __str__(self) -> str:
        return f"take {self.point}"


Action = Place | Slide | Take

PLACE = tuple(tuple(Place(piece, point) for point in POINTS) for piece in PIECES)
SLIDE = {(origin, target): Slide(origin, target) for origin in POINTS for target in sorted(BETWEEN[origin])}
TAKE = tuple(Take(point) for point in POINTS)

ACTIONS: tuple[Action, ...] = (*(action for row in PLACE for action in row), *SLIDE.values(), *TAKE)
"""All actions that exist: 243 placings, 162 slides, 27 captures."""

_BY_NOTATION = {str(action): action for action in ACTIONS}


def parse_action(text: str) -> Action:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    if text in _BY_NOTATION:
        return _BY_NOTATION[text]
    verb, _space, rest = text.partition(" ")
    if verb == "place":
        parse_piece(rest.partition(" ")[0])  # if the piece is wrong, this raises an error about it
    raise NotationError(_("“{text}” is not an action").format(text=excerpt(text)))
