"""Records, history, statistics and scores handle a game of another kind with the same code."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import facts, final_state, read_record, replay
from mile_bones.games.millieu.parts import Millieu
from mile_bones.library.exchange import Import
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.records import save_record
from mile_bones.storage.results import Results
from mile_bones.storage.rows import CountedGame, Seat
from mile_bones.storage.statistics import Span
from stories import three_wins

NOON = datetime.fromisoformat("2026-05-04T12:00:00")
PEOPLE = (PlayerInfo("Anna", "human"), PlayerInfo("Ben", "human"))
COMPUTER_FIRST = (PlayerInfo("Computer", "computer", "strong"), PlayerInfo("Anna", "human"))


def played(seed: int, players: tuple[PlayerInfo, PlayerInfo] = PEOPLE) -> Record:
    """Return the record of a whole game that is played at random."""
    luck, state, texts = Random(seed), Millieu().new_state(first=seed % 2), []
    while not state.is_terminal():
        action = luck.choice(state.legal_actions())
        texts.append(f"{state.current_player} {action}")
        state.apply_action(action)
    return Record("millieu", "millieu", players, ActionList(seed % 2, tuple(texts)), target=None, id=f"{seed:032x}")


def winner(record: Record) -> int:
    return final_state(record).returns().index(1)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.db", lambda problem: pytest.fail(str(problem)))


def test_a_record_is_read_back_from_its_file_and_replayed(tmp_path: Path):
    record = played(1)
    save_record(tmp_path / "game.json", record)
    again = read_record((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert again == record
    assert final_state(again).is_terminal()
    ((one, other),) = facts(again)
    assert {one["points"], other["points"]} == {0, 1}
    assert (one, other)[winner(record)]["points"] == 1
    assert facts(replace(record, body=ActionList(1, record.body.actions[:7]))) == ()


@pytest.mark.parametrize("changes", [{"rules": "mille"}, {"seed": 7}, {"ended": GIVEN_UP}, {"target": 5000}])
def test_rules_seeds_ends_and_targets_that_the_game_lacks_are_refused(changes: dict[str, object]):
    with pytest.raises(ReplayError):
        list(replay(replace(played(1), **changes)))


def test_games_of_both_kinds_share_one_list_but_no_statistics(history: History):
    cards, stones, against = (
        three_wins().me("draw", "play 100", "extend no").record(),
        played(1),
        played(2, COMPUTER_FIRST),
    )
    for record in (cards, stones, against):
        assert history.add(CountedGame(record, NOON, facts(record), "finished"))
    listed = {game.game: game for game in history.games() if game.name == "Anna" and game.rival == "Ben"}
    assert listed["millieu"].seats == (
        Seat("human", "", "Anna", int(winner(stones) == 0)),
        Seat("human", "", "Ben", int(winner(stones) == 1)),
    )
    (other,) = (game for game in history.games() if game.level == "strong")
    assert (other.name, other.points) == ("Anna", (int(winner(against) == 1), int(winner(against) == 0)))
    found = history.statistics(Span(game="millieu"))
    assert found is not None
    assert (found.hands, [*found.sums[0]]) == (1, ["points", "taken"]), "games of two people are not the user's"
    assert found.pairs == (("Anna", "Ben"),)
    assert found.kinds == ("mile-bones", "millieu")
    found = history.statistics(Span(game="mile-bones"))
    assert found is not None
    assert (len(found.results), "taken" in found.sums[0]) == (1, False)
    assert [game.game for game in history.ledger() or ()].count("millieu") == 2
    assert history.record(listed["millieu"].id) == stones


def test_the_statistics_of_a_pair_are_from_the_first_players_view(history: History):
    records = [played(number, PEOPLE if number % 3 else PEOPLE[::-1]) for number in range(1, 9)]
    records.append(played(20, COMPUTER_FIRST))
    for record in records:
        history.add(CountedGame(record, NOON, facts(record), "finished"))
    anna = sum(record.players[winner(record)].name == "Anna" for record in records[:-1])
    for pair, won in (
        (("Anna", "Ben"), (anna, 8 - anna)),
        (("Ben", "Anna"), (8 - anna, anna)),
        (("Ben", "Cleo"), (0, 0)),
    ):
        found = history.statistics(Span(pair=pair))
        assert found is not None
        assert found.won == won == (found.sums[0]["points"], found.sums[1]["points"])
    found = history.statistics(Span(level="strong"))
    assert found is not None
    assert found.won == (int(winner(records[-1]) == 1), int(winner(records[-1]) == 0)), "from the person's view"


def test_each_kind_has_separate_games_won(tmp_path: Path):
    ini = Ini(tmp_path / "mb.ini", lambda problem: pytest.fail(str(problem)))
    cards, stones = Results(ini), Results(ini, "millieu")
    stones.record_game("one", 0, (1, 0), ("Anna", "Computer"), NOON.date(), 1)
    stones.record_game("two", 1, (0, 1), ("Anna", "Ben"), NOON.date(), 0, people=True)
    assert (stones.games, stones.first, cards.games, cards.first) == ((1, 0), 0, (0, 0), None)
    assert (stones.was_counted("two"), cards.was_counted("one")) == (True, False)
    assert stones.high_scores() == {}, "this game has no high scores"
    assert cards.high_scores() == {"best": (), "spread": ()}
    cards.record_game("three", 0, (5100, 900), ("Anna", "Computer"), NOON.date(), 1)
    cards.record_game("four", 1, (900, 5200), ("Anna", "Ben"), NOON.date(), 1, people=True)
    assert (cards.games, [entry.name for entry in cards.high_scores()["best"]]) == ((1, 0), ["Ben", "Anna"])
    assert stones.games == (1, 0)


def test_games_of_every_kind_are_imported(history: History, tmp_path: Path):
    save_record(tmp_path / "stones.json", played(3))
    save_record(tmp_path / "cards.json", three_wins().record())
    work = Import(history, [tmp_path / "stones.json", tmp_path / "cards.json"], lambda: NOON, own=True)
    list(work.run())
    assert (work.new, work.faults) == (2, [])
    problems: list[Problem] = []
    assert sorted(game.game for game in history.games()) == ["mile-bones", "millieu"]
    assert problems == []
