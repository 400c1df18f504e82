"""Write the tables of fields in ``docs/protocol.md`` from the program: ``python packaging/protocol_page.py [--check]``.

A table has a row for each field of a message, of an event, or of a part of these. The names of the fields, their order
and their types come from the checks of the protocol. The third column, the meaning, is written by hand and kept.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from mile_bones.engine.shapes import Check, words_for
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.codec import SIDE
from mile_bones.lab.protocol.shapes import BEGINNINGS_AND_ENDINGS, BOT_SAYS, table_says

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
SUFFIXES = {"mile-bones": "", "millieu": " of Millieu", "montreal-mille": " of Mille"}
"""The words after the name of a message or event in the title of its section, by game."""

_TABLE = re.compile(r"(?m)^(\| field \| type \| meaning \|\n\| --- \| --- \| --- \|\n)((?:\|.*\n)*)")
_ROW = re.compile(r"(?m)^\| `(\w+)` \| .*? \| (.*) \|$")


def tables() -> Iterator[tuple[str, Mapping[str, Check]]]:
    """Yield the title of each section that may have a table, with the checks of the fields."""
    for kind, fields in BOT_SAYS.items():
        yield "hello from the bot" if kind == "hello" else kind, fields
    for game in GAMES:
        codec, suffix = spec(game).codec, SUFFIXES[game]
        for kind, fields in table_says(game).items():
            yield ("hello from the table" if kind == "hello" else kind) + suffix, fields
        yield f"observation{suffix}", codec.OBSERVATION
        for name, fields in codec.EVENTS.items():
            if name not in BEGINNINGS_AND_ENDINGS:
                yield name + suffix, fields
                yield name, fields  # a name that only one game has needs no suffix
    yield "side", SIDE


def written(page: str) -> str:
    """Return ``page`` with new tables. Raise ValueError for a field without a meaning."""
    known: dict[str, Mapping[str, Check]] = {}
    for title, fields in tables():
        known.setdefault(title, fields)
    parts = re.split(r"(?m)^(##+ .+)$", page)
    for number in range(1, len(parts), 2):
        title = parts[number].lstrip("# ")
        if title in known:
            parts[number + 1] = _with_table(title, known[title], parts[number + 1])
    return "".join(parts)


def _with_table(title: str, fields: Mapping[str, Check], text: str) -> str:
    """Return the text of a section. If the section has a table of fields, its rows are written again."""
    table = _TABLE.search(text)
    if table is None:
        return text
    meanings = dict(_ROW.findall(table[2]))
    missing = [name for name in fields if name not in meanings]
    if missing:
        raise ValueError(f"docs/protocol.md, {title}: write the meaning of {', '.join(missing)} into the table")
    rows = "".join(f"| `{name}` | {words_for(check)} | {meanings[name]} |\n" for name, check in fields.items())
    return text[: table.start(2)] + rows + text[table.end(2) :]


def main() -> None:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description="Write the tables of docs/protocol.md from the program.")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if something would change")
    chosen = parser.parse_args()
    old = PAGE.read_text(encoding="utf-8")
    new = written(old)
    if chosen.check:
        sys.exit("docs/protocol.md is out of date: run packaging/protocol_page.py" if new != old else None)
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
