"""Counts how often each reason is given: ``python tests/tools/bench/bench_reasons.py [--choices 2000] [--examples 0]``.

Levels play against each other and against a random player, under both rule sets. Each of their choices is explained as
the coach would explain it: the best action compared with the chosen one, or with the second best if the best was
chosen. The expert's network decides which action is the best. Nothing is asserted.

``--check N [--game mile-bones]`` checks the reasons of N choices of a game against the true state instead, and prints
those that are false. The exit status is 1 if there are any.

``--marked N [--game mile-bones] [--worlds 100]`` counts for how many of N choices that deserve a mark the coach of a
game knows a reason. Levels and a random player make the choices. If a choice deserves no mark, another action that does
is explained instead.
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
    parser.add_argument("--marked", type=int, default=0, metavar="N")
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--game", default="mile-bones")
    options = parser.parse_args()
    if options.marked:
        _marked(options.game, options.marked, options.worlds, options.seed)
        return
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


def _marked(game: str, choices: int, worlds: int, seed: int) -> None:
    from mile_bones.engine.rng import Rng
    from mile_bones.games import spec
    from mile_bones.match.match import Match
    from mile_bones.match.seats import Setup
    from mile_bones.players import levels, load_coach, load_player
    from mile_bones.players.reasoned import POINTS_ONLY
    from stories import ALONE

    coach, luck, said, number = load_coach(game), Rng.for_deal(seed, 0), Counter[str](), seed
    assert coach is not None
    while said.total() < choices:
        number += 1
        match = Match.start(Setup(game, ALONE, spec(game).rules[0], number), lambda _record: None)
        names = ["", *(level.name for level in levels(game)[:2])]
        seats = [names[luck.below(len(names))] for _seat in (0, 1)]
        players = [load_player(game, name or names[1], number) for name in seats]
        while (seat := match.current_player) is not None and said.total() < choices:
            seen = match.observation(seat)
            actions = seen.legal_actions()
            action = players[seat].choose(seen) if seats[seat] else actions[luck.below(len(actions))]
            if len(actions) > 1 and luck.below(3) == 0:
                rating = coach.rate(seen, worlds)
                marked = [each.action for each in rating.worths if rating.mark(each.action) is not None]
                if marked:
                    worse = action if action in marked else marked[luck.below(len(marked))]
                    said[coach.code(seen, rating.best.action, worse)] += 1
            match.submit(seat, action)
    known = 100 * (1 - said[POINTS_ONLY] / said.total())
    print(f"{game}: {known:.1f} % of {said.total()} marked choices have a reason")
    for code, count in said.most_common():
        print(f"  {100 * count / said.total():5.2f} %  {code}")


def _check(game: str, choices: int, seed: int) -> int:
    from players.reason_checks import check

    said, false = check(game, choices, seed)
    print(f"{choices} choices, {said.total()} reasons of {len(said)} kinds, {len(false)} false")
    for each in false:
        print(f"  {each.code}: {each.better}, not {each.worse}: {each.observation}")
    return bool(false)


if __name__ == "__main__":
    main()
