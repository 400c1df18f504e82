"""The review of a hand shows both hands: every card of the deck, its origin and its fate."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from games.tables import lively_steps, record_of
from mile_bones.engine.bodies import Hands
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import replay
from mile_bones.games.milebones.cards import FULL_DECK, Card
from mile_bones.games.milebones.events import Discarded, Event, Passed, Played
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.review import CardStory, Fate, HandReview, both_hands
from stories import Story

PLAYED, COUP, DISCARDED, KEPT = Fate.PLAYED, Fate.COUP, Fate.DISCARDED, Fate.KEPT


def short(stories: tuple[CardStory, ...]) -> list[tuple[str, int, Fate, int | None]]:
    return [(story.card.notation, story.came, story.fate, story.left) for story in stories]


def finished_games(rules: str, count: int) -> list[Record]:
    """Return games that are played at random to their ends."""
    records = []
    for seed in range(count):
        state = MileBones(rules).new_state(seed=seed)
        for _step in lively_steps(state, seed):
            pass
        records.append(record_of(state))
    return records


@pytest.fixture(scope="module", params=["mile-bones", "mille"])
def games(request: pytest.FixtureRequest) -> list[Record]:
    return finished_games(request.param, 3)


def every_hand(games: list[Record]) -> list[tuple[Record, HandReview]]:
    found = [(record, both_hands(record, number)) for record in games for number in range(1, len(record.hands) + 1)]
    assert len(found) > 10
    return found


# ------------------------------------------------------------------ one hand, card by card


def a_trip() -> Story:
    """Return a hand of eleven turns: a coup fourré against a Flat Tire, a safety of the computer, and 700 miles."""
    story = Story("GO PUNCTURE_PROOF 200 200 100 STOP", "FLAT_TIRE GO 25 25 RIGHT_OF_WAY END_OF_LIMIT")
    story.me("draw 100", "play GO").computer("draw 25", "play FLAT_TIRE")
    story.me("play PUNCTURE_PROOF").comes("100 100").me("play 200")
    story.computer("draw 50", "play RIGHT_OF_WAY", "draw 75", "discard 25")
    story.me("draw 25", "play 200").computer("draw GO", "discard GO")
    story.me("draw 50", "play 100").computer("draw STOP", "discard STOP")
    story.me("draw 75", "play 100").computer("draw 200", "discard 200")
    return story.me("draw 50", "play 100", "extend no")


@pytest.fixture
def trip() -> HandReview:
    return both_hands(a_trip().record(), 1)


def test_every_card_has_its_turns_and_its_fate(trip: HandReview) -> None:
    mine, theirs = trip.sides
    assert short(mine.dealt) == [
        ("GO", 0, PLAYED, 1),
        ("PUNCTURE_PROOF", 0, COUP, 3),
        ("200", 0, PLAYED, 3),
        ("200", 0, PLAYED, 5),
        ("100", 0, PLAYED, 7),
        ("STOP", 0, KEPT, None),
    ]
    assert short(mine.drawn) == [
        ("100", 1, PLAYED, 9),
        ("100", 3, PLAYED, 11),
        ("100", 3, KEPT, None),
        ("25", 5, KEPT, None),
        ("50", 7, KEPT, None),
        ("75", 9, KEPT, None),
        ("50", 11, KEPT, None),
    ]
    assert short(theirs.dealt) == [
        ("FLAT_TIRE", 0, PLAYED, 2),
        ("GO", 0, DISCARDED, 6),
        ("25", 0, DISCARDED, 4),
        ("25", 0, KEPT, None),
        ("RIGHT_OF_WAY", 0, PLAYED, 4),
        ("END_OF_LIMIT", 0, KEPT, None),
    ]
    assert short(theirs.drawn) == [
        ("25", 2, KEPT, None),
        ("50", 4, KEPT, None),
        ("75", 4, KEPT, None),
        ("GO", 6, KEPT, None),
        ("STOP", 8, DISCARDED, 8),
        ("200", 10, DISCARDED, 10),
    ]


def test_kept_cards_and_the_rest_of_the_deck_are_in_order(trip: HandReview) -> None:
    assert trip.sides[0].kept == (Card.STOP, Card.MILES_100, Card.MILES_25, Card.MILES_50, Card.MILES_75, Card.MILES_50)
    assert trip.deck == trip.deal.deck[13:]
    assert trip.turns == 11
    assert trip.number == 1


def test_a_review_has_the_deal_of_the_record(trip: HandReview) -> None:
    hand = a_trip().record().hands[0]
    assert [card.notation for card in trip.deal.deck] == list(hand.deck)
    assert tuple(tuple(card.notation for card in cards) for cards in trip.deal.dealt) == hand.dealt


def test_passing_without_cards_counts_as_a_turn() -> None:
    """The deck is out after 89 turns. The person plays safeties in turns 91 and 93, and has no card for turn 99.

    If turn 99 were not counted, the computer would play its last card in turn 99 and not in turn 100.
    """
    story = Story("EXTRA_TANK DRIVING_ACE 25 25 50 50").idle_until(0)
    story.computer("discard GASOLINE").me("play EXTRA_TANK", "discard 25")
    story.computer("discard GASOLINE").me("play DRIVING_ACE", "discard 25")
    story.computer("discard SPARE_TIRE").me("discard 50").computer("discard SPARE_TIRE").me("discard 50")
    record = story.computer("discard REPAIRS", "discard REPAIRS").record()
    assert Passed(0) in events_of(record, 1)
    hand = both_hands(record, 1)
    late = [sorted(told.left for told in (*side.dealt, *side.drawn) if told.left > 89) for side in hand.sides]
    assert late == [[91, 91, 93, 93, 95, 97], [90, 92, 94, 96, 98, 100]]
    assert hand.deck == () and hand.sides[0].kept == hand.sides[1].kept == ()


# ------------------------------------------------------------------ any hand


def test_every_card_of_the_deck_occurs_once(games: list[Record]) -> None:
    for _record, hand in every_hand(games):
        told = [story.card for side in hand.sides for story in (*side.dealt, *side.drawn)]
        assert Counter((*told, *hand.deck)) == Counter(dict(zip(Card, FULL_DECK, strict=True)))


def test_the_drawn_cards_are_in_the_order_of_the_deck(games: list[Record]) -> None:
    """The cards that both players drew, sorted by turn, are the deck from its top."""
    for _record, hand in every_hand(games):
        assert tuple(tuple(story.card for story in side.dealt) for side in hand.sides) == hand.deal.dealt
        drawn = sorted((*hand.sides[0].drawn, *hand.sides[1].drawn), key=lambda story: story.came)
        assert (*[story.card for story in drawn], *hand.deck) == hand.deal.deck


def test_players_take_turns(games: list[Record]) -> None:
    """The player who begins has the odd turns."""
    for _record, hand in every_hand(games):
        for seat, side in enumerate(hand.sides):
            turns = {story.came for story in (*side.dealt, *side.drawn)} - {0}
            turns |= {story.left for story in (*side.dealt, *side.drawn) if story.left is not None}
            assert {turn % 2 for turn in turns} == {1 if seat == hand.deal.first else 0}
            assert max(turns) <= hand.turns


def test_the_fates_of_the_cards_agree_with_the_events(games: list[Record]) -> None:
    for record, hand in every_hand(games):
        happened: Counter[tuple[int, Card, Fate]] = Counter()
        for event in events_of(record, hand.number):
            if isinstance(event, Played):
                happened[event.seat, event.card, COUP if event.coup else PLAYED] += 1
            elif isinstance(event, Discarded):
                happened[event.seat, event.card, DISCARDED] += 1
        told = Counter(
            (seat, story.card, story.fate)
            for seat, side in enumerate(hand.sides)
            for story in (*side.dealt, *side.drawn)
            if story.fate is not KEPT
        )
        assert told == happened
        for side in hand.sides:
            stories = (*side.dealt, *side.drawn)
            assert all((story.left is None) == (story.fate is KEPT) for story in stories)
            assert all(story.left is None or story.left >= max(story.came, 1) for story in stories)


def events_of(record: Record, number: int) -> list[Event]:
    """Return all events of this hand, found by replaying the record."""
    found: list[Event] = []
    for state, action in replay(record):
        if action is not None and len(state.logs) == number:
            found += state.clone().apply_action(action)
    return found


# ------------------------------------------------------------------ hands that may be shown


def test_an_unfinished_hand_cannot_be_reviewed() -> None:
    """A new hand that is already dealt after a finished one stays closed, too."""
    record = a_trip().record()
    assert len(record.hands) == 2 and record.hands[1].actions == ()
    both_hands(record, 1)
    with pytest.raises(ValueError, match="hand 2 is not over"):
        both_hands(record, 2)
    with pytest.raises(ValueError, match="hand 1 is not over"):
        both_hands(Story("GO 25 25 25 25 25").me("draw 25", "play GO").record(ended="given_up"), 1)


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_a_hand_that_does_not_exist_cannot_be_shown(number: int) -> None:
    with pytest.raises(ValueError, match=f"no hand {number}"):
        both_hands(a_trip().record(), number)


def test_a_record_against_the_rules_is_refused() -> None:
    record = a_trip().record()
    hand = record.hands[0]
    with pytest.raises(ReplayError):
        both_hands(
            replace(record, body=Hands((replace(hand, actions=("0 draw", "0 play 200", *hand.actions[2:])),))), 1
        )


def test_a_review_cannot_be_changed(trip: HandReview) -> None:
    with pytest.raises(FrozenInstanceError):
        trip.turns = 3  # type: ignore[misc]
    assert hash(trip) == hash(both_hands(a_trip().record(), 1))
