"""Rows of reviews that are damaged or forged are skipped. The user is told about them once."""

from __future__ import annotations

import json
import math
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop.driver import Home, past
from desktop.test_statistics import show
from mile_bones.desktop.dialogs import coach_figures
from mile_bones.desktop.dialogs.coach_charts import view_chart
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.dialogs.review import ReviewDialog
from mile_bones.desktop.dialogs.review_figures import ReviewFigures
from mile_bones.games import facts, spec
from mile_bones.library.practice import Practice
from mile_bones.library.review_statistics import ReviewStatistics, reviewed
from mile_bones.library.reviews import Reviewing, Reviews
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.review import Choice
from mile_bones.match.review_shape import read_hand
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.statistics import Span
from pictures.deals import GAMES
from pictures.profiles import NOW, REVIEWED

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("does not support propagateSizeHints")]

SHAPES: list[Any] = json.loads((GAMES.parent / "review.json").read_text(encoding="utf-8"))
WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 7, 99, 10**30, 10**400, 0.5, -2.5, 1e300, math.inf, -math.inf, math.nan, "", "play GO", "\ud800",
    "<b>x</b>", [], [[]], [0, 0, 0], {}, {"hand": 1},
)  # fmt: skip
TEXTS = (
    "", "null", "7", "[]", "{}", "{", "NaN", "[" * 100_000, '{"a":' * 100_000, "9" * 5000, '"\\ud800"', "\0",
    '{"hand": 1, "points": [0, 0], "luck": [1e999, []], "choices": []}',
    '{"hand": 1, "points": [-1e999, 0], "luck": null, "choices": []}',
)  # fmt: skip


class Kept:
    """A history with a game and the reviews of its hands. A test damages one of these reviews."""

    def __init__(self, folder: Path) -> None:
        self.problems: list[Problem] = []
        self.path = folder / "history.db"
        history = History(self.path, pytest.fail)
        history.add(CountedGame(REVIEWED, NOW, facts(REVIEWED), "finished"))
        for shape in SHAPES:
            assert Reviews(history).keep(REVIEWED, read_hand(shape))
        number = history.number_of(REVIEWED)
        assert number is not None
        self.number = number
        self.rows = history.reviews(number)
        self.summaries = [json.loads(row.summary) for row in self.rows]

    def history(self) -> History:
        """Return the history as a window that has just been opened sees it."""
        self.problems = []
        return History(self.path, self.problems.append)

    def put(self, at: int, *, review: str | None = None, summary: str | None = None) -> None:
        row = self.rows[at]
        row = row._replace(review=row.review if review is None else review)
        row = row._replace(summary=row.summary if summary is None else summary)
        with closing(sqlite3.connect(self.path)) as database, database:
            database.execute(
                "UPDATE reviews SET summary = ?, review = ? WHERE game = ? AND hand = ?",
                (row.summary.encode("utf-8", "replace").decode(), zlib.compress(row.review.encode("utf-8", "replace")),
                 self.number, row.hand),
            )  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("reviews"))


