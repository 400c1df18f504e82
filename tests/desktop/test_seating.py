"""Any two players at one table: two people behind a curtain, two computers that are watched, and later games of
both.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from desktop.boards.milebones.gestures import by_keys
from desktop.driver import Home, Person, target_of
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.milebones.actions import Kind
from mile_bones.library.settings import level_setting
from mile_bones.players import load_player
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, NAME
from stories import Story, going, three_wins

pytestmark = pytest.mark.gui


def people(record: Record, names: tuple[str, str] = ("Anna", "Bert")) -> Record:
    """Return the same game, played between two people."""
    return replace(record, players=(PlayerInfo(names[0], "human"), PlayerInfo(names[1], "human")))


def curtain(person: Person) -> Curtain | None:
    """Return the curtain in front of the table, or None if there is none."""
    shown = person.window.boards.currentWidget()
    return shown if isinstance(shown, Curtain) else None


def words_of(dialog: QWidget) -> str:
    """Return all words of a dialog that a screen reader can read."""
    found = [dialog.accessibleDescription()]
    for widget in dialog.findChildren(QWidget):
        interface = QAccessible.queryAccessibleInterface(widget)
        for number in range(-1, 0 if interface is None else interface.childCount()):
            one = interface if number < 0 else interface.child(number)
            found.append("" if one is None else one.text(QAccessible.Text.Name))
    return "\n".join(found)


def lift(person: Person, name: str) -> None:
    """Lift the curtain as the person with this name, and wait until earlier events have been shown."""
    hung = curtain(person)
    assert hung is not None and name in hung.title.text()
    person.click_button(hung.button)
    person.settled()


def spoken(person: Person) -> str:
    """Return all words that a screen reader finds in the window."""
    words, open_ones = [], [QAccessible.queryAccessibleInterface(person.window)]
    while open_ones:
        found = open_ones.pop()
        if found is None or found.state().invisible:
            continue
        words += [found.text(QAccessible.Text.Name), found.text(QAccessible.Text.Description)]
        open_ones += [found.child(number) for number in range(found.childCount())]
    return "\n".join(words)


def undo(person: Person) -> None:
    """Press the keys of Undo."""
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)


def choose_players(person: Person, first: tuple[str, str], second: tuple[str, str]) -> None:
    """Begin a game by *New game for*. `first` and `second` are pairs: "person" or a level, and the name of the
    person.
    """
    person.choose("Game", "New game for")
    dialog = person.dialog(PlayersDialog)
    for box, (who, name) in zip(dialog.seat_boxes, (first, second), strict=True):
        box.chooser.setCurrentIndex(box.chooser.findData(who))
        if who == "person":
            box.field.setText(name)
    person.click_button(dialog.begin)


# ------------------------------------------------------------------ two people


def test_games_won_are_counted_for_each_pair_of_players(home: Home):
    """Anna has won a game against the computer. This game counts neither between Anna and Bert nor between two
    computers.
    """
    home.open(three_wins().record()).win()
    home.leave_all()
    person = home.open()
    assert person.table.panel.rows[-1] == ("Games", "1", "0")
    choose_players(person, ("person", "Anna"), ("person", "Bert"))
    lift(person, person.play.match.names[person.play.viewer])
    assert person.table.panel.rows[-1] == ("Games", "0", "0")
    choose_players(person, ("easy", ""), ("original", ""))
    assert person.table.panel.rows[-1] == ("Games", "0", "0")
    choose_players(person, ("person", "Anna"), ("easy", ""))
    assert person.table.panel.rows[-1] == ("Games", "1", "0")


def test_each_of_two_people_sees_their_own_wins_on_their_side(home: Home):
    person = home.open(people(three_wins().record()))
    lift(person, "Anna")
    sheet = person.win()
    last = [sheet.table.item(sheet.table.rowCount() - 1, column).text() for column in range(4)]
    assert last == ["Games", "", "1", "0"]
    person.click_button(sheet.go_on)
    person.click_button(person.dialog(HighScoresDialog).close_button)
    for name, row in (("Bert", ("Games", "0", "1")), ("Anna", ("Games", "1", "0"))):
        person.wait_until(lambda: curtain(person) is not None)
        lift(person, name)
        assert person.table.panel.rows[-1] == row
        person.draw()
        person.settled()
        person.drag(person.hand[-1], slot_names.DISCARD)


def test_two_people_play_a_hand_and_each_sees_their_own_side(home: Home):
    person = home.open(people(going().drive("100", "100", "100", "100").record()))
    brain = load_player("mile-bones", "original")
    seen: set[str] = set()
    for _action in range(400):
        if person.dialogs():
            if isinstance(person.dialogs()[-1], ScoreSheetDialog):
                break
            person.click_button(person.dialog(ExtensionDialog).no)
            continue
        if curtain(person) is not None:
            assert person.hand == ()
            seat = person.play.viewer
            lift(person, ("Anna", "Bert")[seat])
            assert person.sees.seat == seat
            continue
        seat = person.play.viewer
        assert person.sees == person.play.match.observation(seat)
        seen.add(person.table.plates[0].name)
        action = brain.choose(person.sees)
        before = len(home.acts())
        if action.kind is Kind.DRAW:
            person.draw()
        else:
            person.drag(action.card.notation, target_of(action))
        person.settled_or(lambda: curtain(person) is not None)
        assert home.acts()[before] == f"{seat} {action}"
    sheet = person.dialog(ScoreSheetDialog)
    assert seen == {"Anna", "Bert"}
    assert "Anna" in words_of(sheet) and "Bert" in words_of(sheet) and "You" not in words_of(sheet)
    person.click_button(sheet.go_on)
    person.wait_until(lambda: curtain(person) is not None)
    assert "Bert" in curtain(person).title.text(), "the player who begins the second hand comes first"


def test_the_curtain_hides_everything_about_a_hand(home: Home):
    """Eye, screen reader, menus and message line find nothing about a hand. The curtain looks the same for every
    hand.
    """
    looks = []
    for mine in ("DRIVING_ACE RIGHT_OF_WAY EXTRA_TANK PUNCTURE_PROOF 100 200", "GO 25 25 50 50 75"):
        record = people(Story(mine, "FLAT_TIRE STOP 25 25 50 GO").record())
        person = home.open(record)
        person.window.resize(1000, 700)
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()
        assert curtain(person) is not None
        text = spoken(person)
        assert "Pass the device to Anna" in text
        for card in ("Driving Ace", "Right of Way", "200 Miles", "Flat Tire", "25 Miles", "Go\n"):
            assert card not in text
        assert person.message == ""
        looks.append((person.window.boards.grab().toImage(), text.replace(person.window.windowTitle(), "")))
        person.quit()
    assert looks[0] == looks[1]


def test_a_player_who_was_hit_can_play_a_coup_after_the_curtain(home: Home):
    home.set({AUTO_DRAW: True})
    story = Story("FLAT_TIRE GO 25 25 50 50", "PUNCTURE_PROOF GO 25 25 50 50")
    story.me("draw 25", "play GO").computer("draw 25", "play GO").me("draw 50")
    person = home.open(people(story.record()))
    lift(person, "Anna")
    person.drag("FLAT_TIRE", target_of(next(a for a in person.sees.legal_actions() if str(a) == "play FLAT_TIRE")))
    person.settled_or(lambda: curtain(person) is not None)
    assert person.play.match.current_player == 1
    lift(person, "Bert")
    assert person.sees.coup is not None, "no card was drawn automatically"
    assert "Anna played Flat Tire on you" in person.message
    person.double_click(person.place_of("PUNCTURE_PROOF"))
    person.settled()
    assert home.acts()[-1] != "1 draw" and "1 play PUNCTURE_PROOF" in home.acts()


def test_undo_needs_both_people_and_ends_behind_the_curtain(home: Home):
    record = people(going().me("draw 100").record())
    person = home.open(record)
    undo(person)
    assert person.dialogs() == [], "undo waits until a player has lifted the curtain"
    lift(person, "Anna")
    person.drag("100", slot_names.miles(True))
    person.settled_or(lambda: curtain(person) is not None)
    lift(person, "Bert")
    undo(person)
    dialog = person.dialog(QuestionDialog)
    assert "Anna and Bert have to agree" in dialog.text.text()
    assert curtain(person) is not None, "both people read the question, so no hand is open"
    person.click_button(dialog.no)
    lift(person, "Bert")
    assert home.acts()[-1] == "0 play 100"
    undo(person)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert curtain(person) is not None and "Anna" in curtain(person).title.text()
    assert person.play.match.assisted and home.acts()[-1] == "0 draw"


def test_a_game_of_two_people_resumes_behind_the_curtain(home: Home):
    person = home.open(people(going().record(), ("Anna", "Anna")))
    hung = curtain(person)
    assert hung is not None and "Anna (1)" in hung.title.text()
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert person.table.plates[1].name == "Anna (2)"
    person.quit()
    assert curtain(home.open()) is not None


def test_a_replay_of_an_unfinished_hand_of_two_people_shows_no_cards(home: Home):
    person = home.open(people(going().record()))
    person.choose("Game", "Replay from the beginning")
    bar = person.window.replay.bar
    for position in range(len(home.acts())):
        bar.slider.setValue(position)
        assert person.hand == ()
    assert "drew a card" in person.message or "played" in person.message or "discarded" in person.message
    person.click_button(bar.leave)
    assert curtain(person) is not None


def test_giving_up_names_the_person(home: Home):
    person = home.open(people(going().record()))
    lift(person, "Anna")
    person.choose("Game", "Give up")
    dialog = person.dialog(QuestionDialog)
    assert "Does Anna give up" in dialog.windowTitle()
    person.click_button(dialog.yes)
    assert person.status == "Anna gave up the game before."
    assert [seat.name for seat in person.play.match.seats] == ["Anna", "Bert"], "the next game has the same players"


def test_a_win_between_two_people_enters_only_the_high_scores(home: Home):
    person = home.open(people(three_wins().record(), ("Cleo", "Dora")))
    lift(person, "Cleo")
    sheet = person.win()
    assert "Cleo wins the game" in sheet.band.subtitle.text()
    results = person.window.library.results
    assert results.high_scores()["best"][0].name == "Cleo"
    assert (results.games, results.drawn) == ((0, 0), 0)


def test_the_name_of_a_lone_player_becomes_the_name_of_the_profile(home: Home):
    person = home.open()
    choose_players(person, ("easy", ""), ("person", "Cleo"))
    person.settled()
    assert person.play.match.viewer == 1 and person.sees.seat == 1
    assert home.get(NAME) == "Cleo" and "Cleo" in person.window.windowTitle()
    choose_players(person, ("person", "Dora"), ("person", "Emil"))
    assert home.get(NAME) == "Cleo", "the names of two people do not change the profile"


# ------------------------------------------------------------------ two computers


def test_two_computers_play_and_nobody_can_play_for_them(home: Home):
    person = home.open()
    choose_players(person, ("easy", ""), ("original", ""))
    match = person.play.match
    assert match.persons == () and person.table.plates[0].name == "Easy"
    person.play.set_pace(0)
    person.wait_until(lambda: len(home.acts()) > 6)
    bar = person.window.play.bar
    person.click_button(bar.pause)
    done = len(home.acts())
    person.double_click(slot_names.hand(0))
    person.draw()
    assert len(home.acts()) == done
    assert not any(slot.model.usable for slot in person.table.slots.values())
    person.click_button(bar.pause)
    person.wait_until(lambda: len(home.acts()) > done)


def test_a_watched_game_waits_while_a_dialog_is_open(home: Home, qtbot):
    person = home.open()
    choose_players(person, ("easy", ""), ("easy", ""))
    person.play.set_pace(0)
    match = person.play.match
    person.choose("Game", "Give up")
    dialog = person.dialog(QuestionDialog)
    done = match.ply
    with qtbot.assertNotEmitted(person.play.changed, wait=200):
        pass
    assert match.ply == done and person.dialogs() == [dialog]
    person.click_button(dialog.no)
    person.wait_until(lambda: match.ply > done)


def test_a_replay_of_a_watched_game_has_one_bar_and_its_own_speed(home: Home):
    home.set({ANIMATION: "normal"})
    person = home.open()
    choose_players(person, ("easy", ""), ("easy", ""))
    person.choose("Game", "Replay from the beginning")
    assert person.window.play.bar is None
    bar = person.window.replay.bar
    speeds = set()
    for index in range(bar.speed.count()):
        bar.speed.setCurrentIndex(index)
        speeds.add(person.table.animator.speed)
    assert len(speeds) == bar.speed.count()
    person.click_button(bar.leave)
    assert person.window.play.bar is not None, "the watched game continues"


def test_a_watched_game_resumes_with_its_bar_and_a_persons_game_has_none(home: Home):
    person = home.open()
    choose_players(person, ("easy", ""), ("easy", ""))
    assert person.play.match.names == ("Easy (1)", "Easy (2)")
    person.quit()
    again = home.open()
    assert again.play.match.persons == () and again.window.play.bar.isVisible()
    again.choose("Game", "New game for")
    dialog = again.dialog(PlayersDialog)
    assert dialog.seats() == ("easy", "easy")
    dialog.seat_boxes[0].chooser.setCurrentIndex(0)
    again.click_button(dialog.begin)
    again.settled()
    assert again.window.play.bar is None and again.play.match.persons == (0,)


# ------------------------------------------------------------------ Millieu


def test_two_people_need_no_curtain_in_a_game_without_hidden_cards(home: Home):
    person = home.open(game="millieu")
    choose_players(person, ("person", "Anna"), ("person", "Bert"))
    person.settled()
    for turn in range(6):
        while person.play.viewer == turn % 2:
            assert curtain(person) is None and person.sees.seat == turn % 2
            person.table.chosen.emit(person.sees.legal_actions()[0])
            person.settled()


@pytest.mark.parametrize("level", ["easy", "strong"])
def test_the_computer_plays_millieu_at_the_chosen_level(home: Home, level: str):
    home.set({level_setting("millieu"): level})
    person = home.open(game="millieu")
    person.table.chosen.emit(person.sees.legal_actions()[0])
    person.settled()
    match = person.play.match
    assert match.level == level and match.observation(0).turn == 3
    saved = load_record(home.autosave.with_name("current-millieu-1.json"))
    assert saved == person.play.match.record()


@pytest.mark.proof
def test_two_people_play_a_hand_by_keys_alone(home: Home):
    """Everything from the menu to the next hand is done without a mouse: players, curtain, draws and cards."""
    home.set({AUTO_DRAW: False})
    person = home.open(seed=12)
    person.settled()
    _choose_two_people_by_keys(person, "Anna", "Bert")
    match, brain = person.play.match, load_player("mile-bones", "original")
    assert match.names == ("Anna", "Bert") and match.persons == (0, 1)
    played = {0: 0, 1: 0}
    while not (person.dialogs() and isinstance(person.dialogs()[-1], ScoreSheetDialog)):
        if curtain(person) is not None:
            assert person.hand == ()
            person.key(Qt.Key.Key_Return)
            person.settled()
        elif person.dialogs():
            asked = person.dialog(ExtensionDialog)
            person.wait_until(lambda dialog=asked: dialog.isActiveWindow())
            person.key(Qt.Key.Key_Space)  # ends the trip here
            person.wait_until(lambda dialog=asked: dialog not in person.dialogs())
        else:
            seat, action = person.play.viewer, brain.choose(person.sees)
            before = len(home.acts())
            by_keys(person, action)
            assert home.acts()[before] == f"{seat} {action}"
            played[seat] += 1
        person.settled_or(lambda: curtain(person) is not None)
    assert min(played.values()) > 10
    person.key(Qt.Key.Key_Return)
    person.wait_until(lambda: curtain(person) is not None)
    person.key(Qt.Key.Key_Space)
    person.settled()
    assert person.sees.hand_number == 2


def _choose_two_people_by_keys(person: Person, *names: str) -> None:
    person.key(Qt.Key.Key_N, modifiers=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = person.dialog(PlayersDialog)
    person.wait_until(dialog.isActiveWindow)
    for box, name in zip(dialog.seat_boxes, names, strict=True):
        for wanted in (box.chooser, box.field):
            for _step in range(20):
                if QApplication.focusWidget() is wanted:
                    break
                person.key(Qt.Key.Key_Tab)
            assert QApplication.focusWidget() is wanted
            if wanted is box.chooser:
                person.key(Qt.Key.Key_Home)  # a person comes first
        person.key(Qt.Key.Key_A, modifiers=Qt.KeyboardModifier.ControlModifier)
        person.type(name)
    person.key(Qt.Key.Key_Return)
    person.wait_until(lambda: curtain(person) is not None)
