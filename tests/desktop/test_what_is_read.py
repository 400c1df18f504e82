"""The words on a table at every size and with text of every size: captions, the message, and the lines about both
sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop.reader import read
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table.captions import Caption, MessageLine
from mile_bones.desktop.table.fitted_words import LEAST_LETTERS
from mile_bones.storage.settings import TEXT
from pictures.stage import Stage, staged

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints", "does not support raise")

GAMES = ("road", "millieu-place", "mille-draw", "mille-taken")
SIZES = ((640, 400), (800, 600), (1024, 700), (1264, 700), (1280, 800), (1366, 740), (1440, 860), (1920, 1080))
TEXTS = ("100", "125", "150", "200", "250")
LAPTOP = (1264, 700)
"""The least space that is left for the window on the smallest screen of a laptop."""
LEAST_BUTTON = 24
"""The least size of a target in WCAG 2.2, in pixels."""


def _shown(stage: Stage, size: tuple[int, int], text: str) -> None:
    stage.window.resize(*size)
    stage.window.change_settings({TEXT: text})
    stage.settle()


def _captions(stage: Stage) -> Iterator[tuple[str, Caption, QRectF]]:
    """Yield the visible captions over the piles, each with its place and the rectangle of its words."""
    table = stage.table
    if not hasattr(table, "captions"):
        return
    for place, caption in table.captions.items():
        if caption.isVisible() and caption.text:
            metrics = QFontMetricsF(font(caption._fitting_size(), "Bold"))
            words = QRectF(0, 0, metrics.horizontalAdvance(caption.text), metrics.capHeight())
            words.moveCenter(caption.rect.center())
            if caption._align == Qt.AlignmentFlag.AlignLeft:
                words.moveLeft(caption.rect.x())
            elif caption._align == Qt.AlignmentFlag.AlignRight:
                words.moveRight(caption.rect.right())
            yield place, caption, words


def _too_long(message: MessageLine) -> bool:
    """Return True if two lines of the smallest letters cannot hold the message, allowing for the line break."""
    words = QFontMetricsF(font(LEAST_LETTERS, "SemiBold")).horizontalAdvance(message._texts[0])
    return words > 1.9 * (message._room.width() - 46 * message._k)


def _words(stage: Stage) -> list[QRectF]:
    """Return the rectangles of all words that must stay readable."""
    found = [words for _place, _caption, words in _captions(stage)]
    for item in (*stage.table.lines, stage.table.message):
        if item.isVisible():
            found += [word.inked for word in read(item)]
    zone = stage.table.slots.get("lay")
    found += [word.inked for word in read(zone)] if zone is not None and zone.isVisible() else []
    found += [QRectF(tool.geometry()) for tool in stage.table.tools.values() if tool.isVisible()]
    return found


def check_words(stage: Stage, labels: set[str]) -> list[str]:
    """Return a message for each word that is missing, cut short or covered."""
    table, faults = stage.table, []
    room = QRectF(table.viewport().rect())
    captions = list(_captions(stage))
    missing = labels - {place for place, _caption, _words in captions}
    faults += [f"no caption over {place}" for place in missing]
    for place, caption, words in captions:
        if not caption.fits():
            faults.append(f"{place} {caption.text!r} is cut short")
        if not room.contains(words):
            faults.append(f"{place} lies outside")
    for (one, _c, its), (other, _o, theirs) in combinations(captions, 2):
        if its.intersects(theirs):
            faults.append(f"{one} runs into {other}")
    if not (table.message.isVisible() and table.message.text and room.contains(table.message.rect)):
        faults.append("no message")
    if not table.message.whole:
        faults.append(f"the message is cut short: {table.message.text!r}")
    elif table.message.text != table.message._texts[0] and not _too_long(table.message):
        faults.append(f"the message says less than it was told: {table.message.text!r}")
    for line in table.lines:
        if line.isVisible() and not (line.whole and line.text == line._texts[0]):
            faults.append(f"the line of a side says less than it was told: {line.text!r}")
    marks = [slot.marks.invite for slot in table.slots.values() if slot.isVisible() and slot.marks.invite]
    shown = [word.text for slot in table.slots.values() if slot.isVisible() for word in read(slot)]
    faults += [f"{mark!r} is not shown" for mark in marks if mark not in shown]
    magnifier = table.magnifier
    magnifier.hide()
    before = table.grab().toImage()
    for _place, caption, _rect in captions:
        caption.setZValue(caption.zValue() + 50)
    after = table.grab().toImage()
    for place, caption, words in captions:
        caption.setZValue(caption.zValue() - 50)
        area = words.toAlignedRect()
        if before.copy(area) != after.copy(area):
            faults.append(f"{place} {caption.text!r} lies under something")
    return faults


def check_magnifier(stage: Stage) -> list[str]:
    """Return a message for each focused card that is not magnified, or whose magnifier covers words or the card."""
    table, faults = stage.table, []
    for place in [name for name, slot in table.slots.items() if slot.isVisible()][::3]:
        table.focus_place(place)
        table._show_focus(True)
        if not table.magnifier.isVisible():
            if table.magnifies and table.slots[place].model.face is not None:
                faults.append(f"the magnifier does not show {place}")
            continue
        covered = QRectF(table.magnifier.geometry().adjusted(6, 6, -6, -6))
        if any(covered.intersects(words) for words in _words(stage)):
            faults.append(f"{place}, magnified, covers words")
        if covered.intersects(table.slots[place].rect):
            faults.append(f"{place} is covered by its own picture")
    return faults


def _check(name: str, sizes: tuple[tuple[int, int], ...], texts: tuple[str, ...], folder: Path) -> None:
    faults = []
    with staged(BY_NAME[name], (1280, 800), "light", folder) as stage:
        labels = {place for place, _caption, _rect in _captions(stage)}
        for size in sizes:
            for text in texts:
                _shown(stage, size, text)
                found = check_words(stage, labels) + check_magnifier(stage)
                if text in ("100", "125") and size[0] >= LAPTOP[0] and size[1] >= LAPTOP[1]:
                    whole = stage.table.strip.isVisible() and stage.table.panel.isVisible()
                    found += [] if whole else ["no road or no score panel"]
                faults += [f"{size[0]}x{size[1]} at {text} %: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.sample(slow=0, proof=2)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_table_shows_all_its_words_with_larger_text(name: str, tmp_path: Path, qapp: QApplication) -> None:
    _check(name, ((640, 400), (1264, 740)), ("100", "125", "200"), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_table_shows_all_its_words_at_every_size(name: str, tmp_path: Path, qapp: QApplication) -> None:
    _check(name, SIZES, TEXTS, tmp_path)


@pytest.mark.sample(slow=0, proof=2)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_buttons_are_large_enough_to_be_hit(name: str, tmp_path: Path, qapp: QApplication) -> None:
    """Mute needs at least 32 pixels, and each tool of the table 24."""
    small = []
    with staged(BY_NAME[name], (1280, 800), "light", tmp_path) as stage:
        for size, text in (
            ((640, 400), "100"),
            ((640, 400), "200"),
            ((800, 600), "100"),
            ((1280, 800), "100"),
            ((1280, 800), "125"),
        ):
            _shown(stage, size, text)
            mute = stage.window.status.mute
            tools: list[tuple[QAbstractButton, int]] = [(tool, LEAST_BUTTON) for tool in stage.table.tools.values()]
            for button, least in (*tools, (mute, 32)):
                if button.isVisible() and min(button.width(), button.height()) < least:
                    small.append(f"{size} {text} % {button.objectName()}: {button.width()}x{button.height()}")
    assert not small, "\n".join(small)
