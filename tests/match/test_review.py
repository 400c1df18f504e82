"""A review of a record: its sums are right, it uses no hidden cards, and it can be stopped."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from match.helpers import short_game
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.engine.rng import Rng
from mile_bones.games import facts, load_game
from mile_bones.games.milebones.review import Fate, both_hands
from mile_bones.match.replaying import Replay
from mile_bones.match.review import (
    Choice,
    ChoiceQuestion,
    Collector,
    ErrorRate,
    HandReview,
    Review,
    answer_to,
    error_rate,
    gathered,
    position,
    questions,
    review,
)
from mile_bones.match.review_shape import choice_shape, hand_shape, read_choice, read_hand, summary_shape
from mile_bones.match.review_words import better_text, grade, grades
from mile_bones.players import load_coach
from mile_bones.players.coach import Coach, Luck, Mark, Rating, Worth
from mile_bones.storage.records import load_record

DATA = Path(__file__).parents[1] / "data" / "conformance"
pytestmark = pytest.mark.slow  # the coach thinks about every choice of a hand
WORLDS = 6  # this number of worlds is enough for these tests


@pytest.fixture(scope="module")
def judge() -> Coach:
    found = load_coach("mile-bones")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of two hands and the beginning of a third."""
    return short_game()


@pytest.fixture(scope="module")
def reviewed(record: Record, judge: Coach) -> Review:
    replay = Replay(record)
    return gathered(replay, review(replay, judge, WORLDS))


def test_luck_and_skill_add_up_exactly_to_the_result_of_the_hand(record: Record, reviewed: Review):
    points = [(own["points"], other["points"]) for own, other in facts(record)]
    assert [hand.points for hand in reviewed.hands] == points
    for hand, (own, other) in zip(reviewed.hands, points, strict=True):
        assert [hand.result(seat) for seat in (0, 1)] == [own - other, other - own]
        for seat in (0, 1):
            luck, skill = hand.luck_of(seat), hand.skill_of(seat)
            assert luck is not None and skill is not None and luck + skill == hand.result(seat)
        assert hand.luck_of(0) == -(hand.luck_of(1) or 0)
        assert hand.luck is not None and hand.luck.draws and hand.luck.total == hand.luck_of(0)
        parts = [hand.luck.deal, *(value for _action, _seat, value in hand.luck.draws)]
        assert all((8 * value).is_integer() for value in parts), "eighths, of which sums are exact"
    total, luck = reviewed.result(0), reviewed.luck_of(0)
    assert luck is not None and luck + (reviewed.skill_of(0) or 0) == total == sum(own - other for own, other in points)


def test_a_review_has_exactly_the_choices_of_both_players(record: Record, reviewed: Review):
    replay = Replay(record)
    there = {(choice.hand, choice.action): choice for choice in reviewed.choices()}
    assert {choice.seat for choice in there.values()} == {0, 1}
    assert list(there) == sorted(there)
    for hand in (1, 2):
        for number, (state, action) in enumerate(replay.steps(hand), 1):
            legal = state.legal_actions()
            choice = there.pop((hand, number), None)
            if len(legal) < 2:
                assert choice is None
                continue
            assert choice is not None
            assert (choice.seat, choice.chosen) == (state.current_player, str(action))
            assert {each.action for each in choice.rating.worths} == set(map(str, legal))
            assert choice.rating.worlds == WORLDS
            assert (choice.reason is None) == (choice.best == choice.chosen)
    assert there == {}


def test_a_hand_in_progress_is_not_reviewed(record: Record, reviewed: Review):
    assert {question.hand for question in questions(Replay(record))} == {1, 2}
    assert {choice.hand for choice in reviewed.choices()} == {hand.hand for hand in reviewed.hands} == {1, 2}
    assert (reviewed.of, reviewed.unfinished, reviewed.is_whole) == (2, True, True)
    given_up = Replay(replace(record, ended=GIVEN_UP))
    assert {question.hand for question in questions(given_up)} == {1, 2}


def test_the_order_of_the_answers_does_not_change_the_review(record: Record, judge: Coach, reviewed: Review):
    replay, collector = Replay(record), Collector()
    asked = list(questions(replay))
    Rng(5).shuffle(asked)
    hands = []
    for question in asked:
        answer = answer_to(question, judge, WORLDS)
        assert answer is not None
        if (whole := collector.add(question, answer)) is not None:
            hands.append(whole)
    assert gathered(replay, hands) == reviewed


def test_a_stopped_review_continues_after_its_finished_hands(record: Record, judge: Coach, reviewed: Review):
    replay = Replay(record)
    first = next(review(replay, judge, WORLDS))
    part = gathered(replay, [first])
    assert (part.is_whole, part.hands) == (False, reviewed.hands[:1])
    rest = list(review(replay, judge, WORLDS, known=[first.hand]))
    assert [hand.hand for hand in rest] == [2], "finished hands are not reviewed again"
    assert gathered(replay, [*rest, first]) == reviewed


