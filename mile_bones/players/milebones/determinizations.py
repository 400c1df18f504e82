"""What the champion imagines: hands of the opponent and cards to come that agree with all it has seen.

Not every hand is equally likely. An opponent who has stood at a red light for five turns hardly holds a Go. A small
network, trained on hands of which all cards were known, says how much more or less likely a card is with the opponent
than its number alone would tell.
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
    """The luck of whoever imagines: it follows from their seed and from what they see, as ``features`` says it."""
    return np.random.default_rng([seed, crc32(bytes(int(number) & 255 for number in row))])


def imagine(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> list[Hand]:
    """So many hands that may be true. ``leaning``: by face, the logarithm of how likely it is with the opponent."""
    held = observation.other_cards
    return [
        imagined_hand(observation, [_FACES[card] for card in cards[:held]], [_FACES[card] for card in cards[held:]])
        for cards in unseen_cards(observation, leaning, number, rng).tolist()
    ]


def imagined_rows(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> tuple[Row, Deck]:
    """The same as rows of the batched engine."""
    cards = unseen_cards(observation, leaning, number, rng).astype(np.int8)
    return rows_of(observation, cards[:, : observation.other_cards], cards[:, observation.other_cards :])


def unseen_cards(
    observation: Observation, leaning: NDArray[np.float32], number: int, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Where the unseen cards may be, a line for each world: those of the opponent, then the deck, the next first.

    Drawn one by one without putting back, by weight (Efraimidis and Spirakis, "Weighted random sampling with a
    reservoir", 2006): the cards with the smallest of exponential times go to the opponent. How much longer the others
    take is, each measured by its weight, exponential and alike for all of them: in this order they lie in the deck.
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
