"""The words of Mile Bones: everything that can happen or be refused is said in a sentence that a player understands."""

from __future__ import annotations

import ast
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import mile_bones
from games.tables import ACTION_SPACE, lively_steps, play, table
from mile_bones.engine import Refusal
from mile_bones.games.milebones import (
    DISCARD,
    DRAW,
    END_TRIP,
    EXTEND,
    PLAY,
    Card,
    Dealt,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    MileBones,
    MileBonesState,
    Phase,
    Score,
    TableauView,
    parse_action,
    words,
)

PACKAGE = Path(mile_bones.__file__).parent


@cache
def played() -> tuple[tuple[Event, ...], frozenset[Refusal]]:
    """Every event and every refusal of some whole games under both rule sets."""
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
    return words.refusal_text(refusal)


def is_sentence(text: str) -> bool:
    return text == text.strip() and text[:1].isupper() and not set("{}_") & set(text) and "None" not in text


def test_every_card_has_a_name_of_its_own() -> None:
    names = [words.card_name(card) for card in Card]
    assert len(set(names)) == 19
    assert all(map(is_sentence, (name for name in names if not name[0].isdigit())))
    assert names[:5] == ["25 Miles", "50 Miles", "75 Miles", "100 Miles", "200 Miles"]
    assert (names[Card.OUT_OF_GAS], names[Card.GO], names[Card.RIGHT_OF_WAY]) == ("Out of Gas", "Go", "Right of Way")


def codes_in(source: str) -> set[str]:
    """The codes with which ``Refusal`` is called, both ends of a choice between two included."""
    codes: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            first = node.args[0]
            parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for part in parts:
                assert isinstance(part, ast.Constant), "a code that cannot be read from the source"
                codes.add(part.value)
    return codes


@pytest.mark.slow
def test_there_are_words_for_every_code_that_stands_in_the_program_and_for_no_other() -> None:
    others = [path for path in (PACKAGE / "games").iterdir() if path.name != "milebones"]
    paths = [path for path in PACKAGE.rglob("*.py") if not any(path.is_relative_to(other) for other in others)]
    codes = set().union(*(codes_in(path.read_text(encoding="utf-8")) for path in paths))
    assert codes == set(words.REFUSAL_CODES)


@pytest.mark.slow
def test_every_refusal_that_comes_up_is_a_clause_without_its_full_stop() -> None:
    _events, refusals = played()
    for refusal in refusals:
        text = words.refusal_text(refusal)
        assert is_sentence(text)
        assert text[-1] not in ".!?"


def test_nearly_every_code_comes_up_in_play() -> None:
    """The three others are tried by name here and in the cases of the rules page."""
    _events, refusals = played()
    assert words.REFUSAL_CODES - {refusal.code for refusal in refusals} <= {
        "hand_over",
        "not_your_turn",
        "too_many_200s",
    }
    assert words.refusal_text(Refusal("not_your_turn")) == "It is the computer's turn"


def test_the_reasons_say_what_to_do() -> None:
    state = table("mile-bones", "GO 75 GO 200 STOP", "STOP SPEED_LIMIT 3*25", 20 * "25 ", goal=200)
    assert why(state, "play GO") == "Draw a card first"
    play(state, "0 draw")
    assert why(state, "play 75") == "You are not going yet: play Go first"
    assert why(state, "play STOP") == "The computer is not going: there is nothing to stop"
    assert why(state, "draw") == "You have your card already: play or discard one"
    assert why(state, "play ACCIDENT") == "This card is not in your hand"
    play(state, "0 play GO, 1 draw, 1 play STOP, 0 draw")
    assert why(state, "play 75") == "You are stopped: play Go first"
    play(state, "0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw")
    assert why(state, "play 75") == "Only 25 and 50 under a Speed Limit"
    play(state, "0 play 25, 1 draw, 1 discard 25, 0 draw")
    assert why(state, "play 200") == "Too far: only 175 miles to go"


