"""Games without hands in the arena: they are played in a ``Match`` as in every user interface, with the seats
swapped.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from mile_bones.engine.errors import IllegalAction
from mile_bones.games import GAMES, load_game
from mile_bones.games.millieu.actions import TAKE, Action
from mile_bones.games.millieu.observation import Observation
from mile_bones.lab import arena, crosstable, opponents
from mile_bones.lab.arena_report import arena_csv, arena_json, arena_text
from mile_bones.lab.batches import Batch, Kind, Match, Place, Played, cut, game_luck, play_block
from mile_bones.lab.crosstable_report import crosstable_text
from mile_bones.lab.games import play_game, swapped_games
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult, MatchProgress, result_of
from mile_bones.lab.progress import ProgressLine
from mile_bones.lab.statistics import Tally, share_interval, tally
from mile_bones.players import load_player


class Watcher:
    """A player that plays like ``easy`` and keeps the observations that it was shown."""

    def __init__(self, seed: int) -> None:
        self.seen: list[Observation] = []
        self.easy = load_player("millieu", "easy", seed)

    def choose(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return self.easy.choose(observation)


def by_hand(one: str, other: str, seed: int, *, late_mills: bool = False) -> int:
    """Play a game of Millieu between two levels without a ``Match``. Return 1 if the player who begins wins, -1 if it
    loses.
    """
    players = opponents.load("millieu", one, seed), opponents.load("millieu", other, seed)
    state = load_game("millieu", options={"late_mills": late_mills}).new_state()
    while state.current_player is not None:
        state.apply_action(players[state.current_player].choose(state.observation(state.current_player)))
    return state.returns()[0]


def test_players_take_their_seats_in_order_and_see_only_them() -> None:
    one, two = Watcher(1), Watcher(2)
    result = play_game("millieu", "millieu", (one, two))
    assert result in (1, 0, -1)
    assert {observation.seat for observation in one.seen} == {0}
    assert {observation.seat for observation in two.seen} == {1}
    assert one.seen[0].turn == 1
    assert two.seen[0].turn == 2


@pytest.mark.slow
def test_the_games_of_an_arena_are_played_with_the_chosen_options() -> None:
    results = []
    for late_mills in (False, True):
        options = (("late_mills", True),) if late_mills else ()
        match = Match("easy", "easy", "millieu", 1, "millieu", options=options)
        pairs = list(play_block(match, Batch(Place(Kind.GAMES, 0), 4)).values)
        luck = [(game_luck(1, pair, 0), game_luck(1, pair, 1)) for pair in range(4)]
        assert pairs == [
            (
                by_hand("easy", "easy", here, late_mills=late_mills),
                -by_hand("easy", "easy", there, late_mills=late_mills),
            )
            for here, there in luck
        ]
        results.append(pairs)
    assert results[0] != results[1]


@pytest.mark.slow
def test_a_pair_is_two_games_one_begun_by_each_level() -> None:
    luck = [(3, 4), (5, 6), (7, 8)]
    pairs = list(swapped_games("millieu", "millieu", "first-strong", "easy", luck))
    assert pairs == [
        (by_hand("first-strong", "easy", here), -by_hand("easy", "first-strong", there)) for here, there in luck
    ]
    turned = list(swapped_games("millieu", "millieu", "easy", "first-strong", [(there, here) for here, there in luck]))
    assert turned == [(-there, -here) for here, there in pairs]


def test_an_illegal_answer_ends_a_match_of_millieu_with_an_error() -> None:
    class Cheat:
        def choose(self, _observation: Observation) -> Action:
            return TAKE[0]

    with pytest.raises(IllegalAction, match="place_first"):
        play_game("millieu", "millieu", (Cheat(), Cheat()))


def test_every_game_has_a_different_seed_for_the_players() -> None:
    lucks = {game_luck(seed, pair, side) for seed, pair, side in product((1, 2, 10**38 + 5), range(20), (0, 1))}
    assert len(lucks) == 3 * 20 * 2


@pytest.mark.proof
def test_the_result_has_a_tally_for_each_seat() -> None:
    result = arena.play("easy", "easy", games=8, seed=5, game="millieu")
    match = Match("easy", "easy", "millieu", 5, "millieu")
    pairs = [pair for batch in cut(0, 8) for pair in play_block(match, batch).values]
    assert result.seats == (tally([here for here, _there in pairs]), tally([there for _here, there in pairs]))
    assert result.games == sum(games.games for games in result.seats) == 8
    assert (result.won, result.lost) == tuple(sum(pair) for pair in zip(*result.seats, strict=True))[:2]
    assert (result.hands, result.mean, result.se, result.interval) == (0, None, None, None)
    assert (result.game, result.rules) == ("millieu", "millieu")
    assert result.game_interval == share_interval(result.game_share, 8)
    assert len(set(pairs)) > 1, "equal players do not repeat one game"


@pytest.mark.slow
def test_games_are_reproduced_by_their_seed_only() -> None:
    first, again = (arena.play("first-strong", "easy", games=4, seed=5, game="millieu") for _twice in range(2))
    assert first == again
    start = load_game("millieu").new_state().observation(0)
    openings = {opponents.load("millieu", "first-strong", game_luck(seed, 0, 0)).choose(start) for seed in range(5, 10)}
    assert len(openings) > 3


@pytest.mark.proof
def test_the_number_of_processes_does_not_change_the_games() -> None:
    alone = arena.play("first-strong", "easy", games=12, seed=5, game="millieu")
    assert arena.play("first-strong", "easy", games=12, seed=5, game="millieu", jobs=2, patience=0) == alone


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"hands": 2}, "hands: Millieu has none, only whole games"),
        ({"games": 0}, "games: an even number from 2 on is needed, not 0"),
        ({"games": 3}, "games: an even number from 2 on is needed, not 3"),
        ({"rules": "mille"}, "“mille” is not a rule set; there are: millieu"),
        ({"b": "original"}, "“original” is no player; there are: easy, strong, champion"),
        ({"game": "whist"}, "there is no game called “whist”"),
    ],
)
def test_wrong_arguments_for_millieu_are_refused_with_a_reason(wrong: dict[str, object], says: str) -> None:
    arguments = {"a": "easy", "b": "easy", "games": 2, "seed": 1, "game": "millieu", **wrong}
    with pytest.raises(ValueError, match=says):
        arena.play(**arguments)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_match_of_millieu_is_resumed_from_its_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    whole = arena.play("first-strong", "easy", games=6, seed=3, game="millieu")
    arena.play("first-strong", "easy", games=4, seed=3, game="millieu", resume=file)
    assert json.loads(file.read_text().splitlines()[0])["game"] == "millieu"
    assert arena.play("first-strong", "easy", games=6, seed=3, game="millieu", resume=file) == whole
    with pytest.raises(ResumeError, match="holds another match"):
        arena.play("easy", "easy", games=6, seed=3, game="millieu", resume=file)


def test_the_file_of_a_match_of_mile_bones_does_not_name_the_game(tmp_path: Path) -> None:
    """Files from the time when Mile Bones was the only game do not name the game, either."""
    arena.play("easy", "easy", hands=2, seed=1, resume=tmp_path / "match.jsonl")
    assert "game" not in json.loads((tmp_path / "match.jsonl").read_text().splitlines()[0])
    assert GAMES[0] == "mile-bones"


# --- reports ---------------------------------------------------------------------------------------------------------

RESULT = result_of(Match("champion", "strong", "millieu", 7, "millieu"), (), [(1, 1), (-1, 1), (0, 1), (1, -1)])


def test_a_tally_is_a_share_with_its_interval() -> None:
    assert RESULT.seats == (Tally(2, 1, 1), Tally(3, 1, 0))
    assert RESULT.seats[0].share == 0.625
    assert RESULT.seats[0].interval == share_interval(0.625, 4)
    assert (Tally(0, 0, 0).share, Tally(0, 0, 0).interval) == (None, None)


def test_the_text_has_the_shares_of_all_games_each_seat_and_the_beginner() -> None:
    assert arena_text(RESULT).splitlines() == [
        "champion - strong: champion won 68.8% of 8 games; 95% interval 35.6% to 89.8%; won 5, lost 2, drawn 1",
        "where champion began: 62.5% of 4; 95% interval 21.9% to 90.8%; won 2, lost 1, drawn 1",
        "where strong began: 75.0% of 4; 95% interval 30.1% to 95.4%; won 3, lost 1, drawn 0",
        "the one who began won 43.8% of 8; 95% interval 17.4% to 74.1%; won 3, lost 4, drawn 1",
    ]


def test_the_text_about_equal_levels_adds_only_the_beginners_share() -> None:
    lines = arena_text(replace(RESULT, b="champion")).splitlines()
    assert [line.split(" won ")[0] for line in lines] == ["champion - champion: champion", "the one who began"]


def test_the_json_and_csv_have_the_shares_by_seat() -> None:
    shape = json.loads(arena_json(RESULT))
    assert (shape["game"], shape["mean"], shape["hands"], shape["games"]) == ("millieu", None, 0, 8)
    assert shape["as_first"] == {
        "won": 2,
        "lost": 1,
        "drawn": 1,
        "share": 0.625,
        "interval": list(share_interval(0.625, 4)),
    }
    assert shape["as_second"]["won"] == 3
    (row,) = csv.DictReader(io.StringIO(arena_csv([RESULT])))
    assert (row["mean"], row["games"], row["as_first_share"], row["as_second_lost"]) == ("", "8", "0.625", "1")
    assert float(row["as_second_high"]) == share_interval(0.75, 4)[1]


def test_reports_about_mile_bones_keep_their_fields() -> None:
    result = ArenaResult("original", "easy", "mille", 1, 10.0, 1.0, 4, won=1, lost=1)
    assert set(json.loads(arena_json(result))) == {
        *("a", "b", "rules", "seed", "mean", "se", "interval", "hands"),
        *("game_share", "game_interval", "games", "won", "lost", "drawn"),
    }
    assert arena_csv([result]).splitlines()[0].endswith("game_share,game_low,game_high")


def test_a_cross_table_has_shares_of_all_games_and_of_those_begun() -> None:
    plan = crosstable.Plan(("easy", "strong"), ("millieu",), 0, 0, 8, 8, 7, "millieu")
    result = replace(RESULT, a="strong", b="easy")
    assert crosstable_text(crosstable.CrossTable(plan, (result,))).splitlines() == [
        "Millieu: games that the left won against the top, 95% interval, of 8 games",
        "",
        "                     easy             strong",
        "easy                    –  31.2% (10.2–64.4)",
        "strong  68.8% (35.6–89.8)                  –",
        "",
        "Millieu: those of them in which the left began",
        "",
        "                     easy            strong",
        "easy                    –  25.0% (4.6–69.9)",
        "strong  62.5% (21.9–90.8)                 –",
    ]


@pytest.mark.proof
def test_a_cross_table_of_millieu_has_the_arenas_results(tmp_path: Path) -> None:
    plan = crosstable.Plan(("easy", "strong"), ("millieu",), 0, 0, 2, 2, 7, "millieu")
    table = crosstable.measure(plan, 1, tmp_path)
    assert table.results == (arena.play("strong", "easy", games=2, seed=7, game="millieu"),)
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["millieu-strong-easy.jsonl"]
    assert [levels for _rules, *levels in replace(plan, levels=("champion", "easy")).pairs()] == [["champion", "easy"]]


def test_the_progress_line_counts_games() -> None:
    match = MatchProgress(Match("strong", "easy", "millieu", 1, "millieu"), tuple(cut(0, 8)), {})
    stream = io.StringIO()
    now = [0.0]
    progress = ProgressLine(stream, lambda: now[0])
    progress(match)
    (first, _second) = match.missing()
    assert first.place.kind is Kind.GAMES
    match.add(first.place, Played(((1, 0), (-1, 1))))
    now[0] = 30.0
    progress(match)
    assert stream.getvalue().splitlines() == ["0 of 8 games", "30 s left, 4 of 8 games, 62% won"]
