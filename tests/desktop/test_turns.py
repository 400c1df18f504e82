"""Special turns: coup fourré, safeties, the extension, and the end of the deck."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.models import empty_table
from mile_bones.desktop.boards.milebones.moves import last_move
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.controllers.hints import HintController
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Played
from mile_bones.library.settings import TUTOR
from mile_bones.players.coach import Rating, Worth
from mile_bones.storage.settings import ANIMATION, METHOD
from stories import ALONE, Story, begun, going, lost_with_the_last_hand, near_the_goal, three_wins

SAFETY = slot_names.safety(True, 0)


def hit(**more: object) -> Story:
    """Return a story in which you are going and hold Puncture Proof, and the computer has just played Flat Tire on
    you.
    """
    theirs = "FLAT_TIRE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS"
    story = Story("GO 100 100 100 100 PUNCTURE_PROOF", theirs, coming="50 75", **more)  # type: ignore[arg-type]
    return story.me("draw 25", "play GO").computer("draw GASOLINE", "play FLAT_TIRE")


# ------------------------------------------------------------------ safeties


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("by", ["drag", "click", "double-click", "keys", "double-click in click and click"])
def test_a_coup_fourre_lies_crosswise_and_draws_two_cards(home: Home, by):
    home.set({METHOD: "click" if by.startswith("click") or by.endswith("click and click") else "drag"})
    record = hit().record()
    person = home.open(record)
    assert person.face(slot_names.battle(True)) == "FLAT_TIRE"
    place = person.place_of("PUNCTURE_PROOF")
    if by == "drag":
        person.drag("PUNCTURE_PROOF", SAFETY)
    elif by == "click":
        person.click(place)
        person.click(slot_names.battle(True))
    elif by == "keys":
        person.walk_to(place)
        person.key(Qt.Key.Key_Space)
        person.walk_to(SAFETY)
        person.key(Qt.Key.Key_Space)
    else:
        person.double_click(place)

    slot = person.table.slots[SAFETY]
    assert person.face(SAFETY) == "PUNCTURE_PROOF"
    assert slot.model.crosswise
    assert "Coup fourré" in person.message
    assert person.face(slot_names.battle(True)) == "GO"
    assert person.hand == ("25", "50", "75", "100", "100", "100", "100")
    assert home.acts()[len(record.hands[0].actions) :] == ("0 play PUNCTURE_PROOF",)
    assert "play or discard" in person.message  # it is still your turn, and you need not draw a card
    person.looks_right()
    person.drag("100", slot_names.miles(True)) if by == "drag" else person.double_click(person.place_of("100"))
    assert person.table.captions[slot_names.miles(True)].text == "Miles: 100"


def test_the_chance_of_a_coup_fourre_is_gone_once_a_card_is_drawn(home: Home):
    person = home.open(hit().record())
    person.draw()
    person.drag("PUNCTURE_PROOF", SAFETY)
    assert person.face(SAFETY) == "PUNCTURE_PROOF"
    assert not person.table.slots[SAFETY].model.crosswise
    assert person.table.slots[slot_names.DRAW].marks.invite  # another turn, which begins with drawing


def test_only_the_matching_safety_is_played_before_drawing(home: Home):
    story = Story("GO 100 100 PUNCTURE_PROOF DRIVING_ACE 200", "FLAT_TIRE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS")
    record = story.me("draw 25", "play GO").computer("draw GASOLINE", "play FLAT_TIRE").record()
    person = home.open(record)
    person.drag("DRIVING_ACE", SAFETY)
    assert person.message == "Play Puncture Proof first, or draw to give up the coup."
    assert home.saved() == record
    person.pick_up("PUNCTURE_PROOF")
    assert SAFETY in person.lit() and slot_names.DISCARD not in person.lit()


COUPS = [
    *(("OUT_OF_GAS", "EXTRA_TANK", "Extra Tank"), ("FLAT_TIRE", "PUNCTURE_PROOF", "Puncture Proof")),
    *(("ACCIDENT", "DRIVING_ACE", "Driving Ace"), ("STOP", "RIGHT_OF_WAY", "Right of Way")),
    ("SPEED_LIMIT", "RIGHT_OF_WAY", "Right of Way"),
]


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
@pytest.mark.parametrize(("hazard", "safety", "name"), COUPS)
@pytest.mark.parametrize("method", ["drag", "click"])
def test_a_click_on_another_card_says_once_to_play_the_safety_first(home: Home, method, hazard, safety, name, rules):
    home.set({METHOD: method})
    story = Story(f"GO 100 100 50 {safety} 200", f"{hazard} GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS", rules=rules)
    record = story.me("draw 25", "play GO").computer("draw GASOLINE", f"play {hazard}").record()
    person = home.open(record)
    heard: list[str] = []
    person.wait_until(lambda: person.table.announcer.silent)
    person.table.announcer.announced.connect(heard.append)
    person.click(person.place_of("50"))
    person.wait_until(lambda: bool(heard) and person.table.announcer.silent)
    says = f"Play {name} first, or draw to give up the coup."
    assert person.message == (says if method == "drag" else f"50 Miles. {says}")
    assert " ".join(heard).count(says) == 1
    assert home.saved() == record
    person.key(Qt.Key.Key_Escape)
    person.double_click(person.place_of("50"))
    assert person.message == says
    assert home.saved() == record


def test_a_click_on_the_safety_of_a_possible_coup_says_how_to_play_it(home: Home):
    home.set({METHOD: "drag"})
    person = home.open(hit().record())
    person.click(person.place_of("PUNCTURE_PROOF"))
    assert person.message == "Drag the card to where it goes, or double-click it for smart play."


def test_the_keyboard_begins_at_the_safety_of_a_possible_coup(home: Home):
    """Enter on the deck would give up the coup fourré."""
    person = home.open(hit().record())
    person.wait_until(lambda: person.focused() is not None)
    assert person.focused() == person.place_of("PUNCTURE_PROOF")
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert person.table.slots[SAFETY].model.crosswise


def test_a_safety_gives_another_turn(home: Home):
    record = going("100 100 100 100 DRIVING_ACE", coming="50").me("draw 75").record()
    person = home.open(record)
    person.drag("DRIVING_ACE", slot_names.battle(True))
    assert home.acts()[-1] == "0 play DRIVING_ACE"  # the computer has not acted
    person.draw()
    assert "50" in person.hand
    person.drag("50", slot_names.miles(True))
    assert person.table.captions[slot_names.miles(True)].text == "Miles: 50"


# ------------------------------------------------------------------ the extension


ENDINGS = [
    (near_the_goal, "the hand is over."),
    (three_wins, "the game is over. You win the game, 5,700 to 0."),
    (lost_with_the_last_hand, "the game is over. Computer wins the game, 2,000 to 1,400."),
]


@pytest.mark.parametrize(("story", "says"), ENDINGS, ids=["hand", "won", "lost"])
def test_the_question_about_the_extension_says_what_ends_with_the_trip(home: Home, story, says):
    person = home.open(story().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    question = person.dialog(ExtensionDialog)
    end_here = next(text for label in question.findChildren(QLabel) if (text := label.text()).startswith("End here:"))
    assert end_here == f"End here: the 400 points for the trip are yours, and {says}"
    assert says in question.accessibleDescription()


def test_a_lost_game_is_headed_by_its_winner_although_the_last_hand_is_won(home: Home):
    person = home.open(lost_with_the_last_hand().record())
    sheet = person.win()
    assert sheet.windowTitle() == sheet.band.title.text() == "Computer wins the game"
    assert sheet.band.colour == "navy"
    assert "You win" not in " ".join(label.text() for label in sheet.findChildren(QLabel))
    assert "You win" not in sheet.told


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_yes_extends_the_trip_and_the_turn_passes(home: Home, by):
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    question = person.dialog(ExtensionDialog)
    hand = [person.window.mapToGlobal(person.at(slot_names.hand(place))) for place in range(5)]
    assert not [point for point in hand if question.frameGeometry().contains(point)], "the hand stays visible"
    mine = (slot_names.battle(True), slot_names.speed(True), *(slot_names.safety(True, place) for place in range(4)))
    under = [place for place in mine if question.frameGeometry().contains(person.window.mapToGlobal(person.at(place)))]
    assert under == [], "the player's piles stay visible"
    person.key(Qt.Key.Key_Escape)
    assert question.isVisible()  # the game cannot continue without an answer
    if by == "mouse":
        person.click_button(question.yes)
    else:
        person.key(Qt.Key.Key_Y, modifiers=Qt.KeyboardModifier.AltModifier)
    person.answered(question)
    assert person.dialogs() == []
    assert "0 extend yes" in home.acts()
    assert home.acts()[-1].startswith("1 ")  # the computer has had its turn
    assert person.sees.goal == 1000
    assert person.window.status.parts[1].text() == "Trip: 1,000 miles"
    person.looks_right()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_no_ends_the_hand_with_the_score_sheet(home: Home, by):
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    question = person.dialog(ExtensionDialog)
    if by == "mouse":
        person.click_button(question.no)
    else:
        person.key(Qt.Key.Key_N, modifiers=Qt.KeyboardModifier.AltModifier)
    person.answered(question)
    sheet = person.dialog(ScoreSheetDialog)
    assert home.acts()[-1] == "0 extend no"
    said = [sheet.table.item(row, 2).text() for row in range(sheet.table.rowCount())]
    assert said[0] == "700" and "1,900" in said  # 700 miles, 400 for the trip, 300 without 200s, 500 for the shut-out
    person.click_button(sheet.go_on)
    person.settled()
    assert person.sees.hand_number == 2
    assert person.sees.totals == (1900, 0)
    assert home.acts()[-1].startswith("1 ")  # the computer has begun the hand
    person.looks_right()


def test_the_next_hand_is_on_the_disk_before_the_score_sheet_is_read(home: Home):
    person = home.open(near_the_goal().me("draw 50", "play 100").record())
    person.click_button(person.dialog(ExtensionDialog).no)
    person.dialog(ScoreSheetDialog)
    assert len(home.saved().hands) == 2
    person.quit()
    again = home.open()
    assert again.dialogs() == []  # the hand is over, and the next hand is on the table
    assert again.sees.hand_number == 2


# ------------------------------------------------------------------ the end of the deck


def test_after_the_last_card_play_continues_without_drawing(home: Home):
    record = going(coming="50").idle_until(1).record()
    person = home.open(record)
    assert person.table.captions[slot_names.DRAW].text == "Draw: 1"
    person.draw()
    assert person.table.captions[slot_names.DRAW].text == "Draw: Out"
    assert person.table.slots[slot_names.DRAW].model.caption == "Out"
    assert person.face(slot_names.DRAW) is None
    assert person.window.status.parts[0].text() == "Cards left: 0"
    person.drag("50", slot_names.miles(True))
    assert person.play.idle
    assert len(person.hand) == 6
    assert not person.table.slots[slot_names.DRAW].marks.invite
    person.draw()
    assert person.message == "The deck is out: play or discard a card."
    person.drag("100", slot_names.miles(True))
    assert person.table.captions[slot_names.miles(True)].text == "Miles: 150"
    person.looks_right()


def test_the_hand_ends_when_nobody_has_a_card_left(home: Home):
    person = home.open(going(coming="50").idle_until(1).record())
    person.draw()
    for _card in range(7):
        assert person.dialogs() == []
        person.drag(person.hand[0], slot_names.DISCARD)
    sheet = person.dialog(ScoreSheetDialog)
    assert "Nobody reached 700 miles" in sheet.band.subtitle.text()


def test_a_player_without_cards_passes(home: Home):
    """The computer plays a safety when the deck is out, so it runs out of cards one turn before the person does."""
    theirs = "EXTRA_TANK GASOLINE SPARE_TIRE SPARE_TIRE REPAIRS REPAIRS"
    story = going("100 100 100 100 100", theirs, coming="50").idle_until(1).me("draw", "discard 50")
    story.computer("play EXTRA_TANK", "discard GASOLINE")
    for card in ("SPARE_TIRE", "SPARE_TIRE", "REPAIRS"):
        story.me("discard 100").computer(f"discard {card}")
    person = home.open(story.record())
    person.drag("100", slot_names.DISCARD)  # the computer discards its last card
    assert person.play.idle and person.sees.other_cards == 0
    left = len(person.hand)
    assert left == 2
    person.drag("100", slot_names.DISCARD)
    assert person.play.idle and person.sees.to_act  # the computer's turn was skipped
    assert "Computer has no cards left." in person.message
    person.drag("25", slot_names.DISCARD)
    person.dialog(ScoreSheetDialog)


def test_under_the_rules_of_mille_a_safety_cannot_be_discarded(home: Home):
    record = going("100 100 100 100 DRIVING_ACE", rules="mille").me("draw 75").record()
    person = home.open(record)
    assert "mille(6)" in person.window.status.setup.text()
    person.drag("DRIVING_ACE", slot_names.DISCARD)
    assert person.message == "A safety may not be discarded: play it."
    assert home.saved() == record


# ------------------------------------------------------------------ the computer's turn


@pytest.mark.proof
def test_the_computers_play_is_marked_and_reported(home: Home):
    record = going("100 100 100 100 GASOLINE", "GO 25 25 25 50 50", coming="50 25").record()
    person = home.open(record)
    person.draw()
    person.drag("100", slot_names.miles(True))
    assert home.acts()[-1] == "1 play GO"
    assert [place for place, slot in person.table.slots.items() if slot.marks.last_move] == [slot_names.battle(False)]
    assert "Computer played Go." in person.message
    assert "drew" not in person.message
    assert "Last move" in person.table.buttons[slot_names.battle(False)].accessibleDescription()


def test_a_message_about_the_computers_turn_mentions_no_other_turn(home: Home):
    """The message line shows only the computer's turn. The player's action before this turn does not push it out."""
    theirs = "GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE REPAIRS REPAIRS"
    person = home.open(going("100 100 100 100 GASOLINE", theirs, coming="50 25 75 25").record())
    for card in ("100", "50"):
        person.draw()
        person.drag(card, slot_names.miles(True))
        assert person.message.startswith("Computer discarded")
        assert "You played" not in person.message


def test_one_message_reports_the_computers_safety_and_next_action(home: Home):
    theirs = "EXTRA_TANK 25 50 GASOLINE GASOLINE SPARE_TIRE"
    person = home.open(going("GASOLINE 25 25 25 25", theirs, coming="50 GO").idle_until(15, turn=0).record())
    for _turn in range(10):
        person.draw()
        person.drag(person.hand[-1], slot_names.DISCARD)
        if "1 play EXTRA_TANK" in home.acts():
            break
    assert "1 play EXTRA_TANK" in home.acts()
    assert person.message.startswith("Computer played Extra Tank. Computer ")


def test_your_own_card_is_not_marked_as_the_computers_last_move(slow: Home):
    person = slow.open(going("100 100 100 100 GASOLINE", coming="50 25 75 25").record()).slow_down()
    person.draw()
    person.drag("GASOLINE", slot_names.DISCARD)
    person.play.hurry()
    assert last_moves(person) == [slot_names.DISCARD]
    person.draw()
    person.play.hurry()
    person.drag("25", slot_names.DISCARD)
    person.table.animator.finish()  # the card has landed, and the computer draws
    assert person.face(slot_names.DISCARD) == "25"
    assert last_moves(person) == []


def test_the_last_move_is_marked_after_a_restart_too(home: Home):
    person = home.open(going("100 100 100 100 GASOLINE", "GO 25 25 25 50 50", coming="50 25").record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    assert last_moves(person) == [slot_names.battle(False)]
    person.quit()
    again = home.open()
    assert last_moves(again) == [slot_names.battle(False)]
    assert "Last move" in again.table.buttons[slot_names.battle(False)].accessibleDescription()


def test_your_own_discard_ends_the_mark_of_the_computers_last_move():
    table = empty_table()
    theirs = Discarded(1, Card.MILES_25)
    assert last_move([theirs], table) == slot_names.DISCARD
    assert last_move([theirs, Played(0, Card.GO, 0)], table) == slot_names.DISCARD
    assert last_move([theirs, Discarded(0, Card.MILES_50)], table) is None
    assert last_move([Discarded(0, Card.MILES_50)], table) is None


def test_the_mark_of_the_last_move_appears_when_its_card_lands(slow: Home):
    person = slow.open(going("100 100 100 100 GASOLINE", coming="50 25").record()).slow_down()
    person.draw()
    person.drag("GASOLINE", slot_names.DISCARD)
    person.table.animator.finish()  # your card lands
    person.table.animator.finish()  # the computer has drawn, and its card flies
    assert person.table.animator.running and last_moves(person) == []
    person.table.animator.finish()
    assert last_moves(person) == [slot_names.DISCARD]
    assert person.table.animator.running and not person.play.idle  # there is a pause to look at the mark
    assert not any(flight.isVisible() for flight in person.flights())  # no card covers the mark


def last_moves(person: Person) -> list[str]:
    """Return the places with the pennant of the last move."""
    return [place for place, slot in person.table.slots.items() if slot.marks.last_move]


# ------------------------------------------------------------------ animation


@pytest.fixture
def slow(home: Home) -> Home:
    home.set({ANIMATION: "slow"})
    return home


def test_a_click_ends_an_animation_and_plays_nothing(slow: Home):
    record = going(coming="50 GASOLINE 75").record()
    person = slow.open(record).slow_down()
    person.draw()
    assert person.table.animator.running and not person.play.idle
    person.click(person.place_of("100"))
    assert person.play.idle and not person.table.animator.running
    assert "50" in person.hand and person.marked() == set()
    person.drag("50", slot_names.miles(True))
    assert person.table.animator.running
    person.draw()  # the card lands, the computer has its whole turn, and no card is drawn
    person.wait_until(lambda: person.play.hurry() or person.play.idle)
    done = slow.acts()[len(record.hands[0].actions) :]
    assert done[:2] == ("0 draw", "0 play 50") and all(act.startswith("1") for act in done[2:])
    person.draw()
    assert slow.acts()[-1] == "0 draw"


def test_a_key_ends_an_animation_and_acts_once(slow: Home):
    record = going(coming="50 GASOLINE 75").record()
    person = slow.open(record).slow_down()
    person.walk_to(slot_names.DRAW)
    person.key(Qt.Key.Key_Space)
    assert person.table.animator.running
    person.key(Qt.Key.Key_Left)
    assert not person.table.animator.running and person.play.idle
    assert person.focused() == slot_names.miles(True)
    person.drag("50", slot_names.miles(True))
    person.walk_to(slot_names.DRAW)
    assert person.play.idle
    person.key(Qt.Key.Key_Return)
    assert [act for act in slow.acts()[len(record.hands[0].actions) :] if act.startswith("0")] == [
        "0 draw",
        "0 play 50",
        "0 draw",
    ]


def test_a_card_can_be_taken_up_while_others_still_move(slow: Home):
    person = slow.open(going(coming="50").record()).slow_down()
    person.draw()
    person.drag("100", slot_names.miles(True))  # the press ends the animation of drawing
    assert slow.acts()[-1] == "0 play 100"


def test_every_animation_ends_automatically(home: Home, qtbot):
    home.set({ANIMATION: "fast"})
    person = home.open(hit().record())
    with qtbot.waitSignal(person.play.settled):
        person.drag("PUNCTURE_PROOF", SAFETY)
    person.looks_right()
    with qtbot.waitSignal(person.play.settled):
        person.drag("100", slot_names.miles(True))  # and the computer's turn
    assert home.acts()[-1].startswith("1 ")
    qtbot.waitUntil(lambda: not any(lane.running for lane in person.table.lanes))
    person.looks_right()


def test_the_deck_is_not_lit_while_a_new_game_is_dealt(slow: Home):
    person = slow.open(going().record()).slow_down()
    assert person.table.slots[slot_names.DRAW].marks.invite
    person.choose("Game", "New game")
    assert person.table.animator.running and not person.table.slots[slot_names.DRAW].marks.invite
    person.play.hurry()
    assert person.table.slots[slot_names.DRAW].marks.invite


def test_the_two_cards_of_a_coup_fourre_come_one_after_the_other(slow: Home):
    person = slow.open(hit().record()).slow_down()
    person.drag("PUNCTURE_PROOF", SAFETY)
    for _act in ("it lies there", "its points have come", "all held still", "the first card has come"):
        assert len(person.hand) < 7
        person.table.animator.finish()
    assert person.table.animator.running and len(person.hand) == 7
    lying = [place for place in slot_names.HAND if not person.table.slots[place].marks.hidden]
    flying = [flight for flight in person.flights() if flight.isVisible()]
    assert len(lying) + len(flying) == 7


def test_a_refused_card_flies_home(home: Home, qtbot):
    home.set({ANIMATION: "fast"})
    record = going().record()
    person = home.open(record)
    person.drag("100", slot_names.miles(True))
    qtbot.waitUntil(lambda: not person.table.animator.running)
    person.looks_right()
    person.slow_down()
    place = person.place_of("100")
    person.drag("100", slot_names.miles(True))
    assert len(person.flights()) == 1 and person.table.slots[place].marks.hidden
    person.play.hurry()
    person.looks_right()
    assert home.saved() == record


def test_a_press_that_opens_a_question_lifts_no_card(slow: Home):
    """The press ends the animation, the question opens, and the button is released over the question."""
    person = slow.open(near_the_goal(target=700).me("draw 50").record()).slow_down()
    person.drag("100", slot_names.miles(True))
    assert person.table.animator.running
    card = person.at(slot_names.hand(0))
    person.press(card)
    person.click_button(person.dialog(ExtensionDialog).yes)
    person.play.hurry()
    person.move(card)
    person.move(slot_names.battle(True))
    assert not person.table.gestures.carrying
    assert person.flights() == []
    person.looks_right()


class PatientCoach:
    """A coach that calls every choice but the first a blunder, once the gate is open."""

    def __init__(self) -> None:
        self.gate = Event()

    def rate(self, observation: Any, *_how: object) -> Rating:
        self.gate.wait()
        best, *others = map(str, observation.legal_actions())
        return Rating((Worth(best, 900.0, 0.9, 900.0, 0.1), *(Worth(one, 0.0, 0.1, 0.0, 0.1) for one in others)), 9)

    def code(self, *_choice: object) -> str:
        return "any"


WAYS_OFF: dict[str, Callable[[Person], object]] = {
    "replay": lambda person: person.choose("Game", "Replay from the beginning"),
    "lesson": lambda person: person.window.lesson.begin(),
    "chooser": lambda person: person.window.choose_game(),
    "new game": lambda person: person.window.games.new_game_of(person.play.match.game, ALONE),
    "coup": lambda person: person.choose("Practice", "Coup of the day"),
}


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS_OFF)
def test_a_choice_before_the_tutor_is_dropped_if_the_game_is_left(
    home: Home, game: str, way: str, monkeypatch: pytest.MonkeyPatch
):
    coach = PatientCoach()
    monkeypatch.setattr(HintController, "_coach", lambda _self, _moment: coach)
    home.set({TUTOR: True})
    person = home.open(begun(game, spec(game).rule_sets[0].name, ALONE, 1))
    person.settled()
    if len(person.sees.legal_actions()) == 1:
        person.play.choose(person.sees.legal_actions()[0])
        person.settled()
    match = person.play.match
    person.play.choose(person.sees.legal_actions()[-1])
    before, tutor = match.record(), person.window.hints._adviser
    assert tutor.busy
    WAYS_OFF[way](person)
    coach.gate.set()
    person.wait_until(lambda: not tutor.busy)
    after = match.record()
    assert (after.body, after.assisted) == (before.body, before.assisted)
