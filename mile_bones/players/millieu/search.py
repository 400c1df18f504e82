"""A search through whole turns that looks at only a few likely turns at each step.

When neither player captures any more, the player who runs out of pieces loses. So the value of a position is first the
lead in pieces after the captures that are possible now, and then the number of turns that keep this lead. A player who
has no such turn left must give something away. This is how games between careful players are decided.

``barred`` is ``Observation.barred``: the number of turns, from this one, in which one player, who has every other turn
of them and the last one, may not make a mill. So the player to move may make mills if ``barred`` is even.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.players.millieu.boards import (
    EMPTY,
    Rows,
    Turns,
    all_turns,
    best_mills,
    hand_bits,
    may_be_blocked,
    needs,
    placings,
    safe_turns,
    turns,
)

WON = 100.0
"""The value of a won position. It is far above all other values, which are never more than a few captures."""
LIKELY = 50.0
"""The value of a turn that seems to win, although not all answers to it were searched."""
FREEDOM = 0.12
"""The value, in captures, of having *e* times as many good turns. With 600 good turns it is less than one capture."""
THREAT = 0.05
"""The value of a point on which an own piece would make a mill. It only decides which turns are searched first."""


class Limits:
    """The limits of a search: a number of positions, a time in ``seconds`` measured by ``clock``, and a function
    ``cancel``.
    """

    def __init__(
        self,
        positions: int,
        clock: Callable[[], float] | None = None,
        seconds: float = math.inf,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.positions = positions
        self._clock = clock
        self._end = math.inf if clock is None else clock() + seconds
        self._cancel = cancel

    def are_reached(self) -> bool:
        """Return True if it is time to stop."""
        return (
            self.positions <= 0
            or (self._clock is not None and self._clock() >= self._end)
            or (self._cancel is not None and self._cancel())
        )


class Position(NamedTuple):
    """A position at the start of a turn, with all turns and their values at first sight."""

    other: Rows
    """The hand of the player who waits."""
    turns: Turns
    lead: NDArray[np.float64]
    """The lead in pieces after each turn and the captures of the best answer. With a lead of 0 or more the player wins
    the race to have the last piece.
    """
    promise: NDArray[np.float64]
    """The lead after each turn, plus a little for own threats."""
    sure: NDArray[np.float64]
    """``WON`` for each turn that surely wins within two turns of the player, ``-WON`` for each turn after which the
    other player wins at once, or else 0.
    """
    value: float
    """The value of the position to the player to move."""
    barred: int
    """The number of turns in which one player may not make a mill: see the module."""

    def after(self, turn: int) -> Position:
        """Return the position after one of the turns, from the view of the other player."""
        return look(self.turns.boards[:, turn], self.other, self.turns.hands[:, turn], next_barred(self.barred))

    def values_after(self, chosen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the values of the positions after these turns, from the view of the other player."""
        others = np.broadcast_to(self.other[:, None], (9, len(chosen)))
        return values(self.turns.boards[:, chosen], others, self.turns.hands[:, chosen], next_barred(self.barred))


def next_barred(barred: int) -> int:
    """Return ``barred`` of the next turn."""
    return max(0, barred - 1)


def may_make_mills(barred: int) -> bool:
    """Return True if the player to move may make mills."""
    return barred % 2 == 0


def look(board: Rows, own: Rows, other: Rows, barred: int = 0) -> Position:
    """Return the position of the player who holds ``own``, with all turns. An empty board has no turns."""
    return weigh(turns(board, own, may_capture=may_make_mills(barred)), other, barred)


def weigh(found: Turns, other: Rows, barred: int = 0) -> Position:
    """Return the position with the values of these turns at first sight. A position without turns is lost."""
    number = len(found.piece)
    if not number:
        nothing = np.empty(0)
        return Position(other, found, nothing, nothing, nothing, -WON, barred)
    need = needs(found.boards)
    answers_capture = may_make_mills(next_barred(barred))
    lead, sure = _leads(found, need, np.broadcast_to(other[:, None], (9, number)), answers_capture)
    threats = places_for_mills(found, need)
    value = float(_values(lead, sure, np.zeros(number, np.intp), 1)[0])
    return Position(other, found, lead, lead + THREAT * threats, sure, value, barred)


