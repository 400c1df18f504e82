"""A greedy bot for Mille that takes piles worth having, lays down what it can, and throws what it needs least.

It is an independent opponent for measurements, in plain Python, and imports nothing of ours. Start it by: mile-bones
arena expert --game montreal-mille --external "python3 tests/tools/bots/plain_mille.py" --hands 2000
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

DEAR = {"QS": 100, "JD": 50}
VALUES = {"2": 20, "A": 15, **dict.fromkeys(("10", "J", "Q", "K"), 10)}
WORTH_TAKING = -20
"""A pile is taken if its useful points exceed this number by half of its other points or more."""


def rank(card: str) -> str:
    """Return the rank of a card such as "10D"."""
    return card[:-1]


def value(card: str) -> int:
    """Return the points of a card."""
    return DEAR.get(card, VALUES.get(rank(card), 5))


def points(action: str) -> int:
    """Return the points of all cards of an action."""
    return sum(value(word) for word in action.split()[1:] if word[-1] in "SHDC")


def take(seen: dict[str, Any], legal: list[str]) -> str:
    """Return the action that begins a turn."""
    piles = [action for action in legal if action != "draw"]
    if not piles or "draw" not in legal:
        return max(legal, key=points)
    mine = {each["rank"] for each in seen["sets"]["own"]} | {rank(card) for card in seen["hand"]}
    useful = sum(value(card) for card in seen["pile"] if rank(card) in mine or rank(card) == "2")
    late = seen["held"]["other"] <= 3
    gain = points(max(piles, key=points)) + useful - (sum(map(value, seen["pile"])) - useful) * (2 if late else 0.5)
    return max(piles, key=points) if gain >= WORTH_TAKING else "draw"


def lay(seen: dict[str, Any], legal: list[str]) -> str | None:
    """Return the best card or set to lay down, or None. A 2 is kept for a dear set unless the deal may end soon."""
    late = min(seen["held"].values()) <= 4 or seen["left"] < 15
    found = []
    for action in legal:
        verb, *words = action.split()
        if verb not in ("lay", "add"):
            continue
        to = words[-1] if verb == "add" else rank(words[0])
        twos = sum(rank(word) == "2" for word in words if word[-1] in "SHDC") if to != "2" else 0
        dear = verb == "lay" and points(action) - 20 * twos >= 30
        if not twos or late or dear:
            found.append((points(action) - 15 * twos, action))
    return max(found)[1] if found else None


def throw(seen: dict[str, Any], legal: list[str]) -> str:
    """Return the discard that costs least: a single cheap card that the opponent probably cannot use."""
    held = Counter(map(rank, seen["hand"]))
    theirs = {each["rank"] for each in seen["sets"]["other"]} | {rank(card) for card in seen["known"]["other"]}
    own = {each["rank"] for each in seen["sets"]["own"]}
    late = seen["held"]["other"] <= 4

    def cost(action: str) -> float:
        card = action.split()[1]
        keeps = 12 * (held[rank(card)] == 2) + 25 * (held[rank(card)] >= 3) + 15 * (rank(card) in own)
        keeps += 60 * (rank(card) == "2")
        danger = (value(card) + sum(map(value, seen["pile"])) / 3) * (0.5 if rank(card) in theirs else 0.2)
        return keeps + danger - (0.7 if late else 0.1) * value(card)

    return min((action for action in legal if action.startswith("discard")), key=cost)


def choose(seen: dict[str, Any], legal: list[str]) -> str:
    """Return the next step."""
    if seen["phase"] == "draw":
        return take(seen, legal)
    return lay(seen, legal) or (throw(seen, legal) if any(each.startswith("discard") for each in legal) else legal[0])


def main() -> None:
    """Answer the messages on the standard input."""
    for line in sys.stdin:
        said = json.loads(line)
        answer: dict[str, object] | None = None
        if said["type"] == "hello":
            answer = {"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "plain"}
        elif said["type"] == "question":
            answer = {"type": "action", "id": said["id"], "action": choose(said["observation"], said["legal_actions"])}
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
