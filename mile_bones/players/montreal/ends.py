"""The ends of a turn: every plan that the rules allow, of which the coach tries the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.proposals import PROPOSALS, new_proposals, propose, take_proposal
from mile_bones.players.montreal.turns import PLAN, THROW, TO_WILD, lay_plan, new_space

Plan: TypeAlias = list[int]
WorthAt: TypeAlias = Callable[[list[int], int], float]

MOST_PLANS = 200
"""The most ways to lay cards down that are all tried. If there are more, only the proposals of the level strong are."""
LOOKED_AT = 16
"""The number of plans that the expert looks at, of those that the level strong likes best."""


class Plans:
    """The search for the best ends of a turn, with its working space."""

    def __init__(self) -> None:
        self._space, self._proposals = new_space(), new_proposals()

    def best(self, row: list[int], number: int, within: float, worth_at: WorthAt) -> list[Plan]:
        """Return at most ``number`` plans with the highest worths to the expert, which are estimated with ``worth_at``.

        No plan is more than ``within`` points worse than the best one. Plans are sorted by their worth, and by their
        table if that is equal, so the order does not depend on what was laid down before.
        """
        ways = [*_ways(row)]
        found = self._judged(row, ways) if len(ways) <= MOST_PLANS else self._proposed(row)
        found.sort(key=lambda each: -each[0])
        told = []
        for strong, plan in found[:LOOKED_AT]:
            after = row[:]
            lay_plan(after, plan)
            goes_out = here.held(after, here.HAND) < 2
            worth = strong if goes_out else worth_at(after, plan[THROW])
            told.append((-worth, after, plan))
        told.sort()
        return [plan for worth, _after, plan in told[:number] if worth <= told[0][0] + within]

    def _judged(self, row: list[int], ways: list[Plan]) -> list[tuple[float, Plan]]:
        """Return each way to lay cards down, with each discard."""
        found, worths = [], [0.0] * here.SORTS
        for way in ways:
            after = row[:]
            lay_plan(after, way)
            left = here.held(after, here.HAND)
            sorts = [sort for sort in range(here.SORTS) if here.plain(after, here.HAND, sort) > 0]
            if left < 2:
                way[THROW] = sorts[0] if sorts else -1
                found.append((here.worth_of_going_out(after), way))
                continue
            judge_strongly(after, sorts, len(sorts), worths, WEIGHTS)
            for sort, worth in zip(sorts, worths, strict=False):
                found.append((worth, [*way[:THROW], sort]))
        return found

    def _proposed(self, row: list[int]) -> list[tuple[float, Plan]]:
        number = propose(row, [0] * PLAN, self._proposals, self._space, judge_strongly, WEIGHTS)
        found = []
        for place in range(min(number, PROPOSALS)):
            plan = [0] * PLAN
            take_proposal(self._proposals, place, plan)
            found.append((self._proposals[1][place], plan))
        return found


def _ways(row: list[int]) -> Iterator[Plan]:
    """Yield every way to lay cards down, and stop when there are more than ``MOST_PLANS``."""
    waiting, done = [([0] * PLAN, here.RANKS - 1, row[here.HAND])], 0
    while waiting and done <= MOST_PLANS:
        plan, rank, twos = waiting.pop()
        if rank == 0:
            for cards in range(twos + 1):
                if cards == 0 or row[here.OWN] > 0 or cards >= 3:
                    done += 1
                    yield [cards, *plan[1:]]
            continue
        own = row[here.OWN + rank] > 0
        for cards in range(row[here.HAND + rank] + 1):
            for wilds in range(twos + 1):
                if own or cards + wilds == 0 or (cards > 0 and cards + wilds >= 3):
                    then = plan[:]
                    then[rank], then[TO_WILD + rank] = cards, wilds
                    waiting.append((then, rank - 1, twos - wilds))
