"""The lessons in the window. They are done by mouse and by keys, refuse wrong moves, let a game wait, and are offered
to beginners.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop.boards.millieu import gestures as millieu_gestures
from desktop.boards.montreal import gestures
from desktop.driver import Home, Person, plain
from mile_bones.desktop.bar_area import BarArea
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import destination
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.millieu.slot_names import point
from mile_bones.desktop.boards.montreal import score_sheet as montreal_sheet
from mile_bones.desktop.boards.montreal.slot_names import PILE, STOCK
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.lesson_end import LessonEndDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.lesson_bar import LessonBar
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table.hand_places import hand
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import DISCARD, DRAW, PLAY, Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.millieu.actions import PLACE, SLIDE, Take
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.montreal.actions import parse_action
from mile_bones.match.lesson import LessonCourse
from mile_bones.match.seats import Person as Somebody
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, DOUBLE_CLICK, LANGUAGE, METHOD, NAME, SORT, TEXT
from stories import going

Key = Qt.Key
MENU = ("Practice", "First hand, a lesson")
MILLE_MENU = ("Practice", "First deal, a lesson")
LESSONS = [game for game in GAMES if spec(game).has_lesson]
FIXED = {"mile-bones": slot_names.DISCARD, "montreal-mille": STOCK, "millieu": "point.26"}
"""A place of each table that stays where it is during a game."""


def course(person: Person) -> LessonCourse:
    found = person.window.lesson.course
    assert found is not None, "there is a lesson"
    return found


def bar(person: Person) -> LessonBar:
    return person.window.lesson.bar


def settled(person: Person) -> None:
    """Wait until the lesson waits for the person."""
    person.wait_until(lambda: person.window.lesson.turns.idle or bool(person.dialogs()))


def learn(home: Home, record=None, at: int = 0) -> Person:
    """Open the lesson at step `at`, with ``record`` as the game that waits."""
    person = home.open(record, game=None if record is None else "mile-bones")
    person.choose(*MENU)
    settled(person)
    go_to(person, at)
    return person


def go_to(person: Person, at: int) -> None:
    """Go to a step as if all steps before it were done, with the keyboard on the table."""
    if at:
        person.window.lesson.go_to(at)
        person.table.focus_first()
        settled(person)
    assert course(person).position == at


def step_about(topic: str) -> int:
    """Return the number of the step in which a card is played or discarded to learn this topic."""
    steps = LessonCourse("mile-bones").lesson.steps
    return next(at for at, step in enumerate(steps) if step.topic == topic and step.action not in (None, DRAW))


def at_topic(home: Home, topic: str) -> Person:
    """Open the lesson at the step about this topic."""
    return learn(home, at=step_about(topic))


def place_for(person: Person, action: Action) -> str:
    """Return the place on which the card of this action is put."""
    if action.kind is Kind.DISCARD:
        return slot_names.DISCARD
    return destination(action.card, len(person.sees.own.safeties))


def by_drag(person: Person, action: Action) -> None:
    if action == DRAW:
        person.draw()
    else:
        person.drag(action.card.notation, place_for(person, action))


def by_mouse(person: Person, action: Action) -> None:
    """Play a distance by a double-click, and drag any other card."""
    if action.kind is Kind.PLAY and action.card.miles:
        person.click(person.place_of(action.card.notation))
        person.double_click(person.place_of(action.card.notation))
    else:
        by_drag(person, action)


def by_keys(person: Person, action: Action) -> None:
    if action == DRAW:
        person.walk_to(slot_names.DRAW)
        person.key(Key.Key_Return)
        return
    person.walk_to(person.place_of(action.card.notation))
    person.key(Key.Key_Space)
    person.walk_to(place_for(person, action))
    person.key(Key.Key_Return)


def learn_millieu(home: Home, at: int = 0) -> Person:
    """Open the lesson of Millieu at step `at`."""
    person = home.open(game=None)
    person.window.lesson.begin("millieu")
    settled(person)
    go_to(person, at)
    return person


def before_another_board() -> list[int]:
    """Return the numbers of the steps of Millieu's lesson after which another game begins."""
    steps = LessonCourse("millieu").lesson.steps
    return [number for number, step in enumerate(steps[1:]) if step.new_state is not None]


def suggested(person: Person) -> set[str]:
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}


def calling(person: Person) -> set[str]:
    """Return the places that invite the player or are lit."""
    return {place for place, slot in person.table.slots.items() if slot.marks.invite or slot.marks.lit}


