"""The style sheet and the palette of the whole application, made from a theme.

The dynamic property `kind` selects the kind of a push button ("primary", "secondary", "plain"), and the dynamic
property `role` that of a label ("title", "heading", "strong", "text", "muted" or "note", "error", two for the header of
a dialog, two for a lesson, three for a page on the map). When a widget gets the focus, its outline grows by as much as
its padding shrinks, so that nothing moves.
"""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QColor, QPalette

from mile_bones import resources
from mile_bones.desktop.look.scale import enlarged
from mile_bones.desktop.look.themes import Theme

_SHEET = Template("""
QWidget { font-family: "Cabin", "Vazirmatn UI NL"; font-size: ${px15}px; font-weight: 600; color: $panel_ink; }
QMainWindow { background: $map_base; }
QDialog, QMessageBox { background: $panel; }

/* Menus and bars */
QMenuBar { background: $chrome; color: $chrome_ink; border: none; border-bottom: ${hair}px solid $chrome_line;
    padding: 0 ${px4}px; font-size: ${px14}px; font-weight: 500; }
QMenuBar::item { background: transparent; padding: ${px5}px ${px10}px ${px4}px ${px10}px; margin: ${px2}px 0;
    border-radius: ${px5}px; color: $chrome_ink; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $highlight; color: $highlight_ink; }
QMenu { background: $panel; color: $panel_ink; border: ${hair}px solid $panel_line; padding: ${px5}px;
    font-size: ${px14}px; font-weight: 500; menu-scrollable: 1; }
QMenu::item { background: transparent; padding: ${px6}px ${px8}px; padding-$end: ${px20}px; border-radius: ${px5}px; }
QMenu::item:selected { background: $highlight; color: $highlight_ink; }
QMenu::item:disabled { color: $disabled; background: transparent; }
QMenu::separator { height: ${hair}px; background: $panel_line; margin: ${px5}px ${px8}px; }
QMenu::indicator { width: ${px16}px; height: ${px16}px; margin-left: ${px7}px; margin-right: ${px7}px; }
QMenu::indicator:non-exclusive:checked, QMenu::indicator:exclusive:checked { image: url("$check"); }
QMenu::indicator:non-exclusive:checked:selected, QMenu::indicator:exclusive:checked:selected
    { image: url("$check_highlight"); }
QMenu::right-arrow { image: url("$right"); width: ${px12}px; height: ${px12}px; margin-right: ${px6}px; }
QMenu::left-arrow { image: url("$left"); width: ${px12}px; height: ${px12}px; margin-left: ${px6}px; }
QMenu::right-arrow:selected { image: url("$right_highlight"); }
QMenu::left-arrow:selected { image: url("$left_highlight"); }
QStatusBar { background: $chrome; color: $chrome_ink; border-top: ${hair}px solid $chrome_line; min-height: ${status}px;
    font-size: ${px13}px; font-weight: 500; }
QFrame[bar="true"] { background: $panel; border: none; border-top: ${line}px solid $panel_line; }
QScrollArea#bar_area, QScrollArea#words_area, QFrame[cover="true"] { background: $panel; border: none; }
QScrollArea#review_area { border: ${line}px solid $panel; }
QScrollArea#review_area:focus { border: ${line}px solid $focus; }
QFrame[lies] { background: $panel; border: none; border-top: ${line}px solid $panel_line; }
QFrame[lies="right"] { border-top: none; border-left: ${line}px solid $panel_line; }
QFrame[lies="left"] { border-top: none; border-right: ${line}px solid $panel_line; }
QFrame[lies] QPushButton { padding: ${px5}px ${px12}px; min-height: ${px22}px; }
QPushButton#review_toggle:checked, QPushButton[kind="plain"]:checked { background: $panel_secondary; color: $panel; }
QListWidget#alternatives { border-width: ${hair}px; border-radius: ${px5}px; padding: ${px2}px; }
QListWidget#alternatives:focus { border: ${line}px solid $focus; }
QListWidget#mark_list { background: transparent; border: none; padding: 0; }
QListWidget#log_list { font-size: ${px13}px; border-width: ${hair}px; border-radius: ${px5}px;
    padding: ${px2}px ${px4}px; }
QListWidget#log_list:focus { border: ${line}px solid $focus; }
QListWidget#log_list::item { padding: ${px1}px 0; }
QFrame[bar="true"] QPushButton[compact="true"] { padding: ${px5}px ${px6}px; min-height: ${px22}px; }
QFrame[bar="true"] QPushButton { padding: ${px5}px ${px12}px; min-height: ${px22}px; }
QFrame[bar="true"] QPushButton[slim="true"] { padding: ${px2}px ${px8}px; min-height: ${px18}px; }
QFrame[bar="true"] QPushButton[ring="true"]:focus { padding: ${px5}px ${px12}px; }
QFrame[bar="true"] QPushButton[ring="true"][compact="true"]:focus { padding: ${px5}px ${px6}px; }
QFrame[bar="true"] QPushButton[ring="true"][slim="true"]:focus { padding: ${px2}px ${px8}px; }
QFrame[bar="true"] QComboBox { padding: ${px4}px ${px8}px; }
QScrollArea#bar_area QFrame[bar="true"] QPushButton[ring="true"],
QFrame[bar="true"] QPushButton[ring="true"][low="true"] { padding: ${px1}px ${px6}px; min-height: ${px18}px; }
QScrollArea#bar_area QFrame[bar="true"] QPushButton[ring="true"]:focus,
QFrame[bar="true"] QPushButton[ring="true"][low="true"]:focus { padding: ${px1}px ${px6}px; }
QScrollArea#bar_area QFrame[bar="true"] QComboBox { padding: ${px1}px ${px6}px; }
QStatusBar::item { border: none; }
QSizeGrip { image: none; width: 0; height: 0; }
QStatusBar QLabel { color: $chrome_ink; font-size: ${px13}px; font-weight: 500; padding: 0 ${px8}px; }
QStatusBar QLabel[role="part"] { border-$begin: ${hair}px solid $chrome_line; padding-$begin: ${px14}px; }
QPushButton#unsaved_sign { background: $danger; color: $panel; border: ${line}px solid $danger; border-radius: ${px5}px;
    padding: 0 ${px10}px; min-height: ${px18}px; font-size: ${px13}px; font-weight: 700; }
QPushButton#unsaved_sign:hover, QPushButton#unsaved_sign:pressed { background: $panel; color: $danger; }
QPushButton#unsaved_sign:focus { border: ${line}px solid $focus; padding: 0 ${px10}px; }
QToolTip { background: $panel; color: $panel_ink; border: ${hair}px solid $field_line; padding: ${px5}px ${px8}px;
    font-size: ${px13}px; font-weight: 500; }

/* Words */
QLabel { background: transparent; border: none; }
QLabel:disabled { color: $disabled; }
QLabel[role="heading"] { font-size: ${px17}px; font-weight: 700; }
QLabel[role="title"] { font-size: ${px27}px; font-weight: 700; }
QLabel[role="page-title"] { color: $ink; font-size: ${px36}px; font-weight: 700; }
QLabel[role="page-title-narrow"] { color: $ink; font-size: ${px29}px; font-weight: 700; }
QLabel[role="page-line"] { color: $ink; font-size: ${px16}px; font-weight: 500; }
QLabel[role="strong"] { font-weight: 700; }
QLabel[role="muted"], QLabel[role="note"] { color: $panel_secondary; font-size: ${px14}px; font-weight: 500; }
QLabel[role="text"] { font-weight: 500; }
QLabel[role="lesson"] { font-size: ${px16}px; font-weight: 600; }
QLabel[role="reason"] { font-size: ${px16}px; font-weight: 700; }
QLabel[role="error"] { color: $danger; }
QLabel[role="band-title"] { color: $band_ink; font-size: ${px27}px; font-weight: 700; }
QLabel[role="band-subtitle"] { color: $band_line; font-size: ${px15}px; font-weight: 500; }

/* Buttons */
QPushButton { background: $field; color: $panel_ink; border: ${line}px solid $field_line; border-radius: ${px8}px;
    padding: ${px7}px ${px18}px; min-height: ${px24}px; font-weight: 700; }
QPushButton:hover { background: $panel_row; }
QPushButton:pressed { background: $pressed; }
QPushButton:focus { border: ${thick}px solid $focus; padding: ${in7}px ${in18}px; }
QPushButton[kind="primary"] { background: $amber; color: $amber_ink; border-color: $amber_line; }
QPushButton[kind="primary"]:hover { background: $amber_hover; }
QPushButton[kind="primary"]:pressed { background: $amber_pressed; }
QPushButton[kind="primary"]:focus { border-color: $primary_focus; }
QPushButton[kind="secondary"] { background: $panel; color: $danger; border-color: $danger; }
QPushButton[kind="secondary"]:hover { background: $panel_row; }
QPushButton[kind="secondary"]:focus { border-color: $focus; }
QPushButton[ring="true"] { margin: ${ring}px; }
QPushButton[ring="true"]:focus { border-width: ${line}px; padding: ${px7}px ${px18}px; border-color: $field_line; }
QPushButton[ring="true"][kind="primary"]:focus { border-color: $amber_line; }
QPushButton[ring="true"][kind="secondary"]:focus { border-color: $danger; }
QPushButton:disabled, QPushButton[kind]:disabled { background: $panel; color: $disabled; border-color: $panel_line; }
QToolButton { background: transparent; color: $panel_ink; border: ${line}px solid transparent; border-radius: ${px6}px;
    padding: ${px4}px ${px8}px; }
QToolButton[kind="more"] { border-color: $panel_line; font-weight: 700; }
QToolButton:hover { background: $panel_row; border-color: $panel_line; color: $panel_ink; }
QToolButton:pressed, QToolButton:checked { background: $pressed; border-color: $field_line; color: $panel_ink; }
QToolButton:focus, QToolButton[kind="more"]:focus { border-color: $focus; }
QToolButton:disabled { color: $disabled; background: transparent; border-color: transparent; }

/* Inputs */
QLineEdit, QComboBox { background: $field; color: $panel_ink;
    border: ${line}px solid $field_line; border-radius: ${px7}px; padding: ${px6}px ${px9}px;
    selection-background-color: $selection; selection-color: $selection_ink; }
QLineEdit, QComboBox { min-height: ${px22}px; }
QLineEdit:focus, QComboBox:focus { border: ${thick}px solid $focus; padding: ${in6}px ${in9}px; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { background: transparent; border: none; padding: 0; min-height: 0; }
QComboBox { combobox-popup: 0; selection-background-color: $highlight; selection-color: $highlight_ink; }
QComboBoxPrivateContainer { background: $panel; border: none; }
QLineEdit:disabled, QComboBox:disabled { color: $disabled; border-color: $panel_line; }
QComboBox::drop-down { border: none; width: ${px28}px; subcontrol-origin: padding; subcontrol-position: center right; }
QComboBox::down-arrow { image: url("$down"); width: ${px14}px; height: ${px14}px; }
QComboBox QAbstractItemView { background: $panel; color: $panel_ink; border: ${line}px solid $field_line; outline: none;
    border-radius: 0; padding: ${px3}px; selection-background-color: $highlight; selection-color: $highlight_ink; }
QComboBox QAbstractItemView::item { min-height: ${px28}px; padding: 0 ${px8}px; }
QComboBox QAbstractItemView::item:hover, QComboBox QAbstractItemView::item:selected
    { background: $highlight; color: $highlight_ink; }
QProgressBar { background: $panel_row; border: ${hair}px solid $field_line; border-radius: ${px6}px;
    min-height: ${px18}px; text-align: center; font-size: ${px14}px; }
QProgressBar::chunk { background: $amber; border-radius: ${px5}px; }
QProgressBar#progress_line { min-height: ${px4}px; max-height: ${px4}px; border: none; border-radius: ${px2}px; }
QProgressBar#progress_line::chunk { border-radius: ${px2}px; }
QPushButton::menu-indicator { image: url("$down"); width: ${px12}px; height: ${px12}px; right: ${px10}px;
    subcontrol-origin: border; subcontrol-position: center right; }
QSlider { min-height: ${px26}px; background: transparent; }
QSlider::groove:horizontal { height: ${px6}px; background: $panel_row; border: ${hair}px solid $field_line;
    border-radius: ${px3}px; }
QSlider::sub-page:horizontal { background: $amber; border: ${hair}px solid $amber_line; border-radius: ${px3}px; }
QSlider::handle:horizontal { width: ${px14}px; margin: -${px7}px 0; background: $amber;
    border: ${line}px solid $amber_ink; border-radius: ${px8}px; }
QSlider::handle:horizontal:hover { background: $amber_hover; }
QSlider:focus { border: ${line}px solid $focus; border-radius: ${px7}px; }
QRadioButton, QCheckBox { background: transparent; color: $panel_ink; spacing: ${px8}px; padding: ${px3}px ${px6}px;
    border: ${line}px solid transparent; border-radius: ${px7}px; outline: none; }
QRadioButton:focus, QCheckBox:focus { border-color: $focus; }
QRadioButton:disabled, QCheckBox:disabled { color: $disabled; }
QRadioButton::indicator, QCheckBox::indicator { width: ${px14}px; height: ${px14}px; background: $field;
    border: ${line}px solid $field_line; }
QRadioButton::indicator { border-radius: ${radio}px; }
QCheckBox::indicator { border-radius: ${px4}px; }
QRadioButton::indicator:hover, QCheckBox::indicator:hover { background: $panel_row; }
QRadioButton::indicator:checked { border-color: $radio_line; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5,
    fx: 0.5, fy: 0.5, stop: 0 $radio_dot, stop: 0.5 $radio_dot, stop: 0.6 $radio_ground, stop: 1 $radio_ground); }
QCheckBox::indicator:checked { border-color: $mark_line; background: $amber; image: url("$check_amber"); }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QGroupBox { background: transparent; border: ${hair}px solid $panel_line; border-radius: ${px8}px; font-weight: 700;
    margin-top: ${px10}px; padding: ${px12}px ${px8}px ${px6}px ${px8}px; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; left: ${px12}px; padding: 0 ${px5}px;
    background: $panel; color: $panel_ink; }

/* Lists, pages and tables */
QAbstractItemView { background: $field; alternate-background-color: $panel_row; color: $panel_ink;
    border: ${line}px solid $field_line; border-radius: ${px7}px; outline: none;
    selection-background-color: $highlight; selection-color: $highlight_ink; font-weight: 500; }
QAbstractItemView:focus { border-color: $focus; }
QTableWidget#sheet, QTableWidget#sheet:focus { background: $panel; border: none; border-radius: 0; padding: 0; }
QListView::item, QTreeView::item { padding: ${px4}px ${px6}px; border-radius: ${px4}px; }
QTreeView[lines="true"]::item { border-radius: 0; }
QListView::item:hover, QTreeView::item:hover { background: $panel_row; color: $panel_ink; }
QListView::item:selected, QTreeView::item:selected { background: $highlight; color: $highlight_ink; }
QTreeView::branch { background: $field; }
QTreeView::branch:has-children:closed { image: url("$onward"); }
QTreeView::branch:has-children:open { image: url("$down"); }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $panel_secondary; border: none;
    border-bottom: ${line}px solid $panel_rule; padding: ${px4}px ${px6}px; font-weight: 600; }
QTableCornerButton::section { background: $panel; border: none; }
QTextBrowser { background: $panel; color: $panel_ink; border: ${line}px solid $panel_line; border-radius: ${px7}px;
    padding: ${px9}px; font-weight: 500; selection-background-color: $selection; selection-color: $selection_ink; }
QTextBrowser:focus { border: ${thick}px solid $focus; padding: ${in9}px; }
QTextBrowser[role="licence"] { font-size: ${px13}px; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QSplitter::handle { background: $panel_line; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ${px14}px; }
QScrollBar:horizontal { height: ${px14}px; }
QScrollBar::handle { background: $field_line; border: ${thick}px solid $panel; border-radius: ${px7}px; }
QScrollBar::handle:vertical { min-height: ${px30}px; }
QScrollBar::handle:horizontal { min-width: ${px30}px; }
QScrollBar::handle:hover { background: $panel_ink; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: $panel; border: none; }
QTabWidget::pane { border: ${line}px solid $panel_line; border-radius: ${px7}px; background: $panel; top: -${line}px; }
QTabBar { background: transparent; }
QTabBar::tab { background: $panel_row; color: $panel_secondary; border: ${line}px solid $panel_line;
    padding: ${px6}px ${px14}px; border-top-left-radius: ${px7}px;
    border-top-right-radius: ${px7}px; margin-$end: ${line}px; }
QTabBar[kind="narrow"]::tab { padding: ${px6}px ${px4}px; }
QTabBar::tab:selected { background: $panel; color: $panel_ink; border-bottom-color: $panel; }
QTabBar::tab:focus { border-color: $focus; }
""")

