"""Mirrored deals and games of any game that has deals, without a screen: the players act on the game state directly.

Mile Bones has a faster loop in ``hands``. A mirrored deal is played twice with the same cards and the same seat
beginning, but with the players swapped. A player is not asked if there is only one legal action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from mile_bones.engine.game import Player
from mile_bones.engine.rng import Rng
from mile_bones.games import spec
from mile_bones.lab.deals import SECRET, SecretRng, game_seed
from mile_bones.lab.hands import Pair

Players: TypeAlias = tuple[Player[Any, Any], Player[Any, Any]]


def deal_seed(seed: int, number: int) -> int:
    """Return the seed of a game whose first deal is deal ``number`` of the match with the seed ``seed``."""
    if seed >= SECRET:
        return SecretRng(f"single deal {number} of {seed}").next64()
    return Rng.for_deal(seed, number).next64()


def single_deal(game: str, rules: str, seed: int, number: int) -> Any:
    """Return deal ``number`` of ``seed`` as the state of a game that consists of this deal only. The seats take turns
    in beginning.
    """
    load = spec(game).parts.load_single
    assert load is not None, "every game with deals has it, except Mile Bones"
    return load(rules).new_state(deal_seed(seed, number), first=number % 2)


def whole_game(game: Any, seed: int, number: int) -> Any:
    """Return game ``number`` of ``seed`` as a state of ``game``. The seats take turns in beginning."""
    return game.new_state(game_seed(seed, number), first=number % 2)


def play_on(state: Any, players: Players) -> Any:
    """Play to the end of the game and return its state. Raise IllegalAction if a player gives a forbidden action."""
    while not state.is_terminal():
        seat, actions = state.current_player, state.legal_actions()
        state.apply_action(actions[0] if len(actions) == 1 else players[seat].choose(state.observation(seat)))
    return state


def mirrored_deals(game: str, rules: str, players: Players, seed: int, numbers: Iterable[int]) -> Iterator[Pair]:
    """Play the deals with these numbers twice each, from 0 to 0, and yield pairs of differences in points.

    The seats take turns in beginning.
    """
    for number in numbers:
        here, there = (
            play_on(single_deal(game, rules, seed, number), order).totals for order in (players, players[::-1])
        )
        yield here[0] - here[1], there[1] - there[0]


def mirrored_games(game: Any, players: Players, seed: int, series: Iterable[int]) -> Iterator[Pair]:
    """Play the games with these numbers twice each, and yield a pair for each number. A won game is 1, a lost one -1, a
    drawn one 0.
    """
    for number in series:
        here, there = (play_on(whole_game(game, seed, number), order).returns() for order in (players, players[::-1]))
        yield here[0], there[1]
