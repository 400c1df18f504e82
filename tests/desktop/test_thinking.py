"""A computer player needs time to think. The window keeps working, and an answer that is no longer wanted is
dropped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

import mile_bones
from desktop.driver import Home, Person
from known_levels import LEVELS, QUICK
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.controllers import turns
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.thinking import Thinker
from mile_bones.engine.record import Record
from mile_bones.games import replay
from mile_bones.games.milebones.observation import Observation
from mile_bones.library.settings import LEVEL
from mile_bones.match.thinking import ComputerPlayer, Question
from mile_bones.players import load_player
from mile_bones.players.milebones import MileBonesPlayer
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.results import Results
from mile_bones.storage.settings import NAME, Settings
from standins import Broken, Ponderer, Waiter
from stories import going

CHECKOUT = Path(mile_bones.__file__).parents[1]
THINKING = "Computer is thinking…"

Against = Callable[..., Person]


def _never_quick(_self: ComputerPlayer, observation: Observation) -> bool:
    """Return False if there is a choice, so that every choice goes through the thread."""
    return len(observation.legal_actions()) == 1


@pytest.fixture
def against(home: Home, monkeypatch: pytest.MonkeyPatch) -> Against:
    """Return a function that begins a game. In this game `player` answers for the computer, in its own thread."""
    monkeypatch.setattr(ComputerPlayer, "answers_at_once", _never_quick)

    def begin(player: MileBonesPlayer, record: Record | None = None) -> Person:
        person = home.open(record or going(coming="50 75 25 100").record(), begin=False)
        person.play.thinker.load = lambda _game, _level, _cancel: player
        person.window.begin()
        return person

    return begin


@pytest.fixture
def waiter() -> Iterator[Waiter]:
    player = Waiter()
    yield player
    player.go.set()  # whatever happened, its thread must end


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a click wait for the computer's answer, however busy the machine is."""
    monkeypatch.setattr(turns, "HURRY_MS", 60_000)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not let a click wait at all."""
    monkeypatch.setattr(turns, "HURRY_MS", 0)


def hand_over_the_turn(person: Person) -> None:
    """Draw and drive. The computer draws, because it has no other choice, and begins to think."""
    person.draw()
    person.drag("100", slot_names.miles(True))


def held_up(person: Person, waiter: Waiter, qtbot) -> None:
    """Bring the game to a point at which the computer thinks without end."""
    hand_over_the_turn(person)
    qtbot.waitUntil(waiter.asked.is_set)
    assert person.home.acts()[-2:] == ("0 play 100", "1 draw")
    assert not person.play.idle


# ------------------------------------------------------------------ while the computer thinks


def test_the_window_keeps_working_while_the_computer_thinks(home: Home, against: Against, waiter, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    person.window.resize(900, 700)
    qtbot.waitUntil(lambda: person.table.viewport().width() > 850)
    expected = load_player("mile-bones", "easy").choose(person.play.match.question().observation)
    waiter.go.set()
    person.settled()
    assert person.home.acts()[-2:] == ("1 draw", f"1 {expected}")
    person.looks_right()


def test_the_message_line_says_that_the_computer_is_thinking(against: Against, waiter, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    qtbot.waitUntil(lambda: person.message == THINKING)
    waiter.go.set()
    person.settled()
    assert person.message.startswith("Computer discarded")


def test_a_hand_can_be_played_against_a_player_in_a_thread(against: Against, patient):
    person = against(Ponderer(seconds=0.0))
    assert person.play_until_the_hand_ends(person.table.chosen.emit) > 3


@pytest.mark.proof
@pytest.mark.parametrize("level", [level for level in LEVELS if level not in QUICK])
def test_every_slow_level_can_play_a_hand_in_a_thread(home: Home, level, patient, qtbot):
    home.set({LEVEL: level})
    person = home.open(seed=7)
    person.settled()
    assert person.play_until_the_hand_ends(person.table.chosen.emit) > 3
    assert any(act.startswith("1 ") and act != "1 draw" for act in home.acts())


def test_a_click_waits_for_the_computers_answer_and_plays_nothing(home: Home, against: Against, patient):
    person = against(Ponderer(seconds=0.1))
    hand_over_the_turn(person)
    before = len(home.acts())
    person.click(slot_names.DRAW)
    done = home.acts()[before:]
    assert person.play.idle and all(act.startswith("1") for act in done[1:]), "the answer came before the click"
    assert "0 draw" not in done, "a click that ends an animation plays nothing"
    person.draw()
    assert home.acts()[-1] == "0 draw"
    person.looks_right()


def test_a_click_during_a_long_thought_is_refused(home: Home, against: Against, waiter, impatient, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    before = home.acts()
    person.draw()
    assert person.message == "It is the turn of Computer."
    assert home.acts() == before
    waiter.go.set()
    person.settled()
    person.looks_right()


# ------------------------------------------------------------------ answers that are no longer wanted


def test_a_move_undone_while_the_computer_thinks_gets_no_answer(home: Home, against: Against, waiter, impatient, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert person.play.idle
    assert person.sees.to_act
    record = home.saved()
    assert home.acts()[-1] == "0 draw"
    waiter.go.set()
    qtbot.waitUntil(lambda: not waiter.asked.is_set())
    assert home.saved() == record
    person.drag("50", slot_names.miles(True))
    person.settled()
    assert home.acts()[-3] == "0 play 50"
    person.looks_right()


def test_only_the_last_of_two_questions_at_a_ply_is_answered(waiter, monkeypatch, qtbot):
    monkeypatch.setattr(ComputerPlayer, "answers_at_once", _never_quick)
    state = list(replay(going().me("draw 50", "play 50").computer("draw 25").record()))[-1][0]
    first, second = (Question("mile-bones", 1, "easy", state.observation(1), ply=7) for _game in range(2))
    thinker, answers = Thinker(), []
    thinker.load = lambda _game, _level, _cancel: waiter
    thinker.answered.connect(lambda question, answer: answers.append((question, answer.action)))
    thinker.ask_computer(first)
    thinker.forget()  # the game was left
    thinker.ask_computer(second)
    waiter.go.set()
    qtbot.waitUntil(lambda: not thinker.busy)
    thinker.close()
    assert len(answers) == 1 and answers[0][0] is second
    assert answers[0][1] == load_player("mile-bones", "easy").choose(second.observation)


def given_up(person: Person) -> None:
    person.choose("Game", "Give up")
    person.click_button(person.dialog(QuestionDialog).yes)


def opened_another(person: Person) -> None:
    path = person.home.root / "other.json"
    save_record(path, going("25 25 25 25 25", coming="200 50 75").record())
    assert person.window.games.open_file(path)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    "leave",
    [lambda person: person.choose("Game", "New game"), given_up, opened_another],
    ids=["new", "given up", "open"],
)
def test_the_answer_for_a_game_that_was_left_is_dropped(home: Home, against: Against, waiter, impatient, leave, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    left = home.saved()
    leave(person)
    new = home.saved()
    assert new.hands[0].dealt != left.hands[0].dealt
    waiter.go.set()
    qtbot.waitUntil(lambda: person.play.idle)
    for card in person.hand[:1]:  # further answers are for this game
        person.draw()
        person.drag(card, slot_names.DISCARD)
        person.settled()
    saved = home.saved()
    assert saved.hands[0].dealt == new.hands[0].dealt
    assert "1 draw" in saved.hands[0].actions
    assert len(list(replay(saved))) == len(saved.hands[0].actions) + 1  # every action is legal
    person.looks_right()
    assert home.kept() == ([] if leave is given_up else [left])


def test_closing_the_window_ends_the_thread_and_saves_no_answer(home: Home, against: Against, waiter, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    (thread,) = (one for one in threading.enumerate() if one.name == "computer")
    before = home.saved()
    person.quit()
    waiter.go.set()
    thread.join(60)
    assert not thread.is_alive()
    assert home.saved() == before
    again = home.open()
    again.settled()
    assert len(home.acts()) > len(before.hands[0].actions)  # the next window continues where the old window stopped
    assert home.acts()[: len(before.hands[0].actions)] == before.hands[0].actions


_STUCK = """
import sys
from datetime import datetime
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from mile_bones.desktop.main_window import MainWindow
from mile_bones.match.thinking import ComputerPlayer
from mile_bones.storage.profile import Profile
asked = []
class Stuck:
    def choose(self, observation):
        asked.append(observation)
        while True:
            pass
