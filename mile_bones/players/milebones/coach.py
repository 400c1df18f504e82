"""What each choice is worth, in worlds that agree with all that the player could know.

The same worlds for every action, so that the luck of a world is the luck of all of them: imagined cards, the action
done, a few choices more as the expert would make them, and then two numbers for what came out, where all cards are
open: how far ahead the seat will be in points, and what the game is worth. The judge says both in one; the points alone
are read off its last hidden layer, as ``lab/training/coach.py`` fitted it to hands that the expert finished. Where the
hand is over nothing needs to be judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import DRAW, Action, Observation
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.engine import step
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.coach import Rating, Worth
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones.batch_features import open_features
from mile_bones.players.milebones.determinizations import imagined_rows
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.lookahead import POINTS
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.rollouts import play_on
from mile_bones.players.milebones.stakes import Stakes

PLIES = 2
TOGETHER = 1024
"""So many hands, or a few less, are played on at a time: some 15 milliseconds."""


class Outlook:
    """What open hands are worth as they stand.

    ``points`` is a column to the judge's last hidden layer, under the names of ``network.LAYERS``. What a hand is worth
    altogether stays the judge's word; so what the game is worth follows from both.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.floating]], points: Mapping[str, NDArray[np.floating]]) -> None:
        self.stakes = Stakes.of_champion(weights)
        heads = {}
        for name in ("out", "out_bias"):
            lead, worth = points[name], weights[f"judge_{name}"].astype(np.float32)
            heads[f"judge_{name}"] = np.concatenate([lead, self.stakes.game_out_of(worth, lead)], axis=-1)
        self._heads = Network({**weights, **heads}, "judge_")

    def values(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """To ``seat``, in points: the lead at the end of the hand, and what the game is worth then, ``[2, n]``."""
        worth = self.stakes.standing(rows, seat)
        going = np.flatnonzero(rows[:, at.ENDED] == 0)
        if going.size:
            part = rows.T[:, going].T
            signs = np.where(part[:, at.PLAYER] == seat, POINTS, -POINTS)
            worth[:, going] += self._heads(open_features(part, decks[going]).astype(np.float32)).T * signs
        return worth


class MileBonesCoach:
    """The expert's network plays on, the champion's guess the cards and judge. ``seed``: of what is imagined."""

    def __init__(
        self,
        policy: Network,
        weights: Mapping[str, NDArray[np.floating]],
        points: Mapping[str, NDArray[np.floating]],
        seed: int = 0,
        plies: int = PLIES,
    ) -> None:
        self._policy = policy
        self._guess = Network(weights, "guess_")
        self._outlook = Outlook(weights, points)
        self._seed = seed
        self._plies = plies

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """What each legal action is worth to the seat that observes; None when ``cancel`` says so.

        ValueError when it is not this seat's turn, or for less than two worlds: their spread says how sure it is.
        """
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not this seat's turn")
        if worlds < 2:
            raise ValueError("it takes two worlds at least")
        found = self.outcomes(observation, actions, worlds, cancel)
        return None if found is None else _rating(actions, found, self._outlook.stakes, observation.rules.name)

    def outcomes(
        self, observation: Observation, actions: Sequence[Action], worlds: int, cancel: Cancel | None = None
    ) -> NDArray[np.float64] | None:
        """What comes of each of these legal actions in each world, as ``Outlook`` says it: ``[actions, 2, worlds]``."""
        rows, decks = imagined_rows(observation, self._guess(features(observation)), worlds, self.rng_for(observation))
        found = np.empty((len(actions), 2, worlds))
        size = max(TOGETHER // len(actions), 1)
        for begin in range(0, worlds, size):
            if cancel is not None and cancel():
                return None
            part = slice(begin, begin + size)
            found[:, :, part] = self._tried(observation, actions, rows[part], decks[part])
        return found

    def rng_for(self, observation: Observation) -> np.random.Generator:
        """From which the worlds of this observation are drawn."""
        row = bytes(int(number) & 255 for number in features(observation))
        return np.random.default_rng([self._seed, crc32(row)])

    def _tried(
        self, observation: Observation, actions: Sequence[Action], rows: Row, decks: Deck
    ) -> NDArray[np.float64]:
        ends = np.tile(rows.T, len(actions)).T
        end_decks = np.tile(decks, (len(actions), 1))
        if observation.legal_actions() != (DRAW,):  # that one has been done: nobody could avoid it
            choices = [place(action, observation.phase) for action in actions]
            step(ends, end_decks, np.repeat(choices, len(rows)))
        play_on(self._policy, ends, end_decks, self._plies)
        values = self._outlook.values(ends, end_decks, observation.seat)
        return values.reshape(2, len(actions), len(rows)).swapaxes(0, 1)


def _rating(actions: Sequence[Action], found: NDArray[np.float64], stakes: Stakes, rules: str) -> Rating:
    number = found.shape[2]
    worths = stakes.mixed(found[:, 0], found[:, 1])
    points, game = found.mean(axis=2).T.tolist()
    means = worths.mean(axis=1)
    errors = (worths[means.argmax()] - worths).std(axis=1, ddof=1) / number**0.5
    chances = [stakes.chance(each, rules) for each in game]
    order = np.argsort(-means, kind="stable").tolist()
    return Rating(
        tuple(Worth(actions[k], points[k], chances[k], float(means[k]), float(errors[k])) for k in order), number
    )


@cache
def load_coach() -> MileBonesCoach:
    """With what ships."""
    return MileBonesCoach(Network(load_weights("expert")), load_weights("champion"), load_weights("coach"))
