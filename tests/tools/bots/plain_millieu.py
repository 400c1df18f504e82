"""A bot for Millieu that searches two to four turns deep, counts only pieces, and takes half a second a turn.

It is an independent opponent for measurements, in plain Python, and imports nothing of ours. Start it by: mile-bones
arena champion --game millieu --external "python3 tests/tools/bots/plain_millieu.py" --games 40
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

SECONDS, DEEPEST = 0.5, 4
LOST = -500
KINDS = [f"{colour}_{shape}" for colour in ("RED", "BROWN", "CREAM") for shape in ("DISC", "SQUARE", "HEX")]

Board = list[int | None]


def _third(one: int, other: int) -> int | None:
    """Return the kind that makes a mill with two others, or None."""
    colours, shapes = (one // 3, other // 3), (one % 3, other % 3)
    if one == other or (colours[0] != colours[1] and shapes[0] != shapes[1]):
        return None
    colour = colours[0] if colours[0] == colours[1] else 3 - sum(colours)
    shape = shapes[0] if shapes[0] == shapes[1] else 3 - sum(shapes)
    return 3 * colour + shape


THIRD = [[_third(one, other) for other in range(9)] for one in range(9)]
LINES = [(a, a + step, a + 2 * step) for step in (1, 3, 9) for a in range(27) if a // step % 3 == 0]
PAIRS = [[tuple(p for p in line if p != point) for line in LINES if point in line] for point in range(27)]
RAYS = [[line[line.index(a) :: way][1:] for line in LINES if a in line for way in (1, -1)] for a in range(27)]
"""The points that a piece can reach from each point, by direction, the nearest first."""


class Turn(NamedTuple):
    """A whole turn: the board and the hand after it, and its steps."""

    board: Board
    hand: list[int]
    piece: int
    point: int
    slide: tuple[int, int]
    taken: tuple[int, ...]


def mills(board: Board, points: tuple[int, int]) -> list[tuple[int, ...]]:
    """Return for each mill through one of the two moved pieces the points of its other pieces."""
    found = []
    for point in points:
        for one, other in PAIRS[point]:
            first, second, kind = board[one], board[other], board[point]
            if first is not None and second is not None and kind is not None and THIRD[first][second] == kind:
                found.append(tuple(each for each in (one, other) if each not in points))
    return found


def turns(board: Board, hand: list[int]) -> Iterator[Turn]:
    """Yield every whole turn."""
    for point, start in product(range(27), range(27)):
        moved = board[start]
        if board[point] is not None or moved is None or not any(ray[:1] == (point,) for ray in RAYS[start]):
            continue
        for ray in RAYS[start]:
            for end in ray:
                if end == point or board[end] is not None:
                    break
                for piece in range(9):
                    if hand[piece]:
                        yield from _completed(board, hand, piece, point, (start, end))


def _completed(board: Board, hand: list[int], piece: int, point: int, slide: tuple[int, int]) -> Iterator[Turn]:
    after, left = board[:], hand[:]
    after[point], after[slide[1]], after[slide[0]] = piece, board[slide[0]], None
    left[piece] -= 1
    for taken in {frozenset(picked) for picked in product(*mills(after, (point, slide[1])))}:
        if sum(left) + len(taken) <= 9:
            final, held = after[:], left[:]
            for place in taken:
                held[final[place]] += 1  # type: ignore[index]
                final[place] = None
            yield Turn(final, held, piece, point, slide, tuple(taken))


class TimeIsUp(Exception):
    """The half second is over."""


def worth(turn: Turn, other: list[int], depth: int, alpha: float, beta: float, end: float) -> float:
    """Return the lead in pieces of the player who makes this turn, after ``depth - 1`` more turns."""
    if depth == 1:
        return sum(turn.hand) - sum(other)
    if time.process_time() > end:
        raise TimeIsUp
    best: float = LOST
    answers: Iterable[Turn] = turns(turn.board, other)
    if depth > 2:
        answers = sorted(answers, key=lambda each: -sum(each.hand))
    for answer in answers:
        best = max(best, worth(answer, turn.hand, depth - 1, max(-beta, best), -alpha, end))
        if best >= -alpha:
            break
    return -best


def best_turn(board: Board, own: list[int], other: list[int]) -> Turn:
    """Return the best turn that is found in time. Equal turns are chosen at random."""
    end = time.process_time() + SECONDS
    order = list(turns(board, own))
    random.shuffle(order)
    order.sort(key=lambda turn: -sum(turn.hand))
    best = order[0]
    for depth in range(2, DEEPEST + 1):
        found: list[tuple[float, Turn]] = []
        try:
            for turn in order:
                alpha = max((value for value, _turn in found), default=2.0 * LOST)
                found.append((worth(turn, other, depth, alpha, -2.0 * LOST, end), turn))
        except TimeIsUp:
            return max(found, key=lambda pair: pair[0], default=(0, best))[1]
        found.sort(key=lambda pair: -pair[0])
        order = [turn for _value, turn in found]
        best = order[0]
    return best


def steps(turn: Turn) -> list[str]:
    """Return the steps of a turn. Its captures may be made in another order."""
    start, end = turn.slide
    taken = [f"take {point}" for point in turn.taken]
    return [f"place {KINDS[turn.piece]} {turn.point}", f"slide {start} {end}", *taken]


def choose(seen: dict[str, Any], legal: list[str], plan: list[str]) -> str:
    """Return the next step. ``plan`` has the other steps of this turn, and changes."""
    if seen["phase"] == "place":
        board: Board = [None if name is None else KINDS.index(name) for name in seen["board"]]
        own, other = ([seen["hands"][side].count(kind) for kind in KINDS] for side in ("own", "other"))
        if not any(seen["board"]):
            return random.choice(legal)
        plan[:] = steps(best_turn(board, own, other))
    step = next(step for step in plan if step in legal)
    plan.remove(step)
    return step


def main() -> None:
    """Answer the messages on the standard input."""
    plan: list[str] = []
    for line in sys.stdin:
        said = json.loads(line)
        answer: dict[str, object] | None = None
        if said["type"] == "hello":
            answer = {"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "plain"}
        elif said["type"] == "question":
            step = choose(said["observation"], said["legal_actions"], plan)
            answer = {"type": "action", "id": said["id"], "action": step}
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