# ------------------------------------------------------------------ the whole lesson


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize("do", [by_mouse, by_keys], ids=["mouse", "keys"])
def test_the_whole_lesson_can_be_done_by_mouse_or_keys(home: Home, do: Callable[[Person, Action], None]):
    person = learn(home)
    assert bar(person).onward.hasFocus() and plain(bar(person).onward.text()) == "Next"
    person.key(Key.Key_Return)
    while course(person).step.action.kind is not Kind.EXTEND:
        at, step = course(person).position, course(person).step
        assert bar(person).words.text() == step.words()
        assert bar(person).place.text() == f"First hand: step {at + 1} of {course(person).length}"
        do(person, step.action)
        settled(person)
        assert course(person).position == at + 1, step.topic
    person.click_button(person.dialog(ExtensionDialog).no)
    sheet = person.asked(ScoreSheetDialog)
    assert plain(sheet.go_on.text()) == "Go on"
    person.click_button(sheet.go_on)
    end = person.asked(LessonEndDialog)
    assert "1,500" in end.text.text() and plain(end.play.text()) == "Play"
    person.click_button(end.play)
    person.settled()
    assert person.window.lesson.course is None and person.play.match.game == "mile-bones"
    assert not person.play.match.assisted
    person.looks_right()


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "do",
    [millieu_gestures.by_clicks, millieu_gestures.by_drags, millieu_gestures.by_keys],
    ids=["clicks", "drags", "keys"],
)
def test_the_whole_lesson_of_millieu_can_be_done_by_mouse_or_keys(home: Home, do: Callable[..., None]):
    person = learn_millieu(home)
    length = course(person).length
    for at in range(length):
        step = course(person).step
        assert course(person).position == at and bar(person).words.text() == step.words()
        assert bar(person).place.text() == f"First mill: step {at + 1} of {length}"
        if step.action is None:
            assert bar(person).onward is bar(person).next
            bar(person).next.setFocus()
            person.key(Key.Key_Return)
        else:
            assert suggested(person) == set(millieu_gestures.ends(step.action)) or isinstance(step.action, Take)
            do(person.table, step.action)
        settled(person)
    end = person.asked(LessonEndDialog)
    assert "you have won" in end.text.text()
    person.click_button(end.play)
    person.settled()
    assert person.window.lesson.course is None and person.play.match.game == "millieu"
    assert not person.play.match.assisted and suggested(person) == set()


def test_the_board_waits_for_next_before_another_board_comes(home: Home):
    at = before_another_board()[0]
    person = learn_millieu(home, at)
    seen = person.table.observation
    millieu_gestures.by_clicks(person.table, seen.legal_actions()[0])
    assert person.table.observation == seen and course(person).position == at
    assert bar(person).words.text() == course(person).step.otherwise()
    person.click_button(bar(person).next)
    settled(person)
    assert course(person).position == at + 1 and bar(person).words.text() == course(person).step.words()
    assert person.table.observation == course(person).match.observation(0) != seen
    assert suggested(person) == set(millieu_gestures.ends(course(person).step.action))
    person.click_button(bar(person).back)
    settled(person)
    assert course(person).position == at and person.table.observation == seen


def test_taking_back_a_step_on_the_board_goes_back_in_the_lesson(home: Home):
    person = learn_millieu(home, before_another_board()[0] + 1)
    at, seen = course(person).position, person.table.observation
    for _step in range(2):
        millieu_gestures.by_clicks(person.table, course(person).step.action)
        settled(person)
    assert course(person).position == at + 2
    for back in (1, 0):
        person.click_button(person.table.take_back)
        settled(person)
        assert course(person).position == at + back
    assert person.table.observation == seen and not person.table.take_back.isEnabled()


def test_taking_back_a_step_in_a_game_does_not_go_back_in_a_lesson_that_was_left(home: Home):
    home.set({ANIMATION: "off"})
    person = learn_millieu(home, 2)
    person.click_button(bar(person).leave)
    person.window.games.new_game_of("millieu", (Somebody("Bert"), Somebody("Anna")))
    person.settled()
    for _step in range(2):
        person.table.chosen.emit(person.table.observation.legal_actions()[0])
        person.settled()
    person.click_button(person.table.take_back)
    person.settled()
    assert person.window.lesson.course is None and person.play.match.length == 1


@pytest.mark.slow
def test_the_lesson_waits_while_the_computers_move_is_animated(home: Home):
    home.set({ANIMATION: "fast"})
    person = learn(home, at=1)
    by_drag(person, DRAW)
    settled(person)
    by_drag(person, PLAY[Card.GO])
    assert course(person).position == 2 and suggested(person) == set(), "nothing is lit while the computer plays"
    settled(person)
    assert course(person).position == 3 and bar(person).words.text() == course(person).step.words()


@pytest.mark.slow
def test_back_while_the_computer_plays_undoes_the_last_action(home: Home):
    home.set({ANIMATION: "slow"})
    person = learn(home, at=2)
    before = person.sees
    by_drag(person, PLAY[Card.GO])
    assert person.table.animator.running and not person.window.lesson.turns.idle
    person.click_button(bar(person).back)
    settled(person)
    assert course(person).position == 2 and person.sees == before


def test_the_first_words_are_shown_while_the_cards_are_dealt(home: Home):
    home.set({ANIMATION: "slow"})
    person = home.open(game=None)
    person.slow_down()
    person.choose(*MENU)
    assert person.table.animator.running
    assert bar(person).words.text().startswith("Welcome!") and plain(bar(person).onward.text()) == "Next"


MILLE_WAYS = [gestures.by_clicks, gestures.by_drags, gestures.by_keys, gestures.by_presses]


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize("do", MILLE_WAYS, ids=["clicks", "drags", "keys", "screen reader"])
def test_the_whole_lesson_of_mille_can_be_done_in_every_way(home: Home, do: gestures.Act):
    home.set({ANIMATION: "off"})
    person = home.open(game="montreal-mille")
    person.choose(*MILLE_MENU)
    settled(person)
    assert plain(bar(person).onward.text()) == "Next"
    while not person.dialogs():
        at, step = course(person).position, course(person).step
        assert bar(person).words.text() == step.words()
        assert bar(person).place.text() == f"First deal: step {at + 1} of {course(person).length}"
        assert bool(bar(person).note.text()) == (step.action is not None)
        assert calling(person) <= suggested(person), step.topic
        if step.action is None:
            person.click_button(bar(person).onward)
        else:
            do(person.table, step.action)
        settled(person)
        assert course(person).position == at + 1, step.topic
    sheet = person.asked(montreal_sheet.ScoreSheetDialog)
    assert plain(sheet.go_on.text()) == "Go on"
    person.click_button(sheet.go_on)
    end = person.asked(LessonEndDialog)
    assert "245" in end.text.text() and plain(end.play.text()) == "Back to your game"
    person.click_button(end.play)
    person.settled()
    assert person.window.lesson.course is None and person.play.match.game == "montreal-mille"


