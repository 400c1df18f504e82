"""Names from files and settings are shown as plain text everywhere: never as markup, never as a command.

If you add another place in the program that shows a name, add the place here.
"""

from __future__ import annotations

import ast
import html
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QTextDocumentFragment
from PySide6.QtGui import Qt as Texts
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QStatusBar,
    QTableView,
    QTreeView,
    QWidget,
)

from desktop.driver import NOON, Home, Person, past
from mile_bones.desktop.dialogs.check import CheckDialog
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.dialogs.restore import RestoreDialog
from mile_bones.desktop.dialogs.review_figures import short
from mile_bones.desktop.plain_text import shown_plainly
from mile_bones.engine.excerpt import legible
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import facts
from mile_bones.match.seats import shown_names
from mile_bones.storage.ini import Ini
from mile_bones.storage.recent import RecentFiles
from mile_bones.storage.records import save_record
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME
from pictures.profiles import REVIEWED, whole_review
from stories import going, three_wins, won

pytestmark = pytest.mark.proof

NAMES = (
    "<img src=/dev/stdin>",
    "<b>Anna</b>",
    "//host/share <br>",
    "&amp;Ann&a &lt;",
    "Anna \u202enib\u2066",
    "An\nna\x1b[2J\x07\x00",
    "[*]Anna",
)
"""Hostile names. None is longer than a name may be."""
named = pytest.mark.parametrize("name", NAMES, ids=["image", "bold", "share", "entity", "bidi", "control", "title"])
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


# ------------------------------------------------------------------ the texts of a window


def plain_texts(widget: QWidget) -> Iterator[str]:
    """Yield the texts that Qt shows as plain text, or has read out."""
    yield from (widget.accessibleName(), widget.accessibleDescription())
    if widget.isWindow() and not isinstance(widget, QMenu):
        yield widget.windowHandle().title() if widget.windowHandle() else widget.windowTitle()
    if isinstance(widget, QLabel):
        assert widget.textFormat() == Qt.TextFormat.PlainText, widget
        yield widget.text()
    if isinstance(widget, QAbstractButton):
        yield widget.text().replace("&&", "&")
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QLineEdit):
        yield from (widget.text(), widget.placeholderText())
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    if isinstance(widget, QStatusBar):
        yield widget.currentMessage()
    for action in widget.actions():
        yield action.text().replace("&&", "&")


def guessed_texts(widget: QWidget) -> Iterator[str]:
    """Yield the texts that Qt lays out as HTML if they look like HTML."""
    for thing in (widget, *widget.actions()):
        yield from (thing.toolTip(), thing.whatsThis())
    if isinstance(widget, QMessageBox):
        yield widget.text()


def items(view: QAbstractItemView) -> Iterator[tuple[int, str]]:
    model = view.model()
    heads = view.header() if isinstance(view, QTreeView) else None
    heads = view.horizontalHeader() if isinstance(view, QTableView) else heads
    columns = 0 if model is None else heads.count() if heads is not None else 1
    for column in range(columns):
        if heads is not None:
            yield int(Qt.ItemDataRole.DisplayRole), str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(model.rowCount(view.rootIndex())):
            index = model.index(row, column, view.rootIndex())
            yield from ((int(role), str(index.data(role) or "")) for role in _ROLES)


def shown(person: Person) -> list[str]:
    """Return every text of the window and its dialogs. Fail if any is markup or has control characters."""
    texts: list[str] = []
    own = (person.window, *person.window.findChildren(QWidget))
    for widget in own:
        texts += plain_texts(widget)
        for text in guessed_texts(widget):
            texts.append(unescaped(text))
        if isinstance(widget, QAbstractItemView):
            for role, text in items(widget):
                guessed = role in (int(Qt.ItemDataRole.ToolTipRole), int(Qt.ItemDataRole.WhatsThisRole))
                texts.append(unescaped(text) if guessed else text)
    for text in texts:
        ours = text.replace("\u200b", "").replace("\u200e\u2212", "\u2212")  # as `format_signed` writes a minus
        for line in ours.split("\n"):
            assert legible(line) == line, f"{text!r} has signs that nobody can read"
    return texts


