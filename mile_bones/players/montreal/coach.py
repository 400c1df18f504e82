"""The worth of each choice in Mille, averaged over imagined deals (worlds) that agree with all the player could know.

A choice is a step of a turn. A step that ends the turn leaves a table, and is worth what this table is worth. A step
that draws nothing and does not end the turn is worth what the best table is worth that can be reached after it.

The worth of a table is measured in worlds that depend only on what the player's own steps do not change in this turn:
the unseen cards, and what the player knows about the opponent. So a table is worth the same, whichever steps have led
to it and wherever in the turn it is asked for.

In each world the opponent has a turn, played as by the level strong; then the player draws, and the expert's network
estimates the worth of the turn that follows. If the deal ends earlier, its score counts.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import FACES
from mile_bones.games.montreal.game import resampled_round
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.round import Round
from mile_bones.players.coach import LIMITS, Mark, Rating, Worth
from mile_bones.players.level_spec import Cancel
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.conversion import SORT_OF, situation_of, steps_of
from mile_bones.players.montreal.ends import Plans
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.players import ExpertPlayer, strong_player
from mile_bones.players.montreal.turns import PLAN, best_turn, new_space, worth_of_taking

SELECTION, MEASURED = 24, 200
"""The number of worlds that choose the best tables, and the number of other worlds in which their worth is measured."""
WORLDS = SELECTION + MEASURED
STAGES = (SELECTION // 2, SELECTION, SELECTION + 25, SELECTION + 50, SELECTION + 100, WORLDS)
"""The numbers of worlds after which a discard is tried no further if it will hardly get a mark."""
SURELY, NEAR = 1.0, 1.0
"""In standard errors. ``SURELY``: a table is tried no further if its cost is this much below the limit of the mildest
mark. Such a choice gets no mark, so a few doubtful choices are missed. ``NEAR``: a table stays among the best if
it is at most this much worse than the best one.
"""
RIVALS = 4
"""The most tables of a turn that are tried in the worlds that choose the best one."""
WITHIN = 30.0
"""A table is not tried if the expert's network estimates it at this number of points below the best."""
TURNS = 4
"""The number of turns of which the outcomes are kept. They save time, and change nothing."""
SPREAD, A_SIDE = 158.0, 182.0
"""Points in a deal between two players of the level strong: the standard deviation of the difference, and the mean of
one side. Both were measured in 120 deals.
"""

Steps: TypeAlias = tuple[Action, ...]
Key: TypeAlias = tuple[int, ...]


class _Table(NamedTuple):
    """A table at the end of a turn, and steps that lead to it. The table after drawing has the empty key."""

    key: Key
    steps: Steps


class _Cancelled(Exception):
    """The question is not asked any more."""


