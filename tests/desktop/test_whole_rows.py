"""Bars and pages that scroll never show only a part of a line or button. They always show the button that leaves
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.test_scenes import BY_NAME
from mile_bones import i18n
from mile_bones.desktop.flow_rows import FlowRows
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.whole_rows import WholeRowsArea, _next_stop, _stops
from mile_bones.desktop.words_bar import WordsBar
from mile_bones.storage.settings import TEXT
from pictures.stage import Stage, staged

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints", "does not support raise")

SIZES, TEXTS = ((640, 400), (800, 600)), ("200", "250")
SCENES = (
    *("lesson", "mille-lesson", "coup-answered", "mille-coup-answered", "millieu-coup-answered", "mistake-answered"),
    *("replay-review", "replay-review-both"),
)
BARS = ("bar_area", "words_area")
"""The names of the areas in which a bar below the table scrolls."""


@pytest.fixture(autouse=True)
def _english_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    i18n.install(["en"])
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def colours(image: QImage, y: int) -> set[int]:
    """Return the colours in this row of pixels, except for the border of a field at both ends."""
    return {image.pixel(x, y) for x in range(2, image.width() - 2)}


def areas(stage: Stage) -> list[WholeRowsArea]:
    return [area for area in stage.window.findChildren(WholeRowsArea) if area.isVisible()]


def whole(button: QWidget, bar: WordsBar) -> bool:
    """Return True if the button is inside the bar, and as large as its words need."""
    place = QRect(button.mapTo(bar, QPoint()), button.size())
    least = button.minimumSizeHint()
    return bar.rect().contains(place) and place.width() >= least.width() and place.height() >= least.height()


def cut_at_its_edges(area: WholeRowsArea) -> list[str]:
    """Scroll by few pixels at a time. Return the positions at which something is cut at the upper or lower edge.

    At each position, the outermost rows of pixels may show only the ground. There are two exceptions: a row of cards
    may be higher than the view, and the letters of a row may reach its edge.
    """
    bar, height, found = area.verticalScrollBar(), area.viewport().height(), []
    high = [row for row in area.rows() if row[1] - row[0] > height]
    edges = {edge for top, bottom in area.rows() for edge in (top, bottom - 1)}
    for value in range(0, bar.maximum() + 1, 7):
        bar.setValue(value)
        image = area.viewport().grab().toImage()
        for y, where in ((0, "above"), (image.height() - 1, "below")):
            at = bar.value() + y
            free = at == 0 or at in edges or any(top <= at <= bottom for top, bottom in high)
            found += [f"{where} at {value}"] if len(colours(image, y)) > 1 and not free else []
    bar.setValue(0)
    return found


def unseen(area: WholeRowsArea) -> list[str]:
    """Page down to the end and up again, then turn the wheel. Return the rows that were never seen whole."""
    bar, height, faults = area.verticalScrollBar(), area.viewport().height(), []
    low = {row for row in area.rows() if row[1] - row[0] <= height}
    bar.setValue(0)
    for step in (height, -height, 20, -20):
        seen: set[tuple[int, int]] = set()
        while True:
            start = bar.value()
            whole = {row for row in low if start <= row[0] and row[1] <= start + height}
            seen |= whole
            bar.setValue(start + step)
            if bar.value() == start:
                break
        faults += [f"{row} is never seen, by steps of {step}" for row in low - seen]
        if bar.value() != (bar.maximum() if step > 0 else 0):
            faults.append(f"steps of {step} stop at {bar.value()} of {bar.maximum()}")
    return faults


@pytest.mark.sample(slow=2, proof=8)
@pytest.mark.parametrize("language", ["en", "de", "fa"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCENES)
def test_no_row_is_shown_in_part(name: str, size, text: str, language: str, tmp_path: Path, qapp: QApplication) -> None:
    with staged(replace(BY_NAME[name], settings={TEXT: text}), size, "light", tmp_path, language=language) as stage:
        stage.settle()
        shown = areas(stage)
        assert any(area.objectName() in BARS for area in shown)
        stage.window.setFocus()  # a ring surrounds the focused widget
        assert [(area.objectName(), cut) for area in shown if (cut := cut_at_its_edges(area))] == []
        for area in shown:
            assert area.horizontalScrollBar().maximum() == 0
            for words in area.findChildren(PlainLabel):
                assert words.isHidden() or words.height() >= words.heightForWidth(words.width())
        window = stage.window
        leave = next(mode.bar.leave for mode in (window.lesson, window.puzzle, window.replay) if mode.bar)
        bar = next(mode.bar for mode in (window.lesson, window.puzzle, window.replay) if mode.bar)
        area = next(area for area in shown if area.isAncestorOf(leave) or bar.isAncestorOf(area))
        view = area.viewport() if area.isAncestorOf(leave) else bar
        assert view.rect().contains(QRect(leave.mapTo(view, QPoint()), leave.size()))
        assert leave.accessibleName() and leave.width() >= 32 and not leave.shortcut().isEmpty()
        area.verticalScrollBar().setValue(0)
        bar.setFocus()
        QTest.keyClick(bar, Qt.Key.Key_PageDown)
        assert area.verticalScrollBar().value() > 0
        for area in shown:
            assert unseen(area) == []


@pytest.mark.sample(slow=2, proof=9)
@pytest.mark.parametrize("language", ["en", "de", "fa"])
@pytest.mark.parametrize("name", [*SCENES, "coup-of-the-day", "tutor", "watching"])
def test_a_bar_wraps_its_parts_instead_of_scrolling_sideways(name: str, language: str, tmp_path: Path, qapp) -> None:
    with staged(BY_NAME[name], SIZES[0], "light", tmp_path, language=language) as stage:
        for text in TEXTS:
            stage.window.change_settings({TEXT: text})
            for size in (*SIZES, (1280, 800)):
                stage.window.resize(*size)
                stage.settle()
                for area in (area for area in areas(stage) if area.objectName() in BARS):
                    assert area.horizontalScrollBar().maximum() == 0
                    assert area.widget().width() <= area.viewport().width() <= stage.window.width()
                for bar in stage.window.findChildren(WordsBar):
                    assert all(whole(button, bar) for button in bar.buttons if button.isVisible())


@pytest.mark.parametrize("seed", range(40))
def test_paging_and_small_steps_show_every_row(seed: int) -> None:
    """The rows have all heights, some higher than the view, with gaps between them. No window is needed."""
    random, rows, y = Random(seed), [], 0
    for _row in range(random.randint(1, 12)):
        y += random.choice((0, 0, 5))
        rows.append((y, y := y + random.randint(8, 130)))
    height = random.randint(60, 120)
    most = max(0, y - height)
    stops = _stops(rows, most, height)
    for step in (height, -height, 20, -20):
        at, views = (0 if step > 0 else most), []
        while True:
            views.append((at, at + height))
            value = min(max(at + step, 0), most)
            if value == at:
                break
            further = _next_stop(stops, rows, height, at, value)
            assert further in stops and (further > at) == (step > 0)
            at = further
        low = [row for row in rows if row[1] - row[0] <= height]
        unseen = [row for row in low if not any(start <= row[0] and row[1] <= end for start, end in views)]
        assert (unseen, at) == ([], most if step > 0 else 0), step


def turn_the_wheel(widget: QWidget) -> bool:
    """Turn the wheel by one notch over the middle of the widget. Return True if the widget accepts the event. An event
    that is not accepted goes to the parent.
    """
    middle = QPointF(widget.rect().center())
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(widget.mapToGlobal(middle.toPoint()))
    event = QWheelEvent(middle, at, QPoint(), QPoint(0, -120), buttons, keys, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


@pytest.mark.slow
def test_the_wheel_scrolls_a_bar_and_chooses_nothing(tmp_path: Path, qapp: QApplication) -> None:
    scene = replace(BY_NAME["replay-review-both"], settings={TEXT: "200"})
    with staged(scene, SIZES[0], "light", tmp_path) as stage:
        bar = stage.window.replay.bar
        area = next(area for area in areas(stage) if area.isAncestorOf(bar))
        chosen = bar.view.currentIndex(), bar.speed.currentIndex()
        bar.play.setFocus()
        for over in (bar.view, bar.speed, bar.hand.viewport(), bar.play, bar):
            assert not turn_the_wheel(over), over
        assert (bar.view.currentIndex(), bar.speed.currentIndex()) == chosen
        assert turn_the_wheel(area.viewport()) and area.verticalScrollBar().value() > 20


@pytest.mark.slow
def test_keys_scroll_to_all_words_of_the_coach(tmp_path: Path, qapp: QApplication) -> None:
    scene = replace(BY_NAME["replay-review"], settings={TEXT: "200"})
    with staged(scene, SIZES[0], "light", tmp_path) as stage:
        panel = stage.window.replay_review.panel
        bar = panel.area.verticalScrollBar()
        assert bar.maximum() > 0 and panel.area.focusPolicy() == Qt.FocusPolicy.TabFocus
        assert panel.area.accessibleName()
        QTest.keyClick(panel.area, Qt.Key.Key_End)
        QTest.keyClick(panel.area, Qt.Key.Key_PageDown)
        QTest.keyClick(panel.area, Qt.Key.Key_PageDown)
        assert bar.value() == bar.maximum()
        last = QRect(panel.list.mapTo(panel.area.viewport(), QPoint()), panel.list.size())
        assert panel.area.viewport().rect().intersects(last)


def test_pinned_widgets_end_the_first_row(qapp: QApplication) -> None:
    """There are six widgets of 50 pixels. The last two are pinned. The expected rows are given by the width of the
    area.
    """
    parts = [QWidget() for _each in range(6)]
    for part in parts:
        part.setMinimumWidth(50)
    box = QWidget()
    rows = FlowRows(parts, pinned=parts[-2:])
    box.setLayout(rows)
    rows.set_gap(0)
    expected = {300: [6], 299: [5, 1], 200: [4, 2], 100: [2, 2, 2], 60: [2, 1, 1, 1, 1]}
    for width, counts in expected.items():
        rows.fit(width)
        lines = [rows.itemAt(at).layout() for at in range(rows.count())]
        shown = [[line.itemAt(at).widget() for at in range(line.count()) if line.itemAt(at).widget()] for line in lines]
        assert [len(line) for line in shown if line] == counts, width
        assert shown[0][-2:] == parts[-2:]
    assert rows.least_width() == 100
