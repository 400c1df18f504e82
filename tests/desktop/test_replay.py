"""Replays on the table: step by step and automatically, as seen from each seat, and then back to the waiting game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.models import slot_models
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.replay_bar import ReplayBar
from mile_bones.desktop.table.durations import SPEEDS
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.milebones.words import card_name
from mile_bones.match.replaying import Replay
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION
from stories import going, near_the_goal, three_wins

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"
FILE = CONFORMANCE / "mile-bones-game-01.json"
SEAT = {"Your seat": 0, "Seat: Computer": 1}


def watch(home: Home, record: Record | None = None) -> Person:
    """Open the replay of a whole game, with ``record`` as the game that waits."""
    person = home.open(record)
    assert person.window.games.open_file(FILE)
    return person


def bar(person: Person) -> ReplayBar:
    return person.window.replay.bar


def choose(person: Person, view: str) -> None:
    bar(person).view.setCurrentText(view)


_replayed: list[Replay] = []


def replayed(record: Record) -> Replay:
    """Return the replay of `record`. The last replay is kept in memory, because it is needed after every step."""
    if not _replayed or _replayed[0].record is not record:
        _replayed[:] = [Replay(record)]
    return _replayed[0]


def shows(person: Person, position: int, near: int = 0) -> None:
    """Check that the table shows the game at `position`, seen from the seat `near`, and that the bar names this
    position.
    """
    replay = replayed(person.window.replay.record)
    moment = replay.moment(position)
    assert person.window.replay.position == position
    assert bar(person).slider.value() == position
    hand = sorted(moment.observations[near].hand)
    seen = moment.observations[0]._replace(hand=moment.observations[near].hand)
    assert list(person.table.order.cards) == hand
    models = {place: slot.model for place, slot in person.table.slots.items()}
    assert models == slot_models(seen, tuple(hand), ("You", "Computer"), near)
    assert person.flights() == []
    place = f"Hand {moment.hand} of {replay.hands}, move {moment.action} of {replay.actions(moment.hand)}"
    assert bar(person).place.text() == place


# ------------------------------------------------------------------ through the game


@pytest.mark.proof
def test_every_position_is_shown_on_the_way_forward_and_back(home: Home):
    home.set({ANIMATION: "off"})
    person = watch(home)
    last = bar(person).slider.maximum()
    shows(person, 0)
    for position in range(1, last + 1):
        bar(person).forward.click()
        shows(person, position)
    assert "win" in person.message and not bar(person).forward.isEnabled()
    for position in range(last - 1, last - 150, -1):
        bar(person).back.click()
        shows(person, position)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("seat", SEAT)
def test_a_click_ends_the_animation_of_a_move(home: Home, seat: str):
    """Cards leave the open hand, and the other player's cards come from that player's plate. Either seat can have the
    open hand.
    """
    person = watch(home)
    choose(person, seat)
    person.slow_down()
    for position in range(1, 40):
        person.window.replay.bar.forward.click()
        person.click(person.bare())
        shows(person, position, SEAT[seat])


def test_the_message_line_tells_a_move_and_it_is_announced(home: Home, qtbot):
    person = watch(home)
    assert person.message.startswith("Hand 1 is dealt.")
    with qtbot.waitSignal(person.table.announcer.announced, check_params_cb=lambda text: "You drew" in text):
        bar(person).slider.setValue(1)
    assert person.message == f"You drew {_name_of_first_card()}."
    replay = Replay(load_record(FILE))
    bar(person).slider.setValue(replay.actions(1))
    assert "with" in person.message and "You: " in person.message, (
        "the message tells the end of the hand and its points"
    )


def _name_of_first_card() -> str:
    return card_name(Replay(load_record(FILE)).moment(1).events[0].card)


def test_the_keys_of_the_slider_move_to_any_position(home: Home):
    person = watch(home)
    person.window.activateWindow()
    bar(person).slider.setFocus()
    person.key(Qt.Key.Key_Right, Qt.Key.Key_Right)
    shows(person, 2)
    person.key(Qt.Key.Key_End)
    shows(person, bar(person).slider.maximum())
    person.key(Qt.Key.Key_Home)
    shows(person, 0)


def test_buttons_lead_to_the_next_event_and_to_the_beginning(home: Home):
    person = watch(home)
    expected = Replay(load_record(FILE)).next_event(0)
    person.click_button(bar(person).next_event)
    shows(person, expected)
    person.click_button(bar(person).start)
    shows(person, 0)


@pytest.mark.parametrize("animation", ["off", "normal"])
def test_a_replay_plays_automatically_to_the_end(home: Home, qtbot, animation: str):
    home.set({ANIMATION: animation})
    person = watch(home)
    bar(person).speed.setCurrentText("Fast")
    last = bar(person).slider.maximum()
    bar(person).slider.setValue(last - 4)
    person.click_button(bar(person).play)
    assert bar(person).play.accessibleName() == "Pause"
    qtbot.waitUntil(lambda: person.window.replay.position == last)
    qtbot.waitUntil(lambda: bar(person).play.accessibleName() == "Play")
    shows(person, last)


def test_the_play_button_is_renamed_pause_and_is_no_toggle(home: Home, qtbot):
    person = watch(home)
    found = QAccessible.queryAccessibleInterface(bar(person).play)
    assert (found.text(QAccessible.Text.Name), found.role()) == ("Play", QAccessible.Role.Button)
    person.click_button(bar(person).play)
    assert (found.text(QAccessible.Text.Name), found.role()) == ("Pause", QAccessible.Role.Button)
    assert not found.state().checkable


def test_pause_stops_at_the_current_position(home: Home, qtbot):
    home.set({ANIMATION: "off"})
    person = watch(home)
    person.click_button(bar(person).play)
    qtbot.waitUntil(lambda: person.window.replay.position >= 2)
    person.click_button(bar(person).play)
    here = person.window.replay.position
    assert not person.window.replay.going_on
    shows(person, here)


def test_automatic_replay_continues_into_the_next_hand(home: Home, qtbot):
    home.set({ANIMATION: "off"})
    person = watch(home)
    bar(person).speed.setCurrentText("Fast")
    end = Replay(load_record(FILE)).actions(1)
    bar(person).slider.setValue(end)
    person.click_button(bar(person).play)
    qtbot.waitUntil(lambda: person.window.replay.position >= end + 2)
    person.click_button(bar(person).play)
    assert person.sees.hand_number == 2


# ------------------------------------------------------------------ open hands


def test_the_computers_seat_puts_the_computers_open_hand_and_piles_near(home: Home):
    person = watch(home)
    bar(person).slider.setValue(30)
    before = person.table.slots[slot_names.battle(True)].rect
    choose(person, "Seat: Computer")
    shows(person, 30, near=1)
    assert person.table.slots[slot_names.battle(False)].rect == before
    assert person.table.slots[slot_names.battle(True)].rect.top() > person.table.slots[slot_names.hand(0)].rect.bottom()
    assert person.table.buttons[slot_names.hand(0)].accessibleName().startswith("Hand of Computer, place 1")
    choose(person, "Your seat")
    shows(person, 30)
    assert person.table.slots[slot_names.battle(True)].rect == before


def test_a_card_that_the_other_seat_drew_is_not_named(home: Home):
    person = watch(home)
    choose(person, "Seat: Computer")
    bar(person).slider.setValue(1)
    assert person.message == "You drew a card."
    choose(person, "Both hands")
    assert person.message == f"You drew {_name_of_first_card()}."


def of_players(home: Home, *kinds: str) -> Person:
    """Open the replay of one game with other players: Anna and Bert, each a human or an expert computer."""
    names = zip(("Anna", "Bert"), kinds, strict=True)
    players = tuple(PlayerInfo(name, kind, "expert" if kind == "computer" else None) for name, kind in names)
    person = home.open()
    person.window.games.replay_record(replace(load_record(FILE), players=players))
    return person


def views(person: Person) -> list[str]:
    return [bar(person).view.itemText(index) for index in range(bar(person).view.count())]


@pytest.mark.parametrize(
    ("kinds", "names"),
    [(("human", "human"), ("Anna", "Bert")), (("computer", "computer"), ("Expert (1)", "Expert (2)"))],
)
def test_two_people_or_two_computers_are_called_by_name(home: Home, kinds: tuple[str, str], names: tuple[str, str]):
    person = of_players(home, *kinds)
    first, second = names
    assert views(person) == [f"Seat: {first}", f"Seat: {second}", "Both hands"]
    assert person.message == f"Hand 1 is dealt. {first} begins."
    bar(person).slider.setValue(1)
    assert person.message == f"{first} drew {_name_of_first_card()}."
    assert person.table.buttons[slot_names.hand(0)].accessibleName().startswith(f"Hand of {first}, place 1")
    assert person.table.buttons[slot_names.battle(True)].accessibleName().startswith(f"Battle pile of {first}")
    bar(person).view.setCurrentIndex(1)
    assert person.message == f"{first} drew a card."
    assert person.table.buttons[slot_names.hand(0)].accessibleName().startswith(f"Hand of {second}, place 1")
    bar(person).view.setCurrentIndex(2)
    assert bar(person).note.text() == bar(person).hand.accessibleName() == f"Hand of {second}"
    bar(person).slider.setValue(Replay(load_record(FILE)).actions(1))
    assert f" {first}: " in person.message and f", {second}: " in person.message, (
        "the message tells the points of the hand"
    )


def test_a_lone_person_in_the_second_seat_is_called_you(home: Home):
    person = of_players(home, "computer", "human")
    assert views(person) == ["Your seat", "Seat: Computer", "Both hands"]
    assert person.message == "Hand 1 is dealt. Computer begins."
    bar(person).slider.setValue(1)
    assert person.message == "Computer drew a card."
    assert person.table.order.cards == tuple(sorted(Replay(load_record(FILE)).moment(1).observations[1].hand))
    assert person.table.buttons[slot_names.hand(0)].accessibleName().startswith("Your hand, place 1")


def test_both_hands_can_be_shown(home: Home):
    person = watch(home)
    bar(person).slider.setValue(30)
    assert not bar(person).hand.isVisible()
    choose(person, "Both hands")
    shows(person, 30)
    hand = Replay(load_record(FILE)).moment(30).observations[1].hand
    shown = [bar(person).hand.item(row).text() for row in range(bar(person).hand.count())]
    assert bar(person).hand.isVisible() and shown == [card_name(card) for card in sorted(hand)]


def test_the_opponents_hand_stays_hidden_in_an_unfinished_hand(home: Home):
    record = three_wins().record()
    person = home.open(record)
    person.choose("Game", "Replay from the beginning")
    for view in ("Seat: Computer", "Both hands"):
        choose(person, view)
        bar(person).slider.setValue(bar(person).slider.maximum())
        shows(person, bar(person).slider.maximum())
        assert not bar(person).hand.isVisible()
        assert "your seat only" in bar(person).note.text()
    bar(person).slider.setValue(0)
    assert bar(person).hand.isVisible(), "earlier hands are open"


# ------------------------------------------------------------------ the game that waits


def test_nothing_on_the_table_can_be_used_in_a_replay(home: Home):
    record = going().record()
    person = watch(home, record)
    bar(person).slider.setValue(31)
    person.double_click(slot_names.hand(0))
    person.click(slot_names.DRAW)
    person.drag(person.hand[0], slot_names.miles(True))
    person.table.focus_place(slot_names.hand(0))
    person.key(Qt.Key.Key_Space, Qt.Key.Key_Return)
    shows(person, 31)
    assert home.saved() == record
    assert not any(slot.model.usable for slot in person.table.slots.values())
    for path in (("Move", "Undo"), ("Move", "Redo"), ("Game", "Give up"), ("Game", "Play this deal again")):
        assert not person.entry(*path).isEnabled(), path


@pytest.mark.parametrize("how", ["button", "escape"])
def test_the_waiting_game_returns_after_a_replay(home: Home, how: str):
    record = going().record()
    person = watch(home, record)
    choose(person, "Seat: Computer")
    bar(person).slider.setValue(40)
    if how == "button":
        person.click_button(bar(person).leave)
    else:
        person.key(Qt.Key.Key_Escape)
    person.settled()
    person.looks_right()
    assert home.saved() == record
    assert person.entry("Game", "Give up").isEnabled()
    person.draw()
    assert home.acts()[-1] == "0 draw"


def test_the_computer_continues_its_turn_after_a_replay(home: Home):
    record = going(level="champion").me("draw 50", "play 100").record()
    person = home.open(record)
    assert person.window.turns.thinker.busy
    assert person.window.games.open_file(FILE)
    left = home.saved()
    person.click_button(bar(person).forward)
    assert home.saved() == left and not person.window.turns.thinker.busy, "nobody plays meanwhile"
    person.click_button(bar(person).leave)
    person.settled()
    assert len(home.acts()) > len(left.hands[0].actions)
    person.looks_right()


def test_a_new_game_ends_the_replay_and_keeps_the_waiting_game(home: Home):
    record = going().record()
    person = watch(home, record)
    person.choose("Game", "New game")
    person.settled()
    assert bar(person) is None and home.kept() == [record]
    person.looks_right()


def test_a_start_with_a_finished_file_lets_the_saved_game_wait(home: Home):
    record = going().record()
    person = home.open(record, file=FILE)
    shows(person, 0)
    assert home.saved() == record
    person.choose("Game", "New game")
    person.settled()
    assert home.kept() == [record]


def test_a_window_closed_during_a_replay_reopens_with_its_game(home: Home):
    record = going().record()
    watch(home, record).quit()
    person = home.open()
    assert person.play.match.record() == record
    person.looks_right()


def test_save_as_saves_the_replayed_game(home: Home, tmp_path: Path):
    person = watch(home, going().record())
    person.choose("Game", "Save as")
    dialog = person.dialog(QFileDialog)
    dialog.findChild(QLineEdit).setText(str(tmp_path / "copy.json"))
    person.key(Qt.Key.Key_Return)
    assert load_record(tmp_path / "copy.json") == load_record(FILE)


@pytest.mark.proof
def test_the_play_button_first_completes_a_move_that_is_still_shown(home: Home, qtbot):
    """First, a move that is still shown comes to its end. Then the next move is shown from there."""
    person = watch(home)
    person.slow_down()
    for position in range(0, 120, 3):
        bar(person).slider.setValue(position)
        bar(person).forward.click()
        bar(person).play.click()
        assert person.window.replay.position == position + 2
        person.click(person.bare())
        shows(person, position + 2)
        bar(person).play.click()


@pytest.mark.parametrize("what", ["dialog", "file dialog", "closed window"])
def test_automatic_replay_stops_behind_a_dialog_or_a_closed_window(home: Home, qtbot, what: str):
    home.set({ANIMATION: "off"})
    person = watch(home)
    bar(person).speed.setCurrentText("Fast")
    bar(person).play.click()
    if what == "closed window":
        person.window.close()
        assert not person.window.replay.going_on and person.window.replay.record is None
        return
    person.choose(*(("Help", "About Mile Bones") if what == "dialog" else ("Game", "Open")))
    here = person.window.replay.position
    qtbot.waitUntil(lambda: not person.window.replay.going_on)
    assert person.window.replay.position == here


def test_the_mnemonics_of_the_bar_differ_from_those_of_the_menus(home: Home):
    person = watch(home)
    menus = [action.text() for action in person.window.menuBar().actions()]
    bar(person).review.click()
    panel = person.window.replay_review.panel
    assert panel is not None
    buttons = [bar(person).go_on.text(), bar(person).leave.text(), bar(person).review.text(), panel.ask.text()]
    letters = [text.partition("&")[2][0].lower() for text in (*menus, *buttons)]
    assert len(letters) == len(set(letters))


def test_the_focus_moves_to_the_other_step_button_at_either_end(home: Home):
    person = watch(home)
    last = bar(person).slider.maximum()
    bar(person).slider.setValue(last - 1)
    bar(person).forward.setFocus()
    person.key(Qt.Key.Key_Space)
    assert person.window.replay.position == last and bar(person).back.hasFocus()
    bar(person).slider.setValue(1)
    bar(person).back.setFocus()
    person.key(Qt.Key.Key_Space)
    assert person.window.replay.position == 0 and bar(person).forward.hasFocus()


def test_the_speed_of_a_replay_does_not_affect_the_game(home: Home):
    home.set({ANIMATION: "slow"})
    person = watch(home)
    bar(person).speed.setCurrentText("Fast")
    speeds = {animator.speed for animator in person.table.animators()}
    assert speeds == {SPEEDS["fast"]}
    person.window.apply_options()
    assert {animator.speed for animator in person.table.animators()} == speeds
    bar(person).leave.click()
    assert {animator.speed for animator in person.table.animators()} == {SPEEDS["slow"]}


def test_the_bar_grows_with_the_window(home: Home):
    person = watch(home)
    person.window.resize(800, 600)
    choose(person, "Both hands")
    small = bar(person).hand.cell
    person.window.resize(1900, 1100)
    QCoreApplication.processEvents()
    large = bar(person).hand.cell
    assert large.width() > small.width() and bar(person).hand.height() == large.height()


def test_a_replay_reveals_nothing_of_the_hand_in_progress(home: Home):
    """Nothing of the hand is revealed in any view or at any position, in the message line, announcements, or names of
    places.
    """
    person = home.open(three_wins().record())
    said: list[str] = []
    person.table.announcer.announced.connect(said.append)
    person.choose("Game", "Replay from the beginning")
    replay = Replay(person.window.replay.record)
    for view in ("Your seat", "Seat: Computer", "Both hands"):
        choose(person, view)
        for position in range(len(replay)):
            bar(person).slider.setValue(position)
            if replay.is_open(position):
                continue
            hidden = replay.moment(position).observations[1].hand
            assert sorted(person.table.order.cards) == sorted(replay.moment(position).observations[0].hand)
            assert bar(person).hand.count() == 0 and hidden
            assert "Computer drew" not in person.message or person.message.endswith("Computer drew a card.")
            names = " ".join(button.accessibleName() for button in person.table.buttons.values())
            assert "Hand of Computer" not in names
    bar(person).slider.setValue(bar(person).slider.maximum() - 1)
    QCoreApplication.processEvents()
    assert said


def test_options_changed_in_a_replay_keep_its_position(home: Home):
    person = watch(home, going().record())
    bar(person).slider.setValue(12)
    person.window.change_settings({ANIMATION: "off"})
    shows(person, 12)
    bar(person).forward.click()
    shows(person, 13)


# ------------------------------------------------------------------ continuing a replayed game


def test_a_game_continued_from_a_replay_is_an_assisted_game(home: Home):
    waiting = going().record()
    person = watch(home, waiting)
    bar(person).slider.setValue(200)
    expected = Replay(load_record(FILE)).record_at(200)
    person.click_button(bar(person).go_on)
    question = person.dialog(QuestionDialog)
    assert "assisted" in question.text.text()
    person.click_button(question.yes)
    assert bar(person) is None
    assert home.kept() == [waiting]
    now = person.play.match.record()
    assert now.assisted
    assert now.hands[0] == expected.hands[0]
    done = len(expected.hands[-1].actions)
    assert now.hands[len(expected.hands) - 1].actions[:done] == expected.hands[-1].actions


def test_declining_to_continue_a_game_stays_in_the_replay(home: Home):
    person = watch(home, going().record())
    bar(person).slider.setValue(20)
    person.click_button(bar(person).go_on)
    person.click_button(person.dialog(QuestionDialog).no)
    shows(person, 20)
    bar(person).slider.setValue(bar(person).slider.maximum())
    assert not bar(person).go_on.isEnabled(), "nothing is left to play at the end"


def test_the_current_game_can_be_replayed_and_continued_from_earlier(home: Home):
    record = near_the_goal().record()
    person = home.open(record)
    person.choose("Game", "Replay from the beginning")
    bar(person).slider.setValue(2)
    person.click_button(bar(person).go_on)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.settled()
    assert person.sees.own.miles == 0 and home.saved().assisted
    assert home.kept() == [record]
