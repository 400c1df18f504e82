"""Deals and games of any game that has deals, mirrored, without a screen: the players sit before the state itself.

Mile Bones has a quicker loop of its own in ``hands``. Mirrored means played twice with the same cards and the same
seat beginning, the players swapped. What has no alternative is done without asking.
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
    """The seed of the game whose first deal is deal ``number`` of this seed."""
    if seed >= SECRET:
        return SecretRng(f"single deal {number} of {seed}").next64()
    return Rng.for_deal(seed, number).next64()


def single_deal(game: str, rules: str, seed: int, number: int) -> Any:
    """Deal ``number`` of this seed, as a game of its own. The seats begin by turns."""
    load = spec(game).parts.load_single
    assert load is not None, "a game with deals that is not Mile Bones has it"
    return load(rules).new_state(deal_seed(seed, number), first=number % 2)


def whole_game(game: Any, seed: int, number: int) -> Any:
    """Game ``number`` of this seed, of a game that has been loaded. The seats begin by turns."""
    return game.new_state(game_seed(seed, number), first=number % 2)


def play_on(state: Any, players: Players) -> Any:
    """Play to the end of the game, which is returned. IllegalAction when a player answers with what is forbidden."""
    while not state.is_terminal():
        seat, actions = state.current_player, state.legal_actions()
        state.apply_action(actions[0] if len(actions) == 1 else players[seat].choose(state.observation(seat)))
    return state


def mirrored_deals(game: str, rules: str, players: Players, seed: int, numbers: Iterable[int]) -> Iterator[Pair]:
    """Deals by their numbers, each played twice from 0 to 0: differences in points. The seats begin by turns."""
    for number in numbers:
        here, there = (
            play_on(single_deal(game, rules, seed, number), order).totals for order in (players, players[::-1])
        )
        yield here[0] - here[1], there[1] - there[0]


def mirrored_games(game: Any, players: Players, seed: int, series: Iterable[int]) -> Iterator[Pair]:
    """Games by their numbers, each played twice to its end: 1 is a game won, -1 lost, 0 drawn."""
    for number in series:
        here, there = (play_on(whole_game(game, seed, number), order).returns() for order in (players, players[::-1]))
        yield here[0], there[1]
