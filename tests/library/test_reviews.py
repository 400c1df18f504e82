"""Reviews are kept with the history and continued after every interruption."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from match.helpers import short_game
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.games import facts
from mile_bones.library.reviews import Reviewing, Reviews, command
from mile_bones.match.replaying import Replay
from mile_bones.match.review import HandReview, Review, gathered, review
from mile_bones.match.review_shape import choice_shape, hand_shape
from mile_bones.players import coach_spec, has_coach, load_coach
from mile_bones.players.coach import Luck
from mile_bones.players.milebones import coaching, levels
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.rows import CountedGame

NOON = datetime.fromisoformat("2026-05-04T12:00:00")
WORLDS = 4


@pytest.fixture(scope="module")
def record() -> Record:
    return short_game()


@pytest.fixture(scope="module")
def whole(record: Record) -> Review:
    found, replay = load_coach("mile-bones"), Replay(record)
    assert found is not None
    return gathered(replay, review(replay, found, WORLDS))


@pytest.fixture
def history(tmp_path: Path, record: Record, problems: list[Problem]) -> Iterator[History]:
    history = History(tmp_path / "history.db", problems.append)
    history.add(CountedGame(record, NOON, facts(record), "unfinished"))
    yield history
    assert problems == []


def hand(number: int = 1) -> HandReview:
    return HandReview(number, (700, 200), Luck(20.0, ((3, 1, -5.0),)), ())


@pytest.mark.slow
def test_a_kept_hand_is_read_back(history: History, record: Record, whole: Review):
    reviews = Reviews(history)
    for each in whole.hands:
        assert reviews.keep(record, each, WORLDS)
    assert Reviews(history).known(record, WORLDS) == whole.hands


def test_another_version_of_the_coach_starts_without_reviews(
    history: History, record: Record, monkeypatch: pytest.MonkeyPatch
):
    reviews = Reviews(history)
    assert reviews.keep(record, hand())
    spec = coach_spec("mile-bones")
    assert spec is not None and reviews.known(record) == (hand(),)
    with monkeypatch.context() as patch:
        patch.setattr(coaching, "COACH", replace(spec, version=lambda: "a later one"))
        assert reviews.known(record) == ()
        assert reviews.keep(record, hand(2))
        assert reviews.known(record) == (hand(2),)
    assert reviews.known(record) == (hand(),)
    assert reviews.known(record, worlds=100) == ()


def test_a_game_that_is_not_in_the_history_is_reviewed_and_not_kept(history: History, record: Record):
    other = replace(record, body=Hands(record.hands[:1]))
    assert not Reviews(history).keep(other, hand())
    assert Reviews(history).known(other) == ()


@pytest.mark.parametrize(
    "text", ["", "null", "{}", "[" * 9999, '{"hand": 2, "points": [0, 0], "luck": null, "choices": []}']
)
def test_an_invalid_review_is_reported_and_not_used(
    history: History, record: Record, problems: list[Problem], text: str
):
    reviews = Reviews(history)
    reviews.keep(record, hand())
    number = history.number_of(record)
    assert number is not None
    (kept,) = history.reviews(number)
    history.keep_review(number, kept._replace(review=text))
    assert reviews.known(record) == ()
    assert [problem.kind for problem in problems] == [ProblemKind.REVIEWS_DAMAGED]
    problems.clear()


def test_games_without_a_coach_have_no_reviews(history: History, record: Record, monkeypatch: pytest.MonkeyPatch):
    assert Reviews(history).keep(record, hand()) and Reviews(history).known(record)
    monkeypatch.setattr(levels, "HAS_COACH", False)
    assert not has_coach(record.game) and Reviews(history).known(record) == ()


def lines(review: Review) -> list[bytes]:
    """Return the lines that the process writes about these hands."""
    shapes: list[dict[str, object]] = [{"of": sum(1 for _choice in review.choices())}]
    for each in review.hands:
        shapes += [{"choice": choice_shape(choice)} for choice in each.choices]
        shapes += [{"hand": hand_shape(each)}]
    return [json.dumps(shape).encode() for shape in shapes]


def test_the_pieces_of_a_review_are_counted_kept_and_combined(history: History, record: Record, whole: Review):
    reviewing = Reviewing(Reviews(history), record, WORLDS)
    assert (reviewing.done, reviewing.review.hands) == (0, ())
    told = []
    for line in lines(whole):
        piece = reviewing.heard(line)
        told.append(reviewing.done)
        if isinstance(piece, HandReview):
            assert Reviews(history).known(record, WORLDS)[-1] == piece
    assert told == sorted(told) and told[-1] == 1
    assert reviewing.review == whole
    assert Reviewing(Reviews(history), record, WORLDS).done == 1


def test_a_hand_is_kept_later_if_another_window_locks_the_history(tmp_path: Path, history: History, record: Record):
    reviewing = Reviewing(Reviews(history), record)
    line = json.dumps({"hand": hand_shape(hand())}).encode()
    with closing(sqlite3.connect(tmp_path / "history.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert reviewing.heard(line) == hand() and reviewing.review.hands == (hand(),)
        other.rollback()
    assert Reviews(history).known(record) == ()
    reviewing.stop()
    assert Reviews(history).known(record) == (hand(),), "it is written at a later attempt"


@pytest.mark.parametrize(
    "line", [b"", b"\n", b'{"hand": {"ha', b'{"hand": {}}', b'{"choice": 3}', b"[]", b"7", b"\xff"]
)
def test_half_a_line_of_a_killed_process_is_ignored(history: History, record: Record, line: bytes):
    reviewing = Reviewing(Reviews(history), record, WORLDS)
    assert reviewing.heard(line) is None
    assert reviewing.review.hands == () and reviewing.fault is None


@pytest.mark.proof
def test_finished_hands_survive_the_killing_of_the_process(history: History, record: Record, whole: Review):
    reviewing = Reviewing(Reviews(history), record, WORLDS, jobs=2)
    with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(reviewing.request)
        process.stdin.flush()
        while not isinstance(reviewing.heard(process.stdout.readline()), HandReview):
            assert process.poll() is None
        process.kill()
    later = Reviewing(Reviews(history), record, WORLDS)
    (first,) = later.review.hands
    done = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with done as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(later.request)
        process.stdin.flush()
        for line in process.stdout:
            piece = later.heard(line)
            assert piece is None or piece.hand != first.hand, "a finished hand is not reviewed again"
    assert later.review == whole and later.fault is None
    assert Reviews(history).known(record, WORLDS) == whole.hands
