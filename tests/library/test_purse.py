"""The purse: what two players have paid each other is the sum of what the history shows game by game."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones import i18n, resources
from mile_bones.engine.aliases import Pair
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.engine.spec import PAID, POINTS
from mile_bones.games import facts, read_record
from mile_bones.i18n import format_number
from mile_bones.library.checking import Check
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.purse import opponents_of, purse_text
from mile_bones.library.repairing import Repair
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.rows import CountedGame, PlayedGame
from mile_bones.storage.statistics import Opponents, Purse, Span, Statistics

GAME = "montreal-mille"
NOON = datetime.fromisoformat("2026-05-04T12:00:00")
FILE = Path(__file__).parents[1] / "data" / "montreal" / "game-all-options.json"
FOR_STAKES = read_record(FILE.read_text(encoding="utf-8"))
"""A whole game for stakes of 2 and 6."""


def person(name: str) -> PlayerInfo:
    return PlayerInfo(name, "human")


def computer(level: str) -> PlayerInfo:
    return PlayerInfo("Computer", "computer", level)


PLAYERS = st.sampled_from([person("Anna"), person("ben"), person("Cleo"), computer("easy"), computer("strong")])


class Played(NamedTuple):
    """A game that was played. ``paid`` is what seat 0 was paid."""

    players: Pair[PlayerInfo]
    paid: int
    state: str = "finished"
    assisted: bool = False

    def turned(self) -> Played:
        """Return the same game with the players in each other's seats."""
        return self._replace(players=self.players[::-1], paid=-self.paid)

    def counted(self, number: int) -> CountedGame:
        first, second = self.players
        record = replace(FOR_STAKES, players=(first, second), id=f"{number:032x}", assisted=self.assisted)
        one, other = ({POINTS: 1000 + sign * self.paid, PAID: sign * self.paid} for sign in (1, -1))
        return CountedGame(record, NOON + timedelta(days=number), ((one, other),), self.state)


GAMES = st.lists(
    st.builds(
        Played,
        st.lists(PLAYERS, min_size=2, max_size=2, unique=True).map(tuple),
        st.integers(-90, 90),
        st.sampled_from(["finished", "finished", "finished", GIVEN_UP, "unfinished"]),
        st.sampled_from([False, False, True]),
    ).map(lambda game: game if game.state == "finished" else game._replace(paid=0)),
    max_size=12,
)


def listed(games: Sequence[Played]) -> tuple[list[PlayedGame], Statistics]:
    """Return the list of these games in a new history, and their statistics."""
    with tempfile.TemporaryDirectory() as folder:
        history = History(Path(folder) / "history.db", lambda problem: pytest.fail(str(problem)))
        for number, game in enumerate(games):
            assert history.add(game.counted(number))
        found = history.statistics(Span(game=GAME))
        assert found is not None
        return history.games(), found


def opponents(game: PlayedGame) -> Opponents | None:
    first, second = (PlayerInfo(seat.name, seat.kind, seat.level or None) for seat in game.seats)
    return opponents_of((first, second))


@pytest.mark.slow
@examples(40)
@given(games=GAMES)
def test_a_purse_is_the_sum_of_the_payments_in_the_list(games: list[Played]) -> None:
    lines, found = listed(games)
    due: dict[Opponents, list[int]] = defaultdict(list)
    for game in lines:
        who = opponents(game)
        if game.paid and not game.assisted and who is not None:
            turned = not isinstance(who, str) and game.name != who[0]
            due[who].append(-game.paid if turned else game.paid)
    assert found.purses == {who: Purse(len(paid), sum(paid)) for who, paid in due.items()}
    computers = sum(purse.ahead for who, purse in found.purses.items() if isinstance(who, str))
    assert (computers, -computers) == tuple(side[PAID] for side in found.sums)


@examples(40)
@given(games=GAMES)
def test_a_purse_does_not_depend_on_the_seats(games: list[Played]) -> None:
    lines, found = listed(games)
    turned, again = listed([game.turned() for game in games])
    assert found.purses == again.purses
    for game, other in zip(lines, turned, strict=True):
        lone = [seat.kind for seat in game.seats].count("human") == 1
        assert game.paid == (other.paid if lone else -other.paid), "the list shows a game from the only person's side"


