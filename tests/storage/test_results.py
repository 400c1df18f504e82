from __future__ import annotations

import datetime
import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from examples import examples
from mile_bones.engine.spec import ScoreList
from mile_bones.games import part_of
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.results import Entry, Finished, Placement, Results

DAY = datetime.date(2026, 5, 4)
NOON = datetime.datetime.fromisoformat("2026-05-04T12:00")
NAMES = ("Anna", "Computer")

_digests = (f"game {number}" for number in itertools.count())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mb.ini"


@pytest.fixture
def results(path: Path, problems: list[Problem]) -> Results:
    return Results(Ini(path, problems.append))


def play(results: Results, mine: int, yours: int, name: str = "Anna", day: datetime.date = DAY) -> Placement | None:
    winner = None if mine == yours else int(yours > mine)
    return results.record_game(next(_digests), winner, (mine, yours), (name, "Computer"), day, 0)


def both(best: tuple[Any, ...], spread: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
    """Return both lists as `Results` has them for a game that is played for points."""
    return {"best": best, "spread": spread}


def test_before_the_first_game_there_are_no_results(results: Results) -> None:
    assert results.games == (0, 0)
    assert results.drawn == 0
    assert results.first is None
    assert results.high_scores() == both((), ())


def test_a_finished_game_is_counted_and_enters_both_lists(
    results: Results, path: Path, problems: list[Problem]
) -> None:
    assert results.record_game("a", 0, (5400, 3000), NAMES, DAY, 1) == both((0,), (0,))
    for now in (results, Results(Ini(path, problems.append))):
        assert now.games == (1, 0)
        assert now.first == 1
        assert now.high_scores() == both((Entry("Anna", 5400, DAY),), (Entry("Anna", 2400, DAY),))
    text = path.read_text(encoding="utf-8")
    assert "best 1 = 5400 2026-05-04 Anna\n" in text
    assert "spread 1 = 2400 2026-05-04 Anna\n" in text


def test_the_lists_are_written_in_the_expected_format(results: Results, path: Path) -> None:
    play(results, 5100, 6000)
    play(results, 5300, 5250)
    lines = path.read_text(encoding="utf-8").partition("[high scores]\n")[2].splitlines()
    assert lines == [
        "best 1 = 6000 2026-05-04 Computer",
        "best 2 = 5300 2026-05-04 Anna",
        "spread 1 = 900 2026-05-04 Computer",
        "best 3 = 5250 2026-05-04 Computer",
        "spread 2 = 50 2026-05-04 Anna",
    ]


def test_the_computer_is_listed_under_its_name(results: Results) -> None:
    assert results.record_game("a", 1, (4000, 5100), NAMES, DAY, 0) == both((0,), (0,))
    assert results.games == (0, 1)
    assert results.high_scores() == both((Entry("Computer", 5100, DAY),), (Entry("Computer", 1100, DAY),))


def test_exactly_5000_points_are_listed_only_among_the_spreads(results: Results) -> None:
    assert play(results, 5000, 100) == both((), (0,))
    assert play(results, 5001, 5000) == both((0,), (1,))


def test_a_loser_over_5000_is_listed_but_without_a_spread(results: Results) -> None:
    assert play(results, 5100, 6000) == both((0, 1), (0,))
    assert play(results, 5900, 5200) == both((1, 2), (1,))
    names = [(entry.name, entry.value) for entry in results.high_scores()["best"]]
    assert names == [("Computer", 6000), ("Anna", 5900), ("Computer", 5200)]
    assert [(entry.name, entry.value) for entry in results.high_scores()["spread"]] == [
        ("Computer", 900),
        ("Anna", 700),
    ]
    assert play(results, 5300, 5250) == both((2,), (2,)), "only one of the two totals is good enough"


def test_a_draw_lists_both_totals_the_persons_first_and_no_spread(results: Results) -> None:
    assert results.record_game("a", None, (5200, 5200), NAMES, DAY, 1) == both((0, 1), ())
    assert results.games == (0, 0)
    assert results.drawn == 1
    assert results.first == 1
    assert results.high_scores() == both((Entry("Anna", 5200, DAY), Entry("Computer", 5200, DAY)), ())
    assert results.record_game("a", None, (5200, 5200), NAMES, DAY, 0) is None


def test_lists_have_three_entries_and_ties_rank_below_older_ones(results: Results) -> None:
    assert play(results, 5300, 2900, "first") == both((0,), (0,))
    assert play(results, 5300, 2900, "second") == both((1,), (1,))
    assert play(results, 5400, 4900, "third") == both((0,), (2,))
    assert play(results, 5300, 4700, "fourth") == both((), (2,))
    assert play(results, 5300, 4700, "fifth") == both((), ())
    assert play(results, 5350, 2800, "sixth") == both((1,), (0,))
    scores = results.high_scores()
    assert [entry.name for entry in scores["best"]] == ["third", "sixth", "first"]
    assert [entry.name for entry in scores["spread"]] == ["sixth", "first", "second"]
    assert results.games == (6, 0)


@pytest.mark.slow
@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(totals=st.lists(st.tuples(st.integers(4990, 5010), st.integers(4990, 5010)), max_size=8))
def test_each_list_holds_the_three_best_entries_of_all_games(path: Path, totals: list[tuple[int, int]]) -> None:
    path.unlink(missing_ok=True)
    problems: list[Problem] = []
    for number, (mine, yours) in enumerate(totals):
        play(Results(Ini(path, problems.append)), mine, yours, str(number))
    won = [(mine, yours, ["Computer", str(i)][mine > yours]) for i, (mine, yours) in enumerate(totals) if mine != yours]
    all_of_them = [
        line
        for i, (mine, yours) in enumerate(totals)
        for line in sorted([(mine, str(i)), (yours, "Computer")], key=_most)
    ]
    best = sorted((line for line in all_of_them if line[0] > 5000), key=_most)
    spreads = sorted(((abs(game[0] - game[1]), game[2]) for game in won), key=_most)
    scores = Results(Ini(path, problems.append)).high_scores()
    assert [(entry.value, entry.name) for entry in scores["best"]] == best[:3]
    assert [(entry.value, entry.name) for entry in scores["spread"]] == spreads[:3]
    assert problems == []


def _most(line: tuple[int, str]) -> int:
    return -line[0]


def test_the_loser_may_be_listed_above_the_winner(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = part_of("mile-bones", "games", "spec")
    theirs = ScoreList("theirs", str, str, lambda _own, other: other, anybody=True)
    monkeypatch.setattr(module, "SPEC", module.SPEC._replace(high_scores=(theirs,)))
    results = Results(Ini(path, problems.append))
    assert play(results, 5400, 3000) == {"theirs": (0, 1)}
    assert play(results, 5200, 4000) == {"theirs": (1, 2)}
    entries = [(entry.name, entry.value) for entry in results.high_scores()["theirs"]]
    assert entries == [("Computer", 5400), ("Computer", 5200), ("Anna", 4000)]


def test_no_game_is_counted_twice(results: Results, path: Path, problems: list[Problem]) -> None:
    assert results.record_game("a", 0, (5400, 3000), NAMES, DAY, 1) is not None
    assert results.record_game("b", 1, (3000, 5200), NAMES, DAY, 0) is not None
    before = path.read_bytes()
    later = Results(Ini(path, problems.append))
    assert later.record_game("a", 0, (5400, 3000), NAMES, DAY, 1) is None
    assert later.first == 0
    assert path.read_bytes() == before


def test_a_given_up_game_is_never_counted(results: Results) -> None:
    results.record_uncounted("a", 1)
    assert results.games == (0, 0)
    assert results.first == 1
    assert results.record_game("a", 0, (5400, 3000), NAMES, DAY, 0) is None
    results.record_uncounted("a", 0)
    assert results.first == 1


def test_clearing_removes_only_the_high_scores_from_the_file(
    results: Results, path: Path, problems: list[Problem]
) -> None:
    results.record_game("a", 0, (5400, 3000), NAMES, DAY, 1)
    other = Results(Ini(path, problems.append))
    results.clear_high_scores(NOON)
    text = path.read_text(encoding="utf-8")
    assert "Anna" not in text
    assert "high scores" not in text
    assert other.high_scores() == both((), ())
    assert other.games == (1, 0)
    assert other.record_game("a", 0, (5400, 3000), NAMES, DAY, 1) is None


def test_clearing_removes_lines_that_no_program_wrote(path: Path, problems: list[Problem]) -> None:
    path.write_text("[high scores]\nBest! = 6000\n%(x)s = 1\nbest 1 = 6000 2026-05-04 Anna\n", encoding="utf-8")
    results = Results(Ini(path, problems.append))
    results.clear_high_scores(NOON)
    assert path.read_text(encoding="utf-8") == "[games]\nlists cleared = 2026-05-04T12:00:00\n"
    assert results.high_scores() == both((), ())
    assert problems == []


def test_a_list_shows_what_another_window_has_entered(results: Results, path: Path, problems: list[Problem]) -> None:
    play(Results(Ini(path, problems.append)), 5400, 3000, "Ben")
    assert [entry.name for entry in results.high_scores()["best"]] == ["Ben"]
    assert play(results, 5300, 3000) == both((1,), (1,))


def test_invalid_lines_are_ignored(path: Path, problems: list[Problem]) -> None:
    text = """
[high scores]
best 1 = 5100 2026-05-04 Low
best 2 = 6000 2026-05-04 High
best 3 = 5000 2026-05-04 Not over it
spread 1 = -400 2026-05-04 Minus
spread 2 = 700 yesterday Anna
spread 3 = 99999999999999999999 2026-05-04 Cheat
[games]
won by you = many
won by the computer = 3
first = 2
"""
    path.write_text(text, encoding="utf-8")
    results = Results(Ini(path, problems.append))
    assert results.high_scores() == both((Entry("High", 6000, DAY), Entry("Low", 5100, DAY)), ())
    assert results.games == (0, 3)
    assert results.first is None
    assert play(results, 5500, 5000) == both((1,), (0,))
    assert results.games == (1, 3)
    assert [entry.value for entry in results.high_scores()["best"]] == [6000, 5500, 5100]
    assert problems == []


@pytest.mark.parametrize("name", ["", " two words ", "100% = a;b", "a\nb", "שלום", '"'])
def test_every_name_is_read_back(results: Results, name: str) -> None:
    play(results, 5400, 3000, name)
    assert results.high_scores()["best"] == (Entry(name, 5400, DAY),)


def test_an_overlong_name_is_cut_to_31_characters(results: Results, problems: list[Problem]) -> None:
    play(results, 5400, 3000, "x" * 3_000_000)
    assert problems == []
    assert results.high_scores()["best"] == (Entry("x" * 31, 5400, DAY),)


def test_entries_written_late_join_those_of_another_window(tmp_path: Path, problems: list[Problem]) -> None:
    folder = tmp_path / "profile"
    folder.write_text("in the way", encoding="utf-8")
    results = Results(Ini(folder / "mb.ini", problems.append))
    play(results, 5100, 3000, "kept from clearing")
    results.clear_high_scores(NOON)
    assert play(results, 5400, 3000) == both((0,), (0,))
    assert [entry.name for entry in results.high_scores()["best"]] == ["Anna"]
    folder.unlink()
    play(Results(Ini(folder / "mb.ini", problems.append)), 5300, 4000, "Ben")
    results.clear_high_scores(NOON)
    play(results, 5200, 3000)
    assert Results(Ini(folder / "mb.ini", problems.append)).games == (4, 0)
    assert len(problems) == 1


@pytest.mark.parametrize(("winner", "totals"), [(1, (5400, 3000)), (0, (5000, 5000)), (None, (5400, 3000))])
def test_a_winner_with_fewer_points_is_refused(results: Results, winner: int | None, totals: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="has not won"):
        results.record_game("a", winner, totals, NAMES, DAY, 0)
    with pytest.raises(ValueError, match="not a seat"):
        results.record_game("a", 0, (5400, 3000), NAMES, DAY, 2)
    assert results.games == (0, 0)


# ------------------------------------------------------------------ completion from the history


def finished(mine: int, yours: int, *, day: int = 1) -> Finished:
    return Finished(NAMES, (mine, yours), NOON + datetime.timedelta(days=day))


def test_games_missing_from_the_lists_are_added_once(results: Results) -> None:
    play(results, 5400, 3000)
    games = [finished(5400, 3000), finished(5100, 5700, day=2), finished(4900, 4900)]
    assert results.missing(games) == 3, "both totals of the second game, and its spread"
    results.complete(games)
    scores = results.high_scores()
    assert [(entry.name, entry.value) for entry in scores["best"]] == [
        ("Computer", 5700),
        ("Anna", 5400),
        ("Anna", 5100),
    ]
    assert [entry.value for entry in scores["spread"]] == [2400, 600]
    assert scores["best"][0].date == datetime.date(2026, 5, 6)
    assert results.missing(games) == 0
    assert results.games == (1, 0), "the games won are not changed"


def test_games_below_the_best_three_are_not_counted_as_missing(results: Results) -> None:
    for points in (5900, 5800, 5700):
        play(results, points, 0)
    assert results.missing([finished(5600, 100), finished(4900, 100)]) == 0


def test_cleared_entries_are_not_counted_as_missing_from_the_lists(results: Results) -> None:
    results.clear_high_scores(NOON + datetime.timedelta(days=1, seconds=1))
    assert results.missing([finished(5600, 100)]) == 0
    assert results.missing([finished(5600, 100, day=2)]) == 2


def test_the_games_won_can_be_set(results: Results, path: Path, problems: list[Problem]) -> None:
    play(results, 5400, 3000)
    results.set_games((7, 3), 1)
    again = Results(Ini(path, problems.append))
    assert (again.games, again.drawn) == ((7, 3), 1)
    assert again.was_counted("5400 3000 Anna") == results.was_counted("5400 3000 Anna")
