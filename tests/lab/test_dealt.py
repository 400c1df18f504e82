"""The arena with a game other than Mile Bones that has deals: mirrored deals and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mile_bones.engine.errors import IllegalAction
from mile_bones.games import load_game
from mile_bones.games.montreal.actions import ACTIONS, Action
from mile_bones.games.montreal.observation import Observation
from mile_bones.lab import arena, dealt
from mile_bones.lab.arena_report import arena_json, arena_text
from mile_bones.lab.deals import SECRET
from mile_bones.lab.dealt import deal_seed, mirrored_deals, mirrored_games, play_on, single_deal
from mile_bones.lab.line_file import ResumeError
from mile_bones.players import load_player

GAME = "montreal-mille"


class Counting:
    """A player that plays like a level and remembers the observations for which it was asked."""

    def __init__(self, level: str = "easy") -> None:
        self._player = load_player(GAME, level, 1)
        self.asked: list[Observation] = []

    def choose(self, observation: Observation) -> Action:
        self.asked.append(observation)
        chosen: Action = self._player.choose(observation)
        return chosen


class Last:
    """A player that takes the last of the legal actions: it draws, and discards its most expensive cards."""

    def choose(self, observation: Any) -> Any:
        return observation.legal_actions()[-1]


class Wrong:
    def choose(self, observation: Any) -> Any:
        return next(action for action in ACTIONS if observation.why_not(action))


def test_a_deal_is_played_to_its_end_and_no_further() -> None:
    state = play_on(single_deal(GAME, GAME, 1, 3), (Last(), Last()))
    assert state.is_terminal() and state.hand_number == 1 and state.first == 1
    first, second = state.totals
    assert state.returns() == ((first > second) - (first < second), (second > first) - (second < first))
    assert single_deal(GAME, GAME, 1, 3).opening() == single_deal(GAME, GAME, 1, 3).opening()


def test_a_player_is_asked_only_on_its_turn_and_if_there_is_a_choice() -> None:
    one = Counting()
    play_on(single_deal(GAME, GAME, 1, 0), (one, Last()))
    assert one.asked
    assert all(len(view.legal_actions()) > 1 and view.seat == 0 for view in one.asked)


def test_an_illegal_answer_is_an_error() -> None:
    with pytest.raises(IllegalAction):
        play_on(load_game(GAME).new_state(1), (Wrong(), Wrong()))


def test_mirrored_deals_and_games_cancel_out_for_equal_levels() -> None:
    players = load_player(GAME, "easy", 1), load_player(GAME, "easy", 1)
    assert all(here == -there for here, there in mirrored_deals(GAME, GAME, players, 5, range(4)))
    assert all(here == -there for here, there in mirrored_games(load_game(GAME), players, 5, range(3)))


@pytest.mark.proof
def test_whole_games_are_played_to_the_target_that_the_result_names(tmp_path: Path) -> None:
    asked = {"hands": 2, "games": 8, "seed": 4, "game": GAME}
    usual = arena.play("strong", "easy", **asked)
    one, other = Counting(), Counting()
    list(mirrored_games(load_game(GAME, target=300, options={"stake": 2}), (one, other), 4, range(1)))
    assert {(seen.rules.target, seen.rules.stake) for seen in one.asked + other.asked} == {(300, 2)}
    file = tmp_path / "match"
    short = arena.play("strong", "easy", **asked, target=300, options={"stake": 2}, resume=file)
    assert (usual.target, short.target, short.options) == (None, 300, (("stake", 2),))
    assert short.mean == usual.mean, "a single deal has no target"
    assert (short.won, short.lost) != (usual.won, usual.lost), "these games were shorter"
    shape = json.loads(arena_json(short))
    assert (shape["target"], shape["options"]) == (300, {"stake": 2})
    assert "target" not in json.loads(arena_json(usual)) and "games to 300;" in arena_text(short)
    with pytest.raises(ResumeError, match="another match"):
        arena.play("strong", "easy", **asked, target=301, options={"stake": 2}, resume=file)
    assert arena.play("strong", "easy", **asked, target=300, options={"stake": 2}, resume=file) == short


@pytest.mark.parametrize(
    ("game", "wrong"), [("mile-bones", {"target": 700}), (GAME, {"options": {"stake": 9}}), (GAME, {"target": 0})]
)
def test_a_target_or_an_option_that_a_game_does_not_have_is_refused(game: str, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        arena.play("easy", "easy", hands=2, games=2, seed=1, game=game, **wrong)


def test_the_same_cards_are_played_twice_with_the_players_swapped() -> None:
    one, other = Counting(), Counting()
    list(mirrored_deals(GAME, GAME, (one, other), 5, range(1, 2)))
    here, there = (next(view for view in player.asked if view.seat == 1) for player in (one, other))
    assert here == there and here.turn == 1
    assert {view.seat for view in one.asked} == {view.seat for view in other.asked} == {0, 1}
    assert all(view.first == 1 for view in one.asked), "the seats take turns in beginning"


def test_deals_differ_by_number_seed_and_secret() -> None:
    seeds = [deal_seed(seed, number) for seed in (1, 2, SECRET, SECRET + 1) for number in range(5)]
    assert len(set(seeds)) == len(seeds)


def test_the_arena_measures_a_game_with_deals(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    result = arena.play("easy", "easy", hands=8, games=4, seed=3, game=GAME, resume=file)
    assert (result.mean, result.hands, result.games, result.game_share) == (0, 8, 4, 0.5)
    assert result.seats is None, "the seats take turns in beginning"
    assert arena.play("easy", "easy", hands=8, games=4, seed=3, game=GAME, resume=file) == result


def test_the_arena_plays_a_batch_through_mirrored_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(dealt, "mirrored_deals", lambda game, *_more: played.append(game) or [(1, 1)])
    result = arena.play("easy", "easy", hands=2, seed=3, game=GAME)
    assert played == [GAME] and result.mean == 1
