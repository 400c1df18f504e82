"""A player's mistakes come back as puzzles. Tested are the choice of mistakes, the day of each puzzle, and the progress
that survives changes in the history.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from match.helpers import short_game
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.library.practice import DAYS, Practice, Progress
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from practised import NOON, choice, keep_reviewed

MONDAY = date(2026, 5, 4)


@pytest.fixture(scope="module")
def record() -> Record:
    return short_game()


@pytest.fixture
def history(tmp_path: Path, problems: list[Problem]) -> Iterator[History]:
    yield History(tmp_path / "history.db", problems.append)
    assert problems == []


def places(practice: Practice, day: date = MONDAY) -> list[tuple[int, int]]:
    return [(mistake.hand, mistake.action) for mistake in practice.waiting(day)]


# ------------------------------------------------------------------ choice of mistakes


def test_the_persons_marked_choices_wait_with_the_most_expensive_first(history: History, record: Record) -> None:
    few, dear, fine = choice(record, 1, 2, 40), choice(record, 2, 6, 150), choice(record, 2, 8, 20)
    theirs = next(found for action in range(3, 20) if (found := _at(record, action)) is not None and found.seat == 1)
    keep_reviewed(history, record, few, dear, fine, theirs)
    assert places(Practice(history)) == [(2, 6), (1, 2)], "neither cheap choices nor the computer's"


def _at(record: Record, action: int):
    try:
        return choice(record, 1, action)
    except ValueError:
        return None


def test_mistakes_of_a_later_game_come_first(history: History, record: Record) -> None:
    other = replace(record, id="1" * 32)
    keep_reviewed(history, other, choice(other, 2, 6), ended=NOON + timedelta(days=1))
    keep_reviewed(history, record, choice(record, 1, 2), ended=NOON)
    found = Practice(history).waiting(MONDAY)
    assert [(mistake.played.day, mistake.hand) for mistake in found] == [(5, 2), (4, 1)]


@pytest.mark.parametrize(
    ("kinds", "imported", "waits"),
    [
        (("human", "computer"), False, True),
        (("computer", "human"), False, False),  # the choice was made by seat 0
        (("human", "human"), False, True),
        (("computer", "computer"), False, False),
        (("human", "computer"), True, False),
    ],
    ids=str,
)
def test_only_peoples_choices_in_own_games_are_practised(
    history: History, record: Record, kinds: tuple[str, str], imported: bool, waits: bool
) -> None:
    first, second = (PlayerInfo("Somebody", kind, "expert" if kind == "computer" else None) for kind in kinds)
    game = replace(record, players=(first, second))
    keep_reviewed(history, game, choice(game, 1, 2), imported=imported)
    assert bool(places(Practice(history))) is waits


def test_without_reviewed_choices_there_are_no_mistakes(history: History, record: Record) -> None:
    practice = Practice(history)
    assert practice.waiting(MONDAY) == [] and practice.next_day() is None
    keep_reviewed(history, record)
    assert practice.waiting(MONDAY) == [] and practice.next_day() is None


def test_mistakes_from_a_review_of_another_coach_are_practised(history: History, record: Record) -> None:
    keep_reviewed(history, record, choice(record, 1, 2))
    (mistake,) = Practice(history).waiting(MONDAY)
    for kept in history.reviews(mistake.game):
        assert history.keep_review(mistake.game, kept._replace(coach="an older one"))
    assert Practice(history).waiting(MONDAY) == [mistake]
    assert Practice(history).puzzle(mistake) is not None


# ------------------------------------------------------------------ the position


def test_the_puzzle_is_the_position_with_the_answer_of_its_review(history: History, record: Record) -> None:
    kept = choice(record, 2, 6, 150)
    keep_reviewed(history, record, kept)
    practice = Practice(history)
    (mistake,) = practice.waiting(MONDAY)
    puzzle = practice.puzzle(mistake)
    assert puzzle is not None and (puzzle.position.hand, puzzle.position.action) == (2, 6)
    assert str(puzzle.best) == kept.best
    assert puzzle.is_solved_by(puzzle.best)
    assert not puzzle.is_solved_by(puzzle.position.legal_action(kept.chosen))


def test_a_deleted_game_has_no_puzzle(history: History, record: Record) -> None:
    keep_reviewed(history, record, choice(record, 1, 2))
    practice = Practice(history)
    (mistake,) = practice.waiting(MONDAY)
    history.delete([mistake.game])
    assert practice.puzzle(mistake) is None and practice.waiting(MONDAY) == []


def test_a_review_that_does_not_fit_the_position_gives_no_puzzle(
    history: History, record: Record, problems: list[Problem]
) -> None:
    wrong = replace(choice(record, 1, 2), action=4)
    keep_reviewed(history, record, wrong)
    practice = Practice(history)
    (mistake,) = practice.waiting(MONDAY)
    assert practice.puzzle(mistake) is None
    assert [problem.kind for problem in problems] == [ProblemKind.REVIEWS_DAMAGED]
    problems.clear()


# ------------------------------------------------------------------ days


def test_a_solved_mistake_returns_after_longer_and_longer_intervals() -> None:
    progress, day, rests = None, MONDAY, []
    for _time in range(8):
        progress = Progress.after(progress, solved=True, today=day)
        rests.append((progress.due - day).days)
        day = progress.due
    assert rests == [1, 3, 7, 14, 30, 90, 90, 90] == [*DAYS, 90, 90]


def test_an_unsolved_mistake_starts_again_the_next_day() -> None:
    progress = Progress(4, MONDAY)
    progress = Progress.after(progress, solved=False, today=MONDAY)
    assert progress == Progress(0, MONDAY + timedelta(days=1))
    assert Progress.after(progress, solved=True, today=MONDAY).due == MONDAY + timedelta(days=1)
    assert Progress.after(None, solved=False, today=MONDAY) == progress


@pytest.mark.parametrize(
    ("progress", "day", "due"),
    [
        (Progress(2, date(2026, 5, 7)), date(2026, 5, 6), False),
        (Progress(2, date(2026, 5, 7)), date(2026, 5, 7), True),
        (Progress(2, date(2026, 5, 7)), date(2027, 1, 1), True),
        (Progress(2, date(2026, 5, 7)), date(2026, 5, 4), False),
        (Progress(2, date(2030, 5, 7)), date(2026, 5, 4), True),  # the clock was years ahead and has been corrected
        (Progress(6, date(2026, 8, 2)), date(2026, 5, 4), False),
        (Progress(6, date(2026, 8, 3)), date(2026, 5, 4), True),
    ],
    ids=str,
)
def test_a_mistake_is_due_from_its_day_or_if_the_day_is_impossibly_far(
    progress: Progress, day: date, due: bool
) -> None:
    assert progress.is_due(day) is due


@pytest.mark.parametrize("text", ["", "1", "x 2026-05-04", "1 2026-13-04", "-1 2026-05-04", "9 2026-05-04", "1 2 3"])
def test_an_invalid_text_about_progress_is_read_as_no_progress(text: str) -> None:
    assert Progress.read(text) is None


def test_progress_is_read_as_it_was_written() -> None:
    assert Progress.read(str(Progress(3, MONDAY))) == Progress(3, MONDAY)


def test_answered_mistakes_wait_for_their_day_and_then_come_first(history: History, record: Record) -> None:
    keep_reviewed(history, record, choice(record, 1, 2, 40), choice(record, 2, 6, 150), choice(record, 2, 8, 90))
    practice = Practice(history)
    dear, middle, cheap = practice.waiting(MONDAY)
    practice.answered(cheap, solved=True, today=MONDAY)
    practice.answered(middle, solved=False, today=MONDAY)
    assert places(practice) == [(2, 6)]
    tuesday = MONDAY + timedelta(days=1)
    assert practice.next_day() == tuesday
    again = Practice(history)
    assert [(each.hand, each.action) for each in again.waiting(tuesday)][-1] == (2, 6)
    assert len(again.waiting(tuesday)) == 3
    (back,) = [each for each in again.waiting(tuesday) if each.key == cheap.key]
    assert again.answered(back, solved=True, today=tuesday).due == tuesday + timedelta(days=3)
    assert again.next_day() == tuesday, "the other one waits for that day"
    assert dear.progress is None


def test_setting_the_clock_back_loses_no_progress(history: History, record: Record) -> None:
    keep_reviewed(history, record, choice(record, 1, 2))
    practice = Practice(history)
    (mistake,) = practice.waiting(MONDAY)
    practice.answered(mistake, solved=True, today=date(2031, 1, 1))
    (again,) = practice.waiting(MONDAY)
    assert again.progress is not None and again.progress.solved == 1
    assert practice.answered(again, solved=True, today=MONDAY) == Progress(2, MONDAY + timedelta(days=3))
    assert practice.waiting(MONDAY) == []


# ------------------------------------------------------------------ storage


def test_progress_survives_the_deletion_of_the_game(history: History, record: Record) -> None:
    keep_reviewed(history, record, choice(record, 1, 2))
    practice = Practice(history)
    (mistake,) = practice.waiting(MONDAY)
    practice.answered(mistake, solved=True, today=MONDAY)
    history.delete([mistake.game])
    keep_reviewed(history, record, choice(record, 1, 2), ended=datetime.fromisoformat("2026-05-06T10:00:00"))
    (again,) = practice.mistakes()
    assert again.progress == Progress(1, MONDAY + timedelta(days=1))


def test_two_games_do_not_share_progress(history: History, record: Record) -> None:
    other = replace(record, id="2" * 32)
    for game in (record, other):
        keep_reviewed(history, game, choice(game, 1, 2))
    practice = Practice(history)
    practice.answered(practice.waiting(MONDAY)[0], solved=True, today=MONDAY)
    assert len(practice.waiting(MONDAY)) == 1


@pytest.mark.parametrize("page", ["reviews", "sqlite_schema"], ids=["one table", "the schema of all tables"])
def test_a_mended_history_keeps_the_progress(tmp_path: Path, record: Record, page: str) -> None:
    told: list[object] = []
    history, path = History(tmp_path / "history.db", told.append), tmp_path / "history.db"
    keep_reviewed(history, record, choice(record, 1, 2))
    practice = Practice(history)
    practice.answered(practice.waiting(MONDAY)[0], solved=True, today=MONDAY)
    data, root = bytearray(path.read_bytes()), _root(path, page)
    data[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(data)
    assert practice.mistakes() == [] and len(told) == 1, "the review must be made again"
    keep_reviewed(history, record, choice(record, 1, 2))
    (again,) = practice.mistakes()
    assert again.progress == Progress(1, MONDAY + timedelta(days=1))


def _root(path: Path, table: str) -> int:
    """Return the number of the first page of this table."""
    with closing(sqlite3.connect(path)) as database:
        row = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return 1 if row is None else int(row[0])


def test_other_facts_of_the_history_are_not_progress(history: History, record: Record) -> None:
    history.set_fact("mistakes", "none")
    history.set_fact("word", "two")
    keep_reviewed(history, record, choice(record, 1, 2))
    assert [each.progress for each in Practice(history).mistakes()] == [None]
    assert history.facts("mistake ") == {} and history.facts("wor") == {"d": "two"}
