"""How strong the players of Millieu are against each other: ``python tests/bench/bench_millieu.py A B [GAMES] [SEED]``.

A and B are levels, or "random". Every opening is played twice, with seats swapped; it is drawn by the seed. Printed are
the games won of A with their 95 % interval (Wilson), whole and by seat, and how long A and B thought about a turn. No
clock ends the thinking, so the same command gives the same games everywhere. Aims: strong - easy 90 %, champion -
strong 65 %. Nothing is asserted.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

from mile_bones.engine import Rng
from mile_bones.games.millieu import PLACE, Action, MillieuState, Observation
from mile_bones.lab.statistics import share_interval
from mile_bones.players import load_player
from mile_bones.players.millieu.players import MillieuPlayer


class RandomPlayer:
    """Any legal step."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, observation: Observation) -> Action:
        actions = observation.legal_actions()
        return actions[self._rng.below(len(actions))]


Player = MillieuPlayer | RandomPlayer


def player(level: str, seed: int) -> Player:
    """A player of this level; of "random", too."""
    return RandomPlayer(seed) if level == "random" else load_player("millieu", level, seed)


class Thinking:
    """How long a level has thought, turn by turn."""

    def __init__(self) -> None:
        self.turns: list[float] = []

    def choose(self, player: Player, state: MillieuState, *, begins: bool) -> None:
        start = perf_counter()
        action = player.choose(state.observation(state.current_player))
        spent = perf_counter() - start
        if begins:
            self.turns.append(spent)
        else:
            self.turns[-1] += spent
        state.apply_action(action)


def game(players: tuple[Player, Player], thinking: tuple[Thinking, Thinking], opening: int) -> MillieuState:
    """A game from this opening, 0 to 242, to its end."""
    state = MillieuState()
    state.apply_action(PLACE[opening // 27][opening % 27])
    while not state.is_terminal():
        seat = state.current_player
        assert seat is not None
        begins = state.observation(None).placed is None
        thinking[seat].choose(players[seat], state, begins=begins)
    return state


def line(what: str, won: int, drawn: int, games: int) -> str:
    """Games won and drawn; a draw is half a win."""
    share = (won + drawn / 2) / games
    low, high = share_interval(share, games)
    return f"{what}: {won} won, {drawn} drawn of {games}: {share:.1%} ({low:.1%} to {high:.1%})"


def main(a: str, b: str, games: int = 400, seed: int = 1) -> None:
    """Print the result of the match, and how it stands every ten games."""
    rng = Rng(seed)
    results: Counter[tuple[int, int]] = Counter()
    lengths = []
    thinking = (Thinking(), Thinking())
    for number in range(games):
        seat = number % 2
        if seat == 0:
            opening = rng.below(243)
        one, two = player(a, seed + number), player(b, seed + number)
        if seat == 0:
            state = game((one, two), thinking, opening)
        else:
            state = game((two, one), (thinking[1], thinking[0]), opening)
        results[seat, state.returns()[seat]] += 1
        lengths.append(state.turn)
        if number % 10 == 9:
            print(number + 1, dict(results), flush=True)
    print(f"{a} - {b}, seed {seed}")
    print(line(f"{a} in all", results[0, 1] + results[1, 1], results[0, 0] + results[1, 0], games))
    for seat, name in enumerate(("first", "second")):
        print(line(f"{a} as {name} player", results[seat, 1], results[seat, 0], (games + 1 - seat) // 2))
    seconds = results[0, -1] + results[1, 1]
    print(line("the second player", seconds, results[0, 0] + results[1, 0], games))
    lengths.sort()
    print(f"turns a game: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}")
    for name, clock in zip((a, b), thinking, strict=True):
        times = sorted(clock.turns)
        mean = sum(times) / len(times)
        print(
            f"{name}: {mean:.3f} s a turn, 99 of 100 under {times[len(times) * 99 // 100]:.3f}, longest {times[-1]:.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5]))
