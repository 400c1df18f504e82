"""A history of very many games is shown at once and never blocks the window.

The tests count work, that is, the number of games that are looked at before mouse and keyboard are handled again.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

import many
import mile_bones.desktop.dialogs.charts  # noqa: F401 - else the first chart that is shown has to wait for them
from desktop.driver import NOON, Home
from desktop.test_history import finished, names, show
from desktop.test_statistics import numbers
from desktop.test_statistics import show as show_statistics
from mile_bones.desktop.dialogs import progress
from mile_bones.desktop.dialogs.games_model import (
    DATE,
    DEAL,
    GAME,
    HANDS,
    MONEY,
    NAMES,
    POINTS,
    RULES,
    GamesModel,
    Wanted,
)
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.storage.history import History
from mile_bones.storage.rows import PlayedGame
from mile_bones.storage.statistics import Span

pytestmark = pytest.mark.proof

GAMES = 3000
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with ``GAMES`` games, made once."""
    path = tmp_path_factory.mktemp("many") / "history.db"
    many.fill(History(path, lambda problem: pytest.fail(str(problem))), path, GAMES, [finished()], NOON)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the data is now in this one file
    return path


@pytest.fixture
def history(home: Home, filled: Path) -> History:
    shutil.copyfile(filled, home.profile.history_path)
    return History(home.profile.history_path, lambda problem: pytest.fail(str(problem)))


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every step of the work its own turn of the event loop, as if the computer were so slow that no two steps fit
    into one turn.
    """
    monkeypatch.setattr(progress, "_SMALL_BIT", 0.0)
    monkeypatch.setattr(progress, "_AT_ONCE", 0.0)


def step(dialog: HistoryDialog) -> None:
    """Let the timer that does the work fire once."""
    dialog.line._next.timeout.emit()


def settle(dialog, qtbot) -> None:
    qtbot.waitUntil(lambda: not dialog.line.busy)


@pytest.mark.usefixtures("slowly")
def test_the_latest_games_are_shown_at_once_and_a_line_shows_progress(home: Home, history: History, qtbot):
    everything = history.games()
    person = home.open()
    person.window.history.show()
    dialog = person.dialogs()[-1]
    assert 0 < dialog.model.rowCount() <= 500, "before the event loop has had a turn"
    assert dialog.model.shown == everything[: dialog.model.rowCount()]
    assert dialog.line.busy and dialog.note.text().endswith(" games so far")
    qtbot.waitUntil(lambda: dialog.line.isVisible())
    assert dialog.line.accessibleName() == "Looking through the games"
    assert dialog.selected() == everything[:1]
    settle(dialog, qtbot)
    assert not dialog.line.isVisible()
    assert dialog.note.text() == "3,000 games"
    assert dialog.model.shown == everything
    assert dialog.selected() == everything[:1], "the selection is kept when more games arrive"


def test_a_short_list_is_complete_at_once_without_a_progress_line(home: Home, qtbot):
    history = History(home.profile.history_path, lambda problem: pytest.fail(str(problem)))
    many.fill(history, home.profile.history_path, 300, [finished()], NOON)
    person = home.open()
    person.window.history.show()
    dialog = person.dialogs()[-1]
    assert not dialog.line.busy and dialog.line.isHidden()
    assert dialog.note.text() == "300 games"
    dialog.search.setText("anna")
    dialog.list.sortByColumn(3, UP)
    assert not dialog.line.busy and dialog.line.isHidden()
    assert set(names(dialog)) == {"Anna", "Hanna", "Johanna"}


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("moment", [0, 1, 5])
def test_the_next_key_replaces_a_running_search(home: Home, history: History, moment: int, qtbot):
    """A key also stops a search while games are still being read. Games that are read later are searched, too."""
    person = home.open()
    dialog = show(person)
    dialog.search.setFocus()
    person.type("fr")
    for _step in range(moment):
        step(dialog)
    person.type("ieda 2026-0")
    settle(dialog, qtbot)
    expected = [game for game in history.games() if game.name == "Frieda" and f"{game.ended:%Y-%m}"[:6] == "2026-0"]
    assert dialog.model.shown == expected != []
    dialog.search.clear()
    dialog.whose.setCurrentText("Imported games")
    step(dialog)
    dialog.against.setCurrentText("Champion")
    settle(dialog, qtbot)
    expected = [game for game in history.games() if game.imported and game.level == "champion"]
    assert dialog.model.shown == expected != []


@pytest.mark.sample(proof=2)
@pytest.mark.parametrize("column", range(GAME))
def test_many_games_are_sorted_and_the_selection_is_kept(
    home: Home, history: History, slowly: None, column: int, qtbot
):
    person = home.open()
    dialog = show(person)
    settle(dialog, qtbot)
    everything = history.games()
    game = everything[7]
    person.key(*[Qt.Key.Key_Down] * 7)
    assert dialog.selected() == [game]
    keys = {
        DATE: lambda game: game.moment,
        NAMES[0]: lambda game: game.name.casefold(),
        POINTS: lambda game: game.points,
        MONEY: lambda game: game.paid,
        HANDS: lambda game: game.hands,
        RULES: lambda game: game.rules,
        DEAL: lambda game: game.seed if game.seed is not None else -1,
    }
    for order in (UP, DOWN):
        dialog.list.sortByColumn(column, order)
        if order == UP:
            step(dialog)
            dialog.list.sortByColumn(column, order)  # sort again while the list is being sorted
        settle(dialog, qtbot)
        if column in keys:
            assert dialog.model.shown == sorted(everything, key=keys[column], reverse=order == DOWN)
        assert sorted(game.id for game in dialog.model.shown) == sorted(game.id for game in everything)
        assert dialog.selected() == [game]
        assert dialog.list.currentIndex().row() == dialog.model.shown.index(game)


@pytest.mark.usefixtures("slowly")
def test_all_of_many_games_can_be_selected(home: Home, history: History, qtbot):
    person = home.open()
    dialog = show(person)
    settle(dialog, qtbot)
    dialog.list.selectAll()
    assert dialog.note.text() == "3,000 games, 3,000 selected"
    assert dialog.selected() == history.games()
    dialog.list.sortByColumn(1, UP)
    settle(dialog, qtbot)
    assert dialog.selected() == dialog.model.shown and len(dialog.selected()) == GAMES
    rows = QItemSelectionModel.SelectionFlag.Deselect | QItemSelectionModel.SelectionFlag.Rows
    dialog.list.selectionModel().select(dialog.model.index(100, 0), rows)
    assert dialog.selected() == [*dialog.model.shown[:100], *dialog.model.shown[101:]]


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_closing_the_list_stops_reading(home: Home, history: History, steps: int):
    person = home.open()
    pages = _Counted(history.pages())
    dialog = HistoryDialog(pages, GAMES, person.window)
    person.window.dialog_stack.open(dialog)
    for _step in range(steps):
        step(dialog)
    dialog.reject()
    read = pages.read
    assert not dialog.line.busy
    for _turn in range(20):
        QTest.qWait(0)
    assert pages.read == read < GAMES


def test_no_step_looks_at_more_than_500_games(history: History, qapp):
    """The limit holds for reading, searching, filtering and sorting."""
    pages = _Counted(history.pages())
    model = _Watched(qapp)
    model.read(pages, GAMES)
    assert model.steps_of(lambda: pages.read) > 5, "read"
    for wanted in (Wanted(("no", "such", "game")), Wanted(against="champion"), Wanted(imported=True), Wanted()):
        model.narrow(wanted)
        assert len(list(model.arrange())) >= GAMES // 500, wanted
    for column in range(1, 8):
        model.sort(column, UP)
        assert len(list(model.arrange())) >= 2 * GAMES // 500, "the games are looked through and then sorted"


def test_typing_selects_a_line_in_a_long_and_in_a_short_list(home: Home, history: History, qtbot):
    person = home.open()
    dialog = show(person)
    settle(dialog, qtbot)
    dialog.list.setFocus()
    days = [line[:5] for line in _dates(dialog)]
    person.type("3 may")
    assert dialog.list.currentIndex().row() == days.index("3 May")
    dialog.search.setText("zoë")
    settle(dialog, qtbot)
    dialog.list.setFocus()
    row = next(row for row, date in enumerate(_dates(dialog)) if date.startswith("2"))
    QTest.qWait(0)
    dialog.list._last = 0.0  # pretend that a while has passed
    person.type("2")
    assert dialog.list.currentIndex().row() == row


@pytest.mark.usefixtures("slowly")
def test_statistics_of_many_games_are_computed_step_by_step(home: Home, history: History, qtbot):
    person = home.open()
    dialog = show_statistics(person)
    assert dialog.line.busy and dialog.note.text() == "This takes a moment."
    dialog.against.setCurrentText("Champion")  # another choice, in the middle of the work
    dialog.line._next.timeout.emit()
    dialog.against.setCurrentIndex(0)
    settle(dialog, qtbot)
    found = history.statistics(Span())
    assert f"{len(found.results):,} games finished" in dialog.note.text()
    assert numbers(dialog)["Best game"][0] == f"{found.games[0].best:,}"
    for view in range(3):
        dialog.show_as.setCurrentIndex(view)
        assert not dialog.line.busy, "another view needs no new computation"
    dialog.as_table.setChecked(True)
    dialog.show_as.setCurrentText("Results over time")
    assert dialog.stack.currentWidget().model().rowCount() == len(found.results)
    dialog.whose.setCurrentText("Imported games")
    assert dialog.line.busy
    dialog.reject()
    assert not dialog.line.busy


def test_a_chart_of_many_games_has_a_limited_number_of_bars(home: Home, history: History, qtbot):
    dialog = show_statistics(home.open())
    settle(dialog, qtbot)
    dialog.show_as.setCurrentText("Results over time")
    chart = dialog.stack.currentWidget()
    found = history.statistics(Span())
    bars = [item for item in chart.getPlotItem().items if hasattr(item, "opts") and "height" in item.opts]
    assert len(bars) == 2
    assert all(len(bar.opts["x"]) <= 600 for bar in bars) and len(found.results) > 600
    assert max(bars[0].opts["height"]) == found.games[0].widest > 0, "the widest win is among the bars"


class _Counted:
    """Pages of games that count the games read from them."""

    def __init__(self, pages: Iterator[list[PlayedGame]]) -> None:
        self._pages = pages
        self.read = 0

    def __iter__(self) -> _Counted:
        return self

    def __next__(self) -> list[PlayedGame]:
        page = next(self._pages)
        self.read += len(page)
        return page


class _Watched(GamesModel):
    """A model whose work the test does step by step."""

    def steps_of(self, count) -> int:
        """Finish the work and return the number of steps. Fail if a step raises `count` by more than 500."""
        before, steps = count(), 0
        for _part in self.arrange():
            assert count() - before <= 500
            before, steps = count(), steps + 1
        return steps


def _dates(dialog: HistoryDialog) -> list[str]:
    return [dialog.model.index(row, 0).data() for row in range(dialog.model.rowCount())]
