"""The lesson *First hand*: its cards and moves follow the rules, and its statements about them are true."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mile_bones.engine.lesson import LessonStep
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import GAMES, replay, spec
from mile_bones.games.milebones.actions import DRAW, Kind
from mile_bones.games.milebones.cards import FULL_DECK, GUARD, Card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.lesson import FIRST_HAND
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.words import card_name

YOU, OTHER = 0, 1


def walk() -> Iterator[tuple[LessonStep, Observation]]:
    """Yield each step with the table that the learner sees before the step."""
    state = FIRST_HAND.new_state()
    for step in FIRST_HAND.steps:
        yield step, state.observation(YOU)
        if step.action is not None:
            assert state.current_player == YOU
            assert step.action in state.legal_actions(), step.topic
            state.apply_action(step.action, deal=False)
        for reply in step.replies:
            assert state.current_player == OTHER, step.topic
            assert reply in state.legal_actions(), step.topic
            state.apply_action(reply, deal=False)
    assert state.needs_deal, "the hand is over"


TABLE = tuple(walk())


def said(words: str) -> Observation:
    """Return the table of the only step whose text contains ``words``."""
    (found,) = (seen for step, seen in TABLE if words in step.words())
    return found


def test_the_topics_of_the_lesson_have_a_fixed_order() -> None:
    topics = list(dict.fromkeys(step.topic for step in FIRST_HAND.steps))
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


def test_the_lesson_has_a_full_deck_and_a_valid_record() -> None:
    state = FIRST_HAND.new_state()
    dealt = state.logs[0].deal
    cards = [*dealt.dealt[0], *dealt.dealt[1], *dealt.deck]
    assert tuple(cards.count(card) for card in Card) == FULL_DECK
    for action in FIRST_HAND.script:
        state.apply_action(action, deal=False)
    players = PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy")
    record = Record(game="mile-bones", rules=FIRST_HAND.rules, players=players, body=state.body())
    assert sum(1 for _step in replay(record)) == len(FIRST_HAND.script) + 1


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_every_other_legal_action_has_a_reason_against_it(number: int) -> None:
    step, seen = TABLE[number]
    if step.action is None:
        return
    for action in seen.legal_actions():
        if action != step.action:
            why = step.why_not(action)
            assert why.endswith("."), (step.topic, str(action))


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
    state = FIRST_HAND.new_state()
    for action in FIRST_HAND.script:
        events = state.apply_action(action, deal=False)
    (ended,) = (event for event in events if isinstance(event, HandEnded))
    score = ended.scores[YOU]
    assert (score.milestones, score.safeties, score.coups_fourres, score.trip_completed) == (700, 100, 300, 400)
    assert score.total == 1500 > ended.scores[OTHER].total
    for number in ("700", "100", "300", "400", "1,500", "5,000"):
        assert number in FIRST_HAND.end_words()


def test_the_registry_knows_which_game_has_a_lesson() -> None:
    assert [game for game in GAMES if spec(game).has_lesson] == ["mile-bones"]
    assert spec("mile-bones").lesson is FIRST_HAND
    assert spec("millieu").lesson is None
