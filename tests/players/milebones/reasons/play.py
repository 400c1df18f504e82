"""Choices as they occur in play, each with a possibly better and a possibly worse action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.players import load_player
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.network import load_weights
from mile_bones.players.milebones.policy import Policy

LEVELS = ("easy", "original", "expert", "")
"""The levels that play; "" plays at random."""


class Choice(NamedTuple):
    """A choice between at least two actions."""

    observation: Observation
    chosen: Action
    state: MileBonesState
    """The true state, with all cards. It changes when the next choice is asked for."""
    luck: Rng
    """A generator for random numbers that depend on this choice."""

    def pairs(self, most: int) -> list[tuple[Action, Action]]:
        """Return up to ``most`` random pairs of legal actions."""
        found = list(permutations(self.observation.legal_actions(), 2))
        self.luck.shuffle(found)
        return found[:most]

    def dealt_anew(self) -> Observation:
        """Return the same table with other hidden cards."""
        state = MileBones(self.observation.rules).resample(self.observation, self.luck)
        return state.observation(self.observation.seat)


def choices(games: int, seed: int) -> Iterator[Choice]:
    """Yield all choices of ``games`` games, half of them under each rule set. In each seat is a random level or random
    play.
    """
    players = {level: load_player("mile-bones", level) for level in LEVELS if level}
    for number in range(games):
        luck = Rng.for_deal(seed, number)
        state = MileBonesState(tuple(RULE_SETS.values())[number % 2], luck.next64())
        seats = [LEVELS[luck.below(len(LEVELS))] for _seat in range(2)]
        while not state.is_terminal():
            seat = state.current_player
            assert seat is not None
            observation = state.observation(seat)
            actions = observation.legal_actions()
            level = seats[seat]
            action = players[level].choose(observation) if level else actions[luck.below(len(actions))]
            if len(actions) > 1:
                yield Choice(observation, action, state, luck)
            state.apply_action(action)


class Rater:
    """A quick rating of actions by the expert's network alone, without imagined worlds."""

    def __init__(self) -> None:
        self._policy = Policy(load_weights("expert"))

    def ranked(self, observation: Observation) -> list[Action]:
        """Return the legal actions, the best first."""
        said = self._policy(observation)
        return sorted(observation.legal_actions(), key=lambda action: -said[place(action, observation.phase)])


def dear(games: int, seed: int) -> Iterator[tuple[Observation, Action, Action]]:
    """Yield each choice as a tutor comments on it: the observation, the best action, and the chosen action. If the best
    action was chosen, the second best takes its place.
    """
    rater = Rater()
    for choice in choices(games, seed):
        best, second, *_others = rater.ranked(choice.observation)
        yield choice.observation, best, choice.chosen if choice.chosen != best else second