def test_the_facts_of_the_game_have_its_payment_once() -> None:
    assert [sides[0][PAID] for sides in facts(FOR_STAKES)][:-1] == [0] * (FOR_STAKES.body.count - 1)
    own, other = facts(FOR_STAKES)[-1]
    assert own[PAID] == -other[PAID] != 0


# ------------------------------------------------------------------ rows of an early version


@pytest.fixture
def library(tmp_path: Path, problems: list[Problem]) -> Iterator[GameLibrary]:
    library = GameLibrary(Profile(tmp_path), lambda: NOON, problems.append)
    yield library
    library.close()
    assert not problems


def enter(library: GameLibrary, record: Record, *, early: bool) -> None:
    """Enter a finished game. If ``early``, its facts are those of a version that did not count payments."""
    found = facts(record)
    if early:
        found = tuple(tuple({n: v for n, v in side.items() if n != PAID} for side in sides) for sides in found)
    assert library.history.add(CountedGame(record, NOON, found, "finished"))


def against_strong() -> Record:
    return replace(FOR_STAKES, players=(person("Anna"), computer("strong")), assisted=False)


def test_a_game_that_an_early_version_entered_has_its_payment(library: GameLibrary) -> None:
    record = against_strong()
    enter(library, record, early=True)
    paid = facts(record)[-1][0][PAID]
    assert [game.paid for game in library.history.games()] == [paid]
    found = library.history.statistics(Span(game=GAME))
    assert found.purses == {"strong": Purse(1, paid)} and found.sums[1][PAID] == -paid


def test_a_check_names_games_without_their_payment_and_a_repair_adds_it(library: GameLibrary) -> None:
    enter(library, against_strong(), early=True)
    check = Check(library)
    assert list(check.run())[-1] == 1
    texts = [finding.text for finding in check.findings if "paid" in finding.text]
    assert texts == ["The game of Anna on 4 May 2026: an earlier version has not counted what was paid."]
    assert list(Repair(library, check).run())
    again = Check(library)
    assert list(again.run())[-1] == 1 and not again.rows


def test_a_game_that_this_version_enters_needs_no_repair(library: GameLibrary) -> None:
    enter(library, against_strong(), early=False)
    check = Check(library)
    assert list(check.run())[-1] == 1 and not check.rows


def test_clearing_the_statistics_empties_the_purse_but_not_the_list(library: GameLibrary) -> None:
    enter(library, against_strong(), early=False)
    assert library.history.clear_statistics()
    assert library.history.statistics(Span(game=GAME)).purses == {}
    assert all(game.paid for game in library.history.games())


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("who", "purse", "text"),
    [
        ("strong", Purse(7, 56), "Against Strong you are 56 ahead after 7 games for stakes."),
        ("strong", Purse(1, -12), "Against Strong you are 12 behind after 1 game for stakes."),
        ("easy", Purse(2, 0), "Against Easy you are even after 2 games for stakes."),
        (("Anna", "Ben"), Purse(3, 1034), "Anna is 1,034 ahead of Ben after 3 games for stakes."),
        (("Anna", "Ben"), Purse(1, -9), "Ben is 9 ahead of Anna after 1 game for stakes."),
        (("Anna", "Ben"), Purse(2, 0), "Anna and Ben are even after 2 games for stakes."),
    ],
)
def test_the_sentence_says_who_is_ahead_of_whom(who: Opponents, purse: Purse, text: str) -> None:
    assert purse_text(GAME, who, purse) == text


@pytest.fixture(params=["de", "es", "fa", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield i18n.install([request.param], folder=resources.path("translations"))
    i18n.install()


@pytest.mark.parametrize("who", ["strong", ("Anna", "Ben")])
@pytest.mark.parametrize("ahead", [56, -56])
def test_the_sentence_has_its_numbers_in_every_language(language: str, who: Opponents, ahead: int) -> None:
    text = purse_text(GAME, who, Purse(7, ahead))
    assert format_number(56) in text and format_number(7) in text
    assert "ahead" not in text and "behind" not in text, f"it is translated into {language}"


def test_two_computers_have_no_purse() -> None:
    assert opponents_of((computer("easy"), computer("strong"))) is None
