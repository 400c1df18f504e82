"""The worth of each choice in Mille, averaged over imagined deals (worlds) that agree with all the player could know.

A choice is a step of a turn. A step that ends the turn leaves a table, and is worth what this table is worth. A step
that draws nothing and does not end the turn is worth what the best step after it is worth. After a draw, the expert
plays the rest of the turn.

So the coach looks at all moments of the turn, that is at all tables that steps without a draw lead to. At each moment,
it tries the few ends of the turn that the expert's network likes best, and drops those that are surely not the best at
this moment. As no moment depends on another one, its worth is the same before and after the steps that lead to it.

Each table is tried in the same worlds. They depend only on what the player's own steps do not change in this turn, so
they stay the same until the turn ends. In each world the opponent has a turn, played as by the level strong; then the
player draws, and the expert's network estimates the worth of the turn that follows. If the deal ends earlier, its score
counts.

The few worlds that choose the best table flatter it. So if the cost of a choice must be reliable, both its table and
the best one are compared again in many other worlds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import FACES
from mile_bones.games.montreal.game import resampled_round
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.round import Round
from mile_bones.players.coach import SURE, Cost, Rating, Worth
from mile_bones.players.costs import costs_of, losses_of
from mile_bones.players.level_spec import Cancel
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.conversion import SORT_OF, Steps, situation_of
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.moments import ENDS, Turn, rest_of_turn
from mile_bones.players.montreal.players import ExpertPlayer, strong_player
from mile_bones.players.montreal.turns import PLAN, best_turn, new_space, worth_of_taking

PARTS = (6, 12, 24)
"""The numbers of worlds after which tables are dropped."""
MEASURED = 200
"""The number of other worlds in which the cost of a chosen action is measured."""
SURELY = 3.0
"""A table is dropped if it is worse than another end of its moment by more than this number of standard errors."""
FEW = 2.4
"""A standard error from few worlds is increased by the fraction ``FEW / (worlds - 1)``. Then twice this error covers
about as much as Student's distribution says.
"""
SPREAD, A_SIDE = 158.0, 182.0
"""Points in a deal between two players of the level strong: the standard deviation of the difference, and the mean of
one side. Both were measured in 120 deals.
"""


class _Race(NamedTuple):
    """The tables that are compared to rate the steps of one choice. They are numbered."""

    tables: list[Steps]
    """For each table, steps that lead to it."""
    groups: list[list[int]]
    """For each likely moment, its likely ends."""
    leads: list[list[int]]
    """For each legal step, the tables to which it can lead."""

    @property
    def entrants(self) -> NDArray[np.intp]:
        """The tables that can be the best: those in the groups. A legal step may lead to others."""
        return np.array(sorted({table for group in self.groups for table in group}), np.intp)


def _race(turn: Turn) -> _Race:
    """Return the tables of the rest of a turn that are worth trying."""
    groups = {key: turn.moments[key].ends[:ENDS] for key in turn.likely()}
    ends = dict.fromkeys(end for group in (turn.moments[turn.now].ends, *groups.values()) for end in group)
    number_of = {end: number for number, end in enumerate(ends)}
    leads = [
        [after] if after in ends else [end for key in turn.reached(after) for end in groups.get(key, ())]
        for after in turn.afters
    ]
    return _Race(
        [turn.ends[end] for end in ends],
        [[number_of[end] for end in group] for group in groups.values()],
        [[number_of[end] for end in lead] for lead in leads],
    )


class _Cancelled(Exception):
    """The question is not asked any more."""


class MontrealCoach:
    """The coach's rating of steps. The imagined worlds follow from ``seed``."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._expert = ExpertPlayer()
        self._strong = strong_player()
        self._space = new_space()

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        """Rate each legal step for the seat that observes. Return None if ``cancel`` stopped it.

        ``chosen`` is an action whose cost must be reliable, because it was played. Its best tables are not dropped. If
        it would get a mark, it is compared with the best action in up to ``MEASURED`` other worlds, which the rating
        then counts. There are never more than ``worlds`` worlds. Raise ValueError if it is not the turn of this seat,
        or if ``worlds`` is less than 2.
        """
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        if worlds < 2:
            raise ValueError("at least two worlds are needed")
        try:
            return self._rating(observation, actions, worlds, cancel, chosen)
        except _Cancelled:
            return None

    def _rating(
        self,
        observation: Observation,
        actions: Sequence[Action],
        worlds: int,
        cancel: Cancel | None,
        chosen: Action | None,
    ) -> Rating:
        race = _race(rest_of_turn(observation, self._world(observation, 0)[0], self._expert))
        found = self._tried(observation, race, worlds, cancel)
        if chosen is not None:
            own = _by_trust(race.leads[actions.index(chosen)], found)[:ENDS]
            for world in range(found.shape[1]):
                left = [table for table in own if np.isnan(found[table, world])]
                found[left, world] = self.outcomes(observation, [race.tables[table] for table in left], world, cancel)
        best, costs, errors = costs_of(found, race.entrants)
        costs = np.maximum(costs, 0.0)  # a dropped table may seem better in the few worlds in which it was tried
        errors *= 1 + FEW / (np.sum(~np.isnan(found), axis=1) - 1)
        costs[best], errors[best] = 0.0, 0.0
        tables = [_by_trust(lead, found)[0] for lead in race.leads]
        losses = losses_of(found, found)
        lead, number = found[best], found.shape[1]
        other = min(MEASURED, worlds - number)
        table = best if chosen is None else tables[actions.index(chosen)]
        cost = self._cost(observation, lead, float(costs[table]))
        if other >= number and cost.mark is not None and cost.points > SURE * errors[table]:
            both = [race.tables[best], race.tables[table]]
            rows = np.array(
                [self.outcomes(observation, both, world, cancel) for world in range(number, number + other)]
            )
            lead, less = rows[:, 0], rows[:, 0] - rows[:, 1]
            number = other
            losses[table] = less.mean()
            costs[table] = max(0.0, float(less.mean()))
            errors[table] = float(less.std(ddof=1)) / math.sqrt(other)
        points, spread = float(lead.mean()), float(lead.std(ddof=1))
        worths = []
        for action, place in zip(actions, tables, strict=True):
            worth = points - float(costs[place])
            chance = chance_of_game(observation, worth, spread)
            worths.append(
                (place != best, Worth(action, worth, chance, worth, float(errors[place]), float(losses[place])))
            )
        worths.sort(key=lambda each: (-each[1].worth, each[0]))
        return Rating(tuple(worth for _is_other, worth in worths), number)

    def compared(self, observation: Observation, worlds: int) -> Rating:
        """Rate each legal step as ``rate`` does, but compare all of them with the best one in ``worlds`` other worlds.

        This takes ten times as long, or longer if the pile can be taken. ``worlds`` is at most ``MEASURED``, and at
        least 2.
        """
        actions, few = observation.legal_actions(), PARTS[1]
        race = _race(rest_of_turn(observation, self._world(observation, 0)[0], self._expert))
        found = self._tried(observation, race, few, None)
        best = int(costs_of(found, race.entrants)[0])
        places = [best if best in lead else _by_trust(lead, found)[0] for lead in race.leads]
        tables = [best, *sorted(set(places) - {best})]
        steps = [race.tables[table] for table in tables]
        rows = np.array([self.outcomes(observation, steps, world, None) for world in range(few, few + worlds)])
        less = rows[:, :1] - rows
        costs, errors = less.mean(axis=0), less.std(axis=0, ddof=1) / math.sqrt(worlds)
        points, spread = float(rows[:, 0].mean()), float(rows[:, 0].std(ddof=1))
        worths = []
        for action, place in zip(actions, map(tables.index, places), strict=True):
            worth = points - float(costs[place])
            chance = chance_of_game(observation, worth, spread)
            worths.append(Worth(action, worth, chance, worth, float(errors[place])))
        return Rating(tuple(sorted(worths, key=lambda each: (-each.worth, each.action))), worlds)

    def _cost(self, observation: Observation, lead: NDArray[np.float64], points: float) -> Cost:
        """Return what a loss of ``points`` costs if the best action leads by ``lead``, by world."""
        mean, spread = float(lead.mean()), float(lead.std(ddof=1))
        best, other = (chance_of_game(observation, worth, spread) for worth in (mean, mean - points))
        return Cost(points, best - other)

    def _tried(self, observation: Observation, race: _Race, worlds: int, cancel: Cancel | None) -> NDArray[np.float64]:
        """Return the outcomes of the tables in a few worlds, as ``[tables, worlds]``. They are NaN from the world on
        before which a table was dropped.

        In each group, the tables that are surely worse than another one of the group are dropped. Tables in no group
        are tried in half of the worlds.
        """
        parts = [min(worlds, part) for part in PARTS]
        found = np.full((len(race.tables), parts[-1]), np.nan)
        others = set(range(len(race.tables))).difference(race.entrants.tolist())
        world = 0
        for part in parts:
            left = [_likely(group, found[:, :world]) for group in race.groups]
            tried = sorted(set[int]().union(others if world < PARTS[1] else (), *left))
            for number in range(world, part):
                found[tried, number] = self.outcomes(
                    observation, [race.tables[table] for table in tried], number, cancel
                )
            world = part
        return found

    def outcomes(
        self, observation: Observation, tables: Sequence[Steps], world: int, cancel: Cancel | None
    ) -> list[float]:
        """Return the outcome of each of these tables in one world."""
        deal, luck = self._world(observation, world)
        found = []
        for steps in tables:
            if cancel is not None and cancel():
                raise _Cancelled
            found.append(self._outcome(observation, steps, deal.clone(), luck))
        return found

    def _world(self, observation: Observation, world: int) -> tuple[Round, int]:
        """Return an imagined deal, and the luck with which later turns are played in it."""
        rng = Rng.for_deal(self._seed, (_turn_of(observation) << 8) + world)
        return resampled_round(observation, rng), rng.next64()

    def _outcome(self, observation: Observation, steps: Steps, deal: Round, luck: int) -> float:
        """Return the points by which this seat is ahead in the deal after these steps. Later turns are played with the
        luck ``luck``.
        """
        seat, rules, rng = observation.seat, observation.rules, Rng(luck)
        for step in steps:
            deal.do(step)
        if deal.ended is None and deal.player == seat:  # a card was drawn
            for step in self._expert.plan(deal.observation(seat, rules))[1]:
                deal.do(step)
        if deal.ended is None:
            self._begin(deal, rng, observation)
        if deal.ended is None:
            for step in self._strong.plan(deal.observation(1 - seat, rules))[1]:
                deal.do(step)
        if deal.ended is None:
            self._begin(deal, rng, observation)
        if deal.ended is None:
            return self._expert.plan(deal.observation(seat, rules))[0]
        scores = deal.score()
        return float(scores[seat].total - scores[1 - seat].total)

    def _begin(self, deal: Round, rng: Rng, observation: Observation) -> None:
        """Draw or take the pile as the level strong would, with one difference: of all cards that may be drawn, only
        one random card is considered. This takes a tenth of the time.
        """
        seen = deal.observation(deal.player, observation.rules)
        actions = seen.legal_actions()
        chosen = actions[0]
        taking = [action for action in actions if action.kind is not Kind.DRAW]
        if len(taking) < len(actions) and taking:
            row = situation_of(seen)
            takes = taking[0].kind is Kind.TURNED or (
                worth_of_taking(row, self._space, judge_strongly, WEIGHTS) > self._worth_of_some_card(row, rng)
            )
            taking = taking if takes else []
        if taking:  # lay down the dear cards if there is a choice
            chosen = max(taking, key=lambda action: sum(SORT_OF[card] >= here.RANKS for card in action.cards))
        deal.do(chosen)

    def _worth_of_some_card(self, row: list[int], rng: Rng) -> float:
        after = row[:]
        if after[here.STOCK] == 0 and after[here.RESHUFFLED] == 0:
            here.restock(after)
        place = rng.below(max(1, here.held(after, here.UNSEEN)))
        for sort in range(here.SORTS):
            place -= here.plain(after, here.UNSEEN, sort)
            if place < 0:
                here.change(after, here.UNSEEN, sort, -1)
                here.change(after, here.HAND, sort, 1)
                break
        after[here.STOCK] -= 1
        return best_turn(after, [0] * PLAN, self._space, judge_strongly, WEIGHTS)


