"""The worth of each choice in Mille, averaged over imagined deals (worlds) that agree with all the player could know.

A choice is a step of a turn. Its outcome is the table at the end of the turn, if the rest of the turn is played as the
expert would. Steps that leave the same table are worth the same, whatever their order.

Each table is tried in the same worlds. In each world the opponent has a turn, played as by the level strong; then the
player draws, and the expert's network estimates the worth of the turn that follows. If the deal ends earlier, its score
counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.game import resampled_round
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.round import Round
from mile_bones.players.coach import LIMITS, Mark, Rating, Worth
from mile_bones.players.costs import costs_of
from mile_bones.players.level_spec import Cancel
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.conversion import SORT_OF, situation_of
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.players import ExpertPlayer, strong_player
from mile_bones.players.montreal.turns import PLAN, best_turn, new_space, worth_of_taking

TRIALS, CARDS = 180, 11
"""The product of tables and worlds that is tried if a hand has at most ``CARDS`` cards. This takes half a second on one
core. With more cards each trial takes longer, so there are fewer trials.
"""
FIRST_WORLDS = 6
"""The number of worlds in which every table is tried. If there are many tables, it is halved."""
LIKELY, SURELY = 7, 3.0
"""``LIKELY``: the most tables that are tried in the remaining worlds. ``SURELY``: a table is dropped if its cost
exceeds the limit of a blunder by more than this number of standard errors.
"""
SPREAD, A_SIDE = 158.0, 182.0
"""Points in a deal between two players of the level strong: the standard deviation of the difference, and the mean of
one side. Both were measured in 120 deals.
"""

Steps: TypeAlias = tuple[Action, ...]


class MontrealCoach:
    """The coach's rating of steps. The imagined worlds follow from ``seed``."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._expert = ExpertPlayer()
        self._strong = strong_player()
        self._space = new_space()

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """Rate each legal step for the seat that observes. Return None if ``cancel`` stopped it.

        Raise ValueError if it is not the turn of this seat, or if ``worlds`` is less than 2.
        """
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        if worlds < 2:
            raise ValueError("at least two worlds are needed")
        # The worlds depend only on the seed and the observation.
        seen = crc32(repr(observation).encode())
        rngs = [Rng.for_deal(self._seed, (seen << 8) + world) for world in range(worlds)]
        deals = [resampled_round(observation, rng) for rng in rngs]
        lucks = [rng.next64() for rng in rngs]
        tables: dict[tuple[int, ...], Steps] = {}
        left = [self._left_by(observation, action, deals[0], tables) for action in actions]
        steps = list(tables.values())
        trials = TRIALS * CARDS // max(CARDS, *observation.held)
        first = min(worlds, FIRST_WORLDS if FIRST_WORLDS * len(steps) < trials // 2 else FIRST_WORLDS // 2)
        found = np.full((len(steps), worlds), np.nan)
        tried, number, world = list(range(len(steps))), worlds, 0
        while world < number:
            if world == first:
                tried = _likely(found[:, :first])
                number = min(worlds, first + max(first, (trials - first * len(steps)) // len(tried)))
            for table in tried:
                if cancel is not None and cancel():
                    return None
                found[table, world] = self._outcome(observation, steps[table], deals[world].clone(), lucks[world])
            world += 1
        order = list(tables)
        return _rating(observation, actions, [order.index(table) for table in left], found[:, :number])

    def _left_by(
        self, observation: Observation, action: Action, deal: Round, tables: dict[tuple[int, ...], Steps]
    ) -> tuple[int, ...]:
        """Return the table that a step leads to. Also add this table, and the steps that lead to it, to ``tables``.

        ``deal`` is any deal that agrees with the observation: its hidden cards are not used.
        """
        if action.kind is Kind.DRAW:
            tables.setdefault((), (action,))  # what follows depends on the card that is drawn
            return ()
        after, steps = deal.clone(), [action]
        after.do(action)
        if action.kind is not Kind.DISCARD and after.ended is None:
            _worth, rest = self._expert.plan(after.observation(observation.seat, observation.rules))
            steps += rest
            for step in rest:
                after.do(step)
        table = tuple(situation_of(after.observation(observation.seat, observation.rules)))
        tables.setdefault(table, tuple(steps))
        return table

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


def _likely(found: NDArray[np.float64]) -> list[int]:
    """Return the tables that may be the best, judged by the first worlds, in which all tables were tried."""
    _best, costs, errors = costs_of(found)
    order = np.argsort(costs, kind="stable")[:LIKELY]
    kept: list[int] = order[costs[order] - SURELY * errors[order] < LIMITS[Mark.BLUNDER]].tolist()
    return kept


def _rating(
    observation: Observation, actions: Sequence[Action], tables: Sequence[int], found: NDArray[np.float64]
) -> Rating:
    best, costs, errors = costs_of(found)
    costs[best], errors[best] = 0.0, 0.0
    points = float(found[best].mean())
    spread = float(found[best].std(ddof=1))
    worths = [
        Worth(
            action,
            points - float(costs[table]),
            chance_of_game(observation, points - float(costs[table]), spread),
            points - float(costs[table]),
            float(errors[table]),
        )
        for action, table in zip(actions, tables, strict=True)
    ]
    return Rating(tuple(sorted(worths, key=lambda worth: -worth.worth)), found.shape[1])


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
