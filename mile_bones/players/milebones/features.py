"""The input of the trained player: an observation as a row of small whole numbers.

The row consists of blocks, in the order of ``BLOCKS``. Steps ("at least 1, at least 2, ...") tell a network more than
the bare number does. If a number is in the row without steps, ``SCALE`` brings it to about 0 to 1. The lab has a
compiled twin of this module, ``lab/batch/features.py``, for training. A test checks that both give the same rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.games.milebones.cards import FULL_DECK, HAZARDS, MILES, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.scoring import ALL_SAFETIES, COUP_FOURRE, SAFETY
from mile_bones.games.milebones.tableau import TableauView

FACES = len(Card)
COMMON = int(Card.EXTRA_TANK)
"""The number of faces that are not safeties. These faces come first."""

LEFT_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 70)
"""Steps for the cards left in the deck: at least each number."""
HELD_STEPS = tuple(range(1, 8))
"""Steps for the cards in a hand: at least each number."""
FAR_STEPS = tuple(range(13, 41, 3))
"""Steps for the distance to the goal in units of 25 miles: at least each number. Each distance below the first step has
a place of its own in the row.
"""
NEED_STEPS = (1, 301, 501, 701, 901, 1101, 1301, 1501, 1801, 2101, 2501, 3001, 3501, 4001, 4501)
"""Steps for the points that are missing to win the game: at least each number."""
UNIT = MILES[Card.MILES_25]
NEXT_CARDS = 6
"""The number of next deck cards that a judge of open hands sees."""
POINTS = 50
"""The unit, in points, in which the points of the game are counted."""
MOST = 127
"""The most units of points in a row, so that each number fits into a signed byte, even in a game to 10,000."""

BATTLE_PLACES = {
    None: 0,
    Card.GASOLINE: 1,
    Card.SPARE_TIRE: 1,
    Card.REPAIRS: 1,
    Card.GO: 2,
    Card.STOP: 3,
    Card.OUT_OF_GAS: 4,
    Card.FLAT_TIRE: 5,
    Card.ACCIDENT: 6,
}
"""The place in the row for each card on top of a Battle pile. All three remedies have the same place, because it no
longer matters which of them was played.
"""


class Block(NamedTuple):
    """A block of ``length`` numbers in a row. ``scale`` has a factor for each of them."""

    name: str
    length: int
    scale: tuple[float, ...]


def _block(name: str, length: int, scale: float = 1.0) -> Block:
    return Block(name, length, (scale,) * length)


_SIDE = (
    ("battle", 7, 1.0),
    ("can go, limited", 2, 1.0),
    ("near goal", FAR_STEPS[0], 1.0),
    ("far from goal", len(FAR_STEPS), 1.0),
    ("distance to goal", 1, 1 / 40),
    ("no miles", 1, 1.0),
    ("200s", 2, 1.0),
    ("safeties", 4, 1.0),
)

BLOCKS = (
    _block("hand", 3 * COMMON + 4),
    _block("playable", FACES),
    Block("unseen", COMMON, tuple(1 / FULL_DECK[card] for card in range(COMMON))),
    _block("unseen hazards", 2 * len(HAZARDS)),
    _block("unseen 200s", 1),
    _block("unseen safeties", 4),
    *(_block(f"{who} {name}", length, scale) for who in ("own", "other") for name, length, scale in _SIDE),
    _block("cards left", 1, 1 / 89),
    _block("cards left, in steps", len(LEFT_STEPS)),
    _block("own cards", len(HELD_STEPS)),
    _block("other cards", len(HELD_STEPS)),
    _block("question", 3),
    _block("hazard just played", len(HAZARDS)),
    _block("extended, by me, mille, began", 4),
    _block("discards of the other", FACES, 1 / 3),
    _block("last discard of the other", FACES),
    *(
        block
        for who in ("own", "other")
        for block in (_block(f"{who} need", 1, 1 / 100), _block(f"{who} need, in steps", len(NEED_STEPS)))
    ),
    _block("lead", 1, 1 / 40),
)
SIZE = sum(block.length for block in BLOCKS)
"""The length of a row."""
SCALE = tuple(scale for block in BLOCKS for scale in block.scale)


def features(observation: Observation) -> list[int]:
    """Return the row for an observation of the seat that is to act."""
    own, other, counts = observation.own, observation.other, [0] * FACES
    for card in observation.hand:
        counts[card] += 1
    row = _hand(counts, observation.playable_bits())
    unseen = observation.unseen()
    row += unseen[:COMMON]
    for card in HAZARDS:
        row += _AT_LEAST_2[unseen[card]]
    row.append(unseen[Card.MILES_200] >= 1)
    row += unseen[COMMON:]
    row += _side(own, observation.goal)
    row += _side(other, observation.goal)
    left, held = observation.left, len(observation.hand)
    row.append(left)
    row += _LEFT_STAIRS[bisect_right(LEFT_STEPS, left)]
    row += _HELD_STAIRS[bisect_right(HELD_STEPS, held)]
    row += _HELD_STAIRS[bisect_right(HELD_STEPS, observation.other_cards)]
    row += _QUESTION[observation.phase]
    row += _COUP_HAZARD[observation.coup_hazard]
    extended_by, seat = observation.extended_by, observation.seat
    row += (extended_by is not None, extended_by == seat)
    row += (observation.rules.shut_out_needs_trip, observation.first == seat)
    thrown, last, latest = [0] * FACES, [0] * FACES, None
    for card, who in zip(observation.discards, observation.discarded_by, strict=True):
        if who != seat:
            thrown[card] += 1
            latest = card
    if latest is not None:
        last[latest] = 1
    row += thrown
    row += last
    mine = observation.totals[0] + _lasting(own)
    theirs = observation.totals[1] + _lasting(other)
    target = observation.rules.target
    for points in (mine, theirs):
        need = max(target - points, 0)
        row.append(min(need // POINTS, MOST))
        row += _NEED_STAIRS[bisect_right(NEED_STEPS, need)]
    row.append(max(-MOST, min((mine - theirs) // POINTS, MOST)))
    return row


def _hand(counts: list[int], playable_bits: int) -> list[int]:
    row: list[int] = []
    for count in counts[:COMMON]:
        row += _AT_LEAST_3[count]
    row += counts[COMMON:]
    row += [count > 0 and playable_bits >> card & 1 for card, count in enumerate(counts)]
    return row


def _stairs(steps: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the 0s and 1s for the steps, by the number of steps that are reached."""
    return [(1,) * reached + (0,) * (len(steps) - reached) for reached in range(len(steps) + 1)]


