"""The effects of a finished game for every seating: games won, scores, who begins the next game, history,
statistics.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import pytest

from library.test_game_library import NOTHING, leave
from mile_bones.engine.record import GIVEN_UP, PlayerInfo
from mile_bones.games import GAMES, facts
from mile_bones.games.milebones.actions import DRAW, END_TRIP, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.scores import Counts
from mile_bones.match.match import Match
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME
from mile_bones.storage.statistics import Span
from stories import three_wins

NOON = datetime.fromisoformat("2026-05-04T12:00")
ANNA, BEN = PlayerInfo("Anna", "human"), PlayerInfo("Ben", "human")
EASY, EXPERT = PlayerInfo("Computer", "computer", "easy"), PlayerInfo("Computer", "computer", "expert")

SEATINGS = {
    # Seat 0 wins each time. After the players, the fields are: the games won by the person and by the computer; the
    # name in the high scores; the name, level and rival in the history; the games won in "You against the
    # computer"; the games won by the pair.
    "a person in seat 0": ((ANNA, EASY), (1, 0), "Bella", ("Anna", "easy", ""), (1, 0), (0, 0)),
    "a person in seat 1": ((EASY, ANNA), (0, 1), "Computer", ("Anna", "easy", ""), (0, 1), (0, 0)),
    "two people": ((ANNA, BEN), (0, 0), "Anna", ("Anna", "", "Ben"), (0, 0), (1, 0)),
    "the other way round": ((BEN, ANNA), (0, 0), "Ben", ("Ben", "", "Anna"), (0, 0), (0, 1)),
    "two computers": ((EASY, EXPERT), (0, 0), None, ("Computer", "expert", ""), (0, 0), (0, 0)),
}

Seating = tuple[
    tuple[PlayerInfo, PlayerInfo], tuple[int, int], str | None, tuple[str, str, str], tuple[int, int], tuple[int, int]
]


@pytest.fixture(params=SEATINGS.values(), ids=SEATINGS)
def seating(request: pytest.FixtureRequest) -> Seating:
    return request.param


@pytest.fixture
def start(tmp_path: Path, problems: list[Problem]) -> Callable[[], GameLibrary]:
    """Return a function that opens the library of a new start of the program and closes the last one."""
    running: list[GameLibrary] = []

    def new() -> GameLibrary:
        for old in running:
            old.close()
        running.append(GameLibrary(Profile(tmp_path), lambda: NOON, problems.append))
        return running[-1]

    return new


def finish(library: GameLibrary, tmp_path: Path, players: tuple[PlayerInfo, PlayerInfo]) -> Match:
    """Return a game of these players that seat 0 has just won."""
    leave(Profile(tmp_path), replace(three_wins().record(), players=players, id=uuid4().hex))
    match = library.resume(NOTHING)
    assert match is not None
    for action in (DRAW, PLAY[Card.MILES_100], END_TRIP):
        match.submit(0, action)
    assert match.is_over and match.winner == 0
    return match


@pytest.mark.sample(fast=2)
def test_a_game_is_counted_once_for_its_players(start, tmp_path: Path, seating: Seating, problems: list[Problem]):
    players, won, best, *_told = seating
    library = start()
    library.settings.update({NAME: "Bella"})
    match = finish(library, tmp_path, players)
    placement = library.count(match)
    assert placement == ({"best": (0,), "spread": (0,)} if best else None)
    assert library.count(match) is None
    results = library.results
    assert (results.games, results.drawn, results.first) == (won, 0, match.next_first)
    assert [entry.name for entry in results.high_scores()["best"]] == ([best] if best else [])
    assert [entry.name for entry in results.high_scores()["spread"]] == ([best] if best else [])
    library = start()
    assert library.resume(NOTHING) is None
    library.agree()
    assert library.results.games == won
    assert problems == []


@pytest.mark.sample(fast=2)
def test_a_crash_before_the_counting_changes_nothing_in_the_end(start, tmp_path: Path, seating: Seating):
    """After the crash, the game is in the history, but mb.ini does not contain the game."""
    players, won, best, *_told = seating
    library = start()
    record = finish(library, tmp_path, players).record()
    library.history.add(CountedGame(record, NOON, facts(record), "finished"))
    for _time in range(2):
        library = start()
        library.agree()
        assert library.results.games == won
    named = {"Bella": "Anna"}.get(best, best)  # the name under which the game was played
    assert [entry.name for entry in library.results.high_scores()["best"]] == ([named] if best else [])
    assert [scores.off() for scores in library.all_scores()] == [Counts()] * len(GAMES)
    assert [scores.missing() for scores in library.all_scores()] == [0] * len(GAMES)


def test_the_history_lists_the_game_and_the_right_statistics_count_it(start, tmp_path: Path, seating: Seating):
    players, _won, _best, told, alone, together = seating
    library = start()
    library.count(finish(library, tmp_path, players))
    (game,) = library.history.games()
    assert (game.name, game.level, game.rival) == told
    found = library.history.statistics(Span(game="mile-bones"))
    assert found.won == alone
    assert library.history.statistics(Span(pair=("Anna", "Ben"))).won == together
    assert found.pairs == ((("Anna", "Ben"),) if sum(together) else ())


def test_the_seats_take_turns_in_beginning_for_all_players(start, tmp_path: Path):
    library = start()
    for players in ((ANNA, BEN), (EASY, EXPERT), (EASY, ANNA)):
        match = finish(library, tmp_path, players)
        library.count(match)
        following = library.start(NOTHING, seats=match.seats)
        assert following.current_player == match.next_first
        assert following.seats == match.seats
        library.give_up(following)
        assert library.results.first == 1 - match.next_first


@pytest.mark.parametrize("rival", [BEN, PlayerInfo("", "human"), PlayerInfo("Anna", "human")])
def test_a_game_of_two_people_does_not_count_as_missing_in_the_games_won(start, tmp_path: Path, rival: PlayerInfo):
    """The games won that are already known are right. Because of a crash, a game of two people is not in mb.ini."""
    library = start()
    library.count(finish(library, tmp_path, (ANNA, EASY)))
    library.count(finish(library, tmp_path, (ANNA, BEN)))
    record = replace(finish(library, tmp_path, (ANNA, rival)).record(), id="f" * 32)
    library.history.add(CountedGame(record, NOON, facts(record), "finished"))
    library = start()
    library.agree()
    assert library.results.games == (1, 0)
    (scores, *_others) = library.all_scores()
    assert (scores.due(), scores.told(), scores.missing()) == (Counts(1), Counts(1), 0)
    assert [entry.name for entry in library.results.high_scores()["best"]] == ["Anna"] * 3


@pytest.mark.slow
def test_the_games_won_are_counted_for_each_pair_of_players(start, tmp_path: Path):
    """Seat 0 wins each of these games. If two players meet again, the games won include all their games, in either
    seat.
    """
    champion = PlayerInfo("Computer", "computer", "champion")
    told = [
        ((ANNA, EASY), (1, 0)),
        ((BEN, ANNA), (1, 0)),
        ((ANNA, BEN), (1, 1)),
        ((EASY, EXPERT), (1, 0)),
        ((EXPERT, EASY), (1, 1)),
        ((EASY, champion), (1, 0)),
        ((EASY, EASY), (1, 0)),
        ((ANNA, BEN), (2, 1)),
        ((ANNA, ANNA), (1, 0)),
        ((EXPERT, ANNA), (1, 1)),  # "you" are the same person in all games against the computer
    ]
    for players, won in told:
        library = start()
        match = finish(library, tmp_path, players)
        library.count(match)
        assert library.games_won(match) == won, players


@pytest.mark.parametrize("change", [{"assisted": True}, {"ended": GIVEN_UP}])
def test_the_games_won_leave_out_a_game_that_does_not_count(start, tmp_path: Path, change: dict[str, object]):
    library = start()
    match = finish(library, tmp_path, (ANNA, BEN))
    other = replace(match.record(), id="e" * 32, **change)
    library.history.add(CountedGame(other, NOON, facts(other), "given_up" if "ended" in change else "finished"))
    library.count(match)
    assert library.games_won(match) == (1, 0)


def test_a_game_not_yet_in_the_history_is_among_the_games_won(start, tmp_path: Path):
    library = start()
    match = finish(library, tmp_path, (ANNA, BEN))
    library.history_path.unlink(missing_ok=True)
    library.history_path.mkdir()
    library.count(match)
    assert library.games_won(match) == (1, 0)
