"""Hands that NumPy plays side by side give the same results as in the scalar engine."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lab.batch.side_by_side import last_cards, number_of, row_of
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.batch import engine, legality, points
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.imagined import rows_of
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS, Rules
from mile_bones.games.milebones.scoring import ITEMS, lasting_points
from mile_bones.players import load_player
from mile_bones.players.milebones import batch_features, features
from players.milebones.hand_by_hand import hidden_features

rule_sets = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
Choose = Callable[[Observation], Action]


class SideBySide:
    """Hands in the scalar engine, each over or at a choice, and the same hands as rows of the batch."""

    def __init__(self, hands: list[Hand], totals: list[tuple[int, int]]) -> None:
        self.hands, self.totals = hands, totals
        self.rows = engine.empty(len(hands))
        self.decks = np.zeros((len(hands), at.DECK), np.int8)
        for number, hand in enumerate(hands):
            draw_what_is_forced(hand)
            self.decks[number, at.DECK - len(hand.deck) :] = hand.deck[::-1]
        self.rows[:] = self.expected()

    @classmethod
    def dealt(cls, rules: Rules, number: int, rng: Rng) -> SideBySide:
        """Return ``number`` hands from their beginning, dealt by the batch and by the scalar engine."""
        deals = [shuffled_deal(rules, 5, hand, hand % 2) for hand in range(number)]
        cards = [
            [card for pair in zip(deal.dealt[deal.first], deal.dealt[1 - deal.first], strict=True) for card in pair]
            + list(deal.deck)
            for deal in deals
        ]
        totals = [(rng.below(200) * 25, rng.below(200) * 25) for _hand in deals]
        both = cls([Hand(rules, deal) for deal in deals], totals)
        kinds = np.full(number, at.RULE_SETS.index(rules))
        first = np.array([deal.first for deal in deals])
        both.rows, both.decks = engine.deal(np.array(cards, np.int8), kinds, first, np.array(totals))
        return both

    def expected(self) -> np.ndarray:
        rows = [row_of(hand, totals) for hand, totals in zip(self.hands, self.totals, strict=True)]
        return np.array(rows, np.int16).reshape(-1, at.WIDTH)

    def observations(self) -> list[Observation]:
        return [
            hand.observation(hand.player, 1, totals if hand.player == 0 else totals[::-1])
            for hand, totals in zip(self.hands, self.totals, strict=True)
        ]

    def drop_what_is_over(self) -> None:
        going = [number for number, hand in enumerate(self.hands) if hand.ended is None]
        self.hands, self.totals = [self.hands[number] for number in going], [self.totals[number] for number in going]
        self.rows, self.decks = self.rows[going], self.decks[going]

    def apply(self, actions: list[Action]) -> None:
        numbers = [number_of(action, hand.phase) for hand, action in zip(self.hands, actions, strict=True)]
        engine.step(self.rows, self.decks, np.array(numbers, np.intp))
        for hand, action in zip(self.hands, actions, strict=True):
            hand.apply(action)
            draw_what_is_forced(hand)


def draw_what_is_forced(hand: Hand) -> None:
    while hand.ended is None and hand.draw_is_forced():
        hand.apply(DRAW)


def compare(both: SideBySide) -> None:
    """Compare every field, every legal choice, and the points."""
    expected = both.expected()
    assert np.argwhere(both.rows != expected).tolist() == []
    over = np.array([hand.ended is not None for hand in both.hands], bool)
    scores = [[score.total for score in hand.score()] for hand in both.hands]
    assert points.score(both.rows).T[over].tolist() == np.array(scores)[over].tolist()
    items = [[[getattr(score, item) for item in ITEMS] for score in hand.score()] for hand in both.hands]
    assert points.items(both.rows).transpose(2, 1, 0)[over].tolist() == np.array(items)[over].tolist()
    lasting = [[lasting_points(side).total for side in hand.sides] for hand in both.hands]
    assert points.lasting_points(both.rows).T.tolist() == lasting
    both.drop_what_is_over()
    legal = [sum(1 << number_of(action, seen.phase) for action in seen.legal_actions()) for seen in both.observations()]
    assert legality.legal(both.rows).tolist() == legal
    allowed = legality.spread(legality.legal(both.rows))
    assert (allowed << np.arange(at.ACTIONS)).sum(axis=1).tolist() == legal


def compare_features(both: SideBySide) -> None:
    seen = [[int(value) for value in features.features(observation)] for observation in both.observations()]
    hidden = [[int(value) for value in hidden_features(hand)] for hand in both.hands]
    assert np.argwhere(batch_features.features(both.rows) != seen).tolist() == []
    whole = np.column_stack([seen, hidden])
    assert np.argwhere(batch_features.open_features(both.rows, both.decks) != whole).tolist() == []


def compare_imagined(both: SideBySide) -> None:
    """An observation, completed with the true hidden cards, gives the same row."""
    for number, (hand, seen) in enumerate(zip(both.hands, both.observations(), strict=True)):
        theirs = np.array([hand.hands[1 - hand.player]], np.int8)
        rows, decks = rows_of(seen, theirs, np.array([hand.deck[::-1]], np.int8))
        assert (rows[0] == both.rows[number]).all()
        left = len(hand.deck)
        assert decks[0, at.DECK - left :].tolist() == both.decks[number, at.DECK - left :].tolist()


def at_random(rng: Rng) -> Choose:
    def choose(seen: Observation) -> Action:
        legal = seen.legal_actions()
        return legal[rng.below(len(legal))]

    return choose


def played_by(level: str, rng: Rng) -> Choose:
    """Return a chooser that plays like ``level``, but makes random slips, which lead to positions that the level
    avoids.
    """
    player, slip = load_player("mile-bones", level), at_random(rng)
    return lambda seen: slip(seen) if rng.below(6) == 0 else player.choose(seen)


def go_through(both: SideBySide, choose: Choose, looks_every: int) -> set[object]:
    """Play all hands to their end and compare after each step. Return the endings, phases and score items that
    occurred.
    """
    met: set[object] = set()
    for number in range(400):
        hands = list(both.hands)
        compare(both)
        for hand in hands:
            met.add(hand.ended)
            if hand.ended is not None:
                met.update(name for score in hand.score() for name, worth in score.to_dict().items() if worth)
        if not both.hands:
            return met
        if number % looks_every == 0:
            compare_features(both)
            compare_imagined(both)
        met.update(hand.phase for hand in both.hands)
        both.apply([choose(seen) for seen in both.observations()])
    raise AssertionError("a hand does not end")


@pytest.mark.sample(fast=1)
@rule_sets
def test_random_hands_agree_with_the_scalar_engine(rules: Rules) -> None:
    rng = Rng(1)
    met = go_through(SideBySide.dealt(rules, 12, rng), at_random(rng), 12)
    assert met >= {None, "cards", Phase.PLAY, Phase.DRAW}


@pytest.mark.slow
@rule_sets
def test_hands_of_the_expert_agree_with_the_scalar_engine(rules: Rules) -> None:
    rng = Rng(2)
    met = go_through(SideBySide.dealt(rules, 12, rng), played_by("expert", rng), 12)
    assert met >= {"trip", Phase.EXTEND, "trip_completed", "coups_fourres"}


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@rule_sets
@pytest.mark.parametrize("level", ["at random", "expert"])
def test_many_hands_agree_with_the_scalar_engine(rules: Rules, level: str) -> None:
    rng = Rng(3)
    choose = at_random(rng) if level == "at random" else played_by(level, rng)
    met = go_through(SideBySide.dealt(rules, 250, rng), choose, 2)
    assert met >= {"trip", "cards", *Phase} - {Phase.OVER} | {"safe_trip", "shut_out", "all_safeties", "extension"}


@rule_sets
def test_the_last_cards_of_a_hand_agree_with_the_scalar_engine(rules: Rules) -> None:
    """Play rarely reaches the special cases at the end of the deck, so these hands begin there."""
    rng = Rng(6)
    hands = [last_cards(rules, rng) for _position in range(150)]
    met = go_through(SideBySide(hands, [(0, 0)] * len(hands)), at_random(rng), 5)
    assert met >= {"trip", "cards", "delayed_action", "coups_fourres", Phase.DRAW, Phase.PLAY, Phase.EXTEND}


@pytest.mark.long
@rule_sets
def test_the_last_cards_of_many_hands_agree_with_the_scalar_engine(rules: Rules) -> None:
    rng = Rng(7)
    hands = [last_cards(rules, rng) for _position in range(5000)]
    go_through(SideBySide(hands, [(0, 0)] * len(hands)), at_random(rng), 2)


def test_a_finished_game_or_unusual_rules_cannot_be_made_into_rows() -> None:
    hand = Hand(RULE_SETS["mille"], shuffled_deal(RULE_SETS["mille"], 1, 0, 0))
    seen = hand.observation(0)
    none = np.zeros((1, 0), np.int8)
    with pytest.raises(ValueError, match="the game is over"):
        rows_of(seen.closed(), none, none)
    with pytest.raises(ValueError, match="usual rule sets"):
        rows_of(seen._replace(rules=Rules("small", deck=(8,) * len(Card))), none, none)
