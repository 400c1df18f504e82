"""The lessons: their cards and moves follow the rules, every other move has a reason against it, and their statements
are true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from mile_bones.engine.lesson import Lesson, LessonStep
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import GAMES, replay, spec, with_lesson
from mile_bones.games.milebones.actions import DRAW, Kind
from mile_bones.games.milebones.cards import FULL_DECK, GUARD, Card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.lesson import LESSON
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.words import card_name
from mile_bones.games.montreal import cards

YOU, OTHER = 0, 1


LESSONS = tuple(game for game in GAMES if spec(game).has_lesson)


class Walked(NamedTuple):
    """A step of a lesson, with the table that the learner sees before the step."""

    game: str
    step: LessonStep
    seen: Any


def lesson_of(game: str) -> Lesson:
    lesson = spec(game).lesson
    assert lesson is not None
    return lesson


def walk(game: str) -> Iterator[Walked]:
    """Yield each step of the lesson. Check that all actions are legal and that the hand ends with the lesson."""
    state = lesson_of(game).new_state()
    for step in lesson_of(game).steps:
        if step.new_state is not None:
            state = step.new_state()
        yield Walked(game, step, state.observation(YOU))
        if step.action is not None:
            assert state.current_player == YOU
            assert step.action in state.legal_actions(), step.topic
            state.apply_action(step.action, deal=False)
        for reply in step.replies:
            assert state.current_player == OTHER, step.topic
            assert reply in state.legal_actions(), step.topic
            state.apply_action(reply, deal=False)
    assert state.needs_deal or state.is_terminal(), "the hand is over"


WALKED = {game: tuple(walk(game)) for game in LESSONS}
TABLE = tuple((step, seen) for _game, step, seen in WALKED["mile-bones"])
MILLE = WALKED["montreal-mille"]
EVERY_STEP = [pytest.param(one, id=f"{game}-{at}") for game in LESSONS for at, one in enumerate(WALKED[game])]


def said(words: str) -> Observation:
    """Return the table of the only step whose text contains ``words``."""
    (found,) = (seen for step, seen in TABLE if words in step.words())
    return found


def test_the_topics_of_the_lesson_of_mile_bones_have_a_fixed_order() -> None:
    topics = list(dict.fromkeys(step.topic for step in LESSON.steps))
    assert topics == [
        *(
            "table",
            "draw",
            "go",
            "distance",
            "limit",
            "end of limit",
            "hazard",
            "discard",
            "remedy",
            "go again",
            "hold",
        ),
        *("coup fourré", "attack", "exact finish", "end of the trip"),
    ]


@pytest.mark.parametrize("game", ["mile-bones", "montreal-mille"])
def test_a_lesson_of_one_game_has_a_valid_record(game: str) -> None:
    lesson = lesson_of(game)
    state = lesson.new_state()
    for action in lesson.script:
        state.apply_action(action, deal=False)
    players = PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy")
    target = spec(game).target
    record = Record(game=game, rules=lesson.rules, players=players, body=state.body(), target=target)
    assert sum(1 for _step in replay(record)) == len(lesson.script) + 1


def test_the_lesson_of_mile_bones_has_a_full_deck() -> None:
    dealt = LESSON.new_state().logs[0].deal
    deck = [*dealt.dealt[0], *dealt.dealt[1], *dealt.deck]
    assert tuple(deck.count(card) for card in Card) == FULL_DECK


def test_the_lesson_of_mille_has_both_packs() -> None:
    dealt = lesson_of("montreal-mille").new_state().logs[0].deal
    assert cards.counted([*dealt.dealt[0], *dealt.dealt[1], dealt.turned, *dealt.stock]) == cards.FULL_DECK


@pytest.mark.parametrize("walked", EVERY_STEP)
def test_every_other_legal_action_has_a_reason_against_it(walked: Walked) -> None:
    """While there is something to read, every action has one."""
    _game, step, seen = walked
    for action in seen.legal_actions():
        if action != step.action:
            why = step.why_not(action)
            assert why.endswith("."), (step.topic, str(action))


@pytest.mark.parametrize("game", LESSONS)
def test_the_learner_reads_and_cannot_act_before_another_game_begins(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson.steps[0].new_state is None
    for before, step in pairwise(lesson.steps):
        if step.new_state is not None:
            assert before.action is None and before.otherwise is not None, step.topic


@pytest.mark.parametrize("walked", EVERY_STEP)
def test_the_texts_of_a_step_are_short(walked: Walked) -> None:
    step = walked.step
    for text in (step.words(), *step.reasons):
        assert len(re.findall(r"[.!?](?: |$)", text)) <= 4 and len(text) <= 250, text


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_the_text_names_the_card_of_its_step(number: int) -> None:
    """The text names the card that is to be played or discarded."""
    step, _seen = TABLE[number]
    if step.action is not None and step.action.card is not None:
        name = card_name(step.action.card)
        assert name in step.words() or name.removesuffix(" Miles") in step.words()
    elif step.action == DRAW:
        assert "raw a card" in step.words() or "Draw" in step.words()


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_a_reason_recommends_only_the_card_of_its_step(number: int) -> None:
    step, seen = TABLE[number]
    if step.action is None or step.action.card is None:
        return
    names = {card_name(card) for card in seen.hand}
    for why in (step.why_not(action) for action in seen.legal_actions() if action != step.action):
        for sentence in why.split(". "):
            named = {name for name in names if f"Play {name}" in sentence or f"Discard {name}" in sentence}
            assert named <= {card_name(step.action.card)}, why


@pytest.mark.parametrize(
    ("words", "own", "other"),
    [
        ("250 miles. What would help you now?", 250, 75),
        ("325 miles to 250", 250, 325),
        ("550 miles for you, 425 for the computer", 550, 425),
        ("150 miles to go", 550, 425),
        ("650 miles, and the computer has found its Go", 650, 425),
        ("You made it!", 700, 425),
    ],
)
def test_the_miles_are_as_the_lesson_says(words: str, own: int, other: int) -> None:
    seen = said(words)
    assert (seen.own.miles, seen.other.miles) == (own, other)


def test_hazards_and_remedies_are_as_the_lesson_says() -> None:
    assert said("A Speed Limit!").own.limited
    limited = said("A limit slows you down")
    assert limited.own.limited and Card.END_OF_LIMIT not in limited.hand
    assert Card.END_OF_LIMIT in said("every hazard has its remedy").hand
    assert said("A Flat Tire!").own.battle is Card.FLAT_TIRE
    stopped = said("No Spare Tire")
    assert Card.SPARE_TIRE not in stopped.hand and {Card.EXTRA_TANK, Card.GASOLINE} <= {*stopped.hand}
    assert Card.SPARE_TIRE in said("There it is.").hand
    waiting = said("after a stop you need a green light again")
    assert waiting.own.battle is Card.SPARE_TIRE and not waiting.own.can_go
    assert not said("The computer has no Go").other.can_go
    assert said("the computer has found its Go").other.can_go


def test_the_safety_is_held_back_and_played_as_a_coup_before_drawing() -> None:
    held = said("hold Extra Tank back")
    assert Card.EXTRA_TANK in held.hand and held.own.two_hundreds == 1
    coup = said("Do not draw: play Extra Tank right now")
    assert coup.coup_hazard is Card.OUT_OF_GAS and coup.coup is GUARD[Card.OUT_OF_GAS]
    assert DRAW in coup.legal_actions()
    after = said("400 points!")
    assert after.own.coups == (Card.EXTRA_TANK,) and after.own.can_go
    assert len(after.hand) == len(coup.hand) + 1, "two cards were drawn, one was played"


def test_only_a_50_completes_the_trip() -> None:
    seen = said("75 and 100 would go too far")
    assert {Card.MILES_75, Card.MILES_100, Card.MILES_50} <= {*seen.hand}
    assert seen.goal - seen.own.miles == 50
    assert [action.card for action in seen.legal_actions() if action.kind is Kind.PLAY] == [
        Card.MILES_25,
        Card.MILES_50,
    ]


def test_the_last_text_names_the_right_score() -> None:
    state = LESSON.new_state()
    for action in LESSON.script:
        events = state.apply_action(action, deal=False)
    (ended,) = (event for event in events if isinstance(event, HandEnded))
    score = ended.scores[YOU]
    assert (score.milestones, score.safeties, score.coups_fourres, score.trip_completed) == (700, 100, 300, 400)
    assert score.total == 1500 > ended.scores[OTHER].total
    for number in ("700", "100", "300", "400", "1,500", "5,000"):
        assert number in LESSON.end_words()


def test_the_topics_of_the_lesson_of_mille_have_a_fixed_order() -> None:
    topics = list(dict.fromkeys(one.step.topic for one in MILLE))
    assert topics == [
        *("values", "sets", "drawing", "discarding", "the pile", "the card turned up", "wilds", "adding"),
        *("a pair kept", "chapeau", "naturals", "cards in hand", "going out"),
    ]


def seen_at(words: str) -> Any:
    """Return the table of the only step of Mille's lesson whose text contains ``words``."""
    (found,) = (one.seen for one in MILLE if words in one.step.words())
    return found


