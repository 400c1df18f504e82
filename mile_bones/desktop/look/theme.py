"""The theme and the typeface of the desktop, and the functions that apply them to an application."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from mile_bones import resources
from mile_bones.desktop.look.scale import Fit, text_factor
from mile_bones.desktop.look.style_sheet import application_palette, stylesheet
from mile_bones.desktop.look.themes import THEMES, Theme, theme_named

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication, QWidget

FAMILY = "Cabin"
ARABIC_FAMILY = "Vazirmatn UI NL"
"""The typeface for letters that Cabin lacks: Persian, and any names in Arabic script. This typeface has no Latin
letters, so that both typefaces can be used in one sentence. "UI" in its name means that its lines are hardly higher
than those of Cabin.
"""
WEIGHTS = {"Medium": QFont.Weight.Medium, "SemiBold": QFont.Weight.DemiBold, "Bold": QFont.Weight.Bold}


# ------------------------------------------------------------------ choosing the theme


def _windows_high_contrast() -> bool:
    """Return True if Windows uses one of its contrast themes, and False if that cannot be read."""
    if sys.platform != "win32":
        return False
    import ctypes  # imported late, because nothing else needs it and it slows the start

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
    """Return the theme that the system asks for: "light", "dark" or "contrast".

    If the system asks for none, return "light".
    """
    hints = QGuiApplication.styleHints() if app is None else app.styleHints()
    if hasattr(hints, "accessibility"):  # for Qt 6.10 and later
        preference = hints.accessibility().contrastPreference()
        if preference == Qt.ContrastPreference.HighContrast:
            return "contrast"
    if _windows_high_contrast():
        return "contrast"
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


def resolve(choice: str, app: QGuiApplication | None = None) -> Theme:
    """Return the theme for a choice of the options: "system", "light", "dark" or "contrast".

    Raise KeyError for anything else.
    """
    return THEMES[system_scheme(app) if choice == "system" else choice]


def system_text() -> float:
    """Return the factor of the system's text size to the usual size, according to the font that the system suggests to
    programs.
    """
    named = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    points = named.pointSizeF() if named.pointSizeF() > 0 else named.pixelSize() * 0.75
    return text_factor(points, sys.platform)


# ------------------------------------------------------------------ the typeface

_loaded = False

PICTURE_LIFT = 8
"""The empty space below a small picture in text, in pixels at scale 1. Qt aligns the middle of a picture with the base
line of the text, and this space lifts it to the middle of the letters.
"""
STYLED = "mileBonesStyled"
"""The property of the application that is set if it was started with ``-style fusion``. Starting with this style is
quicker than setting the style later.
"""


def load_fonts() -> None:
    """Make the bundled typefaces known to Qt. Further calls have no effect. A QGuiApplication must exist."""
    global _loaded
    if _loaded:
        return
    for weight in WEIGHTS:
        for file in (f"Cabin-{weight}.otf", f"Vazirmatn-UI-NL-{weight}.ttf"):
            QFontDatabase.addApplicationFont(str(resources.path(f"fonts/{file}")))
    _loaded = True


def font(px: float, weight: str = "SemiBold") -> QFont:
    """Return the bundled typefaces at `px` logical pixels, in "Medium", "SemiBold" or "Bold".

    The caller may change the font.
    """
    return QFont(_made(max(1, round(px)), weight))  # copies of a QFont share Qt's look-up


@lru_cache(maxsize=128)
def _made(pixels: int, weight: str) -> QFont:
    load_fonts()
    made = QFont([FAMILY, ARABIC_FAMILY])
    made.setPixelSize(pixels)
    made.setWeight(WEIGHTS[weight])
    made.setKerning(True)
    # Outlines without hinting: text keeps its width when the device pixel ratio changes.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def draw_figure(painter: QPainter, box: QRectF, flags: Qt.AlignmentFlag, text: str) -> None:
    """Draw a text in one line, vertically where a text in Cabin alone would be.

    Cabin lacks the minus, and the one of Vazirmatn makes the line higher. Qt would centre the higher line, so that a
    figure with a minus would be above the other figures of its row.
    """
    metrics = QFontMetricsF(painter.font())
    usual, found = (metrics.boundingRect(box, int(flags), each).top() for each in ("0", text))
    painter.drawText(box.translated(0, usual - found), flags, text)


# ------------------------------------------------------------------ the application as a whole


def apply_theme(app: QApplication, theme: Theme, scale: float = 1.0, *, compact: bool = False) -> None:
    """Apply `theme` to the whole application; `scale` is the k of the layout and includes the user's text size.

    `compact`: tables take the compact form.

    The function does nothing if theme and scale have not changed. Never remove the style sheet with `setStyleSheet("")`
    while widgets live: Qt 6.11 then keeps pointers to the widgets and crashes at the next style sheet.
    """
    app.setProperty("mileBonesCompact", compact)
    mirrored = app.layoutDirection() == Qt.LayoutDirection.RightToLeft
    worn = tuple(app.property(f"mileBones{name}") for name in ("Theme", "Scale", "Mirrored"))
    if worn == (theme.name, scale, mirrored):
        return
    load_fonts()
    if app.property("mileBonesTheme") is None and not app.property(STYLED):
        app.setStyle("Fusion")  # the only style that looks the same everywhere under a style sheet
    app.setProperty("mileBonesTheme", theme.name)
    app.setProperty("mileBonesScale", scale)
    app.setProperty("mileBonesMirrored", mirrored)
    app.setPalette(application_palette(theme))
    app.setFont(font(15 * scale, "SemiBold"))
    app.setStyleSheet(stylesheet(theme, scale, mirrored=mirrored))


def set_look(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet uses, and restyle the widget."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    QGuiApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # otherwise a frame keeps its line widths


def active() -> tuple[Theme, float]:
    """Return the theme and the scale of the last `apply_theme`, or the light theme and scale 1 before the first
    call.
    """
    app = QGuiApplication.instance()
    name = app.property("mileBonesTheme") if app is not None else None
    scale = app.property("mileBonesScale") if app is not None else None
    return theme_named(name or "light"), float(scale or 1.0)


def active_fit() -> Fit:
    """Return the scale of the last `apply_theme`, and whether tables take the compact form."""
    app = QGuiApplication.instance()
    return Fit(active()[1], bool(app is not None and app.property("mileBonesCompact")))
