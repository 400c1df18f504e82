"""One step in each of many hands, and the forced draws after the step.

The rules are those of ``games/milebones/hand.py``; a test plays both in parallel and compares every state. In one step
the rows can have different kinds of choices. So each function handles one kind of choice, for some rows only: ``which``
has the indices of these rows. A forced draw is done automatically. After a step, therefore, every row has a choice to
make or is over. The functions do not check that a choice is legal; an illegal one corrupts the row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.legality import held, playable, sides
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.rules import MILE_BONES

__all__ = ["deal", "draw_what_is_forced", "empty", "step"]

Which = NDArray[np.intp]
Numbers = NDArray[np.integer]

_GOAL, _EXTENDED_GOAL, _HAND_SIZE = MILE_BONES.goal, MILE_BONES.extended_goal, MILE_BONES.hand_size
_NEAR = int(tables.MILES[tables.MILES_50])
"""The most miles to go at which a Speed Limit does not hinder a player."""


def deal(cards: Deck, rules: Numbers, first: Numbers, totals: Numbers) -> tuple[Row, Deck]:
    """Begin many hands. Return their rows and decks.

    ``cards`` has the 101 cards of a hand in each line. They are dealt one by one, six to each player, beginning with
    the player ``first``. ``rules`` are numbers of ``layout.RULE_SETS``. ``totals`` are the points of earlier hands, in
    two columns.
    """
    rows = empty(len(cards))
    rows[:] = 0
    rows[:, at.RULES] = rules
    rows[:, at.FIRST] = rows[:, at.PLAYER] = first
    rows[:, [at.COUP_HAZARD, at.EXTENDED_BY, at.COMPLETED_BY]] = -1
    rows[:, at.GOAL] = _GOAL
    rows[:, at.LEFT] = at.DECK
    rows[:, at.TOTALS : at.TOTALS + 2] = totals
    every = np.arange(len(cards))
    for seat in (0, 1):
        base = seat * at.SEAT
        rows[:, [base + at.BATTLE, base + at.SPEED, base + at.LAST_DISCARD]] = -1
        rows[:, base + at.HELD] = _HAND_SIZE
        for number in range(_HAND_SIZE):
            rows[every, base + at.HAND + cards[every, 2 * number + (seat ^ rows[:, at.FIRST])]] += 1
    decks = np.ascontiguousarray(cards[:, 2 * _HAND_SIZE :])
    draw_what_is_forced(rows, decks)
    return rows, decks


def empty(number: int) -> Row:
    """Return ``number`` uninitialised rows. Each field is contiguous in memory, because most operations work on one
    field of all rows.
    """
    return np.empty((at.WIDTH, number), np.int16).T


def step(rows: Row, decks: Deck, choices: Numbers) -> None:
    """Make a legal choice in each row, then the forced draws. Change ``rows`` in place."""
    drawing = _where(choices == at.NO_COUP)
    if drawing.size:
        rows[drawing, at.COUP_HAZARD] = -1
        _draw(rows, decks, drawing)
        rows[drawing, at.PHASE] = at.PLAY_PHASE
    extending = _where(choices == at.YES)
    if extending.size:
        rows[extending, at.GOAL] = _EXTENDED_GOAL
        rows[extending, at.EXTENDED_BY] = rows[extending, at.PLAYER]
        _next_turn(rows, extending, -1)
    _complete(rows, _where(choices == at.NO))
    using = _where((choices < at.YES) | (choices == at.COUP))
    if using.size:
        _use_cards(rows, decks, using, choices[using])
    draw_what_is_forced(rows, decks)
    _close_if_useless(rows)


def _use_cards(rows: Row, decks: Deck, which: Which, choices: Numbers) -> None:
    player = rows[which, at.PLAYER].astype(np.intp)
    base = player * at.SEAT
    cards = np.where(choices < at.DISCARDING, choices, choices - at.DISCARDING)
    cards = np.where(choices == at.COUP, tables.GUARD[rows[which, at.COUP_HAZARD]], cards).astype(np.intp)
    rows[which, base + at.HAND + cards] -= 1
    rows[which, base + at.HELD] -= 1
    rows[which, at.EXPOSED + cards] += 1
    hazards = np.full(len(which), -1)
    thrown = (choices >= at.DISCARDING) & (choices < at.YES)
    some = _where(thrown)
    rows[which[some], base[some] + at.DISCARDS + cards[some]] += 1
    rows[which[some], base[some] + at.LAST_DISCARD] = cards[some]
    stays = ~thrown & (cards >= tables.FIRST_SAFETY)
    some = _where(stays)
    if some.size:
        _lay_safeties(rows, decks, which[some], base[some], cards[some])
    some = _where(~thrown & (cards <= tables.MILES_200))
    if some.size:
        stays[some] = _drive(rows, which[some], base[some], cards[some])
    some = _where(~thrown & (cards > tables.MILES_200) & (cards <= tables.STOP))
    if some.size:
        _lay(rows, which[some], at.SEAT - base[some], cards[some])
        hazards[some] = cards[some]
    some = _where(~thrown & (cards > tables.STOP) & (cards < tables.FIRST_SAFETY))
    if some.size:
        _lay(rows, which[some], base[some], cards[some])
    goes = _where(~stays)
    _next_turn(rows, which[goes], hazards[goes])


def _where(conditions: NDArray[np.bool_]) -> Which:
    """Return the indices of the true values. For few rows, np.flatnonzero would take three times as long."""
    return conditions.nonzero()[0]


def _drive(rows: Row, which: Which, base: Numbers, cards: Numbers) -> NDArray[np.bool_]:
    """Play distance cards. Return the rows that reached the goal. In those rows the turn does not pass."""
    rows[which, base + at.MILES] += tables.MILES[cards]
    rows[which, base + at.TWO_HUNDREDS] += cards == tables.MILES_200
    arrived: NDArray[np.bool_] = rows[which, base + at.MILES] >= rows[which, at.GOAL]
    extended = rows[which, at.EXTENDED_BY] >= 0
    _complete(rows, which[arrived & extended])
    asked = which[arrived & ~extended]
    rows[asked, at.COUP_HAZARD] = -1
    rows[asked, at.PHASE] = at.EXTEND_PHASE
    return arrived


def _lay(rows: Row, which: Which, base: Numbers, cards: Numbers) -> None:
    """Put hazards and remedies on their piles."""
    on_speed = (cards == tables.LIMIT) | (cards == tables.END_OF_LIMIT)
    here, seat, card = which[on_speed], base[on_speed], cards[on_speed]
    rows[here, seat + at.SPEED] = card
    rows[here, seat + at.LIMITED] = card == tables.LIMIT
    here, seat, card = which[~on_speed], base[~on_speed], cards[~on_speed]
    rows[here, seat + at.BATTLE] = card
    _refresh(rows, here, seat)


def _lay_safeties(rows: Row, decks: Deck, which: Which, base: Numbers, cards: Numbers) -> None:
    """Play safeties, after which the players have another turn.

    After a coup fourré the player gets two cards and does not draw at the beginning of that turn.
    """
    bits = 1 << cards - tables.FIRST_SAFETY
    hazard = rows[which, at.COUP_HAZARD]
    coup = (hazard >= 0) & (tables.GUARD[hazard] == cards)
    rows[which, at.COUP_HAZARD] = -1
    rows[which, base + at.SAFETIES] |= bits
    rows[which, base + at.COUPS] |= bits * coup
    battle = rows[which, base + at.BATTLE]
    has_way = cards == tables.RIGHT_OF_WAY
    stopped = has_way & (battle == tables.STOP)
    rows[which[stopped], base[stopped] + at.BATTLE] = -1
    limited = has_way & (rows[which, base + at.LIMITED] != 0)
    rows[which[limited], base[limited] + at.SPEED] = -1
    rows[which[limited], base[limited] + at.LIMITED] = 0
    cured = ~has_way & (battle == _CURED_BY[cards - tables.FIRST_SAFETY])
    rows[which[cured], base[cured] + at.BATTLE] = tables.GO
    _refresh(rows, which, base)
    for _card in range(2):
        _draw(rows, decks, which[coup & (rows[which, at.LEFT] > 0)])
    to_draw = ~coup & (rows[which, at.LEFT] > 0)
    rows[which, at.PHASE] = np.where(to_draw, at.DRAW_OR_COUP, at.PLAY_PHASE)
    _pass_over(rows, which[rows[which, at.LEFT] == 0])


_CURED_BY = np.append(tables.CURED_BY, -2)
"""The hazard on the Battle pile that each safety removes, by safety; -2 for Right of Way, which is handled
separately.
"""


def _refresh(rows: Row, which: Which, base: Numbers) -> None:
    battle = rows[which, base + at.BATTLE]
    has_way = rows[which, base + at.SAFETIES] & tables.ROW_BIT != 0
    hindered = (battle >= tables.FIRST_HAZARD) & (battle <= tables.STOP)
    rows[which, base + at.CAN_GO] = np.where(has_way, ~hindered, battle == tables.GO)


def _draw(rows: Row, decks: Deck, which: Which) -> None:
    left = rows[which, at.LEFT]
    cards = decks[which, at.DECK - left]
    base = rows[which, at.PLAYER].astype(np.intp) * at.SEAT
    rows[which, base + at.HAND + cards] += 1
    rows[which, base + at.HELD] += 1
    rows[which, at.LEFT] = left - 1


def draw_what_is_forced(rows: Row, decks: Deck) -> None:
    """Draw a card in each row in which a turn begins and no coup fourré is possible, because the player has no other
    choice.
    """
    begins = _where((rows[:, at.PHASE] == at.DRAW_OR_COUP) & (rows[:, at.ENDED] == 0))
    hazard = rows[begins, at.COUP_HAZARD]
    base = rows[begins, at.PLAYER].astype(np.intp) * at.SEAT
    can_answer = (hazard >= 0) & (rows[begins, base + at.HAND + tables.GUARD[hazard]] > 0)
    forced = begins[~can_answer]
    rows[forced, at.COUP_HAZARD] = -1
    _draw(rows, decks, forced)
    rows[forced, at.PHASE] = at.PLAY_PHASE


def _next_turn(rows: Row, which: Which, coup_hazards: Numbers | int) -> None:
    rows[which, at.PLAYER] ^= 1
    rows[which, at.COUP_HAZARD] = coup_hazards
    is_out = rows[which, at.LEFT] == 0
    rows[which, at.PHASE] = np.where(is_out, at.PLAY_PHASE, at.DRAW_OR_COUP)
    _pass_over(rows, which[is_out])


def _pass_over(rows: Row, which: Which) -> None:
    """Skip the turn of a player without cards once the deck is out. End the hand if neither player has cards."""
    if not which.size:
        return
    base = rows[which, at.PLAYER].astype(np.intp) * at.SEAT
    without = rows[which, base + at.HELD] == 0
    which, base = which[without], base[without]
    both = rows[which, at.SEAT - base + at.HELD] == 0
    rows[which[both], at.ENDED] = at.BY_CARDS
    which = which[~both]
    rows[which, at.PLAYER] ^= 1
    rows[which, at.COUP_HAZARD] = -1


def _complete(rows: Row, which: Which) -> None:
    rows[which, at.COMPLETED_BY] = rows[which, at.PLAYER]
    rows[which, at.ENDED] = at.BY_TRIP


def _close_if_useless(rows: Row) -> None:
    """End the hand under the rules of mille(6) if the deck is out and nobody has a useful card now."""
    which = _where(
        (rows[:, at.LEFT] == 0)
        & (rows[:, at.ENDED] == 0)
        & (rows[:, at.PHASE] != at.EXTEND_PHASE)
        & tables.ENDS_WHEN_USELESS[rows[:, at.RULES]]
    )
    if not which.size:
        return
    last = rows[which]
    first, second = sides(last, np.zeros(len(which), np.int16))
    useful = _useful(last, first, second) | _useful(last, second, first)
    rows[which[useful == 0], at.ENDED] = at.BY_CARDS


def _useful(rows: Row, own: Row, other: Row) -> NDArray[np.int64]:
    """Return the useful faces in the hand of the side ``own``, as bits."""
    bits = playable(rows, own, other)
    near = rows[:, at.GOAL] - other[at.MILES - at.SIDE] <= _NEAR
    bits &= np.where(near, ~(1 << tables.LIMIT), -1)
    bits &= np.where(own[at.CAN_GO - at.SIDE] != 0, ~(1 << tables.GO), -1)
    return bits & held(own)
