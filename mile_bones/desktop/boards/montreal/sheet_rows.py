"""The rows and marks of the score sheet of a deal of Mille, at the end and while the points count up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.desktop.boards.montreal.score_model import CIRCLES, STARS
from mile_bones.desktop.dialogs.score_table import Cell, Row, spoken
from mile_bones.games.montreal.events import HandEnded
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.words import score_items
from mile_bones.i18n import format_signed
from mile_bones.i18n import gettext as _

_NOTHING = "–"
_TOGETHER = 2
"""The number of items that count up at the same time."""
ROUND = "round"
"""The mark of a chapeau: a circle drawn round the points of the deal."""


class Mark(NamedTuple):
    """A mark of the score sheet: ``many`` stars or circles before the figure in a cell, or a circle around the
    figure.
    """

    row: int
    column: int
    kind: str
    many: int = 1


def sheet_rows(ended: HandEnded, games: tuple[int, int], names: Sequence[str], part: float = 1.0) -> tuple[Row, ...]:
    """Return the rows at ``part`` (0 to 1) of the count. The items count up one after another, and the totals count up
    with the items.

    ``games`` are the games won, by seat.
    """
    items = score_items()
    rows = []
    counted = [0, 0]
    for number, (field, text, worth) in enumerate(items):
        points = [getattr(score, field) for score in ended.scores]
        done = min(1.0, max(0.0, (part * (len(items) + _TOGETHER) - number) / _TOGETHER))
        values = [round(value * done) for value in points]
        counted = [sum(both) for both in zip(counted, values, strict=True)]
        cells = (
            Cell(text, 16),
            Cell(worth, 14, "Medium", muted=True),
            *(_item(value, whole, done) for value, whole in zip(values, points, strict=True)),
        )
        said = spoken(text, [format_signed(value) for value in points], names)
        rows.append(Row(cells, said, striped=number % 2 == 0))
    before = [total - score.total for total, score in zip(ended.totals, ended.scores, strict=True)]
    totals = [sum(both) for both in zip(before, counted, strict=True)]
    sums: tuple[tuple[str, Sequence[int]], ...] = (
        (_("Deal total"), counted),
        (_("Grand total"), totals),
        # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card
        (_("Naturals"), ended.naturals),
        (_("Chapeaux"), ended.chapeaux),
        (_("Games"), games),
    )
    for number, (text, sides) in enumerate(sums):
        big = number == 1
        texts = [format_signed(value) for value in sides]
        cells = (
            Cell(text, 17 if big else 16, "Bold"),
            Cell(""),
            *(Cell(value, 19 if big else 17, "Bold") for value in texts),
        )
        rows.append(Row(cells, spoken(text, texts, names), amber=big, rule=number == 0, striped=number == 3))
    return tuple(rows)


def _item(value: int, whole: int, done: float) -> Cell:
    """Return the cell of an item, of which the fraction ``done`` has been counted. The cell is empty before the item's
    turn.
    """
    if not done:
        return Cell("")
    if not whole:
        return Cell(_NOTHING, 15, "Medium", muted=True, heard=format_signed(0))
    return Cell(format_signed(value), 17, "Bold")


def sheet_marks(ended: HandEnded) -> tuple[Mark, ...]:
    """Return all marks: stars of this deal beside their items, the circle around the points of a chapeau, and the stars
    and circles of the whole game.
    """
    fields = [field for field, _text, _worth in score_items()]
    deal = len(fields)
    found = []
    for seat, score in enumerate(ended.scores):
        column = 2 + seat
        for field, stars in (("eights", _eights(score)), ("clean", int(score.clean > 0))):
            found.append(Mark(fields.index(field), column, STARS, stars))
        found.append(Mark(deal, column, ROUND, score.chapeau))
        found.append(Mark(deal + 2, column, STARS, min(1, ended.naturals[seat])))
        found.append(Mark(deal + 3, column, CIRCLES, min(1, ended.chapeaux[seat])))
    return tuple(mark for mark in found if mark.many)


def _eights(score: Score) -> int:
    """Return the number of sets of eight."""
    return score.naturals - int(score.clean > 0)
