"""The gestures that a person may make with mouse and keyboard at the table, one situation after another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest

from desktop.driver import LEFT, Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.games import GAMES, spec
from mile_bones.storage.settings import ANIMATION, ASK_DISCARD, AUTO_DRAW, DOUBLE_CLICK, DRAG_DISTANCE, METHOD, SORT
from stories import ALONE, Story, begun, going

NO_BUTTON = Qt.MouseButton.NoButton
OWN_SAFETIES = tuple(slot_names.safety(True, index) for index in range(slot_names.SAFETY_PLACES))
OWN_PILES = (slot_names.battle(True), slot_names.speed(True))
THEIR_PILES = (slot_names.battle(False), slot_names.speed(False))

MIXED = "100 SPEED_LIMIT DRIVING_ACE GASOLINE 200"
"""Cards of every family. They are dealt together with a 25 that is drawn first. The Gasoline cannot be played."""


def to_play(mine: str = MIXED, **more: object) -> Story:
    """Return a story in which you are going and have drawn, and the computer is not going."""
    return going(mine, **more).me("draw END_OF_LIMIT")


def both_going(mine: str, **more: object) -> Story:
    """Return a story in which both players are going, and you have drawn."""
    theirs = "GO GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE SPARE_TIRE"
    story = Story(f"GO {mine}", theirs, coming="GASOLINE", **more)  # type: ignore[arg-type]
    return story.me("draw 25", "play GO").computer("draw SPARE_TIRE", "play GO").me("draw END_OF_LIMIT")


# ------------------------------------------------------------------ targets


@pytest.mark.parametrize("place", [*OWN_PILES, *OWN_SAFETIES])
def test_a_safety_goes_on_the_first_two_piles_and_on_every_safety_place(home: Home, place):
    person = home.open(to_play().record())
    person.drag("DRIVING_ACE", place)
    assert person.face(slot_names.safety(True, 0)) == "DRIVING_ACE"
    assert home.acts()[-1] == "0 play DRIVING_ACE"


@pytest.mark.parametrize("place", THEIR_PILES)
@pytest.mark.parametrize(("card", "lies"), [("SPEED_LIMIT", THEIR_PILES[1]), ("ACCIDENT", THEIR_PILES[0])])
def test_a_hazard_goes_on_either_of_the_computers_first_two_piles(home: Home, place, card, lies):
    person = home.open(both_going(f"100 100 {card} 200 200").record())
    person.drag(card, place)
    assert f"0 play {card}" in home.acts()
    assert person.face(lies) == card


@pytest.mark.parametrize("place", OWN_PILES)
@pytest.mark.parametrize(
    ("hazard", "remedy", "lies"),
    [("FLAT_TIRE", "SPARE_TIRE", OWN_PILES[0]), ("SPEED_LIMIT", "END_OF_LIMIT", OWN_PILES[1])],
)
def test_a_remedy_goes_on_either_of_your_first_two_piles(home: Home, place, hazard, remedy, lies):
    theirs = f"{hazard} GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS"
    story = Story(f"GO 100 100 100 100 {remedy}", theirs)
    story.me("draw 25", "play GO").computer("draw GASOLINE", f"play {hazard}").me("draw 25")
    person = home.open(story.record())
    person.drag(remedy, place)
    assert person.face(lies) == remedy
    assert f"0 play {remedy}" in home.acts()


def test_a_distance_can_be_dropped_on_the_miles_and_a_safety_discarded(home: Home):
    person = home.open(to_play().record())
    person.drag("100", slot_names.miles(True))
    assert person.table.captions[slot_names.miles(True)].text == "Miles: 100"
    person.draw()
    person.drag("DRIVING_ACE", slot_names.DISCARD)
    assert "0 discard DRIVING_ACE" in home.acts()


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize(
    ("card", "place", "sentence"),
    [
        ("100", OWN_PILES[0], "Distance cards go on your Miles pile."),
        ("GASOLINE", slot_names.miles(True), "Remedies go on your Battle or Speed Limit pile."),
        ("SPEED_LIMIT", OWN_PILES[1], "Hazards go on the Battle or Speed Limit pile of Computer."),
        (
            "DRIVING_ACE",
            slot_names.miles(False),
            "Safeties go on your Battle or Speed Limit pile, or on a safety place.",
        ),
        ("GASOLINE", OWN_PILES[0], "You are not out of gas."),
        ("SPEED_LIMIT", THEIR_PILES[0], "Computer is not going: there is nothing to stop."),
    ],
)
@pytest.mark.parametrize("method", ["both", "drag", "click"])
def test_a_refused_card_goes_home_and_the_message_says_why(home: Home, method, card, place, sentence):
    home.set({METHOD: method})
    record = to_play().record()
    person = home.open(record)
    if method != "click":
        person.drag(card, place)
    else:
        person.click(person.place_of(card))
        person.click(place)
    assert person.message == sentence
    assert home.saved() == record
    person.looks_right()


def test_a_card_dropped_on_the_bare_table_goes_home_without_a_message(home: Home):
    record = to_play().record()
    person = home.open(record)
    person.pick_up("100")
    said = person.message
    person.move(person.bare())
    person.release(person.bare())
    assert person.message == said
    assert home.saved() == record
    person.looks_right()


# ------------------------------------------------------------------ dragging


def test_a_press_becomes_a_drag_after_four_pixels(home: Home):
    person = home.open(to_play().record())
    start = person.at(person.place_of("100"))
    person.press(start)
    person.move(start + QPoint(3, 0))
    assert not person.table.gestures.carrying and person.flights() == []
    person.move(start + QPoint(4, 0))
    assert person.table.gestures.carrying and len(person.flights()) == 1
    person.release(start)
    person.looks_right()


def test_legal_targets_light_up_while_a_card_is_dragged_and_go_dark_after(home: Home):
    person = home.open(to_play().record())
    person.pick_up("100")
    assert person.lit() == {slot_names.miles(True), slot_names.DISCARD}
    assert person.table.slots[slot_names.battle(False)].marks.dimmed
    person.move(slot_names.miles(True))
    assert person.table.slots[slot_names.miles(True)].marks.over
    person.move(person.bare())
    assert not person.table.slots[slot_names.miles(True)].marks.over
    person.release(person.bare())
    assert person.lit() == set()
    assert not any(slot.marks.dimmed for slot in person.table.slots.values())

    person.pick_up("GASOLINE")  # of no use at this moment
    assert person.lit() == {slot_names.DISCARD}
    person.release(person.bare())

    person.pick_up("DRIVING_ACE")
    assert person.lit() == {slot_names.battle(True), OWN_SAFETIES[0], slot_names.DISCARD}
    person.move(OWN_SAFETIES[3])  # this place is also permitted; the place where the card will lie is lit
    assert person.table.slots[OWN_SAFETIES[0]].marks.over
    person.release(person.bare())


@pytest.mark.parametrize("by", ["Escape", "right button"])
def test_a_drag_can_be_cancelled(home: Home, by):
    record = to_play().record()
    person = home.open(record)
    person.pick_up("100")
    person.move(slot_names.miles(True))
    if by == "Escape":
        person.key(Qt.Key.Key_Escape)
    else:
        person.press(slot_names.miles(True), Qt.MouseButton.RightButton)
        person.release(slot_names.miles(True), Qt.MouseButton.RightButton)
    person.looks_right()
    assert person.message == "100 Miles stays in your hand."
    assert person.lit() == set()
    person.release(slot_names.miles(True))  # the late release has no meaning
    assert home.saved() == record
    person.looks_right()


def test_a_card_dragged_before_drawing_goes_home_with_a_message(home: Home):
    record = going(MIXED).record()
    person = home.open(record)
    person.pick_up("100")
    assert person.lit() == set()
    person.move(slot_names.miles(True))
    person.release(slot_names.miles(True))
    assert person.message == "Draw a card first."
    assert home.saved() == record


def test_without_the_click_method_a_click_says_how_to_play_a_card(home: Home):
    home.set({METHOD: "drag"})
    person = home.open(to_play().record())
    person.click(person.place_of("100"))
    assert person.marked() == set()
    assert "Drag the card" in person.message


# ------------------------------------------------------------------ click and click


def test_a_click_marks_a_card_and_a_click_elsewhere_unmarks_it(home: Home):
    home.set({METHOD: "click"})
    record = to_play().record()
    person = home.open(record)
    place = person.place_of("100")

    person.press(place)
    assert person.marked() == set()
    person.release(place)
    assert person.marked() == {place}
    assert person.lit() == {slot_names.miles(True), slot_names.DISCARD}

    person.click(person.bare())
    assert person.marked() == set() and person.lit() == set()

    for unmark in (
        lambda: person.key(Qt.Key.Key_Escape),
        lambda: person.click(person.bare(), Qt.MouseButton.RightButton),
        lambda: person.click(place),
        lambda: person.click(slot_names.battle(False)),
    ):
        person.click(place)
        assert person.marked() == {place}
        unmark()
        assert person.marked() == set() and person.lit() == set()
    assert home.saved() == record


def test_a_click_on_another_card_marks_only_that_card(home: Home):
    home.set({METHOD: "click"})
    person = home.open(to_play().record())
    person.click(person.place_of("100"))
    person.click(person.place_of("200"))
    assert person.marked() == {person.place_of("200")}
    person.click(slot_names.miles(True))
    assert "0 play 200" in home.acts()


def test_the_keyboard_marks_and_plays_a_card(home: Home):
    person = home.open(to_play().record())
    person.walk_to(person.place_of("100"))
    person.key(Qt.Key.Key_Space)
    assert person.marked() == {person.place_of("100")}
    assert person.table.slots[person.place_of("100")].marks.focus  # a visible ring
    person.key(Qt.Key.Key_Escape)
    assert person.marked() == set()
    person.key(Qt.Key.Key_Return)
    person.walk_to(slot_names.miles(True))
    person.key(Qt.Key.Key_Return)
    assert "0 play 100" in home.acts()


def test_a_click_moves_the_focus_and_hides_the_focus_ring(home: Home):
    person = home.open(to_play().record())
    person.key(Qt.Key.Key_Up)
    assert [slot.place for slot in person.table.slots.values() if slot.marks.focus] == [person.focused()]
    person.click(slot_names.battle(False))
    assert person.focused() == slot_names.battle(False)
    assert not any(slot.marks.focus for slot in person.table.slots.values())


# ------------------------------------------------------------------ smart play


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("method", ["both", "drag", "click"])
@pytest.mark.parametrize(
    ("card", "act"), [("100", "play 100"), ("GASOLINE", "discard GASOLINE"), ("DRIVING_ACE", "play DRIVING_ACE")]
)
def test_a_double_click_plays_a_legal_card_and_discards_any_other(home: Home, method, card, act):
    home.set({METHOD: method})
    record = to_play().record()
    person = home.open(record)
    person.double_click(person.place_of(card))
    assert home.acts()[len(record.hands[0].actions)] == f"0 {act}"
    assert person.marked() == set()
    person.looks_right()


def test_ctrl_enter_acts_like_a_double_click(home: Home):
    record = to_play().record()
    person = home.open(record)
    person.walk_to(person.place_of("200"))
    person.key(Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ControlModifier)
    assert home.acts()[len(record.hands[0].actions)] == "0 play 200"


@pytest.mark.parametrize("method", ["both", "drag", "click"])
def test_smart_play_before_drawing_says_that_a_card_must_be_drawn(home: Home, method):
    home.set({METHOD: method})
    record = going(MIXED).record()
    person = home.open(record)
    person.double_click(person.place_of("100"))
    assert person.message == "Draw a card first."
    assert home.saved() == record
    assert person.marked() == set()


@pytest.mark.parametrize("method", ["both", "drag", "click"])
def test_a_double_click_on_the_deck_draws_one_card(home: Home, method):
    home.set({METHOD: method})
    record = going(MIXED).record()
    person = home.open(record)
    person.double_click(slot_names.DRAW)
    assert len(person.hand) == 7
    assert len(home.acts()) == len(record.hands[0].actions) + 1


# ------------------------------------------------------------------ the hand


def test_a_sorted_hand_stays_sorted_when_a_card_is_dragged_within_it(home: Home):
    person = home.open(to_play().record())
    before = person.hand
    assert before == ("25", "100", "200", "SPEED_LIMIT", "GASOLINE", "END_OF_LIMIT", "DRIVING_ACE")
    person.drag("DRIVING_ACE", slot_names.hand(0))
    assert person.hand == before
    person.looks_right()


def test_an_unsorted_hand_can_be_arranged_by_dragging(home: Home):
    home.set({SORT: False})
    record = to_play().record()
    person = home.open(record)
    assert person.hand == (*MIXED.split(), "25", "END_OF_LIMIT")  # the order in which the cards came
    person.drag("END_OF_LIMIT", slot_names.hand(0))
    person.drag("100", slot_names.hand(5))
    arranged = ("END_OF_LIMIT", "SPEED_LIMIT", "DRIVING_ACE", "GASOLINE", "200", "100", "25")
    assert person.hand == arranged
    assert home.saved().digest() == record.digest()  # the order is not part of a game
    person.looks_right()
    person.double_click(person.place_of("GASOLINE"))
    assert person.hand == tuple(card for card in arranged if card != "GASOLINE")
    person.draw()
    assert person.hand[:-1] == tuple(card for card in arranged if card != "GASOLINE")


def test_a_card_can_be_arranged_before_drawing(home: Home):
    home.set({SORT: False})
    person = home.open(going(MIXED).record())
    person.drag("100", slot_names.hand(5))
    assert person.hand[5] == "100"
    assert person.table.slots[slot_names.DRAW].marks.invite


def test_a_card_is_drawn_automatically_if_the_option_is_on(home: Home):
    home.set({AUTO_DRAW: True})
    person = home.open(going(MIXED, coming="50 GASOLINE 75").record())
    assert len(person.hand) == 7 and "50" in person.hand
    person.drag("50", slot_names.miles(True))
    assert len(person.hand) == 7 and "75" in person.hand


def test_no_card_is_drawn_automatically_before_a_possible_coup_fourre(home: Home):
    home.set({AUTO_DRAW: True})
    theirs = "FLAT_TIRE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS"
    story = Story("GO 100 100 100 100 PUNCTURE_PROOF", theirs)
    story.me("draw 25", "play GO").computer("draw GASOLINE", "play FLAT_TIRE")
    person = home.open(story.record())
    assert len(person.hand) == 6
    assert "Puncture Proof" in person.message


ARRANGED = ("200", "100", "SPEED_LIMIT", "DRIVING_ACE", "GASOLINE", "25", "END_OF_LIMIT")
"""The order of ``MIXED`` after the 200 is put before the others."""


def drag_to_the_front(person: Person) -> None:
    person.drag("200", slot_names.hand(0))


def click_to_the_front(person: Person) -> None:
    edge = person.at(slot_names.hand(0)) - QPoint(round(person.table.slots[slot_names.hand(0)].rect.width() * 0.4), 0)
    person.click(person.place_of("200"))
    person.click(edge)


def keys_to_the_front(person: Person) -> None:
    person.walk_to(person.place_of("200"))
    for _step in range(5):  # one step more than there are places
        person.key(Qt.Key.Key_Left, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert person.focused() == slot_names.hand(0)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_click_between_two_cards_moves_the_marked_card_between_them(home: Home, mirrored: bool):
    home.set({SORT: False})
    person = home.open(to_play().record())
    if mirrored:
        person.table.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        person.table.refresh()
    hand = person.hand
    person.click(slot_names.hand(4))
    person.click((person.at(slot_names.hand(1)) + person.at(slot_names.hand(2))) / 2)
    assert person.hand == (*hand[:2], hand[4], *hand[2:4], *hand[5:])
    person.click(slot_names.hand(0))
    person.click((person.at(slot_names.hand(5)) + person.at(slot_names.hand(6))) / 2)
    assert person.hand == (hand[1], hand[4], *hand[2:4], hand[5], hand[0], hand[6])
    person.looks_right()


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("by", [drag_to_the_front, click_to_the_front, keys_to_the_front])
def test_an_arranged_hand_keeps_its_order(home: Home, by: Callable[[Person], None]):
    home.set({SORT: False})
    record = to_play().record()
    person = home.open(record)
    asked = person.message
    by(person)
    assert person.hand == ARRANGED
    assert person.message == asked, "arranging a card does not ask whether it can be played"
    assert person.marked() == set() and person.lit() == set()
    assert home.saved().digest() == record.digest(), "the order is not part of a game"
    person.looks_right()

    person.drag("100", slot_names.miles(True))
    person.settled()
    person.draw()
    person.settled()
    drawn = person.hand
    assert drawn[:-1] == tuple(card for card in ARRANGED if card != "100"), "the new card is the last one"
    person.window.turns.undo()
    assert person.hand == ARRANGED, "the order of that moment is restored"
    person.window.turns.redo()
    person.quit()
    assert home.open().hand[:6] == drawn[:6]


def test_other_cards_make_room_while_a_card_is_dragged_in_the_hand(home: Home):
    home.set({SORT: False})
    person = home.open(to_play().record())
    person.pick_up("200")
    person.move(slot_names.hand(0))
    slots = person.table.slots
    seen = [slots[person.table.seen_at(slot_names.hand(index))] for index in range(7)]
    assert [person.face(slot.place) for slot in seen] == list(ARRANGED)
    assert [slot.marks.hidden for slot in seen] == [True, *[False] * 6]
    centres = [slot.mapToScene(slot.rect.center()) for slot in seen]
    assert centres == [slots[slot_names.hand(index)].rect.center() for index in range(7)]
    assert not any(person.table.slots[slot_names.hand(index)].marks.dimmed for index in range(7))
    person.key(Qt.Key.Key_Escape)
    assert person.hand == (*MIXED.split(), "25", "END_OF_LIMIT")
    person.release(slot_names.hand(0))
    person.looks_right()


@pytest.mark.parametrize("by", [drag_to_the_front, keys_to_the_front])
def test_arranging_a_sorted_hand_shows_a_message(home: Home, by: Callable[[Person], None]):
    person = home.open(to_play().record())
    before = person.hand
    if by is drag_to_the_front:
        by(person)
    else:
        person.walk_to(person.place_of("200"))
        person.key(Qt.Key.Key_Left, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert person.hand == before
    assert person.message == "Your hand sorts itself. The options let you arrange it."


# ------------------------------------------------------------------ clicks that are not exact


def test_the_card_and_not_the_pointer_decides_the_target(home: Home):
    person = home.open(to_play().record())
    grip = QPoint(0, round(person.table.slots[slot_names.hand(0)].rect.height() * 0.4))
    person.press(person.at(person.place_of("100")) + grip)
    target = person.at(slot_names.miles(True)) + grip + QPoint(0, 30)
    assert person.table.place_under(*person.table.viewport().mapFrom(person.window, target).toTuple()) is None
    person.move(target)
    assert person.table.slots[slot_names.miles(True)].marks.over
    (flight,) = person.flights()
    away = (flight.pos() - person.table.slots[slot_names.miles(True)].rect.center()).manhattanLength()
    assert away < 30, "the slot attracts the card"
    person.release(target)
    person.settled()
    assert "0 play 100" in home.acts()


def test_a_click_acts_only_if_it_ends_where_it_began(home: Home):
    record = to_play().record()
    person = home.open(record)
    person.press(person.place_of("100"))
    assert person.marked() == set()
    person.release(person.place_of("100"))
    assert person.marked() == {person.place_of("100")}
    person.press(slot_names.miles(True))
    person.release(person.bare())
    assert home.saved() == record


def bring_to_rest(person: Person) -> None:
    """Let the computer answer, and end all animations."""
    person.wait_until(lambda: person.play.hurry() or person.play.idle)


def test_a_click_that_ends_an_animation_plays_nothing(home: Home):
    person = home.open(to_play().record()).slow_down()
    person.double_click(person.place_of("100"))
    assert person.table.animator.running
    person.click(slot_names.DRAW)
    bring_to_rest(person)
    assert len(person.hand) == 6, "the computer has played, and no card was drawn"
    person.click(slot_names.DRAW)
    bring_to_rest(person)
    assert len(person.hand) == 7


def test_a_double_click_while_a_drawn_card_flies_plays_another_card(home: Home):
    person = home.open(going(MIXED).record()).slow_down()
    person.draw()
    assert person.table.animator.running
    person.double_click(person.place_of("100"))
    bring_to_rest(person)
    assert "0 play 100" in home.acts()


def test_the_pointer_may_move_a_little_within_a_double_click(home: Home):
    person = home.open(to_play().record())
    at = person.at(person.place_of("100"))
    events = (
        *((QEvent.Type.MouseButtonPress, at, LEFT), (QEvent.Type.MouseButtonRelease, at, NO_BUTTON)),
        (QEvent.Type.MouseMove, at + QPoint(2, 1), NO_BUTTON),
        (QEvent.Type.MouseButtonPress, at + QPoint(2, 1), LEFT),
        (QEvent.Type.MouseButtonRelease, at + QPoint(2, 1), NO_BUTTON),
    )
    for number, (kind, where, held) in enumerate(events):
        button = NO_BUTTON if kind is QEvent.Type.MouseMove else LEFT
        event = QMouseEvent(kind, QPointF(where), QPointF(where), button, held, Qt.KeyboardModifier.NoModifier)
        event.setTimestamp(1000 + 50 * number)
        QCoreApplication.sendEvent(person.window.windowHandle(), event)
    person.settled()
    assert "0 play 100" in home.acts()
    person.looks_right()


def test_rapid_clicks_on_one_place_play_one_card(home: Home):
    home.set({AUTO_DRAW: True, ANIMATION: "off"})
    person = home.open(going("100 100 100 100 100", coming="100 GASOLINE 100 GASOLINE 100").record())
    at = person.at(person.place_of("100"))
    before = len(home.acts())
    for number in range(6):
        for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, NO_BUTTON)):
            event = QMouseEvent(kind, QPointF(at), QPointF(at), LEFT, held, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(1000 + 130 * number)
            QCoreApplication.sendEvent(person.window.windowHandle(), event)
        person.settled()
    assert [act for act in home.acts()[before:] if act.startswith("0 play")] == ["0 play 100"]


@pytest.mark.parametrize(("setting", "far", "lifted"), [("4", 5, True), ("30", 29, False), ("30", 30, True)])
def test_the_options_set_the_distance_at_which_a_press_becomes_a_drag(home: Home, setting: str, far: int, lifted: bool):
    home.set({DRAG_DISTANCE: setting})
    person = home.open(to_play().record())
    start = person.at(person.place_of("100"))
    person.press(start)
    person.move(start + QPoint(0, -far))
    assert bool(person.flights()) is lifted
    person.release(start)


def test_a_double_click_plays_nothing_if_the_option_is_off(home: Home):
    home.set({DOUBLE_CLICK: False})
    record = to_play().record()
    person = home.open(record)
    person.double_click(person.place_of("100"))
    assert home.saved() == record and person.marked() == set()


@pytest.mark.parametrize("by", ["drag", "double click", "key"])
def test_a_discard_must_be_confirmed_if_the_option_is_on(home: Home, by: str):
    home.set({ASK_DISCARD: True})
    record = to_play().record()
    person = home.open(record)

    def discard() -> QuestionDialog:
        if by == "drag":
            person.drag("GASOLINE", slot_names.DISCARD)
        elif by == "double click":
            person.double_click(person.place_of("GASOLINE"))
        else:
            person.walk_to(person.place_of("GASOLINE"))
            person.key(Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ControlModifier)
        dialog = person.dialog(QuestionDialog)
        assert dialog.windowTitle() == "Discard Gasoline?"
        return dialog

    person.click_button(discard().no)
    person.settled()
    assert home.saved() == record
    person.looks_right()
    person.click_button(discard().yes)
    person.settled()
    assert home.acts()[len(record.hands[0].actions)] == "0 discard GASOLINE"
    person.drag("100", slot_names.miles(True))
    assert person.dialogs() == []


def test_a_card_raised_by_the_pointer_is_lowered_behind_a_dialog(home: Home):
    person = home.open(going("100 75 25 50 GASOLINE").record())
    person.draw()
    person.move(person.place_of("75"))
    raised = [slot.place for slot in person.table.slots.values() if slot.marks.hover]
    assert raised == [person.place_of("75")]
    person.choose("Help", "About Mile Bones")
    QCoreApplication.processEvents()
    assert not [slot for slot in person.table.slots.values() if slot.marks.hover]


def _smart(person: Person, place: str) -> None:
    QTest.keyClick(person.table.buttons[place], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def _press(person: Person, place: str) -> None:
    person.table.buttons[place].click()


def _press_and_put(person: Person, place: str) -> None:
    _press(person, place)
    _press(person, PILES[person.play.match.game])


PILES = {GAMES[0]: "discard", GAMES[1]: "pile"}


@pytest.mark.parametrize("animation", ["off", "normal"])
@pytest.mark.parametrize("second", [_smart, _press, _press_and_put])
@pytest.mark.parametrize("game", PILES)
def test_a_card_is_shown_again_after_its_discard_is_declined(
    home: Home, game: str, second: Callable[[Person, str], None], animation: str
):
    """The presses go to the table behind the question. A program that reads the window can make such presses."""
    home.set({ASK_DISCARD: True, ANIMATION: animation})
    person = home.open(begun(game, spec(game).rule_sets[0].name, ALONE, 1))
    person.settled()
    person.play.choose(person.sees.legal_actions()[0])
    person.settled()
    start = person.at("hand.2")
    person.press(start)
    person.move(start + QPoint(9, 9))
    person.move(PILES[game])
    person.release(PILES[game])
    question = person.dialog()
    second(person, "hand.1")
    question.reject()
    person.wait_until(lambda: not person.table.animator.running)
    assert [place for place, slot in person.table.slots.items() if slot.marks.hidden] == []
    assert person.flights() == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Left], ids=["down", "left"])
def test_an_arrow_key_at_a_vanished_place_does_not_move_the_focus(home: Home, key: Qt.Key):
    """The key itself ends all animations. Afterwards, a hand of Mille may be shorter. Only Mille loses places in this
    way.
    """
    person = home.open(begun(GAMES[1], GAMES[1], ALONE, 1))
    person.settled()
    focused = person.focused()
    gone = [button for button in person.table.buttons.values() if not button.isVisible()]
    assert gone
    for button in gone:
        QTest.keyClick(button, key)
    assert person.focused() == focused
