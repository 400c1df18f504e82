"""The checks of everything that the program promises for every game. They are run with Hundred, the small game of the
tests.

``tests/test_sample_game.py`` runs this file in a separate process: python -m pytest -p sample_game.offered --make test
tests/desktop/sample_game_checks.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.driver import Home, Person, past
from games.conformance_kit import SEEDED_CHECKS, Subject, check_notation
from mile_bones.desktop.dialogs.ending import GameEndDialog
from mile_bones.desktop.help.book import Section, current_book, whats_this
from mile_bones.engine.rng import Rng
from mile_bones.games import spec
from mile_bones.players import load_player
from mile_bones.storage.settings import METHOD
from sample_game.desktop.boards.hundred.board import OWN, PILE
from sample_game.games.hundred import parts
from sample_game.games.hundred.state import ACTIONS, Action


def low_first(state: Any, rng: Rng) -> Action:
    """Choose at random among the lower cards, so that a game lasts."""
    legal: tuple[Action, ...] = state.legal_actions()
    return legal[rng.below(min(2, len(legal)))]


HUNDRED = Subject("hundred", "hundred", ACTIONS, low_first, refusals=2)


@pytest.mark.parametrize("check", SEEDED_CHECKS, ids=lambda check: check.__name__)
def test_the_game_hundred_passes_every_check_of_the_kit(check: Callable[[Subject, int], None]) -> None:
    check(HUNDRED, 1)


def test_the_notation_of_hundred_is_read_back() -> None:
    check_notation(HUNDRED)


def test_the_codec_of_hundred_reads_what_it_writes() -> None:
    state, codec = HUNDRED.load().new_state(), spec("hundred").codec
    while not state.is_terminal():
        seen = state.observation(0)
        assert codec.read_observation(codec.observation(seen)) == seen
        for event in state.apply_action(low_first(state, Rng(1))):
            assert set(codec.event(event, 0)) == {"event", *codec.EVENTS[codec.event(event, 0)["event"]]}


def test_the_help_on_hundred_has_its_own_chapter() -> None:
    book = current_book()
    assert book.sections[-1] == Section("Hundred", ("hundred",))
    assert book.search("hundred pile keep")[0].topic == "hundred"
    assert "A card that would make more" in book.markdown("hundred")
    assert set(book.page("hundred").links) <= set(book.pages)
    assert "loses" in whats_this("hundred")


# ------------------------------------------------------------------ in the window


def test_f1_opens_the_help_page_of_hundred(home: Home) -> None:
    person = home.open(game="hundred")
    person.settled()
    assert {button.property("helpTopic") for button in person.table.buttons.values()} == {"hundred"}
    person.key(Qt.Key.Key_F1)
    person.wait_until(lambda: person.window.dialog_stack.help_topic == "hundred")


def by_clicks(person: Person, card: str) -> None:
    person.click(card)
    person.click(PILE)


def by_drags(person: Person, card: str) -> None:
    person.press(card)
    person.move(person.at(card) + (person.at(PILE) - person.at(card)) / 2)
    person.move(PILE)
    person.release(PILE)


def by_double_clicks(person: Person, card: str) -> None:
    person.double_click(card)


def by_keys(person: Person, card: str) -> None:
    press_until(person, Qt.Key.Key_Down, OWN)
    press_until(person, Qt.Key.Key_Left if str(person.focused()) > card else Qt.Key.Key_Right, (card,))
    person.key(Qt.Key.Key_Space)
    press_until(person, Qt.Key.Key_Up, (PILE,))
    person.key(Qt.Key.Key_Space)


def press_until(person: Person, key: Qt.Key, places: Sequence[str]) -> None:
    """Press this key until one of the places has the focus."""
    for _press in range(len(OWN)):
        if person.focused() in places:
            return
        person.key(key)
    assert person.focused() in places


def play(person: Person, by: Callable[[Person, str], None]) -> GameEndDialog:
    """Play to the end of the game and return its dialog."""
    person.settled()
    while not person.dialogs():
        action = load_player("hundred", "miser").choose(person.sees)
        before = person.play.match.record().body.plies
        by(person, OWN[action.card - 1])
        person.settled()
        assert person.play.match.record().body.actions[before] == f"0 {action}"
    dialog = person.dialog(GameEndDialog)
    assert isinstance(dialog, GameEndDialog)
    return dialog


@pytest.mark.parametrize(
    ("by", "method"), [(by_clicks, "click"), (by_drags, "drag"), (by_double_clicks, "drag"), (by_keys, "drag")]
)
def test_a_whole_game_of_hundred_can_be_played(home: Home, by: Callable[[Person, str], None], method: str) -> None:
    home.set({METHOD: method})
    person = home.open(game="hundred")
    dialog = play(person, by)
    winner = person.play.match.winner
    assert ("You win" if winner == 0 else "wins the game") in dialog.band.subtitle.text()
    person.click_button(dialog.go_on)
    person.settled()
    assert len(person.sees.pile) < 2 and not person.play.match.is_over, "the next game"
    [played] = past(home).games()
    assert (played.game, played.state) == ("hundred", "finished")


def test_a_game_ends_with_its_dialog_even_if_counting_facts_fails(
    home: Home, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    def fail(_record: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(parts, "PARTS", parts.PARTS._replace(facts=fail))
    person = home.open(game="hundred")
    with qtbot.capture_exceptions() as caught:
        dialog = play(person, by_clicks)
        assert caught and all(kind is ZeroDivisionError for kind, *_rest in caught)
        caught.clear()
    assert dialog.isVisible()
