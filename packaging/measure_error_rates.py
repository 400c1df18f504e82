"""Measure the error rates of our levels and of random play, from which the limits between verdict words are chosen.

``python packaging/measure_error_rates.py --hands 200 --seed 1`` prints the table of the section "Error rate" in
docs/coach.md, for Mille with ``--game montreal-mille``. The limits are ``error_limits`` of the game's coach, in
``coaching.py`` of its players.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

from mile_bones.games import GAMES
from mile_bones.lab import workers
from mile_bones.lab.error_rates import AT_RANDOM, measure, names, share_in_order
from mile_bones.match.review import WORLDS
from mile_bones.players import has_coach


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, required=True, help="of each, half of which it begins")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--game", choices=[game for game in GAMES if has_coach(game)], default=GAMES[0])
    parser.add_argument("--who", nargs="+", help="levels, or random; all of them without any")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--jobs", type=int, default=workers.cores())
    chosen = parser.parse_args()
    known = names(chosen.game)
    for name in chosen.who or ():
        if name not in known:
            parser.error(f"there are: {', '.join(known)}")
    workers.one_thread_each()
    print("| who | points a hand | points a decision | decisions a hand |\n|---|---|---|---|")
    every = []
    for found in measure(chosen.who or known, chosen.hands, chosen.seed, chosen.worlds, chosen.jobs, chosen.game):
        error = f"{found.a_hand.mean:.0f} ± {found.a_hand.se:.0f}"
        print(f"| {found.name} | {error} | {found.a_decision:.1f} | {found.decisions:.1f} |", flush=True)
        every.append(found)
    levels = [each for each in every if each.name != AT_RANDOM]
    print(f"\nSamples of ten hands in which these players come out in the order of the table, without {AT_RANDOM}:")
    for some in [levels, *map(list, pairwise(levels))]:
        print(f"{', '.join(each.name for each in some)}: {share_in_order(some, 10):.1%}")


if __name__ == "__main__":
    main()
