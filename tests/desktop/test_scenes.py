"""All words in the window can be read. Nothing is cut short or covered, at every size and in every theme.

Painted words are caught on their way to the painter. Therefore, the tests check the painted words, and not the words
that were meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QWidget,
)

from desktop.reader import Word, read
from desktop.rooms import check_dialog, check_menus_and_status_bar, check_widgets
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.look.scale import heft
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.captions import Caption, MessageLine
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.engine.record import PlayerInfo
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import LONGEST_NAME
from pictures.deals import GAMES
from pictures.scenes import SCENES, Scene
from pictures.stage import Stage, staged

SIZES = {"800x600": (800, 600), "1280x800": (1280, 800), "1920x1080": (1920, 1080)}
LARGEST = {"3840x2160": (3840, 2160)}
"""Few tests open a window of this size, because it costs a hundred megabytes and a second."""
CARDS = {(800, 600): (84, 117), (1280, 800): (125, 175), (1920, 1080): (181, 253)}
"""The sizes of cards by the size of the window. They are those of the style guide, less the height of the status bar,
in which Mute is 32 pixels high.
"""
THEMES = ("light", "dark", "contrast")
BY_NAME = {scene.name: scene for scene in SCENES}
TABLES = (
    *("start", "road", "drag", "coup", "stopped", "refused", "out", "laid-down"),
    *("lesson-refused", "lesson-coup", "coup-answered"),
)
DIALOGS = (
    *("extension", "score-sheet", "both-hands", "game-over", "high-scores", "give-up", "options", "name", "about"),
    *("unsaved", "check", "restore", "whose-games", "players", "help", "lesson-question", "lesson-end", "review"),
    "past-coups",
)
SLACK = 0.6
"""The pixels that are allowed for rounding to whole pixels."""


@pytest.fixture(scope="module")
def stage(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Stage]:
    """Return a scene. It is set up once for all tests that look at it."""
    scene, size, theme = request.param
    with staged(BY_NAME[scene], {**SIZES, **LARGEST}[size], theme, tmp_path_factory.mktemp(scene)) as made:
        yield made


def every(
    scenes: tuple[str, ...], themes: tuple[str, ...] = ("light",), sizes: Iterable[str] = SIZES
) -> pytest.MarkDecorator:
    """Run the test with all combinations of these scenes, sizes and themes."""
    found = [(scene, size, theme) for scene in scenes for size in sizes for theme in themes]
    return pytest.mark.parametrize("stage", found, indirect=True, ids=["-".join(one) for one in found], scope="module")


# ------------------------------------------------------------------ painted words


@pytest.mark.sample(proof=12)
@pytest.mark.proof
@every(TABLES)
def test_words_and_items_on_the_table_fit_their_space(stage: Stage) -> None:
    check_captions(stage)
    check_message(stage)
    check_furniture(stage)
    check_slots(stage)
    check_rooms(stage)


@pytest.mark.proof
@every(("drag", "coup-possible", "laid-down"), sizes=LARGEST)
def test_words_and_items_fit_their_space_in_the_largest_window(stage: Stage) -> None:
    check_captions(stage)
    check_message(stage)
    check_furniture(stage)
    check_slots(stage)
    check_rooms(stage)


@every(("road",), ("dark", "contrast"))
def test_words_and_items_fit_their_space_in_other_themes(stage: Stage) -> None:
    check_captions(stage)
    check_furniture(stage)
    check_slots(stage)


def check_captions(stage: Stage) -> None:
    """Check that captions fit and keep clear of each other and of the slots."""
    shown = {}
    for place, caption in stage.table.captions.items():
        assert caption.text, place
        assert caption.fits(), f"{place}: {caption.text!r} is cut short"
        shown[place] = _inked(caption)
    for (place, rect), (other, its) in combinations(shown.items(), 2):
        assert not rect.intersects(its), f"{place} runs into {other}"
    room = QRectF(stage.table.viewport().rect())
    for place, rect in shown.items():
        assert room.contains(rect), place
        assert all(not rect.intersects(slot.rect) for slot in stage.table.slots.values()), place
    assert stage.table.hand_label.fits()


def _inked(caption: Caption) -> QRectF:
    """Return the rectangle of the words of a caption, which begin at the leading edge of its own rectangle."""
    rect = QRectF(caption.rect)
    metrics = QFontMetricsF(font(14.5 * caption.scene().views()[0].layout_now.k, "Bold"))
    rect.setWidth(metrics.horizontalAdvance(caption.text))
    middle = rect.center().y()
    rect.setTop(middle - metrics.capHeight())
    rect.setBottom(middle + metrics.capHeight() / 2 + metrics.descent())
    return rect


def check_message(stage: Stage) -> None:
    """Check that the message line shows its whole text within its space."""
    message, room = stage.table.message, paint.qrect(stage.table.layout_now.message)
    assert message.text
    assert not message.text.endswith("…"), message.text
    assert room.contains(message.rect)
    assert all(not message.rect.intersects(slot.rect) for slot in stage.table.slots.values())


@every(("laid-down",))
def test_the_score_panel_holds_totals_of_five_figures(stage: Stage) -> None:
    panel = stage.table.panel
    before = panel.rows
    panel.show_rows(
        (
            ("To go", "1,000", "1,000"),
            ("Hand", "3,400", "3,400"),
            ("Total", "12,650", "10,900"),
            ("Games", "128", "999"),
        )
    )

    found = read(panel)

    texts = [word.text for word in found]
    for needed in ("Score", "Total", "12,650", "10,900", "128", "999"):
        assert needed in texts
    _check_words(found, paint.qrect(stage.table.layout_now.panel))
    panel.show_rows(before)  # because other tests look at this stage, too


def _check_words(words: list[Word], room: QRectF) -> None:
    places_taken = []
    for word in words:
        assert word.px >= 10, f"{word.text!r} is {word.px} px"
        assert word.fits, f"{word.text!r} is cut off by {word.zone}"
        inked = word.inked
        assert room.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(inked), f"{word.text!r} leaves its room: {inked}"
        places_taken.append((word.text, inked.adjusted(SLACK, SLACK, -SLACK, -SLACK)))
    for (text, rect), (other, its) in combinations(places_taken, 2):
        assert not rect.intersects(its), f"{text!r} {rect} runs into {other!r} {its}"


def check_furniture(stage: Stage) -> None:
    """Check that the words of score panel, plates and trip strip fit, and that no figures overlap."""
    _check_words(read(stage.table.panel), paint.qrect(stage.table.layout_now.panel))
    for plate in stage.table.plates:
        _check_words(read(plate), plate.rect)
    for chips in stage.table.chips:
        assert chips.texts
        _check_words(read(chips), chips.rect)
    found = read(stage.table.strip)
    assert len(found) >= 11 + 2 + 2
    _check_words(found, QRectF(stage.table.viewport().rect()))


def _captions(stage: Stage) -> list[Caption]:
    return list(stage.table.captions.values())


def check_slots(stage: Stage) -> None:
    """Check that pills, tags, pennants and the captions of empty slots stay in their slots."""
    for slot in stage.table.slots.values():
        found = read(slot)
        assert len(found) >= sum(map(bool, (slot.marks.target, slot.marks.invite, slot.model.crosswise)))
        drawn = [one for one in found if one.text == slot.marks.drawn]
        _check_words([one for one in found if one not in drawn], slot.rect.adjusted(-4, -4, 4, 4))
        hangs = 16 * heft(slot.rect.width())
        _check_words(drawn, slot.rect.adjusted(-4, -4, 4, hangs))  # the tag hangs from the card
        assert all(not one.inked.intersects(_inked(caption)) for one in drawn for caption in _captions(stage))
        for one in found:
            if one.text in (slot.marks.target, slot.marks.invite):
                assert one.inked.width() <= one.zone.width() - one.px, f"{one.text!r} fills its pill to the edge"


def check_rooms(stage: Stage) -> None:
    """Check that items stay at their places and in the window."""
    table = stage.table
    room = QRectF(table.viewport().rect())
    now = table.layout_now
    for place, slot in table.slots.items():
        assert slot.rect == paint.qrect(now.slots[place])
        assert room.contains(slot.rect)
        grown = slot.boundingRect()
        for other, its in table.slots.items():
            assert other == place or not grown.contains(its.rect), f"{place} covers {other}"
        button = table.buttons[place].geometry()
        assert QRectF(button) == slot.rect, place
    for item in (table.panel, *table.plates, table.strip, *table.strip.cars):
        assert room.contains(item.sceneBoundingRect().adjusted(6, 6, -6, -6)), item
    crosswise = [slot for slot in table.slots.values() if slot.model.crosswise]
    for slot in crosswise:
        assert room.contains(slot.boundingRect())


@every(("road",))
def test_cards_in_the_real_window_have_the_size_of_the_style_guide(stage: Stage) -> None:
    size = stage.window.width(), stage.window.height()
    card = stage.table.layout_now.card
    assert (card.w, card.h) == CARDS[size]


@every(("drag",))
def test_the_dragged_card_is_above_everything(stage: Stage) -> None:
    table = stage.table
    flight = next(item for item in table.scene().items() if item.zValue() >= 100)
    assert all(flight.zValue() > item.zValue() for item in table.scene().items() if item is not flight)
    lit = {place for place, slot in table.slots.items() if slot.marks.target}
    assert lit == {slot_names.battle(False), slot_names.DISCARD}
    assert all(slot.marks.dimmed for place, slot in table.slots.items() if place not in lit)


# ------------------------------------------------------------------ widgets


@pytest.mark.sample(proof=15)
@pytest.mark.proof
@every(DIALOGS)
def test_dialogs_show_all_their_words(stage: Stage) -> None:
    helper = stage.window.dialog_stack.help
    front = helper if helper is not None and helper.isVisible() else stage.front()
    check_dialog(front, stage.window)


@pytest.mark.sample(proof=5)
@pytest.mark.proof
@every(DIALOGS, sizes=LARGEST)
def test_dialogs_of_the_largest_window_show_all_their_words(stage: Stage) -> None:
    test_dialogs_show_all_their_words(stage)


@every(("road", "drag"))
def test_menus_and_status_bar_show_all_their_words(stage: Stage) -> None:
    check_menus_and_status_bar(stage.window)


WIDEST = "W" * LONGEST_NAME
TWO = (f"{WIDEST} (1)", f"{WIDEST} (2)")


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", SIZES)
def test_the_widest_names_stay_within_their_space(size: str, tmp_path: Path, qapp: QApplication) -> None:
    with staged(BY_NAME["road"], SIZES[size], "light", tmp_path) as stage:
        table = stage.table
        table.show_players(TWO)
        check_captions(stage)
        check_furniture(stage)
        check_rooms(stage)
        table.show_message(f"It is the turn of {TWO[1]}.")
        check_message(stage)
        table.show_message(*(f"{TWO[1]} played Flat Tire on you." * times for times in (3, 2)))
        assert paint.qrect(table.layout_now.message).contains(table.message.rect)
        names = [word for word in read(table.strip) if "W" in word.text]
        assert [name.text[-3:] for name in names] == ["(1)", "(2)"], "the lanes can be told apart"
        assert all(name.inked.right() < 0.2 * table.width() for name in names), "the names leave the road free"


def test_the_bar_of_a_replay_has_space_for_the_widest_names(tmp_path: Path, qapp: QApplication) -> None:
    record = load_record(GAMES / "mile-bones-game-01.json")
    played = replace(record, players=tuple(PlayerInfo(WIDEST, "human") for _seat in range(2)))
    with staged(Scene("people", played), SIZES["800x600"], "light", tmp_path) as stage:
        bar = stage.window.replay.bar
        for index in range(bar.view.count()):
            bar.view.setCurrentIndex(index)
            QApplication.processEvents()
            assert check_widgets(stage.window) >= 4
            assert bar.width() <= stage.window.width() == SIZES["800x600"][0]
        assert bar.hand.accessibleName() == f"Hand of {TWO[1]}"


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("theme", THEMES)
def test_the_longest_name_is_shown_in_full(theme: str, tmp_path: Path, qapp: QApplication) -> None:
    from pictures.scenes import LONG_NAME

    scene = Scene("long", BY_NAME["road"].record, (), LONG_NAME)
    with staged(scene, SIZES["800x600"], theme, tmp_path) as stage:
        assert next(iter(LONG_NAME.values())) in stage.window.windowTitle()
        assert check_widgets(stage.window) >= 4


# ------------------------------------------------------------------ the largest window


def _letters(stage: Stage) -> dict[str, int]:
    """Return the size in pixels of each text around the cards."""
    items = [item for item in stage.table.scene().items() if isinstance(item, (Fixture, MessageLine))]
    items = [item for item in items if item.isVisible()]
    found = {
        f"{type(item).__name__} {number}: {word.text}": word.px
        for number, item in enumerate(items)
        for word in read(item)
    }
    window = stage.window
    for widget in (window.menuBar(), *window.findChildren(QMenu), *window.status.parts, *window.log.panel.children()):
        if isinstance(widget, QWidget):
            widget.ensurePolished()
            found[f"{type(widget).__name__} {widget.objectName()}"] = widget.fontInfo().pixelSize()
    return found


class _Styles(QObject):
    """Counts the style changes of a window."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