#: Space in pixels that a button with the property `ring` keeps free around itself for its focus ring.
RING = 6


def _css(colour: QColor) -> str:
    if colour.alpha() == 255:
        return colour.name()
    return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {colour.alpha()})"


def _mix(first: QColor, second: QColor, share: float) -> QColor:
    """Return `first` mixed with `share` (0 to 1) of `second`."""
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def highlight(theme: Theme) -> tuple[QColor, QColor]:
    """Return the colours of the background and the words of the selected line in a menu or a list."""
    return theme.amber, theme.amber_ink


def selection(theme: Theme) -> tuple[QColor, QColor]:
    """Return the colours of the background and the words of selected text."""
    return (theme.amber, theme.amber_ink) if theme.is_dark else (theme.focus, theme.focus_outer)


def disabled(theme: Theme) -> QColor:
    """Return the colour of disabled words. It is paler than that of other words, but still readable."""
    return QColor("#BDBDBD") if theme.high_contrast else _mix(theme.panel_secondary, theme.panel, 0.30)


def application_palette(theme: Theme) -> QPalette:
    """Return the palette for everything that the style sheet does not affect: links, placeholders, cursors and native
    parts.
    """
    palette = QPalette()
    mark, mark_ink = selection(theme)
    role = QPalette.ColorRole
    link = theme.last_move
    for key, colour in (
        (role.Window, theme.panel),
        (role.WindowText, theme.panel_ink),
        (role.Base, theme.field),
        (role.AlternateBase, theme.panel_row),
        (role.Text, theme.panel_ink),
        (role.PlaceholderText, theme.panel_secondary),
        (role.Button, theme.panel),
        (role.ButtonText, theme.panel_ink),
        (role.BrightText, theme.danger),
        (role.ToolTipBase, theme.panel),
        (role.ToolTipText, theme.panel_ink),
        (role.Highlight, mark),
        (role.HighlightedText, mark_ink),
        (role.Accent, theme.amber),
        (role.Link, link),
        (role.LinkVisited, link),
        (role.Light, _mix(theme.panel, QColor("white"), 0.2)),
        (role.Midlight, theme.panel_row),
        (role.Mid, theme.panel_line),
        (role.Dark, theme.field_line),
        (role.Shadow, QColor("black")),
    ):
        palette.setColor(key, colour)
    for key in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, key, disabled(theme))
    return palette


