"""Measures the error rates of our levels and of a random player. The grades of error rates were derived from these
figures.

Each player plays single hands against the level that a new player meets. The coach rates the player's choices as in a
review. The seats take turns in beginning, and the deals are the same for all players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from mile_bones.engine.game import Player
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game
from mile_bones.lab.statistics import Estimate, estimate
from mile_bones.lab.workers import spread
from mile_bones.match.review import ChoiceQuestion, ErrorRate
from mile_bones.players import levels, load_coach, load_player, usual_level

AT_RANDOM = "random"
"""The name of a player that does any legal action with equal probability."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The error rate of a player. ``losses`` has the loss of each hand, and ``decisions`` is the mean number of
    decisions in a hand.
    """

    name: str
    losses: tuple[float, ...]
    decisions: float

    @property
    def a_hand(self) -> Estimate:
        """The mean loss of a hand."""
        return estimate(self.losses)

    @property
    def a_decision(self) -> float:
        """The mean loss of a decision, or 0 if there was none."""
        return self.a_hand.mean / self.decisions if self.decisions else 0.0


class RandomPlayer:
    """A player that does any legal action with equal probability."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, observation: Any) -> Any:
        """Return a random legal action."""
        actions = list(observation.legal_actions())
        self._rng.shuffle(actions)
        return actions[0]


def names(game: str = GAMES[0]) -> tuple[str, ...]:
    """Return the names of the players that can be measured, the weakest first."""
    return (AT_RANDOM, *(level.name for level in levels(game)))


def measure(
    who: Iterable[str], hands: int, seed: int, worlds: int, jobs: int = 1, game: str = GAMES[0]
) -> Iterator[Measured]:
    """Measure each player in turn over ``hands`` hands. The result does not depend on ``jobs``. Raise WorkerDied if a
    process ends early.
    """
    for name in who:
        pieces = spread(partial(_hand, game, name, seed, worlds), range(hands), jobs, patience=0)
        found = [rate for _number, rate in sorted(pieces)]
        yield Measured(name, tuple(rate.cost for rate in found), sum(rate.decisions for rate in found) / hands)


def share_in_order(found: Sequence[Measured], hands: int, samples: int = 10_000) -> float:
    """Return the share of samples in which each player loses less than the one before it. A sample has ``hands`` random
    hands, the same of all players. Raise ValueError if the players played different numbers of hands.
    """
    losses = np.array([each.losses for each in found])
    drawn = np.random.default_rng(1).integers(losses.shape[1], size=(samples, hands))
    rates = losses[:, drawn].mean(axis=2)
    return float((rates[1:] < rates[:-1]).all(axis=0).mean())


def _hand(game: str, name: str, seed: int, worlds: int, number: int) -> ErrorRate:
    """Return the error rate of this player in one hand."""
    judge, seat = load_coach(game), number % 2
    assert judge is not None
    player = _player(game, name, number)
    players = (player, load_player(game, usual_level(game), number))
    state = load_game(game).new_state((seed << 32) + number // 2)
    cost, decisions, done = 0.0, 0, 0
    while not state.needs_deal and not state.is_terminal():
        actions, acts = state.legal_actions(), state.current_player
        action = actions[0]
        if len(actions) > 1:
            observation = state.observation(acts)
            action = players[acts != seat].choose(observation)
            if acts == seat:
                choice = ChoiceQuestion(1, done, observation, action).answer(judge, worlds)
                assert choice is not None
                if choice.is_decision:
                    cost, decisions = cost + choice.loss, decisions + 1
        state.apply_action(action, deal=False)
        done += 1
    return ErrorRate(cost, decisions, 1)


def _player(game: str, name: str, seed: int) -> Player[Any, Any]:
    return RandomPlayer(seed) if name == AT_RANDOM else load_player(game, name, seed)
