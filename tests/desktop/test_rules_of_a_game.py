"""The options of a game, from the dialog to the table: what was chosen is played, and stays for the next time."""

from __future__ import annotations

import pytest

from desktop.driver import Home, Person
from mile_bones.desktop.dialogs.game_options import TargetField
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.library.settings import option_setting, target_setting

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


def test_a_new_game_is_played_by_what_was_chosen_for_it(person: Person) -> None:
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.begin)
    person.settled()
    rules = person.sees.rules
    assert (rules.target, rules.natural_required, rules.progressive, rules.stake) == (2500, True, True, 2)
    assert [part.text() for part in person.window.status.parts] == [
        *("Stock: 73 cards", "First to 2,500", "Stakes 2 and 6"),
    ]


def test_what_was_chosen_is_proposed_the_next_time(person: Person, home: Home) -> None:
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.begin)
    person.settled()
    person.quit()
    again = home.open(game=GAME)
    assert asked(again).options.values() == CHOSEN


def test_who_cancels_has_chosen_nothing(person: Person) -> None:
    before = person.sees
    dialog = asked(person)
    dialog.options.set_values(CHOSEN)
    person.click_button(dialog.cancel)
    assert person.sees == before
    assert asked(person).options.findChild(TargetField).points() == "1200"
