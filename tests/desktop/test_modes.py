"""One mode has the table at a time. It looks as in a new window, whichever mode had the table before.

A mode is a use of the table: a game, a replay, a lesson, a puzzle, or the choice of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from desktop.driver import Home, Person
from desktop.test_language import choose
from mile_bones.desktop.submenus import menu_of
from mile_bones.desktop.table.durations import PAUSES_MS
from mile_bones.desktop.transport import TransportBar
from mile_bones.desktop.words_bar import WordsBar
from mile_bones.engine.record import GIVEN_UP
from mile_bones.games import GAMES, spec
from mile_bones.match.seats import Computer
from mile_bones.players import usual_level
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import LOG, TEXT, THEME
from stories import ALONE, begun, won

pytestmark = [pytest.mark.gui, pytest.mark.slow]

PLAYED, WATCHED, TWO_SHEETS = GAMES
MILLE = begun(WATCHED, spec(WATCHED).rules[0], ALONE, 3)


def go_on(game: str) -> Callable[[Person], None]:
    return lambda person: person.window.games.go_on_with(game)


MODES: Mapping[str, Callable[[Person], None]] = {
    "play": go_on(PLAYED),
    "watch": go_on(WATCHED),
    "play another game": go_on(TWO_SHEETS),
    "replay": lambda person: person.window.games.replay_record(won()),
    "replay another game": lambda person: person.window.games.replay_record(replace(MILLE, ended=GIVEN_UP)),
    "lesson": lambda person: person.window.lesson.begin(PLAYED),
    "lesson in another game": lambda person: person.window.lesson.begin(WATCHED),
    "puzzle": lambda person: person.window.coups.show_day(person.window.library.today(), PLAYED),
    "chooser": lambda person: person.choose("Game", "Choose game"),
}
KEYS = (Qt.Key.Key_D, Qt.Key.Key_1, Qt.Key.Key_X, Qt.Key.Key_R, Qt.Key.Key_S, Qt.Key.Key_L)
"""The keys that draw, mark and discard, and those that ask what happened."""
GAMES_ON_THE_TABLE = ("play", "watch", "play another game")


@dataclass(frozen=True)
class Looks:
    """Everything that a person finds in the window."""

    page: str
    bars: tuple[str, ...]
    entries: tuple[str, ...]
    status: tuple[str, ...]
    log: tuple[str, ...]
    table: tuple[object, ...]
    focus: tuple[str, str]
    dialogs: int


def looks(person: Person) -> Looks:
    window, focus = person.window, QApplication.focusWidget()
    assert focus is not None
    board = window.table
    # The focus ring depends on what was used last, keyboard or mouse.
    slots = tuple((place, slot.model, replace(slot.marks, focus=False)) for place, slot in sorted(board.slots.items()))
    shown = (window.boards.game, board.observation, board.message_label.text(), slots)
    bars = [bar for kind in (TransportBar, WordsBar) for bar in window.findChildren(kind) if bar.isVisible()]
    panel = window.log.panel
    return Looks(
        type(window.boards.currentWidget()).__name__,
        tuple(type(bar).__name__ for bar in bars),
        tuple(enabled(window.menuBar())),
        tuple(label.text() for label in (*window.status.parts, window.status.setup)),
        tuple(line.text for line in window.log._lines) if panel.isVisible() else (),
        shown if window.boards.shows_board() else (),
        (type(focus).__name__, focus.accessibleName() or (focus.text() if isinstance(focus, QAbstractButton) else "")),
        len(person.dialogs()),
    )


def enabled(menu: QWidget) -> Iterator[str]:
    """Yield the entries that can be chosen, except for the recent files."""
    for entry in menu.actions():
        below = menu_of(entry)
        if isinstance(below, QMenu):
            below.aboutToShow.emit()
            yield from enabled(below)
        elif entry.isEnabled() and not entry.isSeparator():
            yield entry.text()


def entered(person: Person, mode: str) -> Looks:
    MODES[mode](person)
    at_rest(person)
    return looks(person)


def at_rest(person: Person) -> None:
    person.window.turns.hurry()
    person.table.finish()
    QApplication.processEvents()


@pytest.fixture
def three_games(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A profile with a waiting game of each kind. The game of Mille is between two computers with long pauses."""
    monkeypatch.setitem(PAUSES_MS, "normal", 3_600_000)  # type: ignore[arg-type]
    home.set({LOG: "open"})
    home.profile.games_dir.mkdir(parents=True)
    for game in GAMES:
        level = usual_level(game)
        seats = (Computer(level, "Computer"), Computer(level, "Computer")) if game == WATCHED else ALONE
        section = spec(game).section
        record = begun(game, spec(game).rules[0], seats, 1)
        save_record(home.profile.games_dir / f"current{section and '-'}{section}-1.json", record)
    return home


def pairs_in_a_row(random: Random) -> list[str]:
    """Return a sequence of modes in which each mode comes directly after every mode, including itself."""
    left = {before: random.sample(list(MODES), len(MODES)) for before in MODES}
    row, back = ["play"], []
    while row:
        if left[row[-1]]:
            row.append(left[row[-1]].pop())
        else:
            back.append(row.pop())
    return back[::-1]


def test_each_mode_entered_from_another_mode_looks_as_in_a_new_window(three_games: Home):
    new = {}
    for mode in MODES:
        person = three_games.open(game=PLAYED)
        at_rest(person)
        new[mode] = entered(person, mode)
        three_games.leave_all()
    assert len({one.bars for one in new.values()}) == 5 and all(one.dialogs == 0 for one in new.values())
    person = three_games.open(game=PLAYED)
    at_rest(person)
    row = pairs_in_a_row(Random(1))
    assert len(row) == len(MODES) ** 2 + 1
    for before, mode in pairwise(row):
        assert entered(person, mode) == new[mode], f"{mode} after {before}"


@pytest.mark.parametrize("game", GAMES_ON_THE_TABLE)
def test_no_key_reaches_the_waiting_game_and_it_returns_unchanged(three_games: Home, game: str):
    person = three_games.open(game=PLAYED)
    at_rest(person)
    entered(person, game)
    before, ply = entered(person, game), person.play.match.ply
    for mode, bar in (
        ("replay", lambda: person.window.replay.bar),
        ("replay another game", lambda: person.window.replay.bar),
        ("lesson", lambda: person.window.lesson.bar),
        ("puzzle", lambda: person.window.puzzle.bar),
    ):
        entered(person, mode)
        person.key(*KEYS)
        at_rest(person)
        assert person.play.match.ply == ply, mode
        person.click_button(bar().leave)
        at_rest(person)
        assert looks(person) == before, mode
    entered(person, "chooser")
    person.key(*KEYS)
    assert person.play.match.ply == ply
    assert entered(person, game) == before


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_looks_the_same_after_options_are_changed_and_restored(three_games: Home, mode: str):
    person = three_games.open(game=PLAYED)
    at_rest(person)
    before = entered(person, mode)
    for values in ({THEME: "contrast", TEXT: "150"}, {THEME: "light", TEXT: "100"}):
        person.window.change_settings(values)
        at_rest(person)
    assert looks(person) == before


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_looks_the_same_after_the_language_is_changed_and_restored(
    three_games: Home, traveller: Home, mode: str
):
    assert traveller is three_games, "both fixtures give the same profile"
    person = three_games.open(game=PLAYED)
    at_rest(person)
    before = entered(person, mode)
    for language in ("fa", "en"):
        choose(person, language)
        person.window.activateWindow()  # for platforms on which no window system activates the window
        person.wait_until(lambda: QApplication.focusWidget() is not None)
        at_rest(person)
    assert looks(person) == before