def unescaped(text: str) -> str:
    """Return the words of a tip as a person reads them. Fail if the tip has markup of its own."""
    if not Texts.mightBeRichText(text):
        return text
    inside = text.removeprefix('<p style="white-space: pre-wrap">').removesuffix("</p>")
    assert "<" not in inside, f"{text!r} would be laid out"
    return html.unescape(inside)


def tells(person: Person, text: str) -> None:
    """Check that the text is shown somewhere, unchanged."""
    found = shown(person)
    assert any(legible(text) in one for one in found), text


# ------------------------------------------------------------------ places that show names


def won_by(name: str, level: str | None = "easy") -> Record:
    record = won()
    return replace(record, players=(PlayerInfo(name, "human"), PlayerInfo(name, "computer", level)))


@named
def test_the_name_of_the_player_is_shown_as_plain_text(home: Home, name: str):
    home.set({NAME: name})
    person = home.open(going().record())
    assert person.window.windowHandle().title() == f"Mile Bones: {legible(name)}"
    tells(person, name)
    person.choose("Options", "Change name")
    person.dialog(NameDialog)
    tells(person, name)


@named
def test_the_players_of_a_replay_are_shown_as_plain_text(home: Home, tmp_path: Path, name: str):
    save_record(tmp_path / "game.json", won_by(name, level=None))
    person = home.open(file=tmp_path / "game.json")
    assert person.window.replay.record is not None
    assert person.window.status.setup.text().count(legible(name)) == 2
    tells(person, name)
    long = won_by("<u>" * 50_000, level=None)
    person.window.replay.show(long)
    assert len(person.window.status.setup.text()) < 200
    shown(person)


@named
def test_names_in_the_history_and_its_questions_are_plain_text(home: Home, name: str):
    for level in ("easy", name):
        record = won_by(name, level)
        past(home).add(CountedGame(replace(record, target=record.target + len(level)), NOON, facts(record), "finished"))
    person = home.open(going().record())
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    assert dialog.model.rowCount() == 3
    tells(person, name)
    person.click_button(dialog.delete)
    shown(person)
    person.key(Qt.Key.Key_Escape)


@named
def test_names_in_the_high_scores_are_plain_text(home: Home, name: str):
    line = f"5700 2026-05-04 {name}"
    Ini(home.profile.ini_path, lambda problem: pytest.fail(str(problem))).update(
        {("high scores", "best 1"): line, ("high scores", "spread 1"): line}
    )
    person = home.open(going().record())
    person.choose("Game", "High scores")
    person.dialog(HighScoresDialog)
    tells(person, name)


@pytest.mark.sample(proof=3)
@named
def test_names_in_score_sheets_and_statistics_are_plain_text(home: Home, name: str):
    home.set({NAME: name})
    person = home.open(three_wins(name=name).record())
    sheet = person.win()
    shown(person)
    person.click_button(sheet.both_hands)
    person.asked(type(person.dialogs()[-1]))
    shown(person)
    person.key(Qt.Key.Key_Escape)
    person.key(Qt.Key.Key_Return)
    tells(person, name)  # in the high scores
    person.key(Qt.Key.Key_Return)
    for entry in ("Statistics", "History"):
        person.choose("Game", entry)
        person.asked(type(person.dialogs()[-1]))
        shown(person)
        person.key(Qt.Key.Key_Escape)