def held(seen: Any, rank: str) -> int:
    """Return how many cards of this rank the learner holds."""
    return sum(1 for card in seen.cards if cards.RANK_NOTATION[cards.rank_of(card)] == rank)


def test_the_cards_are_as_the_lesson_of_mille_says() -> None:
    values = dict(zip(cards.NOTATION, cards.VALUES, strict=True))
    assert [values[card] for card in ("3S", "9S", "10S", "JS", "QH", "KS", "AS", "2S", "JD", "QS")] == [
        *(5, 5, 10, 10, 10, 10, 15, 20, 50, 100)
    ]
    assert held(seen_at("You hold two 7s"), "7") == 2 and held(seen_at("A third 7!"), "7") == 3
    taken = seen_at("The computer has discarded a king")
    assert held(taken, "K") == 3 and cards.NOTATION[taken.top] == "KD"
    assert cards.NOTATION[taken.pile[0]] == "9C", "the card that the deal turned up"
    wild = seen_at("2s are wild")
    assert (held(wild, "9"), held(wild, "2")) == (2, 1)
    assert held(seen_at("Five 10s!"), "10") == 5 and held(seen_at("Keep the two 10s"), "10") == 2
    there = seen_at("There is a 10!")
    assert held(there, "10") == 2 and cards.NOTATION[there.top] == "10D"
    ten = cards.parse_rank("10")
    assert seen_at("You have six 10s").own.size(ten) == 6 and seen_at("Only one 10 is missing").own.size(ten) == 7
    last = seen_at("There is a second kind of natural")
    assert last.own.is_natural(ten) and last.own.wilds_in(cards.parse_rank("9")) == 1
    assert seen_at("You hold one card, the computer still nine").held == (1, 9)


def test_the_last_text_of_the_lesson_of_mille_names_the_right_score() -> None:
    lesson = lesson_of("montreal-mille")
    state = lesson.new_state()
    for action in lesson.script:
        state.apply_action(action, deal=False)
    own, other = state.logs[0].scores
    assert (own.laid, own.eights, own.clean, own.total) == (165, 80, 0, 245)
    assert (other.hand, other.chapeau) == (-145, 1)
    for number in ("165", "80", "245", "145", "1,200"):
        assert number in lesson.end_words()


def test_the_registry_knows_which_games_have_a_lesson() -> None:
    assert LESSONS == GAMES
    assert spec("mile-bones").lesson is LESSON
    assert [with_lesson(game) for game in GAMES] == [*GAMES]
