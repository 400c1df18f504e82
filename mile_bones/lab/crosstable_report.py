"""The output of ``mile-bones crosstable``: tables for a terminal, for a document, and for machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from mile_bones.games import spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.lab.arena_report import arena_csv, arena_shape
from mile_bones.lab.crosstable import CrossTable
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.statistics import Z_95, Tally
from mile_bones.storage.files import TooLarge, read_text, write_atomically

BEGIN = "<!-- crosstable: begin -->"
"""The line in a document before the table."""
END = "<!-- crosstable: end -->"

_LARGEST_DOCUMENT = 1 << 20
_NOTHING = "–"

Cell: TypeAlias = Callable[[ArenaResult, bool], str]
"""A function that returns the text of a cell for a result. If its second argument is True, the sides are exchanged."""


class DocumentError(Exception):
    """Raised for a document without a place for the table; the message gives the reason in one sentence."""


def crosstable_text(table: CrossTable) -> str:
    """Return the table as text for a terminal."""
    parts = []
    for title, rows in _tables(table):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
        parts.append("\n".join([title, "", *lines]))
    return "\n\n".join(parts)


def crosstable_markdown(table: CrossTable) -> str:
    """Return the table in Markdown, for a document."""
    parts = []
    for title, (head, *rows) in _tables(table):
        lines = [_markdown(head), "|---|" + "---:|" * (len(head) - 1), *map(_markdown, rows)]
        parts.append("\n".join([title, "", *lines]))
    return "\n\n".join(parts)


def crosstable_json(table: CrossTable) -> str:
    """Return the matches as JSON on one line: a list with what ``mile-bones arena --json`` prints for each match."""
    return json.dumps([arena_shape(result) for result in table.results])


def crosstable_csv(table: CrossTable) -> str:
    """Return the matches as CSV, with a line for each match."""
    return arena_csv(table.results)


def check_document(path: Path, game: str) -> None:
    """Raise DocumentError unless the document has the two marks between which the table of this game goes."""
    _around(path, game)


def write_document(path: Path, table: CrossTable) -> None:
    """Put the table between the marks of the document, completely or not at all. Raise DocumentError if that fails."""
    before, after = _around(path, table.plan.game)
    try:
        write_atomically(path, f"{before}\n{crosstable_markdown(table)}\n{after}".encode())
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from None


def _around(path: Path, game: str) -> tuple[str, str]:
    """Return the text before and after the table, including the marks.

    On a page about several games the marks contain the name of a game. Such marks take precedence.
    """
    try:
        text = read_text(path, _LARGEST_DOCUMENT)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from None
    except (TooLarge, UnicodeDecodeError):
        raise _unusable(path, _("it is not a document")) from None
    own = BEGIN.replace(":", f" {game}:"), END.replace(":", f" {game}:")
    first, last = own if any(mark in text for mark in own) else (BEGIN, END)
    before, begin, rest = text.partition(first)
    _old, end, after = rest.partition(last)
    if not begin or not end or first in rest or last in before + after:
        raise _unusable(path, _("it needs {begin} and {end}, once each").format(begin=first, end=last))
    return before + first, last + after


def _unusable(path: Path, reason: str) -> DocumentError:
    return DocumentError(_("“{file}” cannot take the table: {reason}").format(file=path, reason=reason))


def _tables(table: CrossTable) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield each table as its title and its rows of cells. The first row is the head."""
    found = spec(table.plan.game)
    for rules in table.plan.rules:
        results = [result for result in table.results if result.rules == rules]
        title = found.rules_title(rules)
        if found.has_deals:
            text = _("{rules}: points a hand of the left against the top, ± is a 95% interval, over {hands} hands")
            if table.plan.adjusted:
                text = _(
                    "{rules}: points a hand of the left against the top, luck-adjusted, ± is a 95% interval, over "
                    "{hands} hands"
                )
            numbers = _numbers(table, [result.hands for result in results])
            yield text.format(rules=title, hands=numbers), _rows(table, results, _points)
        played = [result for result in results if result.games]
        if not played:
            continue
        games = _numbers(table, [result.games for result in played])
        if found.has_deals:
            text = _("{rules}: games to {target} that the left won against the top, 95% interval, of {games} games")
            target = format_number(found.target or 0)
            yield text.format(rules=title, target=target, games=games), _rows(table, played, _games)
            continue
        text = _("{rules}: games that the left won against the top, 95% interval, of {games} games")
        yield text.format(rules=title, games=games), _rows(table, played, _games)
        text = _("{rules}: those of them in which the left began")
        yield text.format(rules=title), _rows(table, played, _begun)


def _rows(table: CrossTable, results: list[ArenaResult], cell: Cell) -> list[list[str]]:
    fields = {(result.a, result.b): cell(result, False) for result in results}
    fields |= {(result.b, result.a): cell(result, True) for result in results}
    levels = table.plan.levels
    rows = [[level, *(fields.get((level, other), _NOTHING) for other in levels)] for level in levels]
    return [["", *levels], *rows]


def _points(result: ArenaResult, turned: bool) -> str:
    found = result.adjusted
    points, se = (result.mean, result.se) if found is None else (found.mean, found.se)
    assert points is not None and se is not None
    mean = 0 - points if turned else points  # the subtraction avoids -0
    if result.interval is None:
        return f"{mean:+.0f}"
    return f"{mean:+.0f} ± {Z_95 * se:.0f}"


def _games(result: ArenaResult, turned: bool) -> str:
    return _share(Tally(result.won, result.lost, result.drawn), turned)


def _begun(result: ArenaResult, turned: bool) -> str:
    assert result.seats is not None
    return _share(result.seats[turned], turned)


def _share(games: Tally, turned: bool) -> str:
    """Return the share of games won by the first player of the match or, if ``turned``, by the other."""
    assert games.share is not None and games.interval is not None
    share, (low, high) = games.share, games.interval
    if turned:
        share, low, high = 1 - share, 1 - high, 1 - low
    return _("{share:.1f}% ({low:.1f}–{high:.1f})").format(share=100 * share, low=100 * low, high=100 * high)


def _numbers(table: CrossTable, numbers: list[int]) -> str:
    """Return the number of hands or games of a pair, as a range if it differs because slow levels play fewer."""
    few, many = min(numbers), max(numbers)
    if few == many:
        return format_number(many)
    return _("{few} to {many}").format(few=format_number(few), many=format_number(many))


def _markdown(row: list[str]) -> str:
    return f"| {' | '.join(row)} |"
