"""Records as text: which texts are read, which are refused, and the place that each error names."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.engine.bodies import ActionList, HandRecord, Hands
from mile_bones.engine.errors import NewerVersion, RecordError, ReplayError
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import replay

DATA = Path(__file__).parent.parent / "data" / "conformance"
VALID = (DATA / "original-00.json").read_text(encoding="utf-8")

SMALL = """\
{"format": "mile-bones-record", "version": 1, "game": "mile-bones",
 "rules": "mille", "target": 5000, "assisted": false,
 "players": [{"name": "Anna", "kind": "human"}, {"name": "Computer", "kind": "computer", "level": "easy"}],
 "hands": [
  {"first": 1, "dealt": [["GO"], ["25"]], "deck": ["STOP"], "actions": ["1 draw"]},
  {"first": 0, "dealt": [["GO"], ["25"]], "deck": [], "actions": [],
   "score": [{"total": 5}, {"total": -5}]}
 ]}
"""


SECOND = SMALL.replace(
    '"version": 1', '"version": 2, "id": "0123456789abcdef0123456789abcdef", "options": {"jokers": true}'
)
PAIR = (PlayerInfo("Anna", "human"), PlayerInfo("Ben", "human"))


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    error = caught.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.reason}"
    assert error.line >= 1
    assert error.column >= 1
    return error


def place_of(text: str, mark: str) -> tuple[int, int]:
    """Return the line and column of the first occurrence of ``mark``."""
    before = text[: text.index(mark)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_a_record_is_read() -> None:
    record = Record.from_json(SMALL)
    assert record == Record(
        game="mile-bones",
        rules="mille",
        players=(PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy")),
        body=Hands(
            (
                HandRecord(1, (("GO",), ("25",)), ("STOP",), ("1 draw",)),
                HandRecord(0, (("GO",), ("25",)), (), (), ({"total": 5}, {"total": -5})),
            )
        ),
        target=5000,
        assisted=False,
        ended=None,
    )


def test_the_json_of_a_record_has_the_documented_layout() -> None:
    """Any JSON reader finds the members of the record in the documented order, with one line for each list of cards."""
    record = Record.from_json(SMALL)
    text = record.to_json()
    assert text.endswith("}\n")
    plain = json.loads(text)
    assert plain == {**json.loads(SMALL), "version": 2, "id": record.id, "options": {}}
    head = ["format", "version", "id", "game", "rules", "options", "target", "assisted", "players"]
    assert list(plain) == [*head, "hands"]
    assert len(text.splitlines()) == 1 + sum(5 if hand.score else 4 for hand in record.hands)
    whole = replace(record, seed=7, ended=GIVEN_UP, arrangement=(("GO",), ()), options={"jokers": True}, id="a" * 32)
    head[7:8] = ["seed", "assisted", "ended"]
    assert list(json.loads(whole.to_json())) == [*head, "arrangement", "hands"]
    assert Record.from_json(whole.to_json()) == whole


def test_a_game_from_version_1_keeps_its_identity() -> None:
    """The id of the game is made from its first deal. The canonical text, which tells games apart, is the text of
    version 1.
    """
    record = Record.from_json(SMALL)
    assert re.fullmatch("[0-9a-f]{64}", record.id)
    assert Record.from_json(SMALL.replace("Anna", "Ben").replace('"1 draw"', "")).id == record.id
    assert Record.from_json(SMALL.replace('"STOP"', '"GO"')).id != record.id
    again = Record.from_json(record.to_json())
    assert again == record
    assert again.canonical_json() == record.canonical_json()
    assert json.loads(record.canonical_json()) == json.loads(SMALL)
    assert again.digest() == record.digest() == hashlib.sha256(record.canonical_json().encode()).digest()


def test_the_order_of_a_hand_does_not_change_the_identity_of_a_game() -> None:
    for record in (Record.from_json(SMALL), replace(Record.from_json(SMALL), id="a" * 32)):
        ordered = replace(record, arrangement=(("25", "GO"), ()))
        assert ordered != record
        assert "arrangement" in ordered.to_json()
        assert ordered.canonical_json() == record.canonical_json()
        assert ordered.digest() == record.digest()
    drawn = replace(Record.from_json(SMALL), id="a" * 32)
    assert drawn.canonical_json() == drawn.to_json()
    assert drawn.digest() != replace(drawn, id="b" * 32).digest()


def test_a_game_without_cards_stores_a_list_of_actions() -> None:
    record = Record("stones", "stones", PAIR, ActionList(1, ("1 place A", "0 place B")), target=None, id="a" * 32)
    text = record.to_json()
    assert list(json.loads(text))[-3:] == ["players", "first", "actions"]
    assert "target" not in json.loads(text)
    assert Record.from_json(text, lambda game: ActionList if game == "stones" else None) == record
    with pytest.raises(RecordError, match="“first” is not a part of a record"):
        Record.from_json(text)
    with pytest.raises(RecordError, match="there is no game called “stones”") as caught:
        Record.from_json(text, lambda _game: None)
    assert (caught.value.line, caught.value.column) == place_of(text, '"stones"')
    with pytest.raises(TypeError):
        _ = record.hands


def test_a_record_notes_that_its_game_was_given_up() -> None:
    text = SMALL.replace('"players"', '"ended": "given_up", "players"')
    record = Record.from_json(text)
    assert record.ended == GIVEN_UP
    assert Record.from_json(record.to_json()) == record
    assert "ended" not in json.loads(Record.from_json(SMALL).to_json())


def test_a_record_has_the_seed_of_its_deals_if_it_is_known() -> None:
    text = SMALL.replace('"players"', '"seed": 123456789012345678, "players"')
    record = Record.from_json(text)
    assert record.seed == 123456789012345678
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(SMALL).seed is None
    assert "seed" not in json.loads(Record.from_json(SMALL).to_json())


# --- faults and their places ---------------------------------------------------------------------------------------

# Each case has a part of SMALL, its replacement, and a text that begins where the fault is. None instead of this text
# leaves the place unchecked.
BAD_JSON = [
    ('"mile-bones-record"', "", ', "version"'),
    ('"mile-bones-record"', "mile-bones-record", "mile-bones-record"),
    ('"mile-bones-record"', "'mile-bones-record'", "'mile-bones-record'"),
    ('"version": 1', "version: 1", "version: 1"),
    ('"version": 1', '"version" 1', "1, "),
    ('"version": 1', '"version": 1,', ', "game"'),
    ('"version": 1', '"version": 01', "01"),
    ('"version": 1', '"version": +1', "+1"),
    ('"version": 1', '"version": 1.0', "1.0"),
    ('"version": 1', '"version": 1e0', "1e0"),
    ('"version": 1', '"version": .5', ".5"),
    ('"version": 1', '"version": -', "-, "),
    ('"version": 1', '"version": ١', "١"),
    ('"version": 1', '"version": 1000000000000000000', "1000000000000000000"),
    ("5000", "NaN", "NaN"),
    ("5000", "Infinity", "Infinity"),
    ("5000", "-Infinity", "-Infinity"),
    ("5000", "0x10", "x10"),
    ("5000", "1_000", "_000"),
    ("5000", "9" * 100_000, "9" * 100),
    ("false", "False", "False"),
    ("false", "falsely", "ly"),
    ("false", "// no\nfalse", "// no"),
    ('"human"}', '"human"', '{"name": "Computer"'),
    ('"human"}', '"human",}', '}, {"name": "Computer"'),
    ('["STOP"]', '["STOP",]', '], "actions"'),
    ('["STOP"]', '["STOP" "GO"]', '"GO"]'),
    ('["STOP"]', '["STOP"', ': ["1 draw"]'),
    ('["STOP"]', '["STO\nP"]', "\nP"),
    ('["STOP"]', '["STO\tP"]', "\tP"),
    ('["STOP"]', '["STO\\P"]', "\\P"),
    ('["STOP"]', '["STO\\u12"]', None),
    (" ]}\n", " ]}\n!", "!"),
    (" ]}\n", " ]} []", "[]"),
    (" ]}\n", " ]}\x00", "\x00"),
    (" ]}\n", " ]\n", None),
    (" ]}\n", " ", None),
]


@pytest.mark.parametrize(("old", "new", "at"), BAD_JSON)
def test_an_error_names_the_place_of_bad_json(old: str, new: str, at: str | None) -> None:
    text = SMALL.replace(old, new, 1)
    assert text != SMALL
    error = refused(text)
    if at is None:
        return
    start = SMALL.index(old)
    line, column = place_of(text[start:], at)
    first_line, first_column = place_of(SMALL, old)
    expected = (first_line + line - 1, first_column + column - 1 if line == 1 else column)
    assert (error.line, error.column) == expected, error


# Each case has a member of SMALL, its replacement, and the value that the error points at.
BAD_SHAPE = [
    ('"mile-bones-record"', '"whist-record"', '"whist-record"'),
    ('"mile-bones-record"', "7", "7"),
    ('"version": 1', '"version": 0', "0"),
    ('"version": 1', '"version": -3', "-3"),
    ('"version": 1', '"version": "1"', '"1"'),
    ('"version": 1', '"version": true', "true"),
    ('"version": 1', '"version": null', "null"),
    ('"game": "mile-bones"', '"game": ["mile-bones"]', '["mile-bones"]'),
    ('"rules": "mille"', '"rules": {}', "{}"),
    ("5000", "0", "0"),
    ("5000", "-5000", "-5000"),
    ("5000", '"5000"', '"5000"'),
    ("5000", "true", "true"),
    ('"assisted": false', '"assisted": 0', "0"),
    ('"assisted": false', '"assisted": "no"', '"no"'),
    ('"assisted": false', '"assisted": false, "colour": "red"', '"red"'),
    ('"assisted": false', '"assisted": false, "ended": "won"', '"won"'),
    ('"assisted": false', '"assisted": false, "ended": null', "null"),
    ('"assisted": false', '"assisted": false, "seed": -1', "-1"),
    ('"assisted": false', '"assisted": false, "seed": "7"', '"7"'),
    ('[{"name": "Anna", "kind": "human"}, ', "[", '[{"name": "Computer"'),
    ('{"name": "Anna", "kind": "human"}', '{}, {"name": "Anna", "kind": "human"}', "place of players"),
    ('{"name": "Anna", "kind": "human"}', '"Anna"', '"Anna"'),
    ('{"name": "Anna", "kind": "human"}', '{"kind": "human"}', '{"kind": "human"}'),
    ('{"name": "Anna", "kind": "human"}', '{"name": "Anna"}', '{"name": "Anna"}'),
    ('"Anna"', "null", "null"),
    ('"human"', '"dog"', '"dog"'),
    ('"human"}', '"human", "age": 7}', "7"),
    ('"easy"', "3", "3"),
    ('"first": 1', '"first": 2', "2"),
    ('"first": 1', '"first": -1', "-1"),
    ('"first": 1', '"first": true', "true"),
    ('"first": 1, ', "", "{"),
    ('"first": 1', '"first": 1, "last": 2', "2"),
    ('[["GO"], ["25"]]', '[["GO"]]', '[["GO"]]'),
    ('[["GO"], ["25"]]', '[["GO"], ["25"], []]', "[["),
    ('[["GO"], ["25"]]', '["GO", "25"]', '"GO"'),
    ('[["GO"], ["25"]]', "{}", "{}"),
    ('["STOP"]', '"STOP"', '"STOP"'),
    ('["STOP"]', '["STOP", 25]', "25"),
    ('["STOP"]', '["STOP", null]', "null"),
    ('["1 draw"]', '[["1 draw"]]', '["1 draw"]]'),
    ('[{"total": 5}, {"total": -5}]', "null", "null"),
    ('[{"total": 5}, {"total": -5}]', '[{"total": 5}]', '[{"total": 5}]'),
    ('[{"total": 5}, {"total": -5}]', "[5, -5]", "5"),
    ('{"total": 5}', '{"total": "5"}', '"5"'),
    ('{"total": 5}', '{"total": true}', "true"),
]


@pytest.mark.parametrize(("old", "new", "at"), BAD_SHAPE)
def test_an_error_names_the_place_of_a_wrong_value(old: str, new: str, at: str) -> None:
    text = SMALL.replace(old, new, 1)
    error = refused(text)
    if at == "place of players":
        expected = place_of(text, '[{}, {"name"')
    elif old == '"first": 1, ':
        expected = place_of(text, '{"dealt"')
    else:
        offset = text.index(at, SMALL.index(old))
        expected = place_of(text[:offset] + "\0", "\0")
    assert (error.line, error.column) == expected, error


@pytest.mark.parametrize("name", ["format", "version", "game", "rules", "target", "assisted", "players", "hands"])
def test_every_member_must_occur_exactly_once(name: str) -> None:
    whole = json.loads(SMALL)
    error = refused(json.dumps({key: value for key, value in whole.items() if key != name}))
    assert name in error.reason
    twice = SMALL[:-2] + f',\n "{name}": 1}}\n'
    error = refused(twice)
    assert (error.line, error.column) == (SMALL.count("\n") + 1, 2)
    assert name in error.reason


@pytest.mark.parametrize("name", ["first", "dealt", "deck", "actions"])
def test_every_member_of_a_hand_must_occur(name: str) -> None:
    whole = json.loads(SMALL)
    del whole["hands"][0][name]
    assert name in refused(json.dumps(whole)).reason


@pytest.mark.parametrize(
    ("member", "again"),
    [('"kind": "human"', '"kind": "human"'), ('"first": 1', '"first": 0'), ('"total": 5', '"total": 7')],
)
def test_a_nested_member_must_not_occur_twice(member: str, again: str) -> None:
    text = SMALL.replace(member, f"{member}, {again}", 1)
    error = refused(text)
    offset = text.index(member) + len(member) + 2
    assert (error.line, error.column) == place_of(text[:offset] + "\0", "\0")
    assert "second time" in error.reason


def test_names_of_members_are_compared_after_decoding_escapes() -> None:
    assert "game" in refused(SMALL[:-2] + ', "g\\u0061me": "mile-bones"}').reason


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\ufeff", "null", "[]", '"record"', "7", "{}", "{", "[", '"', "\x00"]
)
def test_a_text_that_is_not_a_record_is_refused(text: str) -> None:
    refused(text)


def test_the_place_of_a_fault_counts_lines_with_any_line_ending() -> None:
    assert (refused("\n\n  ?").line, refused("\n\n  ?").column) == (3, 3)
    assert (refused("\r\n ?").line, refused("\r\n ?").column) == (2, 2)
    assert (refused("").line, refused("").column) == (1, 1)


# --- versions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [3, 10**17])
def test_a_newer_version_raises_its_own_error(version: int) -> None:
    text = SMALL.replace('"version": 1', f'"version": {version}').replace('"assisted"', '"colour": "red", "assisted"')
    error = refused(text)
    assert isinstance(error, NewerVersion)
    assert str(version) in error.reason
    assert (error.line, error.column) == place_of(text, f"{version}, ")


@pytest.mark.parametrize(
    ("part", "instead", "reason", "mark"),
    [
        ('"id": "0123456789abcdef0123456789abcdef", ', "", "“id” is missing", "{"),
        ("0123456789abcdef0123456789abcdef", "0123", "32 hexadecimal digits", '"0123"'),
        ("0123456789abcdef0123456789abcdef", "G" * 32, "32 hexadecimal digits", '"GGG'),
        ("0123456789abcdef0123456789abcdef", "0" * 64, "not the id of the first deal", '"000'),
        ('"0123456789abcdef0123456789abcdef"', "7", "a text in quotes", "7,"),
        (', "options": {"jokers": true}', "", "“options” is missing", "{"),
        ('{"jokers": true}', "[]", "an object in braces", "[],"),
        ("true", "null", "an option is a text", "null"),
        ("true", "[]", "an option is a text", "[]}"),
        ('"rules"', '"arrangement": [["GO"]], "rules"', "a list of two", "[[" + '"GO"]], '),
        ('"rules"', '"arrangement": [["GO"], [7]], "rules"', "a text in quotes", "7]]"),
        ('"rules"', '"colour": "red", "rules"', "not a part of a record", '"red"'),
    ],
)
def test_an_error_names_the_place_of_a_fault_in_a_version_2_record(part: str, instead: str, reason: str, mark: str):
    assert Record.from_json(SECOND).options == {"jokers": True}
    assert part in SECOND
    text = SECOND.replace(part, instead, 1)
    error = refused(text)
    assert reason in error.reason
    assert (error.line, error.column) == place_of(text, mark)


@pytest.mark.parametrize("name", ["id", "options", "arrangement"])
def test_version_1_refuses_the_members_that_version_2_added(name: str):
    error = refused(SMALL.replace('"rules"', f'"{name}": "x", "rules"'))
    assert f"“{name}” is not a part of a record" in error.reason


def test_the_current_and_older_versions_are_not_reported_as_newer() -> None:
    assert not isinstance(refused(SMALL.replace('"version": 1', '"version": 0')), NewerVersion)


# --- hostile input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bracket", ["[", '{"a":', "[[{", "]", '[{"a":'])
def test_a_million_brackets_are_refused_without_a_recursion_error(bracket: str) -> None:
    error = refused(bracket * 1_000_000)
    assert error.line == 1
    refused(SMALL.replace('["STOP"]', bracket * 100_000))


def test_nesting_deeper_than_16_is_refused() -> None:
    error = refused("[" * 17)
    assert (error.line, error.column) == (1, 17)
    assert "deep" in error.reason
    assert "deep" not in refused("[" * 16).reason


@pytest.mark.parametrize("digits", [10**4, 10**6])
def test_a_number_of_more_than_18_digits_is_refused(digits: int) -> None:
    assert "18 digits" in refused(SMALL.replace("5000", "5" * digits)).reason


def test_a_number_of_18_digits_is_read() -> None:
    assert Record.from_json(SMALL.replace("5000", "9" * 18)).target == 10**18 - 1


LONG_OR_STEERING = ("x" * 100_000, "a\nb", "\x1b[2J", "\u202etxet", "\0")


@pytest.mark.parametrize("word", LONG_OR_STEERING, ids=["long", "lines", "terminal", "backwards", "zero"])
def test_an_error_is_one_short_line_whatever_the_record_contains(word: str) -> None:
    name = json.dumps(word)
    valid = json.loads(VALID)
    hand = valid["hands"][0]
    refused_texts = [
        SMALL.replace('"assisted": false', f'"assisted": false, {name}: 1'),
        SMALL.replace('"assisted": false', f'"assisted": false, "ended": {name}'),
        SMALL.replace('"total": 5', f"{name}: 5, {name}: 6"),
    ]
    reasons = [refused(text).reason for text in refused_texts]
    for change in (
        {"game": word},
        {"rules": word},
        {"hands": [hand | {"deck": [word, *hand["deck"][1:]]}]},
        {"hands": [hand | {"actions": [word]}]},
        {"hands": [hand | {"actions": [f"{hand['first']} play {word}"]}]},
        {"hands": [hand | {"actions": [f"{hand['first']} {word}"]}]},
    ):
        with pytest.raises(ReplayError) as caught:
            list(replay(Record.from_json(json.dumps(valid | change))))
        reasons.append(caught.value.reason)
    assert len(reasons) == 9
    for reason in reasons:
        assert reason.isprintable()
        assert len(reason) < 100
        assert "\ufffd" in reason or "x…" in reason


def test_much_white_space_and_long_names_are_read() -> None:
    assert Record.from_json(" \t\r\n" * 100_000 + SMALL + "\n" * 100_000) == Record.from_json(SMALL)
    long_name = "A" * 500_000
    assert Record.from_json(SMALL.replace("Anna", long_name)).players[0].name == long_name


# --- names -----------------------------------------------------------------------------------------------------------

NAMES = (
    *("", " ", "Zoë", "Анна", "小林", "🚗", "👩‍👩‍👧", "שרה", "\u202eAnna\u202c", "a\u2028b\u2029c"),
    *('"', "\\", "\\n", "\n\t\r", "\x00\x1f\x7f", "</script>", "{name}", "%s", "\ufeff", "\ufffd\uffff"),
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_record_keeps_any_name_of_a_player(name: str) -> None:
    record = Record("mile-bones", "mille", (PlayerInfo(name, "human"), PlayerInfo(name * 2, "computer", name)))
    text = record.to_json()
    assert Record.from_json(text) == record
    assert Record.from_json(text.encode("utf-8").decode("utf-8")) == record
    assert json.loads(text)["players"][0]["name"] == name


def test_a_name_may_be_written_with_escapes() -> None:
    text = SMALL.replace("Anna", "\\u0041nn\\ud83d\\ude97")
    assert Record.from_json(text).players[0].name == "Ann🚗"


@pytest.mark.parametrize("half", ["\\ud800", "\\udc80", "\\ud83d!", "\\ude97\\ud83d", "\udfff"], ids=ascii)
def test_an_error_names_the_place_of_half_a_surrogate_pair(half: str) -> None:
    text = SMALL.replace("Anna", half)
    error = refused(text)
    assert (error.line, error.column) == place_of(text, f'"{half}')
    assert "half a character" in error.reason
    refused(SMALL.replace('"STOP"', f'"{half}"'))
    refused(SMALL.replace('"total"', f'"{half}"', 1))


HALVES = [("A\udc80", "A\ufffd"), ("\ud83d", "\ufffd"), ("\ud83d\ude97", "🚗")]


@pytest.mark.parametrize(("name", "saved"), HALVES, ids=ascii)
def test_a_game_is_saved_even_if_a_name_has_half_a_surrogate_pair(name: str, saved: str) -> None:
    record = Record("mile-bones", "mille", (PlayerInfo(name, "human"), PlayerInfo("B", "human")))
    text = record.to_json()
    assert text.encode("utf-8")
    assert Record.from_json(text).players[0].name == saved


def test_a_byte_order_mark_is_skipped_and_not_counted() -> None:
    assert Record.from_json("\ufeff" + SMALL) == Record.from_json(SMALL)
    assert (refused("\ufeff?").line, refused("\ufeff?").column) == (1, 1)
    assert (refused("\ufeff ?\n").line, refused("\ufeff ?\n").column) == (1, 2)
    assert (refused("\ufeff\n?").line, refused("\ufeff\n?").column) == (2, 1)
    assert (refused("\ufeff\ufeff{}").line, refused("\ufeff\ufeff{}").column) == (1, 1)


# --- any record, any damage ------------------------------------------------------------------------------------------

TEXTS = st.text(max_size=12)
COUNTS = st.integers(-(10**17), 10**17)
PLAYERS = st.builds(PlayerInfo, TEXTS, st.sampled_from(["human", "computer"]), st.none() | TEXTS)
LISTS = st.lists(TEXTS, max_size=4).map(tuple)
SCORES = st.dictionaries(TEXTS, COUNTS, max_size=4)
HANDS = st.builds(
    HandRecord, st.integers(0, 1), st.tuples(LISTS, LISTS), LISTS, LISTS, st.none() | st.tuples(SCORES, SCORES)
)
IDS = st.text("0123456789abcdef", min_size=32, max_size=32)
OPTIONS = st.dictionaries(TEXTS, TEXTS | COUNTS | st.booleans(), max_size=3)
RECORDS = st.builds(
    Record,
    game=TEXTS,
    rules=TEXTS,
    players=st.tuples(PLAYERS, PLAYERS),
    body=st.lists(HANDS, max_size=3).map(lambda hands: Hands(tuple(hands))),
    target=st.none() | st.integers(1, 10**17),
    id=st.just("") | IDS,
    options=OPTIONS,
    arrangement=st.none() | st.tuples(LISTS, LISTS),
    assisted=st.booleans(),
    ended=st.sampled_from([None, GIVEN_UP]),
    seed=st.none() | st.integers(0, 10**18 - 1),
)


@pytest.mark.proof
@examples(100)
@given(record=RECORDS)
def test_every_record_survives_writing_and_reading(record: Record) -> None:
    text = record.to_json()
    assert Record.from_json(text) == record
    assert Record.from_json(text.encode("utf-8").decode("utf-8")).to_json() == text
    assert Record.from_json(json.dumps(json.loads(text), indent=3)) == record


def read_and_replay(text: str) -> None:
    """Do what the program does with a file of unknown origin. Only the two suppressed errors may occur."""
    with suppress(RecordError, ReplayError):
        for _step in replay(Record.from_json(text), seed=1):
            pass


@pytest.mark.slow
@examples(120)
@given(data=st.data())
def test_damaged_bytes_raise_only_the_two_expected_errors(data: st.DataObject) -> None:
    raw = bytearray(VALID.encode("utf-8"))
    for _damage in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        kind = data.draw(st.sampled_from(["change", "cut", "insert", "double", "end"]))
        if kind == "change":
            raw[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del raw[at : at + data.draw(st.integers(1, 30))]
        elif kind == "insert":
            raw[at:at] = data.draw(st.binary(min_size=1, max_size=8))
        elif kind == "double":
            raw[at:at] = raw[at : at + 40]
        else:
            del raw[max(at, 1) :]
        if not raw:
            raw = bytearray(b"{")
    read_and_replay(raw.decode("utf-8", "replace"))
    read_and_replay(raw.decode("latin-1"))


@pytest.mark.proof
@examples(120)
@given(data=st.data())
def test_damaged_values_raise_only_the_two_expected_errors(data: st.DataObject) -> None:
    """Replace any part of valid JSON by any value. This reaches further into the reader than damaged bytes do."""
    whole = json.loads(VALID)
    anything: st.SearchStrategy[Any] = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["GO", "0 draw", "1 draw"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=4,
    )
    node: Any = whole
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 3)) == 0:
            node[key] = data.draw(anything)
            break
        node = inner
    read_and_replay(json.dumps(whole))
    read_and_replay(json.dumps(whole, ensure_ascii=False))


def test_a_truncated_record_is_refused_at_its_end() -> None:
    for length in range(0, len(VALID) - 2, 17):
        text = VALID[:length]
        error = refused(text)
        offset = sum(len(line) + 1 for line in text.split("\n")[: error.line - 1]) + error.column - 1
        assert length - 25 <= offset <= length, "in or after the last word"


@pytest.mark.parametrize("cut", [lambda text: text[: len(text) // 2], lambda text: text[1:], lambda text: text * 2])
def test_half_a_record_and_two_records_are_refused(cut: Callable[[str], str]) -> None:
    refused(cut(VALID))


def test_several_faults_are_reported_in_a_fixed_order() -> None:
    """The record is wrong in every member. Each reported fault is corrected, until the record is valid."""
    player = {"kind": "dog", "level": 3, "name": None}
    hand = {"first": 2, "dealt": [7, ["GO", 8]], "deck": 0, "actions": [None], "score": [{"total": True}, 1]}
    wrong: dict[str, Any] = {
        "assisted": 1,
        "hands": [hand, {"more": 1}],
        "players": [player, {}],
        "rules": 1,
        "arrangement": 1,
        "options": {"jokers": None},
        "id": "x",
        "seed": -1,
        "target": 0,
        "ended": "",
        "colour": 1,
        "game": 1,
        "version": 9,
        "format": "",
    }
    right: list[tuple[tuple[str | int, ...], Any]] = [
        (("format",), "mile-bones-record"),
        (("version",), 2),
        (("game",), "mile-bones"),
        (("colour",), None),
        (("ended",), GIVEN_UP),
        (("target",), 1),
        (("seed",), 0),
        (("id",), "0" * 64),
        (("options", "jokers"), True),
        (("arrangement",), [[], []]),
        (("rules",), "mille"),
        (("players", 0, "kind"), "human"),
        (("players", 0, "level"), "easy"),
        (("players", 0, "name"), "A"),
        (("players", 1), {"kind": "human", "name": "B"}),
        (("hands", 0, "first"), 1),
        (("hands", 0, "dealt", 0), []),
        (("hands", 0, "dealt", 1, 1), "25"),
        (("hands", 0, "deck"), []),
        (("hands", 0, "actions", 0), "1 draw"),
        (("hands", 0, "score", 0, "total"), 5),
        (("hands", 0, "score", 1), {}),
        (("hands", 1, "more"), None),
        (("hands", 1), hand),
        (("id",), "0" * 32),
        (("assisted",), True),
    ]
    for path, value in right:
        node: Any = wrong
        for part in path[:-1]:
            node = node[part]
        there = json.dumps(node[path[-1]])
        node[path[-1]] = "the mark"
        marked = json.dumps(wrong)
        line, column = place_of(marked, '"the mark"')
        error = refused(marked.replace('"the mark"', there))
        assert (error.line, error.column) == (line, column), (path, error)
        if path[-1] in ("colour", "more"):
            del node[path[-1]]
        else:
            node[path[-1]] = value
    assert Record.from_json(json.dumps(wrong)).hands[0].actions == ("1 draw",)
