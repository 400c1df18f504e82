"""The levels of Mille: how each of them judges a table, and what they have in common."""

from __future__ import annotations

from typing import Any, NamedTuple

from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.sets import Sets
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.conversion import SORT_OF, Steps, likeness, situation_of, steps_of
from mile_bones.players.montreal.experts import choose_turn, expert_worth
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.network import network_tools
from mile_bones.players.montreal.proposals import new_proposals
from mile_bones.players.montreal.turns import (
    PLAN,
    Judge,
    best_turn,
    lay_rank,
    lay_wilds,
    new_space,
    worth_of_drawing,
    worth_of_taking,
)


class _Planned(NamedTuple):
    """The remaining steps of a turn, and the moment at which the next step is due."""

    steps: Steps
    moment: tuple[int, int, bytes, Sets]


class MontrealPlayer:
    """The base class of all levels but easy: a turn is planned once and then played step by step.

    The same level and observation give the same answer. No level thinks long enough to need a clock.
    """

    def __init__(self, judge: Judge, tools: Any = None) -> None:
        self._judge, self._tools = judge, tools
        self._planned: _Planned | None = None
        self._space = new_space()

    def choose(self, observation: Observation) -> Action:
        """Return the next step of the best turn."""
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        if len(actions) == 1:
            return actions[0]
        if observation.phase is Phase.DRAW:
            return max(actions, key=self._worth_at_draw(observation, actions).__getitem__)
        steps = self._left(observation)
        if steps is None:
            _worth, steps = self.plan(observation)
        self._planned = None
        if len(steps) > 1:
            self._planned = _Planned(steps[1:], _after(observation, steps[0]))
        return steps[0]

    def rate(self, observation: Observation) -> dict[Action, float]:
        """Return the worth of each legal step, as far as this level can tell: the lead of this seat over the other in
        this deal, in points, if the turn is continued with the best steps.
        """
        actions = observation.legal_actions()
        if observation.phase is Phase.DRAW:
            return self._worth_at_draw(observation, actions)
        if not actions:
            return {}
        best, steps = self.plan(observation)
        row = situation_of(observation)
        known: dict[tuple[object, ...], float] = {}
        found = {}
        for action in actions:
            like = likeness(action)
            if like not in known:
                known[like] = min(best, self.worth_of(row, action))
            found[action] = known[like]
        found[steps[0]] = best
        return found

    def plan(self, observation: Observation) -> tuple[float, Steps]:
        """Return the best continuation of a turn after drawing. The first item is its worth, as in ``rate``; the second
        has its steps.
        """
        plan = [0] * PLAN
        worth = self._turn(situation_of(observation), plan)
        return worth, steps_of(observation, plan)

    def _turn(self, row: list[int], plan: list[int]) -> float:
        """Put the best turn after drawing into ``plan`` and return its worth."""
        return best_turn(row, plan, self._space, self._judge, self._tools)

    def _worth_after(self, row: list[int], sort: int) -> float:
        """Return the worth of this table if a card of this sort is discarded and the turn passes."""
        worths = [0.0] * here.SORTS
        self._judge(row, [sort], 1, worths, self._tools)
        return worths[0]

    def _left(self, observation: Observation) -> Steps | None:
        """Return the rest of the plan if playing its last step led to this observation, or else None."""
        planned = self._planned
        return planned.steps if planned is not None and planned.moment == _moment(observation) else None

    def _worth_at_draw(self, observation: Observation, actions: tuple[Action, ...]) -> dict[Action, float]:
        row = situation_of(observation)
        found = {}
        taking: float | None = None
        for action in actions:
            if action.kind is Kind.DRAW:
                found[action] = worth_of_drawing(row, self._space, self._judge, self._tools)
            elif action.kind is Kind.TURNED:
                after = row[:]
                after[here.PILE] -= 1
                after[here.HAND] += 1
                found[action] = best_turn(after, [0] * PLAN, self._space, self._judge, self._tools)
            else:
                if taking is None:
                    taking = worth_of_taking(row, self._space, self._judge, self._tools)
                dear = sum(SORT_OF[card] >= here.RANKS for card in action.cards)
                found[action] = taking - _LESS * (2 - dear)  # prefer to lay down the dear cards
        return found

    def worth_of(self, row: list[int], action: Action) -> float:
        """Return the worth of a step in the second part of a turn, after drawing or taking the pile. ``row`` is the
        situation before the step.
        """
        after = row[:]
        if action.kind is Kind.DISCARD:
            left = here.held(after, here.HAND)
            if left == 1:
                return here.worth_of_going_out(after)
            return self._worth_after(after, SORT_OF[action.cards[0]])
        assert action.rank is not None
        twos = sum(card < 4 for card in action.cards) if action.rank else 0
        lay_rank(after, action.rank, len(action.cards) - twos)
        lay_wilds(after, action.rank, twos)
        if not here.held(after, here.HAND):
            return here.worth_of_going_out(after)
        return self._turn(after, [0] * PLAN)


class ExpertPlayer(MontrealPlayer):
    """A player that draws as the level strong does, and lets the network choose among strong's best turns."""

    def __init__(self) -> None:
        super().__init__(judge_strongly, WEIGHTS)
        self._network = network_tools()
        self._proposals = new_proposals()

    def _turn(self, row: list[int], plan: list[int]) -> float:
        return choose_turn(row, plan, self._proposals, self._space, self._judge, self._tools, self._network)

    def _worth_after(self, row: list[int], sort: int) -> float:
        return expert_worth(row, sort, self._tools, self._network)


_LESS = 1e-6
"""A tiny number of points that makes one pair for the pile worth less than another that makes the same set."""


def _moment(observation: Observation) -> tuple[int, int, bytes, Sets]:
    return observation.hand_number, observation.turn, observation.hand, observation.own


def _after(observation: Observation, step: Action) -> tuple[int, int, bytes, Sets]:
    """Return the moment after a step that lays cards down."""
    hand = bytearray(observation.hand)
    naturals, wilds = bytearray(observation.own.naturals), bytearray(observation.own.wilds)
    for card in step.cards:
        assert step.rank is not None
        hand[card] -= 1
        if card >> 2 == step.rank:
            naturals[card] += 1
        else:
            wilds[4 * step.rank + card] += 1
    return observation.hand_number, observation.turn, bytes(hand), Sets(bytes(naturals), bytes(wilds))


def strong_player() -> MontrealPlayer:
    """Return a player of the level strong, which counts the cards, and weighs what may be won and lost."""
    return MontrealPlayer(judge_strongly, WEIGHTS)