@pytest.mark.sample(proof=3)
@named
def test_names_in_the_review_of_a_game_are_plain_text(home: Home, name: str):
    players = PlayerInfo(name, "human"), PlayerInfo("Bea", "human")
    record = replace(REVIEWED, players=players)
    whole_review(home.profile, record=record)
    person = home.open()
    dialog = person.window.review_page.show(record)
    person.wait_until(lambda: dialog.chances is not None)
    shown(person)
    called = short(shown_names(record.game, players)[0])
    assert called in dialog.marks.item(0).text() or "Bea" in dialog.marks.item(0).text()
    assert dialog.chances.legend.items[0][1].item.toPlainText().split() == f"Marked: {called}".split()
    dialog.as_table.click()
    shown(person)


def file_name(name: str) -> str:
    """Return the part of `name` that can be the name of a file."""
    return name.replace("/", "").replace("\0", "")


@named
def test_names_of_recent_files_are_plain_text(home: Home, tmp_path: Path, name: str):
    folder = tmp_path / file_name(name)
    recent = RecentFiles(Ini(home.profile.ini_path, lambda problem: pytest.fail(str(problem))))
    recent.add(folder / f"{file_name(name)}.json")
    person = home.open(going().record())
    menu = next(menu for menu in person.window.findChildren(QMenu) if "ecent" in menu.title())
    menu.aboutToShow.emit()
    tells(person, str(folder / f"{file_name(name)}.json"))
    entry = menu.actions()[0]
    assert entry.text().replace("&&", "\0").replace("&", "").replace("\0", "&") == f"1 {legible(file_name(name))}.json"
    entry.trigger()
    person.dialog(MessageDialog)
    tells(person, file_name(name))


@named
def test_names_of_files_in_messages_are_plain_text(home: Home, tmp_path: Path, name: str):
    past(home).add(CountedGame(won_by(name), NOON, facts(won_by(name)), "finished"))
    person = home.open(going().record())
    folder = tmp_path / file_name(name)
    folder.mkdir()
    there, nowhere = folder / f"{file_name(name)}.json", folder / "nowhere" / file_name(name)
    person.window.games.save_file(person.play.match.record(), there)
    assert legible(there) in person.status
    tells(person, str(there))
    person.window.games.save_file(person.play.match.record(), nowhere)
    tells(person, str(nowhere))
    person.key(Qt.Key.Key_Return)
    there.write_text(f'{{"{name[:2]}', encoding="utf-8")
    person.window.games.open_file(there)
    tells(person, there.name)
    person.key(Qt.Key.Key_Return)
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    for act, path in (
        (lambda: person.window.history._import([there], True, dialog), there.name),
        (lambda: person.window.history._export(dialog.selected(), folder / "all.games", dialog), str(folder / "all")),
        (lambda: person.window.history._export(dialog.selected(), nowhere, dialog), str(nowhere)),
    ):
        act()
        person.asked(MessageDialog)
        tells(person, path)
        person.key(Qt.Key.Key_Return)
        person.asked(HistoryDialog)


