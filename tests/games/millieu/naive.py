"""A second implementation of Millieu, written from the rules page as plainly as possible.

Points are (x, y, z), pieces are (colour, shape). It shares nothing with the game and tries every possibility. A
position is (board, hands, seat): the board is a sorted tuple of (point, piece), each hand is a sorted tuple, and
``seat`` is to move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

Point = tuple[int, int, int]
Kind = tuple[int, int]
Position = tuple[tuple[tuple[Point, Kind], ...], tuple[tuple[Kind, ...], tuple[Kind, ...]], int]

CUBE = sorted(product(range(3), repeat=3))
KINDS = list(product(range(3), repeat=2))
LINES = [
    line
    for line in combinations(CUBE, 3)
    if sum(len(set(places)) == 3 for places in zip(*line, strict=True)) == 1
    and sum(len(set(places)) == 1 for places in zip(*line, strict=True)) == 2
]
STEPS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def start() -> Position:
    return (), (tuple(KINDS), tuple(KINDS)), 0


def add(point: Point, step: Point, times: int = 1) -> Point:
    x, y, z = (p + times * s for p, s in zip(point, step, strict=True))
    return x, y, z


def is_mill(kinds: list[Kind]) -> bool:
    colours, shapes = len({colour for colour, _shape in kinds}), len({shape for _colour, shape in kinds})
    return (colours, shapes) in ((1, 3), (3, 1))


def all_mills(board: dict[Point, Kind]) -> list[tuple[Point, ...]]:
    return [line for line in LINES if all(p in board for p in line) and is_mill([board[p] for p in line])]


def ways_to_capture(
    board: dict[Point, Kind], hand: list[Kind], active: set[Point]
) -> Iterator[tuple[dict[Point, Kind], list[Kind]]]:
    mills = all_mills(board)
    if not mills:
        if len(hand) <= 9:
            yield board, hand
        return
    for point in {point for line in mills for point in line} - active:
        left = dict(board)
        taken = left.pop(point)
        yield from ways_to_capture(left, [*hand, taken], active)


def whole_turns(position: Position) -> Iterator[Position]:
    """Yield the position after each complete turn, once for each sequence of steps."""
    pairs, hands, seat = position
    board = dict(pairs)
    for kind in sorted(set(hands[seat])):
        hand = list(hands[seat])
        hand.remove(kind)
        for point in CUBE:
            if point in board:
                continue
            if not board:
                yield _position({point: kind}, hands, seat, hand)
                continue
            for step in STEPS:
                origin = add(point, step)
                if origin not in board:
                    continue
                for way in STEPS:
                    for length in (1, 2):
                        target = add(origin, way, length)
                        placed = {**board, point: kind}
                        if not 0 <= min(target) <= max(target) <= 2 or target in placed:
                            break
                        placed[target] = placed.pop(origin)
                        for after, held in ways_to_capture(placed, hand, {point, target}):
                            yield _position(after, hands, seat, held)


def _position(
    board: dict[Point, Kind], hands: tuple[tuple[Kind, ...], tuple[Kind, ...]], seat: int, hand: list[Kind]
) -> Position:
    new = tuple(sorted(hand))
    return tuple(sorted(board.items())), (new, hands[1]) if seat == 0 else (hands[0], new), 1 - seat


def after(turns: int, start_at: Counter[Position] | None = None) -> Counter[Position]:
    """Return every position after ``turns`` turns, with the number of sequences that lead to it."""
    level = Counter([start()]) if start_at is None else start_at
    for _turn in range(turns):
        grown: Counter[Position] = Counter()
        for position, count in level.items():
            for following in whole_turns(position):
                grown[following] += count
        level = grown
    return level
