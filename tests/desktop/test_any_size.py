"""A window that was resized looks like a window that was opened in the new size: every item is at the same pixel."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from desktop.driver import Home, Person
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.table.magnifier import Magnifier
from mile_bones.games import GAMES
from mile_bones.players import load_player
from mile_bones.storage.settings import ANIMATION, LANGUAGE, TEXT, THEME
from pictures.stage import staged

pytestmark = pytest.mark.gui

SIZES = ((790, 640), (700, 500), (780, 600), (640, 400), (640, 640))
"""Sizes for both forms of the table, on the screen of the tests, which is 800 x 800."""
MODES = (
    *("road", "laid-down", "hint", "advice", "one-key", "millieu-slide", "mille-taken", "curtain", "watching"),
    *("lesson", "lesson-refused", "lesson-coup", "mille-lesson", "coup-of-the-day", "coup-answered"),
    *("mistake", "mistake-answered", "mistake-values", "replay-review", "replay-review-both", "replay-review-log"),
    *("chooser", "chooser-first"),
)
STEPS = 24
Looks = list[tuple[object, ...]]
Wanted = dict[object, object]


def looks(window: MainWindow) -> Looks:
    """Return the places of everything that is visible in the window and on its table, and the form of the table.

    The magnifier is left out, because it shows the last place that had the keyboard or the pointer.
    """
    table, found = window.table, []
    if table.isVisible():
        items = [item for item in table.scene().items() if item.isVisible()]
        found = [(type(item).__name__, *(round(value, 1) for value in _of(item))) for item in items]
        found.append(("compact", table.compact))
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window and not isinstance(widget, Magnifier):
            at = widget.mapTo(window, QPoint(0, 0)).toTuple()
            found.append((type(widget).__name__, widget.objectName(), *at, *widget.size().toTuple()))
    return sorted(found, key=repr)


def _of(item: object) -> tuple[float, float, float, float]:
    return item.sceneBoundingRect().getRect()  # type: ignore[attr-defined]


def at_rest(person: Person) -> None:
    person.settled()
    person.window.turns.hurry()
    QApplication.processEvents()


def opened_as(home: Home, game: str, size: tuple[int, int]) -> Looks:
    """Return the looks of a window that was closed in this size and is opened again."""
    person = home.open(game=game)
    at_rest(person)
    person.window.resize(*size)
    at_rest(person)
    home.leave_all()
    person = home.open(game=game)
    at_rest(person)
    assert person.window.size().toTuple() == size
    found = looks(person.window)
    home.leave_all()
    return found


@pytest.mark.sample(slow=2, proof=6)
@pytest.mark.parametrize("text", ["100", "150"])
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_a_resized_window_places_everything_as_a_new_window_does(traveller: Home, game: str, language: str, text: str):
    home = traveller
    home.set({ANIMATION: "off", LANGUAGE: language, TEXT: text})
    leave_a_game(home, game)
    new = {size: opened_as(home, game, size) for size in SIZES}
    forms = {("compact", form) for form in (True, False) for looked in new.values() if ("compact", form) in looked}
    assert len(forms) == 2 or text != "100", "one of the two forms is missing"
    person = home.open(game=game)
    at_rest(person)
    for sizes in permutations(SIZES, 2):
        for size in sizes:
            person.window.resize(*size)
            QApplication.processEvents()
            assert looks(person.window) == new[size], (sizes, size)
    for size in SIZES:
        person.window.resize(*size)
        for show in (person.window.showFullScreen, person.window.showNormal, person.window.showMaximized):
            show()
            QApplication.processEvents()
        person.window.showNormal()
        person.wait_until(lambda size=size: looks(person.window) == new[size])  # the status bar may still come or go


def leave_a_game(home: Home, game: str) -> None:
    """Begin a game and close the window."""
    at_rest(home.open(game=game, seed=None if game == "millieu" else 5))
    home.leave_all()


@pytest.mark.sample(slow=3, proof=6)
@pytest.mark.parametrize("scene", MODES)
def test_in_every_mode_a_resized_window_looks_like_a_new_one(scene: str, tmp_path: Path, qapp: QApplication):
    sizes = (*SIZES[:2], *SIZES[3:])
    new = {}
    for size in sizes:
        with staged(BY_NAME[scene], size, "light", tmp_path / str(size)) as stage:
            assert stage.window.size().toTuple() == size
            stage.settle()
            new[size] = looks(stage.window)
    with staged(BY_NAME[scene], sizes[0], "light", tmp_path) as stage:
        for pair in permutations(sizes, 2):
            for size in pair:
                stage.window.resize(*size)
                QApplication.processEvents()
                stage.settle()
                assert looks(stage.window) == new[size], (pair, size)


# ------------------------------------------------------------------ changes during a gesture or a flight


def carried(person: Person) -> None:
    """Lift a card off its place and hold it."""
    table = person.table
    place = next(each for each in table.buttons if table.target.may_lift(each))
    person.press(place)
    person.move(person.spot(*table.viewport().rect().center().toTuple()))
    assert table.gestures.carrying


def let_go(person: Person) -> None:
    """Let a lifted card go, so that it is on its way home."""
    carried(person)
    person.release(person.bare())
    assert person.table.animator.running


def nothing(person: Person) -> None:
    """Leave the game at rest."""


MIDST: tuple[Callable[[Person], None], ...] = (carried, let_go, nothing)
CHOICES: dict[object, tuple[str, ...]] = {
    TEXT: ("100", "150"),
    THEME: ("light", "dark", "contrast"),
    LANGUAGE: ("en", "fa", "de"),
}


def circumstances(random: Random) -> list[tuple[tuple[int, int], Wanted]]:
    """Return ``STEPS`` random steps. Each step has a size and the values of all settings, and changes one setting."""
    values: Wanted = {setting: choices[0] for setting, choices in CHOICES.items()}
    size, found = SIZES[0], []
    for _step in range(STEPS):
        changed = random.choice((None, None, *CHOICES))
        if changed is None:
            size = random.choice([other for other in SIZES[:4] if other != size])
        else:
            values = values | {changed: random.choice([one for one in CHOICES[changed] if one != values[changed]])}
        found.append((size, values))
    return found


@pytest.mark.sample(slow=1, proof=2)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_a_table_changed_during_a_gesture_ends_up_like_a_new_table(traveller: Home, game: str, seed: int):
    """Sizes, text, themes and languages change while a card is carried, while it flies home, and at rest."""
    home, random = traveller, Random(seed)
    steps = circumstances(random)
    home.set({ANIMATION: "off"})
    leave_a_game(home, game)
    new: dict[str, Looks] = {}
    for size, values in steps:
        if repr((size, values)) not in new:
            home.set(values)  # type: ignore[arg-type]
            new[repr((size, values))] = opened_as(home, game, size)
    home.set({ANIMATION: "normal", **steps[0][1]})  # type: ignore[dict-item]
    person = home.open(game=game)
    at_rest(person)
    for (_size, before), (size, values) in pairwise((steps[0], *steps)):
        midst = random.choice(MIDST)
        midst(person)
        person.window.resize(*size)
        if values != before:
            person.window.change_settings(values)
        if midst is carried:
            person.release(person.bare())
        at_rest(person)
        person.wait_until(lambda: looks(person.window) == new[repr((size, values))])  # noqa: B023 - it waits here


@pytest.mark.parametrize("game", GAMES)
def test_a_window_resized_during_animations_looks_like_a_new_one(traveller: Home, game: str):
    home = traveller
    home.set({ANIMATION: "normal"})
    brain, flown = load_player(game, "easy"), []
    person = home.open(game=game, seed=None if game == "millieu" else 5)
    for size in (*SIZES[:4], *SIZES[:4]):
        flown.append(person.table.animator.running)
        person.window.resize(*size)
        at_rest(person)
        now = looks(person.window)
        home.leave_all()
        person = home.open(game=game)
        at_rest(person)
        assert looks(person.window) == now, size
        person.table.chosen.emit(brain.choose(person.may_know))
    assert all(flown[1:]) and (flown[0] or game == "millieu"), "only Millieu deals nothing"
