"""Measure how much of a hand of Mile Bones depends on the cards, and write docs/luck.json. ``python
packaging/measure_luck.py --hands 4000 --open-hands 640 --seed 2060 --jobs 2`` measures, by each rule set, the spread of
a hand's result between two experts, and the lead over an expert of a player who sees all cards. The result does not
depend on ``--jobs``. Afterwards ``python packaging/luck_picture.py`` draws it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from mile_bones.games.milebones.rules import NAME, RULE_SETS
from mile_bones.lab import deals, workers
from mile_bones.lab.hands import Pair, play_hand
from mile_bones.lab.statistics import estimate
from mile_bones.players import load_player

LUCK = Path(__file__).parent.parent / "docs" / "luck.json"
STEP = 225
"""The width of a column of the histogram, in points. Scores are multiples of 25, so no score lies between two
columns.
"""


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, required=True, help="between two experts, by each rule set")
    parser.add_argument("--open-hands", type=int, required=True, help="against who sees all cards")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=workers.cores())
    parser.add_argument("--to", type=Path, default=LUCK)
    chosen = parser.parse_args()
    workers.one_thread_each()
    found = {
        rules: {
            "equals": _equals(rules, chosen.seed, chosen.hands, chosen.jobs),
            "open_cards": _open_cards(rules, chosen.seed, chosen.open_hands, chosen.jobs),
        }
        for rules in RULE_SETS
    }
    chosen.to.write_text(json.dumps({"seed": chosen.seed, "rules": found}, indent=1) + "\n", encoding="utf-8")


def _equals(rules: str, seed: int, hands: int, jobs: int) -> dict[str, Any]:
    ahead = _in_order(partial(_hand, rules, seed), hands, jobs)
    columns = Counter(STEP * round(points / STEP) for points in ahead)
    return {
        "hands": hands,
        "deviation": round(statistics.pstdev(ahead, 0), 1),
        "columns": {str(points): columns[points] for points in sorted(columns)},
    }


def _hand(rules: str, seed: int, number: int) -> int:
    """Return the lead of seat 0 in a hand between two experts, in points."""
    expert = load_player(NAME, "expert")
    mine, theirs = play_hand(deals.deal(RULE_SETS[rules], seed, number, number % 2), (expert, expert), RULE_SETS[rules])
    return mine - theirs


def _open_cards(rules: str, seed: int, hands: int, jobs: int) -> dict[str, Any]:
    """Return the results of at least ``hands`` hands. Their number is rounded up to whole blocks."""
    from mile_bones.lab.open_cards import DEALS, block_of_pairs  # late: NumPy reads its limit to one thread

    blocks: list[list[Pair]] = _in_order(partial(block_of_pairs, rules, seed), -(-hands // (2 * DEALS)), jobs)
    pairs = [pair for block in blocks for pair in block]
    points = estimate([(here + there) / 2 for here, there in pairs])
    ahead = [one for pair in pairs for one in pair]
    return {
        "hands": len(ahead),
        "mean": round(points.mean, 1),
        "se": round(points.se, 1),
        "ahead": sum(one > 0 for one in ahead),
        "behind": sum(one < 0 for one in ahead),
    }


def _in_order(work: Any, number: int, jobs: int) -> list[Any]:
    found = {}
    for done, (place, outcome) in enumerate(workers.spread(work, range(number), jobs), 1):
        found[place] = outcome
        if done % 50 == 0:
            print(f"{done} of {number}", file=sys.stderr, flush=True)
    return [found[place] for place in range(number)]


if __name__ == "__main__":
    main()