@pytest.mark.parametrize("game", LESSONS)
def test_return_reads_the_first_texts_one_after_another_and_then_reaches_the_table(home: Home, game: str):
    person = home.open(game=None)
    person.window.lesson.begin(game)
    settled(person)
    texts = next(at for at, step in enumerate(course(person).lesson.steps) if step.action is not None)
    for at in range(texts):
        assert course(person).position == at and bar(person).onward.hasFocus()
        person.key(Key.Key_Return)
        settled(person)
    assert course(person).position == texts and person.focused() is not None


# ------------------------------------------------------------------ light and words


def test_the_suggested_card_and_its_place_are_lit_and_described(home: Home):
    person = at_topic(home, "go")
    place = person.place_of("GO")
    assert suggested(person) == {place, slot_names.battle(True)}
    assert person.table.slots[place].marks.raised and not person.table.slots[slot_names.battle(True)].marks.raised
    assert person.table.buttons[place].accessibleDescription().startswith("Suggested. ")
    there = person.table.buttons[slot_names.battle(True)].accessibleDescription()
    assert there.startswith("The suggested card goes here. ")


def test_the_deck_is_lit_after_the_first_words_are_read(home: Home):
    person = learn(home)
    deck = person.table.slots[slot_names.DRAW]
    assert not deck.marks.invite
    person.click_button(bar(person).onward)
    assert deck.marks.invite and person.focused() == slot_names.DRAW


