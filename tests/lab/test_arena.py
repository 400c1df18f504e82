"""The arena plays what it reports, and gives the same result every time."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from mile_bones.engine.errors import IllegalAction
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DISCARD, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import MILE_BONES, RULE_SETS
from mile_bones.lab import arena, deals, hands
from mile_bones.lab.batches import Kind, Match, cut, players_seed
from mile_bones.lab.match_progress import MatchProgress
from mile_bones.players import load_player

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


class Watcher:
    """A player that plays like ``easy`` and keeps the observations that it was shown."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []
        self.easy = load_player("mile-bones", "easy")

    def choose(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return self.easy.choose(observation)


@pytest.mark.sample(fast=1)
@rule_sets
@pytest.mark.parametrize("level", ["easy", "original"])
def test_a_level_scores_exactly_zero_against_itself(level: str, rules: str) -> None:
    result = arena.play(level, level, hands=40, seed=3, games=4, rules=rules)
    assert (result.mean, result.se, result.game_share) == (0, 0, 0.5)


@pytest.mark.slow
@rule_sets
def test_swapping_the_players_reverses_the_sign(rules: str) -> None:
    here = arena.play("original", "easy", hands=60, seed=9, games=4, rules=rules)
    there = arena.play("easy", "original", hands=60, seed=9, games=4, rules=rules)
    assert here.mean == -there.mean != 0
    assert here.se == there.se > 0
    assert here.game_share is not None
    assert there.game_share == 1 - here.game_share


def test_the_result_names_levels_rules_seed_and_numbers() -> None:
    result = arena.play("original", "easy", hands=2, seed=0, rules="mille")
    assert (result.a, result.b, result.rules) == ("original", "easy", "mille")
    assert (result.seed, result.hands, result.games, result.game_share, result.se) == (0, 2, 0, None, 0)
    assert (result.interval, result.game_interval) == (None, None)


def test_the_interval_has_1_96_standard_errors_on_each_side() -> None:
    result = arena.play("original", "easy", hands=60, seed=0, games=6)
    assert result.interval == pytest.approx((result.mean - 1.96 * result.se, result.mean + 1.96 * result.se), rel=1e-3)
    assert result.won + result.lost + result.drawn == result.games == 6
    assert result.game_share == (result.won + result.drawn / 2) / 6
    assert result.game_interval is not None
    low, high = result.game_interval
    assert 0 <= low < result.game_share < high <= 1


def test_a_result_is_reproduced_by_its_seed_only() -> None:
    first, again, other = (arena.play("original", "easy", hands=20, seed=seed, games=2) for seed in (5, 5, 6))
    assert first == again
    assert first.mean != other.mean


@pytest.mark.slow
def test_the_number_of_processes_does_not_change_the_result() -> None:
    """There are more batches than processes, and the last batch is not full."""
    numbers: dict[str, Any] = {"hands": 70, "seed": 11, "games": 6, "rules": "mille"}
    alone = arena.play("original", "easy", **numbers, jobs=1)
    together = arena.play("original", "easy", **numbers, jobs=2, patience=0)
    assert alone == together


@pytest.mark.slow
def test_batches_contain_the_deals_and_games_in_their_order() -> None:
    """These players use no random numbers. Therefore, the hands and games are the same in batches or in one run."""
    players, rules = (load_player("mile-bones", "original"), load_player("mile-bones", "easy")), RULE_SETS["mille"]
    result = arena.play("original", "easy", hands=44, seed=13, games=6, rules="mille")
    assert (result.mean, result.se) == arena.compare_hands(players, 22, 13, rules)
    games = [one for pair in hands.mirrored_games(players, 13, range(3), rules) for one in pair]
    assert (result.won, result.lost, result.drawn) == (games.count(1), games.count(-1), games.count(0))


def test_every_deal_and_every_game_has_different_cards() -> None:
    players, rules = (load_player("mile-bones", "original"), load_player("mile-bones", "easy")), RULE_SETS["mille"]
    decks = [shuffled_deal(rules, 13, number, number % 2).deck for number in range(40)]
    assert len(set(decks)) == 40
    assert len({deals.game_seed(13, number) for number in range(40)}) == 40
    pairs = list(hands.mirrored_hands(players, 13, range(6), rules))
    assert pairs[3:] == list(hands.mirrored_hands(players, 13, range(3, 6), rules))
    assert len(set(pairs)) > 1


def test_a_larger_match_begins_with_the_same_hands(tmp_path: Path) -> None:
    for hands_, games in ((20, 2), (40, 6)):
        arena.play("original", "easy", hands=hands_, seed=5, games=games, resume=tmp_path / str(hands_))
    values: dict[int, dict[str, list[Any]]] = {20: {"hands": [], "games": []}, 40: {"hands": [], "games": []}}
    for hands_, found in values.items():
        for line in (tmp_path / str(hands_)).read_text().splitlines()[1:]:
            shape = json.loads(line)
            found["hands" if "hands" in shape else "games"] += shape["pairs"]
    assert values[40]["hands"][:10] == values[20]["hands"]
    assert values[40]["games"][:1] == values[20]["games"]
    assert [len(pairs) for pairs in values[40].values()] == [20, 3]


def test_the_watcher_gets_the_progress_after_every_block() -> None:
    told: list[tuple[int, int, int, int]] = []

    def watch(standing: MatchProgress) -> None:
        found = standing.estimate()
        told.append((standing.played, standing.left, standing.count(Kind.HANDS)[0], found.n if found else 0))

    result = arena.play("original", "easy", hands=38, seed=5, games=2, watch=watch)
    assert told == [(0, 4, 0, 0), (1, 3, 16, 8), (2, 2, 32, 16), (3, 1, 38, 19), (4, 0, 38, 19)]
    assert result.hands == 38


@pytest.mark.slow
def test_the_estimate_during_a_match_covers_the_hands_so_far() -> None:
    seen = []
    arena.play("original", "easy", hands=48, seed=5, watch=lambda standing: seen.append(standing.estimate()))
    for batches in (1, 2, 3):
        so_far = arena.play("original", "easy", hands=16 * batches, seed=5)
        assert seen[batches] is not None
        assert (seen[batches].mean, seen[batches].se) == pytest.approx((so_far.mean, so_far.se))


def test_the_players_seed_differs_by_block_and_from_the_deals_seeds() -> None:
    match = Match("easy", "easy", "mille", 3)
    seeds = {players_seed(match.seed, batch.place) for batch in cut(160, 40)}
    assert len(seeds) == len(list(cut(160, 40)))
    dealt = {Rng.for_deal(match.seed, number).next64() for number in range(80)}
    games = {Rng(~match.seed).next64()}
    assert not seeds & (dealt | games)


@rule_sets
def test_the_arena_gets_the_same_mean_and_error_as_the_table(rules: str) -> None:
    """Two deals, four hands, are played once more on the state that the table uses."""
    game = MileBones(rules)
    levels = {"o": load_player("mile-bones", "original"), "e": load_player("mile-bones", "easy")}
    pairs = []
    for number in (0, 1):
        sum_of_pair = 0
        for seats in ("oe", "eo"):
            state = game.new_state(1, deal=shuffled_deal(game.rules, 17, number, number % 2))
            ended = None
            while ended is None:
                seat = state.current_player
                assert seat is not None
                events = state.apply_action(levels[seats[seat]].choose(state.observation(seat)))
                ended = next((event for event in events if isinstance(event, HandEnded)), None)
            mine = seats.index("o")
            sum_of_pair += ended.scores[mine].total - ended.scores[1 - mine].total
        pairs.append(sum_of_pair / 2)
    result = arena.play("original", "easy", hands=4, seed=17, rules=rules)
    assert result.mean == pytest.approx(sum(pairs) / 2)
    assert result.se == pytest.approx(abs(pairs[0] - pairs[1]) / 2)  # two values: sd / sqrt(2) is half their difference


@pytest.mark.proof
def test_the_error_falls_with_the_square_root_of_the_hands() -> None:
    few = arena.play("original", "easy", hands=60, seed=2)
    many = arena.play("original", "easy", hands=960, seed=2)
    assert many.se == pytest.approx(few.se / sqrt(16), rel=0.4)


def test_players_see_their_own_seat_and_are_not_asked_for_forced_draws() -> None:
    one, two = Watcher(), Watcher()
    deal = shuffled_deal(MILE_BONES, 4, 0, 0)
    hands.play_hand(deal, (one, two), MILE_BONES)
    assert {type(observation) for observation in one.seen} == {Observation}
    assert {observation.seat for observation in one.seen} == {0}
    assert {observation.seat for observation in two.seen} == {1}
    assert all(observation.coup is not None for observation in one.seen + two.seen if observation.phase is Phase.DRAW)


def test_a_game_lasts_to_the_target_and_players_see_its_totals() -> None:
    one, two = Watcher(), Watcher()
    totals = hands.play_game(8, 1, (one, two), MILE_BONES)
    assert max(totals) >= MILE_BONES.target
    assert one.seen[0].totals == (0, 0)
    last = one.seen[-1]
    assert max(last.totals) < MILE_BONES.target
    assert last.totals == two.seen[-1].totals[::-1] != (0, 0)
    assert {observation.first for observation in one.seen if observation.hand_number == 1} == {1}
    assert {observation.first for observation in one.seen if observation.hand_number == 2} == {0}


def test_an_illegal_answer_ends_the_match_with_an_error() -> None:
    class Cheat:
        def choose(self, observation: Observation) -> Action:
            missing = next(card for card in Card if card not in observation.hand)
            return PLAY[missing] if observation.seat == 0 else DISCARD[missing]

    with pytest.raises(IllegalAction, match="not_in_hand"):
        hands.play_hand(shuffled_deal(MILE_BONES, 0, 0, 0), (Cheat(), Cheat()), MILE_BONES)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"hands": 3}, "hands: an even number from 2 on is needed, not 3"),
        ({"jobs": 0}, "jobs: a number from 1 on is needed, not 0"),
        ({"hands": 0}, "hands: an even number from 2 on is needed, not 0"),
        ({"hands": -2}, "not -2"),
        ({"games": 1}, "games: 0 or an even number is needed, not 1"),
        ({"games": -2}, "games: 0 or an even number is needed, not -2"),
        ({"rules": "bridge"}, "“bridge” is not a rule set; there are: mile-bones, mille"),
        ({"a": "nobody"}, "“nobody” is no player; there are: easy, original"),
        ({"b": "nobody"}, "“nobody” is no player; there are: easy, original"),
    ],
)
def test_wrong_arguments_are_refused_with_a_reason(wrong: dict[str, object], says: str) -> None:
    arguments = {"a": "easy", "b": "easy", "hands": 2, "seed": 1, **wrong}
    with pytest.raises(ValueError, match=says):
        arena.play(**arguments)  # type: ignore[arg-type]
