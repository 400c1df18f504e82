"""Luck and skill: each drawn card is weighed against the cards that might have come, and nothing else is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DRAW, PLAY, Action
from mile_bones.games.milebones.cards import FULL_DECK, Card
from mile_bones.games.milebones.hand import Deal, Hand, shuffled_deal
from mile_bones.games.milebones.rules import MILE_BONES, RULE_SETS, Rules
from mile_bones.players import load_player
from mile_bones.players.coach import Luck
from mile_bones.players.milebones.features import FACES, NEXT_CARDS, features
from mile_bones.players.milebones.luck import INPUTS, KNOWN_LEVELS, luck_judge
from mile_bones.players.milebones.network import POINTS, Network, load_weights
from players.milebones.hand_by_hand import hidden_features

CLOSE = 0.01  # points: the tolerance for sums in single precision
rule_sets = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))


class Played(NamedTuple):
    rules: Rules
    deal: Deal
    actions: list[Action]
    hand: Hand

    @property
    def luck(self) -> Luck:
        return luck_judge().luck(self.rules, self.deal, self.actions)


def played(rules: Rules, number: int, level: str | None = None) -> Played:
    """Play a hand to its end, by two players of a level or at random."""
    deal, rng = shuffled_deal(rules, 5, number, number % 2), Rng(number)
    hand, actions = Hand(rules, deal), list[Action]()
    player = load_player("mile-bones", level) if level else None
    while hand.ended is None:
        observation = hand.observation(hand.player)
        legal = observation.legal_actions()
        action = player.choose(observation) if player else legal[rng.below(len(legal))]
        actions.append(action)
        hand.apply(action)
    return Played(rules, deal, actions, hand)


def with_deck(case: Played, deck: Sequence[Card], actions: int) -> Luck:
    """Return the luck of the first ``actions`` actions if the deck had been in this order."""
    return luck_judge().luck(case.rules, case.deal._replace(deck=tuple(deck)), case.actions[:actions])


def drawn(case: Played) -> Iterator[tuple[int, int]]:
    """Yield the number of every action that drew cards, and the number of cards drawn before it."""
    hand = Hand(case.rules, case.deal)
    for number, action in enumerate(case.actions):
        before = len(case.deal.deck) - len(hand.deck)
        left = len(hand.deck)
        hand.apply(action)
        if len(hand.deck) < left:
            yield number, before


@rule_sets
@pytest.mark.parametrize("level", ["easy", "original"])
def test_every_drawn_card_has_its_luck(rules: Rules, level: str) -> None:
    case = played(rules, 3, level)
    luck, hand = case.luck, Hand(rules, case.deal)
    expected = []
    for number, action in enumerate(case.actions):
        seat, left = hand.player, len(hand.deck)
        hand.apply(action)
        expected += [(number, seat)] * (left - len(hand.deck))
    assert [(number, seat) for number, seat, _luck in luck.draws] == expected
    assert len(expected) == len(case.deal.deck) - len(case.hand.deck) > 30
    assert luck.total == pytest.approx(luck.deal + sum(points for _number, _seat, points in luck.draws))
    assert 1 < max(abs(points) for _number, _seat, points in luck.draws) < 2000


@pytest.mark.slow
@rule_sets
def test_the_luck_of_a_draw_averages_to_0_over_all_possible_cards(rules: Rules) -> None:
    """Each face is put on top in turn, and weighted by its number of copies."""
    case = played(rules, 1, "original")
    moments = list(drawn(case))
    for number, before in moments[:: len(moments) // 6]:
        if case.actions[number] is not DRAW:
            continue
        gone, rest = case.deal.deck[:before], list(case.deal.deck[before:])
        mean, most = 0.0, 0.0
        for face, copies in Counter(rest).items():
            others = rest.copy()
            others.remove(face)
            points = with_deck(case, (*gone, face, *others), number + 1).draws[-1][2]
            mean += points * copies / len(rest)
            most = max(most, abs(points))
        assert mean == pytest.approx(0, abs=CLOSE)
        assert most > 1


@pytest.mark.slow
@rule_sets
def test_both_cards_of_a_coup_fourre_are_fair(rules: Rules) -> None:
    """The luck of the first card averages to 0 over all cards that may come. The luck of the second card averages to 0
    over all cards that may follow.
    """
    deal = with_coup(rules)
    # Seat 0 draws and plays Go, seat 1 draws and plays Stop; a coup fourré draws two cards.
    actions = [DRAW, PLAY[Card.GO], DRAW, PLAY[Card.STOP], PLAY[Card.RIGHT_OF_WAY]]
    case = Played(rules, deal, actions, Hand(rules, deal))
    gone, rest = deal.deck[:2], list(deal.deck[2:])
    faces, mean, most = Counter(rest), 0.0, 0.0
    for first, copies in faces.items():
        after = Counter(rest)
        after[first] -= 1
        second_mean, firsts = 0.0, set[float]()
        for second, others in after.items():
            if not others:
                continue
            left = list((after - Counter([second])).elements())
            came = with_deck(case, (*gone, first, second, *left), 5)
            (number, seat, one), (number_too, _seat, other) = came.draws[-2:]
            assert (number, number_too, seat) == (4, 4, 0)
            firsts.add(round(one, 2))
            second_mean += other * others / (len(rest) - 1)
            most = max(most, abs(other))
        assert len(firsts) <= 2, "the luck of the first card does not depend on the second, except by rounding"
        assert second_mean == pytest.approx(0, abs=CLOSE)
        mean += one * copies / len(rest)
    assert mean == pytest.approx(0, abs=CLOSE)
    assert most > 1


def with_coup(rules: Rules) -> Deal:
    """Return a deal in which seat 0 holds Go and Right of Way, and seat 1 a Stop."""
    cards = [card for card, copies in zip(Card, FULL_DECK, strict=True) for _copy in range(copies)]
    Rng(2).shuffle(cards)
    mine = [Card.GO, Card.RIGHT_OF_WAY, Card.MILES_25, Card.MILES_25, Card.GASOLINE, Card.REPAIRS]
    yours = [Card.STOP, Card.MILES_100, Card.MILES_50, Card.GO, Card.SPARE_TIRE, Card.MILES_75]
    for card in (*mine, *yours):
        cards.remove(card)
    return Deal(0, (tuple(mine), tuple(yours)), tuple(cards))


@rule_sets
def test_the_order_of_future_cards_does_not_change_the_luck(rules: Rules) -> None:
    case = played(rules, 2, "original")
    moments = list(drawn(case))
    for number, before in moments[:: len(moments) // 5]:
        known = before + (2 if case.actions[number] is not DRAW else 1)
        gone, coming = case.deal.deck[:known], list(case.deal.deck[known:])
        here = with_deck(case, (*gone, *coming), number + 1)
        Rng(number).shuffle(coming)
        assert with_deck(case, (*gone, *coming), number + 1) == here


@rule_sets
def test_later_actions_do_not_change_the_luck_of_earlier_ones(rules: Rules) -> None:
    """The number of draws that are examined together does not change their results."""
    case = played(rules, 4, "original")
    whole = case.luck
    for actions in (1, 2, 17, len(case.actions) - 1):
        part = luck_judge().luck(rules, case.deal, case.actions[:actions])
        assert part.deal == pytest.approx(whole.deal, abs=CLOSE)
        for (number, seat, points), (its_number, its_seat, its) in zip(part.draws, whole.draws, strict=False):
            assert (number, seat) == (its_number, its_seat)
            assert points == pytest.approx(its, abs=CLOSE)
    before = luck_judge().luck(rules, case.deal, [])
    assert (before.deal, before.draws) == (pytest.approx(whole.deal, abs=CLOSE), ())


@rule_sets
def test_swapping_the_seats_only_changes_the_sign(rules: Rules) -> None:
    case = played(rules, 6, "original")
    turned = Deal(1 - case.deal.first, case.deal.dealt[::-1], case.deal.deck)
    here, there = case.luck, luck_judge().luck(rules, turned, case.actions)
    assert there.deal == pytest.approx(-here.deal, abs=CLOSE)
    assert [(number, 1 - seat) for number, seat, _points in there.draws] == [draw[:2] for draw in here.draws]
    assert [-points for *_where, points in there.draws] == pytest.approx([draw[2] for draw in here.draws], abs=CLOSE)


def test_the_last_card_of_the_deck_has_no_luck() -> None:
    case = next(case for number in range(99) if not (case := played(MILE_BONES, number)).hand.deck)
    assert case.luck.draws[-1][2] == 0


def test_a_useful_card_has_positive_luck_and_a_useless_one_negative() -> None:
    """A Right of Way is compared with a second 25, in a hand without a Go."""
    cards = [card for card, copies in zip(Card, FULL_DECK, strict=True) for _copy in range(copies)]
    mine = [Card.MILES_100, Card.MILES_100, Card.MILES_75, Card.MILES_50, Card.MILES_25, Card.STOP]
    yours = [Card.GO, Card.MILES_100, Card.MILES_50, Card.FLAT_TIRE, Card.SPARE_TIRE, Card.MILES_75]
    for card in (*mine, *yours, Card.RIGHT_OF_WAY, Card.MILES_25):
        cards.remove(card)
    Rng(1).shuffle(cards)
    for seat, first in ((0, 0), (1, 1)):
        dealt = (tuple(mine), tuple(yours))
        hands = dealt if seat == 0 else dealt[::-1]
        here, there = (
            luck_judge().luck(MILE_BONES, Deal(first, hands, tuple(deck)), [DRAW]).draws[0][2]
            for deck in ([Card.RIGHT_OF_WAY, Card.MILES_25, *cards], [Card.MILES_25, Card.RIGHT_OF_WAY, *cards])
        )
        sign = 1 - 2 * seat
        assert sign * here > 200 > 0 > sign * there


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@rule_sets
@pytest.mark.parametrize("level", [*KNOWN_LEVELS, "expert"])
def test_deals_are_fair_on_average(rules: Rules, level: str) -> None:
    """The mean over all deals was computed once, from deals other than these."""
    judge, number = luck_judge(), 3000
    deals = [judge.luck(rules, shuffled_deal(rules, 77, deal, 0), [], (level, "expert")).deal for deal in range(number)]
    mean = sum(deals) / number
    se = (sum((one - mean) ** 2 for one in deals) / (number - 1) / number) ** 0.5
    assert 5 < se < 15
    assert abs(mean) < 3.5 * se


@rule_sets
@pytest.mark.parametrize("levels", [(None, None), ("easy", "expert"), ("original", "easy")])
def test_the_network_rates_every_card_that_might_have_come(rules: Rules, levels: tuple[str | None, str | None]) -> None:
    """The expected values are computed card by card, from the features that every other network uses."""
    case, network = played(rules, 8, "original"), Network(load_weights("luck"))
    luck = luck_judge().luck(rules, case.deal, case.actions, levels)
    found = {number: (seat, points) for number, seat, points in luck.draws}
    hand = Hand(rules, case.deal)
    for number, action in enumerate(case.actions):
        before = hand.clone()
        hand.apply(action)
        if action is not DRAW or not hand.deck or number % 7:
            continue
        seat, values = before.player, dict[Card, float]()
        for face in set(before.deck):
            other = before.clone()
            other.deck.remove(face)
            other.deck.append(face)
            other.apply(action)
            row = features(other.observation(seat)) + hidden_features(other)[: -NEXT_CARDS * FACES]
            left = [other.deck.count(card) for card in Card]
            row += [count / 10 for count in left] + [count / len(other.deck) for count in left]
            row += [levels[side] == level for side in (seat, 1 - seat) for level in KNOWN_LEVELS]
            assert len(row) == INPUTS
            values[face] = float(network(row)[0]) * POINTS
        mean = sum(values[card] for card in before.deck) / len(before.deck)
        came = values[before.deck[-1]] - mean
        assert found[number] == (seat, pytest.approx(came if seat == 0 else -came, abs=0.1))


def test_luck_under_rules_with_another_deck_is_refused() -> None:
    small = Rules("mile-bones", deck=tuple(min(copies, 3) for copies in FULL_DECK))
    with pytest.raises(ValueError, match="no model has learned"):
        luck_judge().luck(small, shuffled_deal(small, 1, 0, 0), [])