@named
def test_names_of_folders_in_reports_of_trouble_are_plain_text(new_home: Home, tmp_path: Path, name: str, qtbot):
    home = Home(tmp_path / file_name(name), new_home.profile.cache_dir, qtbot)
    home.root.mkdir()
    home.profile.ini_path.mkdir()  # a folder where the settings should be
    try:
        person = home.open(going().record(), begin=False)
        person.window.dialog_stack.show_problems()
        person.dialog(MessageDialog)
        tells(person, home.root.name)
    finally:
        home.leave_all()


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there, and no pipes")
def test_the_questions_of_the_file_dialog_are_plain_text(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If the name of this file were laid out, Qt would open the pipe, and the window would wait for ever."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "<img src=pipe>.json").touch()
    person = home.open(going().record())
    person.choose("Game", "Save as")
    dialog = person.dialog(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.findChild(QLineEdit, "fileNameEdit").setText("<img src=pipe>")
    asked: list[tuple[str, Qt.TextFormat]] = []

    def look() -> None:
        for box in QApplication.topLevelWidgets():
            if isinstance(box, QMessageBox):
                asked.append((box.text(), box.findChild(QLabel, "qt_msgbox_label").textFormat()))
                box.reject()

    QTimer.singleShot(200, dialog, look)
    dialog.accept()
    assert asked and all(kind == Qt.TextFormat.PlainText and "<img src=pipe>" in text for text, kind in asked)
    dialog.reject()


def test_words_in_charts_are_plain_text(home: Home):
    from mile_bones.desktop.dialogs.charts import Chart

    home.open(going().record())
    chart = Chart("name", "<b>across</b>", "&amp;")
    assert chart.getPlotItem().getAxis("bottom").label.toPlainText().strip() == "<b>across</b>"
    assert chart.getPlotItem().getAxis("left").label.toPlainText().strip() == "&amp;"
    chart.bars([1], [1], 1, QColor("red"), "<i>name")
    assert chart.legend.items[0][1].item.toPlainText() == "<i>name"
    chart.deleteLater()


@pytest.mark.parametrize(
    "text", [*NAMES[:4], "two\nlines  & <b>blanks", "&lt;p>", "&", "a < b", "plain 'words' \"here\""]
)
def test_a_tip_is_read_exactly_as_it_was_written(text: str):
    tip = shown_plainly(text)
    if Texts.mightBeRichText(tip):
        tip = QTextDocumentFragment.fromHtml(tip).toPlainText()
    assert tip == text


# ------------------------------------------------------------------ no module shows text in another way

DOORS = ("plain_text.py", "plain_messages.py")
CLASSES = {
    "QLabel", "QMessageBox", "QErrorMessage", "QInputDialog", "QProgressDialog", "QStaticText", "QGraphicsTextItem",
}  # fmt: skip
CALLS = {
    "setToolTip", "setWhatsThis", "setTextFormat", "setHtml", "insertHtml", "appendHtml", "setMarkdown", "setStatusTip",
    "setWindowTitle", "showText",
}  # fmt: skip
ROLES = {"ToolTipRole", "WhatsThisRole"}


def detours(source: str) -> list[str]:
    """Return the names in a module that show text in a way that Qt may take for markup."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names = {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
        if isinstance(node, ast.Attribute):
            names = {node.attr}
        elif isinstance(node, ast.Name):
            names = {node.id}
        found += [f"line {node.lineno}: {name}" for name in names & (CLASSES | CALLS | ROLES)]
    return found


@pytest.mark.slow
def test_no_module_of_the_desktop_shows_text_that_may_be_markup(root: Path):
    modules = [path for path in (root / "mile_bones/desktop").rglob("*.py") if path.name not in DOORS]
    assert len(modules) > 50
    assert {str(path): found for path in modules if (found := detours(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "from PySide6.QtWidgets import QLabel",
        "made = QtWidgets.QLabel(name)",
        "QMessageBox.warning(window, title, text)",
        "entry.setToolTip(str(path))",
        "box.setWhatsThis(text)",
        "label.setTextFormat(Qt.TextFormat.AutoText)",
        "window.setWindowTitle(name)",
        "QToolTip.showText(at, text)",
        "item.setData(Qt.ItemDataRole.ToolTipRole, text)",
        "page.setHtml(text)",
    ],
)
def test_a_planted_use_of_possible_markup_is_found(planted: str):
    assert detours(f"def show(text):\n    {planted}\n")


@named
def test_names_in_backups_and_findings_are_plain_text(home: Home, name: str):
    record = won(name=name)
    past(home).add_all([CountedGame(record, NOON, facts(record), "finished")])
    home.open(seed=3).quit()
    person = home.open(seed=4)
    person.choose("Game", "Restore from a backup")
    dialog = person.dialog(RestoreDialog)
    assert any(legible(name).strip() in text for text in shown(person)), shown(person)
    dialog.reject()
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        database.execute("UPDATE games SET points_0 = 1")
    person.choose("Game", "Check my games")
    person.click_button(person.dialog(QuestionDialog).yes)
    person.asked(CheckDialog)
    assert any(legible(name).strip() in text for text in shown(person)), shown(person)
