"""The themes: readable colours, the right typeface, a style sheet that Qt understands, and the system's preference."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QImage, QPainter, QPalette, QRawFont, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QStyleOption

from desktop.contrast import contrast
from mile_bones import i18n, resources
from mile_bones.desktop.look import style_sheet, theme
from mile_bones.desktop.look.themes import THEMES, contrast_theme

NAMES = sorted(THEMES)

# The offscreen platform logs this whenever a window has a least size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


# Words, the ground below them, and the least ratio in any theme. WCAG's level AAA for text needs 7, its level AA 4.5.
TEXT = [
    ("ink", "map_base", 7.0),
    ("ink", "region", 7.0),
    ("ink", "region_light", 7.0),
    ("secondary", "map_base", 7.0),
    ("chrome_ink", "chrome", 13.0),
    ("panel_ink", "panel", 10.0),
    ("panel_ink", "panel_row", 8.0),
    ("panel_ink", "field", 10.0),
    ("panel_secondary", "panel", 7.0),
    ("panel_secondary", "panel_row", 7.0),
    ("message_ink", "message", 11.9),
    ("last_move_ink", "last_move", 7.0),
    ("coup_tag_ink", "coup_tag", 7.0),
    ("other_coup_tag_ink", "other_coup_tag", 7.0),
    ("score_header_ink", "score_header", 7.0),
    ("asphalt_ink", "asphalt", 7.0),
    ("asphalt_secondary", "asphalt", 7.0),
    ("amber_ink", "amber", 9.0),
    ("danger", "panel", 7.0),
    *(
        (words, band, 7.0)
        for words in ("band_ink", "band_line")
        for band in ("band_green", "band_navy", "band_brown", "band_burgundy")
    ),
    ("band_ink", "band_red", 7.0),
]

# Outlines that carry a meaning: WCAG requires a contrast of at least 3 for parts of a control.
SHAPES = [
    ("slot", "map_base", 3.0),
    ("legal", "map_base", 3.0),
    ("focus", "map_base", 7.0),
    ("focus", "panel", 7.0),
    ("focus", "field", 7.0),
    ("last_move", "map_base", 3.0),
    ("coup", "map_base", 3.9),
    ("field_line", "field", 3.0),
    ("field_line", "panel", 3.0),
    ("danger", "panel", 3.0),
    ("icon_brown", "panel", 4.5),
    ("icon_navy", "panel", 4.5),
    ("icon_red", "panel", 4.5),
    ("icon_green", "panel", 4.5),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("upper", "lower", "least"), [*TEXT, *SHAPES])
def test_colours_of_every_theme_have_enough_contrast(name: str, upper: str, lower: str, least: float) -> None:
    dressed = THEMES[name]
    assert contrast(getattr(dressed, upper), getattr(dressed, lower)) >= least


def test_the_contrast_ratio_is_that_of_the_standard() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_selected_and_disabled_words_can_be_read(name: str) -> None:
    dressed = THEMES[name]
    assert contrast(*style_sheet.highlight(dressed)) >= 7
    assert contrast(*style_sheet.selection(dressed)) >= 7
    assert contrast(style_sheet.disabled(dressed), dressed.panel) >= 3


def test_high_contrast_is_black_and_white() -> None:
    contrasting = THEMES["contrast"]
    assert contrasting.map_base == contrasting.panel == contrasting.chrome == QColor("black")
    assert contrasting.panel_ink == contrasting.ink == QColor("white")
    assert contrasting.shadow.alpha() == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_colour_of_a_theme_is_valid(name: str) -> None:
    colours = [value for value in THEMES[name] if isinstance(value, QColor)]
    assert len(colours) > 50
    assert all(colour.isValid() for colour in colours)


@pytest.mark.parametrize("large", [False, True])
def test_high_contrast_has_the_chosen_lines_and_indices(large: bool) -> None:
    wide = [contrast_theme(outlines, large_indices=large) for outlines in ("usual", "thick", "thicker")]
    assert [one.outline for one in wide] == [1.0, 1.5, 2.0]
    assert {one.large_indices for one in wide} == {large}
    assert len({one.name for one in wide}) == 3, "pictures are stored under the names of themes"
    for one in wide:
        assert theme.theme_named(one.name) is one
        assert (one.map_base, one.ink) == (THEMES["contrast"].map_base, THEMES["contrast"].ink)
    lines = [style_sheet.stylesheet(one).count("border: 3px") for one in wide[:2]]
    assert lines[0] < lines[1]


def test_the_veils_of_the_themes_are_as_transparent_as_designed(qapp: QApplication) -> None:
    for dressed in THEMES.values():
        assert dressed.veil.alphaF() == pytest.approx(0.42, abs=0.01)
    assert THEMES["dark"].face_veil.alphaF() == pytest.approx(0.08, abs=0.01)
    assert THEMES["light"].face_veil.alpha() == 0


@pytest.mark.parametrize("weight", ["Medium", "SemiBold", "Bold"])
def test_each_weight_is_taken_from_its_own_font_file(qapp: QApplication, weight: str) -> None:
    made = theme.font(80, weight)
    assert QFontInfo(made).family() == "Cabin"
    assert made.pixelSize() == 80
    file = QRawFont(str(resources.path(f"fonts/Cabin-{weight}.otf")), 80)
    text = "Grand total 5,000"
    expected = sum(point.x() for point in file.advancesForGlyphIndexes(file.glyphIndexesForString(text)))
    plain = theme.font(80, weight)
    plain.setKerning(False)
    assert QFontMetricsF(plain).horizontalAdvance(text) == pytest.approx(expected, abs=1)
    assert QRawFont.fromFont(made).styleName() == weight


def fonts_of(text: str, face: QFont) -> set[str]:
    """Return the typefaces from which the letters are taken, each with its style."""
    layout = QTextLayout(text, face)
    layout.beginLayout()
    layout.createLine().setLineWidth(10_000)
    layout.endLayout()
    raw = [run.rawFont() for run in layout.glyphRuns()]
    return {f"{one.familyName()} {one.styleName()}" for one in raw}


@pytest.mark.parametrize("weight", ["Medium", "SemiBold", "Bold"])
def test_a_sentence_may_have_letters_of_both_scripts(qapp: QApplication, weight: str) -> None:
    face = theme.font(15, weight)
    cabin, vazirmatn = f"Cabin {weight}", f"Vazirmatn UI NL {weight}"
    assert fonts_of("Anna, 25: (3)", face) == {cabin}
    assert fonts_of("گاز،۲۵٪", face) == {vazirmatn}
    assert fonts_of("Anna، ۲۵ گاز", face) == {cabin, vazirmatn}


def test_direction_marks_have_no_width(qapp: QApplication) -> None:
    metrics = QFontMetricsF(theme.font(20))
    for plain, marked in (("Anna", "\u2068Anna\u2069"), ("علی", "\u2068علی\u2069"), ("\u22125", "\u200e\u22125")):
        assert metrics.horizontalAdvance(marked) == metrics.horizontalAdvance(plain) > 0


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_figures_with_and_without_a_minus_have_the_same_height_in_a_row(qapp: QApplication, scale: float) -> None:
    def feet(text: str) -> int:
        """Return the lowest line of the picture in which the text has ink."""
        picture = QImage(120, 80, QImage.Format.Format_Grayscale8)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.setFont(theme.font(15 * scale, "Bold"))
        theme.draw_figure(painter, QRectF(picture.rect()), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        return max(y for y in range(80) if any(picture.pixelColor(x, y).value() < 128 for x in range(120)))

    assert {feet(text) for text in ("5", i18n.format_signed(-5), i18n.format_number(-5))} == {feet("5")}


def test_a_weight_that_does_not_exist_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(KeyError):
        theme.font(12, "Heavy")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scale", [0.86, 1.0, 1.2, 2.0])
def test_the_style_sheet_applies_to_plain_widgets(qapp: QApplication, dressed, name: str, scale: float) -> None:
    dressed(name, scale)  # A sheet that Qt cannot parse makes a warning, and warnings fail the test.
    button, line, words = QPushButton("Go"), QLineEdit("x"), QLabel("Miles")
    for widget in (button, line, words):
        widget.ensurePolished()
        assert widget.font().family() == "Cabin"
        assert widget.font().pixelSize() == round(15 * scale)
    option = QStyleOption()
    option.initFrom(words)
    assert option.palette.color(QPalette.ColorRole.WindowText) == THEMES[name].panel_ink
    button.setProperty("kind", "primary")
    button.resize(100, 40)
    button.style().unpolish(button)
    button.style().polish(button)
    picture = button.grab().toImage()
    assert picture.pixelColor(12, 12).name() == THEMES[name].amber.name()


def test_borders_and_margins_are_mirrored_from_right_to_left(qapp: QApplication, dressed) -> None:
    plain, mirrored = (style_sheet.stylesheet(THEMES["light"], mirrored=side) for side in (False, True))
    for left, right in (('[role="part"] { border-left', '[role="part"] { border-right'), ("right_", "left_")):
        assert left in plain
        assert right in mirrored
        assert plain.count(left) > mirrored.count(left)
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        dressed()
        assert qapp.styleSheet() == style_sheet.stylesheet(THEMES["light"], theme.active()[1], mirrored=True)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    dressed()
    assert qapp.styleSheet() == style_sheet.stylesheet(THEMES["light"], theme.active()[1])


@pytest.mark.parametrize("name", NAMES)
def test_the_focus_can_be_seen_on_plain_widgets(qtbot, dressed, name: str) -> None:
    dressed(name)
    for widget in (QPushButton("Go"), QLineEdit("x")):
        qtbot.addWidget(widget)
        widget.setProperty("kind", "plain")
        widget.resize(120, 44)
        without = widget.grab().toImage().pixelColor(60, 1)
        with qtbot.waitActive(widget):
            widget.show()
        widget.setFocus()
        assert widget.grab().toImage().pixelColor(60, 1).name() == THEMES[name].focus.name()
        assert without.name() != THEMES[name].focus.name()


def test_the_active_theme_and_scale_can_be_asked_for(qapp: QApplication, dressed) -> None:
    dressed("dark", 1.2)
    assert theme.active() == (THEMES["dark"], 1.2)
    assert qapp.palette().color(QPalette.ColorRole.Window) == THEMES["dark"].panel


def _system(scheme: Qt.ColorScheme, contrast: Qt.ContrastPreference | None) -> SimpleNamespace:
    """Return a stand-in for a QGuiApplication with these preferences. If ``contrast`` is None, it is a Qt without a
    contrast preference.
    """
    hints = SimpleNamespace(colorScheme=lambda: scheme)
    if contrast is not None:
        hints.accessibility = lambda: SimpleNamespace(contrastPreference=lambda: contrast)
    return SimpleNamespace(styleHints=lambda: hints)


@pytest.mark.parametrize(
    ("scheme", "wish", "expected"),
    [
        (Qt.ColorScheme.Light, "NoPreference", "light"),
        (Qt.ColorScheme.Unknown, "NoPreference", "light"),
        (Qt.ColorScheme.Dark, "NoPreference", "dark"),
        (Qt.ColorScheme.Dark, "HighContrast", "contrast"),
        (Qt.ColorScheme.Light, "HighContrast", "contrast"),
        (Qt.ColorScheme.Dark, None, "dark"),
    ],
)
def test_the_theme_follows_the_systems_preferences(scheme: Qt.ColorScheme, wish: str | None, expected: str) -> None:
    if wish is not None and not hasattr(Qt, "ContrastPreference"):
        pytest.skip("this Qt knows no contrast preference")
    preference = getattr(Qt.ContrastPreference, wish) if wish is not None else None
    system = _system(scheme, preference)
    assert theme.system_scheme(system) == expected
    assert theme.resolve("system", system) is THEMES[expected]


def test_a_chosen_theme_overrides_the_system() -> None:
    system = _system(Qt.ColorScheme.Dark, None)
    assert theme.resolve("light", system) is THEMES["light"]
    with pytest.raises(KeyError):
        theme.resolve("pink", system)
