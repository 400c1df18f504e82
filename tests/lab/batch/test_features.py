"""The inputs of the lab's networks: the actor sees what its player knows, the critic sees all cards."""

from __future__ import annotations

import numpy as np
import pytest

from lab.batch.side_by_side import SideBySide
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab.batch import features

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


def actor(rows: np.ndarray) -> np.ndarray:
    out = np.full((len(rows), features.SIZE), 99, np.int8)
    features.actor_features(rows, np.arange(len(rows)), out)
    return out


def critic(rows: np.ndarray, decks: np.ndarray) -> np.ndarray:
    out = np.full((len(rows), features.CRITIC_SIZE), 99, np.int8)
    features.critic_features(rows, decks, np.arange(len(rows)), out)
    return out


def positions(rules: str, hands: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and decks in the middle of random hands."""
    rng, chosen = Rng(3), RULE_SETS[rules]
    rows, decks = [], []
    for number in range(hands):
        pair = SideBySide(chosen, shuffled_deal(chosen, 8, number, number % 2))
        while not pair.over:
            if rng.below(4) == 0:
                rows.append(pair.row.copy())
                decks.append(pair.deck.copy())
            legal = pair.observation().legal_actions()
            pair.apply(legal[rng.below(len(legal))])
    return np.array(rows), np.array(decks)


def dealt_anew(row: np.ndarray, deck: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the same position with all cards shuffled that the player to act cannot see."""
    row, deck = row.copy(), deck.copy()
    begin = (1 - row[at.PLAYER]) * at.SEAT
    hand = slice(begin + at.HAND, begin + at.HAND + at.FACES)
    left = row[at.LEFT]
    cards = [*np.repeat(np.arange(at.FACES), row[hand]), *deck[at.DECK - left :]]
    rng.shuffle(cards)
    held = row[begin + at.HELD]
    row[hand] = np.bincount(cards[:held], minlength=at.FACES) if held else 0
    deck[at.DECK - left :] = cards[held:]
    return row, deck


@pytest.mark.slow
@rule_sets
def test_an_actor_sees_nothing_of_the_hidden_cards_and_a_critic_does(rules: str) -> None:
    rng = np.random.default_rng(9)
    rows, decks = positions(rules, 12)
    assert len(rows) > 100
    twins = [dealt_anew(row, deck, rng) for row, deck in zip(rows, decks, strict=True)]
    twin_rows, twin_decks = np.array([row for row, _ in twins]), np.array([deck for _, deck in twins])
    assert (actor(rows) == actor(twin_rows)).all()
    told_apart = (critic(rows, decks) != critic(twin_rows, twin_decks)).any(axis=1)
    hidden = rows[:, at.LEFT] > 0
    assert told_apart[hidden].mean() > 0.95


def test_a_critic_sees_the_other_hand_and_the_next_cards() -> None:
    rows, decks = positions("mile-bones", 6)
    for row, deck, seen in zip(rows, decks, critic(rows, decks), strict=True):
        begin = (1 - row[at.PLAYER]) * at.SEAT + at.HAND
        counts = row[begin : begin + at.FACES]
        common = features.SIZE + 3 * features.actor.COMMON
        steps = seen[features.SIZE : common].reshape(-1, 3)
        assert steps.sum(axis=1).tolist() == counts[: features.actor.COMMON].clip(0, 3).tolist()
        assert seen[common : common + 4].tolist() == counts[features.actor.COMMON :].tolist()
        coming = seen[features.CRITIC_SIZE - features.NEXT_CARDS * at.FACES :].reshape(-1, at.FACES)
        expected = np.zeros_like(coming)
        for place, card in enumerate(deck[at.DECK - row[at.LEFT] :][: features.NEXT_CARDS]):
            expected[place, card] = 1
        assert (coming == expected).all()


def test_the_critic_has_a_scale_for_every_input() -> None:
    assert len(features.CRITIC_SCALE) == features.CRITIC_SIZE
    assert features.CRITIC_SCALE[: features.SIZE] == features.actor.SCALE


def test_features_are_made_for_the_chosen_rows() -> None:
    rows, decks = positions("mille", 2)
    picked = np.array([4, 0, 2])
    out = np.full((3, features.SIZE), 99, np.int8)
    features.actor_features(rows, picked, out)
    assert (out == actor(rows)[picked]).all()
    seen = np.full((3, features.CRITIC_SIZE), 99, np.int8)
    features.critic_features(rows[picked], decks, picked, seen)
    assert (seen == critic(rows, decks)[picked]).all()