def test_a_cancelled_review_ends_soon(record: Record, judge: Coach):
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked > 10

    assert list(review(Replay(record), judge, WORLDS, cancel=enough)) == []


def told(choices: Iterable[Choice], seat: int) -> list[Choice]:
    return [choice for choice in choices if choice.seat == seat]


def hand_and_twin() -> tuple[Record, Record]:
    """Return two records of one hand that seat 0 cannot tell apart. In the second record, two cards have changed
    places: a card that seat 1 was dealt and kept to the end, and a card that nobody drew.
    """
    for number in (4, 9, 28, 21, 16, 25):  # these hands are short
        record = load_record(DATA / f"mile-bones-hand-{number:02}.json")
        (hand,), open_hand = record.hands, both_hands(record, 1)
        kept = [story.card for story in open_hand.sides[1].dealt if story.fate is Fate.KEPT]
        for one, other in itertools.product(kept, open_hand.deck):
            if one != other:
                dealt, deck = list(hand.dealt[1]), list(hand.deck)
                dealt[dealt.index(one.notation)] = other.notation
                place = len(deck) - len(open_hand.deck) + open_hand.deck.index(other)
                deck[place] = one.notation
                twin = replace(hand, dealt=(hand.dealt[0], tuple(dealt)), deck=tuple(deck))
                return record, replace(record, body=Hands((twin,)), seed=None)
    raise AssertionError("there is no such hand")


def test_cards_that_a_player_never_sees_change_no_cost_or_reason(judge: Coach):
    """For seat 0 both records are the same game. For seat 1 they differ."""
    one, other = (next(review(Replay(each), judge, WORLDS)) for each in hand_and_twin())
    assert told(one.choices, 0) == told(other.choices, 0) != []
    assert told(one.choices, 1) != told(other.choices, 1)


def test_hidden_cards_do_not_change_the_answer_about_any_choice(record: Record, judge: Coach):
    game, rng = load_game("mile-bones"), Rng(3)
    asked = [question for question in questions(Replay(record)) if isinstance(question, ChoiceQuestion)]
    for question in asked[::6]:
        seat = question.observation.seat
        twin = game.resample(question.observation, rng)
        other = replace(question, observation=twin.observation(seat))
        assert other.answer(judge, WORLDS) == question.answer(judge, WORLDS)


# ------------------------------------------------------------------ numbers


def choice(chosen: str, *worths: tuple[str, float, float], seat: int = 0, theme: str = "discards") -> Choice:
    rating = Rating(tuple(Worth(action, worth, 0.5 + worth / 1000, worth, se) for action, worth, se in worths), 100)
    return Choice(1, 1, seat, chosen, rating, theme, None)


DEAR = [("best", 90.0, 0.0), ("other", 10.0, 6.0), ("worst", -80.0, 90.0)]
CHOICES = {
    "the best": (choice("best", *DEAR), 0.0, None, True),
    "a mistake": (choice("other", *DEAR), 80.0, Mark.MISTAKE, True),
    "dear, but who knows": (choice("worst", *DEAR), 170.0, None, True),
    "all alike": (choice("other", ("best", 2.0, 0.0), ("other", -2.5, 0.1)), 4.5, None, False),
}


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_has_a_cost_and_a_mark(name: str):
    made, cost, mark, is_decision = CHOICES[name]
    assert (made.gap, made.mark, made.is_decision) == (cost, mark, is_decision)


def test_the_chance_is_that_of_the_first_seat_whichever_seat_chose():
    own, other = choice("other", *DEAR), choice("other", *DEAR, seat=1)
    assert own.chance == pytest.approx(0.51) and other.chance == pytest.approx(0.49)


def hand(number: int, *choices: Choice) -> HandReview:
    return HandReview(number, (700, 200), Luck(20.0, ((3, 1, -5.0),)), choices)


def test_the_error_rate_is_the_sum_of_the_costs_of_real_decisions():
    dear, fair = choice("other", *DEAR), choice("best", *DEAR, theme="hazards")
    same = CHOICES["all alike"][0]
    theirs = choice("worst", *DEAR, seat=1, theme="hazards")
    found = Review((hand(1, dear, fair, same, theirs), hand(2, dear)), 3, unfinished=False)
    assert found.error_rate(0) == ErrorRate(160.0, 3, 2) and found.error_rate(0).a_hand == 80
    assert found.error_rate(0, "hazards") == ErrorRate(0.0, 1, 2)
    assert found.error_rate(1) == found.error_rate(1, "hazards") == ErrorRate(170.0, 1, 2)
    assert error_rate(hand(1), 0) == ErrorRate(0, 0, 1)
    assert found.dearest(1) == [dear] and found.marked() == [dear, dear] and found.dearest(seat=1) == []
    assert summary_shape(found.hands[0]) == {
        "result": 500,
        "luck": 15.0,
        "errors": {"discards": [[80.0, 1], [0, 0]], "hazards": [[0.0, 1], [170.0, 1]]},
        "marked": [[dear.action, 0, 80 / 35]],
    }


