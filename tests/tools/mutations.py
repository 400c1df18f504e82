"""Deliberate damage: small changes to records, settings and histories that get far into the code that reads them.

Every function takes a value and a random generator, and returns the value changed in a few places. Random bytes seldom
get past the first bracket. These changes affect values, lines and choices, and leave the rest valid.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from hostile import DATABASE
from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import replay

Change = Callable[[Any, Random], Any]

WORDS = (
    *("GO", "25", "200", "STOP", "RIGHT_OF_WAY", "SNOW", "go", "0 draw", "1 draw", "0 play GO", "1 discard 25"),
    *("0 play RIGHT_OF_WAY", "1 extend yes", "0 extend no", "2 draw", "draw", "", " ", "mille", "mile-bones", "human"),
    *("computer", "original", "given_up", "total", "../../../mb.ini", "/etc/passwd", "NUL", "C:\\con", "\0", "\x1b[2J"),
    *("\ud800", "\u202e", "\u2028", "<b>", "%s", "{name}", "x" * 500, "GO\n", "\ufeff"),
)
"""Texts that have a meaning in some place, or that often cause faults."""

VALUES = (
    *(None, True, False, 0, 1, 2, -1, 25, 700, 5000, 10**17, 10**18 - 1, 10**18, -(10**18), 2**63, 10**400, 1.5),
    *(float("inf"), float("nan"), [], {}, [[]], [{}], {"": 0}),
)

INI_LINES = (
    *(
        "[options]",
        "[high scores]",
        "[games]",
        "[player]",
        "[window]",
        "[",
        "[]",
        "[[a]]",
        "[a] b",
        "= x",
        "a",
        "[x = ]",
    ),
    *('[y = "]"', "# note", "; note", "  more", "sort = perhaps", "theme = dark", "theme", "method=click", "drawn = 3"),
    *(
        "best 1 = 6000 2026-05-04 Anna",
        "spread 2 = 1 2026-02-30 x",
        "best 3 = 999999999 0001-01-01 \u202e",
        "first = 1",
    ),
    *('name = "\\ud800"', 'name = "a\\u0000b"', 'name = "a', "name = %(x)s", "won by you = 999999999", "First = 1"),
    *(
        "Best 1 = 1",
        "best\t1 = x",
        "geometry = 00ff",
        "counted = 0 0 0",
        "draw by itself = YES",
        "name =\xa0",
        "\x85k = v",
    ),
)


DATES = (
    *(
        "2026-05-04T12:00:00",
        "2026-05-04 12:00:00",
        "2026-02-30T12:00:00",
        "0001-01-01T00:00:00",
        "9999-12-31T23:59:59",
    ),
    *("2026-05-04T24:00:00", "20260504T120000", "2026-05-04T12:00+01", "2026-05-04", "", "mile-bones-history"),
)
"""Valid and invalid times for the end of a game."""


def few(things: Any, luck: Random, changes: tuple[Change, ...]) -> Any:
    """Apply one to four of the changes, one after the other."""
    for _time in range(luck.choice((1, 1, 1, 2, 4))):
        things = luck.choice(changes)(things, luck)
    return things


# ------------------------------------------------------------------ text


def _cut(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + text[at + luck.choice((1, 1, 2, 10, 100, 10_000)) :]


def _insert(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    piece = luck.choice((*WORDS, *'{}[]",:0-\n =;#\\'))
    return text[:at] + piece + text[at:]


def _repeat(text: str, luck: Random) -> str:
    """Insert a piece many times, because code that is quick once may be very slow a hundred thousand times."""
    at = luck.randrange(len(text) + 1)
    piece = luck.choice((text[at : at + luck.randrange(1, 40)], " ", "a\n", "[", '{"a":', "9", "\n", '"', "\\"))
    times = luck.choice((2, 2, 2, 20, 300, 3000)) if luck.random() < 0.99 else 100_000 // (len(piece) or 1)
    return text[:at] + piece * times + text[at:]


def _flip(text: str, luck: Random) -> str:
    if not text:
        return text
    at = luck.randrange(len(text))
    return text[:at] + chr(ord(text[at]) % 0x10FF00 ^ 1 << luck.randrange(8)) + text[at + 1 :]


def mutated_text(text: str, luck: Random) -> str:
    """Return the text with pieces removed, inserted and doubled, and with flipped bits."""
    return few(text, luck, (_cut, _insert, _repeat, _flip, _flip))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# ------------------------------------------------------------------ records


def _place(tree: Any, luck: Random) -> tuple[Any, Any] | None:
    """Return a container somewhere in the tree, and a key in it, or None."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else range(len(tree))
        if not keys:
            return None
        key = luck.choice(keys)
        inner = tree[key]
        if not isinstance(inner, dict | list) or not inner or luck.random() < 0.2:
            return tree, key
        tree = inner


