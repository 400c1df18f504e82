"""The promises of every level: legal answers, equal answers to equal tables, and only the observation as input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from known_levels import LEVELS, QUICK
from mile_bones.engine.errors import NotationError
from mile_bones.games import GAMES
from mile_bones.games.milebones.actions import DRAW, Kind
from mile_bones.games.milebones.cards import SAFETIES
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.players import level, load_coach, load_player
from players.milebones.positions import questions

levels = pytest.mark.parametrize("level", LEVELS)
levels_at_play = pytest.mark.parametrize("level", [*LEVELS[:-1], pytest.param(LEVELS[-1], marks=pytest.mark.long)])
"""The champion thinks a thousand times longer than the others. Therefore, tests that ask it many questions are only in
the long tier.
"""
rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


@pytest.mark.sample(slow=3)
@pytest.mark.slow
@pytest.mark.parametrize("level", [level for level in LEVELS if level != "champion"])
@rule_sets
@examples(40)
@given(seed=st.integers(0, 2**64 - 1))
def test_every_answer_is_legal(level: str, rules: str, seed: int) -> None:
    assert questions(level, rules, seed)


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@rule_sets
def test_every_answer_of_the_champion_is_legal(rules: str) -> None:
    """There are fewer hands than in the test of the other levels."""
    assert all(questions("champion", rules, seed) for seed in range(3))


@levels_at_play
@rule_sets
def test_one_player_answers_for_several_games_in_turn(level: str, rules: str) -> None:
    asked = [questions(level, rules, seed)[:: 1 if level in QUICK else 6] for seed in range(2)]
    shared = load_player("mile-bones", level)
    mixed = [observation for group in zip(*asked, strict=False) for observation in group]
    assert [shared.choose(observation) for observation in mixed] == [
        load_player("mile-bones", level).choose(observation) for observation in mixed
    ]


@pytest.mark.sample(slow=3)
@pytest.mark.slow
@levels_at_play
@rule_sets
def test_no_level_discards_a_safety(level: str, rules: str) -> None:
    player = load_player("mile-bones", level)
    for seed in range(60 if level in QUICK else 3):
        for observation in questions(level, rules, seed):
            action = player.choose(observation)
            assert action.kind is not Kind.DISCARD or action.card not in SAFETIES


@levels
def test_every_level_draws_if_nothing_else_is_legal(level: str) -> None:
    chosen = RULE_SETS["mile-bones"]
    hand = Hand(chosen, shuffled_deal(chosen, 1, 0, 0))
    assert load_player("mile-bones", level).choose(hand.observation(0)) == DRAW


def test_an_unknown_level_is_refused_by_name() -> None:
    for ask in (load_player, level):
        with pytest.raises(
            NotationError, match="“grandmaster” is not a level; there are: easy, original, expert, champion"
        ):
            ask("mile-bones", "grandmaster")


def test_every_level_has_a_title_a_line_and_a_strength() -> None:
    assert LEVELS == ("easy", "original", "expert", "champion")
    known = [level("mile-bones", name) for name in LEVELS]
    assert [each.title() for each in known] == ["Easy", "Original", "Expert", "Champion"]
    words = [each.line() for each in known]
    assert len(set(words)) == len(LEVELS)
    strengths = [each.strength() for each in known]
    assert len(set(strengths)) == len(LEVELS)
    assert all(word.endswith(".") and len(word) < 80 for word in words + strengths)


def test_every_game_has_a_coach_that_is_loaded_once() -> None:
    for game in GAMES:
        assert load_coach(game) is load_coach(game) is not None
