"""Text of any size in windows of any size. Nothing is cut short, nothing is outside the window, and everything can be
reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop.reader import read
from desktop.test_scenes import (
    BY_NAME,
    check_captions,
    check_furniture,
    check_menus_and_status_bar,
    check_message,
    check_rooms,
)
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.compact import compact_layout
from mile_bones.desktop.boards.milebones.layout import table_layout
from mile_bones.desktop.boards.millieu import compact as millieu
from mile_bones.desktop.boards.millieu.items import PointItem
from mile_bones.desktop.boards.montreal import compact as montreal
from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.desktop.look.scale import Fit, fit_for, scale_for, text_factor
from mile_bones.desktop.look.theme import active_fit
from mile_bones.desktop.table.layout import Rect
from mile_bones.storage.settings import TEXT
from pictures.stage import Stage, staged

# The offscreen platform logs these whenever a window has a least size.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints", "does not support raise")

SIZES = ((800, 600), (999, 700), (1000, 700), (1280, 800), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160))
SMALL = ((640, 400, "100"), (640, 400, "200"), (800, 600, "150"), (800, 600, "250"), (1280, 800, "250"))
"""Width, height and text size of windows with less space than the tables would need."""
DIALOGS = (
    *("extension", "score-sheet", "both-hands", "game-over", "high-scores", "give-up", "options", "name", "about"),
    *("unsaved", "check", "restore", "whose-games", "history", "statistics", "review", "number", "lesson-question"),
    *("players-more", "mille-question", "mille-score-sheet", "mille-payment", "past-coups", "mistake-values"),
)
PAGES = (
    *("lesson", "mille-lesson", "coup-answered", "coup-refused", "watching"),
    *("replay-review", "replay-review-both", "mistake-answered", "millieu-coup-answered"),
    "mille-coup-answered",
)


# ------------------------------------------------------------------ arithmetic


@pytest.mark.parametrize("size", SIZES)
def test_text_of_usual_size_makes_no_table_from_800_x_600_on_compact(size: tuple[int, int]) -> None:
    assert fit_for(*size) == Fit(scale_for(*size), False)


@pytest.mark.parametrize(
    ("size", "text", "k", "compact"),
    [
        ((1920, 1080), 1.25, 1.5, False),
        ((1920, 1080), 2.5, 3.0, True),
        ((1280, 800), 1.25, 1.25, False),
        ((784, 552), 1.0, 0.86, False),  # a screen of 800x600
        ((1280, 800), 1.5, 1.5, True),
        ((800, 600), 2.5, 2.15, True),
        ((640, 400), 1.0, 0.86, True),
        ((640, 400), 2.5, 1.72, True),  # a larger scale would leave no space for anything else
    ],
)
def test_the_text_size_decides_the_scale_and_the_form(
    size: tuple[int, int], text: float, k: float, compact: bool
) -> None:
    found = fit_for(*size, text)
    assert found.k == pytest.approx(k)
    assert found.compact is compact


@pytest.mark.parametrize(
    ("points", "platform", "factor"),
    [
        (9, "win32", 1.0),
        (13.5, "win32", 1.5),
        (13, "darwin", 1.0),
        (10, "linux", 1.0),
        (11, "linux", 1.0),
        (16.5, "linux", 1.5),
        (72, "linux", 2.5),
        (0, "linux", 1.0),
        (-1, "linux", 1.0),
    ],
)
def test_the_text_size_follows_the_font_size_of_the_system(points: float, platform: str, factor: float) -> None:
    assert text_factor(points, platform) == factor


TABLES = [(640, 345, 0.86), (640, 348, 1.72), (800, 535, 2.15), (1280, 640, 2.5), (1920, 900, 3.0)]
"""The width and height that small windows leave for their table, and its scale."""


def _check_apart(places: dict[str, Rect], width: float, height: float) -> None:
    for name, rect in places.items():
        assert rect.x >= 0 and rect.right <= width and rect.y >= 0 and rect.bottom <= height, name
        assert rect.w >= 15 and rect.h >= 15, name
    for (one, rect), (other, its) in combinations(places.items(), 2):
        assert not rect.meets(its), f"{one} lies over {other}"


@pytest.mark.parametrize(("width", "height", "k"), TABLES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_compact_table_of_mile_bones_holds_all_places(width: int, height: int, k: float, mirrored: bool) -> None:
    now = compact_layout(width, height, k, mirrored=mirrored)
    assert now.slots.keys() == table_layout(1280, 742).slots.keys()
    lines = {"mine": now.plates[0], "theirs": now.plates[1], "message": now.message, "log": now.log_tool}
    tools = {f"tool {number}": rect for number, rect in enumerate(now.tools)}
    _check_apart({**now.slots, **lines, **tools}, width, height)


@pytest.mark.parametrize(("width", "height", "k"), TABLES)
def test_the_compact_table_of_millieu_holds_all_places(width: int, height: int, k: float) -> None:
    now = millieu.compact_layout(width, height, k)
    parts = {"mine": now.lines[0], "theirs": now.lines[1], "message": now.message, "board": now.board}
    parts |= {"my tray": now.sides[0].panel, "their tray": now.sides[1].panel}
    parts |= {"take back": now.take_back, "done": now.done}
    parts |= {f"tool {number}": rect for number, rect in enumerate(now.tools)}
    _check_apart(parts, width, height)
    assert len(now.slots) == 27 + 2 * 9


@pytest.mark.parametrize(("width", "height", "k"), TABLES)
def test_the_compact_table_of_mille_holds_all_rows(width: int, height: int, k: float) -> None:
    now = montreal.compact_frame(width, height, k)
    parts = {"mine": now.plates[0], "theirs": now.plates[1], "message": now.message}
    parts |= {f"row {number}": rect for number, rect in enumerate(now.rows)}
    parts |= {f"tool {number}": rect for number, rect in enumerate(now.tools)}
    _check_apart(parts, width, height)


# ------------------------------------------------------------------ in the window


def _staged(name: str, size: tuple[int, int], text: str, folder: Path):
    scene = BY_NAME[name]
    return staged(replace(scene, settings={**scene.settings, TEXT: text}), size, "light", folder)


def test_a_text_size_applies_at_once_and_can_be_undone(tmp_path: Path, qapp: QApplication) -> None:
    with _staged("road", (1280, 800), "100", tmp_path) as stage:
        window, table = stage.window, stage.table

        def seen() -> tuple[object, ...]:
            return active_fit(), table.layout_now, window.menuBar().font().pixelSize(), table.strip.isVisible()

        usual = seen()
        window.change_settings({TEXT: "250"})
        stage.settle()
        assert active_fit() == Fit(2.5, True)
        assert table.layout_now.compact
        assert window.menuBar().fontInfo().pixelSize() == 35
        assert [line.isVisible() for line in table.lines] == [True, True]
        assert not table.strip.isVisible()
        check_table(stage)
        window.change_settings({TEXT: "100"})
        stage.settle()
        assert seen() == usual


def test_the_magnifier_shows_the_focused_card(tmp_path: Path, qapp: QApplication) -> None:
    with _staged("road", (640, 400), "200", tmp_path) as stage:
        table = stage.table
        assert table.magnifies
        magnifier = table.magnifier
        assert magnifier.isVisible(), "the keyboard has just moved to a card"
        assert table.slots[table.focused_place].model.name.split(":")[0] in " ".join(magnifier.lines)
        assert table.viewport().rect().contains(magnifier.geometry().adjusted(6, 6, -6, -6))
        assert not QRectF(magnifier.geometry()).intersects(table.slots[table.focused_place].rect)
        stage.do(f"focus {slot_names.battle(False)}")
        assert "Go" in " ".join(magnifier.lines)
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, table.height() - 1))
        assert not magnifier.isVisible()


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("text", ["100", "200"])
@pytest.mark.parametrize("size", [(640, 640), (700, 500), (640, 400)], ids=str)
@pytest.mark.parametrize("name", ["road", "lesson-coup", "coup-of-the-day", "mille-taken", "millieu-place"])
def test_the_magnifier_covers_no_card_and_no_point(
    name: str, size: tuple[int, int], text: str, tmp_path: Path, qapp
) -> None:
    with _staged(name, size, text, tmp_path) as stage:
        table = stage.table
        slots = [slot for slot in table.slots.values() if slot.isVisible()]
        cards = [slot.rect for slot in slots if slot.model.face is not None]
        assert len(cards) > 9
        cards += [slot.disc for slot in slots if isinstance(slot, PointItem)]
        stage.do("keys Left")
        for place in [slot.place for slot in slots]:
            stage.do(f"focus {place}")
            assert table.magnifier.isVisible() == table.magnifies
            covering = QRectF(table.magnifier.geometry().adjusted(6, 6, -6, -6)) if table.magnifies else QRectF()
            assert not any(covering.intersects(card) for card in cards), place


def check_table(stage: Stage) -> None:
    """Check that all lines, the message and every slot are complete and within the table."""
    table = stage.table
    room = QRectF(table.viewport().rect())
    taken = []
    for line in table.lines:
        (word,) = read(line)
        assert word.fits and not word.text.endswith("…"), word.text
        assert room.contains(word.inked)
        taken.append(word.inked)
    assert room.contains(table.message.rect)
    for slot in table.slots.values():
        if slot.isVisible():
            assert room.contains(slot.rect), slot.place
    assert not taken[0].intersects(taken[1])


def _inside(part: QWidget, window: QWidget) -> bool:
    place = QRect(part.mapTo(window, QPoint()), part.size())
    return window.rect().contains(place)


def check_dialog(dialog: BaseDialog) -> None:
    """Check that the dialog fits the screen, and that its buttons are completely visible and apart."""
    screen = dialog.screen().availableGeometry()
    assert dialog.width() <= screen.width(), dialog.size()
    assert dialog.height() <= screen.height(), dialog.size()
    buttons = [button for button in dialog.buttons.widgets() if button.isVisible()]
    assert buttons
    for button in buttons:
        if isinstance(button, QLabel):
            assert button.height() >= button.heightForWidth(button.width()), button.text()
            continue
        assert _inside(button, dialog), f"{button} {button.geometry()} in {dialog.size()}"
        assert button.width() >= button.minimumSizeHint().width(), button
        assert button.height() >= min(button.minimumSizeHint().height(), button.sizeHint().height()), button
    for one, other in combinations(buttons, 2):
        assert not one.geometry().intersects(other.geometry())
    across = dialog._area.horizontalScrollBar().maximum()
    assert not across or dialog._area.horizontalScrollBar().isVisible(), "hidden parts can be scrolled to"
    down = dialog._area.verticalScrollBar().maximum()
    assert not down or dialog._area.verticalScrollBar().isVisible()


def each(*names: str, sizes: Sequence[tuple[int, int, str]] = SMALL) -> Callable:
    found = [(name, (width, height), text) for name in names for width, height, text in sizes]
    ids = [f"{name}-{size[0]}x{size[1]}-{text}" for name, size, text in found]
    return pytest.mark.parametrize(("name", "size", "text"), found, ids=ids)


@pytest.mark.parametrize(("size", "text"), [((1280, 800), "125"), ((1920, 1080), "125")])
def test_larger_words_fit_on_the_usual_table(size: tuple[int, int], text: str, tmp_path: Path, qapp) -> None:
    with _staged("road", size, text, tmp_path) as stage:
        assert not stage.table.compact
        check_captions(stage)
        check_message(stage)
        check_furniture(stage)
        check_rooms(stage)


@pytest.mark.sample(proof=10)
@pytest.mark.proof
@each("start", "road", "coup-possible", "laid-down", "stopped", "millieu-place", "mille-draw", "mille-look")
def test_tables_fit_in_little_space(name: str, size: tuple[int, int], text: str, tmp_path: Path, qapp) -> None:
    with _staged(name, size, text, tmp_path) as stage:
        assert stage.window.size().toTuple() == size
        check_table(stage)


@pytest.mark.sample(proof=10)
@pytest.mark.proof
@each(*DIALOGS, sizes=SMALL[:4])  # the screen of the tests is 800 pixels wide
def test_dialogs_fit_in_little_space(name: str, size: tuple[int, int], text: str, tmp_path: Path, qapp) -> None:
    with _staged(name, size, text, tmp_path) as stage:
        dialog = stage.front()
        assert isinstance(dialog, BaseDialog)
        check_dialog(dialog)


@pytest.mark.sample(proof=4)
@pytest.mark.proof
@each(*PAGES)
def test_bars_fit_in_little_space(name: str, size: tuple[int, int], text: str, tmp_path: Path, qapp) -> None:
    with _staged(name, size, text, tmp_path) as stage:
        window = stage.window
        assert window.size().toTuple() == size
        assert window.minimumSizeHint().width() <= size[0], "no part is pushed out of the window"
        assert window.minimumSizeHint().height() <= size[1]


def test_menus_and_status_bar_grow_with_the_text(tmp_path: Path, qapp: QApplication) -> None:
    with _staged("road", (1920, 1080), "150", tmp_path) as stage:
        assert stage.window.status.fontInfo().pixelSize() == 23
        check_menus_and_status_bar(stage.window)
