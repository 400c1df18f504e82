"""Whole turns: which cards to lay down, to keep, and to discard.

A plan is a row of 27 numbers: by rank the cards that are laid down, by rank the 2s that are added as wilds, and the
sort that is discarded, or -1 if the last card is laid down. A judge estimates the worth of the table after a turn. A
plan is improved rank by rank until no other choice in one rank makes it better. Ways to go out are searched separately.

A judge is called as ``judge(row, sorts, number, worths, tools)``. It puts the worth of discarding each of the first
``number`` of the ``sorts`` into ``worths``. ``row`` is the table after the rest of the turn. ``tools`` has whatever the
judge needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from mile_bones.players.montreal.situation import (
    DEAR,
    HAND,
    OWN,
    PILE,
    POINTS,
    RANK,
    RANKS,
    RESHUFFLED,
    SIZE,
    SORTS,
    STOCK,
    TOP,
    UNSEEN,
    VALUES,
    WILDS,
    Numbers,
    Row,
    change,
    held,
    plain,
    restock,
    worth_of_going_out,
)

Judge: TypeAlias = Callable[[Row, Row, int, Numbers, Any], None]

Space: TypeAlias = tuple[Row, Row, Numbers, Row, Row, Row, Row]
"""Rows that serve as working space."""

TO_WILD = 13
"""The index at which the wilds of a plan begin."""
THROW = 26
PLAN = 27
NEVER = -1e9
PASSES = 3
LIKELY = 4
"""The number of sorts that are tried as discards for each choice of sets."""


def new_space() -> Space:
    """Return working space, which is made once and used repeatedly."""
    line = [0] * SIZE
    return line[:], line[:], [0.0] * SORTS, line[:], line[:], line[:], line[:]


def lay_rank(row: Row, rank: int, number: int) -> None:
    """Lay down ``number`` cards of a rank, the dear ones first."""
    dear = DEAR[rank]
    if dear >= 0:
        dears = min(number, row[HAND + dear])
        row[HAND + dear] -= dears
        row[POINTS] += dears * (VALUES[dear] - VALUES[rank])
    row[HAND + rank] -= number
    row[OWN + rank] += number
    row[POINTS] += number * VALUES[rank]


def lay_wilds(row: Row, rank: int, number: int) -> None:
    """Add ``number`` 2s to the set of a rank as wilds."""
    row[HAND] -= number
    row[WILDS + rank] += number
    row[POINTS] += 20 * number


def lay_plan(row: Row, plan: Row) -> None:
    """Do all of a plan except the discard."""
    for rank in range(RANKS):
        if plan[rank] > 0:
            lay_rank(row, rank, plan[rank])
        if plan[TO_WILD + rank] > 0:
            lay_wilds(row, rank, plan[TO_WILD + rank])


def throw(row: Row, sort: int) -> None:
    """Discard a card of this sort to the pile."""
    change(row, HAND, sort, -1)
    change(row, PILE, sort, 1)
    row[TOP] = sort


def take_pile(row: Row) -> None:
    """Lay down the top card of the pile with two cards of the hand, and take the other cards of the pile into the
    hand.
    """
    sort = row[TOP]
    rank = RANK[sort]
    change(row, PILE, sort, -1)
    change(row, HAND, sort, 1)
    lay_rank(row, rank, 3)  # dear cards are laid down first, as any player would choose
    for each in range(SORTS):
        row[HAND + each] += row[PILE + each]
        row[PILE + each] = 0
    row[TOP] = -1


def copy_row(row: Row, to: Row) -> None:
    """Copy ``row`` to ``to``."""
    to[:SIZE] = row[:SIZE]


def judge_plan(row: Row, plan: Row, space: Space, judge: Judge, tools: Any, mark: int) -> float:
    """Put the best discard for the sets of ``plan`` into the plan and return its worth.

    If ``mark`` is not 0, this number of the best sorts to discard are marked as likely. If it is 0, only the marked
    sorts are tried, unless none of them is in the hand.
    """
    after, sorts, worths, likely = space[0], space[1], space[2], space[3]
    copy_row(row, after)
    lay_plan(after, plan)
    left = held(after, HAND)
    if left == 0:
        plan[THROW] = -1
        return worth_of_going_out(after)
    number = 0
    if mark == 0:
        for sort in range(SORTS):
            if likely[sort] > 0 and plain(after, HAND, sort) > 0:
                sorts[number] = sort
                number += 1
    if number == 0:
        for sort in range(SORTS):
            if plain(after, HAND, sort) > 0:
                sorts[number] = sort
                number += 1
    if left == 1:
        plan[THROW] = sorts[0]
        return worth_of_going_out(after)
    judge(after, sorts, number, worths, tools)
    best = 0
    for place in range(1, number):
        if worths[place] > worths[best]:
            best = place
    plan[THROW] = sorts[best]
    worth = worths[best]
    for _time in range(min(mark, number)):
        most = 0
        for place in range(1, number):
            if worths[place] > worths[most]:
                most = place
        likely[sorts[most]] = 1
        worths[most] = NEVER
    return worth


def lay_all(row: Row, plan: Row) -> None:
    """Plan to lay down everything except wilds."""
    for rank in range(1, RANKS):
        number = row[HAND + rank]
        if row[OWN + rank] > 0 or number >= 3:
            plan[rank] = number


def go_out(row: Row, plan: Row, other: Row, space: Space) -> float:
    """Put the best way to go out in this turn into ``plan`` and return its worth, or NEVER if there is none."""
    best = NEVER
    for throw_away in range(-1, SORTS):
        if throw_away >= 0 and plain(row, HAND, throw_away) == 0:
            continue
        if throw_away >= 0:
            change(row, HAND, throw_away, -1)
        if _lay_out(row, other):
            other[THROW] = throw_away
            after = space[0]
            copy_row(row, after)
            lay_plan(after, other)
            worth = worth_of_going_out(after)
            if worth > best:
                best = worth
                for place in range(PLAN):
                    plan[place] = other[place]
        if throw_away >= 0:
            change(row, HAND, throw_away, 1)
    return best


def _lay_out(row: Row, plan: Row) -> bool:
    """Plan to lay down every card, with as few wilds as possible. Return False if this is impossible."""
    for place in range(PLAN):
        plan[place] = 0
    twos = row[HAND]
    home = -1  # a set to which wilds can be added without losing points
    for rank in range(1, RANKS):
        number = row[HAND + rank]
        own = row[OWN + rank]
        if number > 0:
            plan[rank] = number
            if own == 0 and number < 3:
                plan[TO_WILD + rank] = 3 - number
                twos -= 3 - number
                if twos < 0:
                    return False
        if own + number > 0 and (home < 0 or own + number < 8):
            home = rank
    if twos == 0:
        return True
    if row[OWN] > 0 or twos >= 3:
        plan[0] = twos
        return True
    if home < 0:
        return False
    plan[TO_WILD + home] += twos
    return True


def best_turn(row: Row, plan: Row, space: Space, judge: Judge, tools: Any) -> float:
    """Find the best plan for a player who has drawn, put it into ``plan``, and return its worth."""
    likely, start = space[3], space[4]
    for sort in range(SORTS):
        likely[sort] = 0
    best = go_out(row, plan, start, space)
    for beginning in range(2):
        for place in range(PLAN):
            start[place] = 0
        if beginning == 1:
            lay_all(row, start)
            if held(start, 0) == 0:
                break
        worth = judge_plan(row, start, space, judge, tools, LIKELY)
        worth = _climb(row, start, worth, space, judge, tools)
        if worth > best:
            best = worth
            for place in range(PLAN):
                plan[place] = start[place]
    return best


def _climb(row: Row, plan: Row, worth: float, space: Space, judge: Judge, tools: Any) -> float:
    """Improve the plan in one rank after another as long as it becomes better, and return its worth."""
    for _pass in range(PASSES):
        before = worth
        for rank in range(RANKS):
            number = row[HAND + rank]
            own = row[OWN + rank]
            free = row[HAND] - plan[0] - held(plan, TO_WILD)
            if rank == 0:
                for cards in range(free + plan[0] + 1):
                    if cards != plan[0] and (cards == 0 or own > 0 or cards >= 3):
                        worth = _better(row, plan, worth, 0, cards, 0, space, judge, tools)
                continue
            if number == 0 and own == 0:
                continue
            for wilds in range(min(free + plan[TO_WILD + rank], 2) + 1):
                for cards in range(number + 1):
                    if 0 < cards < number - 2 or (wilds > 0 and 0 < cards < number):
                        continue
                    if own == 0 and (cards + wilds > 0) and (cards == 0 or cards + wilds < 3):
                        continue
                    if cards != plan[rank] or wilds != plan[TO_WILD + rank]:
                        worth = _better(row, plan, worth, rank, cards, wilds, space, judge, tools)
        if worth == before:
            break
    return worth


def _better(
    row: Row, plan: Row, worth: float, rank: int, cards: int, wilds: int, space: Space, judge: Judge, tools: Any
) -> float:
    """Put ``cards`` and ``wilds`` of one rank into the plan if that makes it better. Return the worth of the plan."""
    cards_before, wilds_before, throw_before = plan[rank], plan[TO_WILD + rank], plan[THROW]
    plan[rank] = cards
    plan[TO_WILD + rank] = wilds
    now = judge_plan(row, plan, space, judge, tools, 0)
    if now > worth:
        return now
    plan[rank], plan[TO_WILD + rank], plan[THROW] = cards_before, wilds_before, throw_before
    return worth


def worth_of_drawing(row: Row, space: Space, judge: Judge, tools: Any) -> float:
    """Return the mean worth of the turn after drawing a card."""
    before, plan = space[5], space[6]
    copy_row(row, before)
    if before[STOCK] == 0 and before[RESHUFFLED] == 0:
        restock(before)
    unseen = held(before, UNSEEN)
    if unseen == 0:
        return NEVER
    before[STOCK] -= 1
    total = 0.0
    for sort in range(SORTS):
        there = _alike(before, sort)
        if there > 0:
            change(before, UNSEEN, sort, -1)
            change(before, HAND, sort, 1)
            total += there * best_turn(before, plan, space, judge, tools)
            change(before, UNSEEN, sort, 1)
            change(before, HAND, sort, -1)
    return total / unseen


def _alike(row: Row, sort: int) -> int:
    """Return the number of unseen cards that are as good as this sort, or 0 if they are already counted with another
    sort.

    Cards of the same value are equally good if the player has no card of their ranks.
    """
    there = plain(row, UNSEEN, sort)
    if there == 0 or not _is_new(row, sort):
        return there
    for other in range(SORTS):
        if other != sort and VALUES[other] == VALUES[sort] and _is_new(row, other):
            more = plain(row, UNSEEN, other)
            if more > 0 and other < sort:
                return 0
            there += more
    return there


def _is_new(row: Row, sort: int) -> bool:
    return sort > 0 and row[HAND + RANK[sort]] + row[OWN + RANK[sort]] == 0


def worth_of_taking(row: Row, space: Space, judge: Judge, tools: Any) -> float:
    """Return the worth of the turn after taking the pile."""
    before, plan = space[5], space[6]
    copy_row(row, before)
    take_pile(before)
    return best_turn(before, plan, space, judge, tools)
