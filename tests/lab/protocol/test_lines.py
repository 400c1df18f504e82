"""A line is read as exactly one message. Any other line is refused with a sentence about the fault."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.lab.protocol.lines import LINE_LIMIT, ProtocolError, parse_line, read_line, short, to_line

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)


@pytest.mark.proof
@examples(100)
@given(st.dictionaries(texts, values, max_size=5))
def test_a_written_message_is_read_back(message: dict[str, object]) -> None:
    line = to_line(message)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert parse_line(line) == message


def test_every_json_notation_of_a_message_is_read() -> None:
    assert parse_line('  {"naïve": "\\u00e9\\ud83d\\ude00 { [", "n": [-0, 7]}\r\n'.encode()) == {
        "naïve": "é😀 { [",
        "n": [0, 7],
    }


@pytest.mark.sample(fast=12)
@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "not JSON from character 1 on"),
        (b"hello", "not JSON from character 1 on"),
        (b'{"a": 1} x', "not JSON from character 10 on"),
        (b'{"a": 1', "not JSON from character 8 on"),
        (b"{'a': 1}", "not JSON from character 2 on"),
        (b"[1]", "not an object in braces"),
        (b"null", "not an object in braces"),
        (b'{"a": 1, "a": 2}', "“a” is there twice"),
        (b'{"x": {"a": 1, "b": 2, "b": 2}}', "“b” is there twice"),
        (b'{"a": NaN}', "“NaN” is not a whole number"),
        (b'{"a": -Infinity}', "“-Infinity” is not a whole number"),
        (b'{"a": 1.0}', "“1.0” is not a whole number"),
        (b'{"a": 1e3}', "“1e3” is not a whole number"),
        (b'{"a": 1234567890123456789}', "is not a whole number of 18 digits at most"),
        (b'{"a": ' + b"9" * 100_000 + b"}", "is not a whole number of 18 digits at most"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"\\udc00": 1}', "half a character"),
        (b'{"a": "\xff"}', "byte 8 is not UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "is not UTF-8"),
        (b'{"a": ' + b"[" * 16 + b"]" * 16 + b"}", "more than 16 brackets are open at once"),
        (b"[" * 500_000, "more than 16 brackets are open at once"),
        (b'{"a":' * 100_000, "more than 16 brackets are open at once"),
        (b'"\\"' * 300_000, "not JSON"),
        (b'"' + b'\\"' * 400_000 + b"\\", "not JSON"),
    ],
)
def test_a_line_that_is_not_a_message_is_refused_in_a_sentence(line: bytes, says: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_line(line)
    assert caught.value.code == "bad_json"
    assert says in caught.value.text
    assert len(caught.value.text) < 200


def test_brackets_in_strings_do_not_count_as_nesting() -> None:
    assert parse_line(json.dumps({"a": "[" * 100 + '"' + "{" * 100}).encode()) == {"a": "[" * 100 + '"' + "{" * 100}
    assert parse_line(b'{"a": ' + b"[" * 15 + b"]" * 15 + b"}")


def test_lines_are_read_one_by_one_up_to_the_end() -> None:
    stream = io.BytesIO(b'\n{"a":1}\r\n  \n{"b":2}')
    assert [read_line(stream), read_line(stream), read_line(stream)] == [b'{"a":1}\r\n', b'{"b":2}', None]


def test_a_line_beyond_the_limit_is_refused_and_the_next_one_read() -> None:
    longest = b"x" * (LINE_LIMIT - 1) + b"\n"
    stream = io.BytesIO(longest + b"y" * (3 * LINE_LIMIT) + b"\nz\n" + b"w" * (LINE_LIMIT + 1))
    assert read_line(stream) == longest
    with pytest.raises(ProtocolError, match="line_too_long"):
        read_line(stream)
    assert read_line(stream) == b"z\n"
    with pytest.raises(ProtocolError, match="line_too_long"):
        read_line(stream)
    assert read_line(stream) is None


def test_quoted_words_lose_control_characters_and_excess_length() -> None:
    assert short("a\x1b[2J\nb") == "a�[2J�b"
    assert short("x" * 81) == "x" * 79 + "…"
    assert short("x" * 80) == "x" * 80
