"""A lesson in progress: its steps in either direction, and its objections to other actions."""

from __future__ import annotations

import pytest

from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.match import lesson as course_of_lesson
from mile_bones.match.lesson import LEARNER, LessonCourse

GAMES_WITH_LESSON = tuple(game for game in GAMES if spec(game).has_lesson)
TOTALS = {"mile-bones": (1500, 425), "montreal-mille": (245, -85), "millieu": (1, 0)}
"""The totals at the end of each lesson."""


def do(course: LessonCourse) -> None:
    """Do the right action of the current step, and the replies to it."""
    step = course.step
    assert step is not None
    if step.action is None:
        course.read()
        return
    course.match.submit(LEARNER, step.action)
    for _reply in step.replies:
        question = course.match.question()
        assert question is not None
        assert course.match.submit(question.seat, course.answer(question).action, question.ply)
    course.follow()


@pytest.mark.parametrize("game", GAMES_WITH_LESSON)
def test_a_lesson_leads_from_the_first_step_to_the_last(game: str) -> None:
    course = LessonCourse(game)
    for position in range(course.length):
        assert course.position == position
        do(course)
    assert course.position == course.length and course.step is None
    assert course.match.totals == TOTALS[game]


@pytest.mark.parametrize("game", GAMES_WITH_LESSON)
def test_jumping_to_a_step_gives_the_same_table_as_playing_to_it(game: str) -> None:
    played, jumped = LessonCourse(game), LessonCourse(game)
    for position in range(played.length):
        match = jumped.go_to(position)
        assert match is jumped.match is not played.match
        assert jumped.step is played.step
        assert match.observation(LEARNER) == played.match.observation(LEARNER)
        do(played)


def test_the_lesson_stays_at_its_step_until_the_computer_has_replied() -> None:
    course = LessonCourse("mile-bones")
    course.go_to(2)
    course.match.submit(LEARNER, PLAY[Card.GO])
    course.follow()
    assert course.position == 2, "the computer has still to draw and to play"


@pytest.mark.parametrize("game", GAMES_WITH_LESSON)
def test_every_action_waits_until_the_words_before_it_are_read(game: str) -> None:
    course = LessonCourse(game)
    texts = 0
    for position, step in enumerate(course.lesson.steps):
        if step.action is None:
            match = course.go_to(position)
            legal = match.observation(LEARNER).legal_actions()
            assert legal and all(course.objection(action) for action in legal)
            course.follow()
            assert course.position == position
            texts += 1
    assert texts


def test_another_game_begins_only_after_its_words_were_read() -> None:
    course = LessonCourse("millieu")
    numbers = [number for number, step in enumerate(course.lesson.steps) if step.new_state is not None]
    assert len(numbers) > 1
    for number in numbers:
        before = course.go_to(number - 1)
        step = course.step
        assert step is not None and step.action is None, "this step is to be read"
        for action in before.observation(LEARNER).legal_actions():
            assert course.objection(action) == step.why_not(action)
        course.follow()
        assert course.position == number - 1
        match = course.read()
        assert match is course.match is not before
        assert course.position == number and match.length == 0
        assert match.names == before.names and match.observation(LEARNER) != before.observation(LEARNER)


def test_reading_within_a_game_keeps_its_match() -> None:
    course = LessonCourse("millieu")
    before = course.match
    assert course.read() is None
    assert course.match is before and course.position == 1


def test_a_lesson_objects_to_any_but_the_right_action() -> None:
    course = LessonCourse("mile-bones")
    course.go_to(2)
    assert course.objection(PLAY[Card.GO]) is None
    reason = course.objection(PLAY[Card.EXTRA_TANK])
    assert reason is not None and "Keep it in your hand" in reason


def test_two_courses_of_a_lesson_do_not_affect_each_other() -> None:
    one, other = LessonCourse("mile-bones"), LessonCourse("mile-bones")
    do(one)
    do(one)
    assert other.position == 0 and other.match.length == 0
    assert one.match.id != other.match.id


def test_a_lesson_is_an_assisted_game_of_you_against_the_computer() -> None:
    match = LessonCourse("mile-bones").match
    assert match.names == ("You", "Computer") and match.persons == (LEARNER,)
    assert match.assisted and match.seed is None


def test_a_game_without_a_lesson_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course_of_lesson, "spec", lambda game: spec(game)._replace(has_lesson=False))
    with pytest.raises(ValueError, match="millieu has no lesson"):
        LessonCourse("millieu")