@pytest.mark.parametrize(("cost", "place"), [(0, 0), (9, 0), (10, 1), (29, 2), (30, 3), (41, 4), (50, 5), (5000, 5)])
def test_the_word_for_an_error_rate_follows_the_thresholds(cost: float, place: int):
    rate = ErrorRate(2 * cost, 40, 2)
    assert grade(rate, (10, 20, 30, 40, 50)) == grades()[place]


MISTAKE, BLUNDER, DOUBTFUL = Mark.MISTAKE, Mark.BLUNDER, Mark.DOUBTFUL


@pytest.mark.parametrize(
    ("hands", "marks", "word"),
    [
        (1, [], "Champion"),
        (1, [DOUBTFUL], "Champion"),
        (1, [MISTAKE], "Good"),
        (1, [BLUNDER], "Learning"),
        (1, [BLUNDER, MISTAKE], "Learning"),
        (2, [MISTAKE], "Champion"),
        (2, [BLUNDER, MISTAKE], "Good"),
        (2, [BLUNDER, BLUNDER], "Learning"),
    ],
)
def test_a_mistake_in_every_hand_lowers_the_word_even_at_little_cost(hands: int, marks: list[Mark], word: str):
    assert grade(ErrorRate(9 * hands, 40, hands), (10, 20, 30, 40, 50), marks) == word


def test_costly_choices_never_make_the_word_better():
    assert grade(ErrorRate(60, 40, 1), (10, 20, 30, 40, 50), [BLUNDER, MISTAKE]) == "At random"


def test_a_review_without_decisions_has_no_word():
    assert grade(ErrorRate(0, 0, 1), (10, 20, 30, 40, 50)) is None


# ------------------------------------------------------------------ storing and sending


def test_a_review_survives_writing_and_reading(reviewed: Review):
    for found in reviewed.hands:
        assert read_hand(json.loads(json.dumps(hand_shape(found)))) == found
    one = next(reviewed.choices())
    assert read_choice(json.loads(json.dumps(choice_shape(one)))) == one
    bare = replace(reviewed.hands[0], luck=None)
    assert read_hand(hand_shape(bare)) == bare


NO_HANDS = {
    "nothing": None,
    "a list": [],
    "no choices": {"hand": 1, "points": [0, 0], "luck": None},
    "one point": {"hand": 1, "points": [0], "luck": None, "choices": []},
    "points in words": {"hand": 1, "points": ["0", 0], "luck": None, "choices": []},
    "luck in words": {"hand": 1, "points": [0, 0], "luck": "good", "choices": []},
    "draws of nothing": {"hand": 1, "points": [0, 0], "luck": [1.0, [[1, 0]]], "choices": []},
    "a choice of nothing": {"hand": 1, "points": [0, 0], "luck": None, "choices": [{}]},
}


@pytest.mark.parametrize("what", NO_HANDS)
def test_json_that_is_not_the_review_of_a_hand_is_refused(what: str):
    with pytest.raises(ValueError, match="this is not the review of a hand"):
        read_hand(NO_HANDS[what])


@pytest.mark.parametrize(
    "change", [{"seat": 2}, {"chosen": "fly"}, {"rating": []}, {"rating": [[1, 0, 0, 0, 0]]}, {"hand": "1"}]
)
def test_json_that_is_not_a_choice_is_refused(change: dict[str, object]):
    shape = choice_shape(choice("other", *DEAR))
    assert read_choice(shape) == choice("other", *DEAR)
    with pytest.raises(ValueError, match="this is not a choice"):
        read_choice(shape | change)


def test_a_costly_choice_is_explained_without_a_person(record: Record, reviewed: Review, judge: Coach):
    replay = Replay(record)
    explained = 0
    for choice in reviewed.choices():
        if choice.reason is not None:
            observation, actions = position(replay, choice)
            why = judge.reason(observation, actions[choice.best], actions[choice.chosen], choice.cause)
            assert better_text(replay, choice, judge).endswith(f". {why}")
            assert not re.search(r"\byou(r)?\b|Computer", why, re.IGNORECASE)
            explained += 1
    assert explained


def test_the_questions_of_a_review_are_in_the_order_of_the_hands(record: Record):
    hands = [question.hand for question in questions(Replay(record))]
    assert hands == sorted(hands)
