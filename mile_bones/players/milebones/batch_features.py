"""The rows of ``features`` for many hands at once, made from rows of ``games/milebones/batch``.

A test checks that both modules give the same rows. Each array is filled one feature at a time, for all hands together,
because NumPy is fast with long lines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.legality import playable, sides
from mile_bones.games.milebones.batch.points import lasting_points
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import HAZARDS, Card
from mile_bones.players.milebones import features as known
from mile_bones.players.milebones.completion import INPUTS, completions

SIZE = known.SIZE
OPEN_SIZE = SIZE + 3 * known.COMMON + 4 + at.FACES + known.NEXT_CARDS * at.FACES
"""The lengths of the two kinds of rows: ``SIZE`` with what the player to act sees, ``OPEN_SIZE`` with all cards,
including the hidden ones.
"""

Rows = NDArray[np.int8]

_FACES, _COMMON, _TARGET = at.FACES, known.COMMON, at.RULE_SETS[0].target
_HAND, _DISCARDS = at.HAND - at.SIDE, at.DISCARDS - at.SIDE
_SAFETY_NUMBERS = np.arange(4, dtype=np.int16)[:, None]
_FACE_NUMBERS = np.arange(_FACES)[:, None]
_HAZARDS = slice(int(HAZARDS[0]), int(HAZARDS[-1]) + 1)
_HAZARD_NUMBERS = np.arange(_HAZARDS.start, _HAZARDS.stop, dtype=np.int16)[:, None]
_PHASES = np.arange(3, dtype=np.int16)[:, None]
_BATTLE_NUMBERS = np.arange(7)[:, None]
_BATTLE_PLACES = np.array([known.BATTLE_PLACES.get(card, 0) for card in Card] + [known.BATTLE_PLACES[None]])
_NEAR_NUMBERS = np.arange(known.FAR_STEPS[0], dtype=np.int16)[:, None]
_FULL_DECK = tables.FULL_DECK[:, None]


def _line(steps: tuple[int, ...]) -> NDArray[np.int16]:
    return np.array(steps, np.int16)[:, None]


_LEFT_STEPS, _HELD_STEPS = _line(known.LEFT_STEPS), _line(known.HELD_STEPS)
_FAR_STEPS, _NEED_STEPS = _line(known.FAR_STEPS), _line(known.NEED_STEPS)


class _Lines:
    """An array of shape ``[features, hands]`` that is filled line by line, and the number of lines filled so far."""

    def __init__(self, out: Rows) -> None:
        self._out = out
        self._filled = 0

    def add(self, values: NDArray[np.generic]) -> None:
        """Fill the next lines with ``values``, which is one line or several."""
        number = len(values) if values.ndim == 2 else 1
        self._out[self._filled : self._filled + number] = values
        self._filled += number

    def next(self, number: int) -> Rows:
        """Return the next ``number`` lines, for the caller to fill."""
        self._filled += number
        return self._out[self._filled - number : self._filled]


def features(rows: Row) -> Rows:
    """Return the rows with what the players to act see, ``[n, SIZE]``."""
    out = np.empty((SIZE, len(rows)), np.int8)
    _seen(rows, _Lines(out))
    return out.T


def policy_features(rows: Row) -> Rows:
    """Return the input of the networks that choose: ``features`` and then ``completions``, ``[n, INPUTS]``."""
    out = np.empty((INPUTS, len(rows)), np.int8)
    _seen(rows, _Lines(out))
    out[SIZE:] = completions(out.T).T
    return out.T


def open_features(rows: Row, decks: Deck) -> Rows:
    """Return ``features`` followed by what is hidden from the players to act, ``[n, OPEN_SIZE]``."""
    out = np.empty((OPEN_SIZE, len(rows)), np.int8)
    lines = _Lines(out)
    _seen(rows, lines)
    _hidden(rows, decks, lines)
    return out.T


def _seen(rows: Row, lines: _Lines) -> None:
    fields = rows.T
    seat = fields[at.PLAYER]
    own, other = sides(rows, seat)
    _hand(rows, own, other, lines)
    unseen = _FULL_DECK - fields[at.EXPOSED : at.EXPOSED + _FACES] - own[_HAND : _HAND + _FACES]
    lines.add(unseen[:_COMMON])
    hazards = lines.next(2 * len(HAZARDS))
    hazards[0::2] = unseen[_HAZARDS] >= 1
    hazards[1::2] = unseen[_HAZARDS] >= 2
    lines.add(unseen[tables.MILES_200] >= 1)
    lines.add(unseen[_COMMON:])
    _side(fields[at.GOAL], own, lines)
    _side(fields[at.GOAL], other, lines)
    lines.add(fields[at.LEFT])
    lines.add(fields[at.LEFT] >= _LEFT_STEPS)
    lines.add(own[at.HELD - at.SIDE] >= _HELD_STEPS)
    lines.add(other[at.HELD - at.SIDE] >= _HELD_STEPS)
    lines.add(fields[at.PHASE] == _PHASES)
    lines.add(fields[at.COUP_HAZARD] == _HAZARD_NUMBERS)
    lines.add(fields[at.EXTENDED_BY] >= 0)
    lines.add(fields[at.EXTENDED_BY] == seat)
    lines.add(fields[at.RULES])
    lines.add(fields[at.FIRST] == seat)
    lines.add(other[_DISCARDS : _DISCARDS + _FACES])
    lines.add(other[at.LAST_DISCARD - at.SIDE] == _FACE_NUMBERS)
    first, second = lasting_points(rows) + fields[at.TOTALS : at.TOTALS + 2]
    mine, theirs = np.where(seat, second, first), np.where(seat, first, second)
    for points in (mine, theirs):
        need = np.maximum(_TARGET - points, 0)
        lines.add(np.minimum(need // known.POINTS, known.MOST))
        lines.add(need >= _NEED_STEPS)
    lines.add(np.clip((mine - theirs) // known.POINTS, -known.MOST, known.MOST))


def _hidden(rows: Row, decks: Deck, lines: _Lines) -> None:
    fields = rows.T
    own, other = sides(rows, fields[at.PLAYER])
    _hand(rows, other, own, lines)
    every, left = np.arange(len(rows)), fields[at.LEFT]
    for number in range(known.NEXT_CARDS):
        card = decks[every, np.minimum(at.DECK - left + number, at.DECK - 1)]
        lines.add(np.where(number < left, card, -1) == _FACE_NUMBERS)


def _hand(rows: Row, own: Row, other: Row, lines: _Lines) -> None:
    """Add two things: the number of cards of each face that the side ``own`` holds, and which of these cards it could
    play.
    """
    counts = own[_HAND : _HAND + _FACES]
    steps = lines.next(3 * _COMMON)
    for least in range(3):
        steps[least::3] = counts[:_COMMON] > least
    lines.add(counts[_COMMON:])
    bits = playable(rows, own, other)
    lines.add((counts > 0) & (bits >> _FACE_NUMBERS & 1).astype(np.bool_))


def _side(goal: NDArray[np.int16], own: Row, lines: _Lines) -> None:
    miles = own[at.MILES - at.SIDE]
    lines.add(_BATTLE_PLACES[own[at.BATTLE - at.SIDE]] == _BATTLE_NUMBERS)
    lines.add(own[at.CAN_GO - at.SIDE])
    lines.add(own[at.LIMITED - at.SIDE])
    units = (goal - miles) // known.UNIT
    lines.add(units == _NEAR_NUMBERS)
    lines.add(units >= _FAR_STEPS)
    lines.add(units)
    lines.add(miles == 0)
    lines.add(own[at.TWO_HUNDREDS - at.SIDE] >= 1)
    lines.add(own[at.TWO_HUNDREDS - at.SIDE] >= 2)
    lines.add(own[at.SAFETIES - at.SIDE] >> _SAFETY_NUMBERS & 1)
