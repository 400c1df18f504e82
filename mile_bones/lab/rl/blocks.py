"""The observation vector: named blocks in a fixed order. The code, the spaces and the documentation are made from the
blocks.

Everything is seen from one seat: ``own_`` is the observer's side, ``other_`` the opponent's, no matter which of the two
is ``player_0``. The vector contains nothing that the observer does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.cards import DISTANCES, FULL_DECK, HAZARDS, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import MILLE
from mile_bones.games.milebones.tableau import TableauView

LAST_DISCARDS = 4
"""The number of discards that the vector lists one by one."""
MOST_IN_HAND = 7
"""Cards in a hand after the draw."""
LONGEST_TRIP = 1000
"""The largest number of miles in a trip."""
_DEALT = 12
_BATTLE = (None, *HAZARDS[:3], Card.STOP, Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS, Card.GO)
_SPEED = (None, Card.SPEED_LIMIT, Card.END_OF_LIMIT)

T = TypeVar("T")


class Block(NamedTuple):
    """Adjacent numbers of the vector with a common meaning."""

    name: str
    length: int
    meaning: str
    read: Callable[[Observation], Sequence[float]]
    low: float = 0
    """The minimum of each number."""
    high: float = 1
    """The maximum of each number."""


def _one_hot(values: Sequence[T]) -> dict[T, tuple[float, ...]]:
    """Return for each of the values a row with a single 1."""
    return {value: tuple(float(value == other) for other in values) for value in values}


_BATTLE_ROW = _one_hot(_BATTLE)
_SPEED_ROW = _one_hot(_SPEED)
_PHASE_ROW = _one_hot(tuple(Phase))
_HAZARD_ROW: dict[Card | None, tuple[float, ...]] = {**_one_hot(HAZARDS), None: (0.0,) * len(HAZARDS)}


def _counts(cards: Iterable[Card]) -> list[int]:
    counts = [0] * len(Card)
    for card in cards:
        counts[card] += 1
    return counts


def _parts(counts: Sequence[int]) -> list[float]:
    """Return counts of faces as fractions of the counts in the deck of 101."""
    return [count / most for count, most in zip(counts, FULL_DECK, strict=True)]


def _discarded(table: Observation, own: bool) -> list[float]:
    thrown = zip(table.discards, table.discarded_by, strict=True)
    return _parts(_counts(card for card, seat in thrown if (seat == table.seat) == own))


def _last_discards(table: Observation) -> list[float]:
    row = [0.0] * (LAST_DISCARDS * len(Card))
    newest_first = zip(reversed(table.discards), reversed(table.discarded_by), range(LAST_DISCARDS), strict=False)
    for card, seat, place in newest_first:
        row[place * len(Card) + card] = 1.0 if seat == table.seat else -1.0
    return row


def _has(cards: Sequence[Card]) -> list[float]:
    return [float(card in cards) for card in SAFETIES]


def _distances(side: TableauView) -> list[float]:
    return _parts(_counts(side.distances))[: len(DISTANCES)]


def _side(name: str, whose: str) -> tuple[Block, ...]:
    """Return the blocks of one side of the table."""
    side: Callable[[Observation], TableauView] = attrgetter(name)
    return (
        Block(
            f"{name}_battle",
            len(_BATTLE),
            f"What shows on {whose} Battle pile, one of: {_row(_BATTLE)}",
            lambda table: _BATTLE_ROW[side(table).battle],
        ),
        Block(
            f"{name}_speed",
            len(_SPEED),
            f"What shows on {whose} Speed pile, one of: {_row(_SPEED)}",
            lambda table: _SPEED_ROW[side(table).speed],
        ),
        Block(
            f"{name}_safeties",
            len(SAFETIES),
            f"{whose.capitalize()} safeties on the table: {_row(SAFETIES)}",
            lambda table: _has(side(table).safeties),
        ),
        Block(
            f"{name}_coups", len(SAFETIES), "Which of them were coups fourrés", lambda table: _has(side(table).coups)
        ),
        Block(
            f"{name}_distances",
            len(DISTANCES),
            f"{whose.capitalize()} distance cards on the table, {_row(DISTANCES)}: part of their number in the deck",
            lambda table: _distances(side(table)),
        ),
        Block(
            f"{name}_miles",
            1,
            f"{whose.capitalize()} miles / {LONGEST_TRIP}",
            lambda table: (side(table).miles / LONGEST_TRIP,),
        ),
        Block(
            f"{name}_to_go",
            1,
            f"{whose.capitalize()} miles still to go / {LONGEST_TRIP}",
            lambda table: ((table.goal - side(table).miles) / LONGEST_TRIP,),
        ),
        Block(
            f"{name}_can_go",
            1,
            f"1 when {whose} car can go: no hazard, and Go or Right of Way",
            lambda table: (float(side(table).can_go),),
        ),
    )


def _row(cards: Iterable[Card | None]) -> str:
    return ", ".join("nothing" if card is None else card.notation for card in cards)


BLOCKS = (
    Block(
        "hand",
        len(Card),
        "How many of each face are in the observer's hand, by card number",
        lambda table: _counts(table.hand),
        high=MOST_IN_HAND,
    ),
    Block(
        "unseen",
        len(Card),
        "How many of each face are in the deck or in the opponent's hand: part of their number in the deck",
        lambda table: _parts(table.unseen()),
    ),
    Block(
        "own_discards",
        len(Card),
        "What the observer threw away in this hand: part of the number in the deck",
        lambda table: _discarded(table, own=True),
    ),
    Block(
        "other_discards",
        len(Card),
        "What the opponent threw away in this hand: part of the number in the deck",
        lambda table: _discarded(table, own=False),
    ),
    Block(
        "last_discards",
        LAST_DISCARDS * len(Card),
        f"The last {LAST_DISCARDS} discards, the newest first, {len(Card)} numbers each: 1 at the face when the "
        "observer threw it away, -1 when the opponent did",
        _last_discards,
        low=-1,
    ),
    *_side("own", "the observer's"),
    *_side("other", "the opponent's"),
    Block("goal", 1, f"The goal of the trip / {LONGEST_TRIP}", lambda table: (table.goal / LONGEST_TRIP,)),
    Block(
        "extended_by",
        2,
        "Who extended the trip: the observer, the opponent; both 0: nobody",
        lambda table: (float(table.extended_by == table.seat), float(table.extended_by == 1 - table.seat)),
    ),
    Block(
        "deck",
        1,
        f"Cards left in the deck / {sum(FULL_DECK) - _DEALT}",
        lambda table: (table.left / (sum(FULL_DECK) - _DEALT),),
    ),
    Block(
        "hand_sizes",
        2,
        f"Cards held by the observer, by the opponent / {MOST_IN_HAND}",
        lambda table: (len(table.hand) / MOST_IN_HAND, table.other_cards / MOST_IN_HAND),
    ),
    Block("first", 1, "1 when the observer began this hand", lambda table: (float(table.first == table.seat),)),
    Block("to_act", 1, "1 when it is the observer's turn", lambda table: (float(table.to_act),)),
    Block(
        "phase",
        len(Phase),
        f"What the player to act is asked, one of: {', '.join(phase.value for phase in Phase)}",
        lambda table: _PHASE_ROW[table.phase],
    ),
    Block(
        "dirt",
        len(HAZARDS),
        "The hazard that was just played on the player to act, who may answer it with a coup fourré: "
        f"{_row(HAZARDS)}; all 0: none",
        lambda table: _HAZARD_ROW[table.coup_hazard],
    ),
    Block(
        "totals",
        2,
        "Points of earlier hands, the observer's, the opponent's / 5000; 0 in an environment of single hands",
        lambda table: (table.totals[0] / table.rules.target, table.totals[1] / table.rules.target),
        high=2,
    ),
    Block(
        "rules", 1, 'The rule set: 0 "mile-bones", 1 "mille"', lambda table: (float(table.rules.name == MILLE.name),)
    ),
)

SIZE = sum(block.length for block in BLOCKS)
"""The length of the vector."""


def low() -> NDArray[np.float32]:
    """Return the minimum of every number, shape (SIZE,)."""
    return np.concatenate([np.full(block.length, block.low, np.float32) for block in BLOCKS])


def high() -> NDArray[np.float32]:
    """Return the maximum of every number, shape (SIZE,)."""
    return np.concatenate([np.full(block.length, block.high, np.float32) for block in BLOCKS])


def encode(table: Observation) -> NDArray[np.float32]:
    """Return the observation of one seat as a vector, shape (SIZE,)."""
    return np.fromiter(chain.from_iterable([block.read(table) for block in BLOCKS]), np.float32, SIZE)


def split(vector: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """Return the blocks of a vector by their names. The parts are views, not copies."""
    ends = np.cumsum([block.length for block in BLOCKS])
    return {block.name: vector[end - block.length : end] for block, end in zip(BLOCKS, ends, strict=True)}
