"""Measures how long the players of Millieu think, and how long their games are.

``tests/tools/bench/bench_millieu.py A B [GAMES] [SEED]``. A and B are levels, or "random" for a player that is not a
level and takes any legal step. The games are those of ``mile-bones arena --game millieu A B --games GAMES --seed
SEED``. The arena measures the strength of levels; only this tool measures the strength of "random". No clock ends the
thinking, so the same command gives the same games everywhere. Nothing is asserted.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

from mile_bones.engine.game import Player
from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import Action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.rules import NAME
from mile_bones.lab.arena_report import arena_text
from mile_bones.lab.batches import Match, game_luck
from mile_bones.lab.games import play_game
from mile_bones.lab.match_progress import result_of
from mile_bones.players import load_player


class RandomPlayer:
    """A player that takes any legal step."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, observation: Observation) -> Action:
        actions = observation.legal_actions()
        return actions[self._rng.below(len(actions))]


class Timed:
    """A player that chooses as another player does, and notes the seconds that this player took for each turn."""

    def __init__(self) -> None:
        self.player: Player[Any, Any] | None = None
        self.seconds: list[float] = []
        self.last_turn = 0

    def choose(self, observation: Observation) -> Action:
        assert self.player is not None
        start = perf_counter()
        action = self.player.choose(observation)
        if observation.placed is None:
            self.seconds.append(0.0)
        self.seconds[-1] += perf_counter() - start
        self.last_turn = observation.turn
        return action


def player(level: str, seed: int) -> Player[Any, Any]:
    """Return a player of this level, or the random player for "random"."""
    return RandomPlayer(seed) if level == "random" else load_player(NAME, level, seed)


def main(a: str, b: str, games: int = 20, seed: int = 1) -> None:
    """Print who won, how long the players thought about a turn, and how many turns a game had."""
    one, other = Timed(), Timed()
    pairs, lengths = [], []
    for pair in range(games // 2):
        results = []
        for side, seats in enumerate(((one, other), (other, one))):
            luck = game_luck(seed, pair, side)
            # With the same seed, two random players would take the same steps. Levels look at the board,
            # and need no other seed.
            one.player, other.player = player(a, luck), player(b, ~luck if b == "random" else luck)
            results.append(play_game(NAME, NAME, seats))
            lengths.append(max(one.last_turn, other.last_turn))
        pairs.append((results[0], -results[1]))
    print(arena_text(result_of(Match(a, b, NAME, seed, NAME), (), pairs)))
    lengths.sort()
    print(f"turns a game: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}")
    for name, timed in ((a, one), (b, other)):
        times = sorted(timed.seconds)
        mean, late = sum(times) / len(times), times[len(times) * 99 // 100]
        print(f"{name}: {mean:.3f} s a turn, 99 of 100 under {late:.3f}, longest {times[-1]:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5]))
