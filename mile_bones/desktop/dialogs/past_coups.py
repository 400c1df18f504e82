"""The dialog for choosing a coup (the daily puzzle) of a past day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.lists import height_of, left_out, list_view
from mile_bones.i18n import format_date, pgettext
from mile_bones.i18n import gettext as _

_LINES = 9
"""The number of lines that are visible if the window has room for them."""


class PastCoup(NamedTuple):
    """A day in the list. ``how`` is a text about the player's answer. If there is no answer, only the day is set."""

    day: date
    how: str = ""
    theme: str = ""
    grade: str = ""


class PastCoupsDialog(BaseDialog):
    """Shows the past days, the latest first. The list says nothing about a position that was not answered."""

    day_chosen = Signal(object)
    """Emitted with the date to play, after the dialog has closed."""

    def __init__(self, days: Sequence[PastCoup], parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("Past coups"),
            subtitle=_("Every day has its position, and none of them is lost."),
            band="navy",
            topic="coups",
            width=560,
        )
        self.setObjectName("past_coups_dialog")
        self._days = days
        self.list = list_view(_("Past coups"), _model(days, self), wide=(2,))
        self.body.addWidget(self.list, 1)
        self.below = label("", "muted", wrap=True)
        self.below.hide()
        self.body.addWidget(self.below)
        self.play = self.add_button(_("&Play it"), "primary", default=True)
        self.close_button = self.add_button(_("&Close"))
        self.play.clicked.connect(self._choose)
        self.close_button.clicked.connect(self.reject)
        self.list.doubleClicked.connect(self._choose)
        self.list.leave_out_columns()
        self.list.columns_changed.connect(self._tell_below)
        self.list.selectionModel().currentChanged.connect(self._tell_below)
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.list.setFocus()

    def shrink(self, by: int) -> bool:
        """Give the list its usual number of lines, or fewer if the dialog must be lower."""
        row = max(self.list.sizeHintForRow(0), self.px(20))
        self.list.setMinimumHeight(max(self.px(90), height_of(self.list, _LINES, row) - by))
        return True

    def fit(self) -> None:
        """Resize the dialog. The texts of columns that do not fit are shown below the list, and need room there."""
        before = self.below.text()
        super().fit()
        if self.below.text() != before:
            super().fit()

    def _tell_below(self) -> None:
        text = left_out(self.list)
        self.below.setText(text)
        self.below.setVisible(bool(text))

    def _choose(self) -> None:
        day = self._days[self.list.currentIndex().row()].day
        self.finished.connect(lambda _result: self.day_chosen.emit(day))
        self.accept()


def _model(days: Sequence[PastCoup], parent: QWidget) -> QStandardItemModel:
    model = QStandardItemModel(0, 4, parent)
    model.setHorizontalHeaderLabels([_("Day"), _("You"), pgettext("coup of the day", "Theme"), _("Difficulty")])
    for coup in days:
        # An unanswered position has dashes, because a screen reader says a dash, but says nothing for an empty
        # cell.
        line = [QStandardItem(text or "–") for text in (format_date(coup.day), coup.how, coup.theme, coup.grade)]
        for item in line:
            item.setEditable(False)
        model.appendRow(line)
    return model
