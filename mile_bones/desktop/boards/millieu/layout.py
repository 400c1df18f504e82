"""The places of everything on the Millieu table, after section 4 of the style guide. Pure arithmetic, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.projection import SIDE_BY_SIDE, Projection, fit, fit_stacked
from mile_bones.desktop.look.scale import FORMS, enlarged
from mile_bones.desktop.table.layout import NOWHERE, Rect

_GAP = 10.0
"""The gap between the panels and the board."""


@dataclass(frozen=True)
class Side:
    """The panel of one player: a head with the name, and the tray with the hand."""

    panel: Rect
    head: Rect
    tray: Rect

    def mirrored(self, width: float) -> Side:
        """Return the panel on a table of this width that reads from right to left."""
        return Side(*(rect.mirrored(width) for rect in (self.panel, self.head, self.tray)))


@dataclass(frozen=True)
class MillieuLayout:
    """All places for one size of the table, in logical pixels. ``k`` is the scale of type and lines."""

    width: float
    height: float
    k: float
    strip: Rect
    """The turn strip: place, slide, capture."""
    message: Rect
    """The largest room that the message line may take. The line stands in the middle of it."""
    sides: tuple[Side, Side]
    """The panels, the viewer's first."""
    take_back: Rect
    neighbours: Rect
    side_by_side: Rect
    done: Rect
    """The button that ends the turn. The buttons from ``take_back`` to ``done`` are in order from top to bottom.
    ``side_by_side`` is ``NOWHERE`` unless the sheets are side by side, or so small that this view is offered.
    """
    tools: tuple[Rect, ...]
    """The tool buttons in the corner: undo, redo, hint, help and the log."""
    score: Rect
    board: Rect
    """The room of the cube."""
    projection: Projection
    slots: dict[str, Rect] = field(repr=False)
    """The places, by name: the squares in which the points can be pressed, and the places of both trays."""
    mirrored: bool
    lines: tuple[Rect, ...] = ()
    """The lines of the compact form, the viewer's first. There are none in the normal form."""

    @property
    def compact(self) -> bool:
        """Whether this is the compact form, for a table with little room."""
        return bool(self.lines)

    @property
    def roomy(self) -> bool:
        """Whether the normal form has enough room: its parts are apart, and the strip has room for its words."""
        apart = self.done.bottom < self.tools[0].y and self.sides[1].panel.bottom < self.score.y
        return apart and self.width >= FORMS[0].width * self.k


def millieu_layout(
    width: float, height: float, k: float = 1.0, *, side_by_side: bool = False, mirrored: bool = False
) -> MillieuLayout:
    """Return the layout for a table of this size at scale ``k``. ``mirrored``: the language reads from right to left.

    A mirrored table has the sides exchanged, and the trays and the strip mirrored. The cube is never mirrored.
    """
    narrow = width < 1000
    large = enlarged(k)
    margin = 12.0 if narrow else 24.0 * large
    panel_w = (158.0 if narrow else 228.0) * (1.25 if width >= 1600 else 1.0) * large
    panel_k = min(k, 0.8) if narrow else k
    strip = Rect(margin, 8 * k, width - 2 * margin, 50 * k)
    top = strip.bottom + 14 * k

    left, right = margin, width - margin - panel_w
    sides = (_side(left, top, panel_w, panel_k), _side(right, top, panel_w, panel_k))
    below = sides[0].panel.bottom + 14 * k
    score_h = 118 * k
    board_x = margin + panel_w + _GAP
    message = Rect(board_x, top - 12 * k, width - 2 * board_x, 37 * k)  # two lines of letters of the usual size
    board_y = message.bottom + 3
    board = Rect(board_x, board_y, message.w, height - 8 - board_y)
    buttons = [Rect(left, below + 46 * number * k, panel_w, 36 * k) for number in range(4)]

    trays: dict[str, Rect] = {}
    for mine, side in zip((True, False), sides, strict=True):
        trays.update(tray_slots(side.tray, mine))
    layout = MillieuLayout(
        width=width,
        height=height,
        k=k,
        strip=strip,
        message=message,
        sides=sides,
        take_back=buttons[0],
        neighbours=buttons[1],
        side_by_side=buttons[2] if side_by_side else NOWHERE,
        done=buttons[3 if side_by_side else 2],
        tools=_tools(left, height - 10 * k, panel_w, k),
        score=Rect(right, height - 10 * k - score_h, panel_w, score_h),
        board=board,
        projection=fit(SIDE_BY_SIDE, *board) if side_by_side else fit_stacked(*board),
        slots=trays,
        mirrored=False,
    )
    return finished(layout, mirrored=mirrored)


def finished(layout: MillieuLayout, *, mirrored: bool) -> MillieuLayout:
    """Return the layout with the points of the board added. ``mirrored``: mirror everything except the cube."""
    if mirrored:
        layout = _mirror(layout)
    return replace(layout, slots={**layout.slots, **_points(layout.projection)})


def _tools(x: float, bottom: float, width: float, k: float) -> tuple[Rect, ...]:
    """Return the places of the tool buttons in a row, at most as wide as a panel."""
    step = min(38 * k, width / 5)
    size = step * 33 / 38
    return tuple(Rect(x + place * step, bottom - size, size, size) for place in range(5))


def _side(x: float, y: float, width: float, k: float) -> Side:
    head, pad = 46 * k, 12 * k
    square = width - 2 * pad
    return Side(
        panel=Rect(x, y, width, head + square + 2 * pad),
        head=Rect(x, y, width, head),
        tray=Rect(x + pad, y + head + pad, square, square),
    )


def tray_slots(tray: Rect, mine: bool) -> dict[str, Rect]:
    """Return the places of a tray, one for each kind of piece: a row for each shape, a column for each colour."""
    size = tray.w / 3
    found = {}
    for kind in range(slot_names.KINDS):
        colour, shape = divmod(kind, 3)
        found[slot_names.hand(mine, kind)] = Rect(tray.x + colour * size, tray.y + shape * size, size, size)
    return found


def _points(projection: Projection) -> dict[str, Rect]:
    """Return the squares around the points. Where squares overlap, ``Projection.point_under`` chooses the point."""
    radius = projection.hit_radius
    found = {}
    for index, place in enumerate(slot_names.BOARD):
        x, y = projection.piece(index)
        found[place] = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
    return found


def _mirror(layout: MillieuLayout) -> MillieuLayout:
    """Mirror everything except the cube, whose room is in the middle of the table."""
    w = layout.width
    return replace(
        layout,
        strip=layout.strip.mirrored(w),
        message=layout.message.mirrored(w),
        sides=(layout.sides[0].mirrored(w), layout.sides[1].mirrored(w)),
        take_back=layout.take_back.mirrored(w),
        neighbours=layout.neighbours.mirrored(w),
        side_by_side=layout.side_by_side.mirrored(w),
        done=layout.done.mirrored(w),
        tools=tuple(rect.mirrored(w) for rect in layout.tools),
        score=layout.score.mirrored(w),
        lines=tuple(rect.mirrored(w) for rect in layout.lines),
        slots={name: rect.mirrored(w) for name, rect in layout.slots.items()},
        mirrored=True,
    )
