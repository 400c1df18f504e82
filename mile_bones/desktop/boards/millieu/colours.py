"""The colours of the cube and the trays for each theme. Colours that every table has are in ``Theme``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtGui import QColor

from mile_bones.desktop.look.themes import Theme


@dataclass(frozen=True)
class SheetColours:
    """The colours of one sheet of the cube."""

    fill: QColor
    edge: QColor
    road: QColor
    """The rim of the sheet's roads and sockets."""


@dataclass(frozen=True)
class CubeColours:
    """The colours of the Millieu board."""

    sheets: tuple[SheetColours, ...]
    """The colours of the three sheets, the bottom one first."""
    road: QColor
    """The middle of every road and socket."""
    shadow: QColor
    post: QColor
    post_light: QColor
    hidden_post: QColor
    ink: QColor
    """The rim around amber parts."""
    amber: QColor
    near: QColor
    """An empty neighbour."""
    bracket: QColor
    bracket_rim: QColor
    taken_up: QColor
    taken_up_rim: QColor
    disc_rim: QColor
    """The rim of the amber discs that mark a point."""
    last: QColor
    last_rim: QColor
    take: QColor
    take_rim: QColor
    badge: QColor
    badge_rim: QColor
    cell: QColor
    ghost: QColor
    head: QColor
    """The head of the panel of a player who is not to move."""
    done: QColor
    """The disc of a step that is done."""


_SHEETS = (("#D3DDB4", "#8FA36B", "#5B6F3F"), ("#EBDFB6", "#C0AB72", "#7E6B3A"), ("#FFF8E8", "#D8C698", "#8A774A"))
_NIGHT = "#1D282B"


def _alpha(value: str, opacity: float) -> QColor:
    colour = QColor(value)
    colour.setAlphaF(opacity)
    return colour


def _mixed(value: str, share: float, opacity: float = 1.0) -> QColor:
    """Return the colour ``value`` with the dark background mixed in. ``share`` is the proportion of the background."""
    day, night = QColor(value), QColor(_NIGHT)
    mixed = QColor.fromRgbF(
        day.redF() * (1 - share) + night.redF() * share,
        day.greenF() * (1 - share) + night.greenF() * share,
        day.blueF() * (1 - share) + night.blueF() * share,
    )
    mixed.setAlphaF(opacity)
    return mixed


_LIGHT = CubeColours(
    sheets=tuple(SheetColours(_alpha(fill, 0.8), _alpha(edge, 0.95), QColor(road)) for fill, edge, road in _SHEETS),
    road=QColor("#FFFDF4"),
    shadow=_alpha("#1E2614", 0.13),
    post=QColor("#5A4A38"),
    post_light=QColor("#E9DDBB"),
    hidden_post=_alpha("#5A4A38", 0.42),
    ink=QColor("#2A2421"),
    amber=QColor("#F8BE3B"),
    near=QColor("#FFE3A0"),
    bracket=QColor("#9E420E"),
    bracket_rim=QColor("#FFF8E8"),
    taken_up=QColor("#9E420E"),
    taken_up_rim=QColor("#FFF8E8"),
    disc_rim=QColor("#9E420E"),
    last=QColor("#1D5C8F"),
    last_rim=QColor("#FFFFFF"),
    take=QColor("#B3261A"),
    take_rim=QColor("#FFF8E8"),
    badge=QColor("#2A2421"),
    badge_rim=QColor("#FFF8E8"),
    cell=QColor("#F3E7C9"),
    ghost=QColor("#B39E6B"),
    head=QColor("#F6EBCF"),
    done=QColor("#2C8465"),
)

_DARK = replace(
    _LIGHT,
    sheets=tuple(
        SheetColours(_mixed(fill, 0.3, 0.9), _mixed(edge, 0.45), _mixed(road, 0.35)) for fill, edge, road in _SHEETS
    ),
    bracket=QColor("#FFC24A"),
    bracket_rim=QColor("#2A2421"),
    taken_up=QColor("#FFFFFF"),
    taken_up_rim=QColor("#2A2421"),
    cell=QColor("#334349"),
    ghost=QColor("#8FA3A2"),
    head=QColor("#2F3F45"),
)

_BLACK_SHEET = SheetColours(QColor("#000000"), QColor("#FFFFFF"), QColor("#000000"))
_CONTRAST = CubeColours(
    sheets=(_BLACK_SHEET, _BLACK_SHEET, _BLACK_SHEET),
    road=QColor("#FFFFFF"),
    shadow=QColor(0, 0, 0, 0),
    post=QColor("#FFFFFF"),
    post_light=QColor("#000000"),
    hidden_post=QColor("#FFFFFF"),
    ink=QColor("#000000"),
    amber=QColor("#FFE600"),
    near=QColor("#FFFFFF"),
    bracket=QColor("#FFE600"),
    bracket_rim=QColor("#000000"),
    taken_up=QColor("#FFE600"),
    taken_up_rim=QColor("#000000"),
    disc_rim=QColor("#000000"),
    last=QColor("#5CE1FF"),
    last_rim=QColor("#000000"),
    take=QColor("#FF5A4A"),
    take_rim=QColor("#000000"),
    badge=QColor("#000000"),
    badge_rim=QColor("#FFFFFF"),
    cell=QColor("#000000"),
    ghost=QColor("#FFFFFF"),
    head=QColor("#000000"),
    done=QColor("#2C8465"),
)


def cube_colours(theme: Theme) -> CubeColours:
    """Return the colours for this theme."""
    if theme.high_contrast:
        return _CONTRAST
    return _DARK if theme.is_dark else _LIGHT
