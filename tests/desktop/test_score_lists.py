"""The lists of high scores that the spec of a game names, in the dialogs and in ``mb.ini``."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from desktop.driver import Home, Person
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.dialogs.score_table import SheetTable
from mile_bones.engine.spec import ScoreList
from mile_bones.games import GAMES, part_of, spec
from stories import ENDS, three_wins

pytestmark = pytest.mark.gui

TOTALS, SPREADS = "Top three scores", "Top three spreads"
THIRD = ScoreList("both", lambda: "Most of both", lambda: "points of both", lambda own, other: own + other)


def titles(dialog: QDialog) -> list[str]:
    """Return the titles of the lists in the dialog, from the top."""
    return [table.accessibleName() for table in tables(dialog)]


def tables(dialog: QDialog) -> list[SheetTable]:
    """Return the lists in the dialog, from the top."""
    return sorted(dialog.findChildren(SheetTable), key=lambda table: table.y())


def lit(dialog: QDialog) -> list[tuple[str, int]]:
    """Return the title and the number of each line that is amber, from the top."""
    return [
        (table.accessibleName(), number)
        for table in tables(dialog)
        for number, row in enumerate(table.plan.rows, 1)
        if row.amber
    ]


def tab_order(person: Person, dialog: QDialog) -> list[str]:
    """Press Tab until the focused widget has the focus again. Return the names of the widgets on the way."""
    first, found = dialog.focusWidget(), []
    while not found or dialog.focusWidget() is not first:
        person.key(Qt.Key.Key_Tab)
        widget = dialog.focusWidget()
        found.append(widget.accessibleName() or widget.text().replace("&", ""))
    return found


@pytest.mark.parametrize("game", [game for game in GAMES if spec(game).high_scores])
def test_the_dialog_shows_the_lists_in_their_order(home: Home, game: str) -> None:
    person = home.open(game=game)
    person.settled()
    person.choose("Game", "High scores")
    dialog = person.dialog(HighScoresDialog)
    assert titles(dialog) == [TOTALS, SPREADS]
    assert lit(dialog) == []
    assert tab_order(person, dialog) == [TOTALS, SPREADS, "Close"], "empty lists cannot be cleared"


def test_a_game_without_lists_does_not_offer_the_dialog(home: Home) -> None:
    person = home.open(game="millieu")
    assert spec("millieu").high_scores == ()
    assert not person.window.menus.high_scores.isEnabled()


@pytest.mark.parametrize("game", ["mile-bones", "millieu"])
def test_questions_speak_of_high_scores_only_in_a_game_that_has_some(home: Home, game: str):
    person = home.open(game=game)
    has_some = bool(spec(game).high_scores)
    games = person.window.games
    for ask in (games.ask_give_up, lambda: games.ask_for_help(lambda: None)):
        ask()
        question = person.dialog(QuestionDialog)
        assert ("high scores" in question.text.text()) == has_some
        person.click_button(question.no)


AFTER = {
    ("mile-bones", 0): (HighScoresDialog, [(SPREADS, 1)]),
    ("mile-bones", 1): (None, []),
    ("montreal-mille", 0): (HighScoresDialog, [(SPREADS, 1)]),
    ("montreal-mille", 1): (None, []),
    ("millieu", 0): (None, []),
}
"""By game and winner: the dialog that follows the score sheet, and the lines that are lit in it. The totals are too low
for the list. After a lost game, the next game follows.
"""


@pytest.mark.parametrize(("game", "winner"), ENDS)
def test_the_lines_of_a_game_are_lit_when_it_is_over(home: Home, tmp_path: Path, game: str, winner: int) -> None:
    kind, lines = AFTER[game, winner]
    person = home.ended(tmp_path, game, winner)
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert [type(dialog) for dialog in person.dialogs()] == ([kind] if kind else [])
    if kind is None:
        return
    dialog = person.dialog(kind)
    assert titles(dialog) == [TOTALS, SPREADS]
    assert lit(dialog) == lines
    reached = [name for name in tab_order(person, dialog) if name in (TOTALS, SPREADS, "Clear scores")]
    assert reached == [TOTALS, SPREADS, *["Clear scores"] * (kind is HighScoresDialog)]


def test_the_lines_of_both_lists_are_lit_when_a_game_is_won(home: Home) -> None:
    person = home.open(three_wins().record())
    person.click_button(person.win().go_on)
    assert lit(person.dialog(HighScoresDialog)) == [(TOTALS, 1), (SPREADS, 1)]


def test_a_third_list_in_the_spec_is_shown_entered_and_cleared(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    module = part_of(GAMES[0], "games", "spec")
    monkeypatch.setattr(module, "SPEC", module.SPEC._replace(high_scores=(THIRD, *module.SPEC.high_scores)))
    person = home.open(three_wins().record())
    person.click_button(person.win().go_on)
    scene = person.dialog(HighScoresDialog)
    assert titles(scene) == ["Most of both", TOTALS, SPREADS]
    assert lit(scene) == [("Most of both", 1), (TOTALS, 1), (SPREADS, 1)]
    person.click_button(scene.close_button)
    person.settled()
    assert "both 1 = 5700 2026-05-04 Anna\n" in home.profile.ini_path.read_text(encoding="utf-8")
    person.choose("Game", "High scores")
    dialog = person.dialog(HighScoresDialog)
    assert lit(dialog) == []
    assert [table.item(0, 2).text() for table in tables(dialog)] == ["5,700"] * 3
    assert tab_order(person, dialog) == ["Most of both", TOTALS, SPREADS, "Clear scores", "Close"]
    person.click_button(dialog.clear)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert titles(dialog) == ["Most of both", TOTALS, SPREADS]
    assert {table.item(0, 2).text() for table in tables(dialog)} == {"–"}
    assert "high scores" not in home.profile.ini_path.read_text(encoding="utf-8")
    assert tab_order(person, dialog) == ["Most of both", TOTALS, SPREADS, "Close"]
    person.looks_right()
