"""Counts how often each reason is given: ``python tests/tools/bench/bench_reasons.py [--choices 2000] [--examples 0]``.

Levels play against each other and against a random player, under both rule sets. Each of their choices is explained as
the coach would explain it: the best action compared with the chosen one, or with the second best if the best was
chosen. The expert's network decides which action is the best. Nothing is asserted.

``--check N [--game mile-bones]`` checks the reasons of N choices of a game against the true state instead, and prints
those that are false. The exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).resolve().parents[number]) for number in (2, 3)]


def main() -> None:
    from mile_bones.players.milebones.coaching import Coaching
    from mile_bones.players.milebones.reasons.finding import find
    from mile_bones.players.milebones.reasons.themes import theme, theme_of_choice
    from players.milebones.reasons.play import dear

    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--choices", type=int, default=2000)
    parser.add_argument("--examples", type=int, default=0)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--check", type=int, default=0, metavar="N")
    parser.add_argument("--game", default="mile-bones")
    options = parser.parse_args()
    if options.check:
        sys.exit(_check(options.game, options.check, options.seed))
    said: Counter[str] = Counter()
    themes: Counter[str] = Counter()
    examples: defaultdict[str, list[str]] = defaultdict(list)
    asked = list(islice(dear(games=options.choices, seed=options.seed), options.choices))
    start = perf_counter()
    told = [find(*choice) for choice in asked]
    seconds = perf_counter() - start
    for choice, found in zip(asked, told, strict=True):
        code = "(the points only)" if found is None else found.code
        said[code] += 1
        themes[theme_of_choice(*choice[1:]) if found is None else theme(found.code)] += 1
        examples[code].append(f"{choice[1]}, not {choice[2]}: {Coaching().reason(*choice)}")
    print(f"{len(asked)} choices, {len(said)} kinds of reasons, {1e6 * seconds / len(asked):.0f} µs each")
    print("  " + ", ".join(f"{name} {100 * count / len(asked):.1f} %" for name, count in themes.most_common()))
    for code, count in said.most_common():
        print(f"  {100 * count / len(asked):5.2f} %  {code}")
        for line in examples[code][: options.examples]:
            print(f"           {line}")


def _check(game: str, choices: int, seed: int) -> int:
    from players.reason_checks import check

    said, false = check(game, choices, seed)
    print(f"{choices} choices, {said.total()} reasons of {len(said)} kinds, {len(false)} false")
    for each in false:
        print(f"  {each.code}: {each.better}, not {each.worse}: {each.observation}")
    return bool(false)


if __name__ == "__main__":
    main()
