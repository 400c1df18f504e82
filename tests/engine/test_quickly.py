"""The quick reader of records says yes to nothing that the slow one refuses, and understands the same."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from mile_bones.engine import json_text
from mile_bones.engine import record as records
from mile_bones.engine.bodies import ActionList, Body, Hands
from mile_bones.engine.errors import NewerVersion, RecordError
from mile_bones.engine.record import Record
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
TEXTS = {"version 1": SMALL, "version 2": SECOND, "no cards": STONES}


def body_of(game: str) -> type[Body] | None:
    """One game has no cards, and one there is not."""
    return {"stones": ActionList, "": None}.get(game, Hands)


def slowly(text: str) -> Record | str:
    try:
        return records._slowly(text, body_of)
    except RecordError as error:
        return str(error)


def agree(text: str) -> Record | str:
    """What both find; a text is in order for both of them or for none."""
    found = slowly(text)
    assert records._quickly(text, body_of) == (None if isinstance(found, str) else found)
    return found


@pytest.mark.parametrize("text", [GOOD, *TEXTS.values()])
def test_what_is_in_order_is_read_quickly_and_is_the_same(text: str, monkeypatch: pytest.MonkeyPatch):
    expected = slowly(text)
    monkeypatch.delattr(records, "_slowly")
    assert Record.from_json(text, body_of) == expected
    assert Record.from_json("\ufeff \r\n" + text + "\t", body_of) == expected


@pytest.mark.slow
def test_of_damaged_records_both_readers_say_the_same():
    luck = Random(11)
    taken = 0
    for _time in range(300):
        text = mutated_record(GOOD, luck)
        taken += not isinstance(agree(text), str)
    assert taken > 20, "many are still records, of other games"


def _places(tree: object, path: tuple = ()) -> list[tuple]:
    """Where every kind of value stands; of a list only its first."""
    inner = tree.items() if isinstance(tree, dict) else list(enumerate(tree))[:1] if isinstance(tree, list) else ()
    return [path, *(place for key, value in inner for place in _places(value, (*path, key)))][not path :]


@pytest.mark.sample(proof=20)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("which", "place"),
    [(which, place) for which, text in TEXTS.items() for place in _places(json.loads(text))],
    ids=str,
)
def test_any_value_anywhere_is_taken_or_refused_by_both(which: str, place: tuple):
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
                agree(text)


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
def test_what_json_allows_and_a_record_does_not(small: str, spoil):
    text = spoil(small)
    assert text != small
    assert isinstance(agree(text), str), "it is refused"


@pytest.mark.proof
def test_in_a_text_without_end_the_place_is_not_looked_for_everywhere(monkeypatch: pytest.MonkeyPatch):
    """That would take seconds, in front of somebody who waits."""
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
    assert Record.from_json(long).players[0].name == "\U0001f600", "what is in order may be long"
