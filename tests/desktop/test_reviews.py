"""The process that reviews games for a window."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from match.helpers import short_game
from mile_bones.desktop.controllers.reviews import ReviewController, ReviewState
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.games import facts
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.reviews import Reviews
from mile_bones.match.review import HandReview
from mile_bones.storage.profile import Profile
from mile_bones.storage.rows import CountedGame

NOON = datetime.fromisoformat("2026-05-04T12:00:00")
WORLDS = 4


@pytest.fixture(scope="module")
def record() -> Record:
    return short_game()


@pytest.fixture
def library(tmp_path: Path, record: Record) -> Iterator[GameLibrary]:
    library = GameLibrary(Profile(tmp_path), lambda: NOON, pytest.fail)
    library.history.add(CountedGame(record, NOON, facts(record), "unfinished"))
    yield library
    library.close()


@pytest.fixture
def controller(qapp, library: GameLibrary) -> Iterator[ReviewController]:
    controller = ReviewController(library, worlds=WORLDS)
    yield controller
    controller.close()


def reviewed(qtbot, controller: ReviewController, record: Record) -> None:
    """Wait until the whole review has arrived."""
    qtbot.waitUntil(lambda: controller.review_of(record).is_whole)


def first_hand(qtbot, controller: ReviewController, record: Record) -> None:
    with qtbot.waitSignal(controller.hand_reviewed):
        controller.begin(record)


def is_of(record: Record):
    return lambda about, *_more: about.digest() == record.digest()


@pytest.mark.proof
def test_choices_and_hands_arrive_one_by_one_and_are_kept(qtbot, controller, library, record):
    choices, hands, progress = [], [], []
    controller.choice_rated.connect(lambda _record, choice: choices.append((choice.hand, choice.action)))
    controller.choice_rated.connect(lambda _record, _choice: progress.append(controller.progress_of(record)))
    controller.hand_reviewed.connect(lambda _record, hand: hands.append(hand))
    assert controller.progress_of(record) == 0
    controller.begin(record)
    assert controller.state_of(record) is ReviewState.RUNNING
    reviewed(qtbot, controller, record)
    qtbot.waitUntil(lambda: controller.state_of(record) is ReviewState.RESTING)
    review = controller.review_of(record)
    assert sorted(choices) == [(choice.hand, choice.action) for choice in review.choices()]
    assert sorted(hands, key=lambda hand: hand.hand) == list(review.hands) and len(hands) == 2
    assert progress == sorted(progress) and progress[0] > 0
    assert controller.progress_of(record) == 1 and controller.fault_of(record) is None
    assert Reviews(library.history).known(record, WORLDS) == review.hands


def test_a_kept_review_of_a_hand_is_shown_at_once_without_reviewing_again(qtbot, controller, library, record):
    kept = HandReview(1, (700, 200), None, ())
    Reviews(library.history).keep(record, kept, WORLDS)
    assert controller.review_of(record).hands == (kept,)
    first_hand(qtbot, controller, record)
    assert controller.review_of(record).hands[0] == kept and controller.review_of(record).is_whole


@pytest.mark.slow
def test_a_stopped_review_continues_where_it_was(qtbot, controller, record):
    first_hand(qtbot, controller, record)
    (done,) = controller.review_of(record).hands
    controller.stop(record)
    assert controller.state_of(record) is ReviewState.RESTING
    assert controller.choices_of(record) == list(done.choices)
    again = []
    controller.hand_reviewed.connect(lambda _record, hand: again.append(hand.hand))
    controller.begin(record)
    reviewed(qtbot, controller, record)
    assert len(again) == 1 and again != [done.hand]


@pytest.mark.proof
def test_the_game_requested_last_is_reviewed_first(qtbot, controller, record):
    other = replace(record, body=Hands(record.hands[:1]), id="0a" * 16)
    changes = []
    controller.state_changed.connect(lambda about: changes.append((about.id, controller.state_of(about))))
    controller.begin(record)
    controller.begin(other)
    assert controller.state_of(record) is ReviewState.WAITING and controller.state_of(other) is ReviewState.RUNNING
    reviewed(qtbot, controller, other)
    assert not controller.review_of(record).is_whole
    reviewed(qtbot, controller, record)
    qtbot.waitUntil(lambda: controller.state_of(record) is ReviewState.RESTING)
    assert changes == [
        (record.id, ReviewState.RUNNING),
        (record.id, ReviewState.WAITING),
        ("0a" * 16, ReviewState.RUNNING),
        ("0a" * 16, ReviewState.RESTING),
        (record.id, ReviewState.RUNNING),
        (record.id, ReviewState.RESTING),
    ]


def test_a_waiting_review_can_be_stopped(qtbot, controller, record):
    other = replace(record, id="0a" * 16)
    controller.begin(record)
    controller.begin(other)
    controller.stop(record)
    assert controller.state_of(record) is ReviewState.RESTING and controller.state_of(other) is ReviewState.RUNNING
    controller.begin(record)
    controller.stop(record)
    assert controller.state_of(other) is ReviewState.RUNNING, "the other game is reviewed again"


@pytest.mark.proof
def test_a_review_is_kept_once_its_game_is_in_the_history(qtbot, controller, library, record):
    new = replace(record, id="0b" * 16)
    first_hand(qtbot, controller, new)
    assert Reviews(library.history).known(new, WORLDS) == ()
    library.history.add(CountedGame(new, NOON, facts(new), "unfinished"))
    reviewed(qtbot, controller, new)
    qtbot.waitUntil(lambda: len(Reviews(library.history).known(new, WORLDS)) == 2)


def test_the_process_ends_with_the_window(qtbot, controller, record):
    controller.begin(record)
    process = controller._process
    qtbot.waitUntil(lambda: process.processId() > 0)
    controller.close()
    assert process.state() is process.ProcessState.NotRunning
    assert controller.state_of(record) is ReviewState.RESTING


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (["/there/is/no/such/program"], "does not start"),
        ([sys.executable, "-c", "print('{}')"], "broken off"),
        ([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], "broken off"),
        ([sys.executable, "-c", """print('{"fault": "the deck is torn"}')"""], "reviewed: the deck is torn."),
    ],
)
def test_a_failed_review_is_explained_in_a_sentence(qtbot, controller, record, monkeypatch, program, told):
    with monkeypatch.context() as patch:
        patch.setattr("mile_bones.library.reviews.command", lambda: program)
        with qtbot.waitSignal(controller.failed, check_params_cb=is_of(record)) as failed:
            controller.begin(record)
    assert told in failed.args[1] and controller.fault_of(record) == failed.args[1]
    assert controller.state_of(record) is ReviewState.RESTING
    controller.begin(record)
    assert controller.fault_of(record) is None and controller.state_of(record) is ReviewState.RUNNING
