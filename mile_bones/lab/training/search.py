"""Evaluates choices by deeper search; the results teach the next expert.

This is the batched twin of the champion's search at the table: it takes many positions at once, with fewer worlds
(imagined deals) for each. Every choice in question is tried in the same worlds. Both sides then play on as the player
would, and the judge, who sees all cards, estimates the outcome. Near the end of the deck, and after a question about
the extension, the hands are played to their end instead. The value of one position is therefore noisy, but the player
learns from a million of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import torch
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import FULL_DECK, Deck, Row
from mile_bones.lab.batch import features
from mile_bones.lab.batch.compiled import compiled_parallel, prange
from mile_bones.lab.batch.engine import step_all
from mile_bones.lab.batch.mixing import STEP, mixed
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.outcomes import OpenJudge
from mile_bones.lab.training.selfplay import Trajectories, best
from mile_bones.lab.training.stakes import Stakes

_TOGETHER = 65_536
"""Hands that are played on side by side."""
_FAR_APART = np.uint64(0xD1342543DE82EF95)
"""A factor that makes the random states of successive seeds very different from each other."""


@dataclass(frozen=True)
class Depth:
    """Settings of the search, with a number of ``worlds`` for each kind of position."""

    worlds: int = 8
    late_worlds: int = 4
    """The worlds for choices with few cards in the deck. Most of their hands are played to the end, which takes
    longer.
    """
    extension_worlds: int = 32
    """The worlds for questions about the extension. These questions are few, and their outcomes vary widely."""
    plies: int = 3
    """The judge estimates after this many further choices of either side, and once more after one further choice."""
    late: int = 18
    """With this many cards in the deck, or fewer, every legal action is evaluated."""
    to_the_end: int = 10
    """With this many cards in the deck, or fewer, a hand that is played on is played to its end."""
    likely: float = 0.004
    """In all other positions, actions that the player chooses with a smaller probability are not evaluated."""
    most: int = 9000
    """The maximal number of choices from a batch of hands. Choices that are late or about the extension are not
    counted.
    """


class Kind(IntEnum):
    """The kind of a position, which determines the actions to evaluate."""

    LATE = 0
    """All actions, near the end of the deck."""
    EXTENSION = 1
    OTHER = 2
    """The likely actions."""
    QUIET = 3
    """None, because only one action was likely. The player is kept as it is in this position."""


@dataclass(frozen=True)
class Weighed:
    """Positions, one line each, and the values of their choices."""

    seen: NDArray[np.int8]
    """The inputs of the player to act."""
    legal: NDArray[np.bool_]
    """``[n, 42]``."""
    worth: NDArray[np.float32]
    """The values in points to the player to act, ``[n, 42]``. NaN for actions that were not evaluated."""
    kind: NDArray[np.int8]
    """A ``Kind`` for each line."""


class Teacher:
    """The search: ``player`` plays on, ``guess`` weighs what the opponent may hold, ``judge`` evaluates open hands."""

    def __init__(
        self, player: Tower, guess: Tower, judge: OpenJudge, stakes: Stakes, game_part: float, depth: Depth, seed: int
    ) -> None:
        self._player, self._guess, self._judge = player, guess, judge
        self._stakes, self._game_part = stakes, game_part
        self._depth = depth
        self._seed = seed

    def weigh(self, course: Trajectories, rng: np.random.Generator) -> Weighed:
        """Evaluate the choices of these hands."""
        rows, depth = course.rows, self._depth
        legal, chances = course.legal.numpy(), course.chances.numpy()
        is_open = legal.sum(axis=1) > 1
        extends = is_open & (rows[:, at.PHASE] == at.EXTEND_PHASE)
        is_late = is_open & ~extends & (rows[:, at.LEFT] <= depth.late)
        likely = legal & (chances > depth.likely)
        is_other = is_open & ~extends & ~is_late
        is_quiet = is_other & (likely.sum(axis=1) == 1)
        nothing = np.zeros_like(legal)
        kinds = (
            (Kind.LATE, np.flatnonzero(is_late), legal, depth.late_worlds),
            (Kind.EXTENSION, np.flatnonzero(extends), legal, depth.extension_worlds),
            (Kind.OTHER, _some(is_other & ~is_quiet, depth.most, rng), likely, depth.worlds),
            (Kind.QUIET, _some(is_quiet, depth.most // 4, rng), nothing, 1),
        )
        lines = np.concatenate([which for _kind, which, _asked, _worlds in kinds])
        worth = [self._look(rows[k], course.seen[k], asked[k], worlds) for _kind, k, asked, worlds in kinds]
        kind = np.repeat([kind for kind, *_rest in kinds], [len(which) for _kind, which, *_rest in kinds])
        return Weighed(course.seen[lines], legal[lines], np.concatenate(worth), kind.astype(np.int8))

    def _look(self, rows: Row, seen: NDArray[np.int8], asked: NDArray[np.bool_], worlds: int) -> NDArray[np.float32]:
        """Return the values of the ``asked`` actions, ``[n, 42]``, over ``worlds`` worlds. The values of other actions
        are NaN.
        """
        worth = np.full(asked.shape, np.nan, np.float32)
        with torch.no_grad():
            weights = np.exp(self._guess(torch.from_numpy(seen[:, : features.SIZE])).numpy())
            for lines, actions in _portions(asked, _TOGETHER // worlds):
                hands = len(lines) * worlds
                played, decks = np.empty((hands, at.WIDTH), np.int16), np.empty((hands, at.DECK), np.int8)
                _imagine(rows, lines, weights[lines], worlds, self._seed, played, decks)
                self._seed += 1
                seats = played[:, at.PLAYER].copy()
                step_all(played, decks, np.arange(hands), np.repeat(actions, worlds))
                worth[lines, actions] = self._ends(played, decks, seats).reshape(-1, worlds).mean(axis=1)
        return worth

    def _ends(self, rows: Row, decks: Deck, seats: NDArray[np.int16]) -> NDArray[np.float32]:
        """Play on, and return the outcomes in points to ``seats``.

        The judge's estimate depends a little on the player to act. In hands that are not played to the end, it is
        therefore taken twice, and averaged.
        """
        for _ply in range(self._depth.plies):
            self._one_more(rows, decks, rows[:, at.ENDED] == 0)
        early = self._values(rows, decks, seats)
        self._one_more(rows, decks, rows[:, at.ENDED] == 0)
        while self._one_more(rows, decks, (rows[:, at.ENDED] == 0) & (rows[:, at.LEFT] <= self._depth.to_the_end)):
            pass
        values = self._values(rows, decks, seats)
        result: NDArray[np.float32] = np.where(rows[:, at.ENDED] == 0, (early + values) / 2, values)
        return result

    def _one_more(self, rows: Row, decks: Deck, chosen: NDArray[np.bool_]) -> bool:
        """Do one choice in each of the chosen hands, and return whether there were any."""
        hands = np.flatnonzero(chosen)
        if len(hands):
            step_all(rows, decks, hands, best(self._player, rows, hands))
        return len(hands) > 0

    def _values(self, rows: Row, decks: Deck, seats: NDArray[np.int16]) -> NDArray[np.float32]:
        values = np.empty(len(rows), np.float32)
        is_over = rows[:, at.ENDED] != 0
        over, going = np.flatnonzero(is_over), np.flatnonzero(~is_over)
        values[over] = self._stakes.worths(rows[over], self._game_part) * (1 - 2 * seats[over])
        if len(going):
            signs = np.where(rows[going, at.PLAYER] == seats[going], 1, -1)
            values[going] = signs * self._judge.worths(rows[going], decks[going], self._stakes, self._game_part)
        return values


def _some(chosen: NDArray[np.bool_], most: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the numbers of the chosen lines, or of a random sample of ``most`` if there are more."""
    lines = np.flatnonzero(chosen)
    return lines if len(lines) <= most else np.sort(rng.choice(lines, most, replace=False))