def test_the_light_follows_a_card_that_is_moved_in_the_hand(home: Home):
    home.set({SORT: False})
    person = at_topic(home, "go")
    place = person.place_of("GO")
    person.walk_to(place)
    person.key(Key.Key_Left, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert person.place_of("GO") != place
    assert suggested(person) == {person.place_of("GO"), slot_names.battle(True)}


def test_the_lesson_lights_a_discard_but_adds_no_light_to_a_coup_fourre(home: Home):
    person = at_topic(home, "discard")
    assert suggested(person) == {person.place_of("GASOLINE"), slot_names.DISCARD}
    go_to(person, step_about("coup fourré"))
    assert course(person).step.topic == "coup fourré" and suggested(person) == set()
    assert person.table.slots[person.place_of("EXTRA_TANK")].marks.call


def test_each_step_is_announced(home: Home, qtbot):
    person = learn(home)
    words = course(person).lesson.steps[1].words()
    with qtbot.waitSignal(person.table.announcer.announced, check_params_cb=lambda text: words in text):
        person.click_button(bar(person).onward)
    assert words in bar(person).accessibleDescription()
    assert all(button.accessibleDescription() == words for button in bar(person).buttons)


def test_the_way_to_make_a_move_is_announced_once(home: Home):
    person = learn(home)
    heard: list[str] = []
    person.table.announcer.announced.connect(heard.append)
    for _step in range(5):
        person.click_button(bar(person).onward)
        settled(person)
        person.wait_until(lambda: person.table.announcer.silent)
    told = " ".join(heard)
    assert told.count("Click the lit deck; or go there with the arrow keys") == 1
    assert told.count("Drag the raised card to the lit place") == 1


def test_the_bar_has_an_accessible_name_and_tab_reaches_its_buttons(home: Home):
    person = at_topic(home, "go")
    assert QAccessible.queryAccessibleInterface(bar(person)).text(QAccessible.Text.Name) == "First hand"
    reached = set()
    for _press in range(80):
        person.key(Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {button for button in bar(person).buttons if button.isEnabled()} <= reached


def test_the_instructions_follow_the_options_at_once(home: Home):
    person = at_topic(home, "go")
    for settings, words in (
        ({}, "Drag the raised card to the lit place, or double-click it."),
        ({DOUBLE_CLICK: False}, "Drag the raised card to the lit place."),
        ({METHOD: "click"}, "Click the raised card, then the lit place."),
        ({METHOD: "drag", DOUBLE_CLICK: True}, "Drag the raised card to the lit place, or double-click it."),
    ):
        person.window.change_settings(settings)
        assert bar(person).note.text().startswith(words + " With the keyboard:")


def test_a_lesson_draws_no_card_automatically(home: Home):
    home.set({AUTO_DRAW: True})
    person = learn(home, at=3)
    assert course(person).step.action == DRAW


def test_the_instructions_of_mille_follow_the_options(home: Home):
    person = home.open(game="montreal-mille")
    said = {
        "draw": ("Click the lit stock, or press D.",) * 3,
        "pile KS KS": ("Click “Take the pile”, or press P.",) * 3,
        "lay 9H 9C 2C": (
            *("Click the raised cards to select them, then drag them to the lit place.",) * 2,
            "Click the raised cards, then the lit place.",
        ),
        "add KH K": (
            "Drag the raised card to the lit place, or double-click it.",
            "Drag the raised card to the lit place.",
            "Click the raised card, then the lit place.",
        ),
        "discard 4C": (
            *("Drag the raised card to the lit place.",) * 2,
            "Click the raised card, then the lit place.",
        ),
    }
    for number, settings in enumerate(({}, {DOUBLE_CLICK: False}, {METHOD: "click"})):
        person.window.change_settings(settings)
        for action, words in said.items():
            assert person.table.how_to(parse_action(action)).startswith(words[number]), action


def test_the_menu_names_the_lesson_of_the_game_on_the_table(home: Home):
    person = home.open(game="montreal-mille")
    assert person.entry(*MILLE_MENU).isEnabled()
    person.choose(*MILLE_MENU)
    assert course(person).game == "montreal-mille" and person.entry(*MILLE_MENU).isEnabled()
    person.window.games.new_game_of("millieu")
    person.settled()
    person.choose("Practice", "First mill, a lesson")
    assert course(person).game == "millieu"
    person.window.games.new_game_of("montreal-mille")
    person.settled()
    person.window.choose_game()
    person.choose(*MENU)
    assert course(person).game == "mile-bones"


# ------------------------------------------------------------------ refused moves


WRONG = [
    ("distance", PLAY[Card.MILES_100], "twice as far"),
    ("limit", PLAY[Card.MILES_25], "twice as far"),
    ("hold", PLAY[Card.EXTRA_TANK], "hold it"),
    ("coup fourré", DRAW, "gives the coup fourré up"),
    ("attack", PLAY[Card.MILES_100], "First stop the computer"),
    ("discard", DISCARD[Card.MILES_200], "Discard Gasoline"),
    ("discard", DISCARD[Card.EXTRA_TANK], "Never throw a safety away"),
    ("exact finish", PLAY[Card.MILES_50], "keep the 50 for the end"),
]


def test_a_wrong_move_is_refused_with_its_reason_and_changes_nothing(home: Home, qtbot):
    person = learn(home)
    for topic, action, reason in WRONG:
        at = step_about(topic)
        go_to(person, at)
        before = person.sees
        with qtbot.waitSignal(person.table.announcer.announced, check_params_cb=lambda text, why=reason: why in text):
            by_drag(person, action)
        assert reason in bar(person).words.text(), topic
        assert bar(person).note.text() == course(person).step.words(), "the words of the step remain"
        assert person.sees == before and course(person).position == at
        assert course(person).match.observation(0) == before
        assert person.flights() == [] and person.lit() == set()
        assert not any(slot.marks.hidden for slot in person.table.slots.values())


def test_the_reason_disappears_after_the_right_action(home: Home):
    person = at_topic(home, "distance")
    by_drag(person, PLAY[Card.MILES_100])
    by_drag(person, PLAY[Card.MILES_200])
    settled(person)
    assert bar(person).words.property("role") == "lesson" and bar(person).words.text() == course(person).step.words()
    assert bar(person).note.text().startswith("Click the lit deck")


MILLE_WRONG = [
    ("sets", "lay KS KS KH", "it can wait"),
    ("discarding", "discard 2C", "Never discard a 2"),
    ("discarding", "add 2C 7", "Do not spend the 2"),
    ("the pile", "draw", "The pile brings you more cards"),
    ("the pile", "pile KS KH", "use the two that are raised"),
    ("wilds", "add 2C K", "The 9s need the 2"),
    ("adding", "discard 4C", "there is still something to do"),
    ("a pair kept", "lay 10H 10H 10D", "use the three that are raised"),
    ("chapeau", "discard 4C", "only 5 points"),
]


def test_a_wrong_move_is_refused_in_the_lesson_of_mille_with_its_reason(home: Home):
    person = home.open(game=None)
    person.window.lesson.begin("montreal-mille")
    settled(person)
    for topic, action, reason in MILLE_WRONG:
        steps = course(person).lesson.steps
        begins = [at for at, step in enumerate(steps) if step.topic == topic and step.action is not None]
        go_to(person, begins[0])
        before = person.sees
        gestures.by_keys(person.table, parse_action(action))
        assert reason in bar(person).words.text(), topic
        assert person.sees == before and course(person).position == begins[0]


@pytest.mark.parametrize("by", ["a double-click", "a drag"])
def test_the_pile_of_the_lesson_of_mille_is_taken_with_the_raised_pair(home: Home, by: str):
    home.set({ANIMATION: "off"})
    person = home.open(game=None)
    person.window.lesson.begin("montreal-mille")
    settled(person)
    steps = course(person).lesson.steps
    go_to(person, next(at for at, step in enumerate(steps) if step.topic == "the pile" and step.action is not None))
    if by == "a drag":
        gestures.drag(person.table, PILE, hand(0))
    else:
        person.double_click(person.spot(*gestures.at(person.table, PILE).toTuple()))
    settled(person)
    assert course(person).step.topic != "the pile" and person.sees.pile == b""


def test_laying_down_all_five_10s_at_once_lays_only_three(home: Home):
    """A double-click lays down all cards of a rank, one action after another. The lesson refuses the fourth 10."""
    home.set({ANIMATION: "off"})
    person = home.open(game=None)
    person.window.lesson.begin("montreal-mille")
    settled(person)
    go_to(person, next(at for at, step in enumerate(course(person).lesson.steps) if "Five 10s" in step.words()))
    ten = parse_action("discard 10S")
    (place,) = gestures.places_of(person.table, ten.cards)
    person.double_click(person.spot(*gestures.at(person.table, place).toTuple()))
    person.wait_until(lambda: "Keep the two 10s in your hand" in bar(person).words.text())
    settled(person)
    assert course(person).step.words().startswith("Keep the two 10s")
    assert person.sees.own.size(ten.rank) == 3


def test_an_illegal_move_is_refused_as_in_a_game(home: Home):
    person = at_topic(home, "limit")
    by_drag(person, PLAY[Card.MILES_100])
    assert person.message == "Only 25 and 50 under a Speed Limit."
    assert course(person).step.topic == "limit"


def test_the_lesson_refuses_the_extension(home: Home):
    person = learn(home, at=24)
    by_drag(person, PLAY[Card.MILES_50])
    first = person.dialog(ExtensionDialog)
    person.click_button(first.yes)
    person.wait_until(lambda: first not in person.dialogs())
    again = person.asked(ExtensionDialog)
    assert "That is for another day" in bar(person).words.text()
    person.click_button(again.no)
    person.asked(ScoreSheetDialog)


def begin_mille(home: Home, words: str = "") -> Person:
    """Open the lesson of Mille, at the only step whose text contains `words`, or at its first step."""
    return begin_at(home, "montreal-mille", words)


def begin_at(home: Home, game: str, words: str) -> Person:
    person = home.open(game=None)
    person.window.lesson.begin(game)
    settled(person)
    if words:
        go_to_words(person, words)
    return person


def go_to_words(person: Person, words: str) -> None:
    (at,) = (number for number, step in enumerate(course(person).lesson.steps) if words in step.words())
    go_to(person, at)


def shows_step(person: Person) -> bool:
    """Return True if the bar shows the current step with its number and its instruction, and no refusal."""
    here, at = bar(person), course(person).position
    place = f": step {at + 1} of {course(person).length}"
    shown = here.words.text() == course(person).step.words() and here.place.text().endswith(place)
    return shown and bool(here.note.text()) == (course(person).step.action is not None)


@pytest.mark.parametrize("do", [gestures.by_clicks, gestures.by_drags], ids=["clicks", "drags"])
def test_the_table_of_mille_no_longer_offers_a_card_that_the_lesson_has_refused(home: Home, do: gestures.Act):
    person = begin_mille(home, "A turn ends with a discard")
    prompt = person.message
    do(person.table, parse_action("discard 9H"))
    assert bar(person).words.text() == "Keep that card for now."
    assert person.message == prompt and "9 of hearts" not in prompt


def test_the_instruction_returns_after_a_refusal_when_another_card_is_taken_up(home: Home):
    person = begin_mille(home, "A turn ends with a discard")
    gestures.by_drags(person.table, parse_action("discard 9H"))
    assert not shows_step(person)
    (place,) = gestures.places_of(person.table, parse_action("discard 4C").cards)
    gestures.click(person.table, place)
    assert shows_step(person) and "4 of clubs" in person.message


def test_the_table_of_millieu_no_longer_offers_a_step_that_the_lesson_has_refused(home: Home):
    person = begin_at(home, "millieu", "Put the cream disc in the middle")
    for words, wrong in (
        ("Put the cream disc in the middle", PLACE[Piece.RED_DISC][0]),
        ("Slide the brown square up", SLIDE[5, 14]),
    ):
        go_to_words(person, words)
        prompt, lights = person.message, set(millieu_gestures.ends(course(person).step.action))
        for do in (millieu_gestures.by_drags, millieu_gestures.by_clicks):
            do(person.table, wrong)
            assert bar(person).words.text() == course(person).step.why_not(wrong)
            assert person.message == prompt and person.lit() == set()
            assert suggested(person) == lights >= calling(person)


def test_the_arrows_of_a_piece_are_no_longer_named_after_it_was_dropped_beside_every_point(home: Home):
    person = begin_at(home, "millieu", "Slide the brown square up")
    prompt = person.message
    start = person.at(millieu_gestures.ends(SLIDE[5, 14])[0])
    person.press(start)
    person.move(start + QPoint(6, -6))
    assert "choose one of the 4 arrows" in person.message and person.lit()
    person.move(person.bare())
    person.release(person.bare())
    assert person.message == prompt and person.lit() == set()


@pytest.mark.parametrize("game", LESSONS)
def test_the_table_waits_for_next_while_there_is_a_text_to_read(home: Home, game: str):
    home.set({ANIMATION: "off"})
    person = begin_at(home, game, "")
    for at, step in enumerate(course(person).lesson.steps):
        if step.action is not None:
            continue
        go_to(person, at)
        before = person.sees
        assert person.message == "" or not person.message.startswith("Your turn"), "the table asks for nothing"
        for action in before.legal_actions()[:3]:
            person.table.chosen.emit(action)
            assert bar(person).words.text() == step.why_not(action) and "“Next”" in bar(person).words.text()
        assert person.sees == before and course(person).position == at
        person.click_button(bar(person).next)
        settled(person)
        assert course(person).position == at + 1 and shows_step(person)


def test_no_point_of_the_cube_is_lit_while_there_is_a_text_to_read(home: Home):
    home.set({ANIMATION: "off"})
    person = begin_at(home, "millieu", "Welcome!")
    points = {point(number): person.table.slots[point(number)].marks for number in range(27)}
    millieu_gestures.click(person.table, millieu_gestures.ends(PLACE[Piece.RED_DISC][0])[0])
    QApplication.processEvents()
    assert all(marks.dimmed for marks in points.values())
    person.click_button(bar(person).next)
    assert [place for place, marks in points.items() if marks.suggested] == [point(4)], "the point that is meant"
    assert all(marks.dimmed for marks in points.values()), "no other point is lit"
    place = millieu_gestures.ends(course(person).step.action)[0]
    millieu_gestures.click(person.table, place)
    assert person.lit() == points.keys(), "the piece may go anywhere"
    millieu_gestures.click(person.table, point(0))
    QApplication.processEvents()
    assert all(marks.dimmed for marks in points.values()), "the wrong point was refused"
    assert [place for place, marks in points.items() if marks.suggested] == [point(4)]


def test_a_double_click_on_the_stock_passes_no_text_unread(home: Home):
    person = begin_mille(home)
    person.double_click(person.spot(*gestures.at(person.table, STOCK).toTuple()))
    assert course(person).position == 0 and bar(person).words.text() == "Read this first, then press “Next”."
    assert bar(person).note.text() == course(person).step.words()


@pytest.mark.parametrize("game", LESSONS)
def test_a_thing_that_is_pressed_in_a_step_to_read_is_answered_by_the_bar_alone(home: Home, game: str):
    """Nothing stays marked or lit, and the message line does not say what the player could do with the thing."""
    home.set({ANIMATION: "off"})
    person = begin_at(home, game, "")
    table, met = person.table, 0
    for at, step in enumerate(course(person).lesson.steps):
        if step.action is not None:
            continue
        go_to(person, at)
        told, lit = (step.why_not(None), person.message), person.lit()
        place = next((place for place in table.buttons if table.target.may_lift(place)), None)
        if place is None:
            continue
        met += 1
        for press in (table.buttons[place].click, lambda place=place: table.drag.press_key(place)):
            press()
            QApplication.processEvents()
            assert (bar(person).words.text(), person.message) == told
            assert (table.drag.chosen, person.lit()) == ((), lit)
            assert bar(person).onward.hasFocus(), "so that Enter goes on"
        person.press(place)
        person.move(person.spot(*table.viewport().rect().center().toTuple()))
        QApplication.processEvents()
        assert not table.gestures.carrying
        person.release(person.bare())
        QApplication.processEvents()
        assert (bar(person).words.text(), person.message, person.lit()) == (*told, lit)
    assert met


def test_the_last_texts_of_the_lesson_of_mille_are_read_before_the_game_ends(home: Home):
    person = begin_mille(home, "There is a second kind of natural")
    last = parse_action("discard 4C")
    for _text in range(2):
        gestures.by_drags(person.table, last)
        assert not person.dialogs() and bar(person).next.isEnabled()
        person.click_button(bar(person).next)
        settled(person)
        assert shows_step(person)
    gestures.by_drags(person.table, last)
    person.asked(montreal_sheet.ScoreSheetDialog)
    assert bar(person).place.text() == "First deal: step 22 of 22"


# ------------------------------------------------------------------ back, again, skip


def test_the_button_back_returns_one_step_and_the_button_again_all_steps(home: Home):
    person = learn(home)
    assert not bar(person).back.isEnabled()
    stood = []
    for _step in range(6):
        stood.append((course(person).position, person.sees))
        person.click_button(bar(person).onward)
        settled(person)
    for position, seen in reversed(stood):
        person.click_button(bar(person).back)
        settled(person)
        assert (course(person).position, person.sees) == (position, seen)
    for _step in range(4):
        person.click_button(bar(person).onward)
        settled(person)
    person.click_button(bar(person).again)
    settled(person)
    assert course(person).position == 0 and person.sees == stood[0][1]
    assert bar(person).onward.hasFocus()


ROOMS = [((640, 400), "200"), ((800, 600), "100"), ((800, 600), "200"), ((1280, 800), "150"), ((1280, 800), "200")]
"""Sizes of the window, with the size of the text in per cent."""


def learn_in(home: Home, language: str, size: tuple[int, int], text: str, at: int, game: str = "mile-bones") -> Person:
    """Open the lesson of `game` at step `at` in a window of this size, with text of this size, in this language."""
    home.set({LANGUAGE: language, TEXT: text})
    person = home.open(game=None)
    person.window.resize(*size)
    person.window.lesson.begin(game)
    settled(person)
    go_to(person, at)
    laid_out(person)
    return person


def laid_out(person: Person) -> None:
    """Wait until the bar has got its place."""
    person.wait_until(lambda: all(area.settled for area in person.window.findChildren(BarArea)))
    QApplication.processEvents()


@pytest.mark.sample(slow=3, proof=20)
@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(("size", "text"), ROOMS, ids=str)
def test_the_buttons_of_the_lesson_stay_where_they_are(traveller: Home, game: str, language: str, size, text: str):
    """Otherwise a second click could hit another button. The cards or pieces must stay as well."""
    person = learn_in(traveller, language, size, text, 0, game)
    places, cards = set(), set()
    for at in range(course(person).length - 1):
        go_to(person, at)
        laid_out(person)
        buttons = bar(person).buttons
        places.add(tuple((*button.mapTo(person.window, QPoint()).toTuple(), button.width()) for button in buttons))
        cards.add(person.at(FIXED[game]).toTuple())
        assert bar(person).width() <= person.window.width()
    assert len(places) == len(cards) == 1


@pytest.mark.sample(slow=2, proof=6)
@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
@pytest.mark.parametrize("game", LESSONS)
def test_all_words_of_a_lesson_are_whole_in_a_small_window(traveller: Home, game: str, language: str):
    person = learn_in(traveller, language, (640, 400), "200", 0, game)
    words, note = bar(person).words, bar(person).note
    for at in range(course(person).length):
        go_to(person, at)
        laid_out(person)
        if person.dialogs():  # the question at the end of the trip covers the bar
            return
        step = course(person).step
        for why in ("", *step.reasons):
            if why:
                bar(person).object_to(why)
                laid_out(person)
            for label in (words, note):
                if label.isVisible():
                    assert label.height() >= label.heightForWidth(label.width()), label.text()
                    inside = bar(person).area.widget() or bar(person)
                    assert label.mapTo(inside, label.rect().bottomLeft()).y() <= inside.height()


@pytest.mark.sample(slow=2, proof=6)
@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
@pytest.mark.parametrize("game", LESSONS)
def test_large_text_leaves_room_for_three_lines_and_all_buttons(traveller: Home, game: str, language: str):
    """The buttons stay visible while the text scrolls."""
    person = learn_in(traveller, language, (800, 600), "200", 2, game)
    view, line = bar(person).area.viewport(), bar(person).words.fontMetrics().lineSpacing()
    assert view.height() >= 3 * line
    scroll = bar(person).area.verticalScrollBar()
    for value in (0, scroll.maximum()):
        scroll.setValue(value)
        for button in bar(person).buttons:
            place = QRect(button.mapTo(bar(person), QPoint()), button.size())
            assert bar(person).rect().contains(place) and place.width() >= button.minimumSizeHint().width()


@pytest.mark.sample(slow=2, proof=6)
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(("size", "text"), ROOMS, ids=str)
def test_a_second_click_on_next_or_skip_does_nothing(traveller: Home, language: str, size, text: str):
    traveller.set({ANIMATION: "off"})
    person = learn_in(traveller, language, size, text, 0)
    for _step in range(3):
        at = course(person).position
        spot = bar(person).onward.mapTo(person.window, bar(person).onward.rect().center())
        person.double_click(spot)
        settled(person)
        laid_out(person)
        assert course(person).position == at + 1


def test_a_click_on_skip_while_the_cards_move_only_ends_their_motion(home: Home):
    home.set({ANIMATION: "slow"})
    person = learn(home, at=1)
    person.click_button(bar(person).skip)
    assert person.table.animator.running
    person.click_button(bar(person).skip)
    settled(person)
    assert course(person).position == 2 and not person.table.animator.running
    person.click_button(bar(person).skip)
    settled(person)
    assert course(person).position == 3


def test_a_key_held_down_on_a_button_does_one_step(home: Home):
    person = learn(home, at=1)
    bar(person).skip.setFocus()
    person.key(Key.Key_Return)
    settled(person)
    for _time in range(3):
        press = QKeyEvent(QKeyEvent.Type.KeyPress, Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
        QApplication.sendEvent(bar(person).skip, press)
    settled(person)
    assert course(person).position == 2


@pytest.mark.sample(slow=3, proof=8)
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(("size", "text"), ROOMS, ids=str)
def test_a_refusal_begins_in_the_first_visible_line_of_the_lesson(traveller: Home, language: str, size, text: str):
    person = learn_in(traveller, language, size, text, step_about("hold"))
    area = bar(person).area
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    by_drag(person, PLAY[Card.EXTRA_TANK])
    laid_out(person)
    words = bar(person).words
    assert words.text() == course(person).step.wrong[PLAY[Card.EXTRA_TANK]]()
    line = QRect(words.mapTo(person.window, QPoint()), QSize(words.width(), words.fontMetrics().height()))
    shown = bar(person)
    if area.isVisible():
        shown = area.viewport()
        assert not any(cover.isVisible() and cover.geometry().contains(0, line.center().y()) for cover in area._covers)
    assert QRect(shown.mapTo(person.window, QPoint()), shown.size()).contains(line)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)], ids=str)