def _leads(
    found: Turns, need: NDArray[np.uint16], other: Rows, answers_capture: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ``Position.lead`` and ``Position.sure`` for turns after which the hand ``other`` is to move. If not
    ``answers_capture``, it may not make a mill then.

    Nobody is barred from mills with fewer than three pieces in hand, so the proofs of the end need no exception.
    """
    answers = best_mills(found.boards, need, hand_bits(other)).astype(np.intp)
    if not answers_capture:
        answers = np.minimum(answers, 1)
    own, held = found.hands.sum(axis=0, dtype=np.intp), other.sum(axis=0, dtype=np.intp)
    lead = (own - held - np.minimum(np.maximum(answers - 1, 0), 10 - held)).astype(np.float64)
    lead[answers == 0] = WON
    sure = np.where(answers == 0, WON, 0.0)
    sure[(answers > 0) & (own == 0)] = -WON
    last = np.flatnonzero((answers == 1) & (held == 1) & (own > 0))
    if len(last):
        sure[last[~may_be_blocked(found.boards[:, last])]] = WON
    return lead, sure


def _values(
    lead: NDArray[np.float64], sure: NDArray[np.float64], start: NDArray[np.intp], number: int
) -> NDArray[np.float64]:
    """Return the values of ``number`` positions. ``start`` has the position of each turn."""
    worth = np.where(sure == 0, lead, sure)
    most = np.full(number, -WON)
    np.maximum.at(most, start, worth)
    count = np.bincount(start[worth == most[start]], minlength=number)
    return _value(most, count)


def _value(most: NDArray[np.float64], count: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.where(np.abs(most) == WON, most, most + 0.5 + FREEDOM * np.log(np.maximum(count, 1)))


def values(boards: Rows, own: Rows, other: Rows, barred: int = 0) -> NDArray[np.float64]:
    """Return the values of many positions, each with a column in each argument: ``look(...).value``, but faster."""
    number = boards.shape[1]
    mine, held = own.sum(axis=0, dtype=np.intp), other.sum(axis=0, dtype=np.intp)
    may_capture, answers_capture = may_make_mills(barred), may_make_mills(next_barred(barred))
    count = safe_turns(boards, own, other, other_may_capture=answers_capture)
    quiet = (mine - 1 - held).astype(np.float64)
    found, start = all_turns(boards, own, only_captures=True, may_capture=may_capture)
    most = np.where(count > 0, quiet, -WON)
    if len(start):
        lead, sure = _leads(found, needs(found.boards), other[:, start], answers_capture)
        worth = np.where(sure == 0, lead, sure)
        np.maximum.at(most, start, worth)
        count = np.where(most > quiet, 0, count) + np.bincount(start[worth == most[start]], minlength=number)
    result = _value(most, count)
    slow = np.flatnonzero((most < quiet) | (mine < 2) | (held < 2) | may_be_blocked(boards))
    if len(slow):
        found, start = all_turns(boards[:, slow], own[:, slow], may_capture=may_capture)
        lead, sure = _leads(found, needs(found.boards), other[:, slow[start]], answers_capture)
        result[slow] = _values(lead, sure, start, len(slow))
    return result


def places_for_mills(found: Turns, need: NDArray[np.uint16] | None = None) -> NDArray[np.intp]:
    """Return for each turn the number of empty points where a piece from the hand would then make a mill. ``need`` is
    the result of ``needs`` for the boards, if it is known.
    """
    need = needs(found.boards) if need is None else need
    places: NDArray[np.intp] = (placings(need, hand_bits(found.hands)) & (found.boards == EMPTY)).sum(axis=0)
    return places


def first_choices(position: Position, number: int, among: NDArray[np.intp] | None) -> list[int]:
    """Return the ``number`` most promising turns. If ``among`` is not None, only its turns are considered."""
    if among is None:
        return [int(turn) for turn in np.argsort(-position.promise, kind="stable")[:number]]
    return [int(turn) for turn in among[np.argsort(-position.promise[among], kind="stable")[:number]]]


def search(
    position: Position, widths: Sequence[int], limits: Limits, among: NDArray[np.intp] | None = None
) -> dict[int, float]:
    """Return the values of turns to the player to move. Only the turns that were searched deepest are in the result.

    ``widths``: the first number is how many turns are looked at with the answer to each; the second is how many of the
    best of these are searched further, with the remaining widths; and so on. ``among``: if it is not None, only its
    turns are searched. When the limits are reached, the values found so far are returned, which may be none.
    """
    if position.value == WON:
        return {int(turn): WON for turn in np.flatnonzero(position.lead == WON)}
    after: dict[int, Position] = {}
    for turn in first_choices(position, widths[0], among):
        if limits.are_reached():
            break
        limits.positions -= 1
        after[turn] = position.after(turn)
    shallow = {turn: -answer.value for turn, answer in sorted(after.items(), key=lambda pair: pair[1].value)}
    if len(widths) < 3:
        return shallow
    deep: dict[int, float] = {}
    for turn in list(shallow)[: widths[1]]:
        answers = search(after[turn], widths[2:], limits) if abs(shallow[turn]) < WON else {}
        if limits.are_reached():
            break
        deep[turn] = after_answers(answers, after[turn]) if answers else shallow[turn]
    return deep or shallow


def after_answers(answers: dict[int, float], position: Position) -> float:
    """Return the value of a turn, to its player, from the values of some answers to it in the ``position`` after it.

    If these answers lose, but there are others, the turn only seems to win.
    """
    best = max(answers.values())
    return LIKELY if best == -WON and len(answers) < len(position.lead) else -best