def _likely(group: Sequence[int], found: NDArray[np.float64]) -> list[int]:
    """Return the tables of the group that may be its best. They were tried in all these worlds."""
    left = [table for table in group if not np.isnan(found[table]).any()]
    if found.shape[1] < 2:
        return left
    _best, costs, errors = costs_of(found[left])
    return [table for table, cost, error in zip(left, costs, errors, strict=True) if cost <= SURELY * error]


def _by_trust(tables: Sequence[int], found: NDArray[np.float64]) -> list[int]:
    """Return the tables, the best first. Tables that were tried in more worlds come first, because the others were
    dropped as worse.
    """
    best, costs, _errors = costs_of(found)
    tried = np.sum(~np.isnan(found), axis=1)
    return sorted(tables, key=lambda table: (table != best, -tried[table], costs[table]))


def _turn_of(observation: Observation) -> int:
    """Return a number for everything that the player sees and that no step of this turn changes, except draws."""
    own = observation.own
    cards = bytearray(observation.hand)
    for card in observation.pile:
        cards[card] += 1
    for card in FACES:
        cards[card] += own.naturals[card]
        cards[card & 3] += own.wilds[card]
    seen = (
        *(observation.seat, observation.hand_number, observation.first, observation.turn, bytes(cards)),
        *(observation.held[1], observation.other, observation.known[1], observation.left, observation.reshuffled),
        *(observation.rules, observation.totals, observation.naturals, observation.chapeaux),
    )
    return crc32(repr(seen).encode())


def chance_of_game(observation: Observation, points: float, spread: float) -> float:
    """Return the chance of winning the game if this deal brings a lead of ``points`` with the standard deviation
    ``spread``.

    The estimate assumes that all later deals are similar and their differences normally distributed.
    """
    own, other = observation.totals
    to_come = max(0.0, (observation.rules.target - max(own, other)) / A_SIDE - 1)
    deviation = math.hypot(max(spread, 1.0), SPREAD * math.sqrt(to_come))
    return 0.5 + 0.5 * math.erf((own - other + points) / (deviation * math.sqrt(2)))


@cache
def load_coach(seed: int = 0) -> MontrealCoach:
    """Return the coach with the weights that ship; it is loaded once for each seed."""
    return MontrealCoach(seed)
