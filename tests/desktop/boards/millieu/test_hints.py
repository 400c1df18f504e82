"""The coach in Millieu: a hint by the key H, the list of all choices with their points, the better move in a replay,
and the review.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop.at_puzzle import settled
from desktop.boards.millieu.gestures import by_clicks
from desktop.boards.millieu.gestures import ends as clicked
from desktop.driver import NOON, Home, Person, past
from desktop.reviewed import keep, reviewed
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.dialogs.review_figures import ReviewFigures
from mile_bones.desktop.tutor_bar import TutorBar
from mile_bones.engine.bodies import ActionList
from mile_bones.engine.record import Record
from mile_bones.games.millieu.actions import Place, parse_action
from mile_bones.library.settings import TUTOR
from mile_bones.match.position import Position
from mile_bones.match.replaying import Replay
from mile_bones.match.review import gathered, questions
from mile_bones.players import load_coach
from mile_bones.players.reasoned import POINTS_ONLY
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION
from pictures.cubes import TO_PLACE, TO_SLIDE, TO_TAKE, finished
from practised import choice, keep_reviewed

GAME = "millieu"


def before_action(record: Record, number: int) -> Record:
    """Return the game up to just before action `number`, counted from 1."""
    return replace(record, body=ActionList(record.body.first, record.body.actions[: number - 1]))


def at_the_cube(home: Home, record: Record) -> Person:
    home.set({ANIMATION: "off"})
    home.profile.games_dir.mkdir(parents=True, exist_ok=True)
    save_record(home.profile.games_dir / "current-millieu-1.json", record)
    person = home.open(game=GAME)
    person.settled()
    return person


def advised(person: Person) -> set[str]:
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}


def best_of(person: Person):  # type: ignore[no-untyped-def]
    return load_coach(GAME).rate(person.may_know, 2400).best.action


@pytest.mark.parametrize("record", [TO_PLACE, TO_SLIDE, TO_TAKE], ids=["place", "slide", "take"])
def test_a_hint_rings_a_piece_and_its_place_until_the_step_is_done(home: Home, record: Record) -> None:
    person = at_the_cube(home, record)
    person.key(Qt.Key.Key_H)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.wait_until(lambda: bool(advised(person)))
    best = best_of(person)
    piece = None if isinstance(best, Place) else person.sees.board[slot_names.point_index(clicked(best)[0])]
    end = clicked(best)[1] if piece is None or clicked(best)[1] in slot_names.BOARD else slot_names.hand(True, piece)
    assert advised(person) == {clicked(best)[0], end}
    assert person.message.startswith("Hint: ")
    assert person.play.match.assisted
    by_clicks(person.table, best)
    assert not advised(person), "the choice has been made"


def test_the_first_hint_says_why_it_does_not_matter_where_the_first_piece_goes(home: Home) -> None:
    home.set({ANIMATION: "off"})
    person = home.open(game=GAME)
    person.settled()
    person.key(Qt.Key.Key_H)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.wait_until(lambda: bool(advised(person)))
    assert person.message.endswith(". As far as is known, every choice is equally good.")
    person.window.resize(800, 600)
    person.settled()
    assert person.table.message.whole and person.table.message.text.endswith("every choice is equally good.")


def next_best_is_unexplained(record: Record) -> bool:
    """Return True if no reason is known against the next best step of the person, but one against a worse step."""
    coach, seen = load_coach(GAME), Position.at_end(record).observation()
    if seen.player != 0 or len(seen.legal_actions()) < 3:
        return False
    rating = coach.rate(seen, 2400)
    worse = [each.action for each in rating.worths if each.worth < rating.best.worth][:8]
    known = [coach.code(seen, rating.best.action, action) != POINTS_ONLY for action in worse]
    return rating.is_decision and not known[0] and any(known)


def test_a_hint_names_the_first_worse_choice_for_which_a_reason_is_known(home: Home) -> None:
    game = finished()
    records = (before_action(game, number) for number in range(4, len(game.body.actions)))
    person = at_the_cube(home, next(record for record in records if next_best_is_unexplained(record)))
    person.key(Qt.Key.Key_H)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.wait_until(lambda: bool(advised(person)))
    assert "Better than “" in person.message and "By its chances" not in person.message


@pytest.mark.proof
def test_the_list_of_choices_has_fifteen_rows_and_says_that_more_exist(home: Home) -> None:
    person = at_the_cube(home, TO_PLACE)
    person.key(Qt.Key.Key_H)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.wait_until(lambda: bool(advised(person)))
    person.key(Qt.Key.Key_H)
    advice = person.asked(AdviceDialog)
    assert len(advice.table.plan.rows) == 15
    rest = len(person.may_know.legal_actions()) - 15
    assert any(
        f"{rest} more choices cost " in label.text() for label in advice.findChildren(type(advice.band.subtitle))
    )
    assert "chance" in advice.band.subtitle.text()


def test_a_replay_shows_the_better_move_as_a_ghost_on_its_point(home: Home) -> None:
    record = finished()
    placed = next(question for question in list(questions(Replay(record)))[2:] if isinstance(question.chosen, Place))
    better = next(action for action in placed.observation.legal_actions() if action != placed.chosen)
    costs = {(1, placed.action): (str(better), 90.0)}
    home.set({ANIMATION: "off"})
    keep(past(home), record, reviewed(record, costs), NOON)
    person = home.open(game=GAME)
    person.window.games.replay_record(record)
    person.window.replay_review.go_to_next()
    near = placed.observation.seat == person.table.near_seat
    ghosts = {place: slot.marks.ghost.face for place, slot in person.table.slots.items() if slot.marks.ghost}
    assert ghosts == {slot_names.point(better.point): ART[better.piece]}
    assert advised(person) == {slot_names.hand(near, better.piece)}
    person.window.replay.bar.forward.click()
    assert not [place for place, slot in person.table.slots.items() if slot.marks.ghost]


def test_the_review_page_mentions_the_game_and_never_a_hand(home: Home) -> None:
    record = finished()
    figures = ReviewFigures(record)
    (hand,) = reviewed(record, {})
    review = gathered(Replay(record), [hand])
    told = [
        figures.progress(review),
        figures.progress(gathered(Replay(record), [])),
        figures.nothing_dear(gathered(Replay(record), [])),
        *(row.spoken for row in figures.numbers(review).rows),
        *(column.header.text for column in figures.numbers(review).columns),
        figures.part_word,
    ]
    assert not [text for text in told if "hand" in text.lower() or "deal" in text.lower()]
    assert not figures.has_luck(review)
    winner = "Won" if hand.points[0] else "Lost"
    assert any(row.cells[1].text == winner for row in figures.numbers(review).rows)


@pytest.mark.proof
def test_the_tutor_objects_to_a_costly_step_but_not_to_the_best(home: Home) -> None:
    home.set({TUTOR: True})
    person = at_the_cube(home, before_action(finished(), 18))
    person.wait_until(lambda: person.window.hints._known is not None)
    rating = person.window.hints._known[1]
    dear = next(worth.action for worth in rating.worths if rating.cost(worth.action).chance > 0.1)
    by_clicks(person.table, dear)
    bars = person.window.findChildren
    person.wait_until(lambda: bool(bars(TutorBar)))
    (bar,) = bars(TutorBar)
    assert "% of the game" in bar.words.text()
    better = {place: slot.marks.ghost for place, slot in person.table.slots.items() if slot.marks.ghost}
    assert set(better) | advised(person) == set(clicked(rating.best.action)) | advised(person)
    before = len(person.play.match.record().body.actions)
    by_clicks(person.table, rating.best.action)
    person.wait_until(lambda: len(person.play.match.record().body.actions) > before)
    assert not person.dialogs() and not any(bar.isVisible() for bar in bars(TutorBar))
    assert not [slot for slot in person.table.slots.values() if slot.marks.ghost]


def test_a_past_mistake_can_be_practised_on_the_cube(home: Home) -> None:
    record = finished()
    wrong = choice(record, 1, 18)
    keep_reviewed(past(home), record, wrong)
    home.set({ANIMATION: "off"})
    person = home.open(game=GAME)
    person.choose("Practice", "My mistakes")
    settled(person)
    best = parse_action(wrong.best)
    by_clicks(person.table, best)
    assert person.window.puzzle.bar.words.text().startswith("Well done, that is the best: slide ")
    assert advised(person) == set(clicked(best))
