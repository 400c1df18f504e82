"""The turns that a judge likes best, as proposals from which another judge chooses.

There are three kinds of proposals: the best turn that the judge finds, turns that differ from it in one rank, and the
turn that lays nothing down. Each is proposed with every card that can be discarded.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from mile_bones.players.montreal.situation import HAND, OWN, RANKS, SORTS, Numbers, Row, held, plain, worth_of_going_out
from mile_bones.players.montreal.turns import NEVER, PLAN, THROW, TO_WILD, Judge, Space, best_turn, copy_row, lay_plan

PROPOSALS = 6
"""The most turns that are proposed."""

Proposals: TypeAlias = tuple[Row, Numbers]
"""A row with plans one after another, the best first, and the worth of each plan to the judge that proposes it."""


def new_proposals() -> Proposals:
    """Return space for proposals, which is made once and used repeatedly."""
    return [0] * (PROPOSALS * PLAN), [NEVER] * PROPOSALS


def propose(row: Row, plan: Row, proposals: Proposals, space: Space, judge: Judge, tools: Any) -> int:
    """Put the turns that the judge likes best into ``proposals`` and return their number. ``plan`` is working space."""
    worths = proposals[1]
    for place in range(PROPOSALS):
        worths[place] = NEVER
    best_turn(row, plan, space, judge, tools)
    _offer_all(row, plan, proposals, space, judge, tools)
    wilds_laid = plan[0] + held(plan, TO_WILD)
    for rank in range(1, RANKS):
        number, own = row[HAND + rank], row[OWN + rank]
        if number == 0 and own == 0:
            continue
        cards_before, wilds_before = plan[rank], plan[TO_WILD + rank]
        for wilds in range(min(row[HAND] - wilds_laid + wilds_before, 2) + 1):
            for cards in range(number + 1):
                if 0 < cards < number - 2 or (wilds > 0 and 0 < cards < number):
                    continue
                if own == 0 and (cards + wilds > 0) and (cards == 0 or cards + wilds < 3):
                    continue
                if cards != cards_before or wilds != wilds_before:
                    plan[rank], plan[TO_WILD + rank] = cards, wilds
                    _offer_all(row, plan, proposals, space, judge, tools)
        plan[rank], plan[TO_WILD + rank] = cards_before, wilds_before
    for place in range(PLAN):
        plan[place] = 0
    _offer_all(row, plan, proposals, space, judge, tools)
    number = 0
    while number < PROPOSALS and worths[number] > NEVER:
        number += 1
    return number


def _offer_all(row: Row, plan: Row, proposals: Proposals, space: Space, judge: Judge, tools: Any) -> None:
    """Offer the sets of ``plan`` with every card that can be discarded."""
    after, sorts, found = space[0], space[1], space[2]
    copy_row(row, after)
    lay_plan(after, plan)
    left = held(after, HAND)
    if left == 0:
        _offer(plan, -1, worth_of_going_out(after), proposals)
        return
    number = 0
    for sort in range(SORTS):
        if plain(after, HAND, sort) > 0:
            sorts[number] = sort
            number += 1
    if left == 1:
        _offer(plan, sorts[0], worth_of_going_out(after), proposals)
        return
    judge(after, sorts, number, found, tools)
    for place in range(number):
        _offer(plan, sorts[place], found[place], proposals)


def _offer(plan: Row, sort: int, worth: float, proposals: Proposals) -> None:
    """Insert the plan with this discard into the proposals if it is good enough and not yet among them."""
    plans, worths = proposals
    place = PROPOSALS
    while place > 0 and worth > worths[place - 1]:
        place -= 1
    if place == PROPOSALS:
        return
    above = place - 1
    while above >= 0 and worths[above] == worth:
        if _is_there(plan, sort, above, plans):
            return
        above -= 1
    for other in range(PROPOSALS - 1, place, -1):
        worths[other] = worths[other - 1]
        for each in range(PLAN):
            plans[other * PLAN + each] = plans[(other - 1) * PLAN + each]
    worths[place] = worth
    for each in range(PLAN):
        plans[place * PLAN + each] = plan[each]
    plans[place * PLAN + THROW] = sort


def _is_there(plan: Row, sort: int, place: int, plans: Row) -> bool:
    for each in range(THROW):
        if plans[place * PLAN + each] != plan[each]:
            return False
    return plans[place * PLAN + THROW] == sort


def take_proposal(proposals: Proposals, number: int, plan: Row) -> None:
    """Copy one of the proposals into ``plan``."""
    for each in range(PLAN):
        plan[each] = proposals[0][number * PLAN + each]
