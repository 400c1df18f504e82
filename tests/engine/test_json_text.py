"""The strict decoder and the parser that notes places read every text the same.

A record is parsed with places only to locate its faults.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from mile_bones.engine import json_text
from mile_bones.engine.bodies import ActionList, Body, Hands
from mile_bones.engine.errors import NewerVersion, RecordError
from mile_bones.engine.json_text import Node, decode, parse
from mile_bones.engine.record import Record
from mile_bones.games.montreal.body import Deals
from mutations import VALUES, WORDS, mutated_record

DATA = Path(__file__).parent.parent / "data" / "conformance"
GOOD = (DATA / "original-00.json").read_text(encoding="utf-8")
SMALL = json.dumps(
    {
        "format": "mile-bones-record",
        "version": 1,
        "game": "mile-bones",
        "rules": "mille",
        "target": 5000,
        "assisted": False,
        "ended": "given_up",
        "seed": 7,
        "players": [{"name": "Zo\u00eb", "kind": "human"}, {"name": "C", "kind": "computer", "level": "easy"}],
        "hands": [
            {
                "first": 1,
                "dealt": [["GO"], ["25"]],
                "deck": ["STOP"],
                "actions": ["1 draw"],
                "score": [{"total": 5}] * 2,
            },
            {"first": 0, "dealt": [["GO"], ["25"]], "deck": [], "actions": []},
        ],
    }
)

SECOND = json.dumps(
    {
        **json.loads(SMALL),
        "version": 2,
        "id": "0123456789abcdef" * 2,
        "options": {"jokers": True, "speed": "slow", "laps": 3},
        "arrangement": [["GO"], ["25"]],
    }
)
STONES = json.dumps(
    {
        **{name: value for name, value in json.loads(SECOND).items() if name not in ("hands", "target", "arrangement")},
        "game": "stones",
        "first": 1,
        "actions": ["1 place A", "0 place B"],
    }
)
DEAL = {
    "first": 1,
    "dealt": [["8S"], ["2C"]],
    "turned": "KD",
    "stock": ["4S"],
    "actions": ["1 draw"],
    "reshuffled": ["8S"],
    "score": [{"total": 5}, {"total": -5}],
}
DEALS = json.dumps(
    {
        **{name: value for name, value in json.loads(SECOND).items() if name != "hands"},
        "game": "montreal-mille",
        "deals": [DEAL],
    }
)
TEXTS = {"version 1": SMALL, "version 2": SECOND, "no cards": STONES, "deals": DEALS}


def body_of(game: str) -> type[Body] | None:
    """Return the type of a game's body (a list of actions, deals or hands), or None for an unknown game."""
    return {"stones": ActionList, "montreal-mille": Deals, "": None}.get(game, Hands)


def plain(node: Node) -> object:
    """Return the value of ``node`` without its places."""
    if isinstance(node.value, dict):
        return {name: plain(inner) for name, inner in node.value.items()}
    return [plain(item) for item in node.value] if isinstance(node.value, list) else node.value


def offsets(node: Node) -> list[int]:
    """Return the offsets at which this value and the values inside it begin."""
    inner = node.value.values() if isinstance(node.value, dict) else node.value if isinstance(node.value, list) else ()
    return [node.offset, *(offset for each in inner for offset in offsets(each))]


def outcome(read: Callable[[], object]) -> object:
    """Return what ``read`` returns, or the ValueError that it raises."""
    try:
        return read()
    except ValueError as error:
        return error


def read(text: str) -> object:
    """Return the record, or the RecordError. Check that both parsers agree, and that the error points at a value."""
    found = outcome(lambda: Record.from_json(text, body_of))
    values, root = outcome(lambda: decode(text)), outcome(lambda: parse(text))
    if isinstance(root, RecordError):
        assert str(found) == str(root), "a fault in the JSON is reported first"
        assert isinstance(values, ValueError) or "nested too deeply" in root.reason
        return found
    assert isinstance(root, Node)
    assert repr(values) == repr(plain(root)), "the types are the same, too"
    if isinstance(found, RecordError):
        lines = text.split("\n")
        assert sum(len(line) + 1 for line in lines[: found.line - 1]) + found.column - 1 in offsets(root)
    return found


