"""The batched engine does the same as the scalar engine, over 100,000 choices.

With the extra ``lab`` the compiled functions are tested; without it (in CI) the same functions run as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lab.batch.side_by_side import SideBySide, last_cards
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.scoring import Score, lasting_points
from mile_bones.lab.batch import engine, features
from mile_bones.players import load_player
from mile_bones.players.milebones import features as seen

STEPS = 12_500
"""The number of choices in each of the eight tests below, 100,000 in all."""
FEATURES_EVERY = 4
"""Computing the inputs of the networks takes longer than everything else together. Therefore, only those of every
fourth state are compared.
"""

Chooser = Callable[[Observation, Rng], Action]


def at_random(observation: Observation, rng: Rng) -> Action:
    legal = observation.legal_actions()
    return legal[rng.below(len(legal))]


def played_by(level: str, *, slips: bool = False) -> Chooser:
    """Return the choices of a level. With `slips`, about every fourth choice is a random legal action, which leads to
    positions that the level would avoid.
    """
    player = load_player("mile-bones", level)

    def choose(observation: Observation, rng: Rng) -> Action:
        return at_random(observation, rng) if slips and rng.below(4) == 0 else player.choose(observation)

    return choose


CHOOSERS = {
    "at random": at_random,
    "easy": played_by("easy"),
    "original": played_by("original"),
    "original, with slips": played_by("original", slips=True),
}


def compared(how: str, rules: str, least: int) -> set[object]:
    """Compare both engines over at least `least` choices, up to the end of a hand. Return the kinds of events that
    occurred.
    """
    rng, chosen, choose = Rng(1), RULE_SETS[rules], CHOOSERS[how]
    steps, deals, met = 0, 0, set()
    rows, decks, inputs = [], [], []
    while steps < least:
        totals = rng.below(200) * 25, rng.below(200) * 25
        pair = SideBySide(chosen, shuffled_deal(chosen, 5, deals, deals % 2), totals)
        dealt = pair.deck.tolist()
        assert dealt[at.DECK - len(pair.hand.deck) :] == pair.hand.deck[::-1]
        deals += 1
        while not pair.over:
            compare(pair)
            observation = pair.observation()
            compare_choices(pair, observation)
            if steps % FEATURES_EVERY == 0:
                rows.append(pair.row.copy())
                decks.append(pair.deck)
                inputs.append([int(value) for value in seen.features(observation)])
            met.add(observation.phase)
            if observation.other_cards == 0:
                met.add("passed over")
            pair.apply(choose(observation, rng))
            steps += 1
        compare(pair)
        assert pair.deck.tolist() == dealt
        assert int(engine.legal(pair.row)) == 0
        scores = compare_scores(pair)
        met.add(pair.hand.ended)
        if pair.hand.ended == "cards" and any(pair.hand.hands):
            met.add("nothing of use")
        met.update(name for score in scores for name, points in score.to_dict().items() if points)
    compare_features(np.array(rows), np.array(decks), np.array(inputs))
    return met


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_few_hands_have_the_states_of_the_scalar_engine(rules: str) -> None:
    assert compared("original, with slips", rules, 500) >= {Phase.DRAW, Phase.PLAY, "trip_completed"}


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("how", CHOOSERS)
def test_every_state_equals_that_of_the_scalar_engine(how: str, rules: str) -> None:
    met = compared(how, rules, STEPS)
    assert met >= {Phase.DRAW, Phase.PLAY, Phase.EXTEND, "trip", "cards", "safe_trip", "shut_out", "coups_fourres"}
    assert "passed over" in met
    assert ("nothing of use" in met) == RULE_SETS[rules].ends_when_cards_are_useless
    if how == "at random":
        assert met >= {"delayed_action", "all_safeties"}
    if how == "original, with slips":
        assert met >= {"delayed_action", "all_safeties", "extension"}


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_last_cards_of_a_hand_are_played_as_in_the_scalar_engine(rules: str) -> None:
    """These hands begin near the end of the deck. Hands played from the start hardly ever reach the odd cases there."""
    rng, met = Rng(6), set()
    for _position in range(2500):
        pair = SideBySide.standing(last_cards(RULE_SETS[rules], rng))
        while not pair.over:
            compare(pair)
            observation = pair.observation()
            compare_choices(pair, observation)
            before, legal = pair.hand.clone(), observation.legal_actions()
            action = legal[rng.below(len(legal))]
            pair.apply(action)
            hit = pair.hand.exposed[Card.STOP] > before.exposed[Card.STOP] and action.kind is Kind.PLAY
            if hit and pair.hand.player == before.player:
                met.add("hits one who is passed over")
            if pair.hand.phase is Phase.EXTEND and before.coup_hazard == Card.SPEED_LIMIT:
                met.add("arrives with the limit just played")
            if len(pair.hand.sides[before.player].coups) > len(before.sides[before.player].coups):
                met.add(("coup with cards left", len(before.deck)))
        compare(pair)
        compare_scores(pair)
    assert met == {
        "hits one who is passed over",
        "arrives with the limit just played",
        *(("coup with cards left", number) for number in range(3)),
    }


def compare(pair: SideBySide) -> None:
    """Compare every field of the row, and the points that each side keeps whatever happens in the rest of the hand."""
    row, expected = pair.row.tolist(), pair.expected()
    assert row == expected, {
        place: (row[place], expected[place]) for place in range(at.WIDTH) if row[place] != expected[place]
    }
    for seat in (0, 1):
        assert int(engine.lasting_points(pair.row, seat)) == lasting_points(pair.hand.sides[seat]).total


def compare_choices(pair: SideBySide, observation: Observation) -> None:
    legal = int(engine.legal(pair.row))
    assert legal == sum(1 << pair.number(action) for action in observation.legal_actions())
    assert int(engine.playable(pair.row, observation.seat)) == observation.playable_bits()


def compare_scores(pair: SideBySide) -> tuple[Score, Score]:
    """Compare the scores of a finished hand in both engines, and return them."""
    scores = pair.hand.score()
    assert [int(engine.score(pair.row, seat)) for seat in (0, 1)] == [score.total for score in scores]
    return scores


def compare_features(rows: np.ndarray, decks: np.ndarray, expected: np.ndarray) -> None:
    """Check that the inputs of both networks begin with the vector that a player computes from its observation."""
    hands = np.arange(len(rows))
    actor = np.full((len(rows), features.SIZE), 99, np.int8)
    critic = np.full((len(rows), features.CRITIC_SIZE), 99, np.int8)
    features.actor_features(rows, hands, actor)
    features.critic_features(rows, decks, hands, critic)
    assert np.argwhere(actor != expected).tolist() == []
    assert np.argwhere(critic[:, : features.SIZE] != expected).tolist() == []