class MontrealCoach:
    """The coach's rating of steps. The imagined worlds follow from ``seed``."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._expert = ExpertPlayer()
        self._strong = strong_player()
        self._space = new_space()
        self._plans = Plans()
        self._outcomes: dict[int, dict[Key, list[float]]] = {}

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """Rate each legal step for the seat that observes. Return None if ``cancel`` stopped it.

        With fewer than ``WORLDS`` worlds, the same worlds choose the best tables and measure their worth. Raise
        ValueError if it is not the turn of this seat, or if ``worlds`` is less than 2.
        """
        if not observation.legal_actions():
            raise ValueError("it is not the turn of this seat")
        if worlds < 2:
            raise ValueError("at least two worlds are needed")
        try:
            return _Asked(self, observation, worlds, cancel).rating()
        except _Cancelled:
            return None

    def outcomes(self, turn: int) -> dict[Key, list[float]]:
        """Return the outcomes of the tables of a turn that are known, which is changed as more become known."""
        known = self._outcomes.pop(turn, {})
        self._outcomes[turn] = known
        if len(self._outcomes) > TURNS:
            del self._outcomes[next(iter(self._outcomes))]
        return known

    def world(self, observation: Observation, turn: int, world: int) -> tuple[Round, int]:
        """Return an imagined deal, and the luck with which later turns are played in it."""
        rng = Rng.for_deal(self._seed, (turn << 16) + world)
        return resampled_round(observation, rng), rng.next64()

    def best_ends(self, observation: Observation) -> list[Steps]:
        """Return the steps of the ends of this turn that the expert likes best, after drawing."""
        row = situation_of(observation)
        return [steps_of(observation, plan) for plan in self._plans.best(row, RIVALS, WITHIN, self._expert.worth_at)]

    def outcome(self, observation: Observation, steps: Steps, deal: Round, luck: int) -> float:
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


class _Asked:
    """One question to the coach."""

    def __init__(self, coach: MontrealCoach, observation: Observation, worlds: int, cancel: Cancel | None) -> None:
        self._coach, self._observation, self._cancel = coach, observation, cancel
        self._turn = _turn_of(observation)
        self._outcomes = coach.outcomes(self._turn)
        self._worlds: list[tuple[Round, int]] = []
        self._all = min(worlds, WORLDS)
        self._selection = SELECTION if self._all == WORLDS else 0
        self._deal = self._world(0)[0]
        self._chosen: dict[Key, _Table] = {}

    def rating(self) -> Rating:
        """Return the rating of all legal steps."""
        observation = self._observation
        actions = observation.legal_actions()
        found = [self._left_by(action) for action in actions]
        if observation.phase is Phase.DRAW:
            best = max(dict.fromkeys(found), key=self._worth)
        else:
            best = self._best(observation, ())
        rows = np.array(self._measured(best, self._all))
        points, spread = float(rows.mean()), float(rows.std(ddof=1))
        # A sum of two rounded numbers would differ in the last digit from what the coach says after the step.
        known = {best: (points, 0.0)}
        worths = []
        for action, table in zip(actions, found, strict=True):
            if table not in known:
                cost, error = self._cost(best, table, whole=action.kind is not Kind.DISCARD)
                worth = points - cost if action.kind is Kind.DISCARD else self._worth(table)
                known[table] = min(points, worth), error
            worth, error = known[table]
            worths.append(_worth(observation, action, worth, spread, error))
        return Rating(tuple(sorted(worths, key=lambda worth: -worth.worth)), self._all - self._selection)

    def _left_by(self, action: Action) -> _Table:
        """Return the best table that can be reached with this step."""
        if action.kind is Kind.DRAW:
            return _Table((), (action,))  # what follows depends on the card that is drawn
        after = self._after((action,))
        if action.kind is Kind.DISCARD or after.ended is not None:
            return self._table((action,), after)
        key = _key(after, self._observation)
        if key not in self._chosen:
            self._chosen[key] = self._best(
                after.observation(self._observation.seat, self._observation.rules), (action,)
            )
        return self._chosen[key]

    def _best(self, observation: Observation, steps: Steps) -> _Table:
        """Return the best table at the end of the turn that ``observation`` sees after these steps."""
        ends = self._coach.best_ends(observation)
        rivals = list({table.key: table for table in (self._table(steps + end) for end in ends)}.values())
        for number in STAGES[:2] if self._selection else ():
            means = np.array([self._outcomes_of(table, number) for table in rivals])
            order = np.argsort(-means.mean(axis=1), kind="stable")
            less = means[order[0]] - means[order]
            near = less.mean(axis=1) <= NEAR * less.std(axis=1, ddof=1) / math.sqrt(number)
            rivals = [rivals[place] for place, is_near in zip(order, near, strict=True) if is_near]
        return rivals[0] if self._selection else max(rivals, key=self._worth)

    def _cost(self, best: _Table, table: _Table, *, whole: bool) -> tuple[float, float]:
        """Return the cost of a table and its standard error. If it will hardly get a mark and is not ``whole``, it is
        tried in fewer worlds.
        """
        cost = error = 0.0
        for number in STAGES if self._selection and not whole else (self._all,):
            less = np.array(self._measured(best, number)) - np.array(self._measured(table, number))
            cost, error = float(less.mean()), float(less.std(ddof=1)) / math.sqrt(len(less))
            if cost + SURELY * error < LIMITS[Mark.DOUBTFUL]:
                break
        return cost, error

    def _worth(self, table: _Table) -> float:
        return float(np.mean(self._measured(table, self._all)))

    def _measured(self, table: _Table, number: int) -> list[float]:
        """Return the outcomes in the worlds that measure, of the first ``number`` worlds. Return those that choose if
        none of these worlds measures.
        """
        outcomes = self._outcomes_of(table, number)
        return outcomes[self._selection :] if number > self._selection else outcomes

    def _outcomes_of(self, table: _Table, number: int) -> list[float]:
        """Return the outcomes of a table in the first ``number`` worlds."""
        known = self._outcomes.setdefault(table.key, [])
        while len(known) < number:
            if self._cancel is not None and self._cancel():
                raise _Cancelled
            deal, luck = self._world(len(known))
            known.append(self._coach.outcome(self._observation, table.steps, deal.clone(), luck))
        return known[:number]

    def _world(self, number: int) -> tuple[Round, int]:
        while len(self._worlds) <= number:
            self._worlds.append(self._coach.world(self._observation, self._turn, len(self._worlds)))
        return self._worlds[number]

    def _after(self, steps: Steps) -> Round:
        """Return a deal after these steps, of which the hidden cards are not used."""
        after = self._deal.clone()
        for step in steps:
            after.do(step)
        return after

    def _table(self, steps: Steps, after: Round | None = None) -> _Table:
        return _Table(_key(after or self._after(steps), self._observation), steps)


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


def _key(deal: Round, observation: Observation) -> Key:
    """Return all of a table on which its worth depends. Cards of the same sort are alike."""
    seen = deal.observation(observation.seat, observation.rules)
    known = [0] * here.SORTS
    for card, count in enumerate(seen.known[0]):
        known[SORT_OF[card]] += count
    return *situation_of(seen), *known


def _worth(observation: Observation, action: Action, points: float, spread: float, error: float) -> Worth:
    return Worth(action, points, chance_of_game(observation, points, spread), points, error)


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
def load_coach() -> MontrealCoach:
    """Return the coach with the weights that ship; it is loaded once."""
    return MontrealCoach()
