"""The language is changed during a game. Every text changes, the game continues, and no restart is needed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person, past
from match.helpers import short_game
from mile_bones import i18n
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.submenus import menu_of
from mile_bones.games import GAMES
from mile_bones.match.seats import Person as Person_
from mile_bones.storage.settings import LANGUAGE
from practised import choice, keep_reviewed

EMPTY = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 0)
"""A compiled catalogue without any text."""


@pytest.fixture(autouse=True)
def _back_to_english(qapp: QApplication) -> Iterator[None]:
    yield
    choose_language(qapp, "en", Path())


@pytest.fixture
def abroad(home: Home, pseudo_catalogues: Path) -> Home:
    """A profile whose program shows the pseudo-locale if German or Persian is chosen."""
    home.translations = pseudo_catalogues
    return home


def choose(person: Person, code: str) -> None:
    """Choose a language as a person does: Options, the list of languages, OK."""
    window = person.window
    window.show_options()
    (dialog,) = window.dialog_stack.dialogs
    assert isinstance(dialog, OptionsDialog)
    dialog.set_values({**dialog.values(), LANGUAGE: code})
    before = window.turns
    dialog.ok.click()
    person.wait_until(lambda: window.turns is not before)
    QCoreApplication.sendPostedEvents()


def menu_texts(person: Person) -> list[str]:
    return [
        entry.text()
        for menu in person.window.menuBar().actions()
        for entry in (menu, *menu_of(menu).actions())
        if entry.text()
    ]


def test_the_game_continues_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    person.key(Qt.Key.Key_D)
    match, seen, ply = window.turns.match, person.sees, window.turns.match.ply
    english = menu_texts(person)
    choose(person, "de")
    assert window.turns.match is match
    assert (person.sees, match.ply) == (seen, ply)
    assert len(menu_texts(person)) == len(english)
    assert {text[:1] for text in menu_texts(person)} == {"["}
    assert "[" in window.table.accessibleName()
    assert abroad.get(LANGUAGE) == "de"
    choose(person, "en")
    assert menu_texts(person) == english
    assert window.turns.match is match


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_stays_at_its_place_in_another_language(abroad: Home, game: str) -> None:
    """If Enter is pressed at once, it does the same as before the change, and plays no other card."""
    person = abroad.open(game=game, seed=None if game == "millieu" else 5)
    person.settled()
    seen = [place for place, button in person.table.buttons.items() if button.isVisible()]
    for place in seen[::7]:
        person.table.focus_place(place)
        choose(person, "de" if abroad.get(LANGUAGE) != "de" else "en")
        assert person.window.focusWidget() is person.table.buttons[place]


def test_persian_is_laid_out_from_right_to_left_at_once(abroad: Home, qapp: QApplication) -> None:
    person = abroad.open()
    window = person.window
    assert window.layoutDirection() == Qt.LayoutDirection.LeftToRight
    choose(person, "fa")
    assert window.layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert window.table.layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert i18n.format_number(1275) == "۱٬۲۷۵"
    choose(person, "en")
    assert window.table.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_play_continues_at_the_new_table(abroad: Home) -> None:
    person = abroad.open()
    person.draw()
    choose(person, "de")
    window = person.window
    assert window.turns.match.length == 1
    before = window.turns.match.ply
    action = next(one for one in person.sees.legal_actions() if one.kind.name == "DISCARD")
    window.table.chosen.emit(action)
    person.settled()
    assert window.turns.match.ply > before
    assert abroad.saved().hands[0].actions[0] == "0 draw"


def test_a_replay_stays_at_its_position_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    person.draw()
    window = person.window
    window.games.replay()
    window.replay.bar.moved.emit(1)
    window.replay.bar.review.click()
    seen = person.sees
    choose(person, "de")
    assert (window.replay.position, person.sees) == (1, seen)
    assert window.replay.bar.review.isChecked() and window.replay_review.panel.isVisible()
    assert "[" in window.replay.bar.accessibleName() + window.replay.bar.play.accessibleName()
    window.replay.leave()
    assert window.turns.match is not None
    assert window.turns.match.length == 1


@pytest.mark.proof
def test_a_lesson_stays_at_its_step_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    window.begin_lesson()
    for _step in range(3):
        window.lesson.bar.onward.click()
        window.table.finish()
    step = window.lesson.course.position
    assert step > 0
    choose(person, "fa")
    assert window.lesson.course.position == step
    assert window.lesson.bar.layoutDirection() == Qt.LayoutDirection.RightToLeft
    window.lesson.leave()
    assert window.turns.match is not None


def test_the_choice_of_a_game_stays_open_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    person.draw()
    window = person.window
    window.choose_game()
    choose(person, "de")
    assert window.modes.current is window.choice
    window.games.go_on_with("mile-bones")
    assert window.turns.match.length == 1, "the game has waited unchanged"


@pytest.mark.proof
def test_the_help_stays_open_at_its_page_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    window.dialog_stack.show_help("hazards")
    before = window.dialog_stack.help
    choose(person, "de")
    assert window.dialog_stack.help is not before
    assert window.dialog_stack.help_topic == "hazards"
    assert "[" in window.dialog_stack.help.back.text()


def test_the_language_changes_only_after_an_open_dialog_is_answered(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    before = window.turns
    window.change_settings({LANGUAGE: "de"})
    window.dialog_stack.message("Something", "to be read", "files")
    QCoreApplication.processEvents()
    assert window.turns is before
    window.dialog_stack.dialogs[-1].accept()
    person.wait_until(lambda: window.turns is not before)
    assert {text[:1] for text in menu_texts(person)} == {"["}


def test_default_player_names_are_translated(abroad: Home) -> None:
    person = abroad.open()
    person.choose("Game", "New game for")
    dialog = person.dialog(PlayersDialog)
    for box in dialog.seat_boxes:
        box.seat("person")
    dialog.seat_boxes[0].field.setText("Player 1")
    person.click_button(dialog.begin)
    assert person.play.match.names == ("Player 1", "Player 2")
    choose(person, "de")
    assert all(name.startswith("[") for name in person.play.match.names)
    assert {plate.name for plate in person.table.plates} == set(person.play.match.names)


@pytest.mark.proof
def test_two_people_find_the_curtain_after_a_change_of_language(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    window.games.new_game_of("mile-bones", (Person_("Bert"), Person_("Anna")))
    window.turns.reveal()
    match = window.turns.match
    choose(person, "de")
    assert window.turns.match is match
    assert not window.boards.shows_board(), "the player must lift the curtain again"
    window.turns.reveal()
    assert window.boards.shows_board()


@pytest.mark.proof
def test_a_change_of_language_leaves_no_old_objects(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    usual = len(window.findChildren(QObject))
    for code in ("de", "fa", "en"):
        choose(person, code)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(window.findChildren(QObject)) <= usual + 5


def test_the_language_of_the_desktop_is_followed(abroad: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody speaks this language. If the test used a real language, Qt's system texts would stay translated for the
    # tests that follow.
    monkeypatch.setenv("LANGUAGE", "qaa_AT")
    person = abroad.open()
    assert {text[:1] for text in menu_texts(person)} == {"["}
    choose(person, "en")
    assert "&Game" in menu_texts(person)
    monkeypatch.setenv("LANGUAGE", "en_GB:qaa")
    choose(person, "system")
    assert "&Game" in menu_texts(person)


@pytest.mark.parametrize(
    ("code", "word"), [("de", "Abbrechen"), ("fr", "Annuler"), ("es", "Cancelar"), ("fa", "انصراف")]
)
def test_the_words_of_qt_itself_are_translated(qapp: QApplication, tmp_path: Path, code: str, word: str) -> None:
    (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / code / "LC_MESSAGES" / "mile_bones.mo").write_bytes(EMPTY)
    choose_language(qapp, code, tmp_path)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == word
    assert QCoreApplication.translate("QPlatformTheme", "Nobody has translated this") == "Nobody has translated this"
    choose_language(qapp, "en", tmp_path)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_each_language_is_offered_in_its_own_words(qapp: QApplication) -> None:
    offered = [choice.title() for choice in LANGUAGE.values]
    assert offered[:2] == ["Follow system", "English"]
    assert {"Deutsch", "Español", "فارسی", "Français"} <= set(offered)


@pytest.mark.parametrize(("code", "keys"), [("fa", "Ctrl+Shift+N"), ("de", "Strg+Umschalt+N")])
def test_keys_are_named_in_the_language(qapp: QApplication, tmp_path: Path, code: str, keys: str) -> None:
    (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / code / "LC_MESSAGES" / "mile_bones.mo").write_bytes(EMPTY)
    choose_language(qapp, code, tmp_path)
    assert QKeySequence("Ctrl+Shift+N").toString(QKeySequence.SequenceFormat.NativeText) == keys
    choose_language(qapp, "en", tmp_path)


@pytest.mark.proof
def test_the_coup_of_the_day_stays_in_another_language(abroad: Home) -> None:
    person = abroad.open()
    window = person.window
    person.choose("Practice", "Coup of the day")
    position = window.puzzle.puzzle.position.observation()
    choose(person, "de")
    assert window.puzzle.puzzle.position.observation() == position
    assert "[" in window.puzzle.bar.words.text()
    window.puzzle.leave()
    assert window.turns.match is not None


@pytest.mark.proof
def test_another_language_keeps_an_unanswered_mistake_but_no_answered_one(abroad: Home) -> None:
    record = short_game()
    keep_reviewed(past(abroad), record, choice(record, 1, 2, 80), choice(record, 2, 6, 150))
    person = abroad.open()
    window = person.window
    person.choose("Practice", "My mistakes")
    first = window.puzzle.puzzle.position.observation()
    choose(person, "de")
    assert window.puzzle.puzzle.position.observation() == first
    window.puzzle.bar.show_it.click()
    choose(person, "fa")  # the next mistake replaces an answered one
    assert window.puzzle.puzzle.position.observation() != first
    window.puzzle.bar.show_it.click()
    choose(person, "de")
    assert window.puzzle.puzzle is None
    assert window.turns.match is not None
