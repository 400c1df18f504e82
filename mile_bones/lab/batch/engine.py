"""The rules over rows: deal a hand, and do one choice. Legal choices and points are imported from other modules.

The rules are those of ``games/milebones``, in a form that a compiler can handle. A test plays both side by side and
compares every state. A draw without an alternative is made automatically: a row is always at a choice, or over. The
functions trust their callers: an illegal choice corrupts the row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.rules import MILE_BONES
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.legality import held_faces, legal, playable
from mile_bones.lab.batch.points import lasting_points, score

__all__ = [
    "Deck",
    "Row",
    "deal",
    "lasting_points",
    "legal",
    "playable",
    "score",
    "shuffle_decks",
    "step",
    "step_all",
]

_ALL_CARDS = np.repeat(np.arange(at.FACES, dtype=np.int8), tables.FULL_DECK)
_GOAL, _EXTENDED_GOAL, _HAND_SIZE = MILE_BONES.goal, MILE_BONES.extended_goal, MILE_BONES.hand_size
_NEAR = int(tables.MILES[tables.MILES_50])
"""A Speed Limit is useless against a player with this many miles to go, or fewer."""


@compiled_parallel
def shuffle_decks(cards: Deck, draws: NDArray[np.float64]) -> None:
    """Fill each line of ``cards`` with the 101 cards, in an order that follows from the numbers (0 to 1) in
    ``draws``.
    """
    for hand in prange(len(cards)):
        cards[hand] = _ALL_CARDS
        for last in range(_ALL_CARDS.size - 1, 0, -1):
            other = int(draws[hand, last] * (last + 1))
            kept = cards[hand, last]
            cards[hand, last] = cards[hand, other]
            cards[hand, other] = kept


@compiled_parallel
def deal(rows: Row, decks: Deck, cards: Deck, rules: NDArray[np.int8], first: NDArray[np.int8], totals: Row) -> None:
    """Begin a hand in each row: deal six cards to each seat from the 101 of ``cards``, in turn.

    The first card goes to the seat in ``first``. ``totals`` are the points of earlier hands, two columns. ``decks`` is
    filled with the remaining cards, the next card first.
    """
    for hand in prange(len(rows)):
        row = rows[hand]
        row[:] = 0
        row[at.RULES] = rules[hand]
        row[at.FIRST] = first[hand]
        row[at.PLAYER] = first[hand]
        row[at.COUP_HAZARD] = -1
        row[at.GOAL] = _GOAL
        row[at.EXTENDED_BY] = -1
        row[at.COMPLETED_BY] = -1
        row[at.LEFT] = at.DECK
        row[at.TOTALS] = totals[hand, 0]
        row[at.TOTALS + 1] = totals[hand, 1]
        for seat in range(2):
            base = seat * at.SEAT
            row[base + at.BATTLE] = -1
            row[base + at.SPEED] = -1
            row[base + at.LAST_DISCARD] = -1
            row[base + at.HELD] = _HAND_SIZE
            for number in range(_HAND_SIZE):
                card = int(cards[hand, 2 * number + (seat ^ first[hand])])
                row[base + at.HAND + card] += 1
        decks[hand] = cards[hand, 2 * _HAND_SIZE :]
        _draw_what_is_forced(row, decks[hand])


@compiled
def step(row: Row, deck: Deck, choice: int) -> None:
    """Do a legal choice, and then the draws that have no alternative."""
    if choice == at.NO_COUP:
        row[at.COUP_HAZARD] = -1
        _draw(row, deck)
        row[at.PHASE] = at.PLAY_PHASE
        _close_if_useless(row)
    elif choice == at.YES:
        row[at.GOAL] = _EXTENDED_GOAL
        row[at.EXTENDED_BY] = row[at.PLAYER]
        _next_turn(row, -1)
        _close_if_useless(row)
    elif choice == at.NO:
        _complete(row)
    else:
        _use_card(row, deck, choice)
        _close_if_useless(row)
    _draw_what_is_forced(row, deck)


@compiled_parallel
def step_all(rows: Row, decks: Deck, hands: NDArray[np.int64], choices: NDArray[np.int64]) -> None:
    """Call ``step`` for the hands with the numbers in ``hands``, each with its own choice from ``choices``."""
    for number in prange(len(hands)):
        step(rows[hands[number]], decks[hands[number]], choices[number])


@compiled
def _use_card(row: Row, deck: Deck, choice: int) -> None:
    seat = int(row[at.PLAYER])
    base = seat * at.SEAT
    if choice == at.COUP:
        card = int(tables.GUARD[row[at.COUP_HAZARD]])
    else:
        card = choice if choice < at.DISCARDING else choice - at.DISCARDING
    row[base + at.HAND + card] -= 1
    row[base + at.HELD] -= 1
    row[at.EXPOSED + card] += 1
    if at.DISCARDING <= choice < at.YES:
        row[base + at.DISCARDS + card] += 1
        row[base + at.LAST_DISCARD] = card
        _next_turn(row, -1)
    elif card >= tables.FIRST_SAFETY:
        _lay_safety(row, deck, card)
    elif card <= tables.MILES_200:
        row[base + at.MILES] += tables.MILES[card]
        if card == tables.MILES_200:
            row[base + at.TWO_HUNDREDS] += 1
        if row[base + at.MILES] < row[at.GOAL]:
            _next_turn(row, -1)
        elif row[at.EXTENDED_BY] < 0:
            row[at.COUP_HAZARD] = -1
            row[at.PHASE] = at.EXTEND_PHASE
        else:
            _complete(row)
    elif card <= tables.STOP:
        _lay(row, 1 - seat, card)
        _next_turn(row, card)
    else:
        _lay(row, seat, card)
        _next_turn(row, -1)


@compiled
def _lay(row: Row, seat: int, card: int) -> None:
    """Put a hazard or a remedy on its pile."""
    base = seat * at.SEAT
    if card == tables.LIMIT or card == tables.END_OF_LIMIT:
        row[base + at.SPEED] = card
        row[base + at.LIMITED] = card == tables.LIMIT
    else:
        row[base + at.BATTLE] = card
        _refresh(row, base)


@compiled
def _lay_safety(row: Row, deck: Deck, card: int) -> None:
    """Play a safety, which gives another turn. A coup fourré draws two cards, and the next turn then begins without a
    draw.
    """
    base = int(row[at.PLAYER]) * at.SEAT
    bit = 1 << card - tables.FIRST_SAFETY
    coup = row[at.COUP_HAZARD] >= 0 and tables.GUARD[row[at.COUP_HAZARD]] == card
    row[at.COUP_HAZARD] = -1
    row[base + at.SAFETIES] |= bit
    if card == tables.RIGHT_OF_WAY:
        if row[base + at.BATTLE] == tables.STOP:
            row[base + at.BATTLE] = -1
        if row[base + at.LIMITED]:
            row[base + at.SPEED] = -1
            row[base + at.LIMITED] = 0
    elif row[base + at.BATTLE] == tables.CURED_BY[card - tables.FIRST_SAFETY]:
        row[base + at.BATTLE] = tables.GO
    _refresh(row, base)
    if coup:
        row[base + at.COUPS] |= bit
        for _card in range(2):
            if row[at.LEFT]:
                _draw(row, deck)
        row[at.PHASE] = at.PLAY_PHASE
    else:
        row[at.PHASE] = at.DRAW_OR_COUP if row[at.LEFT] else at.PLAY_PHASE
    if row[at.LEFT] == 0:
        _pass_over(row)


@compiled
def _refresh(row: Row, base: int) -> None:
    battle = row[base + at.BATTLE]
    if row[base + at.SAFETIES] & tables.ROW_BIT:
        row[base + at.CAN_GO] = not tables.FIRST_HAZARD <= battle <= tables.STOP
    else:
        row[base + at.CAN_GO] = battle == tables.GO


@compiled
def _draw(row: Row, deck: Deck) -> None:
    card = int(deck[at.DECK - row[at.LEFT]])
    base = int(row[at.PLAYER]) * at.SEAT
    row[base + at.HAND + card] += 1
    row[base + at.HELD] += 1
    row[at.LEFT] -= 1


@compiled
def _draw_what_is_forced(row: Row, deck: Deck) -> None:
    """Draw a card at the beginning of a turn, unless a coup fourré can be chosen there."""
    if row[at.ENDED] or row[at.PHASE] != at.DRAW_OR_COUP:
        return
    coup_hazard = row[at.COUP_HAZARD]
    if coup_hazard >= 0 and row[row[at.PLAYER] * at.SEAT + at.HAND + tables.GUARD[coup_hazard]]:
        return
    row[at.COUP_HAZARD] = -1
    _draw(row, deck)
    row[at.PHASE] = at.PLAY_PHASE
    _close_if_useless(row)


@compiled
def _next_turn(row: Row, coup_hazard: int) -> None:
    row[at.PLAYER] = 1 - row[at.PLAYER]
    row[at.COUP_HAZARD] = coup_hazard
    row[at.PHASE] = at.DRAW_OR_COUP if row[at.LEFT] else at.PLAY_PHASE
    if row[at.LEFT] == 0:
        _pass_over(row)


@compiled
def _pass_over(row: Row) -> None:
    """If the deck is empty, skip a player without cards; the hand ends if neither player has any."""
    seat = int(row[at.PLAYER])
    if row[seat * at.SEAT + at.HELD]:
        return
    if row[(1 - seat) * at.SEAT + at.HELD] == 0:
        row[at.ENDED] = at.BY_CARDS
        return
    row[at.PLAYER] = 1 - seat
    row[at.COUP_HAZARD] = -1


@compiled
def _complete(row: Row) -> None:
    row[at.COMPLETED_BY] = row[at.PLAYER]
    row[at.ENDED] = at.BY_TRIP


@compiled
def _close_if_useless(row: Row) -> None:
    """Under mille(6)'s rules: end the hand if the deck is empty and neither player has a useful card."""
    if row[at.LEFT] or row[at.ENDED] or row[at.PHASE] == at.EXTEND_PHASE or not tables.ENDS_WHEN_USELESS[row[at.RULES]]:
        return
    for seat in range(2):
        bits = playable(row, seat)
        if row[at.GOAL] - row[(1 - seat) * at.SEAT + at.MILES] <= _NEAR:
            bits &= ~(1 << tables.LIMIT)
        if row[seat * at.SEAT + at.CAN_GO]:
            bits &= ~(1 << tables.GO)
        if bits & held_faces(row, seat):
            return
    row[at.ENDED] = at.BY_CARDS
