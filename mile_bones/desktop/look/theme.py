"""Which theme and which typeface the desktop has, and how an application gets them."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from mile_bones import resources
from mile_bones.desktop.look.scale import Fit, text_factor
from mile_bones.desktop.look.style_sheet import application_palette, stylesheet
from mile_bones.desktop.look.themes import THEMES, Theme, theme_named

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

FAMILY = "Cabin"
ARABIC_FAMILY = "Vazirmatn UI NL"
"""For what Cabin has no letters for, in Persian and in the names of whoever has one in Arabic script. It has no Latin
letters, so that both stand in one sentence; "UI": its lines need hardly more height."""
WEIGHTS = {"Medium": QFont.Weight.Medium, "SemiBold": QFont.Weight.DemiBold, "Bold": QFont.Weight.Bold}


# ------------------------------------------------------------------ which theme


def _windows_high_contrast() -> bool:
    """Whether Windows runs one of its contrast themes; False where that cannot be read."""
    if sys.platform != "win32":
        return False
    import ctypes  # Only here: nothing else needs it, and it costs time at start.

    class HighContrast(ctypes.Structure):
        _fields_ = [
            ("cbSize", ctypes.c_uint),
            ("dwFlags", ctypes.c_uint),
            ("lpszDefaultScheme", ctypes.c_void_p),
        ]

    answer = HighContrast(cbSize=ctypes.sizeof(HighContrast))
    get_high_contrast, on = 0x0042, 0x0001
    read = ctypes.windll.user32.SystemParametersInfoW(get_high_contrast, answer.cbSize, ctypes.byref(answer), 0)
    return bool(read) and bool(answer.dwFlags & on)


def system_scheme(app: QGuiApplication | None = None) -> str:
    """The theme that the system asks for: "light", "dark" or "contrast". Light where it does not say."""
    hints = QGuiApplication.styleHints() if app is None else app.styleHints()
    if hasattr(hints, "accessibility"):  # Qt 6.10 and later
        preference = hints.accessibility().contrastPreference()
        if preference == Qt.ContrastPreference.HighContrast:
            return "contrast"
    if _windows_high_contrast():
        return "contrast"
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


def resolve(choice: str, app: QGuiApplication | None = None) -> Theme:
    """The theme for a choice of the options: "system", "light", "dark" or "contrast". KeyError for anything else."""
    return THEMES[system_scheme(app) if choice == "system" else choice]


def system_text() -> float:
    """How much larger than usual the system's text is, by the font that it names for its programs."""
    named = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    points = named.pointSizeF() if named.pointSizeF() > 0 else named.pixelSize() * 0.75
    return text_factor(points, sys.platform)


# ------------------------------------------------------------------ the typeface

_loaded = False

PICTURE_LIFT = 8
"""Empty space below a small picture among words, in pixels at scale 1. Qt sets the middle of a picture on the base line
of the words beside it; this lifts it to the middle of the letters."""
STYLED = "mileBonesStyled"
"""This property of the application says that it was started with ``-style fusion``: quicker than to change it later."""


def load_fonts() -> None:
    """Make the bundled typefaces known to Qt. Further calls do nothing. Needs a QGuiApplication."""
    global _loaded
    if _loaded:
        return
    for weight in WEIGHTS:
        for file in (f"Cabin-{weight}.otf", f"Vazirmatn-UI-NL-{weight}.ttf"):
            QFontDatabase.addApplicationFont(str(resources.path(f"fonts/{file}")))
    _loaded = True


def font(px: float, weight: str = "SemiBold") -> QFont:
    """The bundled typefaces at `px` logical pixels, in "Medium", "SemiBold" or "Bold"; the caller's own to change."""
    return QFont(_made(max(1, round(px)), weight))  # copies share what Qt has looked up for them


@lru_cache(maxsize=128)
def _made(pixels: int, weight: str) -> QFont:
    load_fonts()
    made = QFont([FAMILY, ARABIC_FAMILY])
    made.setPixelSize(pixels)
    made.setWeight(WEIGHTS[weight])
    made.setKerning(True)
    # Outlines as they were drawn: text keeps its width when the device pixel ratio changes.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


# ------------------------------------------------------------------ the application as a whole


def apply_theme(app: QApplication, theme: Theme, scale: float = 1.0, *, compact: bool = False) -> None:
    """Dress the whole application in `theme`; `scale` is the k of the layout, the user's text size in it.

    `compact`: tables are to take the compact form.

    What is worn already is not put on again. Never take the style sheet away with `setStyleSheet("")` while widgets
    live: Qt 6.11 then keeps pointers to them and crashes at the next sheet.
    """
    app.setProperty("mileBonesCompact", compact)
    mirrored = app.layoutDirection() == Qt.LayoutDirection.RightToLeft
    worn = tuple(app.property(f"mileBones{name}") for name in ("Theme", "Scale", "Mirrored"))
    if worn == (theme.name, scale, mirrored):
        return
    load_fonts()
    if app.property("mileBonesTheme") is None and not app.property(STYLED):
        app.setStyle("Fusion")  # The one style that looks the same everywhere under a style sheet.
    app.setProperty("mileBonesTheme", theme.name)
    app.setProperty("mileBonesScale", scale)
    app.setProperty("mileBonesMirrored", mirrored)
    app.setPalette(application_palette(theme))
    app.setFont(font(15 * scale, "SemiBold"))
    app.setStyleSheet(stylesheet(theme, scale, mirrored=mirrored))


def set_look(widget: QWidget, name: str, value: str) -> None:
    """Give a property by which the style sheet goes another value, and dress the widget by it."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    QGuiApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # else a frame keeps the widths of its lines


def active() -> tuple[Theme, float]:
    """The theme and the scale of the last `apply_theme`; light at 1 before the first."""
    app = QGuiApplication.instance()
    name = app.property("mileBonesTheme") if app is not None else None
    scale = app.property("mileBonesScale") if app is not None else None
    return theme_named(name or "light"), float(scale or 1.0)


def active_fit() -> Fit:
    """The scale of the last `apply_theme`, and whether tables take the compact form."""
    app = QGuiApplication.instance()
    return Fit(active()[1], bool(app is not None and app.property("mileBonesCompact")))