def test_a_new_step_is_shown_from_its_beginning(home: Home, size: tuple[int, int]):
    person = learn_in(home, "en", size, "250", step_about("hold") - 1)
    area = bar(person).area
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert area.verticalScrollBar().value() > 0
    person.draw()
    settled(person)
    laid_out(person)
    assert area.verticalScrollBar().value() == 0


def finish(person: Person) -> LessonEndDialog:
    """Go to the last step, and through the score sheet to the last dialog."""
    go_to(person, 25)
    person.click_button(person.asked(ExtensionDialog).no)
    person.click_button(person.asked(ScoreSheetDialog).go_on)
    return person.asked(LessonEndDialog)


def test_a_finished_lesson_can_be_repeated_or_left_and_is_not_counted(home: Home):
    person = learn(home)
    end = finish(person)
    library = person.window.library
    assert library.history.count() == 0 and not home.autosave.exists()
    assert library.results.games == (0, 0) and library.results.high_scores()["best"] == ()
    person.click_button(end.again)
    person.wait_until(lambda: end not in person.dialogs())
    settled(person)
    assert course(person).position == 0 and bar(person).isVisible()
    end = finish(person)
    person.click_button(end.close_button)
    person.wait_until(lambda: end not in person.dialogs())
    assert person.window.lesson.course is None
    assert isinstance(person.window.boards.currentWidget(), Chooser)


