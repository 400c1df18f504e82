"""Our own bot answers questions, reports messages that it cannot understand, and continues."""

from __future__ import annotations

import copy
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.games.milebones import codec
from mile_bones.games.milebones.actions import DRAW, parse_action
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab.protocol import messages
from mile_bones.lab.protocol.bot import serve
from mile_bones.lab.protocol.lines import to_line
from mile_bones.players import load_player

HELLO = to_line(messages.table_hello("mile-bones", 10))


def talk(*lines: bytes, level: str = "easy") -> list[dict[str, Any]]:
    """Return the answers of our bot to these lines."""
    sink = io.BytesIO()
    serve("mile-bones", load_player("mile-bones", level), "ours", io.BytesIO(b"".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def questions(rules: str, seed: int) -> list[tuple[dict[str, Any], str]]:
    """Return the questions of a hand between two players of the level ``original``, with their answers."""
    player = load_player("mile-bones", "original")
    hand = Hand(RULE_SETS[rules], shuffled_deal(RULE_SETS[rules], seed, 0, 0))
    asked = []
    while hand.ended is None:
        action = DRAW
        if not hand.draw_is_forced():
            observation = hand.observation(hand.player)
            action = player.choose(observation)
            asked.append(
                (
                    messages.question(len(asked) + 1, [], codec.observation(observation), observation.legal_actions()),
                    str(action),
                )
            )
        hand.apply(action)
    return asked


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_bot_answers_from_the_message_alone(rules: str) -> None:
    asked = questions(rules, 5)
    assert len(asked) > 20
    greeting, *answers = talk(HELLO, *(to_line(question) for question, _answer in asked), level="original")
    assert greeting == {"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "ours"}
    assert [(answer["type"], answer["id"], answer["action"]) for answer in answers] == [
        ("action", number, action) for number, (_question, action) in enumerate(asked, 1)
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"GO\n", "bad_json"),
        (b'{"type":"question","type":"bye"}\n', "bad_json"),
        (b"\xff\xfe\n", "bad_json"),
        (b'{"type": 7}\n', "bad_message"),
        (b"{}\n", "bad_message"),
        (b'{"type":"action","id":1,"action":"draw"}\n', "unknown_type"),
        (b'{"type":"question","id":1}\n', "bad_message"),
        (b'{"type":"game_over","game":1,"winner":2,"totals":{"own":0,"other":0}}\n', "bad_message"),
        (b"x" * 1_500_000 + b"\n", "line_too_long"),
    ],
)
def test_the_bot_answers_the_next_question_after_an_error_for_a_bad_line(line: bytes, code: str) -> None:
    question, answer = questions("mille", 1)[0]
    _hello, error, action = talk(HELLO, line, to_line(question), level="original")
    assert (error["type"], error["code"], error["fatal"]) == ("error", code, False)
    assert error["text"]
    assert (action["id"], action["action"]) == (1, answer)


def test_a_question_before_hello_gets_an_error() -> None:
    question = to_line(questions("mille", 1)[0][0])
    error, hello, action = talk(question, HELLO, question)
    assert (error["code"], error["fatal"]) == ("expected_hello", False)
    assert (hello["type"], action["type"]) == ("hello", "action")


def test_a_bot_without_a_common_version_reports_that_and_ends() -> None:
    newer = {**messages.table_hello("mile-bones", 10), "versions": [2, 3]}
    (error,) = talk(to_line(newer), HELLO)
    assert (error["code"], error["fatal"]) == ("version", True)
    assert error["text"] == "this program speaks version 1 of the protocol, and is offered 2, 3"
    assert not serve("mile-bones", load_player("mile-bones", "easy"), "ours", io.BytesIO(to_line(newer)), io.BytesIO())


def test_a_table_with_several_versions_is_accepted() -> None:
    (hello,) = talk(to_line({**messages.table_hello("mile-bones", 10), "versions": [2, 1], "new": {"field": 1}}))
    assert hello["version"] == 1


def test_after_bye_the_bot_ignores_all_lines() -> None:
    assert len(talk(HELLO, to_line(messages.bye()), HELLO)) == 1


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("legal_actions", ["draw"], "“legal_actions” should be these:"),
        ("legal_actions", [], "“legal_actions” should be these:"),
        ("observation", lambda table: {**table, "player": 1 - table["player"]}, "has nothing to choose"),
        ("observation", lambda table: {**table, "left": table["left"] + 1}, "“left” contradicts the rest"),
    ],
)
def test_a_question_that_contradicts_itself_is_not_answered(field: str, value: object, says: str) -> None:
    question = questions("mille", 1)[0][0]
    question[field] = value(question[field]) if callable(value) else value
    _hello, error = talk(HELLO, to_line(question))
    assert (error["code"], error["fatal"]) == ("bad_question", False)
    assert says in error["text"]


ASKED = [question for rules in RULE_SETS for seed in (2, 3) for question, _answer in questions(rules, seed)]
junk = st.none() | st.booleans() | st.integers(-3, 1000) | st.sampled_from(["GO", "STOP", "", "play"]) | st.just([])


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """Generate a question in which something has been replaced, dropped or doubled."""
    question = copy.deepcopy(draw(st.sampled_from(ASKED)))
    for _change in range(draw(st.integers(1, 3))):
        place: Any = question
        while True:
            names = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not names:
                break
            name = draw(st.sampled_from(names))
            if isinstance(place[name], (dict, list)) and draw(st.integers(0, 3)):
                place = place[name]
                continue
            if draw(st.booleans()):
                place[name] = draw(junk)
            elif isinstance(place, list) and draw(st.booleans()):
                place.append(place[name])
            else:
                del place[name]
            break
    return question


@pytest.mark.proof
@examples(300)
@given(st.lists(spoiled(), min_size=1, max_size=3), st.sampled_from(["easy", "original"]))
def test_every_question_gets_exactly_one_answer_even_a_spoiled_one(asked: list[dict[str, Any]], level: str) -> None:
    _hello, *answers = talk(HELLO, *map(to_line, asked), level=level)
    for question, answer in zip(asked, answers, strict=True):
        if answer["type"] == "action":
            assert answer["action"] in question["legal_actions"]
            assert str(parse_action(answer["action"])) == answer["action"]
        else:
            assert answer["type"] == "error"
