"""Examines who wins Millieu: ``tests/tools/bench/solve_millieu.py endgames|openings [NUMBER] [SEED]``.

``endgames``: two searching players play NUMBER games from drawn openings. Every position at the start of a turn in
which both hands together hold at most ``TOGETHER`` pieces is searched exhaustively
(`mile_bones.players.millieu.solve`), until its winner is known or ``MOST`` positions have been looked at.

``openings``: for each of the four sorts of openings, every different reply is searched (turns that a symmetry makes
equal count once), and then played on NUMBER times by two searching players. Nothing is asserted. The results are in
docs/millieu.md.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import PLACE
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.state import MillieuState
from mile_bones.lab.statistics import share_interval
from mile_bones.players.millieu.deepening import Deepening
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.players import ChampionPlayer
from mile_bones.players.millieu.search import Limits, look
from mile_bones.players.millieu.solve import winner
from mile_bones.players.millieu.symmetry import different

MOST = 1500
DEEPEST = 14
TOGETHER = 5
OPENING_DEPTH = 3
SORTS = {"corner": 0, "edge": 1, "face": 4, "centre": 13}


class Searcher(ChampionPlayer):
    """The champion with a tenth of its patience, and with a seed that brings in a little luck."""

    positions = ChampionPlayer.positions // 10


def play(state: MillieuState, seed: int) -> Iterator[MillieuState]:
    """Yield the game before each turn, and at its end. The same state object is yielded every time, and changes in
    between.
    """
    players = (Searcher(2 * seed), Searcher(2 * seed + 1))
    while not state.is_terminal():
        if state.observation(None).phase is Phase.PLACE:
            yield state
        seat = state.current_player
        assert seat is not None
        state.apply_action(players[seat].choose(state.observation(seat)))
    yield state


def endgames(games: int, seed: int) -> None:
    """Print, by the pieces in both hands, how many endgames are won, lost and not known."""
    rng = Rng(seed)
    found: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for number in range(games):
        state = MillieuState()
        state.apply_action(PLACE[0][rng.below(27)])
        for now in play(state, seed + number):
            if now.is_terminal():
                break
            plans = Plans(now.observation(None))
            held = int(plans.own.sum()), int(plans.other.sum())
            if sum(held) > TOGETHER:
                continue
            limits = Limits(MOST)
            answer = winner(plans.board, plans.own, plans.other, DEEPEST, limits, {})
            word = {True: "won", False: "lost", None: "not known"}[answer]
            print(f"  turn {now.turn}, in hand {held}: {word}, looked at {MOST - limits.positions}", flush=True)
            found[held][word] += 1
            found[held]["looked at"] += MOST - limits.positions
        print(f"game {number + 1}: {state.turn} turns, {state.returns()}", flush=True)
    print("in hand: the player to move, the other | won by the player to move | lost | not known | looked at, mean")
    for held, counts in sorted(found.items()):
        number = counts["won"] + counts["lost"] + counts["not known"]
        mean = counts["looked at"] / number
        print(f"{held[0]}, {held[1]} | {counts['won']} | {counts['lost']} | {counts['not known']} | {mean:.0f}")


def openings(games: int, seed: int) -> None:
    """Print the replies to each opening, the best for the second player first, and how games from them end."""
    for sort, point in SORTS.items():
        state = MillieuState()
        state.apply_action(PLACE[0][point])
        plans = Plans(state.observation(None))
        replies = []
        for reply in different(plans.turns, plans.board, plans.own, plans.other):
            after = state.clone()
            for step in plans.steps(int(reply)):
                after.apply_action(step)
            position = look(plans.turns.boards[:, reply], plans.other, plans.turns.hands[:, reply])
            order = np.arange(len(position.lead))
            worth = max(Deepening(position, Limits(ChampionPlayer.positions)).search(order, OPENING_DEPTH).values())
            replies.append((-worth, " ".join(map(str, plans.steps(int(reply)))), after))
        replies.sort(key=lambda reply: (-reply[0], reply[1]))
        results: Counter[int] = Counter()
        print(f"opening: {sort}, {len(replies)} different replies of {len(plans)}")
        for worth, text, after in replies:
            each = [list(play(after.clone(), seed + number))[-1].returns()[1] for number in range(games)]
            results.update(each)
            print(f"  {text}: {worth:+.2f}, games won by the second player {each.count(1)} of {games}", flush=True)
        all_games = sum(results.values())
        low, high = share_interval(results[1] / all_games, all_games)
        print(
            f"{sort}: the second player won {results[1]} of {all_games} ({low:.1%} to {high:.1%}), drawn {results[0]}"
        )


if __name__ == "__main__":
    {"endgames": endgames, "openings": openings}[sys.argv[1]](
        int(sys.argv[2]) if len(sys.argv) > 2 else 2, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    )
