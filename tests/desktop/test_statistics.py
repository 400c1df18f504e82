"""The statistics in their dialog: numbers, charts, tables, and clearing them."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QScrollArea, QTreeView

from desktop.driver import NOON, Home, Person, past
from library.test_other_games import COMPUTER_FIRST, PEOPLE, played, winner
from mile_bones.desktop.dialogs import statistics
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.dialogs.statistics import StatisticsDialog
from mile_bones.engine.record import PlayerInfo
from mile_bones.games import facts, read_record
from mile_bones.i18n import format_signed
from mile_bones.library.reviews import made_by
from mile_bones.storage.reviews import KeptReview
from mile_bones.storage.rows import CountedGame
from storage.test_statistics import game, tally
from stories import three_wins

PAIRS = [(1, PEOPLE), (2, PEOPLE[::-1]), (3, PEOPLE), (4, PEOPLE)]
CTRL = Qt.KeyboardModifier.ControlModifier
STAKES = Path(__file__).parents[1] / "data" / "montreal" / "game-all-options.json"
"""A whole game of Mille for stakes."""


def show(person: Person) -> StatisticsDialog:
    person.key(Qt.Key.Key_T, modifiers=CTRL)
    return person.dialog(StatisticsDialog)


def numbers(dialog: StatisticsDialog) -> dict[str, tuple[str, str]]:
    """Return the values of both sides by the label of their line."""
    return {row.cells[0].text: (row.cells[1].text, row.cells[2].text) for row in dialog.stack.currentWidget().plan.rows}


def rows(dialog: StatisticsDialog) -> list[tuple[str, ...]]:
    """Return the texts of the table that is shown, line by line."""
    model = dialog.stack.currentWidget().model()
    return [
        tuple(model.index(row, column).data() for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def signed(value: int) -> str:
    return format_signed(value, plus=True)


@pytest.fixture
def three_games(home: Home) -> Home:
    mine = tally(2000, miles=700, coups=1, trips=1, hazards=3)
    theirs = tally(500, miles=400, hazards=5, extensions=1)
    past(home).add(game((theirs, mine), number=3, level="champion", ended=NOON - timedelta(days=100)))
    past(home).add(game((mine, theirs), number=2, rules="mille", ended=NOON - timedelta(days=10)))
    past(home).add(game((mine, theirs), (mine, theirs), number=1, ended=NOON - timedelta(days=2)))
    return home


def test_every_number_is_shown_for_both_sides(three_games: Home):
    dialog = show(three_games.open())
    assert numbers(dialog) == {
        "Games won": ("2 (67%)", "1 (33%)"),
        "Longest winning streak": ("2", "1"),
        "Best game": ("4,000", "2,000"),
        "Average game": ("2,167", "1,167"),
        "Widest win": ("3,000", "1,500"),
        "Hands won": ("3 (75%)", "1 (25%)"),
        "Average hand": ("1,625", "875"),
        "Miles": ("2,500", "1,900"),
        "Trips completed": ("3 (75%)", "1 (25%)"),
        "Extensions called": ("1 (25%)", "3 (75%)"),
        "Coups fourrés": ("3", "1"),
        "Hazards given": ("14", "18"),
        "Hazards taken": ("18", "14"),
    }
    assert dialog.note.text() == "3 games finished, 4 hands. You have won the last 2."
    assert not dialog.whose.isVisible(), "all games are the player's own"


def test_the_statistics_of_mille_show_the_purse_of_every_opponent(home: Home):
    record = replace(read_record(STAKES.read_text(encoding="utf-8")), assisted=False)
    anna, strong = PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "strong")
    tables = [(anna, strong), (anna, strong), (PlayerInfo("Ben", "human"), anna)]
    for number, players in enumerate(tables):
        game = replace(record, players=players, id=f"{number:032x}")
        past(home).add(CountedGame(game, NOON - timedelta(days=number), facts(game), "finished"))
    paid = facts(record)[-1][0]["paid"]
    dialog = show(home.open(game="montreal-mille"))
    assert numbers(dialog)["Purse"] == (signed(2 * paid), signed(-2 * paid))
    dialog.show_as.setCurrentIndex(dialog.show_as.findData("purse"))
    assert not dialog.as_table.isVisible(), "it is a table always"
    pair = ("Anna against Ben", "1", signed(abs(paid)))
    assert rows(dialog) == [("Strong", "2", signed(2 * paid)), pair]
    dialog.against.setCurrentText("Anna and Ben")
    assert rows(dialog) == [pair]
    dialog.against.setCurrentText("Easy")
    assert dialog.stack.currentWidget().text() == "Nothing has been paid yet."


def test_games_without_stakes_have_no_purse(three_games: Home):
    assert show(three_games.open()).show_as.findData("purse") < 0


def test_the_window_keeps_working_while_a_chart_is_loaded(
    three_games: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
):
    """The library that draws charts is loaded in the background."""
    gate = ModuleType("gate")
    gate.opened = threading.Event()
    monkeypatch.setitem(sys.modules, "gate", gate)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(statistics, "_CHARTS", "slow_charts")
    (tmp_path / "slow_charts.py").write_text("import gate\ngate.opened.wait()\n", encoding="utf-8")
    dialog = show(three_games.open())
    told = dialog.note.text()
    dialog.show_as.setCurrentIndex(1)
    assert dialog.line.busy and dialog.note.text() == "This takes a moment."
    qtbot.waitUntil(dialog.line.isVisible)
    dialog.as_table.click()
    assert isinstance(dialog.stack.currentWidget(), QTreeView), "a table needs no charts"
    dialog.as_table.click()
    assert dialog.line.busy
    gate.opened.set()
    qtbot.waitUntil(lambda: not dialog.line.busy)
    assert type(dialog.stack.currentWidget()).__name__ == "Chart" and dialog.note.text() == told


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_legend_of_a_chart_covers_no_bar(three_games: Home, size: tuple[int, int], qtbot):
    past(three_games).add(CountedGame(played(1), NOON, facts(played(1)), "finished"))  # another row of boxes
    person = three_games.open()
    person.window.resize(*size)
    QApplication.processEvents()
    dialog = show(person)
    dialog.show_as.setCurrentIndex(1)
    qtbot.waitUntil(lambda: not dialog.line.busy)
    chart = dialog.stack.currentWidget()
    chart.grab()  # lays the chart out
    box = chart.getPlotItem().getViewBox()
    highest = box.mapViewToScene(QPointF(1, 3000)).y()
    legend = chart.legend.mapRectToScene(chart.legend.boundingRect())
    assert legend.bottom() <= highest
    assert highest < box.mapViewToScene(QPointF(1, -1500)).y() - 50


def test_all_filters_fit_into_a_small_window(three_games: Home, qapp):
    past(three_games).add(CountedGame(played(1), NOON, facts(played(1)), "finished"))
    theirs = played(2)
    past(three_games).add_all([CountedGame(theirs, NOON, facts(theirs), "finished", imported=True)])
    person = three_games.open()
    person.window.resize(800, 600)
    qapp.processEvents()
    dialog = show(person)
    assert dialog.whose.isVisible() and dialog.game.isVisible()
    assert dialog.frameGeometry().width() <= 800


def test_games_can_be_filtered_by_rules_opponent_and_time(three_games: Home):
    dialog = show(three_games.open())
    for box, choice, hands in (
        (dialog.rules, "mille(6)", "1 hand."),
        (dialog.against, "Champion", "1 hand."),
        (dialog.time, "The last 7 days", "2 hands."),
        (dialog.time, "The last 30 days", "3 hands."),
        (dialog.time, "This year", "4 hands."),
    ):
        box.setCurrentText(choice)
        assert hands in dialog.note.text()
        box.setCurrentIndex(0)
    dialog.against.setCurrentText("Expert")
    assert dialog.note.text() == "No finished game without help yet."
    assert set(numbers(dialog).values()) == {("–", "–")}


@pytest.mark.parametrize(
    ("view", "line"),
    [("Results over time", ("2 May 2026", "4,000", "1,000")), ("Hand scores", ("400 to 599 points", "1", "3"))],
)
def test_a_chart_can_be_shown_as_a_table(three_games: Home, view: str, line: tuple[str, ...]):
    person = three_games.open()
    dialog = show(person)
    dialog.show_as.setCurrentText(view)
    person.wait_until(lambda: not dialog.line.busy)  # charts load their library first
    chart = dialog.stack.currentWidget()
    assert chart.accessibleName() == view
    assert chart.isVisible() and chart.width() > 300 and chart.height() > 200
    painted = chart.grab().toImage()
    places_looked_at = [(x, y) for x in range(0, painted.width(), 3) for y in range(0, painted.height(), 3)]
    colours = {painted.pixelColor(x, y).name() for x, y in places_looked_at}
    assert len(colours) > 4, "bars of two colours, words and lines"
    person.click_button(dialog.as_table)
    table = dialog.stack.currentWidget()
    assert isinstance(table, QTreeView)
    assert table.accessibleName() == view
    model = table.model()
    assert tuple(model.index(0, column).data() for column in range(3)) == line


def test_every_view_is_available_without_any_game(home: Home):
    dialog = show(home.open())
    for view in range(dialog.show_as.count()):
        for table in (False, True):
            dialog.show_as.setCurrentIndex(view)
            dialog.as_table.setChecked(table)
            assert dialog.stack.currentWidget() is not None
    assert dialog.note.text() == "No finished game without help yet."
    assert not dialog.clear.isEnabled()


def test_clearing_the_statistics_asks_first_and_keeps_the_games(three_games: Home):
    person = three_games.open()
    dialog = show(person)
    person.click_button(dialog.clear)
    person.click_button(person.dialog(QuestionDialog).no)
    assert "3 games" in dialog.note.text()
    person.click_button(dialog.clear)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert dialog.note.text() == "No finished game without help yet."
    assert len(past(three_games).games()) == 3


@pytest.fixture
def both_games(three_games: Home) -> Home:
    """The three games and games of Millieu: four of Anna with Ben, one against a computer, one of two computers."""
    computers = (PlayerInfo("Computer", "computer", "easy"), PlayerInfo("Computer", "computer", "strong"))
    players = [PEOPLE, PEOPLE[::-1], PEOPLE, PEOPLE, COMPUTER_FIRST, computers]
    for number, pair in enumerate(players, 1):
        record = played(number, pair)
        past(three_games).add(CountedGame(record, NOON - timedelta(days=number), facts(record), "finished"))
    return three_games


def entries(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def test_statistics_begin_with_the_game_on_the_table(both_games: Home):
    dialog = show(both_games.open(game="millieu"))
    assert dialog.game.isVisible() and entries(dialog.game) == ["Mile Bones", "Millieu"]
    assert dialog.game.currentText() == "Millieu"
    errors = ["Error rate over time", "Error rate by kind of choice"]
    assert entries(dialog.show_as) == ["Numbers", "Results over time", *errors], "Millieu has no hands"
    assert not dialog.rules.isVisible()
    assert entries(dialog.against) == ["All computers", "Easy", "Strong", "Champion", "Anna and Ben"]
    assert dialog.note.text() == "1 game finished.", "games of two people or two computers do not count here"
    dialog.game.setCurrentText("Mile Bones")
    assert "Hand scores" in entries(dialog.show_as) and dialog.rules.isVisible()
    assert entries(dialog.against) == ["All computers", "Easy", "Original", "Expert", "Champion"]
    assert dialog.note.text().startswith("3 games finished")


def test_the_statistics_of_one_kind_of_game_have_no_filter_by_kind(three_games: Home):
    assert not show(three_games.open()).game.isVisible()


def test_two_people_are_shown_by_their_names(both_games: Home):
    dialog = show(both_games.open(game="millieu"))
    dialog.against.setCurrentText("Anna and Ben")
    heads = [column.header.text for column in dialog.stack.currentWidget().plan.columns]
    assert heads == ["", "Anna", "Ben"]
    won = [sum(played(n, p).players[winner(played(n, p))].name == name for n, p in PAIRS) for name in ("Anna", "Ben")]
    assert [int(text.split()[0]) for text in numbers(dialog)["Games won"]] == won
    assert dialog.note.text().startswith("4 games finished")
    dialog.show_as.setCurrentText("Results over time")
    dialog.as_table.setChecked(True)
    model = dialog.stack.currentWidget().model()
    assert [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)] == ["Date", "Anna", "Ben"]


def test_a_pair_without_games_is_replaced_by_all_computers(both_games: Home):
    dialog = show(both_games.open(game="millieu"))
    dialog.against.setCurrentText("Anna and Ben")
    dialog.game.setCurrentText("Mile Bones")
    assert dialog.against.currentText() == "All computers"
    assert dialog.note.text().startswith("3 games finished")


@pytest.fixture
def reviewed_games(three_games: Home) -> Home:
    """The coach has reviewed both hands of one game, and the only hand of the game against the champion."""
    for name, hand, result, luck, cost in (
        ("Anna 1", 1, 1500, 400.0, 90.0),
        ("Anna 1", 2, 1500, -100.0, 30.0),
        ("Anna 3", 1, -1500, -50.0, 180.0),
    ):
        shape = {"result": result, "luck": luck, "errors": {"hazards": [[cost, 2], [60, 3]]}}
        found = next(one.id for one in past(three_games).games() if one.name == name)
        assert past(three_games).keep_review(found, KeptReview(hand, made_by("mile-bones"), json.dumps(shape), "{}"))
    return three_games


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("view", "line"),
    [
        ("Error rate over time", ("2 May 2026", "60", "60", "2")),
        ("Error rate by hand", ("0 to 99 points", "2", "3")),
        ("Error rate by kind of choice", ("Distances", "0", "0", "0", "0")),
        ("Luck over time", ("2 May 2026", "+3,000", "+300", "+2,700", "2")),
        ("Luck by hand", ("\u200e−1,600 to \u200e−1,401 points", "0", "1")),
    ],
)
def test_the_coachs_figures_are_shown_as_charts_and_tables(reviewed_games: Home, view: str, line: tuple[str, ...]):
    person = reviewed_games.open()
    dialog = show(person)
    dialog.show_as.setCurrentText(view)
    person.wait_until(lambda: type(dialog.stack.currentWidget()).__name__ == "Chart")  # the first has to be imported
    chart = dialog.stack.currentWidget()
    assert chart.accessibleName() == view
    assert chart.accessibleDescription() == "The same numbers can be shown as a table."
    assert dialog.note.text().startswith("3 of 4 hands reviewed.")
    painted = chart.grab().toImage()
    places_looked_at = [(x, y) for x in range(0, painted.width(), 3) for y in range(0, painted.height(), 3)]
    assert len({painted.pixelColor(x, y).name() for x, y in places_looked_at}) > 4, "bars of two colours and words"
    person.click_button(dialog.as_table)
    table = dialog.stack.currentWidget()
    assert isinstance(table, QTreeView) and table.accessibleName() == view
    model = table.model()
    assert tuple(model.index(0, column).data() for column in range(model.columnCount())) == line


def test_the_coachs_figures_follow_the_filters(reviewed_games: Home):
    dialog = show(reviewed_games.open())
    dialog.as_table.setChecked(True)
    dialog.show_as.setCurrentText("Error rate over time")
    assert dialog.note.text() == "3 of 4 hands reviewed. Error rate: You 100 (Expert), Computer 60 (Expert)."
    dialog.against.setCurrentText("Champion")
    assert dialog.note.text() == "1 of 1 hand reviewed. Error rate: You 180 (Strong), Computer 60 (Expert)."
    dialog.against.setCurrentIndex(0)
    dialog.time.setCurrentText("The last 7 days")
    assert dialog.note.text() == "2 of 2 hands reviewed. Error rate: You 60 (Expert), Computer 60 (Expert)."
    dialog.show_as.setCurrentText("Numbers")
    assert dialog.note.text().startswith("1 game finished, 2 hands.")


def test_a_page_without_reviews_says_how_to_get_them(reviewed_games: Home):
    person = reviewed_games.open()
    dialog = show(person)
    dialog.show_as.setCurrentText("Luck over time")
    person.wait_until(dialog.as_table.isVisible)
    dialog.rules.setCurrentText("mille(6)")
    page = dialog.stack.currentWidget()
    assert "Choose “Review this game” when a game is over" in page.text() and page.isVisible()
    assert not dialog.as_table.isVisible() and dialog.note.text().startswith("1 game finished")
    dialog.rules.setCurrentIndex(0)
    person.wait_until(lambda: type(dialog.stack.currentWidget()).__name__ == "Chart" and dialog.as_table.isVisible())


def test_a_long_note_takes_its_space_from_the_page(reviewed_games: Home, qapp):
    database = past(reviewed_games)
    found = next(one.id for one in database.games() if one.name == "Anna 2")
    assert database.keep_review(found, KeptReview(1, "an earlier one", "{}", "{}"))
    person = reviewed_games.open()
    person.window.resize(800, 600)
    qapp.processEvents()
    dialog = show(person)
    for view in ("Numbers", "Luck by hand", "Error rate by hand", "Numbers"):
        dialog.show_as.setCurrentText(view)
        qapp.processEvents()
        assert dialog.note.height() >= dialog.note.heightForWidth(dialog.note.width())
        assert not dialog.findChild(QScrollArea).verticalScrollBar().maximum(), f"{view} is seen without scrolling"
    assert "an earlier coach" not in dialog.note.text()


def test_clearing_the_statistics_clears_the_coachs_figures(reviewed_games: Home):
    person = reviewed_games.open()
    dialog = show(person)
    dialog.show_as.setCurrentText("Error rate over time")
    person.click_button(dialog.clear)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert "None of these games has been reviewed yet." in dialog.stack.currentWidget().text()


def kept() -> dict[str, int]:
    """Return the number of objects in memory that belong to shown pages and to menus."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    found = Counter(type(thing).__name__ for thing in gc.get_objects())
    return {
        name: found[name] for name in ("StatisticsDialog", "SheetTable", "LongList", "Chart", "PlotItem", "Row")
    } | {"menus": sum(isinstance(widget, QMenu) for widget in QApplication.topLevelWidgets())}


