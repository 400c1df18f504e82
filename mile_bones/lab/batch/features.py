"""Rows of hands as inputs of networks: the compiled twin of ``players/milebones/features.py``, and a critic's inputs.

The critic is a network used only in training. It sees the table as the player to act does, and in addition the other
hand and the next cards of the deck.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import HAZARDS, Card
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.legality import playable
from mile_bones.lab.batch.points import lasting_points
from mile_bones.players.milebones import features as actor

NEXT_CARDS = actor.NEXT_CARDS
SIZE = actor.SIZE
CRITIC_SIZE = SIZE + 3 * actor.COMMON + 4 + at.FACES + NEXT_CARDS * at.FACES
CRITIC_SCALE = (*actor.SCALE, *(1.0,) * (CRITIC_SIZE - SIZE))

_COMMON, _POINTS, _UNIT = actor.COMMON, actor.POINTS, actor.UNIT
_LEFT_STEPS = np.array(actor.LEFT_STEPS)
_HELD_STEPS = np.array(actor.HELD_STEPS)
_FAR_STEPS = np.array(actor.FAR_STEPS)
_NEED_STEPS = np.array(actor.NEED_STEPS)
_NEAR = actor.FAR_STEPS[0]
_BATTLE_PLACES = np.array(
    [actor.BATTLE_PLACES.get(card, 0) for card in Card] + [actor.BATTLE_PLACES[None]]  # -1 is the last
)
_FIRST_HAZARD, _HAZARDS = int(HAZARDS[0]), len(HAZARDS)
_TARGET = at.RULE_SETS[0].target


@compiled_parallel
def actor_features(rows: Row, hands: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """Write into ``out``, for each of the hands with these numbers, a line of ``SIZE`` inputs: what the player to act
    sees.
    """
    for number in prange(len(hands)):
        _actor(rows[hands[number]], out[number])


@compiled_parallel
def critic_features(rows: Row, decks: Deck, hands: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """Write the visible and the hidden inputs of each row into ``out``, a line of ``CRITIC_SIZE`` each.

    The deck of ``rows[k]`` is ``decks[hands[k]]``.
    """
    for number in prange(len(rows)):
        row = rows[number]
        _actor(row, out[number])
        _hidden(row, decks[hands[number]], out[number])


@compiled
def _actor(row: Row, out: NDArray[np.int8]) -> None:
    out[:SIZE] = 0
    seat = int(row[at.PLAYER])
    own, other = seat * at.SEAT, (1 - seat) * at.SEAT
    place = _hand(row, seat, out, 0)
    for card in range(at.FACES):
        unseen = tables.FULL_DECK[card] - row[at.EXPOSED + card] - row[own + at.HAND + card]
        if card < _COMMON:
            out[place + card] = unseen
            if card >= _FIRST_HAZARD and card < _FIRST_HAZARD + _HAZARDS:
                hazard = place + _COMMON + 2 * (card - _FIRST_HAZARD)
                out[hazard] = unseen >= 1
                out[hazard + 1] = unseen >= 2
            if card == tables.MILES_200:
                out[place + _COMMON + 2 * _HAZARDS] = unseen >= 1
        else:
            out[place + 2 * _HAZARDS + 1 + card] = unseen
    place += at.FACES + 2 * _HAZARDS + 1
    place = _side(row, own, out, place)
    place = _side(row, other, out, place)
    out[place] = row[at.LEFT]
    place = _steps(int(row[at.LEFT]), _LEFT_STEPS, out, place + 1)
    place = _steps(int(row[own + at.HELD]), _HELD_STEPS, out, place)
    place = _steps(int(row[other + at.HELD]), _HELD_STEPS, out, place)
    out[place + row[at.PHASE]] = 1
    place += 3
    if row[at.COUP_HAZARD] >= 0:
        out[place + row[at.COUP_HAZARD] - _FIRST_HAZARD] = 1
    place += _HAZARDS
    out[place] = row[at.EXTENDED_BY] >= 0
    out[place + 1] = row[at.EXTENDED_BY] == seat
    out[place + 2] = row[at.RULES]
    out[place + 3] = row[at.FIRST] == seat
    place += 4
    for card in range(at.FACES):
        out[place + card] = row[other + at.DISCARDS + card]
    place += at.FACES
    if row[other + at.LAST_DISCARD] >= 0:
        out[place + row[other + at.LAST_DISCARD]] = 1
    place += at.FACES
    mine = row[at.TOTALS + seat] + lasting_points(row, seat)
    theirs = row[at.TOTALS + 1 - seat] + lasting_points(row, 1 - seat)
    place = _need(mine, out, place)
    place = _need(theirs, out, place)
    out[place] = max(-actor.MOST, min((mine - theirs) // _POINTS, actor.MOST))


@compiled
def _hand(row: Row, seat: int, out: NDArray[np.int8], place: int) -> int:
    """Write the counts of the seat's cards by face, and whether it could play them. Return the next place in
    ``out``.
    """
    bits = playable(row, seat)
    for card in range(at.FACES):
        count = row[seat * at.SEAT + at.HAND + card]
        if card < _COMMON:
            for least in range(3):
                out[place + 3 * card + least] = count > least
        else:
            out[place + 2 * _COMMON + card] = count
        out[place + 2 * _COMMON + at.FACES + card] = count > 0 and bits >> card & 1
    return place + 2 * _COMMON + 2 * at.FACES


@compiled
def _side(row: Row, base: int, out: NDArray[np.int8], place: int) -> int:
    out[place + _BATTLE_PLACES[row[base + at.BATTLE]]] = 1
    out[place + 7] = row[base + at.CAN_GO]
    out[place + 8] = row[base + at.LIMITED]
    place += 9
    units = int(row[at.GOAL] - row[base + at.MILES]) // _UNIT
    if units < _NEAR:
        out[place + units] = 1
    place = _steps(units, _FAR_STEPS, out, place + _NEAR)
    out[place] = units
    out[place + 1] = row[base + at.MILES] == 0
    out[place + 2] = row[base + at.TWO_HUNDREDS] >= 1
    out[place + 3] = row[base + at.TWO_HUNDREDS] >= 2
    for number in range(4):
        out[place + 4 + number] = row[base + at.SAFETIES] >> number & 1
    return place + 8


@compiled
def _steps(value: int, steps: NDArray[np.int64], out: NDArray[np.int8], place: int) -> int:
    for number in range(len(steps)):
        out[place + number] = value >= steps[number]
    return place + len(steps)


@compiled
def _need(points: int, out: NDArray[np.int8], place: int) -> int:
    need = max(_TARGET - points, 0)
    out[place] = min(need // _POINTS, actor.MOST)
    return _steps(need, _NEED_STEPS, out, place + 1)


@compiled
def _hidden(row: Row, deck: Deck, out: NDArray[np.int8]) -> None:
    out[SIZE:] = 0
    place = _hand(row, 1 - int(row[at.PLAYER]), out, SIZE)
    left = int(row[at.LEFT])
    for number in range(min(NEXT_CARDS, left)):
        card = int(deck[at.DECK - left + number])
        out[place + number * at.FACES + card] = 1