def leaves(shape: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in `shape`."""
    yield path
    items = shape.items() if isinstance(shape, dict) else enumerate(shape) if isinstance(shape, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


def damaged(shape: Any, luck: random.Random) -> str:
    """Return `shape` as JSON with one fault: a wrong value, a missing value, or a repeated value."""
    copy = json.loads(json.dumps(shape))
    place = luck.choice([path for path in leaves(copy) if path])
    inside = copy
    for key in place[:-1]:
        inside = inside[key]
    how = luck.randrange(4)
    if how == 0 and isinstance(inside, dict):
        del inside[place[-1]]
    elif how == 1 and isinstance(inside, list):
        inside.append(inside[place[-1]])
    elif how == 2 and isinstance(inside, list):
        del inside[place[-1]]
    else:
        inside[place[-1]] = luck.choice(WRONG)
    return json.dumps(copy)


def use_review(history: History, dialog: ReviewDialog | None = None) -> list[Choice]:
    """Ask for everything that the page of a review shows. Return its choices."""
    reviewing = Reviewing(Reviews(history), REVIEWED)
    figures, review, choices = ReviewFigures(REVIEWED), reviewing.review, reviewing.choices()
    for choice in review.marked():
        assert figures.mark(choice).sentence
    for choice in choices:
        assert 0 <= figures.place(choice) <= len(SHAPES) and 0 <= choice.chance <= 1
    assert figures.numbers(review) and figures.progress(review)
    assert all(math.isfinite(chance) for _at, chance in figures.chances(choices, whole=True).points)
    for seat in (0, 1):
        assert abs(review.luck_of(seat) or 0) < 10**8 and abs(review.error_rate(seat).cost) < 10**9
    if dialog is not None:
        dialog.show_review(review, choices)
    return choices


def use_statistics(history: History) -> ReviewStatistics:
    found = history.statistics(Span(game=REVIEWED.game))
    assert found is not None
    work = reviewed(history, REVIEWED.game, found)
    while True:
        try:
            next(work)
        except StopIteration as end:
            added: ReviewStatistics = end.value
            return added


def use_practice(history: History) -> list[Puzzle]:
    practice = Practice(history)
    puzzles = [practice.puzzle(mistake) for mistake in practice.mistakes()]
    assert practice.waiting(date(2026, 5, 5)) is not None
    found = [puzzle for puzzle in puzzles if puzzle is not None]
    for puzzle in found:
        assert math.isfinite(puzzle.rating.gap(puzzle.best))
    return found


def told(kept: Kept) -> bool:
    """Return True if the damage was reported, or False if it was not. A report must come once and in one sentence."""
    assert [problem.kind for problem in kept.problems] in ([], [ProblemKind.REVIEWS_DAMAGED])
    return bool(kept.problems)


@pytest.fixture(scope="module")
def dialog(qapp, kept: Kept) -> Iterator[ReviewDialog]:
    reviewing = Reviewing(Reviews(kept.history()), REVIEWED)
    dialog = ReviewDialog(ReviewFigures(REVIEWED), reviewing.review)
    dialog.show_review(reviewing.review, reviewing.choices())
    while dialog.chances is None:
        qapp.processEvents()
    yield dialog
    dialog.close()


def test_undamaged_reviews_are_used_and_nothing_is_reported(kept: Kept):
    history = kept.history()
    assert len(use_review(history)) == sum(len(shape["choices"]) for shape in SHAPES)
    assert use_statistics(history).hands == len(SHAPES)
    assert use_practice(history)
    assert not told(kept)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_review_is_skipped_and_reported(kept: Kept, dialog: ReviewDialog, seed: int):
    luck = random.Random(seed)
    whole = [json.loads(row.review) for row in kept.rows]
    for number in range(12):
        at = luck.randrange(len(SHAPES))
        text = damaged(whole[at], luck) if number else luck.choice(TEXTS)
        kept.put(at, review=text)
        history = kept.history()
        choices = use_review(history)
        assert told(kept) == (kept.rows[at].hand not in {choice.hand for choice in choices})
        use_practice(history)
        kept.put(at)


@pytest.mark.sample(slow=1, proof=3)
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_text_that_is_not_a_review_is_skipped_and_reported(kept: Kept, text: str):
    kept.put(0, review=text, summary=text)
    for use in (use_review, use_statistics, use_practice):
        use(kept.history())
        assert told(kept) or (use is use_practice and text.startswith("{")), (
            "a summary by an early coach has no mistakes to practise"
        )
    kept.put(0)


@pytest.mark.sample(slow=0, proof=1)
@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_summary_is_skipped_and_reported(kept: Kept, qapp, seed: int):
    luck = random.Random(seed)
    game = spec(REVIEWED.game)
    for number in range(4):
        at = luck.randrange(len(SHAPES))
        kept.put(at, summary=damaged(kept.summaries[at], luck) if number else luck.choice(TEXTS))
        history = kept.history()
        added = use_statistics(history)
        assert told(kept) == (added.hands < len(SHAPES))
        use_practice(history)
        told(kept)
        kept.put(at)
    for view in coach_figures.views(game):
        view_chart(view, added, ("You", "Computer"), game).deleteLater()


ROWS = {
    "another hand": "UPDATE reviews SET hand = 40 WHERE hand = 1",
    "before the first": "UPDATE reviews SET hand = -3 WHERE hand = 1",
    "of another hand": "UPDATE reviews SET review = (SELECT review FROM reviews WHERE hand = 2) WHERE hand = 1",
    "not packed": "UPDATE reviews SET review = x'0102' WHERE hand = 1",
    "half of it": "UPDATE reviews SET review = substr(review, 1, length(review) / 2) WHERE hand = 1",
    "very large": "UPDATE reviews SET review = zeroblob(5000000) WHERE hand = 1",
    "by nobody": "UPDATE reviews SET coach = '' WHERE hand = 1",
}


@pytest.mark.sample(slow=1, proof=2)
@pytest.mark.parametrize("what", ROWS)
def test_a_damaged_row_is_skipped_and_reported(tmp_path: Path, what: str):
    kept = Kept(tmp_path)
    with closing(sqlite3.connect(kept.path)) as database, database:
        assert database.execute(ROWS[what]).rowcount
    hands = {choice.hand for choice in use_review(kept.history())}
    assert told(kept) and hands == set(range(2, len(SHAPES) + 1))
    use_statistics(kept.history())
    told(kept)
    use_practice(kept.history())
    told(kept)


def elsewhere(shape: Any) -> Any:
    shape["choices"] = [choice | {"action": choice["action"] + 1} for choice in shape["choices"]]


def far_away(shape: Any) -> Any:
    shape["choices"] = [choice | {"action": 9999} for choice in shape["choices"]]


def of_the_other(shape: Any) -> Any:
    shape["choices"] = [choice | {"seat": 1 - choice["seat"]} for choice in shape["choices"]]


def in_another_hand(shape: Any) -> Any:
    shape["choices"] = [choice | {"hand": choice["hand"] + 1} for choice in shape["choices"]]


def of_other_cards(shape: Any) -> Any:
    for choice in shape["choices"]:
        choice["chosen"] = "play " + choice["chosen"]
        choice["rating"] = [["play " + worth[0], *worth[1:]] for worth in choice["rating"]]


def endless_luck(shape: Any) -> Any:
    shape["luck"][0] = -math.inf


def endless_points(shape: Any) -> Any:
    shape["points"][1] = 10**400


def twice(shape: Any) -> Any:
    shape["choices"] *= 2


CRAFTED = [
    elsewhere, far_away, of_the_other, in_another_hand, of_other_cards, endless_luck, endless_points, twice,
]  # fmt: skip


@pytest.mark.sample(slow=1, proof=2)
@pytest.mark.parametrize("craft", CRAFTED)
def test_a_forged_review_is_skipped_and_reported(kept: Kept, dialog: ReviewDialog, craft: Callable[[Any], None]):
    """Each forged review has the form of a review, but does not fit this game."""
    at = 1
    shape = json.loads(kept.rows[at].review)
    craft(shape)
    kept.put(at, review=json.dumps(shape))
    hands = {choice.hand for choice in use_review(kept.history(), dialog)}
    assert told(kept) and kept.rows[at].hand not in hands
    use_practice(kept.history())
    kept.put(at)


def test_the_window_reports_damaged_reviews_once_in_a_sentence(home: Home):
    history = past(home)
    history.add(CountedGame(REVIEWED, NOW, facts(REVIEWED), "finished"))
    for shape in SHAPES:
        assert Reviews(history).keep(REVIEWED, read_hand(shape))
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        database.execute("UPDATE reviews SET summary = '{}', review = x'00' WHERE hand = 1")
    person = home.open()
    statistics = show(person)
    for view in ("Luck over time", "Error rate by hand", "Luck by hand"):
        statistics.show_as.setCurrentText(view)
        person.wait_until(lambda: statistics.note.text().startswith("4 of 5 hands"))
    statistics.reject()
    message = person.asked(MessageDialog)
    assert message.text.text() == (
        "The coach’s review of a game in your history, history.db, is damaged and is passed over. “Review this game” "
        "makes it again."
    )
    person.click_button(message.close_button)
    assert person.dialogs() == []