# ------------------------------------------------------------------ a lesson is not a game


def test_the_waiting_game_returns_when_the_lesson_is_left(home: Home):
    person = home.open(going().record())
    before, saved = person.play.match.record(), home.saved()
    person.choose(*MENU)
    settled(person)
    for entry in (("Game", "Save as"), ("Game", "Give up"), ("Move", "Undo"), ("Game", "Replay from the beginning")):
        assert not person.entry(*entry).isEnabled(), entry
    for _step in range(4):
        person.click_button(bar(person).onward)
        settled(person)
    assert home.saved() == saved, "the lesson saves nothing"
    person.click_button(bar(person).leave)
    person.settled()
    assert person.play.match.record() == before and home.saved() == saved
    assert not bar(person)
    person.looks_right()
    assert suggested(person) == set()
    person.draw()
    person.settled()
    assert len(home.acts()) == sum(len(hand.actions) for hand in before.hands) + 1, "the game continues"


def test_a_lesson_writes_no_file(home: Home):
    def files() -> dict[str, bytes]:
        return {
            path.name: path.read_bytes() for path in home.root.rglob("*") if path.suffix in (".json", ".ini", ".db")
        }

    person = learn(home, going().record(), at=1)
    before = files()
    assert home.autosave.name in before
    for position in range(1, 8):
        by_drag(person, course(person).step.action)
        settled(person)
        person.acknowledged()
        assert course(person).position == position + 1 and files() == before