@pytest.mark.proof
def test_closed_pages_leave_no_objects_in_memory(reviewed_games: Home):
    person = reviewed_games.open()

    def look() -> dict[str, int]:
        dialog = show(person)
        for view in ("results", "hands", "errors", "luck by hand", "numbers", "results"):
            dialog.show_as.setCurrentIndex(dialog.show_as.findData(view))
            QCoreApplication.processEvents()
        for as_table in (True, False):
            dialog.as_table.setChecked(as_table)
            QCoreApplication.processEvents()
        person.key(Qt.Key.Key_Escape)
        return kept()

    before = look()
    assert look() == before


def test_a_won_game_appears_in_the_numbers(home: Home):
    person = home.open(three_wins().record())
    person.click_button(person.win().go_on)
    while person.dialogs():
        person.key(Qt.Key.Key_Escape)
    told = numbers(show(person))
    assert told["Games won"] == ("1 (100%)", "0 (0%)")
    assert told["Best game"] == ("5,700", "–")


@pytest.mark.gui
def test_the_chart_library_is_not_loaded_before_the_first_chart():
    rooms = "mile_bones.desktop.main_window, mile_bones.desktop.dialogs.statistics"
    script = f"import sys, {rooms}; print('pyqtgraph' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_a_chart_has_no_hidden_menu_entries(qapp: QApplication, qtbot):
    from mile_bones.desktop.dialogs.charts import Chart

    chart = Chart("Results", "Games", "Points")
    qtbot.addWidget(chart)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert [action.text() for action in (*chart.findChildren(QAction), *chart.scene().findChildren(QAction))] == []
