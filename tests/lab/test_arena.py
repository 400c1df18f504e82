"""The arena measures what it says, the same every time."""

from __future__ import annotations

from math import sqrt

import pytest

from mile_bones.engine import IllegalAction
from mile_bones.games.milebones import (
    DISCARD,
    MILE_BONES,
    PLAY,
    RULE_SETS,
    Action,
    Card,
    HandEnded,
    MileBones,
    Observation,
    Phase,
)
from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.lab import arena
from mile_bones.players import load_player

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


class Watcher:
    """Plays like ``easy`` and keeps what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []
        self.easy = load_player("easy")

    def choose(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return self.easy.choose(observation)


@rule_sets
@pytest.mark.parametrize("level", ["easy", "original"])
def test_a_level_is_worth_exactly_nothing_against_itself(level: str, rules: str) -> None:
    result = arena.play(level, level, hands=40, seed=3, games=4, rules=rules)
    assert (result.mean, result.se, result.game_share) == (0, 0, 0.5)


@rule_sets
def test_swapping_the_players_turns_the_sign(rules: str) -> None:
    here = arena.play("original", "easy", hands=60, seed=9, games=4, rules=rules)
    there = arena.play("easy", "original", hands=60, seed=9, games=4, rules=rules)
    assert here.mean == -there.mean != 0
    assert here.se == there.se > 0
    assert here.game_share is not None
    assert there.game_share == 1 - here.game_share


def test_the_result_says_what_was_played() -> None:
    result = arena.play("original", "easy", hands=2, seed=0, rules="mille")
    assert (result.a, result.b, result.rules) == ("original", "easy", "mille")
    assert (result.hands, result.games, result.game_share, result.se) == (2, 0, None, 0)


def test_a_seed_gives_the_same_result_and_another_seed_another() -> None:
    first, again, other = (arena.play("original", "easy", hands=20, seed=seed, games=2) for seed in (5, 5, 6))
    assert first == again
    assert first.mean != other.mean


@rule_sets
def test_mean_and_error_come_from_hands_played_by_the_game_itself(rules: str) -> None:
    """Two deals, four hands, played once more through the state that the table uses."""
    game = MileBones(rules)
    levels = {"o": load_player("original"), "e": load_player("easy")}
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
    assert result.se == pytest.approx(abs(pairs[0] - pairs[1]) / 2)  # two values: sd / sqrt(2) is half their distance


def test_the_error_shrinks_with_the_square_root_of_the_hands() -> None:
    few = arena.play("original", "easy", hands=60, seed=2)
    many = arena.play("original", "easy", hands=960, seed=2)
    assert many.se == pytest.approx(few.se / sqrt(16), rel=0.4)


def test_players_see_only_their_own_seat_and_are_not_asked_for_forced_draws() -> None:
    one, two = Watcher(), Watcher()
    deal = shuffled_deal(MILE_BONES, 4, 0, 0)
    arena.play_hand(deal, (one, two), MILE_BONES)
    assert {type(observation) for observation in one.seen} == {Observation}
    assert {observation.seat for observation in one.seen} == {0}
    assert {observation.seat for observation in two.seen} == {1}
    assert all(observation.coup is not None for observation in one.seen + two.seen if observation.phase is Phase.DRAW)


def test_a_game_goes_on_to_the_target_and_its_totals_are_seen() -> None:
    one, two = Watcher(), Watcher()
    totals = arena.play_game(8, 1, (one, two), MILE_BONES)
    assert max(totals) >= MILE_BONES.target
    assert one.seen[0].totals == (0, 0)
    last = one.seen[-1]
    assert max(last.totals) < MILE_BONES.target
    assert last.totals == two.seen[-1].totals[::-1] != (0, 0)
    assert {observation.first for observation in one.seen if observation.hand_number == 1} == {1}
    assert {observation.first for observation in one.seen if observation.hand_number == 2} == {0}


def test_an_answer_against_the_rules_ends_the_measurement() -> None:
    class Cheat:
        def choose(self, observation: Observation) -> Action:
            missing = next(card for card in Card if card not in observation.hand)
            return PLAY[missing] if observation.seat == 0 else DISCARD[missing]

    with pytest.raises(IllegalAction, match="not_in_hand"):
        arena.play_hand(shuffled_deal(MILE_BONES, 0, 0, 0), (Cheat(), Cheat()), MILE_BONES)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"hands": 3}, "hands: an even number from 2 on is needed, not 3"),
        ({"hands": 0}, "hands: an even number from 2 on is needed, not 0"),
        ({"hands": -2}, "not -2"),
        ({"games": 1}, "games: 0 or an even number is needed, not 1"),
        ({"games": -2}, "games: 0 or an even number is needed, not -2"),
        ({"rules": "bridge"}, "“bridge” is not a rule set; there are: mile-bones, mille"),
        ({"a": "nobody"}, "“nobody” is not a level; there are: easy, original"),
        ({"b": "nobody"}, "“nobody” is not a level; there are: easy, original"),
    ],
)
def test_nonsense_is_refused_in_plain_words(wrong: dict[str, object], says: str) -> None:
    arguments = {"a": "easy", "b": "easy", "hands": 2, "seed": 1, **wrong}
    with pytest.raises(ValueError, match=says):
        arena.play(**arguments)  # type: ignore[arg-type]
