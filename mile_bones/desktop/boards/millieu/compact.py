"""The compact layout of the Millieu table, for windows too small for the normal one. Pure arithmetic, no Qt."""

from __future__ import annotations

from mile_bones.desktop.boards.millieu.layout import MillieuLayout, Side, finished, millieu_layout, tray_slots
from mile_bones.desktop.boards.millieu.projection import SIDE_BY_SIDE, STACKED, fit, fit_stacked
from mile_bones.desktop.look.scale import Fit
from mile_bones.desktop.table.layout import LEAST_TOOL, NOWHERE, Rect, tools_in

_LINE, _MESSAGE, _BUTTON = 21.0, 30.0, 30.0
"""Three heights at scale 1: the line of a side, the message line, which may have two lines of text, and a button."""
_EDGE, _APART = 5.0, 4.0
_LEAST_BUTTON = 14.0
"""The least height of a button, in pixels. The table may be too low for the buttons while its bar gets its place."""
_TRAY, _SMALL_TRAY = 0.25, 0.2
"""The greatest and the least width of a tray, as fractions of the table's width. Between these limits, the room that
the cube needs decides.
"""
_OFFERED_BELOW = 0.5
"""The scale of the stacked sheets below which the table offers the sheets side by side, if there is room for a button.
"""
_WIDEST = max(view.size[0] / view.size[1] for view in STACKED)
"""The width of the widest view of the stacked sheets, as a multiple of its height."""


def layout_for(
    width: float, height: float, fit: Fit, *, side_by_side: bool = False, mirrored: bool = False
) -> MillieuLayout:
    """Return the layout for a table of this size in a window with this fit: the normal one if it has enough room.

    A bar or a panel beside the table may leave too little room even in a large window.
    """
    if not fit.compact:
        normal = millieu_layout(width, height, fit.k, side_by_side=side_by_side, mirrored=mirrored)
        if normal.roomy:
            return normal
    return compact_layout(width, height, fit.k, side_by_side=side_by_side, mirrored=mirrored)


def compact_layout(
    width: float, height: float, k: float = 1.0, *, side_by_side: bool = False, mirrored: bool = False
) -> MillieuLayout:
    """Return the compact layout for a table of this size at scale ``k``.

    The scores are one line that both sides share, the trays have no heads, and parts at ``NOWHERE`` are left out.
    """
    line, message, button = _LINE * k, _MESSAGE * k, _BUTTON * k
    half = (width - 2 * _EDGE - _APART) / 2
    message_y = _EDGE + line + _APART
    top = message_y + message + _APART
    room = height - top - _EDGE
    beside = (width - room * _WIDEST - 2 * _EDGE - 4 * _APART) / 2
    tray = min(_TRAY * width, max(_SMALL_TRAY * width, beside))
    size = max(60.0, min(tray, room - 2 * (button + _APART)))
    left, right = _EDGE, width - _EDGE - size
    sides = (_side(left, top, size), _side(right, top, size))
    below = top + size + _APART
    button = max(_LEAST_BUTTON, min(button, (height - _EDGE - below - _APART) / 2))
    buttons = [Rect(left, below + number * (button + _APART), size, button) for number in range(3)]
    board_x = left + size + 2 * _APART
    board = Rect(board_x, top, width - 2 * board_x, room)
    stacked = fit_stacked(*board)
    offered = side_by_side or stacked.scale < _OFFERED_BELOW
    offered = offered and buttons[2].bottom <= height - _EDGE
    trays = {**tray_slots(sides[0].tray, True), **tray_slots(sides[1].tray, False)}
    layout = MillieuLayout(
        width=width,
        height=height,
        k=k,
        strip=NOWHERE,
        message=Rect(_EDGE, message_y, width - 2 * _EDGE, message),
        sides=sides,
        take_back=buttons[0],
        neighbours=NOWHERE,
        side_by_side=buttons[1] if offered else NOWHERE,
        done=buttons[2 if offered else 1],
        tools=tools_in(Rect(right, below, size, height - below - _EDGE), max(LEAST_TOOL, 33 * k), 5),
        score=NOWHERE,
        board=board,
        projection=fit(SIDE_BY_SIDE, *board) if side_by_side else stacked,
        slots=trays,
        mirrored=False,
        lines=(Rect(_EDGE, _EDGE, half, line), Rect(width - _EDGE - half, _EDGE, half, line)),
    )
    return finished(layout, mirrored=mirrored)


def _side(x: float, y: float, size: float) -> Side:
    pad = 0.04 * size
    tray = Rect(x + pad, y + pad, size - 2 * pad, size - 2 * pad)
    return Side(panel=Rect(x, y, size, size), head=Rect(x, y, size, 0), tray=tray)
