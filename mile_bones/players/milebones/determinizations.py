"""The worlds that the champion imagines: opponent's hands and decks that agree with all that the player has seen.

Not every hand is equally likely. An opponent who has stood at a red light for five turns probably holds no Go. A small
network, trained on hands of which all cards were known, estimates for each card how likely the opponent holds it,
compared with the chance that the number of unseen copies alone gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch.imagined import rows_of
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.game import imagined_hand
from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.observation import Observation

_FACES = tuple(Card)


def rng_for(seed: int, row: Sequence[int]) -> np.random.Generator:
    """Return a generator for imagined worlds, which follows from ``seed`` and ``row``, a row of ``features``."""
    return np.random.default_rng([seed, crc32(bytes(int(number) & 255 for number in row))])


def imagine(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> list[Hand]:
    """Return ``number`` imagined hands, each of which fits the observation. ``leaning`` has for each face the logarithm
    of the weight with which the opponent holds it.
    """
    held = observation.other_cards
    return [
        imagined_hand(observation, [_FACES[card] for card in cards[:held]], [_FACES[card] for card in cards[held:]])
        for cards in unseen_cards(observation, leaning, number, rng).tolist()
    ]


def imagined_rows(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> tuple[Row, Deck]:
    """Return imagined hands, as in ``imagine``, as rows and decks of the batched engine."""
    cards = unseen_cards(observation, leaning, number, rng).astype(np.int8)
    return rows_of(observation, cards[:, : observation.other_cards], cards[:, observation.other_cards :])


def unseen_cards(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Return random orders of the unseen cards, one line for each world. A line has the opponent's cards, and then the
    deck with the next card first.

    The opponent's cards are drawn one by one without replacement, by weight (Efraimidis and Spirakis, "Weighted random
    sampling with a reservoir", 2006): each card gets an exponential time, and the cards with the smallest times go to
    the opponent. The remaining time of each other card, multiplied by its weight, is exponential with the same rate for
    all. The deck is in the order of these remaining times, so every order is equally likely.
    """
    unseen = np.repeat(np.arange(len(_FACES)), observation.unseen())
    weights = np.exp(leaning)[unseen]
    times = rng.standard_exponential((number, len(unseen)), np.float32) / weights
    held = observation.other_cards
    if held:
        last = np.partition(times, held - 1, axis=1)[:, held - 1 : held]
        times = np.where(times <= last, -1, (times - last) * weights)
    cards: NDArray[np.intp] = unseen[np.argsort(times, axis=1)]
    return cards
