"""Properties of random play: no card is lost or doubled, every score is right, every hand ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from games import naive
from games.conformance_kit import snapshot
from games.tables import ACTION_SPACE, every_card, exact_rules, lively, turns
from mile_bones.engine.bodies import HandRecord
from mile_bones.engine.errors import IllegalAction
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.rules import Rules
from mile_bones.games.milebones.state import MileBonesState

RULES = st.sampled_from(["mile-bones", "mille"])
SEEDS = st.integers(0, 2**64 - 1)
CHOICES = st.lists(st.integers(0, len(ACTION_SPACE) - 1), max_size=60)
FACES = list(Card)

GUARDS = {hazard: safety for hazard, (_remedy, safety) in naive.TABLE.items()}
ITEMS = ("milestones", "safeties", "coups_fourres", "trip_completed", "safe_trip", "delayed_action", "extension")


def score_from_the_actions(hand: HandRecord) -> list[dict[str, int]]:
    """Return most items of both score columns, computed from the bare list of actions without following the play.

    A coup fourré is a safety that answers a hazard at once. The trip is complete in two cases: a player refused the
    extension, or a player accepted it and has exactly 1000 miles.
    """
    miles: list[list[int]] = [[], []]
    safeties, coups, draws = [0, 0], [0, 0], 0
    extended, completed = False, None
    before = ("", "")
    for text in hand.actions:
        who, verb, *rest = text.split()
        seat, card = int(who), rest[0] if rest else ""
        if verb == "draw":
            draws += 1
        elif verb == "extend":
            extended = card == "yes"
            completed = None if extended else seat
        elif verb == "play" and card.isdigit():
            miles[seat].append(int(card))
            if extended and sum(miles[seat]) == 1000:
                completed = seat
        elif verb == "play" and card in naive.SAFETIES:
            safeties[seat] += 1
            if before[0] != who and GUARDS.get(before[1]) == card:
                coups[seat] += 1
                draws = min(draws + 2, len(hand.deck))
        before = (who, card if verb == "play" else "")
    out = draws == len(hand.deck)
    return [
        {
            "milestones": sum(miles[seat]),
            "safeties": 100 * safeties[seat],
            "coups_fourres": 300 * coups[seat],
            "trip_completed": 400 * (completed == seat),
            "safe_trip": 300 * (completed == seat and 200 not in miles[seat]),
            "delayed_action": 300 * (completed == seat and out),
            "extension": 200 * (completed == seat and extended),
        }
        for seat in (0, 1)
    ]


def check_cards(state: MileBonesState) -> None:
    """Check that deck, hands and cards on the table together are the deck of the rules."""
    mine, theirs = state.observation(0), state.observation(1)
    assert mine.left == theirs.left
    deck = state.logs[-1].deal.deck
    count = every_card(state)
    count.update(deck[len(deck) - mine.left :])
    assert [count[card] for card in Card] == list(state.rules.deck)
    assert len(mine.hand) == theirs.other_cards
    assert len(theirs.hand) == mine.other_cards
    assert sum(mine.unseen()) == mine.left + mine.other_cards
    laid: Counter[Card] = Counter(mine.discards)
    for side in (mine.own, mine.other):
        laid.update((*side.distances, *side.safeties))
        assert side.miles == sum(card.miles for card in side.distances)
        assert side.two_hundreds == side.distances.count(Card.MILES_200) <= state.rules.most_200s
        assert set(side.coups) <= set(side.safeties)
    assert all(laid[card] <= mine.exposed[card] for card in Card)
    assert mine.exposed == theirs.exposed
    thrown = [(seat, str(action)) for seat, action in state.logs[-1].actions if action.kind is Kind.DISCARD]
    thrown_by = zip(mine.discarded_by, mine.discards, strict=True)
    assert thrown == [(seat, f"discard {card.notation}") for seat, card in thrown_by]
    assert max(mine.own.miles, mine.other.miles) <= mine.goal


def play_hand(state: MileBonesState, choices: list[int], rng: Rng) -> int:
    """Play one hand, first by ``choices``, then at random. Choices that are illegal are refused. Return the number of
    actions.
    """
    done = 0
    wishes = iter(choices)
    for _turn in turns(state, most=400):
        if len(state.logs) > 1:
            break
        wish = next(wishes, None)
        action = lively(state, rng)
        if wish is not None:
            wished = ACTION_SPACE[wish]
            if state.why_not(wished) is None:
                action = wished
            else:
                before = snapshot(state)
                with pytest.raises(IllegalAction):
                    state.apply_action(wished)
                assert snapshot(state) == before
        check_cards(state)
        state.apply_action(action)
        done += 1
    return done


@pytest.mark.slow
@examples(60)
@given(rules=RULES, seed=SEEDS, first=st.integers(0, 1), choices=CHOICES)
def test_any_sequence_of_actions_keeps_all_cards_and_is_scored_right(
    rules: str, seed: int, first: int, choices: list[int]
) -> None:
    state = MileBones(rules).new_state(seed=seed, first=first)
    done = play_hand(state, choices, Rng(seed))
    assert done <= 89 + 101 + 1  # each card is drawn once and played once, and there is one question
    hand = state.body().hands[0]
    assert hand.first == first
    assert hand.score is not None
    expected = score_from_the_actions(hand)
    for given_items, right in zip(hand.score, expected, strict=True):
        assert {name: given_items[name] for name in ITEMS} == right
    assert state.totals == tuple(side["total"] for side in hand.score)
    table = naive.new_hand(naive.OPTIONS[rules], hand.first, hand.dealt, hand.deck)
    assert naive.replay(table, hand.actions) is None
    assert table["over"]
    assert naive.score(table) == [dict(side) for side in hand.score]


@st.composite
def small_deals(draw: st.DrawFn) -> tuple[Deal, dict[str, object]]:
    """Generate deals of any few cards, with goals that such hands can reach."""
    size = draw(st.integers(1, 3))
    deck = draw(st.lists(st.sampled_from(FACES), max_size=6))
    one, two = (tuple(draw(st.lists(st.sampled_from(FACES), min_size=size, max_size=size))) for _seat in (0, 1))
    goal = 25 * draw(st.integers(1, 8))
    options = {"goal": goal, "extended_goal": goal + 25 * draw(st.integers(1, 4)), "most_200s": draw(st.integers(0, 2))}
    return Deal(draw(st.integers(0, 1)), (one, two), tuple(deck)), options


@pytest.mark.slow
@examples(150)
@given(rules=RULES, small=small_deals(), seed=SEEDS)
def test_engine_and_naive_engine_agree_on_small_decks(
    rules: str, small: tuple[Deal, dict[str, int]], seed: int
) -> None:
    """On small decks, situations occur that are rare with a real deck: several of one safety, no Go, nothing but
    hazards.
    """
    deal, options = small
    state = MileBones(exact_rules(rules, deal, **options)).new_state(seed, deal=deal)
    names = [[card.notation for card in cards] for cards in (*deal.dealt, deal.deck)]
    table = naive.new_hand({**naive.OPTIONS[rules], **options}, deal.first, names[:2], names[2])
    rng = Rng(seed)
    for _turn in turns(state, most=400):
        if len(state.logs) > 1:
            break
        check_cards(state)
        assert sorted(str(action) for action in state.legal_actions()) == sorted(naive.moves(table))
        assert state.current_player == table["turn"]
        action = lively(state, rng)
        state.apply_action(action)
        naive.do(table, str(action))
    assert table["over"]
    assert [score.to_dict() for score in state.logs[0].scores or ()] == naive.score(table)


@examples(10)
@given(rules=RULES, seed=SEEDS)
def test_totals_are_sums_of_the_hands_and_the_target_ends_the_game(rules: str, seed: int) -> None:
    game = MileBones(replace(MileBones(rules).rules, target=2500))
    state = game.new_state(seed=seed)
    rng = Rng(seed)
    for _turn in turns(state):
        state.apply_action(lively(state, rng))
    hands = state.body().hands
    sums = [0, 0]
    for number, hand in enumerate(hands, 1):
        assert hand.first == (number - 1) % 2
        assert hand.score is not None
        assert max(sums) < 2500
        sums = [total + side["total"] for total, side in zip(sums, hand.score, strict=True)]
    assert tuple(sums) == state.totals
    assert max(sums) >= 2500


@given(seed=SEEDS, number=st.integers(0, 5))
@examples(30)
def test_every_deal_is_the_whole_deck(seed: int, number: int) -> None:
    deals = [log.deal for log in _played(seed, number).logs]
    deal = deals[-1]
    count = Counter((*deal.dealt[0], *deal.dealt[1], *deal.deck))
    assert [count[card] for card in Card] == [10, 10, 10, 12, 4, 2, 2, 2, 3, 4, 6, 6, 6, 6, 14, 1, 1, 1, 1]
    assert [len(cards) for cards in (*deal.dealt, deal.deck)] == [6, 6, 89]


def _played(seed: int, hands: int) -> MileBonesState:
    """Return a game after ``hands`` hands, which end by discarding, so that nobody reaches the target."""
    state = MileBones(Rules("mile-bones", target=10**6)).new_state(seed=seed)
    while len(state.logs) <= hands:
        state.apply_action(state.legal_actions()[-1])
    return state


def test_a_deck_too_small_for_the_hands_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        Rules("tiny", deck=(5, *(0,) * 18), hand_size=3)
