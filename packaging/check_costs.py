"""Check the costs that reviews name, by the same coach with other seeds, and by playing both actions to the end.

``python packaging/check_costs.py --game montreal-mille --choices 20 --seed 1`` prints one line for each named choice,
and how often the sign agrees. ``lab/cost_check.py`` describes the method.
"""

from __future__ import annotations

import argparse
import sys

from mile_bones.lab import workers


def main() -> None:
    """Read the arguments and check."""
    workers.one_thread_each()
    from mile_bones.lab import cost_check
    from mile_bones.match.review import WORLDS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=cost_check.games(), default=cost_check.games()[0])
    parser.add_argument("--choices", type=int, required=True, help="the least number of named choices")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--hands", type=int, default=200, help="the worlds in which both actions are played to the end")
    parser.add_argument("--level", help="the level that plays them; the strongest but one without it")
    parser.add_argument("--jobs", type=int, default=workers.cores())
    chosen = parser.parse_args()
    level = chosen.level or cost_check.quick_level(chosen.game)
    print(cost_check.HEAD, flush=True)
    agree = agree_others = number = 0
    found = cost_check.checks(chosen.game, chosen.seed, chosen.worlds, chosen.hands, level, chosen.jobs)
    for hand, several in enumerate(found, 1):
        for checked in several:
            print(cost_check.line(checked), flush=True)
            number, agree, agree_others = number + 1, agree + checked.agrees, agree_others + checked.others_agree
        print(f"{number} of {chosen.choices} after {hand} hands", file=sys.stderr, flush=True)
        if number >= chosen.choices:
            break
    found.close()
    print(f"sign agrees in {agree} of {number}, with other seeds of the coach in {agree_others} of {number}")


if __name__ == "__main__":
    main()
