"""The colours of the desktop: one frozen theme each for light, dark and high contrast.

Each colour is named after its role, so that painting code never contains a hex value. A colour with an alpha value is
for painting over something else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtGui import QColor


class Theme(NamedTuple):
    """A set of colours, named after their roles. The comments say where the colours are used."""

    name: str
    is_dark: bool
    high_contrast: bool

    # The background of the table, an old road map.
    map_base: QColor
    region: QColor
    region_light: QColor
    road: QColor
    road_casing: QColor
    river: QColor
    fold: QColor
    fold_light: QColor
    ink: QColor  # captions on the map
    secondary: QColor  # less important words on the map

    # Menu bar and status bar.
    chrome: QColor
    chrome_ink: QColor
    chrome_line: QColor

    # Panels: score panel, name plates, dialogs.
    panel: QColor
    panel_ink: QColor
    panel_secondary: QColor
    panel_line: QColor
    panel_row: QColor  # every other row of a table
    panel_rule: QColor  # the heavy rule over and under a table
    field: QColor  # inside of an input
    field_line: QColor  # outline of an input or a plain button

    # Slots and cards.
    slot: QColor
    slot_fill: QColor
    tray_fill: QColor  # behind the row of safeties
    shadow: QColor
    card_edge: QColor
    pile_edge: QColor  # the cards that show below the top card of a pile
    face_veil: QColor  # over every card face
    veil: QColor  # over everything that is not a target while a card is dragged

    # The curtain between two people at one device: its folds from the lightest to the darkest, and the trimming.
    curtain_light: QColor
    curtain: QColor
    curtain_dark: QColor
    curtain_trim: QColor

    # States of a slot.
    focus: QColor
    focus_outer: QColor
    legal: QColor
    legal_fill: QColor
    halo: QColor
    last_move: QColor
    last_move_ink: QColor
    coup: QColor
    coup_tag: QColor
    coup_tag_ink: QColor
    other_coup_tag: QColor  # the same for the opponent's
    other_coup_tag_ink: QColor

    # The message line.
    message: QColor
    message_ink: QColor
    message_dot: QColor

    # The trip strip.
    asphalt: QColor
    asphalt_line: QColor
    asphalt_beyond: QColor  # over the stretch behind the flag
    asphalt_ink: QColor
    asphalt_secondary: QColor
    lane: QColor
    verge: QColor  # the painted edge of the road, and its ticks
    you: QColor
    computer: QColor

    # Things that call for action, and headers.
    amber: QColor
    amber_ink: QColor
    amber_line: QColor
    star: QColor  # a natural of Mille
    danger: QColor  # outline and words of a button that erases something
    score_header: QColor
    score_header_ink: QColor
    band_green: QColor
    band_navy: QColor
    band_red: QColor
    band_brown: QColor
    band_burgundy: QColor
    band_ink: QColor
    band_line: QColor

    # The small pictures of the score sheet.
    icon_brown: QColor
    icon_navy: QColor
    icon_red: QColor
    icon_green: QColor
    icon_paper: QColor
    icon_ink: QColor
    icon_asphalt: QColor
    icon_lane: QColor

    # Choices of the player, for high contrast only.
    outline: float = 1.0
    """The width of lines, as a multiple of the usual width."""
    large_indices: bool = False
    """Whether the indices in the corners of the cards are larger."""

    @property
    def ring(self) -> float:
        """The width of the inner line of the focus ring, in pixels, for strokes with a ``heft`` of 1."""
        return 4.4 * self.outline if self.high_contrast else 3.0


def _alpha(value: str, opacity: float) -> QColor:
    colour = QColor(value)
    colour.setAlphaF(opacity)
    return colour


LIGHT = Theme(
    name="light",
    is_dark=False,
    high_contrast=False,
    map_base=QColor("#C3CEAC"),
    region=QColor("#B7C59C"),
    region_light=QColor("#CFD8BA"),
    road=QColor("#EDE6CB"),
    road_casing=QColor("#B4BF9A"),
    river=QColor("#A9C7C4"),
    fold=_alpha("#8FA073", 0.28),
    fold_light=_alpha("#FFFFFF", 0.30),
    ink=QColor("#22302A"),
    secondary=QColor("#2A342A"),
    chrome=QColor("#F7F0DF"),
    chrome_ink=QColor("#2A2421"),
    chrome_line=QColor("#D9CCAA"),
    panel=QColor("#FFF8E8"),
    panel_ink=QColor("#2A2421"),
    panel_secondary=QColor("#5A4B31"),
    panel_line=QColor("#CFC09C"),
    panel_row=QColor("#F6EBCF"),
    panel_rule=QColor("#2A2421"),
    field=QColor("#FFFDF6"),
    field_line=QColor("#6E5B48"),
    slot=QColor("#54644A"),
    slot_fill=_alpha("#FFFFFF", 0.20),
    tray_fill=_alpha("#FFFFFF", 0.18),
    shadow=_alpha("#2A331C", 0.16),
    card_edge=QColor("#CFC09C"),
    pile_edge=QColor("#F1E6CB"),
    face_veil=_alpha("#1D282B", 0.0),
    veil=_alpha("#C3CEAC", 0.42),
    curtain_light=QColor("#215A5F"),
    curtain=QColor("#17484C"),
    curtain_dark=QColor("#11383B"),
    curtain_trim=QColor("#F8BE3B"),
    focus=QColor("#12294F"),
    focus_outer=QColor("#FFFFFF"),
    legal=QColor("#9E420E"),
    legal_fill=_alpha("#FFE9B0", 0.20),
    halo=QColor("#F8BE3B"),
    last_move=QColor("#19507C"),
    last_move_ink=QColor("#FFFFFF"),
    coup=QColor("#B3261A"),
    coup_tag=QColor("#A32318"),
    coup_tag_ink=QColor("#FFF8E8"),
    other_coup_tag=QColor("#234A9E"),
    other_coup_tag_ink=QColor("#FFF8E8"),
    message=QColor("#22302A"),
    message_ink=QColor("#FFF8E8"),
    message_dot=QColor("#F8BE3B"),
    asphalt=QColor("#4A4646"),
    asphalt_line=QColor("#4A4646"),
    asphalt_beyond=_alpha("#000000", 0.28),
    asphalt_ink=QColor("#FFF8E8"),
    asphalt_secondary=QColor("#E5E0D4"),
    lane=QColor("#F5D98A"),
    verge=QColor("#F4EBD2"),
    you=QColor("#D1452B"),
    computer=QColor("#2F67B1"),
    amber=QColor("#F8BE3B"),
    amber_ink=QColor("#2A2421"),
    amber_line=QColor("#2A2421"),
    star=QColor("#A87208"),
    danger=QColor("#8F2114"),
    score_header=QColor("#14533F"),
    score_header_ink=QColor("#FFF8E8"),
    band_green=QColor("#14533F"),
    band_navy=QColor("#1A2F5C"),
    band_red=QColor("#8F2114"),
    band_brown=QColor("#4A3A1E"),
    band_burgundy=QColor("#6B1F33"),
    band_ink=QColor("#FFF8E8"),
    band_line=QColor("#FFF3D6"),
    icon_brown=QColor("#4A3A1E"),
    icon_navy=QColor("#1A2F5C"),
    icon_red=QColor("#B3261A"),
    icon_green=QColor("#14533F"),
    icon_paper=QColor("#FFF8E8"),
    icon_ink=QColor("#2A2421"),
    icon_asphalt=QColor("#4A4646"),
    icon_lane=QColor("#F5D98A"),
)

DARK = Theme(
    name="dark",
    is_dark=True,
    high_contrast=False,
    map_base=QColor("#1D282B"),
    region=QColor("#223034"),
    region_light=QColor("#26353A"),
    road=QColor("#2C3A3E"),
    road_casing=QColor("#151D1F"),
    river=QColor("#1F3B45"),
    fold=_alpha("#11191B", 0.28),
    fold_light=_alpha("#FFFFFF", 0.04),
    ink=QColor("#F4EDDA"),
    secondary=QColor("#EFE6CF"),
    chrome=QColor("#141B1D"),
    chrome_ink=QColor("#EFE6CF"),
    chrome_line=QColor("#2F3C3F"),
    panel=QColor("#263338"),
    panel_ink=QColor("#EFE6CF"),
    panel_secondary=QColor("#D8D2C1"),
    panel_line=QColor("#42545A"),
    panel_row=QColor("#2E3D43"),
    panel_rule=QColor("#C9C2AC"),
    field=QColor("#1A2427"),
    field_line=QColor("#8FA3A2"),
    slot=QColor("#8FA3A2"),
    slot_fill=_alpha("#FFFFFF", 0.05),
    tray_fill=_alpha("#FFFFFF", 0.045),
    shadow=_alpha("#000000", 0.38),
    card_edge=QColor("#CFC09C"),
    pile_edge=QColor("#F1E6CB"),
    face_veil=_alpha("#1D282B", 0.08),
    veil=_alpha("#1D282B", 0.42),
    curtain_light=QColor("#1B4347"),
    curtain=QColor("#143538"),
    curtain_dark=QColor("#0D2629"),
    curtain_trim=QColor("#C2952F"),
    focus=QColor("#FFFFFF"),
    focus_outer=QColor("#12294F"),
    legal=QColor("#FFC24A"),
    legal_fill=_alpha("#5A4412", 0.20),
    halo=QColor("#F8BE3B"),
    last_move=QColor("#A3D3F6"),
    last_move_ink=QColor("#0B1B28"),
    coup=QColor("#FF6F5B"),
    coup_tag=QColor("#A32318"),
    coup_tag_ink=QColor("#FFF8E8"),
    other_coup_tag=QColor("#2A50A5"),
    other_coup_tag_ink=QColor("#FFF8E8"),
    message=QColor("#F3E3B3"),
    message_ink=QColor("#2A2421"),
    message_dot=QColor("#B5521B"),
    asphalt=QColor("#393F42"),
    asphalt_line=QColor("#393F42"),
    asphalt_beyond=_alpha("#000000", 0.28),
    asphalt_ink=QColor("#FFF8E8"),
    asphalt_secondary=QColor("#D9D2C0"),
    lane=QColor("#F5D98A"),
    verge=QColor("#F4EBD2"),
    you=QColor("#D54D33"),
    computer=QColor("#3F7CCC"),
    amber=QColor("#F8BE3B"),
    amber_ink=QColor("#2A2421"),
    amber_line=QColor("#2A2421"),
    star=QColor("#F3BF45"),
    danger=QColor("#FFBDB3"),
    score_header=QColor("#14533F"),
    score_header_ink=QColor("#FFF8E8"),
    band_green=QColor("#14533F"),
    band_navy=QColor("#1A2F5C"),
    band_red=QColor("#8F2114"),
    band_brown=QColor("#4A3A1E"),
    band_burgundy=QColor("#6B1F33"),
    band_ink=QColor("#FFF8E8"),
    band_line=QColor("#FFF3D6"),
    icon_brown=QColor("#D9C48F"),
    icon_navy=QColor("#9CBCF2"),
    icon_red=QColor("#FF8F7E"),
    icon_green=QColor("#7FD1B0"),
    icon_paper=QColor("#1D282B"),
    icon_ink=QColor("#EFE6CF"),
    icon_asphalt=QColor("#C9C2AC"),
    icon_lane=QColor("#1D282B"),
)

_BLACK, _WHITE, _YELLOW = "#000000", "#FFFFFF", "#FFE600"

CONTRAST = Theme(
    name="contrast",
    is_dark=True,
    high_contrast=True,
    map_base=QColor(_BLACK),
    region=QColor(_BLACK),
    region_light=QColor(_BLACK),
    road=QColor(_BLACK),
    road_casing=QColor(_BLACK),
    river=QColor(_BLACK),
    fold=_alpha(_BLACK, 0.0),
    fold_light=_alpha(_BLACK, 0.0),
    ink=QColor(_WHITE),
    secondary=QColor(_WHITE),
    chrome=QColor(_BLACK),
    chrome_ink=QColor(_WHITE),
    chrome_line=QColor(_WHITE),
    panel=QColor(_BLACK),
    panel_ink=QColor(_WHITE),
    panel_secondary=QColor(_WHITE),
    panel_line=QColor(_WHITE),
    panel_row=QColor(_BLACK),
    panel_rule=QColor(_WHITE),
    field=QColor(_BLACK),
    field_line=QColor(_WHITE),
    slot=QColor(_WHITE),
    slot_fill=_alpha(_BLACK, 0.0),
    tray_fill=_alpha(_BLACK, 0.0),
    shadow=_alpha(_BLACK, 0.0),
    card_edge=QColor("#CFC09C"),
    pile_edge=QColor(_WHITE),
    face_veil=_alpha(_BLACK, 0.0),
    veil=_alpha(_BLACK, 0.42),
    curtain_light=QColor(_BLACK),
    curtain=QColor(_BLACK),
    curtain_dark=QColor(_BLACK),
    curtain_trim=QColor(_WHITE),
    focus=QColor(_YELLOW),
    focus_outer=QColor(_BLACK),
    legal=QColor(_YELLOW),
    legal_fill=_alpha(_BLACK, 0.20),
    halo=QColor(_YELLOW),
    last_move=QColor("#5CE1FF"),
    last_move_ink=QColor("#0B1B28"),
    coup=QColor("#FF5A4A"),
    coup_tag=QColor("#A32318"),
    coup_tag_ink=QColor("#FFF8E8"),
    other_coup_tag=QColor("#2346A8"),
    other_coup_tag_ink=QColor("#FFFFFF"),
    message=QColor(_YELLOW),
    message_ink=QColor(_BLACK),
    message_dot=QColor("#B5521B"),
    asphalt=QColor(_BLACK),
    asphalt_line=QColor(_WHITE),
    asphalt_beyond=_alpha(_BLACK, 0.0),
    asphalt_ink=QColor("#FFF8E8"),
    asphalt_secondary=QColor("#CFC6B0"),
    lane=QColor("#F5D98A"),
    verge=QColor("#F4EBD2"),
    you=QColor("#D1452B"),
    computer=QColor("#2F67B1"),
    amber=QColor("#F8BE3B"),
    amber_ink=QColor(_BLACK),
    amber_line=QColor("#F8BE3B"),
    star=QColor("#F8BE3B"),
    danger=QColor("#FF8A7D"),
    score_header=QColor(_BLACK),
    score_header_ink=QColor(_WHITE),
    band_green=QColor(_BLACK),
    band_navy=QColor(_BLACK),
    band_red=QColor(_BLACK),
    band_brown=QColor(_BLACK),
    band_burgundy=QColor(_BLACK),
    band_ink=QColor(_WHITE),
    band_line=QColor(_WHITE),
    icon_brown=QColor(_WHITE),
    icon_navy=QColor(_WHITE),
    icon_red=QColor(_WHITE),
    icon_green=QColor(_WHITE),
    icon_paper=QColor(_BLACK),
    icon_ink=QColor(_WHITE),
    icon_asphalt=QColor(_WHITE),
    icon_lane=QColor(_BLACK),
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

OUTLINES = {"usual": 1.0, "thick": 1.5, "thicker": 2.0}
"""The width of the lines in high contrast, as a multiple of the usual width, by the name of the choice."""
_LARGE = "large"


def contrast_theme(outlines: str, *, large_indices: bool) -> Theme:
    """Return the high-contrast theme with these choices."""
    chosen = (outlines, _LARGE) if large_indices else (outlines,) if OUTLINES[outlines] != 1.0 else ()
    return theme_named("_".join(("contrast", *chosen)))


@lru_cache(maxsize=16)  # one object for each name, because stored pictures are identified by the object
def theme_named(name: str) -> Theme:
    """Return the theme with this name: one of ``THEMES``, or the high-contrast theme with its choices. Raise KeyError
    for any other name.
    """
    base, *choices = name.split("_")
    if not choices:
        return THEMES[base]
    return THEMES[base]._replace(name=name, outline=OUTLINES[choices[0]], large_indices=_LARGE in choices[1:])