ComputerPlayer.answers_at_once = lambda self, observation: False
app = QApplication(["mile-bones", "-style", "fusion"])
window = MainWindow(Profile(Path(sys.argv[1])), lambda: datetime(2026, 5, 4))
window.turns.thinker.load = lambda game, level, cancel: Stuck()
window.show()
window.begin()
timer = QTimer()
timer.timeout.connect(lambda: asked and window.close())
timer.start(5)
sys.exit(app.exec())
"""


@pytest.mark.proof
@pytest.mark.gui
def test_the_program_ends_even_if_a_player_never_answers(tmp_path: Path):
    profile = Profile(tmp_path)
    Settings(Ini(profile.ini_path, print)).update({NAME: "Anna"})
    profile.games_dir.mkdir(parents=True)
    save_record(profile.games_dir / "current-1.json", going().me("draw 50", "play 50").record())
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _STUCK, str(tmp_path)],
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    told = [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]
    assert (done.returncode, told) == (0, [])
    assert load_record(profile.games_dir / "current-1.json").hands[0].actions[-1] == "1 draw"


# ------------------------------------------------------------------ a dialog meanwhile


@pytest.mark.parametrize("answer", ["play on", "give up"])
def test_the_game_waits_while_a_dialog_is_open(home: Home, against: Against, waiter, impatient, answer, qtbot):
    person = against(waiter)
    held_up(person, waiter, qtbot)
    person.choose("Game", "Give up")
    question = person.dialog(QuestionDialog)
    before = home.saved()
    waiter.go.set()
    qtbot.waitUntil(lambda: not waiter.asked.is_set())
    qtbot.waitUntil(lambda: person.play.thinker.held)
    assert home.saved() == before and person.dialogs() == [question]
    if answer == "play on":
        person.click_button(question.no)
        person.settled()
        assert home.acts()[: len(before.hands[0].actions)] == before.hands[0].actions
        assert len(home.acts()) > len(before.hands[0].actions)
    else:
        person.click_button(question.yes)
        assert home.saved().hands[0].dealt != before.hands[0].dealt  # another game
        person.settled()
        assert Results(Ini(home.profile.ini_path, print)).first == 1


# ------------------------------------------------------------------ a player that fails


def test_a_failing_player_is_reported_once_and_the_game_continues(home: Home, against: Against, capsys, patient):
    person = against(Broken())
    notice = "Easy could not answer, so the first thing that is allowed was done."
    hand_over_the_turn(person)
    person.play.hurry()
    assert person.message.startswith(f"{notice} Computer ")
    assert home.acts()[-1] != "1 draw" and home.acts()[-1].startswith("1 ")
    assert "ArithmeticError: a weight is missing" in capsys.readouterr().err
    person.draw()
    person.drag(person.hand[0], slot_names.DISCARD)
    person.play.hurry()
    assert home.acts()[-1].startswith("1 ")
    assert notice not in person.message
    assert capsys.readouterr().err == ""
