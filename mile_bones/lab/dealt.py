"""Deals and games of any game that has deals, mirrored, without a screen: the players sit before the state itself.

Mile Bones has a quicker loop of its own in ``hands``. Mirrored means played twice with the same cards and the same
seat beginning, the players swapped. What has no alternative is done without asking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from mile_bones.engine import Player, Rng
from mile_bones.games import load_game
from mile_bones.lab.deals import SECRET, SecretRng, game_seed
from mile_bones.lab.hands import Pair

Players: TypeAlias = tuple[Player[Any, Any], Player[Any, Any]]


def deal_seed(seed: int, number: int) -> int:
    """The seed of the game whose first deal is deal ``number`` of this seed."""
    if seed >= SECRET:
        return SecretRng(f"single deal {number} of {seed}").next64()
    return Rng.for_deal(seed, number).next64()


def play_on(state: Any, players: Players, *, deals: int | None = None) -> None:
    """Play to the end of the game, or of so many deals. IllegalAction when a player answers with what is forbidden."""
    while not state.is_terminal():
        if state.needs_deal:
            deals = None if deals is None else deals - 1
            if deals == 0:
                return
            state.deal()
        seat, actions = state.current_player, state.legal_actions()
        forced = len(actions) == 1
        state.apply_action(actions[0] if forced else players[seat].choose(state.observation(seat)), deal=False)


def mirrored_deals(game: str, rules: str, players: Players, seed: int, numbers: Iterable[int]) -> Iterator[Pair]:
    """Deals by their numbers, each played twice from 0 to 0: differences in points. The seats begin by turns."""
    for number in numbers:
        here, there = (
            _played(game, rules, order, deal_seed(seed, number), number, deals=1).totals
            for order in (players, players[::-1])
        )
        yield here[0] - here[1], there[1] - there[0]


def mirrored_games(game: str, rules: str, players: Players, seed: int, series: Iterable[int]) -> Iterator[Pair]:
    """Games by their numbers, each played twice to its end: 1 is a game won, -1 lost, 0 drawn."""
    for number in series:
        here, there = (
            _played(game, rules, order, game_seed(seed, number), number).returns() for order in (players, players[::-1])
        )
        yield here[0], there[1]


def _played(game: str, rules: str, players: Players, seed: int, number: int, *, deals: int | None = None) -> Any:
    state = load_game(game, rules).new_state(seed, first=number % 2)
    play_on(state, players, deals=deals)
    return state