def _portions(asked: NDArray[np.bool_], most: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the lines and actions that are asked for, in portions of about ``most`` pairs; a line is never divided."""
    lines, actions = np.nonzero(asked)
    part = lines[np.arange(len(lines)) // most * most] if len(lines) else lines
    bounds = np.searchsorted(lines, np.unique(part))
    for some in np.split(np.arange(len(lines)), bounds[1:]):
        if len(some):
            yield lines[some], actions[some]


@compiled_parallel
def _imagine(
    rows: Row,
    lines: NDArray[np.int64],
    weights: NDArray[np.float32],
    worlds: int,
    seed: int,
    played: Row,
    decks: Deck,
) -> None:
    """Write ``worlds`` worlds for each of ``lines``. A line gets the same worlds for each of its actions.

    The opponent's cards are drawn one by one from the unseen cards by the weights of their faces: each card gets an
    exponential random time, and the earliest are the opponent's. The deck is in a uniformly random order.
    """
    for number in prange(len(played)):
        entry = number // worlds
        line = lines[entry]
        row = rows[line]
        own, other = row[at.PLAYER] * at.SEAT, (1 - row[at.PLAYER]) * at.SEAT
        cards = np.empty(at.DECK + 12, np.int8)
        times = np.empty(at.DECK + 12, np.float64)
        state = (
            np.uint64(seed) * np.uint64(1_000_003) + np.uint64(line) * np.uint64(65_537) + np.uint64(number % worlds)
        ) * _FAR_APART
        count = 0
        for card in range(at.FACES):
            for _copy in range(FULL_DECK[card] - row[at.EXPOSED + card] - row[own + at.HAND + card]):
                state += STEP
                draw = (np.float64(mixed(state) >> np.uint64(11)) + 0.5) / 2.0**53
                cards[count] = card
                times[count] = -np.log(draw) / weights[entry, card]
                count += 1
        held = row[other + at.HELD]
        order = np.argsort(times[:count])
        played[number] = row
        for card in range(at.FACES):
            played[number, other + at.HAND + card] = 0
        for place in range(held):
            played[number, other + at.HAND + cards[order[place]]] += 1
        rest = order[held:count]
        if held:
            last = times[order[held - 1]]
            for place in range(len(rest)):
                times[rest[place]] = (times[rest[place]] - last) * weights[entry, cards[rest[place]]]
        again = np.argsort(times[rest])
        left = row[at.LEFT]
        for place in range(left):
            decks[number, at.DECK - left + place] = cards[rest[again[place]]]
