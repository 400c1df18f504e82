"""The dialog with the review of a game: the chances, luck and skill, and the choices that cost most."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedWidget, QTreeView, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label, less, stack_when_narrow
from mile_bones.desktop.dialogs.lists import LongList, left_out
from mile_bones.desktop.dialogs.progress import ProgressLine, load
from mile_bones.desktop.dialogs.review_figures import ReviewFigures
from mile_bones.desktop.dialogs.review_list import MarkList
from mile_bones.desktop.dialogs.score_table import SheetTable
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox
from mile_bones.desktop.table.slot_buttons import Announcer
from mile_bones.i18n import gettext as _
from mile_bones.match.review import Choice, Review

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.review_charts import ChanceChart, LuckChart

_LINES, _LINES_IN_LITTLE_ROOM = 2, 6  # lines of the text about a dot: usually, and in little room
_CHARTS = "mile_bones.desktop.dialogs.review_charts"
"""The module that draws the charts. It imports libraries that take a second to load."""
_DEAREST = 3
_HIGH, _LOW = 264, 130
"""Two heights of the charts in pixels at scale 1: the usual one, and the least one."""


class ReviewDialog(BaseDialog):
    """Shows the review of a whole game on one page. The dialog only shows what it is given, and emits signals for the
    player's requests.
    """

    begin_requested = Signal()
    """Emitted to begin or resume the review."""
    stop_requested = Signal()
    choice_chosen = Signal(object)
    """Emitted with a Choice that the player wants to see on the table."""

    def __init__(self, figures: ReviewFigures, review: Review, parent: QWidget | None = None) -> None:
        super().__init__(
            parent, title=_("Review of the game"), subtitle=figures.subtitle(), band="navy", topic="review", width=880
        )
        self.setObjectName("review_dialog")
        self._figures = figures
        self._review = review
        self._choices: Sequence[Choice] = ()
        self._dearest: list[Choice] = []
        self._high = float(_HIGH)
        self.announcer = Announcer(self)
        self.chances: ChanceChart | None = None
        self.luck: LuckChart | None = None
        self.stack = QStackedWidget()
        self.stack.addWidget(QWidget())
        self._folded = False
        self.detail = label("", "muted", wrap=True)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.numbers = SheetTable(figures.numbers(review))
        self.heading = label(figures.dearest_title(), "strong")
        self.marks = MarkList(figures.dearest_title(), _DEAREST)
        self.nothing = label("", "muted", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.nothing.setFixedHeight(self.marks.height())  # so nothing moves when the list appears
        self.note = label("", "muted", wrap=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("How much has been looked at"))
        self.as_table = WrappingCheckBox(_("As a &table"))
        self.line = ProgressLine(_("Drawing the charts"))
        self._lay_out()
        self.run = self.add_button(_("&Go on"), leading=True)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.run.clicked.connect(self._begin_or_stop)
        self.close_button.clicked.connect(self.accept)
        self.as_table.toggled.connect(self._show_page)
        self.marks.chosen.connect(lambda row: self.choice_chosen.emit(self._dearest[row]))
        self.finished.connect(self.line.stop)
        self._running = False
        self._show_detail(None)
        self._show_review()
        self.line.begin(self._make_charts())

    # ------------------------------------------------------------------ results and progress

    def show_review(self, review: Review, choices: Sequence[Choice]) -> None:
        """Show the part of the review that is known: the hands that are completely reviewed, and all known choices."""
        hands = len(self._review.hands)
        self._review, self._choices = review, choices
        if len(review.hands) != hands:
            self._show_review()
            if self.as_table.isChecked():
                self._show_page()
            if self.isVisible():
                self.announcer.announce(self.note_text())
        self._show_charts()

    def show_state(
        self, part: float, *, running: bool = False, waiting: bool = False, fault: str | None = None
    ) -> None:
        """Show the state of the review. `part` is the fraction that is done, from 0 to 1."""
        going = running or waiting
        if self._running and not going and self.isVisible():
            self.announcer.announce(fault or self.note_text())
        self._running = going
        whole = self._review.is_whole
        text = self.note_text()
        if waiting:
            text = _("Another game comes first.")
        elif fault is not None and not going:
            text = fault
        self.note.setText(text)
        self.bar.setValue(round(1000 * part))
        self.bar.setVisible(not whole)
        self.run.setVisible(not whole)
        self.run.setText(_("&Stop") if going else _("&Go on"))

    def note_text(self) -> str:
        """Return a sentence that says how much has been reviewed."""
        return self._figures.progress(self._review)

    # ------------------------------------------------------------------ layout

    def shrink(self, by: int) -> bool:
        """Make the charts lower."""
        self._high = less(_HIGH, by / self._scale, 1, _LOW)
        self._measure()
        return True

    def fold(self, narrow: bool) -> None:
        """Put the charts or tables one below the other if `narrow`, else side by side."""
        if narrow != self._folded:
            self._folded = narrow
            self._measure()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        self.stack.setFixedHeight(self.px(self._high) * (2 if self._folded else 1))
        lines = _LINES_IN_LITTLE_ROOM if self._folded else _LINES
        one = self.detail.fontMetrics().boundingRect(self.detail.text()).height()  # correct for any script
        self.detail.setFixedHeight(lines * one + 2)
        self.bar.setFixedWidth(self.px(150))
        self.numbers.measure()

    def _lay_out(self) -> None:
        below, foot = stack_when_narrow(QHBoxLayout()), stack_when_narrow(QHBoxLayout())
        left, right = QVBoxLayout(), QVBoxLayout()
        below.setSpacing(self.px(16))
        right.setSpacing(self.px(4))
        self._left = left
        left.addWidget(self.numbers)
        left.addStretch(1)
        right.addWidget(self.heading)
        right.addWidget(self.marks)
        right.addWidget(self.nothing)
        right.addStretch(1)
        below.addLayout(left, 5)
        below.addLayout(right, 7)
        foot.setSpacing(self.px(12))
        foot.addWidget(self.note, 1)
        foot.addWidget(self.bar)
        foot.addWidget(self.as_table)
        self.body.setSpacing(self.px(6))
        charts = QVBoxLayout()
        charts.setSpacing(0)
        charts.addWidget(self.stack)
        charts.addWidget(self.line)
        self.body.addLayout(charts)
        self.body.addWidget(self.detail)
        self.body.addLayout(below)
        self.body.addLayout(foot)

    def _order(self) -> None:
        """Make the order of the Tab key the same as the visual order, including widgets that were added later."""
        charts = [chart for chart in (self.chances, self.luck) if chart is not None]
        ways = [*charts, self.numbers, self.marks, self.as_table, self.run, self.close_button]
        for one, other in pairwise(ways):
            self.setTabOrder(one, other)

    def _show_review(self) -> None:
        """Show the figures of the completely reviewed hands."""
        old, focused = self.numbers, self.numbers.hasFocus()
        self.numbers = SheetTable(self._figures.numbers(self._review))
        self._left.replaceWidget(old, self.numbers)
        if focused:
            self.numbers.setFocus()
        _forget(old)
        self._order()
        self._dearest = self._figures.dearest(self._review)
        self.marks.show_marks([self._figures.mark(choice) for choice in self._dearest])
        self.marks.setVisible(bool(self._dearest))
        self.nothing.setText(self._figures.nothing_dear(self._review))
        self.nothing.setVisible(not self._dearest)
        self.note.setText(self.note_text())

    # ------------------------------------------------------------------ the charts

    def _make_charts(self) -> Generator[float, None, None]:
        yield from load(_CHARTS)
        from mile_bones.desktop.dialogs.review_charts import ChanceChart, LuckChart

        hands = self._review.of
        page = QWidget()
        row = self._side_by_side(page)
        chances, luck = ChanceChart(self._figures, hands), LuckChart(self._figures, hands)
        self.chances, self.luck = chances, luck
        luck.setAccessibleDescription(_("The same numbers can be shown as a table."))
        row.addWidget(chances, 8)
        row.addWidget(luck, 5)
        chances.looked_at.connect(self._show_detail)
        chances.chosen.connect(self.choice_chosen)
        self.stack.insertWidget(0, page)
        self._order()
        self._show_charts()
        self._show_page()

    def _show_charts(self) -> None:
        if self.chances is None or self.luck is None:
            return
        self.chances.show_review(self._choices, whole=self._review.is_whole)
        summary = self._figures.summary(self._review, self._choices)
        table = _("The same numbers can be shown as a table.")
        self.chances.setAccessibleDescription(
            _("{sentence} {next_sentence}").format(sentence=summary, next_sentence=table)
        )
        self.luck.setVisible(self._figures.has_luck(self._review))
        self.luck.show_review(self._review)
        if self.chances.selected is None:
            self._show_detail(None)

    def _show_page(self) -> None:
        """Show the charts, or the same figures as tables."""
        while self.stack.count() > 1:
            old = self.stack.widget(1)
            self.stack.removeWidget(old)
            _forget(old)
        if self.as_table.isChecked():
            page = QWidget()
            row = self._side_by_side(page)
            table = self._figures.chances_table(self._choices)
            table.activated.connect(
                lambda index, choices=tuple(self._choices): self.choice_chosen.emit(choices[index.row()])
            )
            row.addWidget(table, 13)
            tables = [table]
            if self._figures.has_luck(self._review):
                tables.append(self._figures.hands_table(self._review))
                row.addWidget(tables[1], 10)
            for each in tables:
                each.leave_out_columns()
                each.selectionModel().currentChanged.connect(lambda *_of, each=each: self._tell_rest(each))
            self.stack.addWidget(page)
            self.stack.setCurrentWidget(page)

    def _side_by_side(self, page: QWidget) -> QHBoxLayout:
        """Return a row for the charts or tables of `page`. It is vertical if the dialog is folded now."""
        row = stack_when_narrow(QHBoxLayout(page))
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.px(8))
        if self._folded:
            row.setDirection(QHBoxLayout.Direction.TopToBottom)
        return row

    def _tell_rest(self, table: LongList) -> None:
        """Show the texts of the current line that are in hidden columns of the table."""
        if text := left_out(table):
            self.detail.setText(text)
            self.announcer.announce(text)

    def _show_detail(self, choice: Choice | None) -> None:
        """Show the words for the current dot, or a hint if no dot is selected."""
        if choice is None:
            self.detail.setText(
                _(
                    "Point at a dot, or go to it with the arrow keys: it is a choice that cost something. Enter or a "
                    "click shows it on the table."
                )
            )
            return
        text = self._figures.mark(choice).sentence
        self.detail.setText(text)
        self.announcer.announce(text)

    def _begin_or_stop(self) -> None:
        (self.stop_requested if self._running else self.begin_requested).emit()


def _forget(widget: QWidget) -> None:
    if isinstance(widget, QTreeView):
        widget.setModel(None)
    widget.hide()  # before it is removed, because otherwise the window loses the keyboard focus
    widget.setParent(None)  # because otherwise PySide never frees its Python objects
    widget.deleteLater()