@pytest.mark.parametrize("text", [GOOD, *TEXTS.values()])
def test_a_valid_record_is_never_parsed_with_places(text: str, monkeypatch: pytest.MonkeyPatch):
    expected = read(text)
    assert isinstance(expected, Record)
    monkeypatch.delattr(json_text, "_value")
    assert Record.from_json(text, body_of) == expected
    assert Record.from_json("\ufeff \r\n" + text + "\t", body_of) == expected
    with pytest.raises(NameError):
        Record.from_json(text + "{", body_of)


@pytest.mark.slow
def test_both_parsers_agree_on_damaged_records():
    luck = Random(11)
    found = [read(mutated_record(GOOD, luck)) for _time in range(300)]
    assert sum(isinstance(each, Record) for each in found) > 20, "many are still records, of other games"


def _places(tree: object, path: tuple = ()) -> list[tuple]:
    """Return the path to each value of ``tree``. For a list, only the first item is followed."""
    inner = tree.items() if isinstance(tree, dict) else list(enumerate(tree))[:1] if isinstance(tree, list) else ()
    return [path, *(place for key, value in inner for place in _places(value, (*path, key)))][not path :]


@pytest.mark.sample(proof=20)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("which", "place"),
    [(which, place) for which, text in TEXTS.items() for place in _places(json.loads(text))],
    ids=str,
)
def test_any_value_in_any_place_is_accepted_or_its_error_names_the_place(which: str, place: tuple):
    values = (
        *VALUES,
        "0" * 64,
        "a" * 32,
        *WORDS,
        {"a": 1},
        [1, 2],
        ["a", "b"],
        [["GO"], ["25"]],
        999_999_999_999_999_999,
        10**30,
    )
    for value in values:
        tree = json.loads(TEXTS[which])
        node = tree
        for key in place[:-1]:
            node = node[key]
        for act in ("replace", "add", "remove"):
            if act == "replace":
                node[place[-1]] = value
            elif isinstance(node, list):
                node.append(value)
            elif act == "add":
                node["more"] = value
            else:
                node.pop("more")
                node.pop(place[-1])
            for text in (json.dumps(tree), json.dumps(tree, ensure_ascii=False)):
                read(text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"version": ', '"version": 1, "version": ', 1),
        lambda text: text.replace('"target": 5000', '"target": 5000.0', 1),
        lambda text: text.replace('"target": 5000', '"target": -0', 1),
        lambda text: text.replace('"target": 5000', '"target": 05000', 1),
        lambda text: text.replace('"target": 5000', '"target": NaN', 1),
        lambda text: text.replace('"target": 5000', '"target": ' + "9" * 9999, 1),
        lambda text: text.replace('"actions": [', '"actions": [' + "[" * 5000, 1),
        lambda text: text + "{}",
        lambda text: text[:-2],
        lambda text: "\ufeff\ufeff" + text,
    ],
)
@pytest.mark.parametrize("small", [SMALL, SECOND])
def test_a_record_refuses_json_that_lenient_decoders_accept(small: str, spoil):
    text = spoil(small)
    assert text != small
    assert isinstance(read(text), RecordError), "the record is refused"


@pytest.mark.proof
def test_the_search_for_the_place_of_a_fault_stops_in_a_very_long_text(monkeypatch: pytest.MonkeyPatch):
    """Without this limit, a fault in a very long text would take seconds to locate, while somebody waits."""
    read: list[int] = []
    value = json_text._value

    def counted(text: str, offset: int, depth: int):
        read.append(offset)
        return value(text, offset, depth)

    monkeypatch.setattr(json_text, "_value", counted)
    for text in ("[" + "[]," * 300_000 + "[]]", SMALL.replace('"STOP"', '"STOP", 7' + ', "GO"' * 50_000)):
        read.clear()
        with pytest.raises(RecordError, match="too long to look for the place"):
            Record.from_json(text)
        assert 1000 < len(read) < 50_000
    with pytest.raises(RecordError, match="line 1, column 1: a value is expected here"):
        Record.from_json("x" * 500_000)
    newer = SMALL.replace('"version": 1', '"version": 3').replace('"STOP"', '"STOP"' + ', "GO"' * 50_000)
    with pytest.raises(NewerVersion):
        Record.from_json(newer)
    long = SMALL.replace('"STOP"', '"STOP"' + ', "GO"' * 50_000).replace("Zo\\u00eb", "\\ud83d\\ude00")
    assert Record.from_json(long).players[0].name == "\U0001f600", "a valid record may be long"
