"""The dialog with the high scores: a table for each list of a game."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.desktop.dialogs.question import QuestionDialog, ask_over
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable
from mile_bones.engine.excerpt import legible
from mile_bones.engine.spec import ScoreList
from mile_bones.games import spec
from mile_bones.i18n import format_date, format_number
from mile_bones.i18n import gettext as _
from mile_bones.storage.results import PLACES, Entry, HighScores, Placement

_NOTHING = "–"


class HighScoresDialog(BaseDialog):
    """Shows the high-score lists of a game. The entries in `highlight`, which the game just finished has made, are
    amber. The button "Clear scores" asks for confirmation. If the player confirms, the lists become empty and
    `clear_requested` is emitted.
    """

    clear_requested = Signal()

    def __init__(
        self,
        scores: HighScores,
        game: str,
        highlight: Placement | None = None,
        parent: QWidget | None = None,
    ) -> None:
        found = spec(game)
        super().__init__(
            parent,
            title=_("High scores in {game}").format(game=found.title()),
            subtitle=_("The three highest totals, and the three widest wins."),
            band="navy",
            topic="high-scores",
            width=468,
        )
        self.setObjectName("high_scores_dialog")
        self._lists = found.high_scores
        self.body.setSpacing(self.px(8))
        self.tables: dict[str, SheetTable] = {}
        self.clear = self.add_button(_("Clear &scores"), "secondary", leading=True)
        self.clear.clicked.connect(self._ask)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)
        self.question: QuestionDialog | None = None
        self.show_scores(scores, highlight)

    def show_scores(self, scores: HighScores, highlight: Placement | None = None) -> None:
        """Show these lists instead of the previous ones."""
        while (item := self.body.takeAt(0)) is not None:
            old = item.widget()
            old.hide()  # before it is removed, because otherwise the window loses the keyboard focus
            old.setParent(None)  # because otherwise PySide never frees its Python objects
            old.deleteLater()
        lit = highlight or {}
        for each in self._lists:
            table = SheetTable(_plan(each, scores.get(each.name, ()), lit.get(each.name, ())))
            self.tables[each.name] = table
            self.body.addWidget(table)
        for before, after in pairwise((*self.tables.values(), self.clear, self.close_button)):
            self.setTabOrder(before, after)
        self.clear.setEnabled(any(scores.values()))
        self.close_button.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus()

    def _ask(self) -> None:
        self.question = ask_over(
            self,
            _("Clear the high scores?"),
            _("Both lists will be erased, and nothing can bring them back. The games won stay."),
            _("Clear &scores"),
            _("&Keep them"),
            self._clear,
        )

    def _clear(self) -> None:
        self.show_scores({})
        self.clear_requested.emit()


def _plan(scores: ScoreList, entries: tuple[Entry, ...], highlight: tuple[int, ...]) -> Plan:
    title, unit = scores.title(), scores.unit()
    columns = (
        Column(Cell(title, 17, "Bold"), most=330),
        Column(Cell("", 14), padding=0, least=90),
        Column(Cell(unit, 14, "Medium", muted=True), padding=14, least=114),
    )
    rows = []
    for place in range(PLACES):
        picture, badge = f"icons/sheet/place_{place + 1}.svg", format_number(place + 1)
        striped = place % 2 == 0
        if place < len(entries):
            entry = entries[place]
            name = legible(entry.name)
            day, value = format_date(entry.date), format_number(entry.value)
            spoken = _("Place {place}: {name}, {value} {unit}, {date}").format(
                place=badge, name=name, value=value, unit=unit, date=day
            )
            cells = (
                Cell(name, 16, picture=picture, badge=badge),
                Cell(day, 14, "Medium", muted=True),
                Cell(value, 18, "Bold"),
            )
        else:
            spoken = _("Place {place}: empty").format(place=badge)
            empty = Cell(_NOTHING, 15, "Medium", muted=True)
            cells = (Cell(_NOTHING, 15, "Medium", muted=True, picture=picture, badge=badge), empty, empty)
        rows.append(Row(cells, spoken, striped=striped, amber=place in highlight))
    sizes = {"row_height": 42, "header_height": 40, "indent": 52, "picture_at": 26}
    return Plan(title, columns, tuple(rows), picture=(28, 26), **sizes)
