"""The statistics: what all games add up to, as numbers, charts and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QTreeView, QWidget

from mile_bones.desktop.dialogs.lists import choice_box, level_box, list_view, rules_box
from mile_bones.desktop.dialogs.paper import PaperDialog, label
from mile_bones.desktop.dialogs.question import ask_over
from mile_bones.desktop.dialogs.sheet import Cell, Column, Plan, Row, SheetTable, spoken
from mile_bones.games.milebones.words import side_names
from mile_bones.i18n import format_date, format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.storage import Span, Statistics

_ROW, _LEAST_ROW = 29, 19  # heights of a row at scale 1
_LINES = 14  # of the numbers, with their head
_STEP = 200  # points of a hand that are counted together
_NOTHING = "–"


class StatisticsDialog(PaperDialog):
    """``ask`` gives the statistics of a span, None when there are none to be had; ``today`` ends spans of time."""

    clear_requested = Signal()

    def __init__(self, ask: Callable[[Span], Statistics | None], today: date, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("Statistics"),
            subtitle=_("What your games add up to. Assisted games do not count."),
            band="navy",
            topic="statistics",
            width=760,
        )
        self.setObjectName("statistics_dialog")
        self._ask = ask
        self._row = float(_ROW)
        views = [("numbers", _("Numbers")), ("results", _("Results over time")), ("hands", _("Hand scores"))]
        spans = [
            (today - timedelta(days=6), _("The last 7 days")),
            (today - timedelta(days=29), _("The last 30 days")),
            (today.replace(month=1, day=1), _("This year")),
        ]
        self.show_as = choice_box(_("Show"), views)
        self.rules = rules_box()
        self.level = level_box()
        self.time = choice_box(_("Time"), spans, _("All the time"))
        self.as_table = QCheckBox(_("As a &table"))
        policy = self.as_table.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.as_table.setSizePolicy(policy)
        self.stack = QStackedWidget()
        self.note = label("", "muted", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(self.px(8))
        for box in (self.show_as, self.rules, self.level, self.time):
            row.addWidget(box, 1)
        self.body.addLayout(row)
        self.body.addWidget(self.stack, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        foot.addWidget(self.as_table)
        self.body.addLayout(foot)
        self.clear = self.add_button(_("Clear &statistics…"), "secondary", leading=True)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.clear.clicked.connect(self._ask_to_clear)
        self.close_button.clicked.connect(self.accept)
        for box in (self.show_as, self.rules, self.level, self.time):
            box.currentIndexChanged.connect(self.look_again)
        self.as_table.toggled.connect(self.look_again)
        self.look_again()

    def look_again(self) -> None:
        """Ask for what was chosen, and show it."""
        span = Span(self.rules.currentData(), self.level.currentData(), self.time.currentData())
        found = self._ask(span)
        view = self.show_as.currentData()
        self.as_table.setVisible(view != "numbers")
        self.clear.setEnabled(found is not None and found.hands > 0)
        self.note.setText(_summary(found))
        while self.stack.count():
            old = self.stack.widget(0)
            self.stack.removeWidget(old)
            old.deleteLater()
        if found is not None:
            self.stack.addWidget(self._page(view, found))
        self._measure()

    def fit(self) -> None:
        """Every page is as high as the numbers are, and those as high as the window allows."""
        self._row = _ROW
        self._measure()
        super().fit()
        too_much = self.full_height - self.room()
        if too_much > 0:
            self._row = max(_LEAST_ROW, _ROW - too_much / _LINES / self._scale - 0.5)
            self._measure()
            super().fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_as.setFocus()

    def _measure(self) -> None:
        height = self.px(self._row * _LINES + 4)
        self.stack.setFixedHeight(height)
        page = self.stack.currentWidget()
        if isinstance(page, SheetTable):
            page.measure(self._row)

    def _page(self, view: str, found: Statistics) -> QWidget:
        if view == "numbers":
            return SheetTable(_numbers(found))
        if self.as_table.isChecked():
            return _results_table(found) if view == "results" else _hands_table(found)
        from mile_bones.desktop.dialogs.charts import hands_chart, results_chart

        chart = results_chart(found.results) if view == "results" else hands_chart(found.hands_by(_STEP), _STEP)
        chart.setAccessibleDescription(_("The same numbers can be shown as a table."))
        return chart

    def _ask_to_clear(self) -> None:
        ask_over(
            self,
            _("Clear the statistics?"),
            _("They begin anew with the next game, and nothing can bring them back. The games stay in the history."),
            _("Clear &statistics"),
            _("&Keep them"),
            self._clear,
        )

    def _clear(self) -> None:
        self.clear_requested.emit()
        self.look_again()


def _summary(found: Statistics | None) -> str:
    if found is None:
        return _("The history cannot be read.")
    if not found.hands:
        return _("No game has been played yet.")
    games, hands = len(found.results), found.hands
    drawn = games - sum(found.won)
    parts = [
        ngettext("{count} game finished", "{count} games finished", games).format(count=format_number(games)),
        ngettext("{count} drawn", "{count} drawn", drawn).format(count=format_number(drawn)) if drawn else "",
        _("{count} given up").format(count=format_number(found.given_up)) if found.given_up else "",
        ngettext("{count} hand", "{count} hands", hands).format(count=format_number(hands)),
    ]
    text = _("{parts}.").format(parts=", ".join(part for part in parts if part))
    streak = found.streak
    if streak > 1:
        text += " " + _("You have won the last {count}.").format(count=format_number(streak))
    elif streak < -1:
        text += " " + _("The computer has won the last {count}.").format(count=format_number(-streak))
    return text


def _numbers(found: Statistics) -> Plan:
    games, hands = len(found.results), found.hands
    points = ([game.own for game in found.results], [game.other for game in found.results])
    ahead = [[mine - theirs for mine, theirs in zip(points[seat], points[1 - seat], strict=True)] for seat in (0, 1)]
    sums = found.sums
    lines = (
        (_("Games won"), [_part(won, games) for won in found.won]),
        (_("Longest winning streak"), [_plain(streak) for streak in found.streaks]),
        (_("Best game"), [_plain(max(side, default=0)) for side in points]),
        (_("Average game"), [_mean(sum(side), games) for side in points]),
        (_("Widest win"), [_plain(max([0, *side])) for side in ahead]),
        (_("Hands won"), [_part(won, hands) for won in found.hands_won]),
        (_("Average hand"), [_mean(side.points, hands) for side in sums]),
        (_("Miles"), [_plain(side.miles) for side in sums]),
        (_("Trips completed"), [_part(side.trips, hands) for side in sums]),
        (_("Extensions called"), [_part(side.extensions, hands) for side in sums]),
        (_("Coups fourrés"), [_plain(side.coups) for side in sums]),
        (_("Hazards given"), [_plain(side.hazards) for side in sums]),
        (_("Hazards taken"), [_plain(side.hazards) for side in reversed(sums)]),
    )
    columns = (
        Column(Cell("", 14, muted=True)),
        *(Column(Cell(name, 14, "Bold"), padding=14, least=150) for name in side_names()),
    )
    rows = tuple(
        Row(
            (Cell(text, 15), *(Cell(value, 15, "Bold", muted=value == _NOTHING) for value in values)),
            spoken(text, values, side_names()),
            striped=number % 2 == 0,
        )
        for number, (text, values) in enumerate(lines)
    )
    return Plan(_("Statistics"), columns, rows, row_height=_ROW, header_height=27)


def _plain(value: int) -> str:
    return format_number(value) if value else _NOTHING


def _part(value: int, whole: int) -> str:
    if not whole:
        return _NOTHING
    return _("{value} ({percent} %)").format(value=format_number(value), percent=round(100 * value / whole))


def _mean(total: int, count: int) -> str:
    return format_number(round(total / count)) if count else _NOTHING


def _results_table(found: Statistics) -> QTreeView:
    lines = [
        (format_date(game.ended.date()), *(format_number(points) for points in (game.own, game.other)))
        for game in reversed(found.results)
    ]
    return _table(_("Results over time"), (_("Date"), *side_names()), lines)


def _hands_table(found: Statistics) -> QTreeView:
    mine, theirs = found.hands_by(_STEP)
    lines = [
        (
            _("{least} to {most} points").format(
                least=format_number(step * _STEP), most=format_number((step + 1) * _STEP - 1)
            ),
            format_number(mine.get(step, 0)),
            format_number(theirs.get(step, 0)),
        )
        for step in sorted(mine | theirs)
    ]
    return _table(_("Hand scores"), (_("Hand score"), *side_names()), lines)


def _table(name: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> QTreeView:
    model = QStandardItemModel(0, len(heads))
    model.setHorizontalHeaderLabels(list(heads))
    for line in lines:
        items = [QStandardItem(text) for text in line]
        for item in items:
            item.setEditable(False)
        for item in items[1:]:
            item.setTextAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        model.appendRow(items)
    view = list_view(name, model)
    model.setParent(view)
    return view