def _any_value(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    choices: list[Any] = [luck.choice(WORDS), deepcopy(luck.choice(VALUES))]  # a copy: a list there would grow
    if place is not None:
        choices.append(json.loads(json.dumps(place[0][place[1]])))
    return luck.choice(choices)


def _replace(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    if place is not None:
        place[0][place[1]] = _any_value(tree, luck)
    return tree


def _remove(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    if place is not None:
        del place[0][place[1]]
    return tree


def _add(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    if place is not None and isinstance(place[0], list):
        place[0].insert(place[1], _any_value(tree, luck))
    elif place is not None:
        place[0][luck.choice((*WORDS, "seed", "ended", "level", "score"))] = _any_value(tree, luck)
    return tree


def _swap(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    if place is not None and isinstance(place[0], list):
        items, key = place
        other = luck.randrange(len(items))
        items[key], items[other] = items[other], items[key]
    return tree


def _nudge(tree: Any, luck: Random) -> Any:
    place = _place(tree, luck)
    if place is None:
        return tree
    value = place[0][place[1]]
    if isinstance(value, bool):
        place[0][place[1]] = not value
    elif isinstance(value, int):
        place[0][place[1]] = value + luck.choice((-100, -1, 1, 25, 10**16))
    elif isinstance(value, str):
        place[0][place[1]] = _flip(value, luck)
    return tree


def _play_on(tree: Any, luck: Random) -> Any:
    """Play on from some choice of the game, by the rules, so that the record leads elsewhere."""
    try:
        record = Record.from_json(json.dumps(tree))
        stop = luck.randrange(1 + sum(len(hand.actions) for hand in record.hands))
        state, _action = next(islice(replay(record, seed=1), stop, None))
    except (RecordError, ReplayError):
        return tree
    for _time in range(luck.choice((1, 5, 40, 200))):
        if not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
    return json.loads(replace(record, body=state.body(), ended=None).to_json())


def mutated_record(text: str, luck: Random) -> str:
    """Return the record with values replaced, removed, exchanged, or of another type.

    Sometimes a name occurs twice, or the result is damaged text.
    """
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        tree = None
    if not isinstance(tree, dict) or luck.random() < 0.2:
        return mutated_text(text, luck)
    tree = few(tree, luck, (_replace, _replace, _remove, _add, _swap, _nudge, _play_on))
    text = json.dumps(tree, ensure_ascii=luck.random() < 0.5)
    if luck.random() < 0.1:
        text = text.replace("{", '{"version": 1, ', luck.randrange(3))
    return text


def mutated_record_bytes(data: bytes, luck: Random) -> bytes:
    """Do the same as `mutated_record` for bytes."""
    return _encoded(mutated_record(data.decode("utf-8", "replace"), luck))


# ------------------------------------------------------------------ mb.ini


def _line_changed(lines: list[str], luck: Random) -> list[str]:
    at = luck.randrange(len(lines) + 1)
    kind = luck.randrange(6)
    if kind == 0:
        return lines[:at] + lines[at + 1 :]
    if kind == 1:
        return [*lines[:at], luck.choice(INI_LINES), *lines[at:]]
    if kind == 2:
        return lines[:at] + lines[at : at + 3] + lines[at:]
    if at == len(lines):
        return lines
    if kind == 3:
        key = lines[at].partition("=")[0]
        return [*lines[:at], f"{key}= {luck.choice(WORDS)}", *lines[at + 1 :]]
    if kind == 4:
        return [*lines[:at], luck.choice((" ", "\t", "\xa0", "#", '"', "[")) + lines[at], *lines[at + 1 :]]
    return [*lines[:at], mutated_text(lines[at], luck), *lines[at + 1 :]]


def mutated_ini(data: bytes, luck: Random) -> bytes:
    """Return mb.ini with lines removed, doubled, inserted, indented or with other values, or with damaged text."""
    text = data.decode("utf-8", "replace")
    if luck.random() < 0.2:
        return _encoded(mutated_text(text, luck))
    return _encoded("\n".join(few(text.split("\n"), luck, (_line_changed,))))


# ------------------------------------------------------------------ imported games


def _game_changed(lines: list[str], luck: Random) -> list[str]:
    at = luck.randrange(len(lines))
    kind = luck.randrange(6)
    if kind == 0:
        return lines[:at] + lines[at + 1 :] or lines
    if kind == 1:
        return lines[:at] + lines[at : at + 2] + lines[at:]
    if kind == 2:
        return [*lines[:at], mutated_text(lines[at], luck), *lines[at + 1 :]]
    date, space, record = lines[at].partition(" ")
    if kind == 3:
        date = luck.choice(DATES)
    else:
        record = mutated_record(record, luck)
    return [*lines[:at], date + space + record, *lines[at + 1 :]]


def mutated_games(data: bytes, luck: Random) -> bytes:
    """Return the games with some removed, doubled, or with other dates and records.

    Sometimes the first line is invalid, or the result is a single record.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    if luck.random() < 0.05:
        return _encoded(lines[-1].partition(" ")[2])
    return _encoded("\n".join(few(lines, luck, (_game_changed,))))


# ------------------------------------------------------------------ the history


def mutated_history(data: bytes, luck: Random) -> bytes:
    """Return a database with a few bytes changed, or a stored record that is changed before or after packing."""
    if data.startswith(DATABASE):
        return DATABASE + _bytes_changed(data[len(DATABASE) :], luck)
    try:
        text = zlib.decompressobj().decompress(data, 1 << 20)
    except zlib.error:
        return _bytes_changed(data, luck)
    if luck.random() < 0.3:
        return _bytes_changed(data, luck)
    return zlib.compress(mutated_record_bytes(text, luck))


def _bytes_changed(data: bytes, luck: Random) -> bytes:
    changed = bytearray(data)
    for _time in range(luck.choice((1, 1, 2, 8))):
        if changed:
            changed[luck.randrange(len(changed))] = luck.choice((0, 1, 127, 255, luck.randrange(256)))
    if luck.random() < 0.1:
        del changed[luck.randrange(len(changed) + 1) :]
    return bytes(changed)