def test_the_waiting_game_does_not_react_to_moves_of_the_lesson(home: Home):
    """If the waiting game refused the card, the card would fly home before the lesson could take it."""
    person = learn(home, going().record(), at=step_about("go"))
    heard: list[Cue] = []
    person.window.boards.cued.connect(heard.extend)
    by_drag(person, PLAY[Card.GO])
    settled(person)
    assert heard and Cue.REFUSED not in heard


def test_the_end_of_a_lesson_leads_back_to_the_waiting_game(home: Home):
    person = learn(home, going().record())
    before = person.play.match.record()
    end = finish(person)
    assert plain(end.play.text()) == "Back to your game"
    person.click_button(end.play)
    person.settled()
    assert person.play.match.record() == before and home.kept() == []
    person.looks_right()


def test_closing_the_window_in_a_lesson_keeps_the_waiting_game(home: Home):
    person = learn(home, going().record(), at=5)
    before = person.play.match.record()
    person.window.close()
    assert person.window.lesson.course is None, "the lesson has ended"
    person.quit()
    again = home.open(game=None)
    assert again.play.match.record() == before
    again.looks_right()


def test_a_lesson_keeps_the_order_of_the_waiting_hand(home: Home):
    home.set({SORT: False})
    person = home.open(going().record())
    person.walk_to(slot_names.hand(0))
    person.key(Key.Key_Right, modifiers=Qt.KeyboardModifier.ShiftModifier)
    lay, before = person.hand, person.play.match.arrangement
    person.choose(*MENU)
    go_to(person, 1)
    person.walk_to(slot_names.hand(0))
    person.key(Key.Key_Right, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert person.play.match.arrangement == before
    person.click_button(bar(person).leave)
    person.settled()
    assert person.hand == lay


def test_another_game_ends_the_lesson(home: Home):
    person = learn(home, at=4)
    for way in ("New game", "Deal of the day", "Choose game"):
        person.choose("Game", way)
        assert person.window.lesson.course is None
        assert not any(one.isVisible() for one in person.window.findChildren(LessonBar))
        if way != "Choose game":
            person.settled()
            person.looks_right()
            person.choose(*MENU)
            go_to(person, 4)


def test_a_lesson_replaces_a_replay_and_a_replay_replaces_a_lesson(home: Home):
    home.set({ANIMATION: "off"})
    person = home.open(game="millieu")
    person.table.chosen.emit(person.sees.legal_actions()[0])
    person.settled()
    mine = person.play.match.record()
    person.window.games.replay()
    assert person.table.viewpoint is not None
    person.window.lesson.begin("mile-bones")
    settled(person)
    go_to(person, step_about("go"))
    assert person.window.replay.record is None and suggested(person)
    table = person.table
    person.window.games.replay()
    assert person.window.lesson.course is None and person.window.boards.game == "millieu"
    assert not any(slot.marks.suggested for slot in table.slots.values())
    person.click_button(person.window.replay.bar.leave)
    person.settled()
    assert person.play.match.record() == mine and person.table.viewpoint is None


def test_two_people_find_the_curtain_again_after_a_lesson(home: Home):
    person = home.open()
    person.window.games.new_game_of("mile-bones", (Somebody("Bert"), Somebody("Anna")))
    curtain = person.window.boards.currentWidget()
    assert isinstance(curtain, Curtain)
    person.choose(*MENU)
    go_to(person, 3)
    by_drag(person, DRAW)
    person.click_button(bar(person).leave)
    assert person.window.boards.currentWidget() is curtain


def test_f1_opens_the_help_page_of_the_lesson(home: Home):
    person = learn(home, at=2)
    bar(person).leave.setFocus()
    person.key(Key.Key_F1)
    assert person.window.dialog_stack.help.topic == "first-hand"


# ------------------------------------------------------------------ the offer of the lesson


def posters(person: Person):
    shown = person.window.boards.currentWidget()
    assert isinstance(shown, Chooser)
    return shown.posters


def poster(person: Person, game: str = "mile-bones"):
    return next(poster for poster in posters(person) if poster.offer.game == game)


def test_the_lesson_is_offered_at_the_first_start(new_home: Home):
    new_home.set({ANIMATION: "off"})
    person = new_home.open(game=None)
    person.dialog(NameDialog)
    person.type("Anna")
    person.key(Key.Key_Return)
    person.wait_until(lambda: not person.dialogs())
    assert new_home.get(NAME) == "Anna"
    assert poster(person).learn.isVisible() and poster(person).new.isVisible()
    assert all(one.learn.isVisible() == spec(one.offer.game).has_lesson for one in posters(person))
    assert poster(person, "montreal-mille").learn.text() == "First deal"
    person.key(Key.Key_Tab)
    assert poster(person).learn.hasFocus()
    person.key(Key.Key_Return)
    settled(person)
    assert course(person).position == 0


def test_the_lesson_is_offered_until_a_game_was_played(home: Home):
    person = learn(home)
    person.click_button(bar(person).leave)
    assert poster(person).learn.isVisible(), "a lesson does not count as a game"
    person.click_button(poster(person).new)
    person.settled()
    person.choose("Game", "Choose game")
    assert not poster(person).learn.isVisible(), "there is a game to continue"
    person.click_button(poster(person).go_on)
    person.settled()
    person.draw()
    person.settled()
    person.window.games.new_game()  # the current game goes into the history
    person.settled()
    person.quit()
    home.autosave.unlink()
    again = home.open(game=None)
    assert not poster(again).learn.isVisible(), "a game was played"
    assert again.entry(*MENU).isEnabled(), "the menu always offers the lesson"
