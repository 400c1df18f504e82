"""Error rates and luck over all reviewed games, compared with sums computed by hand, without a window or a real
review.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from mile_bones.engine.record import PlayerInfo
from mile_bones.library.review_statistics import ReviewStatistics, reviewed
from mile_bones.library.reviews import made_by
from mile_bones.match.review import ErrorRate
from mile_bones.players import coach_spec
from mile_bones.players.milebones import coaching
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.reviews import KeptReview
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.statistics import Span
from storage.test_statistics import NOON, game, tally

GAME = "mile-bones"
TODAY = made_by(GAME)


@pytest.fixture
def history(tmp_path: Path, problems: list[Problem]) -> Iterator[History]:
    yield History(tmp_path / "history.db", problems.append)
    assert problems == []


def enter(history: History, number: int, hands: int = 1, **more) -> int:
    """Add a game with this number of hands and return its number in the history."""
    entered = game(*[(tally(700), tally(200))] * hands, number=number, **more)
    history.add(entered)
    found = history.number_of(entered.record)
    assert found is not None
    return found


def keep(history: History, game: int, hand: int, coach: str = TODAY, **summary) -> None:
    """Store a review of a hand. Result and luck are those of seat 0. The errors (costs and decisions) are given by
    seat.
    """
    shape = {"result": 500, "luck": 100.0, "errors": {}} | summary
    assert history.keep_review(game, KeptReview(hand, coach, json.dumps(shape), "{}"))


def added(history: History, span: Span | None = None, game: str = GAME) -> ReviewStatistics:
    found = history.statistics(span or Span(game=game))
    assert found is not None
    work = reviewed(history, game, found)
    while True:
        try:
            assert 0 <= next(work) <= 1
        except StopIteration as end:
            return end.value


def test_without_reviews_everything_is_zero(history: History):
    enter(history, 1)
    found = added(history)
    assert (found.games, found.hands, found.outdated, found.themes) == ((), 0, 0, {})
    assert (found.luck_of_hands, found.result, found.rates[0].a_hand) == (None, 0, 0)


def test_hands_are_added_up_by_game_and_by_kind_of_choice(history: History):
    first, second = enter(history, 1, 3), enter(history, 2)
    keep(
        history, first, 1, result=300, luck=-40.5, errors={"hazards": [[90, 4], [10, 2]], "discards": [[30, 3], [0, 0]]}
    )
    keep(history, first, 3, result=-100, luck=20, errors={"hazards": [[0, 1], [50, 1]]})
    keep(history, second, 1, result=0, luck=0, errors={})
    found = added(history)
    assert found.hands == 3, "one of the four has not been reviewed"
    assert found.rates == (ErrorRate(120, 8, 3), ErrorRate(60, 3, 3))
    assert found.themes == {
        "hazards": (ErrorRate(90, 5, 3), ErrorRate(60, 3, 3)),
        "discards": (ErrorRate(30, 3, 3), ErrorRate(0, 0, 3)),
    }
    assert [tuple(each) for each in found.games] == [
        (NOON + timedelta(days=1), (ErrorRate(120, 8, 2), ErrorRate(60, 3, 2)), 200, -20.5),
        (NOON + timedelta(days=2), (ErrorRate(0, 0, 1), ErrorRate(0, 0, 1)), 0, 0),
    ]
    assert found.costs == ({120: 1, 0: 2}, {10: 1, 50: 1, 0: 1})
    assert found.luck == {-40: 1, 20: 1, 0: 1} and found.skill == {340: 1, -120: 1, 0: 1}
    assert (found.result, found.luck_of_hands) == (200, -20.5)


COMPUTER, ANNA, BEN = (
    PlayerInfo("Computer", "computer", "easy"),
    PlayerInfo("Anna", "human"),
    PlayerInfo("Ben", "human"),
)


@pytest.mark.parametrize(
    ("seats", "span", "own"),
    [
        ((ANNA, COMPUTER), Span(game=GAME), 0),
        ((COMPUTER, ANNA), Span(game=GAME), 1),
        ((ANNA, BEN), Span(game=GAME, pair=("Anna", "Ben")), 0),
        ((BEN, ANNA), Span(game=GAME, pair=("Anna", "Ben")), 1),
        ((ANNA, BEN), Span(game=GAME), None),
        ((COMPUTER, COMPUTER), Span(game=GAME), None),
    ],
)
def test_the_sums_are_from_the_point_of_view_of_the_first_player(history: History, seats, span: Span, own: int | None):
    entered = game((tally(700), tally(200)))
    history.add(replace(entered, record=replace(entered.record, players=seats)))
    keep(history, 1, 1, result=500, luck=80, errors={"safeties": [[10, 1], [20, 2]]})
    found = added(history, span)
    if own is None:
        assert found.hands == 0
        return
    rates = ErrorRate(10, 1, 1), ErrorRate(20, 2, 1)
    assert found.rates == (rates if own == 0 else rates[::-1])
    assert (found.result, found.luck_of_hands) == ((500, 80) if own == 0 else (-500, -80))
    assert (found.luck, found.skill) == (({80: 1}, {420: 1}) if own == 0 else ({-80: 1}, {-420: 1}))


def test_sums_of_reviews_count_the_same_games_as_the_statistics(history: History):
    entered: list[CountedGame] = [
        game((tally(700), tally(200)), number=1, level="easy"),
        game((tally(700), tally(200)), number=2, level="champion", rules="mille"),
        game((tally(700), tally(200)), number=3, state="given_up"),
        game((tally(700), tally(200)), number=4, state="unfinished"),
        game((tally(700), tally(200)), number=5, assisted=True),
        replace(game((tally(700), tally(200)), number=6), imported=True),
    ]
    history.add_all(entered)
    for number, one in enumerate(entered):
        found = history.number_of(one.record)
        assert found is not None
        keep(history, found, 1, result=10**number)
    for span, result in (
        (Span(game=GAME), 111),
        (Span(game=GAME, rules="mille"), 10),
        (Span(game=GAME, level="champion"), 10),
        (Span(game=GAME, since=date(2026, 5, 6)), 110),
        (Span(game=GAME, imported=True), 100000),
    ):
        assert added(history, span).result == result, span
    history.clear_statistics()
    assert added(history).hands == 0


def test_reviews_by_another_coach_are_counted_separately(history: History, monkeypatch: pytest.MonkeyPatch):
    number = enter(history, 1, 4)
    keep(history, number, 1)
    keep(history, number, 2, coach=made_by(GAME, 100))
    assert (added(history).hands, added(history).outdated) == (1, 1)
    spec = coach_spec(GAME)
    assert spec is not None
    monkeypatch.setattr(coaching, "COACH", replace(spec, version=lambda: "a later one"))
    assert (added(history).hands, added(history).outdated) == (0, 2)


@pytest.mark.parametrize(
    "summary",
    [
        "",
        "[" * 9999,
        "[]",
        '{"result": 1, "luck": 2}',
        '{"result": "1", "luck": 2, "errors": {}}',
        '{"result": 1, "luck": NaN, "errors": {}}',
        '{"result": 1, "luck": 1e300, "errors": {}}',
        '{"result": 1, "luck": 2, "errors": {"hazards": [[1, 1]]}}',
        '{"result": 1, "luck": 2, "errors": {"hazards": [["1", 1], [0, 0]]}}',
        '{"result": 1, "luck": 2, "errors": {"hazards": [[Infinity, 1], [0, 0]]}}',
        '{"result": 1, "luck": 2, "errors": {"hazards": 7}}',
    ],
)
def test_an_invalid_review_is_skipped_and_reported(history: History, problems: list[Problem], summary: str):
    number = enter(history, 1, 2)
    keep(history, number, 1, result=300)
    assert history.keep_review(number, KeptReview(2, TODAY, summary, "{}"))
    found = added(history)
    assert (found.hands, found.result, found.outdated) == (1, 300, 0)
    assert [problem.kind for problem in problems] == [ProblemKind.REVIEWS_DAMAGED]
    problems.clear()


def test_a_game_has_no_luck_if_the_luck_of_a_hand_is_unknown(history: History):
    number = enter(history, 1, 2)
    keep(history, number, 1, luck=None)
    assert added(history).games[0].luck is None
    keep(history, number, 2)
    found = added(history)
    assert (found.games[0].luck, found.luck_of_hands, found.luck) == (None, None, {100: 1})


@pytest.mark.slow
def test_sums_over_many_games_are_the_sums_of_their_hands(history: History):
    """There are more hands than are read at once. They are added up in steps, as the window asks for them."""
    luck = random.Random(5)
    entered = [game(*[(tally(700), tally(200))] * 3, number=number) for number in range(150)]
    history.add_all(entered)
    costs: Counter[str] = Counter()
    total = 0.0
    for number in range(1, 151):
        for hand in (1, 2, 3):
            errors = {theme: [[luck.randrange(800) / 8, 1], [0, 1]] for theme in luck.sample(("a", "b", "c"), 2)}
            costs.update({theme: own[0] for theme, (own, _other) in errors.items()})
            drawn = luck.randrange(-8000, 8000) / 8
            total += drawn
            keep(history, number, hand, luck=drawn, errors=errors)
    found = added(history)
    assert (found.hands, found.rates[0].decisions) == (450, 900)
    assert {theme: both[0].cost for theme, both in found.themes.items()} == costs
    assert found.luck_of_hands == total and found.rates[0].cost == costs.total()
    assert found.costs[0].total() == found.luck.total() == found.skill.total() == 450
