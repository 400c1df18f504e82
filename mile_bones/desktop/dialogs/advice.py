"""The dialog that lists the value of each choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label, less
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable
from mile_bones.i18n import capitalized, format_number, format_percent, format_signed, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.players.coach import Rating, Worth

_MOST = 15
"""The largest number of choices in the list. Only the best ones are listed."""
_ROW, _LEAST_ROW = 34, 22
"""Two heights of a row at scale 1: the usual one, and the least one."""


class AdviceDialog(BaseDialog):
    """Lists the legal actions of a rating, the best first.

    ``text`` returns the words for an action. ``reason`` is a sentence about why the best action is better than the
    last, or "". ``points`` is a sentence about the meaning of the points.
    """

    def __init__(
        self, rating: Rating, text: Callable[[Any], str], reason: str, points: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            parent,
            title=_("What each choice is worth"),
            subtitle=points,
            band="navy",
            topic="hint",
            width=468,
        )
        self.setObjectName("advice_dialog")
        self.table = SheetTable(_plan(rating, text))
        self.body.addWidget(self.table)
        note = _("The cost also counts what a choice does for the game.")
        if all(worth.worth == worth.points for worth in rating.worths):
            note = ""
        if text_below := " ".join(filter(None, (reason, note, _rest(rating)))):
            self.body.addWidget(label(text_below, "muted", wrap=True))
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)
        self.close_button.setFocus()

    def shrink(self, by: int) -> bool:
        """Put the rows closer together."""
        self.table.measure(less(_ROW, by / self._scale, len(self.table.plan.rows), _LEAST_ROW))
        return True


def _rest(rating: Rating) -> str:
    """Return a sentence about the choices that are not listed, or "" if there are none."""
    rest = rating.worths[_MOST:]
    text = ngettext(
        "{count} more choice costs {points} points.", "{count} more choices cost {points} points or more.", len(rest)
    )
    cost = round(rating.cost(rest[0].action)) if rest else 0
    return text.format(count=format_number(len(rest)), points=format_number(cost)) if rest else ""


def _plan(rating: Rating, text: Callable[[Any], str]) -> Plan:
    columns = (
        Column(Cell(_("Choice"), 14, "Bold")),
        Column(Cell(_("Points"), 14), 14, 70, 110),
        Column(Cell(_("Costs"), 14, muted=True), 14, 70, 110),
        Column(Cell(pgettext("whole game", "Game"), 14, muted=True), 16, 70, 110),
    )
    rows = tuple(_row(rating, worth, text(worth.action), number) for number, worth in enumerate(rating.worths[:_MOST]))
    return Plan(_("What each choice is worth"), columns, rows, row_height=_ROW, indent=14)


def _row(rating: Rating, worth: Worth, name: str, number: int) -> Row:
    points = format_signed(round(worth.points))
    cost = format_signed(-round(rating.cost(worth.action))) if number else "–"
    chance = format_percent(round(100 * worth.chance))
    spoken = _("{choice}: {points} points on average, and the game is won in {chance}.").format(
        choice=name, points=points, chance=chance
    )
    return Row(
        (
            Cell(capitalized(name)),
            Cell(points, weight="Bold"),
            Cell(cost, muted=True),
            Cell(chance, muted=True),
        ),
        spoken,
        striped=number % 2 == 1,
        amber=number == 0,
    )