@pytest.mark.sample(slow=0, proof=1)
@pytest.mark.parametrize("scene", ["road", pytest.param("millieu-place", marks=pytest.mark.proof)])
def test_all_words_grow_and_shrink_with_the_cards(scene: str, tmp_path: Path, qapp: QApplication) -> None:
    with staged(BY_NAME[scene], SIZES["1920x1080"], "light", tmp_path) as stage:
        window, styles = stage.window, _Styles()
        usual = _letters(stage)
        assert len(usual) > 15
        window.installEventFilter(styles)

        window.resize(*LARGEST["3840x2160"])
        stage.settle()
        large = _letters(stage)
        assert large.keys() == usual.keys(), "no word is cut that was complete before"
        for what, px in usual.items():
            assert large[what] == pytest.approx(px * 2.0 / 1.2, abs=1.5), what
        tools = [button.width() for button in stage.table.tools.values()]
        assert min(tools) >= 2 * 24
        if scene == "road":
            check_captions(stage)
            check_furniture(stage)
            check_rooms(stage)
            check_menus_and_status_bar(window)
        assert styles.count == 1

        window.resize(3700, 2090)
        stage.settle()
        assert styles.count == 1, "the window is not styled again for every pixel"

        window.resize(*SIZES["1920x1080"])
        stage.settle()
        assert _letters(stage) == usual
        assert styles.count == 2
