"""The dialog that lists the value of each choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label, less
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable
from mile_bones.engine.spec import Spec
from mile_bones.i18n import capitalized, format_number, format_signed, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.match.cost_words import chance_figure, cost_figures, cost_text, costs_nothing, worth_text
from mile_bones.players import points_text
from mile_bones.players.coach import Rating, Worth

_MOST = 15
"""The largest number of choices in the list. Only the best ones are listed."""
_ROW, _LEAST_ROW = 34, 22
"""Two heights of a row at scale 1: the usual one, and the least one."""


class AdviceDialog(BaseDialog):
    """Lists the legal actions of a rating, the best first, in both currencies of ``game``.

    ``text`` returns the words for an action. ``reason`` is a sentence about why the best action is better than the
    last, or "".
    """

    def __init__(
        self,
        rating: Rating,
        game: Spec,
        text: Callable[[Any], str],
        reason: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            parent,
            title=_("What each choice is worth"),
            subtitle=points_text(game.name),
            band="navy",
            topic="hint",
            width=468,
        )
        self.setObjectName("advice_dialog")
        self.table = SheetTable(_plan(rating, game, text))
        self.body.addWidget(self.table)
        if text_below := " ".join(filter(None, (reason, _rest(rating, game)))):
            self.body.addWidget(label(text_below, "muted", wrap=True))
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)
        self.close_button.setFocus()

    def shrink(self, by: int) -> bool:
        """Put the rows closer together."""
        self.table.measure(less(_ROW, by / self._scale, len(self.table.plan.rows), _LEAST_ROW))
        return True


def _rest(rating: Rating, game: Spec) -> str:
    """Return a sentence about the choices that are not listed, or "" if there are none."""
    rest = rating.worths[_MOST:]
    if not rest:
        return ""
    cost = rating.cost(rest[0].action)
    if costs_nothing(cost, game):
        text = ngettext("There is {count} more choice.", "There are {count} more choices.", len(rest))
    else:
        text = ngettext("{count} more choice costs {cost}.", "{count} more choices cost {cost}, or more.", len(rest))
    return text.format(count=format_number(len(rest)), cost=cost_text(cost, game))


def _plan(rating: Rating, game: Spec, text: Callable[[Any], str]) -> Plan:
    columns = (
        Column(Cell(_("Choice"), 14, "Bold")),
        *((Column(Cell(_("Points"), 14), 14, 60, 110),) if game.has_points else ()),
        Column(Cell(pgettext("whole game", "Game"), 14), 14, 60, 110),
        Column(Cell(_("Costs"), 14, muted=True), 16, 100, 150),
    )
    rows = tuple(
        _row(rating, game, worth, text(worth.action), number) for number, worth in enumerate(rating.worths[:_MOST])
    )
    return Plan(_("What each choice is worth"), columns, rows, row_height=_ROW, indent=14)


def _row(rating: Rating, game: Spec, worth: Worth, name: str, number: int) -> Row:
    cost = rating.cost(worth.action)
    if number:
        spoken = _("{choice}: {worth}, costs {cost}.")
    else:
        spoken = _("{choice}: {worth}, the best.")
    return Row(
        (
            Cell(capitalized(name)),
            *((Cell(format_signed(round(worth.points)), weight="Bold"),) if game.has_points else ()),
            Cell(chance_figure(worth), weight="Bold"),
            Cell(cost_figures(cost, game) if number else "–", muted=True),
        ),
        spoken.format(choice=name, worth=worth_text(worth, game), cost=cost_text(cost, game)),
        striped=number % 2 == 1,
        amber=number == 0,
    )