_LEFT_STAIRS, _HELD_STAIRS, _FAR_STAIRS, _NEED_STAIRS = map(_stairs, (LEFT_STEPS, HELD_STEPS, FAR_STEPS, NEED_STEPS))
_AT_LEAST_3 = [(count >= 1, count >= 2, count >= 3) for count in range(9)]
_AT_LEAST_2 = [(count >= 1, count >= 2) for count in range(6)]
_COUP_HAZARD = {coup_hazard: tuple(coup_hazard == hazard for hazard in HAZARDS) for coup_hazard in (None, *HAZARDS)}
_QUESTION = {Phase.DRAW: (1, 0, 0), Phase.PLAY: (0, 1, 0), Phase.EXTEND: (0, 0, 1)}
_NEAR = FAR_STEPS[0]


def _side(side: TableauView, goal: int) -> list[int]:
    row = [0] * (7 + 2 + _NEAR)
    row[BATTLE_PLACES[side.battle]] = 1
    row[7] = side.can_go
    row[8] = side.limited
    units = (goal - side.miles) // UNIT
    if units < _NEAR:
        row[9 + units] = 1
    row += _FAR_STAIRS[bisect_right(FAR_STEPS, units)]
    bits = side.safety_bits >> COMMON
    row += (units, side.miles == 0, side.two_hundreds >= 1, side.two_hundreds >= 2)
    row += (bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3)
    return row


def _lasting(side: TableauView) -> int:
    safeties = len(side.safeties)
    return side.miles + SAFETY * safeties + ALL_SAFETIES * (safeties == 4) + COUP_FOURRE * len(side.coups)
