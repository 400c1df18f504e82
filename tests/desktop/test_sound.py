"""Sound in the window: a game has sounds, and a person makes them louder, softer and silent."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from desktop.boards.millieu.gestures import by_clicks
from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.dialogs import options
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.mixer import FULL
from mile_bones.desktop.sound.output import AUDIO
from mile_bones.desktop.submenus import menu_of
from mile_bones.players import load_player
from mile_bones.storage.settings import ANIMATION, METHOD, MONO, MUTE, VOLUME
from stories import Story, going, near_the_goal, three_wins


@pytest.fixture
def audible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows play on miniaudio's null device."""
    monkeypatch.setenv(AUDIO, "null")


HANDS = {Cue.CARD_LIFTED, Cue.CARD_LANDED, Cue.DEALT, Cue.PIECE_LIFTED, Cue.PIECE_LANDED}
"""The cues of hands that pick up and put down. They are tested separately."""


def listen(person: Person) -> list[Cue]:
    """Return a list to which every following cue is appended, without those of hands."""
    cues: list[Cue] = []
    person.window.boards.cued.connect(lambda heard: cues.extend(cue for cue in heard if cue not in HANDS))
    return cues


def listen_to_hands(person: Person) -> list[Cue]:
    """Return a list to which every following cue of hands is appended."""
    cues: list[Cue] = []
    person.window.boards.cued.connect(lambda heard: cues.extend(cue for cue in heard if cue in HANDS))
    return cues


def quiet(person: Person) -> bool:
    """Return True if no sound thread runs."""
    return all(thread.name != "sound" for thread in threading.enumerate())


# ------------------------------------------------------------------ the sounds of a game


@pytest.mark.parametrize("animation", ["off", "fast"])
def test_the_sounds_of_a_turn_follow_its_events(home: Home, animation: str):
    home.set({ANIMATION: animation})
    person = home.open(Story("GO 100 100 100 100 100", "GASOLINE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS").record())
    cues = listen(person)
    person.draw()
    person.wait_until(lambda: cues == [Cue.DRAW])
    person.settled()
    person.drag("GO", slot_names.battle(True))
    person.settled()
    person.wait_until(lambda: len(cues) >= 4)
    assert cues == [Cue.DRAW, Cue.GO, Cue.DRAW, Cue.DISCARD]


def test_a_refused_card_has_a_sound(home: Home):
    person = home.open(going().record())
    cues = listen(person)
    person.draw()
    person.drag("100", slot_names.battle(True))
    assert cues == [Cue.DRAW, Cue.REFUSED]
    person.drag("100", slot_names.miles(True))
    assert cues[:3] == [Cue.DRAW, Cue.REFUSED, Cue.MILES_100]


def test_a_refused_card_has_a_sound_in_the_click_method(home: Home):
    home.set({METHOD: "click"})
    person = home.open(going().record())
    person.draw()
    cues = listen(person)
    person.click(person.place_of("100"))
    person.click(slot_names.safety(False, 0))
    assert cues == [Cue.REFUSED]


def test_unmarking_a_card_has_no_sound(home: Home):
    person = home.open(going().record())
    person.draw()
    cues = listen(person)
    person.click(person.place_of("100"))
    person.click(person.bare())
    assert cues == []


def test_the_end_of_a_trip_and_an_extension_have_sounds(home: Home):
    person = home.open(near_the_goal().record())
    person.draw()
    cues = listen(person)
    person.drag("100", slot_names.miles(True))
    question = person.dialog(ExtensionDialog)
    assert cues == [Cue.TRIP]
    person.click_button(question.yes)
    person.answered(question)
    assert cues[:2] == [Cue.TRIP, Cue.EXTENSION]


def test_a_won_hand_and_the_next_deal_have_sounds(home: Home):
    person = home.open(near_the_goal().record())
    cues = listen(person)
    sheet = person.win()
    assert cues == [Cue.DRAW, Cue.TRIP, Cue.HAND_WON]
    person.click_button(sheet.go_on)
    person.settled()
    assert cues[3] is Cue.SHUFFLED, "the sound of the deal"


def test_a_won_game_has_its_own_sound_instead_of_a_won_hands(home: Home):
    person = home.open(three_wins().record())
    cues = listen(person)
    person.win()
    assert cues == [Cue.DRAW, Cue.TRIP, Cue.GAME_WON]


