"""The outcomes of actions in imagined worlds that agree with all that the player could know.

Every action is tried in the same worlds, so that no action has better luck than another. In each world of imagined
cards the action is done, and a few more choices are made as the expert would make them. Then the outcome is valued with
all cards open.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones.determinizations import imagined_rows, rng_for
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.rollouts import ends, one_more

LAST_CARDS = 12
"""With no more than this number of cards in the deck a hand is played to its end: the judge is wrong about the last
turns.
"""
TOGETHER = 2048
"""The number of hands that are played on at a time. More hands at a time are not faster, and fewer need more calls."""


class Values(Protocol):
    """A function that values open hands for a seat. The result is ``[n]``, or ``[lines, n]`` if there are several
    values for each hand.
    """

    def __call__(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]: ...


class Judged(Enum):
    """The moment at which a hand is valued.

    The judge's value depends on who is to act, by some hundred points near the end of a game, and not every action
    passes the turn. So it is fair to value a hand both after a choice of one side and after a choice of the other side.
    """

    AT_ONCE = auto()
    """Value each hand after the usual number of further choices."""
    BY_TURNS = auto()
    """Value half of the worlds one choice later. This is as fair as ``TWICE`` and takes less time, but is a little less
    precise.
    """
    TWICE = auto()
    """Value each hand after the usual number of further choices and again one choice later. The mean of both values
    counts.
    """


class Lookahead:
    """A lookahead with three parts: ``policy`` plays on for ``plies`` choices of both sides together, ``guess``
    estimates which cards the opponent holds, and ``values`` values the outcome.
    """

    def __init__(
        self,
        policy: Policy,
        guess: Network,
        values: Values,
        seed: int,
        plies: int,
        last_cards: int = LAST_CARDS,
        judged: Judged = Judged.AT_ONCE,
    ) -> None:
        self._policy = policy
        self._guess = guess
        self._values = values
        self._seed = seed
        self._plies = plies
        self._last_cards = last_cards
        self._judged = judged

    def luck(self, observation: Observation) -> np.random.Generator:
        """Return the generator for the imagined worlds, which follows from the seed and the observation."""
        return rng_for(self._seed, features(observation))

    def imagined(
        self, observation: Observation, worlds: int, luck: np.random.Generator | None = None
    ) -> tuple[Row, Deck]:
        """Imagine ``worlds`` hands that fit the observation. If ``luck`` is given, the hands are drawn from it."""
        row = features(observation)
        return imagined_rows(observation, self._guess(row), worlds, luck or self.luck(observation))

    def outcomes(
        self,
        observation: Observation,
        actions: Sequence[Action],
        rows: Row,
        decks: Deck,
        cancel: Cancel | None = None,
    ) -> NDArray[np.float64] | None:
        """Return the outcome of each of ``actions``, which are legal, in each world: ``[actions, worlds]``.

        The shape is ``[actions, lines, worlds]`` if ``values`` returns several lines. Return None if ``cancel`` stopped
        it.
        """
        # If drawing is the only legal action, the imagined worlds begin after the draw: nobody could avoid it.
        places = (
            [] if observation.legal_actions() == (DRAW,) else [place(action, observation.phase) for action in actions]
        )
        found = []
        some = max(TOGETHER // len(actions), 1)
        for begin in range(0, len(rows), some):
            if cancel is not None and cancel():
                return None
            part = slice(begin, begin + some)
            came = ends(self._policy, rows[part], decks[part], places, self._plies, self._last_cards)
            if self._judged is Judged.BY_TURNS:
                later = np.arange(begin, begin + len(rows[part])) % 2 == 1
                one_more(self._policy, *came, np.tile(later, len(actions)))
            said = self._values(*came, observation.seat)
            if self._judged is Judged.TWICE:
                one_more(self._policy, *came)
                said = (said + self._values(*came, observation.seat)) / 2
            found.append(np.moveaxis(said.reshape(*said.shape[:-1], len(actions), -1), -2, 0))
        return np.concatenate(found, axis=-1)