_STATUS = 36
"""The minimum height of the status bar in pixels, because it contains a button 32 pixels high."""


def stylesheet(theme: Theme, k: float = 1.0, *, mirrored: bool = False) -> str:
    """Return the style sheet of the whole application, with every size multiplied by `k`.

    Lines become wider only at large scales. `mirrored`: the language is read from right to left. Qt mirrors
    positioned parts, such as an arrow, but neither borders nor padding.
    """
    marked, marked_ink = highlight(theme)
    chosen, chosen_ink = selection(theme)
    tint = "paper" if theme.is_dark else "ink"

    def picture(name: str) -> str:
        return resources.path(f"icons/ui/{name}.svg").as_posix()

    values = {name: _css(colour) for name, colour in theme._asdict().items() if isinstance(colour, QColor)}
    pixels = {size: max(1, round(size * k)) for size in range(1, 61)}
    values |= {f"px{size}": str(scaled) for size, scaled in pixels.items()}
    line = round(2 * enlarged(k) * theme.outline)
    values |= {"hair": str(round(enlarged(k) * theme.outline)), "line": str(line), "thick": str(line + 1)}
    values |= {f"in{size}": str(scaled - 1) for size, scaled in pixels.items()}  # with the focus the outline is thicker
    values["status"] = str(max(_STATUS, pixels[27]))
    values |= {
        "highlight": _css(marked),
        "highlight_ink": _css(marked_ink),
        "selection": _css(chosen),
        "selection_ink": _css(chosen_ink),
        "disabled": _css(disabled(theme)),
        "pressed": _css(_mix(theme.panel_row, theme.panel_ink, 0.12)),
        "amber_hover": _css(_mix(theme.amber, QColor("white"), 0.25)),
        "amber_pressed": _css(_mix(theme.amber, QColor("black"), 0.15)),
        # A yellow ring is invisible on amber. Therefore, in high contrast, the ring around a chosen button is
        # white.
        "primary_focus": _css(theme.panel_ink if theme.high_contrast else theme.focus),
        "mark_line": _css(theme.panel if theme.high_contrast else theme.amber_line),
        "radio_line": _css(theme.amber if theme.is_dark else theme.amber_line),
        "radio_dot": _css(theme.amber if theme.is_dark else theme.amber_ink),
        "radio_ground": _css(theme.field if theme.is_dark else theme.amber),
        "ring": str(RING),
        "radio": str(round(14 * k) // 2 + line),
        "check": picture(f"check_{tint}"),
        "check_highlight": picture("check_ink"),
        "check_amber": picture("check_ink"),
        "begin": "right" if mirrored else "left",
        "end": "left" if mirrored else "right",
        "onward": picture(f"left_{tint}" if mirrored else f"right_{tint}"),
        "right": picture(f"right_{tint}"),
        "left": picture(f"left_{tint}"),
        "down": picture(f"down_{tint}"),
        "right_highlight": picture("right_ink"),
        "left_highlight": picture("left_ink"),
    }
    return _SHEET.substitute(values)
