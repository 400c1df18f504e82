"""The words of Mile Bones: every event and every refusal has a sentence that a player understands."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

import mile_bones
from games.tables import ACTION_SPACE, lively_steps, play, table
from mile_bones.engine.errors import Refusal
from mile_bones.games.milebones import words
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, parse_action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import (
    Answered,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Passed,
    Played,
)
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.games.milebones.tableau import TableauView

PACKAGE = Path(mile_bones.__file__).parent
NAMES = ("Anna", "Bert")


@cache
def played() -> tuple[tuple[Event, ...], frozenset[Refusal]]:
    """Return every event and every refusal of some whole games under both rule sets."""
    events: list[Event] = []
    refusals: set[Refusal] = set()
    for rules in ("mile-bones", "mille"):
        for seed in range(3):
            state = MileBones(rules).new_state(seed=seed)
            events.append(state.opening()[0].seen_by(0))
            for _action, happened in lively_steps(state, seed):
                events += happened
                refusals |= {refusal for action in ACTION_SPACE if (refusal := state.why_not(action)) is not None}
    return tuple(events), frozenset(refusals)


def why(state: MileBonesState, notation: str) -> str:
    refusal = state.why_not(parse_action(notation))
    assert refusal is not None
    return words.refusal_text(refusal, NAMES, state.current_player)


def is_sentence(text: str) -> bool:
    return text == text.strip() and text[:1].isupper() and not set("{}_") & set(text) and "None" not in text


def test_every_card_has_its_own_name() -> None:
    names = [words.card_name(card) for card in Card]
    assert len(set(names)) == 19
    assert all(map(is_sentence, (name for name in names if not name[0].isdigit())))
    assert names[:5] == ["25 Miles", "50 Miles", "75 Miles", "100 Miles", "200 Miles"]
    assert (names[Card.OUT_OF_GAS], names[Card.GO], names[Card.RIGHT_OF_WAY]) == ("Out of Gas", "Go", "Right of Way")


def codes_in(source: str) -> set[str]:
    """Return the codes with which ``Refusal`` is called, including both codes of a conditional expression."""
    codes: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            first = node.args[0]
            parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for part in parts:
                assert isinstance(part, ast.Constant), "a code that cannot be read from the source"
                codes.add(part.value)
    return codes


@pytest.mark.proof
def test_exactly_the_codes_in_the_program_have_words() -> None:
    others = {path.name for path in (PACKAGE / "games").iterdir() if path.is_dir()} - {"milebones"}
    paths = [path for path in PACKAGE.rglob("*.py") if others.isdisjoint(path.parts)]
    codes = set().union(*(codes_in(path.read_text(encoding="utf-8")) for path in paths))
    assert codes == set(words.REFUSAL_CODES)


@pytest.mark.slow
def test_every_refusal_in_play_is_a_clause_without_a_full_stop() -> None:
    _events, refusals = played()
    for refusal in refusals:
        for seat in (0, 1, None):
            text = words.refusal_text(refusal, NAMES, seat)
            assert is_sentence(text)
            assert text[-1] not in ".!?"


@pytest.mark.slow
def test_nearly_every_code_occurs_in_play() -> None:
    """The three codes that need not occur in play are tested here by name, and in the cases of the rules page."""
    _events, refusals = played()
    assert words.REFUSAL_CODES - {refusal.code for refusal in refusals} <= {
        "hand_over",
        "not_your_turn",
        "too_many_200s",
    }


def test_a_refusal_says_what_to_do() -> None:
    state = table("mile-bones", "GO 75 GO 200 STOP", "STOP SPEED_LIMIT 3*25", 20 * "25 ", goal=200)
    assert why(state, "play GO") == "Draw a card first"
    play(state, "0 draw")
    assert why(state, "play 75") == "You are not going yet: play Go first"
    assert why(state, "play STOP") == "Bert is not going: there is nothing to stop"
    assert why(state, "draw") == "You have your card already: play or discard one"
    assert why(state, "play ACCIDENT") == "This card is not in your hand"
    play(state, "0 play GO, 1 draw, 1 play STOP, 0 draw")
    assert why(state, "play 75") == "You are stopped: play Go first"
    play(state, "0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw")
    assert why(state, "play 75") == "Only 25 and 50 under a Speed Limit"
    play(state, "0 play 25, 1 draw, 1 discard 25, 0 draw")
    assert why(state, "play 200") == "Too far: only 175 miles to go"


def test_a_refusal_under_a_hazard_names_the_remedy() -> None:
    state = table("mille", "GO 75 GO EXTRA_TANK", "ACCIDENT 3*25", 20 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play ACCIDENT, 0 draw")
    assert why(state, "play 75") == why(state, "play GO") == "You have had an accident: play Repairs first"
    assert why(state, "discard EXTRA_TANK") == "A safety may not be discarded: play it"


@pytest.mark.parametrize(("most", "text"), [(1, "Only 1 card of"), (2, "Only 2 cards of")])
def test_a_number_in_a_refusal_has_the_right_plural(most: int, text: str) -> None:
    assert words.refusal_text(Refusal("too_many_200s", (most,)), NAMES, 0).startswith(text)


@pytest.mark.parametrize(
    ("refusal", "own", "other", "nobody_knows"),
    [
        (
            Refusal("not_your_turn"),
            "It is the turn of Bert",
            "It is the turn of Anna",
            "It is not your turn",
        ),
        (
            Refusal("protected", (Card.DRIVING_ACE,)),
            "Bert is protected by Driving Ace",
            "Anna is protected by Driving Ace",
            "The opponent is protected by Driving Ace",
        ),
        (
            Refusal("limited_already"),
            "Bert is under a Speed Limit already",
            "Anna is under a Speed Limit already",
            "The opponent is under a Speed Limit already",
        ),
        (
            Refusal("not_going"),
            "Bert is not going: there is nothing to stop",
            "Anna is not going: there is nothing to stop",
            "The opponent is not going: there is nothing to stop",
        ),
        *(
            (Refusal("hit_already", (card,)), f"Bert {text}", f"Anna {text}", f"The opponent {text}")
            for card, text in (
                (Card.OUT_OF_GAS, "is out of gas already"),
                (Card.FLAT_TIRE, "has a flat tire already"),
                (Card.ACCIDENT, "has had an accident already"),
                (Card.STOP, "is stopped already"),
            )
        ),
    ],
)
def test_a_refusal_names_the_right_opponent(refusal: Refusal, own: str, other: str, nobody_knows: str) -> None:
    """The texts are for seat 0 and seat 1 as the seat that wanted to act, and for an unknown seat."""
    assert [words.refusal_text(refusal, NAMES, seat) for seat in (0, 1, None)] == [own, other, nobody_knows]


YOURSELF = (
    *map(Refusal, ("game_over", "hand_over", "draw_first", "drawn_already", "deck_is_out", "answer_first")),
    *map(Refusal, ("no_question", "need_go", "limit", "no_limit", "going_already")),
    Refusal("not_in_hand", (Card.GO,)),
    Refusal("keep_safeties", (Card.DRIVING_ACE,)),
    Refusal("coup_or_draw", (Card.EXTRA_TANK,)),
    Refusal("stopped_by", (Card.STOP, Card.GO)),
    Refusal("remedy_first", (Card.FLAT_TIRE, Card.SPARE_TIRE)),
    Refusal("too_far", (25,)),
    Refusal("too_many_200s", (2,)),
    Refusal("nothing_to_cure", (Card.REPAIRS,)),
)


@pytest.mark.parametrize("refusal", YOURSELF, ids=lambda refusal: refusal.code)
def test_a_refusal_without_a_player_is_the_same_for_all_readers(refusal: Refusal) -> None:
    (text,) = {words.refusal_text(refusal, names, seat) for names in (NAMES, NAMES[::-1]) for seat in (0, 1, None)}
    assert is_sentence(text)


def test_the_refusals_in_these_tests_are_all_that_exist() -> None:
    named = {"not_your_turn", "protected", "limited_already", "not_going", "hit_already"}
    assert {refusal.code for refusal in YOURSELF} == words.REFUSAL_CODES - named


NO_SCORES = (Score(), Score())


@pytest.mark.parametrize(
    ("event", "own", "other", "spectator"),
    [
        (
            Dealt(3, 0, (None, None), 89),
            "Hand 3 is dealt. You begin.",
            "Hand 3 is dealt. Anna begins.",
            "Hand 3 is dealt. Anna begins.",
        ),
        (Drawn(0, Card.STOP, 40), "You drew Stop.", "Anna drew a card.", "Anna drew a card."),
        (Played(0, Card.GO, 0), "You played Go.", "Anna played Go.", "Anna played Go."),
        (
            Played(0, Card.STOP, 1),
            "You played Stop on Bert.",
            "Anna played Stop on you.",
            "Anna played Stop on Bert.",
        ),
        (
            Played(0, Card.RIGHT_OF_WAY, 0, coup=True),
            "Coup fourré, 400 points! You played Right of Way.",
            "Coup fourré, 400 points! Anna played Right of Way.",
            "Coup fourré, 400 points! Anna played Right of Way.",
        ),
        (Discarded(0, Card.GO), "You discarded Go.", "Anna discarded Go.", "Anna discarded Go."),
        (
            Answered(0, True, 1000),
            "You extend the trip to 1,000 miles.",
            "Anna extends the trip to 1,000 miles.",
            "Anna extends the trip to 1,000 miles.",
        ),
        (Answered(0, False, 700), "You end the trip.", "Anna ends the trip.", "Anna ends the trip."),
        (Passed(0), "You have no cards left.", "Anna has no cards left.", "Anna has no cards left."),
        (
            HandEnded(1, "trip", 0, 700, 12, NO_SCORES, (0, 0)),
            "You reached 700 miles with 12 cards left in the deck.",
            "Anna reached 700 miles with 12 cards left in the deck.",
            "Anna reached 700 miles with 12 cards left in the deck.",
        ),
        (
            HandEnded(1, "trip", 0, 1000, 1, NO_SCORES, (0, 0)),
            "You reached 1,000 miles with 1 card left in the deck.",
            "Anna reached 1,000 miles with 1 card left in the deck.",
            "Anna reached 1,000 miles with 1 card left in the deck.",
        ),
        (
            HandEnded(1, "trip", 0, 700, 0, NO_SCORES, (0, 0)),
            "You reached 700 miles with the deck out.",
            "Anna reached 700 miles with the deck out.",
            "Anna reached 700 miles with the deck out.",
        ),
        (
            HandEnded(1, "cards", None, 1000, 0, NO_SCORES, (0, 0)),
            "Nobody reached 1,000 miles.",
            "Nobody reached 1,000 miles.",
            "Nobody reached 1,000 miles.",
        ),
        (
            GameEnded(0, (5125, 3400)),
            "You win the game, 5,125 to 3,400.",
            "Anna wins the game, 5,125 to 3,400.",
            "Anna wins the game, 5,125 to 3,400.",
        ),
        (
            GameEnded(None, (5000, 5000)),
            "The game is drawn at 5,000 points each.",
            "The game is drawn at 5,000 points each.",
            "The game is drawn at 5,000 points each.",
        ),
    ],
)
def test_an_event_has_words_for_its_player_the_opponent_and_a_spectator(
    event: Event, own: str, other: str, spectator: str
) -> None:
    texts = [words.event_text(event.seen_by(seat), NAMES, seat) for seat in (0, 1, None)]
    assert texts == [own, other, spectator]
    exchanged = [words.event_text(_exchanged(event).seen_by(seat), NAMES[::-1], seat) for seat in (1, 0, None)]
    assert exchanged == texts
    if isinstance(event, HandEnded):
        assert words.hand_end_text(event, NAMES, 0) == own
    if isinstance(event, GameEnded):
        assert words.game_end_text(event, NAMES, 0) == own


def _exchanged(event: Event) -> Event:
    """Return the same event with the seats of the two players exchanged."""
    fields = event._asdict()
    for field in ("seat", "target", "first", "completed_by", "winner"):
        if fields.get(field) is not None:
            fields[field] = 1 - fields[field]
    if isinstance(event, GameEnded):
        fields["totals"] = event.totals[::-1]
    return type(event)(**fields)


def test_no_sentence_of_any_game_mentions_the_computer() -> None:
    """Players are always called by name, and "'s" is never appended to a name."""
    modules = sorted((PACKAGE / "games").rglob("words.py"))
    assert {path.parent.name for path in modules} >= {"milebones", "millieu"}
    for path in modules:
        texts = [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _is_text(node)]
        assert [text for text in texts if "computer" in text.lower() or "{name}'s" in text] == [], path


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.slow
def test_every_event_is_a_sentence_for_both_seats_and_spectators() -> None:
    events, _refusals = played()
    seen = set()
    for event in events:
        for seat in (0, 1, None):
            text = words.event_text(event.seen_by(seat), NAMES, seat)
            assert is_sentence(text)
            assert text[-1] in ".!"
        if not isinstance(event, HandEnded | GameEnded):
            assert words.event_text(event, NAMES, 0) != words.event_text(event, NAMES, 1)
        seen.add(type(event))
    assert {kind.__name__ for kind in set(get_args(Event)) - seen} <= {"Passed"}


def test_actions_have_texts_that_fit_the_undo_command() -> None:
    named = {action: words.action_text(action) for action in (DRAW, EXTEND, END_TRIP, PLAY[Card.GO], DISCARD[0])}
    assert list(named.values()) == ["draw a card", "extend the trip", "end the trip", "play Go", "discard 25 Miles"]


def test_the_opponents_drawn_card_is_named_only_if_hands_are_open() -> None:
    drawn = Drawn(1, Card.STOP, 40)
    assert words.event_text(drawn, NAMES, 0) == "Bert drew a card."
    assert words.event_text(drawn, NAMES, 0, laid_open=True) == "Bert drew Stop."
    assert words.event_text(drawn, NAMES, None, laid_open=True) == "Bert drew Stop."
    assert words.event_text(drawn.seen_by(0), NAMES, 0, laid_open=True) == "Bert drew a card."
    assert words.event_text(drawn.seen_by(0), NAMES, 1) == "You drew a card."


def test_the_score_sheet_has_a_row_for_every_item_in_order() -> None:
    rows = words.score_items()
    assert [row[0] for row in rows] == [field.name for field in fields(Score)]
    assert len({row[1] for row in rows}) == len(rows)


@pytest.mark.slow
def test_the_prompt_asks_for_a_legal_action() -> None:
    asked = set()
    for rules in ("mile-bones", "mille"):
        for seed in range(6):
            state = MileBones(rules).new_state(seed=seed)
            for _action, _events in lively_steps(state, seed):
                for seat in (0, 1):
                    observation = state.observation(seat)
                    text = words.prompt(observation, NAMES)
                    assert is_sentence(text)
                    assert text.startswith("Your turn") == (
                        observation.to_act and observation.phase is not Phase.EXTEND
                    )
                    assert ("coup fourré" in text) == (observation.coup is not None)
                    asked.add(text)
                assert words.prompt(state.observation(None), NAMES).startswith(("It is the turn of ", "The game is"))
    assert "You are there. Do you go on to 1,000 miles?" in asked
    told = {"Your turn: draw a card.", "It is the turn of Anna.", "It is the turn of Bert.", "The game is over."}
    assert told <= asked


def test_the_end_of_the_game_is_foretold_exactly_if_ending_the_trip_brings_it() -> None:
    foretold = set()
    for rules, target in product(("mile-bones", "mille"), (800, 2000, 3500)):
        for seed in range(20):
            state = MileBones(replace(RULE_SETS[rules], target=target)).new_state(seed=seed)
            for _action, _events in lively_steps(state, seed):
                seat = state.current_player
                if seat is None or (seen := state.observation(seat)).phase is not Phase.EXTEND:
                    continue
                ends = [event for event in state.clone().apply_action(END_TRIP) if isinstance(event, GameEnded)]
                expected = [words.game_end_text(event, NAMES, seat) for event in ends]
                said = words.game_end_at_trip_text(seen, NAMES)
                assert [said] == (expected or [""])
                foretold.add(said.partition(" win")[0])
    assert foretold == {"", "You", *NAMES}, "the games end in all ways"


def test_piles_and_sides_are_described() -> None:
    assert words.pile_text(None) == "empty"
    assert words.pile_text(Card.GO) == "Go"
    assert words.going_text(TableauView()) == "not started"
    assert words.going_text(TableauView(battle=Card.STOP)) == "stopped"
    assert words.going_text(TableauView(battle=Card.GO, can_go=True)) == "going"


@pytest.mark.parametrize(
    ("name", "rest", "own", "other"),
    [
        (words.battle_name, (), "Your Battle pile", "Battle pile of Bert"),
        (words.speed_name, (), "Your Speed Limit pile", "Speed Limit pile of Bert"),
        (words.miles_name, (), "Your Miles", "Miles of Bert"),
        (words.safety_name, (2,), "Your safety place 2", "Safety place 2 of Bert"),
        (words.hand_name, (7,), "Your hand, place 7", "Hand of Bert, place 7"),
    ],
)
def test_a_place_is_named_with_its_owner(name: Callable[..., str], rest: tuple[int, ...], own: str, other: str) -> None:
    assert (name(None, *rest), name("Bert", *rest)) == (own, other)


_WAY = 1 << Card.RIGHT_OF_WAY


@pytest.mark.parametrize(
    ("side", "texts"),
    [
        (TableauView(), ("Not started: needs Go",)),
        (TableauView(battle=Card.GO, can_go=True), ("Going",)),
        (TableauView(battle=Card.REPAIRS), ("Needs Go",)),
        (TableauView(battle=Card.STOP), ("Stopped: needs Go",)),
        (TableauView(battle=Card.ACCIDENT), ("Accident: needs Repairs",)),
        (TableauView(battle=Card.OUT_OF_GAS), ("Out of gas: needs Gasoline",)),
        (TableauView(battle=Card.FLAT_TIRE), ("Flat tire: needs Spare Tire",)),
        (TableauView(battle=Card.FLAT_TIRE, safety_bits=_WAY), ("Flat tire: needs Spare Tire",)),
        (TableauView(safety_bits=_WAY, can_go=True), ("Going",)),
        (TableauView(battle=Card.GO, can_go=True, speed=Card.SPEED_LIMIT, limited=True), ("Going", "Limit 50")),
        (TableauView(battle=Card.STOP, speed=Card.SPEED_LIMIT, limited=True), ("Stopped: needs Go", "Limit 50")),
        (TableauView(battle=Card.GO, can_go=True, speed=Card.END_OF_LIMIT), ("Going",)),
    ],
)
def test_the_state_of_a_side_is_described_in_words(side: TableauView, texts: tuple[str, ...]) -> None:
    assert words.state_texts(side) == texts


def test_the_text_of_a_side_begins_with_its_player() -> None:
    stopped = TableauView(battle=Card.STOP)
    assert (words.side_text(stopped, None), words.side_text(stopped, "Bert")) == ("You: stopped", "Bert: stopped")