def test_an_undo_has_a_sound(home: Home):
    person = home.open(going().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.settled()
    cues = listen(person)
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert cues == [Cue.UNDONE]


def test_a_card_is_heard_when_it_is_picked_up_and_when_it_lands_in_the_hand(home: Home):
    person = home.open(going().record())
    hands = listen_to_hands(person)
    person.draw()
    person.settled()
    assert hands == [Cue.CARD_LANDED], "the drawn card"
    person.drag("100", person.bare())
    person.settled()
    assert hands[1:] == [Cue.CARD_LIFTED, Cue.CARD_LANDED], "the card that came back"
    person.drag("100", slot_names.miles(True))
    assert hands[3:] == [Cue.CARD_LIFTED], "a card that is played has the sound of its miles"


def test_a_card_is_heard_when_it_is_marked_with_a_click(home: Home):
    person = home.open(going().record())
    person.draw()
    person.settled()
    hands = listen_to_hands(person)
    person.click(person.place_of("100"))
    assert hands == [Cue.CARD_LIFTED]
    person.click(person.bare())
    assert hands == [Cue.CARD_LIFTED], "unmarking has no sound"


def test_each_card_of_a_deal_ticks(home: Home):
    person = home.open(near_the_goal().record())
    sheet = person.win()
    hands = listen_to_hands(person)
    person.click_button(sheet.go_on)
    person.settled()
    assert hands[: len(slot_names.HAND) - 1] == [Cue.DEALT] * (len(slot_names.HAND) - 1)


def test_a_sound_comes_from_the_place_of_its_card(home: Home):
    person = home.open(going().record())
    person.draw()
    person.settled()
    sides = {}
    person.window.boards.cued.connect(lambda heard: sides.update(dict.fromkeys(heard, heard.side)))
    person.drag("100", slot_names.miles(True))
    table = person.table
    middle = table.slots[slot_names.miles(True)].rect.center().x()
    assert sides[Cue.MILES_100] == pytest.approx(2 * middle / table.viewport().width() - 1)


def test_millieu_has_the_sounds_of_pieces(home: Home):
    person = home.open(game="millieu")
    person.settled()
    cues = listen(person)
    brain = load_player("millieu", "easy", 5)
    by_clicks(person.table, brain.choose(person.sees))
    assert cues[0] is Cue.PIECE_PLACED
    person.settled()
    assert set(cues) <= {Cue.PIECE_PLACED, Cue.PIECE_SLID, Cue.PIECE_TAKEN}


def test_sounds_of_a_game_reach_the_device(home: Home, audible):
    person = home.open(going().record())
    assert quiet(person), "nothing has happened yet"
    person.draw()
    output = person.window.sound.player._output
    person.wait_until(lambda: output.mixer.pulled > 3200)
    person.quit()
    assert output.wait_closed(5)


def test_only_some_of_many_quick_events_have_a_sound(home: Home, audible, monkeypatch: pytest.MonkeyPatch):
    person = home.open(Story("GO 100 100 100 100 100").record())
    played = []
    monkeypatch.setattr(person.window.sound.player, "_send", lambda cue, *_when_and_where: played.append(cue))
    cues = listen(person)
    person.draw()
    person.slow_down()
    person.drag("GO", slot_names.battle(True))
    for _key in range(6):
        person.key(Qt.Key.Key_Left)
    person.settled()
    assert len(cues) == 4 and len(played) <= 3


def test_a_window_without_sound_starts_no_thread(home: Home):
    person = home.open(going().record())
    person.draw()
    person.settled()
    assert quiet(person)


START = """
import sys
from datetime import datetime
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
app = QApplication(["mile-bones", "-style", "fusion"])
from mile_bones.desktop.main_window import MainWindow
from mile_bones.storage.profile import Profile
def loaded():
    return any(f"mile_bones.desktop.sound.with_{library}" in sys.modules for library in ("miniaudio", "pulse"))
window = MainWindow(Profile(Path(sys.argv[1])), lambda: datetime(2026, 5, 4))
window.show()
window.begin()
while not window.turns.idle:
    QTest.qWait(5)
print(loaded(), end=" ")
window.table.chosen.emit(window.table.observation.legal_actions()[0])
while not window.sound.player._output.mixer.pulled:
    QTest.qWait(5)
print(loaded())
window.close()
"""


@pytest.mark.slow
def test_the_sound_library_is_loaded_with_the_first_sound(home: Home):
    home.leave(going().record())
    run = subprocess.run(
        [sys.executable, "-c", START, str(home.root)],
        env={**os.environ, AUDIO: "null"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (run.stdout, run.returncode) == ("False True\n", 0), run.stderr


# ------------------------------------------------------------------ volume and mute


def test_m_mutes_and_unmutes_all_sounds(home: Home, audible):
    person = home.open(going().record())
    mixer = person.window.sound.player._output.mixer
    button, entry = person.window.status.mute, person.window.menus.mute
    loud = mixer.gain
    assert loud == round(FULL * 0.64) and not button.isChecked() and not entry.isChecked()
    for muted, said in ((True, "All sounds are muted."), (False, "Sounds can be heard again.")):
        person.key(Qt.Key.Key_M)
        assert home.get(MUTE) is muted
        assert (mixer.gain == 0) is muted
        assert button.isChecked() is muted and entry.isChecked() is muted
        assert person.window.status.currentMessage() == said
    assert mixer.gain == loud


def test_a_muted_window_starts_no_sound_thread(home: Home, audible):
    home.set({MUTE: True})
    person = home.open(going().record())
    person.draw()
    person.settled()
    assert quiet(person) and person.window.status.mute.isChecked()


def test_the_mute_button_works_by_mouse_and_by_keys(home: Home, audible):
    person = home.open(going().record())
    button = person.window.status.mute
    corner = person.window.rect().bottomRight()
    assert (corner - button.mapTo(person.window, button.rect().center())).manhattanLength() < 60
    person.click_button(button)
    assert home.get(MUTE) is True and button.isChecked()
    for _tab in range(40):
        person.key(Qt.Key.Key_Tab)
        if QApplication.focusWidget() is button:
            break
    for key, muted in ((Qt.Key.Key_Space, False), (Qt.Key.Key_Return, True)):
        person.key(key)
        assert home.get(MUTE) is muted and button.isChecked() is muted


def test_a_screen_reader_finds_name_and_state_of_the_mute_button(home: Home):
    person = home.open(going().record())
    found = QAccessible.queryAccessibleInterface(person.window.status.mute)
    assert found.text(QAccessible.Text.Name) == "Mute all sounds"
    assert found.role() == QAccessible.Role.CheckBox and found.state().checkable and not found.state().checked
    person.key(Qt.Key.Key_M)
    assert found.state().checked


def test_the_mute_key_is_in_the_menu_and_not_used_twice(home: Home):
    person = home.open(going().record())
    assert person.entry("Options", "Mute all sounds").shortcut().toString() == "M"
    keys = [
        shortcut.toString()
        for menu in person.window.menuBar().actions()
        for action in menu_of(menu).actions()
        for shortcut in action.shortcuts()
    ]
    assert all(one != other for one, other in pairwise(sorted(keys)))


def test_an_m_can_be_typed_in_a_name(home: Home):
    person = home.open(going().record())
    person.choose("Options", "Change name")
    field = person.dialog().findChild(QLineEdit)
    field.selectAll()
    person.type("mm")
    assert field.text() == "mm" and home.get(MUTE) is False


def test_a_new_volume_is_heard_while_it_is_chosen(home: Home, audible):
    person = home.open(going().record())
    mixer = person.window.sound.player._output.mixer
    before = mixer.gain
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    dialog.pages.setCurrentIndex(2)
    dialog._volume.setFocus()
    person.key(Qt.Key.Key_Right, Qt.Key.Key_Right)
    assert mixer.gain == FULL and home.get(VOLUME) == "80"
    person.wait_until(lambda: mixer.pulled > 0)
    person.key(Qt.Key.Key_Escape)
    assert mixer.gain == before, "the volume is restored"
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    dialog.pages.setCurrentIndex(2)
    dialog._volume.setFocus()
    person.key(Qt.Key.Key_Right, Qt.Key.Key_Right)
    person.click_button(dialog.ok)
    assert mixer.gain == FULL and home.get(VOLUME) == "100"


def test_an_option_lets_both_ears_hear_the_same(home: Home, audible):
    person = home.open(going().record())
    mixer = person.window.sound.player._output.mixer
    assert not mixer.mono
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    dialog.pages.setCurrentIndex(2)
    dialog._boxes[MONO].setFocus()
    person.key(Qt.Key.Key_Space)
    person.click_button(dialog.ok)
    assert mixer.mono and home.get(MONO) is True


def test_the_options_say_when_nothing_can_be_heard(home: Home, monkeypatch: pytest.MonkeyPatch):
    person = home.open(going().record())

    def notes() -> list[str]:
        person.window.show_options()
        dialog = person.dialog(OptionsDialog)
        found = [words.text() for words in dialog.findChildren(QLabel) if "can be heard" in words.text()]
        person.key(Qt.Key.Key_Escape)
        return found

    assert notes() == []
    monkeypatch.setattr(options, "can_play", lambda: False)
    assert len(notes()) == 1


def test_muting_does_not_disturb_a_replay(home: Home):
    person = home.open(going().record())
    person.choose("Game", "Replay from the beginning")
    person.window.replay.bar.play.click()
    person.key(Qt.Key.Key_M)
    assert home.get(MUTE) is True and person.window.replay.going_on
