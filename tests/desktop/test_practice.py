"""The practice of reviewed positions, *My mistakes*. Answers are given and judged. The history, the settings and the
waiting game stay unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QApplication

from desktop.at_puzzle import bar, shown, suggested
from desktop.driver import Home, Person, past, target_of
from match.helpers import short_game
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.puzzle_bar import PuzzleBar
from mile_bones.engine.record import Record
from mile_bones.games.milebones.actions import DISCARD, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.library.practice import Practice
from mile_bones.library.settings import TUTOR
from mile_bones.match.position import Position
from mile_bones.match.replaying import Replay
from mile_bones.players import load_coach
from mile_bones.storage.settings import ANIMATION, ASK_DISCARD, AUTO_DRAW
from practised import choice, keep_reviewed
from stories import before_the_end, going, near_the_goal

Key = Qt.Key
PRESS = QAccessibleActionInterface.pressAction()
MENU = ("Practice", "My mistakes")
BEST, WRONG, NEAR = DISCARD[Card.MILES_50], DISCARD[Card.MILES_25], DISCARD[Card.MILES_75]


@pytest.fixture(scope="module", autouse=True)
def _coach() -> None:
    load_coach("mile-bones")


def review(home: Home, *kept, record: Record | None = None) -> Record:
    """Enter a game with its review. The person has discarded a 25, and a 50 would have been better."""
    record = record or short_game()
    keep_reviewed(past(home), record, *(kept or (choice(record, 1, 2, 80, str(BEST)),)))
    return record


def practise(home: Home, record: Record | None = None, **start: object) -> Person:
    """Open the first waiting position, with ``record`` as the game that waits meanwhile."""
    person = home.open(record, game=None if record is None else "mile-bones", **start)
    person.choose(*MENU)
    settled(person)
    return person


def settled(person: Person) -> None:
    turns = person.window.puzzle.turns
    person.wait_until(lambda: turns is None or turns.idle or bool(person.dialogs()))


def files(home: Home) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in home.root.rglob("*") if path.suffix in (".json", ".ini")}


def by_drag(person: Person, action: Action) -> None:
    person.drag(action.card.notation, target_of(action))


def by_clicks(person: Person, action: Action) -> None:
    person.click(person.place_of(action.card.notation))
    person.click(target_of(action))


def by_keys(person: Person, action: Action) -> None:
    person.walk_to(person.place_of(action.card.notation))
    person.key(Key.Key_Space)
    person.walk_to(target_of(action))
    person.key(Key.Key_Return)


def by_screen_reader(person: Person, action: Action) -> None:
    """Press the card and then its target, as a screen reader does."""
    for place in (person.place_of(action.card.notation), target_of(action)):
        button, pressed = person.table.buttons[place], []
        button.clicked.connect(partial(pressed.append, place))
        QAccessible.queryAccessibleInterface(button).actionInterface().doAction(PRESS)
        person.wait_until(pressed.__len__)


# ------------------------------------------------------------------ the answer


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("do", [by_drag, by_clicks, by_keys, by_screen_reader], ids=lambda do: do.__name__)
def test_a_position_is_answered_by_a_move_and_nothing_is_played(home: Home, do: Callable[[Person, Action], None]):
    review(home)
    person = practise(home)
    before, seen = person.window.puzzle.turns.match.length, person.sees
    assert bar(person).words.text() == "What would you play?" and shown(person) == {"Show me", "Leave"}
    assert suggested(person) == set()
    do(person, WRONG)
    settled(person)
    assert bar(person).words.text() == "Not this one: it costs about 80 points."
    assert bar(person).note.text() == "Try something else, or have the answer shown."
    assert suggested(person) == set()
    assert shown(person) == {"Show me", "Try again", "Next", "Leave"} and bar(person).again.hasFocus()
    assert person.sees == seen and person.window.puzzle.turns.match.length == before
    assert person.flights() == [] and not any(slot.marks.hidden for slot in person.table.slots.values())


def test_a_double_click_answers_a_position(home: Home):
    record = short_game()
    review(home, choice(record, 1, 14, 90, "discard 50"), record=record)
    person = practise(home)
    chosen = Replay(record).actions_of(1)[13]
    person.click(person.place_of(chosen.card.notation))
    person.double_click(person.place_of(chosen.card.notation))
    assert bar(person).words.text() == "Not this one: it costs about 90 points."


def test_the_best_answer_is_praised_and_a_hardly_worse_one_called_good(home: Home):
    record = short_game()
    kept = choice(record, 1, 2, 80, str(BEST))
    worths = tuple(
        replace(worth, worth=90.0, se=20.0) if worth.action == str(NEAR) else worth for worth in kept.rating.worths
    )
    worths = tuple(sorted(worths, key=lambda worth: -worth.worth))
    review(home, replace(kept, rating=replace(kept.rating, worths=worths)), record=record)
    person = practise(home)
    by_drag(person, NEAR)
    assert bar(person).words.text().startswith("Good: that costs next to nothing. A little better still: discard 50 ")
    person.click_button(bar(person).again)
    by_drag(person, BEST)
    assert bar(person).words.text().startswith("Well done, that is the best: discard 50 Miles. ")


def test_the_answer_can_be_shown_without_a_try(home: Home):
    review(home)
    person = practise(home)
    person.click_button(bar(person).show_it)
    assert bar(person).words.text().startswith("Best is: discard 50 Miles. ")
    assert suggested(person) == {person.place_of("50"), slot_names.DISCARD}
    (mistake,) = Practice(past(home)).mistakes()
    assert mistake.progress.solved == 0


def test_after_a_wrong_answer_the_answer_can_be_shown(home: Home):
    review(home)
    person = practise(home)
    by_drag(person, WRONG)
    person.click_button(bar(person).show_it)
    assert bar(person).words.text().startswith("Best is: discard 50 Miles. ")
    assert bar(person).note.text().startswith("On average: discard 50 Miles: 100 points, 50% to win; ")
    assert bar(person).note.text().endswith(" It comes back tomorrow.")
    assert suggested(person) == {person.place_of("50"), slot_names.DISCARD}
    assert shown(person) == {"All values", "Try again", "Next", "Leave"} and bar(person).next.hasFocus()


def test_enter_after_a_wrong_answer_tries_again_and_returns_to_the_table(home: Home):
    review(home)
    person = practise(home)
    by_keys(person, WRONG)
    person.wait_until(bar(person).again.hasFocus)
    person.key(Key.Key_Return)
    settled(person)
    assert bar(person).words.text() == "What would you play?"
    by_keys(person, BEST)
    person.wait_until(bar(person).next.hasFocus)
    assert bar(person).words.text().startswith("Well done")


@pytest.mark.parametrize("do", [by_drag, by_clicks], ids=lambda do: do.__name__)
def test_after_a_wrong_answer_another_can_be_played_at_once(home: Home, do: Callable[[Person, Action], None]):
    review(home)
    person = practise(home)
    by_drag(person, WRONG)
    do(person, DISCARD[Card.FLAT_TIRE])
    settled(person)
    assert bar(person).words.text().startswith("Not this one: ") and bar(person).again.hasFocus()
    do(person, BEST)
    settled(person)
    assert bar(person).words.text().startswith("Well done") and bar(person).next.hasFocus()
    assert suggested(person) == {person.place_of("50"), slot_names.DISCARD}
    (mistake,) = Practice(past(home)).mistakes()
    assert mistake.progress.solved == 0, "only the first answer counts"


def test_try_again_repeats_a_position_but_only_the_first_answer_counts(home: Home):
    review(home)
    person = practise(home)
    seen = person.sees
    by_drag(person, WRONG)
    person.click_button(bar(person).again)
    settled(person)
    assert bar(person).words.text() == "What would you play?" and suggested(person) == set() and person.sees == seen
    by_drag(person, BEST)
    assert bar(person).words.text().startswith("Well done") and "comes back tomorrow" in bar(person).note.text()
    (mistake,) = Practice(past(home)).mistakes()
    assert mistake.progress.solved == 0


def test_once_the_answer_is_known_the_table_ignores_further_moves(home: Home):
    review(home)
    person = practise(home)
    by_drag(person, BEST)
    told = bar(person).words.text()
    by_drag(person, WRONG)
    assert bar(person).words.text() == told and person.flights() == []


def test_the_button_all_values_opens_a_list_of_all_choices(home: Home):
    record = review(home)
    person = practise(home)
    by_drag(person, BEST)
    person.click_button(bar(person).worths)
    rows = person.dialog(AdviceDialog).table.plan.rows
    assert len(rows) == len(choice(record, 1, 2).rating.worths)
    assert [cell.text for cell in rows[0].cells] == ["Discard 50 Miles", "100", "50%", "–"]


def test_a_position_to_practise_can_be_the_question_about_the_extension(home: Home):
    record = near_the_goal(target=700).me("draw 50", "play 100", "extend no").record()
    action = len(record.hands[0].actions)
    review(home, choice(record, 1, action, 60, "extend yes"), record=record)
    person = practise(home)
    question = person.asked(ExtensionDialog)
    person.click_button(question.no)
    person.wait_until(lambda: not person.dialogs())
    assert bar(person).words.text() == "Not this one: it costs about 60 points."
    assert person.dialogs() == [] and bar(person).again.hasFocus(), "it is not asked again at once"
    person.click_button(bar(person).again)
    person.click_button(person.asked(ExtensionDialog).yes)
    person.wait_until(lambda: not person.dialogs())
    assert bar(person).words.text().startswith("Well done")


def test_an_illegal_move_is_not_an_answer(home: Home):
    review(home)
    person = practise(home)
    by_drag(person, PLAY[Card.MILES_25])
    assert bar(person).words.text() == "What would you play?" and person.message


def test_options_do_not_interfere_with_an_answer(home: Home):
    """The question before a discard, the tutor and automatic drawing are on in the options, but have no effect."""
    home.set({ASK_DISCARD: True, TUTOR: True, AUTO_DRAW: True})
    review(home)
    person = practise(home)
    by_drag(person, WRONG)
    assert person.dialogs() == [] and bar(person).words.text().startswith("Not this one")


# ------------------------------------------------------------------ one position after another


def test_next_leads_through_all_waiting_positions_and_ends(home: Home):
    record = short_game()
    review(home, choice(record, 1, 2, 80, str(BEST)), choice(record, 2, 6, 150), record=record)
    person = practise(home)
    assert bar(person).note.text() == "From your game of 4 May 2026, hand 2."
    person.click_button(bar(person).show_it)
    person.key(Key.Key_Return)
    settled(person)
    assert bar(person).note.text() == "From your game of 4 May 2026, hand 1." and suggested(person) == set()
    by_drag(person, BEST)
    person.click_button(bar(person).next)
    done = person.asked(MessageDialog)
    assert "The next position comes back on 5 May 2026" in done.text.text()
    assert person.window.puzzle.puzzle is None
    person.click_button(done.close_button)
    person.choose(*MENU)
    assert "no hurry" in person.asked(MessageDialog).text.text()


def test_a_position_of_a_game_without_hands_says_the_move(home: Home):
    record, _action = before_the_end("millieu", 0)
    first = 1 if Position(record, 1, 1).seat == 0 else 3
    review(home, choice(record, 1, first), record=record)
    person = practise(home)
    assert bar(person).note.text() == f"From your game of 4 May 2026, after move {first - 1}."


def test_a_solved_position_returns_after_growing_intervals(home: Home):
    review(home)
    person = practise(home)
    by_drag(person, BEST)
    assert bar(person).note.text().endswith("It comes back tomorrow.")
    person.click_button(bar(person).leave)
    home.now += timedelta(days=1)
    person.choose(*MENU)
    settled(person)
    by_drag(person, BEST)
    assert bar(person).note.text().endswith("It comes back in 3 days.")


def test_without_a_review_a_message_says_where_mistakes_come_from(home: Home):
    person = home.open(going().record())
    person.choose(*MENU)
    told = person.asked(MessageDialog)
    assert "let the coach review a game" in told.text.text()
    person.key(Key.Key_F1)
    person.wait_until(lambda: person.window.dialog_stack.help is not None)
    assert person.window.dialog_stack.help.topic == "practice"


# ------------------------------------------------------------------ what stays untouched


def test_the_waiting_game_returns_and_nothing_was_counted(home: Home):
    review(home)
    person = home.open(going().record())
    before, games = person.play.match.record(), past(home).count()
    person.choose(*MENU)
    settled(person)
    written = files(home)
    for entry in (("Game", "Save as"), ("Game", "Give up"), ("Move", "Undo"), ("Move", "Hint")):
        assert not person.entry(*entry).isEnabled(), entry
    by_drag(person, WRONG)
    assert files(home) == written and past(home).count() == games
    assert person.window.library.results.games == (0, 0)
    person.click_button(bar(person).leave)
    person.settled()
    assert person.play.match.record() == before and not person.play.match.assisted
    assert suggested(person) == set() and person.window.puzzle.bar is None
    person.looks_right()
    person.draw()
    person.settled()
    assert len(home.acts()) == sum(len(hand.actions) for hand in before.hands) + 1, "the game continues"


def test_practice_keeps_the_order_of_the_waiting_hand(home: Home):
    review(home)
    person = practise(home, going().record())
    before = person.play.match.arrangement
    person.walk_to(slot_names.hand(0))
    person.key(Key.Key_Right, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert person.play.match.arrangement == before


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("way", [("Game", "New game"), ("Game", "Choose game"), ("Practice", "First hand, a lesson")])
def test_another_game_or_a_lesson_ends_the_practice(home: Home, way: tuple[str, str]):
    review(home)
    person = practise(home, going().record())
    by_drag(person, WRONG)
    table = person.table
    person.choose(*way)
    assert person.window.puzzle.puzzle is None and person.window.puzzle.turns is None
    assert not any(one.isVisible() for one in person.window.findChildren(PuzzleBar))
    assert not any(slot.marks.suggested for slot in table.slots.values() if way[0] == "Game"), "nothing stays lit"


def test_practice_replaces_a_lesson_or_a_replay(home: Home):
    record = short_game()
    review(home, choice(record, 1, 2, 80, str(BEST)), choice(record, 2, 6, 60), record=record)
    person = home.open(going().record())
    for way in (("Practice", "First hand, a lesson"), ("Game", "Replay from the beginning")):
        person.choose(*way)
        person.choose(*MENU)
        settled(person)
        assert person.window.lesson.course is None and person.window.replay.record is None
        assert person.table.viewpoint is None
        person.click_button(bar(person).show_it)
        assert bar(person).words.text().startswith("Best is")
        person.click_button(bar(person).leave)
        person.settled()
    person.looks_right()


def test_a_choice_shown_from_a_review_ends_the_practice(home: Home):
    record = review(home)
    person = practise(home)
    person.window.review_page.choice_requested.emit(record, 1, 2)
    assert person.window.puzzle.puzzle is None and person.window.replay.record == record
    assert not any(one.isVisible() for one in person.window.findChildren(PuzzleBar))


def test_closing_the_window_during_practice_keeps_the_waiting_game(home: Home):
    review(home)
    person = practise(home, going().record())
    before = person.play.match.record()
    person.window.close()
    assert person.window.puzzle.puzzle is None
    person.quit()
    assert home.open(game=None).play.match.record() == before


# ------------------------------------------------------------------ accessibility


def test_question_and_answer_are_announced_and_accessible(home: Home):
    review(home)
    person = home.open(going().record())
    heard: list[str] = []
    person.table.announcer.announced.connect(heard.append)
    person.choose(*MENU)
    settled(person)
    by_keys(person, WRONG)
    person.wait_until(lambda: person.table.announcer.silent)
    told = " ".join(heard)
    assert "What would you play?" in told and "Not this one: it costs about 80 points." in told
    assert QAccessible.queryAccessibleInterface(bar(person)).text(QAccessible.Text.Name) == "My mistakes"
    assert bar(person).words.text() in bar(person).accessibleDescription()
    place = person.place_of("50")
    assert "50 Miles" not in told and "Suggested" not in person.table.buttons[place].accessibleDescription()
    person.click_button(bar(person).show_it)
    assert person.table.buttons[place].accessibleDescription().startswith("Suggested. ")


def test_tab_reaches_the_buttons_and_their_mnemonics_are_unique(home: Home):
    review(home)
    person = practise(home)
    by_drag(person, WRONG)
    reached = set()
    for _press in range(80):
        person.key(Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {button for button in bar(person).buttons if button.isVisible()} <= reached
    menus = {action.text().partition("&")[2][0] for action in person.window.menuBar().actions()}
    letters = [button.text().partition("&")[2][0].upper() for button in bar(person).buttons]
    assert len({*letters, *menus}) == len(letters) + len(menus)


def test_the_bar_never_grows_and_its_words_fit(home: Home):
    home.set({ANIMATION: "off"})
    review(home)
    person = practise(home)
    high = bar(person).height()
    for action in (BEST, WRONG, NEAR):
        by_drag(person, action)
        QApplication.processEvents()
        for label in (bar(person).words, bar(person).note):
            assert label.height() >= label.heightForWidth(label.width())
        assert bar(person).height() == high
        person.click_button(bar(person).again)
        settled(person)


def test_f1_opens_the_help_page_of_the_practice(home: Home):
    review(home)
    person = practise(home)
    bar(person).leave.setFocus()
    person.key(Key.Key_F1)
    assert person.window.dialog_stack.help.topic == "practice"
