"""What actions lead to, in worlds that agree with all that the player could know.

The same worlds for every action, so that the luck of a world is the luck of all of them: imagined cards, the action
done, a few choices more as the expert would make them, and then a word on what came out, where all cards are open.
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
"""With no more cards in the deck than this a hand is played on to its end: the judge is wrong about the last turns."""
TOGETHER = 2048
"""So many hands are played on at a time: more are not quicker, and less would cost more calls."""


class Values(Protocol):
    """What open hands are worth to a seat as they stand, ``[n]`` or several lines of it, ``[lines, n]``."""

    def __call__(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]: ...


class Judged(Enum):
    """When it is said what a hand is worth.

    The judge's word depends on who is to act, near the end of a game by some hundred points, and not every action hands
    the turn on; so that it is fair to ask now one side, now the other.
    """

    AT_ONCE = auto()
    """After the choices that are played on."""
    BY_TURNS = auto()
    """In every second world one choice later: as fair as ``TWICE``, for less time, and a little less sure."""
    TWICE = auto()
    """Then and one choice later, in every world; the mean counts."""


class Lookahead:
    """``policy`` plays on, for ``plies`` choices of either side, ``guess`` says which cards the opponent may hold."""

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
        """What is imagined follows from it, and it from the seed and the observation."""
        return rng_for(self._seed, features(observation))

    def imagined(
        self, observation: Observation, worlds: int, luck: np.random.Generator | None = None
    ) -> tuple[Row, Deck]:
        """So many hands that may be true; by ``luck``, those that it has not brought yet."""
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
        """What comes of each of these legal actions in each world: ``[actions, worlds]``, or what ``Values`` says.

        None when ``cancel`` says so.
        """
        # A draw that is all there is to do is in the worlds already: nobody could avoid it.
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
