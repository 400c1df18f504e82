"""The history in its dialog: games are found, sorted, replayed, resumed, saved, exported, imported and deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QStyleOptionViewItem, QToolTip, QWhatsThis

from desktop.driver import NOON, Home, Person, past
from library.test_other_games import COMPUTER_FIRST, PEOPLE, played
from mile_bones.desktop.dialogs.games_model import DATE, DEAL, GAME, HANDS, MONEY, NAMES, POINTS, RESULT, RULES
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.progress import ProgressDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.dialogs.statistics import StatisticsDialog
from mile_bones.desktop.dialogs.whose import WhoseDialog
from mile_bones.desktop.look.theme import active
from mile_bones.engine.bodies import ActionList, Hands
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import GAMES, facts, read_record
from mile_bones.i18n import format_signed
from mile_bones.storage import history as storage_history
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.rows import CountedGame
from pictures.cubes import TO_PLACE
from stories import going, near_the_goal, three_wins, won

DESELECT = QItemSelectionModel.SelectionFlag.Deselect | QItemSelectionModel.SelectionFlag.Rows
CTRL = Qt.KeyboardModifier.ControlModifier
STAKES = Path(__file__).parents[1] / "data" / "montreal" / "game-all-options.json"
"""A whole game of Mille for stakes."""


def finished() -> Record:
    """Return a game that Anna has won with her fourth hand."""
    return won()


def enter(home: Home, record: Record, days: int = 0, state: str = "finished") -> None:
    past(home).add(CountedGame(record, NOON - timedelta(days=days), facts(record), record.ended or state))


def named(record: Record, name: str, level: str = "easy") -> Record:
    """Return a copy of `record` as another game, played by `name`."""
    players = (PlayerInfo(name, "human"), PlayerInfo("Computer", "computer", level))
    return replace(record, players=players, id=name.encode().hex().rjust(32, "0"))


@pytest.fixture
def four_games(home: Home) -> Home:
    enter(home, named(finished(), "Anna", "champion"), days=3)
    enter(home, named(going().record(ended=GIVEN_UP), "Ben"), days=1)
    enter(home, replace(named(finished(), "Cleo", "original"), assisted=True), days=2)
    enter(home, named(going(rules="mille").record(ended=GIVEN_UP), "Dora"), days=4)
    return home


def show(person: Person) -> HistoryDialog:
    person.key(Qt.Key.Key_H, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    return person.dialog(HistoryDialog)


def lines(dialog: HistoryDialog) -> list[tuple[str, ...]]:
    """Return the texts of the list, line by line."""
    model = dialog.model
    return [
        tuple(model.index(row, column).data() for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def choose(dialog: HistoryDialog, row: int) -> None:
    dialog.list.setCurrentIndex(dialog.model.index(row, 0))


def names(dialog: HistoryDialog) -> list[str]:
    return [line[1] for line in lines(dialog)]


def test_a_game_that_has_been_finished_is_listed(home: Home):
    person = home.open(three_wins().record())
    person.click_button(person.win().go_on)
    while person.dialogs():
        person.key(Qt.Key.Key_Return)
    dialog = show(person)
    going_on, line = lines(dialog)
    assert line[:4] == ("4 May 2026, 12:00", "Anna", "Easy", "Won")
    assert going_on[3] == "Under way", "the next game, which the computer has begun"
    assert dialog.note.text().startswith("2 games")


def test_the_list_shows_the_details_of_every_game(four_games: Home):
    dialog = show(four_games.open())
    assert names(dialog) == ["Ben", "Cleo", "Anna", "Dora"], "the latest game is first"
    assert lines(dialog)[0] == (
        "3 May 2026, 12:00",
        "Ben",
        "Easy",
        "Given up",
        "0 to 0",
        "–",
        "1",
        "Mile Bones 2.1",
        "–",
        "Mile Bones",
    )
    assert [line[3] for line in lines(dialog)] == ["Given up", "Won, assisted", "Won", "Given up"]
    assert lines(dialog)[3][RULES] == "mille(6)"
    assert dialog.list.isColumnHidden(MONEY), "nothing was paid"


def test_the_list_shows_what_was_paid_from_the_side_of_the_person(home: Home):
    record = replace(read_record(STAKES.read_text(encoding="utf-8")), assisted=False)
    computer, anna = PlayerInfo("Computer", "computer", "easy"), PlayerInfo("Anna", "human")
    for days, players in enumerate([(anna, computer), (computer, anna)]):
        enter(home, replace(record, players=players, id=f"{days:032x}"), days=days)
    enter(home, named(finished(), "Ben"), days=2)
    dialog = show(home.open())
    amount = abs(facts(record)[-1][0]["paid"])
    first, second, none = (line[MONEY] for line in lines(dialog))
    assert {first, second} == {format_signed(amount, plus=True), format_signed(-amount)} and none == "–"
    assert not dialog.list.isColumnHidden(MONEY)
    dialog.list.sortByColumn(MONEY, Qt.SortOrder.DescendingOrder)
    assert [line[MONEY] for line in lines(dialog)] == [format_signed(amount, plus=True), "–", format_signed(-amount)]


@pytest.mark.parametrize("size", [(640, 400), (800, 600)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_payment_without_room_for_its_column_is_shown_below_the_list(home: Home, size: tuple[int, int], qapp):
    record = replace(read_record(STAKES.read_text(encoding="utf-8")), assisted=False)
    players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
    enter(home, replace(record, players=players))
    person = home.open()
    person.window.resize(*size)
    qapp.processEvents()
    dialog = show(person)
    text = format_signed(facts(record)[-1][0]["paid"], plus=True)
    seen = not dialog.list.isColumnHidden(MONEY)
    assert seen != (f"Paid: {text}" in dialog.rest.text())


def test_a_history_of_one_kind_of_game_does_not_name_the_kind(four_games: Home):
    dialog = show(four_games.open())
    assert dialog.list.isColumnHidden(GAME) and not dialog.game.isVisible()


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("kinds", "head"),
    [
        (("mile-bones", "millieu"), "Hands"),
        (("montreal-mille", "millieu"), "Deals"),
        (("mile-bones", "montreal-mille"), "Rounds"),
    ],
)
def test_the_column_of_rounds_is_named_as_in_the_listed_games(qtbot, home: Home, kinds: tuple[str, ...], head: str):
    for day, kind in enumerate(kinds):
        enter(home, replace(named(finished(), kind), id=f"{day:032x}"), days=day)
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        for kind in kinds:
            database.execute("UPDATE games SET game = ?, rules = ? WHERE name_0 = ?", (kind, kind, kind))
    dialog = show(home.open())

    def told() -> str:
        return dialog.model.headerData(HANDS, Qt.Orientation.Horizontal)

    assert told() == head
    alone = {"mile-bones": "Hands", "montreal-mille": "Deals"}
    for kind in kinds:
        with qtbot.waitSignal(dialog.model.headerDataChanged):  # the header is painted again
            dialog.game.setCurrentIndex(dialog.game.findData(kind))
        assert names(dialog) == [kind]
        assert told() == alone.get(kind, "Hands")
        room = dialog.list.header().sectionSize(HANDS)
        assert room >= dialog.list.header().fontMetrics().horizontalAdvance(told())


def test_a_history_of_several_kinds_names_the_kind_and_can_be_filtered(four_games: Home):
    with closing(sqlite3.connect(four_games.profile.history_path)) as database, database:
        database.execute("UPDATE games SET game = 'chess', rules = 'blitz' WHERE name_0 = 'Ben'")
    dialog = show(four_games.open())
    assert not dialog.list.isColumnHidden(GAME) and dialog.game.isVisible()
    assert [line[GAME] for line in lines(dialog)] == ["chess", "Mile Bones", "Mile Bones", "Mile Bones"]
    dialog.game.setCurrentIndex(1)
    assert names(dialog) == ["Cleo", "Anna", "Dora"]


LONG = 987_654_321_012_345_678


def crowded(home: Home) -> None:
    """Fill the history with games of both kinds, also those of other people, with long names and numbers."""
    for days, seed in enumerate((LONG, 7, None), 1):
        record = replace(named(finished(), "Wilhelmina Featherstonehaugh-Wy", "champion"), seed=seed, id=f"{days:032x}")
        at = NOON - timedelta(days=days)
        past(home).add_all([CountedGame(record, at, facts(record), "finished", imported=days > 1)])
    stones = played(1)
    past(home).add(CountedGame(stones, NOON - timedelta(days=9), facts(stones), "finished"))


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_columns_are_visible_and_the_search_hint_fits(home: Home, size: tuple[int, int], qapp):
    crowded(home)
    person = home.open()
    person.window.resize(*size)
    qapp.processEvents()
    dialog = show(person)
    assert dialog.whose.isVisible() and dialog.game.isVisible()
    header = dialog.list.header()
    assert header.length() == dialog.list.viewport().width()
    assert not dialog.list.horizontalScrollBar().isVisible() and dialog.list.horizontalScrollBar().maximum() == 0
    assert dialog.width() <= size[0]
    for column in (DATE, POINTS, HANDS, RULES):
        assert header.sectionSize(column) >= dialog.list.sizeHintForColumn(column), (
            "dates, numbers and rules are not cut"
        )
    words = dialog.search.fontMetrics().horizontalAdvance(dialog.search.placeholderText())
    assert dialog.search.width() > words


def test_a_long_deal_number_is_elided_in_the_middle_and_told_in_full(home: Home, qapp):
    crowded(home)
    dialog = show(home.open())
    view = dialog.list
    at = dialog.model.index(0, DEAL)
    option = QStyleOptionViewItem()
    option.textElideMode = Qt.TextElideMode.ElideRight
    view.itemDelegate().initStyleOption(option, at)
    assert option.textElideMode is Qt.TextElideMode.ElideMiddle
    assert view.sizeHintForColumn(DEAL) > view.header().sectionSize(DEAL)
    shown = option.fontMetrics.elidedText(str(LONG), option.textElideMode, view.header().sectionSize(DEAL) - 12)
    assert shown.startswith("987") and shown.endswith("678")
    for event, seen in (
        (QEvent.Type.ToolTip, lambda: QToolTip.text()),
        (QEvent.Type.WhatsThis, lambda: at.data(Qt.ItemDataRole.WhatsThisRole)),
    ):
        place = view.visualRect(at).center()
        qapp.sendEvent(view.viewport(), QHelpEvent(event, place, view.viewport().mapToGlobal(place)))
        assert seen() == str(LONG)
    QWhatsThis.hideText()
    spoken = QAccessible.queryAccessibleInterface(view)
    heard = {spoken.child(number).text(QAccessible.Text.Name) for number in range(spoken.childCount())}
    assert str(LONG) in heard, "a screen reader hears all of it"
    assert dialog.note.text() == f"4 games; deal number of the selected one: {LONG}"
    view.keyboardSearch(lines(dialog)[2][0])
    assert dialog.note.text() == "4 games", "the selected game has no number"


def test_a_text_that_fits_has_no_tool_tip(home: Home, qapp):
    crowded(home)
    dialog = show(home.open())
    place = dialog.list.visualRect(dialog.model.index(0, 0)).center()
    qapp.sendEvent(
        dialog.list.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, dialog.list.viewport().mapToGlobal(place))
    )
    assert QToolTip.text() == ""


def test_the_selected_line_is_one_band_without_gaps(home: Home, dressed):
    crowded(home)
    person = home.open()
    dialog = show(person)
    view = dialog.list
    line = view.visualRect(dialog.model.index(0, 0))
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    amber = active()[0].amber.rgb()
    for y in (line.top(), line.bottom()):
        row = [picture.pixel(round(x * ratio), round(y * ratio)) for x in range(view.header().length())]
        assert set(row) == {amber}, "from edge to edge, with no corners between the columns"


def test_two_people_and_two_computers_are_named(home: Home):
    computers = (PlayerInfo("Computer", "computer", "strong"), PlayerInfo("Computer", "computer", "champion"))
    same = (PlayerInfo("Anna", "human"), PlayerInfo("Anna", "human"))
    for days, players in enumerate((PEOPLE, computers, COMPUTER_FIRST, same), 1):
        enter(home, played(days, players), days=days)
    enter(home, named(finished(), "Anna", "champion"), days=9)
    dialog = show(home.open())
    told = ["Anna Ben", "Strong Champion", "Anna Strong", "Anna (1) Anna (2)", "Anna Champion"]
    assert [f"{line[1]} {line[2]}" for line in lines(dialog)] == told
    for against, numbers in (("Two people", (0, 3)), ("Two computers", (1,)), ("Champion", (4,)), ("Strong", (2,))):
        dialog.against.setCurrentText(against)
        assert [f"{line[1]} {line[2]}" for line in lines(dialog)] == [told[number] for number in numbers]
    dialog.against.setCurrentIndex(0)
    dialog.search.setText("ben")
    assert len(lines(dialog)) == 1
    dialog.search.clear()
    dialog.game.setCurrentText("Millieu")
    assert len(lines(dialog)) == 4 and [dialog.rules.itemText(n) for n in range(dialog.rules.count())][1:] == [
        "Millieu"
    ]
    assert dialog.against.findText("Expert") == -1


def test_an_unfinished_game_without_hands_is_resumed_and_leaves_the_list(home: Home):
    record = played(3, COMPUTER_FIRST)
    left = replace(record, body=ActionList(record.body.first, record.body.actions[:6]))
    enter(home, left, state="unfinished")
    person = home.open(going().record())
    dialog = show(person)
    choose(dialog, 1)
    person.click_button(dialog.go_on)
    assert person.window.boards.game == "millieu"
    assert person.window.turns.match.record().id == record.id
    assert [game.game for game in past(home).games()] == []


def test_very_wide_names_do_not_widen_the_list(home: Home, qtbot):
    enter(home, played(1, (PlayerInfo("W" * 31, "human"), PlayerInfo("M" * 31, "human"))))
    enter(home, named(finished(), "Anna", "champion"))
    person = home.open()
    person.window.resize(800, 600)
    dialog = show(person)
    assert dialog.width() <= 800
    header = dialog.list.header()
    qtbot.waitUntil(lambda: header.length() <= dialog.list.viewport().width())
    assert all(header.sectionSize(column) > 50 for column in NAMES)


def test_an_empty_history_is_explained_in_words(home: Home):
    dialog = show(home.open())
    assert lines(dialog) == []
    assert dialog.note.text() == "No game has been played yet."
    assert not any(button.isEnabled() for button in (dialog.go_on, dialog.replay, dialog.export, dialog.delete))


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_the_current_game_is_listed_as_under_way_and_can_be_continued(home: Home, game: str):
    person = home.open(game=game)
    match = person.play.match
    if not match.record().body.begun:
        assert lines(show(person)) == []
        person.key(Qt.Key.Key_Escape)
        person.play.choose(match.observation(match.viewer).legal_actions()[0])
        person.settled()
    dialog = show(person)
    (line,) = lines(dialog)
    assert line[3] == "Under way"
    assert dialog.go_on.isEnabled()
    assert not any(button.isEnabled() for button in (dialog.replay, dialog.review, dialog.export, dialog.delete))
    person.click_button(dialog.go_on)
    assert person.dialogs() == [] and person.play.match is match


def open_over_another(home: Home) -> Person:
    """Begin a game of Millieu while a game of Mile Bones waits."""
    home.leave(going().record())
    person = home.open(game="millieu")
    person.play.choose(person.sees.legal_actions()[0])
    person.settled()
    return person


def test_a_game_that_waits_is_listed_as_under_way_and_can_be_continued(home: Home):
    person = open_over_another(home)
    dialog = show(person)
    assert [(line[RESULT], line[GAME]) for line in lines(dialog)] == [
        ("Under way", "Millieu"),
        ("Under way", "Mile Bones"),
    ]
    choose(dialog, 1)
    assert not any(button.isEnabled() for button in (dialog.replay, dialog.review, dialog.export, dialog.delete))
    person.click_button(dialog.go_on)
    person.settled()
    assert person.dialogs() == [] and person.play.match.record().hands == going().record().hands


def test_the_lines_of_games_that_wait_stay_selected_when_the_list_is_sorted(home: Home):
    dialog = show(open_over_another(home))
    choose(dialog, 1)
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        dialog.list.sortByColumn(GAME, order)
        assert [game.game for game in dialog.selected()] == ["mile-bones"]


def test_a_game_without_points_has_neither_points_nor_hands(home: Home):
    enter(home, replace(TO_PLACE, ended=GIVEN_UP))
    person = home.open()
    dialog = show(person)
    (line,) = lines(dialog)
    assert (line[RESULT], line[POINTS], line[HANDS]) == ("Given up", "–", "–")
    assert dialog.list.isColumnHidden(POINTS) and dialog.list.isColumnHidden(HANDS)
    enter(home, finished())
    person.click_button(dialog.close_button)
    dialog = show(person)
    assert not dialog.list.isColumnHidden(POINTS) and not dialog.list.isColumnHidden(HANDS)


def test_the_current_game_is_neither_deleted_nor_exported(four_games: Home, tmp_path: Path):
    person = four_games.open(going().record())
    dialog = show(person)
    assert lines(dialog)[0][3] == "Under way"
    export(dialog, "All games…")
    give(person, tmp_path / "all")
    assert "4 games have been written" in told(person, "Games exported")
    dialog.list.selectAll()
    person.click_button(dialog.delete)
    question = person.dialog(QuestionDialog)
    assert "4 games" in question.windowTitle()
    person.click_button(question.yes)
    assert [line[3] for line in lines(dialog)] == ["Under way"]


def test_columns_sort_by_value_and_not_by_text(four_games: Home):
    dialog = show(four_games.open())
    for column, order, expected in (
        (1, Qt.SortOrder.AscendingOrder, ["Anna", "Ben", "Cleo", "Dora"]),
        (0, Qt.SortOrder.AscendingOrder, ["Dora", "Anna", "Cleo", "Ben"]),
    ):
        dialog.list.sortByColumn(column, order)
        assert names(dialog) == expected
    dialog.list.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[:2] == ["Anna", "Cleo"], "the strongest opponents are first"


def test_search_and_filters_narrow_the_list(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    dialog.search.setFocus()
    person.type("dora")
    assert names(dialog) == ["Dora"]
    dialog.search.setText("۲۰۲۶ dora")  # Persian digits find Latin digits, too
    assert names(dialog) == ["Dora"]
    dialog.search.clear()
    person.type("may won")
    assert names(dialog) == ["Cleo", "Anna"]
    dialog.against.setCurrentText("Champion")
    assert names(dialog) == ["Anna"]
    dialog.outcome.setCurrentText("Given up")
    assert names(dialog) == []
    assert dialog.note.text() == "No game fits."
    dialog.search.clear()
    dialog.against.setCurrentIndex(0)
    dialog.rules.setCurrentText("mille(6)")
    assert names(dialog) == ["Dora"]


def test_games_are_deleted_only_after_a_question(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    person.key(Qt.Key.Key_A, modifiers=CTRL)
    assert dialog.note.text() == "4 games, 4 selected"
    person.click_button(dialog.delete)
    person.click_button(person.dialog(QuestionDialog).no)
    assert len(past(four_games).games()) == 4
    dialog.list.setCurrentIndex(dialog.model.index(1, 0))
    person.click_button(dialog.delete)
    question = person.dialog(QuestionDialog)
    assert question.windowTitle() == "Delete this game?"
    person.click_button(question.yes)
    assert names(dialog) == ["Ben", "Anna", "Dora"]
    assert [game.name for game in past(four_games).games()] == ["Ben", "Anna", "Dora"]


def test_a_listed_game_can_be_saved_as_a_file(four_games: Home, tmp_path: Path, qtbot):
    person = four_games.open()
    dialog = show(person)
    dialog.list.setCurrentIndex(dialog.model.index(2, 0))
    export(dialog, "This game…")
    target = tmp_path / "anna.json"
    give(person, target)
    qtbot.waitUntil(target.exists)
    assert load_record(target) == named(finished(), "Anna", "champion")


def export(dialog: HistoryDialog, entry: str) -> None:
    menu = dialog.export.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == f"&{entry}").trigger()


def give(person: Person, *paths: Path) -> None:
    """Enter files in the open file dialog."""
    chooser = person.dialog(QFileDialog)
    names = " ".join(f'"{path}"' for path in paths) if len(paths) > 1 else str(paths[0])
    chooser.findChild(QLineEdit).setText(names)
    chooser.accept()


def told(person: Person, title: str) -> str:
    """Close the message with this title. Return its text."""
    message = person.asked(MessageDialog)
    assert message.windowTitle() == title
    text = message.text.accessibleName()
    person.click_button(message.close_button)
    return text


def test_all_games_can_be_exported_and_imported(four_games: Home, tmp_path: Path):
    person = four_games.open()
    dialog = show(person)
    target = tmp_path / "all"
    export(dialog, "All games…")
    give(person, target)
    target = target.with_suffix(".games")
    assert told(person, "Games exported") == f"4 games have been written to {target}."
    dialog.list.selectAll()
    past(four_games).delete([game.id for game in dialog.selected()[:2]])
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    person.click_button(dialog.bring)
    give(person, target, bad)
    person.click_button(person.asked(WhoseDialog).own)
    text = told(person, "Games imported")
    assert "2 new games. 2 were already here. 1 cannot be taken in." in text
    assert "bad.json: line 1, column 1: " in text
    assert len(lines(dialog)) == 4 and len(past(four_games).games()) == 4


def test_games_of_other_people_are_listed_as_imported_and_can_be_filtered(four_games: Home, tmp_path: Path):
    file = tmp_path / "one.json"
    save_record(file, named(finished(), "Zoe"))
    person = four_games.open()
    dialog = show(person)
    assert not dialog.whose.isVisible(), "there are no imported games yet"
    person.click_button(dialog.bring)
    give(person, file)
    person.asked(WhoseDialog)
    person.key(Qt.Key.Key_Return)
    assert "1 new game." in told(person, "Games imported")
    assert [line[3] for line in lines(dialog) if line[1] == "Zoe"] == ["Won, imported"]
    assert dialog.whose.isVisible()
    dialog.whose.setCurrentText("Imported games")
    assert names(dialog) == ["Zoe"]
    dialog.whose.setCurrentText("Your games")
    assert "Zoe" not in names(dialog) and len(names(dialog)) == 4
    person.key(Qt.Key.Key_Escape)
    person.key(Qt.Key.Key_T, modifiers=CTRL)
    statistics = person.dialog(StatisticsDialog)
    assert statistics.note.text().startswith("1 game finished, 2 given up")
    statistics.whose.setCurrentText("Imported games")
    assert statistics.note.text() == "1 game finished, 3 hands."
    heads = [column.header.text for column in statistics.stack.currentWidget().plan.columns]
    assert heads == ["", "Player", "Opponent"], "no player is called you"


def test_a_cancelled_import_adds_no_games(four_games: Home, tmp_path: Path):
    file = tmp_path / "one.json"
    save_record(file, named(finished(), "Zoe"))
    person = four_games.open()
    dialog = show(person)
    person.click_button(dialog.bring)
    give(person, file)
    question = person.asked(WhoseDialog)
    assert question.windowTitle() == "Whose games are these?"
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == [dialog]
    assert len(past(four_games).games()) == 4


def test_only_the_selected_games_are_exported(four_games: Home, tmp_path: Path):
    person = four_games.open()
    dialog = show(person)
    dialog.search.setText("may")
    dialog.list.selectAll()
    dialog.list.selectionModel().select(dialog.model.index(0, 0), DESELECT)
    target = tmp_path / "two.games"
    export(dialog, f"These {len(dialog.selected())} games…")
    give(person, target)
    assert "written" in told(person, "Games exported")
    assert len(target.read_text().splitlines()) == 1 + len(dialog.selected())


def test_games_are_not_exported_over_the_programs_own_files(
    four_games: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # Games are not counted during this test, because that would change the file.
    monkeypatch.setattr("mile_bones.desktop.main_window.AT_LEISURE_MS", 1_000_000)
    person = four_games.open(going().record())
    before = four_games.profile.history_path.read_bytes()
    (tmp_path / "all.games").symlink_to(four_games.profile.history_path)
    dialog = show(person)
    export(dialog, "All games…")
    files = person.dialog(QFileDialog)
    files.setOption(QFileDialog.Option.DontConfirmOverwrite)
    files.findChild(QLineEdit, "fileNameEdit").setText(str(tmp_path / "all.games"))
    person.key(Qt.Key.Key_Return)
    assert "It belongs to Mile Bones itself" in told(person, "Nothing exported")
    assert four_games.profile.history_path.read_bytes() == before
    assert len(past(four_games).games()) == 4


def test_a_failed_export_is_reported(four_games: Home, tmp_path: Path):
    person = four_games.open()
    export(show(person), "All games…")
    target = tmp_path / "gone" / "all.games"
    target.parent.mkdir()
    chooser = person.dialog(QFileDialog)
    chooser.setDirectory(str(tmp_path))
    target.parent.rmdir()
    chooser.fileSelected.emit(str(target))
    text = told(person, "Nothing exported")
    assert str(target) in text and "No such file or directory" in text


@pytest.mark.parametrize("again", [1, 2])
def test_an_import_or_deletion_that_cannot_be_written_is_reported(
    four_games: Home, tmp_path: Path, monkeypatch, again: int
):
    """Each time, the report appears over the list. Its words differ from the report about a game that was just
    played.
    """
    monkeypatch.setattr(storage_history, "WAIT_SECONDS", 0.05)
    file = tmp_path / "one.json"
    save_record(file, named(finished(), "Zoe"))
    person = four_games.open()
    dialog = show(person)
    with closing(sqlite3.connect(four_games.profile.history_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _time in range(again):
            person.click_button(dialog.bring)
            give(person, file)
            person.click_button(person.asked(WhoseDialog).others)
            text = told(person, "Import broken off")
            assert "No new games." in text and "cannot be written now" in text
        person.click_button(dialog.delete)
        person.click_button(person.dialog(QuestionDialog).yes)
        assert "cannot be written now" in told(person, "Nothing deleted")
        other.execute("ROLLBACK")
    assert len(lines(dialog)) == 4
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == []


@pytest.mark.proof
def test_a_long_import_shows_its_progress_and_can_be_stopped(home: Home, tmp_path: Path, qtbot):
    enter(home, finished())
    person = home.open()
    dialog = show(person)
    target = tmp_path / "all.games"
    export(dialog, "All games…")
    give(person, target)
    told(person, "Games exported")
    head, game = target.read_text().splitlines(keepends=True)
    target.write_text(head + "".join(game.replace('"Anna"', f'"Anna {number}"') for number in range(2000)))
    person.click_button(dialog.bring)
    give(person, target)
    person.click_button(person.asked(WhoseDialog).others)
    progress = person.asked(ProgressDialog)
    qtbot.waitUntil(lambda: progress.bar.value() > 20)  # some games have been entered
    assert progress.bar.value() < 1000
    person.click_button(progress.stop)
    assert "new games." in told(person, "Import broken off")
    games = len(past(home).games())
    assert 1 < games < 2000 and len(lines(dialog)) == games


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("how", ["button", "enter", "double click"])
def test_a_finished_game_is_replayed_while_the_current_one_waits(four_games: Home, how: str):
    person = four_games.open()
    person.draw()
    dialog = show(person)
    choose(dialog, 2)
    if how == "button":
        person.click_button(dialog.replay)
    elif how == "enter":
        dialog.list.setFocus()
        person.key(Qt.Key.Key_Return)
    else:
        dialog.list.activated.emit(dialog.list.currentIndex())
    assert person.window.replay.record == replace(named(finished(), "Cleo", "original"), assisted=True)
    assert person.dialogs() == []
    person.click_button(person.window.replay.bar.leave)
    assert four_games.acts() == ("0 draw",), "the current game has returned"
    person.looks_right()
    assert len(past(four_games).games()) == 4, "a replayed game is not entered again"


def test_an_unfinished_game_is_resumed_and_leaves_the_list(home: Home):
    left, other = named(going().record(), "Anna"), named(near_the_goal().record(), "Ben")
    enter(home, left, state="unfinished")
    person = home.open(other)
    dialog = show(person)
    assert [line[3] for line in lines(dialog)] == ["Under way", "Unfinished"]
    choose(dialog, 1)
    person.click_button(dialog.go_on)
    assert home.saved() == left
    person.looks_right()
    assert home.kept() == [other], "the game on the table went into the history"


def test_a_game_that_another_window_deleted_is_reported_as_missing(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    past(four_games).delete([game.id for game in past(four_games).games()])
    person.click_button(dialog.replay)
    assert person.dialog(MessageDialog).windowTitle() == "This game is not there any more"


@pytest.mark.proof
def test_ten_thousand_games_can_be_listed_and_searched(home: Home, qtbot):
    """One statement makes the games, because the history itself would enter them one by one."""
    enter(home, finished())
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) "
            "INSERT INTO games (digest, ended, moment, game, rules, kind_0, level_0, name_0, points_0, kind_1,"
            " level_1, name_1, points_1, state, assisted, hands, seed, facts, record)"
            " SELECT randomblob(32), ended, moment, game, rules, kind_0, level_0, name_0 || i, points_0,"
            " kind_1, level_1, name_1, points_1, state, assisted, hands,"
            " i, facts, record FROM games, n"
        )
    dialog = show(home.open())
    qtbot.waitUntil(lambda: dialog.note.text().startswith("10,000 games;"))
    dialog.search.setText("9999")
    qtbot.waitUntil(lambda: names(dialog) == ["Anna9999"])


@pytest.mark.parametrize("what", ["save", "replay", "go_on"])
def test_a_game_that_breaks_the_rules_is_reported_with_the_place(home: Home, what: str):
    record = going().record()
    enter(home, replace(record, body=Hands((replace(record.hands[0], actions=("0 play GO",)),))), state="unfinished")
    person = home.open()
    dialog = show(person)
    if what == "save":
        export(dialog, "This game…")
    else:
        person.click_button(getattr(dialog, what))
    message = person.dialog(MessageDialog)
    assert message.text.text() == "Hand 1, action 1: “0 play GO”: Draw a card first."
    assert person.window.findChild(QFileDialog) is None
    assert len(past(home).games()) == 1
