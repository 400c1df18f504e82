"""Statistics: every number is compared with a number that was counted by hand, or that plain Python computes over the
same games.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from mile_bones.engine.record import PlayerInfo
from mile_bones.storage import statistics
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.statistics import Span
from storage.conftest import make_record

NOON = datetime.fromisoformat("2026-05-04T12:00:00")


def tally(points: int, **numbers: int) -> dict[str, int]:
    return {"points": points, "miles": 0, "coups": 0, "hazards": 0, "trips": 0, "extensions": 0} | numbers


def game(
    *hands: tuple[dict[str, int], dict[str, int]],
    number: int = 0,
    state: str = "finished",
    rules: str = "mile-bones",
    level: str = "easy",
    assisted: bool = False,
    ended: datetime | None = None,
) -> CountedGame:
    record = make_record(f"Anna {number}")
    players = (record.players[0], PlayerInfo("Computer", "computer", level))
    record = replace(record, players=players, rules=rules, assisted=assisted)
    return CountedGame(record, ended or NOON + timedelta(days=number), hands, state)


@pytest.fixture
def history(tmp_path: Path, problems: list[Problem]) -> History:
    return History(tmp_path / "history.db", lambda problem: pytest.fail(str(problem)))


def test_without_games_all_statistics_are_zero(history: History):
    empty = history.statistics(Span())
    assert empty is not None
    assert (empty.results, empty.given_up, empty.hands, empty.hands_won) == ((), 0, 0, (0, 0))
    assert empty.sums == ({}, {})
    assert (empty.won, empty.streaks, empty.streak, empty.spread) == ((0, 0), (0, 0), 0, ({}, {}))


def test_the_numbers_of_all_hands_are_added_up(history: History):
    history.add(game((tally(1200, miles=700, coups=1, trips=1), tally(300, miles=300, hazards=4))))
    history.add(
        game(
            (tally(500, miles=500, hazards=2), tally(500, miles=475)),
            (tally(100, miles=75), tally(2000, miles=1000, coups=2, trips=1, extensions=1, hazards=1)),
            number=1,
        )
    )
    found = history.statistics(Span())
    assert found.sums == (
        {"points": 1800, "miles": 1275, "coups": 1, "hazards": 2, "trips": 1, "extensions": 0},
        {"points": 2800, "miles": 1775, "coups": 2, "hazards": 5, "trips": 1, "extensions": 1},
    )
    assert (found.hands, found.hands_won) == (3, (1, 1))
    assert found.spread == ({1200: 1, 500: 1, 100: 1}, {300: 1, 500: 1, 2000: 1})
    assert [(result.ended, result.own, result.other) for result in found.results] == [
        (NOON, 1200, 300),
        (NOON + timedelta(days=1), 600, 2500),
    ]


@pytest.mark.parametrize(
    ("outcomes", "won", "streaks", "streak"),
    [
        ("", (0, 0), (0, 0), 0),
        ("w", (1, 0), (1, 0), 1),
        ("wwlww", (4, 1), (2, 1), 2),
        ("wwwll", (3, 2), (3, 2), -2),
        ("wwdw", (3, 0), (2, 0), 1),
        ("lld", (0, 2), (0, 2), 0),
    ],
)
def test_streaks_are_counted_from_the_order_of_results(
    history: History, outcomes: str, won: tuple[int, int], streaks: tuple[int, int], streak: int
):
    points = {"w": (5000, 100), "l": (100, 5000), "d": (5000, 5000)}
    for number, outcome in enumerate(outcomes):
        mine, theirs = points[outcome]
        history.add(game((tally(mine), tally(theirs)), number=number))
    found = history.statistics(Span())
    assert (found.won, found.streaks, found.streak) == (won, streaks, streak)


def test_games_added_late_are_sorted_by_when_they_ended(history: History):
    """Imported games come in any order."""
    for number, days in enumerate((0, 30, 10)):
        history.add(game((tally(5000 + days), tally(3000)), number=number, ended=NOON - timedelta(days=days)))
    assert [result.own for result in history.statistics(Span()).results] == [5030, 5010, 5000]


def test_streaks_follow_the_moments_and_not_the_wall_clocks(history: History):
    """There are three games: a win at 2:30, before the clock is set back; a defeat at 2:10, after the clock is set
    back; and a win in a place where it is still evening.
    """
    for number, (time, points) in enumerate(
        (
            ("2026-10-25T02:10:00+01:00", (100, 5000)),
            ("2026-10-25T02:30:00+02:00", (5000, 100)),
            ("2026-10-24T20:30:00-05:00", (5030, 100)),
        )
    ):
        mine, theirs = points
        history.add(game((tally(mine), tally(theirs)), number=number, ended=datetime.fromisoformat(time)))
    found = history.statistics(Span())
    assert [result.own for result in found.results] == [5000, 100, 5030]
    assert [result.ended.hour for result in found.results] == [2, 2, 20], "the hours on the wall clocks"
    assert (found.streak, found.streaks) == (1, (1, 1))


def test_an_assisted_game_is_not_in_the_statistics(history: History):
    history.add(game((tally(5000), tally(0)), assisted=True))
    assert history.statistics(Span()) == history.statistics(Span(rules="mille"))


def test_hands_of_given_up_games_count_but_not_those_of_unfinished_games(history: History):
    for number, state in enumerate(("given_up", "unfinished")):
        history.add(game((tally(800), tally(300)), number=number, state=state))
    found = history.statistics(Span())
    assert (found.results, found.given_up, found.hands, found.hands_won) == ((), 1, 1, (1, 0))


def test_statistics_can_be_limited_by_rules_level_and_time(history: History):
    luck = random.Random(3)
    games = [
        game(
            (tally(luck.randrange(20) * 100), tally(luck.randrange(20) * 100)),
            number=number,
            rules=luck.choice(("mile-bones", "mille")),
            level=luck.choice(("easy", "champion")),
        )
        for number in range(60)
    ]
    for one in games:
        history.add(one)
    for span in (
        Span(),
        Span(rules="mille"),
        Span(level="champion"),
        Span(since=date(2026, 6, 1)),
        Span("mile-bones", "easy", date(2026, 5, 20)),
    ):
        those = [
            one
            for one in games
            if span.rules in (None, one.record.rules)
            and span.level in (None, one.record.players[1].level)
            and (span.since is None or one.ended.date() >= span.since)
        ]
        found = history.statistics(span)
        assert len(found.results) == len(those) > 0
        assert found.sums[0]["points"] == sum(one.facts[0][0]["points"] for one in those)
        assert found.hands_won[1] == sum(one.facts[0][0]["points"] < one.facts[0][1]["points"] for one in those)
        assert sum(found.spread[1].values()) == len(those)


def test_clearing_the_statistics_keeps_the_list_of_games(history: History):
    history.add(game((tally(5000), tally(0))))
    history.clear_statistics()
    assert history.statistics(Span()).hands == 0
    assert len(history.games()) == 1
    history.add(game((tally(700), tally(5100)), number=1))
    assert history.statistics(Span()).won == (0, 1)


@pytest.mark.slow
def test_the_size_of_the_steps_does_not_change_the_sums(history: History, monkeypatch: pytest.MonkeyPatch):
    luck = random.Random(8)
    for number in range(40):
        hands = [(tally(luck.randrange(9) * 100), tally(luck.randrange(9) * 100)) for _hand in range(luck.randrange(4))]
        state = luck.choice(("finished", "finished", "finished", "given_up", "unfinished"))
        when = NOON + timedelta(hours=luck.randrange(5))  # many games at the same moment
        one = game(*hands, number=number, ended=when, state=state)
        history.add_all([replace(one, imported=luck.random() < 0.3)])
    whole = [history.statistics(Span(imported=imported)) for imported in (False, True)]
    assert all(found.hands and found.results and found.others for found in whole)
    for piece in (1, 3, 39, 40, 41):
        monkeypatch.setattr(statistics, "_PIECE", piece)
        assert [history.statistics(Span(imported=imported)) for imported in (False, True)] == whole


def test_a_long_history_is_added_up_in_small_steps(history: History):
    history.add_all([game((tally(500), tally(100)), number=number) for number in range(1000)])
    parts = list(history.gather(Span(level="champion")))  # no game matches, but searching takes steps, too
    assert len(parts) >= 4
    assert parts == sorted(parts) and parts[-1] <= 1