def test_a_hazard_names_its_remedy() -> None:
    state = table("mille", "GO 75 GO EXTRA_TANK", "ACCIDENT 3*25", 20 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play ACCIDENT, 0 draw")
    assert why(state, "play 75") == why(state, "play GO") == "You have had an accident: play Repairs first"
    assert why(state, "discard EXTRA_TANK") == "A safety may not be discarded: play it"


@pytest.mark.parametrize(("most", "text"), [(1, "Only 1 card of"), (2, "Only 2 cards of")])
def test_numbers_take_the_form_that_fits_them(most: int, text: str) -> None:
    assert words.refusal_text(Refusal("too_many_200s", (most,))).startswith(text)


def test_every_event_is_a_sentence_for_both_seats() -> None:
    events, _refusals = played()
    seen = set()
    for event in events:
        for seat in (0, 1):
            text = words.event_text(event.seen_by(seat), seat)
            assert is_sentence(text)
            assert text[-1] in ".!"
        if not isinstance(event, HandEnded | GameEnded):
            assert words.event_text(event, 0) != words.event_text(event, 1)
        seen.add(type(event))
    assert {kind.__name__ for kind in set(get_args(Event)) - seen} <= {"Passed"}


def test_a_choice_is_named_as_in_undo() -> None:
    named = {action: words.action_text(action) for action in (DRAW, EXTEND, END_TRIP, PLAY[Card.GO], DISCARD[0])}
    assert list(named.values()) == ["draw a card", "extend the trip", "end the trip", "play Go", "discard 25 Miles"]


def test_a_pass_is_told_to_both() -> None:
    state = table("mile-bones", "GO EXTRA_TANK", "GO 25", "DRIVING_ACE 50 25", goal=200)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play GO, 0 draw, 0 play EXTRA_TANK, 0 play DRIVING_ACE")
    passed = play(state, "0 play 25, 1 play 25")[-1]
    assert words.event_text(passed, 0) == "You have no cards left."
    assert words.event_text(passed, 1) == "The computer has no cards left."


def test_what_the_computer_drew_is_not_told() -> None:
    drawn = Drawn(1, Card.STOP, 40)
    assert words.event_text(drawn.seen_by(0), 0) == words.event_text(drawn, 0) == "The computer drew a card."
    assert words.event_text(drawn, 1) == "You drew Stop."
    assert words.event_text(drawn, 0, laid_open=True) == "The computer drew Stop."
    assert words.event_text(drawn.seen_by(0), 0, laid_open=True) == "The computer drew a card."
    assert words.event_text(drawn.seen_by(0), 1) == "You drew a card."


def test_the_dealt_hand_tells_who_begins() -> None:
    dealt = Dealt(3, 1, ((), ()), 89)
    assert words.event_text(dealt, 0) == "Hand 3 is dealt. The computer begins."
    assert words.event_text(dealt, 1) == "Hand 3 is dealt. You begin."


@pytest.mark.parametrize(
    ("completed_by", "goal", "left", "text"),
    [
        (0, 700, 12, "You reached 700 miles with 12 cards left in the deck."),
        (0, 1000, 1, "You reached 1,000 miles with 1 card left in the deck."),
        (1, 700, 1, "The computer reached 700 miles with 1 card left in the deck."),
        (1, 700, 0, "The computer reached 700 miles with the deck out."),
        (None, 1000, 0, "Nobody reached 1,000 miles."),
    ],
)
def test_the_end_of_a_hand_tells_how(completed_by: int | None, goal: int, left: int, text: str) -> None:
    reason = "cards" if completed_by is None else "trip"
    end = HandEnded(1, reason, completed_by, goal, left, (Score(), Score()), (0, 0))
    assert words.event_text(end, 0) == words.hand_end_text(end, 0) == text


def test_the_end_of_the_game_tells_who_won() -> None:
    won = GameEnded(0, (5125, 3400))
    assert words.event_text(won, 0) == "You win the game, 5,125 to 3,400."
    assert words.event_text(won, 1) == "The computer wins the game, 5,125 to 3,400."
    assert words.event_text(GameEnded(None, (5000, 5000)), 1) == "The game is drawn at 5,000 points each."


def test_the_score_sheet_has_a_row_for_every_item_in_order() -> None:
    rows = words.score_items()
    assert [row[0] for row in rows] == [field.name for field in fields(Score)]
    assert len({row[1] for row in rows}) == len(rows)


def test_the_prompt_asks_for_what_can_be_done() -> None:
    asked = set()
    for rules in ("mile-bones", "mille"):
        for seed in range(6):
            state = MileBones(rules).new_state(seed=seed)
            for _action, _events in lively_steps(state, seed):
                for seat in (0, 1):
                    observation = state.observation(seat)
                    text = words.prompt(observation)
                    assert is_sentence(text)
                    assert text.startswith("Your turn") == (
                        observation.to_act and observation.phase is not Phase.EXTEND
                    )
                    assert ("coup fourré" in text) == (observation.coup is not None)
                    asked.add(text)
    assert "You are there. Do you go on to 1,000 miles?" in asked
    assert {"Your turn: draw a card.", "The computer is playing.", "The game is over."} <= asked


def test_piles_are_described() -> None:
    assert words.pile_text(None) == "empty"
    assert words.pile_text(Card.GO) == "Go"
    assert words.going_text(TableauView()) == "not started"
    assert words.going_text(TableauView(battle=Card.STOP)) == "stopped"
    assert words.going_text(TableauView(battle=Card.GO, can_go=True)) == "going"


@pytest.mark.parametrize("name", ["battle_name", "speed_name", "miles_name"])
def test_piles_tell_whose_they_are(name: str) -> None:
    of = getattr(words, name)
    assert of(True).startswith("Your ")
    assert of(False).startswith("The computer's ")


def test_places_for_safeties_are_numbered() -> None:
    names = {words.safety_name(mine, place) for mine in (True, False) for place in (1, 2, 3, 4)}
    assert len(names) == 8
