"""The options of a game, from the dialog to the table. The game is played with the chosen options, and stakes are
paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person, past
from mile_bones import i18n
from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.charts import hands_chart
from mile_bones.desktop.dialogs.game_options import TargetField
from mile_bones.desktop.dialogs.games_model import MONEY
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.look import theme
from mile_bones.games import spec
from mile_bones.i18n import format_signed
from mile_bones.library.purse import purse_text
from mile_bones.library.settings import option_setting, target_setting
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import LANGUAGE
from mile_bones.storage.statistics import Purse
from pictures.rummy import last_action, record

pytestmark = pytest.mark.gui

GAME = "montreal-mille"
CHOSEN = {
    target_setting(GAME): "2500",
    option_setting(GAME, "natural_required"): True,
    option_setting(GAME, "progressive"): True,
    option_setting(GAME, "stake"): "2",
}


@pytest.fixture
def person(home: Home) -> Person:
    return home.open(game=GAME)


def asked(person: Person) -> PlayersDialog:
    person.window.show_players()
    return person.dialog(PlayersDialog)


def test_a_new_game_is_played_with_the_chosen_options(person: Person) -> None:
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.begin)
    person.settled()
    rules = person.sees.rules
    assert (rules.target, rules.natural_required, rules.progressive, rules.stake) == (2500, True, True, 2)
    assert [part.text() for part in person.window.status.parts] == [
        *(f"Stock: {person.sees.left} cards", "First to 2,500 with a natural", "Stakes 2 and 6"),
    ]


def test_the_chosen_options_are_proposed_the_next_time(person: Person, home: Home) -> None:
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.begin)
    person.settled()
    person.quit()
    again = home.open(game=GAME)
    assert asked(again).options.values() == CHOSEN


def test_cancelling_the_dialog_chooses_nothing(person: Person) -> None:
    before = person.sees
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.cancel)
    assert person.sees == before
    assert asked(person).options.findChild(TargetField).points() == "1200"


def test_the_command_line_overrides_the_options_until_a_choice(home: Home) -> None:
    person = home.open(game=GAME, target=500, options={"stake": 3, "progressive": True})
    rules = person.sees.rules
    assert (rules.target, rules.natural_required, rules.progressive, rules.stake) == (500, False, True, 3)
    person.window.show_options()
    options = person.dialog(OptionsDialog)
    person.click_button(options.ok)  # nothing was changed
    person.choose("Game", "New game")
    person.settled()
    assert (person.sees.rules.target, person.sees.rules.stake) == (500, 3)
    dialog = asked(person)
    assert dialog.options.findChild(TargetField).points() == "1200"
    person.click_button(dialog.begin)
    person.settled()
    assert (person.sees.rules.target, person.sees.rules.stake) == (1200, 0), "as the dialog said"


def test_a_changed_option_overrides_the_command_line(home: Home) -> None:
    person = home.open(game=GAME, target=500)
    person.window.show_options()
    options = person.dialog(OptionsDialog)
    options.findChild(TargetField).show_points("2000")
    person.click_button(options.ok)
    person.choose("Game", "New game")
    person.settled()
    assert person.sees.rules.target == 2000


def test_a_game_for_stakes_ends_with_score_sheet_payment_and_high_scores(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "before the end.json"
    save_record(file, record(of_the_game=True))
    person = home.open(file=file, game=None, seed=7)
    person.settled()
    person.table.chosen.emit(last_action(of_the_game=True)[1])
    person.settled()
    sheet = person.dialog(ScoreSheetDialog)
    assert "You win the game" in sheet.band.subtitle.text()
    person.click_button(sheet.go_on)
    assert sheet.windowTitle() == "Payment" and sheet.band.subtitle.text().startswith("Computer pays you")
    amount = sheet.table.item(sheet.table.rowCount() - 1, 2).text()
    assert sheet.purse.text() == f"Against Easy you are {amount} ahead after 1 game for stakes."
    person.click_button(sheet.go_on)
    scores = person.dialog(HighScoresDialog)
    person.click_button(scores.close_button)
    person.settled()
    assert person.sees.totals == (0, 0)


@pytest.fixture(params=["de", "en", "es", "fa", "fr"])
def language(request: pytest.FixtureRequest, home: Home, qapp: QApplication) -> Iterator[str]:
    home.set({LANGUAGE: request.param})
    yield request.param
    home.leave_all()
    choose_language(qapp, "en", Path())
    theme.apply_theme(qapp, *theme.active())


@pytest.mark.sample(slow=1)
def test_purse_and_history_show_the_payment_in_every_language(home: Home, tmp_path: Path, language: str) -> None:
    file = tmp_path / "before the end.json"
    save_record(file, record(of_the_game=True))
    person = home.open(file=file, game=None, seed=7)
    person.settled()
    person.table.chosen.emit(last_action(of_the_game=True)[1])
    person.settled()
    sheet = person.dialog(ScoreSheetDialog)
    person.click_button(sheet.go_on)
    (game,) = past(home).games()
    assert game.paid > 0 and i18n.language() == language
    assert sheet.purse.text() == purse_text(GAME, "easy", Purse(1, game.paid)) and sheet.purse.text() in sheet.told
    sheet.reject()
    person.settled()
    person.key(Qt.Key.Key_H, modifiers=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    model = person.dialog(HistoryDialog).model
    assert model.index(0, MONEY).data() == format_signed(game.paid, plus=True)


def test_a_replay_of_mille_counts_deals(person: Person) -> None:
    person.window.replay.show(record(of_the_game=True))
    assert person.window.replay.bar.place.text().startswith("Deal 1 of 3, move 0 of ")
    chart = hands_chart(({1: 2}, {1: 1}), 100, ("You", "Computer"), spec(GAME))
    assert chart.accessibleName() == "Deal scores"
