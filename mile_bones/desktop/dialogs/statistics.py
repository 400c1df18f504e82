"""The statistics: what all games add up to, as numbers, charts and tables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from datetime import date, timedelta

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.lists import (
    LinesModel,
    LongList,
    choice_box,
    game_box,
    level_box,
    list_view,
    rules_box,
    whose_box,
)
from mile_bones.desktop.dialogs.progress import ProgressLine, Work
from mile_bones.desktop.dialogs.question import ask_over
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable, spoken
from mile_bones.engine.spec import POINTS, Fact
from mile_bones.games import spec
from mile_bones.i18n import format_date, format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.storage import Span, Statistics

_ROW, _LEAST_ROW = 29, 19  # heights of a row at scale 1
_LINES = 14  # of the numbers, with their head
_STEP = 200  # points of a hand that are counted together
_NOTHING = "–"


Gather = Callable[[Span], Generator[float, None, Statistics | None]]


class StatisticsDialog(BaseDialog):
    """``ask`` gathers the statistics of a span bit by bit, None when there are none to be had; ``today`` ends spans of
    time."""

    clear_requested = Signal()

    def __init__(self, ask: Gather, today: date, parent: QWidget | None = None) -> None:
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
        self._found: tuple[Span, Statistics | None] | None = None
        self._row = float(_ROW)
        views = [("numbers", _("Numbers")), ("results", _("Results over time")), ("hands", _("Hand scores"))]
        spans = [
            (today - timedelta(days=6), _("The last 7 days")),
            (today - timedelta(days=29), _("The last 30 days")),
            (today.replace(month=1, day=1), _("This year")),
        ]
        self.show_as = choice_box(_("Show"), views)
        self.whose = whose_box()
        self.whose.hide()
        self.game = game_box()
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
        boxes = (self.show_as, self.whose, self.game, self.rules, self.level, self.time)
        for box in boxes:
            row.addWidget(box, 1)
        self.line = ProgressLine(_("Adding the games up"))
        self.body.addLayout(row)
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(self.line)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        foot.addWidget(self.as_table)
        self.body.addLayout(foot)
        self.clear = self.add_button(_("Clear &statistics…"), "secondary", leading=True)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.clear.clicked.connect(self._ask_to_clear)
        self.close_button.clicked.connect(self.accept)
        for box in boxes:
            box.currentIndexChanged.connect(self.look_again)
        self.as_table.toggled.connect(self.look_again)
        self.finished.connect(self.line.stop)
        self.look_again()

    def look_again(self) -> None:
        """Show what was chosen; when it is not known yet, ask for it, and show it by and by."""
        chosen = (self.rules.currentData(), self.level.currentData(), self.time.currentData())
        span = Span(*chosen, imported=self.whose.currentData(), game=self.game.currentData())
        if self._found is not None and self._found[0] == span:
            self.line.stop()  # it was about to ask for something else
            self._show(self._found[1])
        else:
            self.as_table.setVisible(self.show_as.currentData() != "numbers")
            self.clear.setEnabled(False)
            self.note.setText(_("This takes a moment."))
            self.line.begin(self._gather(span))

    def _gather(self, span: Span) -> Work:
        found = yield from self._ask(span)
        self._found = (span, found)
        self._show(found)

    def _show(self, found: Statistics | None) -> None:
        view = self.show_as.currentData()
        if found is not None and found.others and self.whose.isHidden():
            self.whose.show()
            if self.isVisible():
                self.fit()  # which makes room for it
                self._place()
        self.as_table.setVisible(view != "numbers")
        self.clear.setEnabled(found is not None and found.hands > 0)
        self.note.setText(_summary(found, self.whose.currentData()))
        while self.stack.count():
            old = self.stack.widget(0)
            self.stack.removeWidget(old)
            old.hide()  # first, else the window loses the keyboard
            old.setParent(None)  # else PySide keeps all that belongs to it in Python, for ever
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
        names = (_("Player"), _("Opponent")) if self.whose.currentData() else (_("You"), _("Computer"))
        if view == "numbers":
            return SheetTable(_numbers(found, names, spec(self.game.currentData()).told))
        if self.as_table.isChecked():
            return _results_table(found, names) if view == "results" else _hands_table(found, names)
        from mile_bones.desktop.dialogs.charts import hands_chart, results_chart

        results = view == "results"
        chart = results_chart(found.results, names) if results else hands_chart(found.hands_by(_STEP), _STEP, names)
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
        self._found = None
        self.look_again()


def _summary(found: Statistics | None, imported: bool) -> str:
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
    if imported:  # what strangers did one after another is no streak of anybody's
        return text
    if streak > 1:
        text += " " + _("You have won the last {count}.").format(count=format_number(streak))
    elif streak < -1:
        text += " " + _("Computer has won the last {count}.").format(count=format_number(-streak))
    return text


def _numbers(found: Statistics, names: tuple[str, str], told: Sequence[Fact]) -> Plan:
    games, hands = len(found.results), found.hands
    sums, wins = found.sums, found.games
    lines = [
        (_("Games won"), [_part(side.won, games) for side in wins]),
        (_("Longest winning streak"), [_plain(side.longest) for side in wins]),
        (_("Best game"), [_plain(side.best) for side in wins]),
        (_("Average game"), [_mean(side.points, games) for side in wins]),
        (_("Widest win"), [_plain(side.widest) for side in wins]),
        (_("Hands won"), [_part(won, hands) for won in found.hands_won]),
        (_("Average hand"), [_mean(side[POINTS], hands) for side in sums]),
    ]
    for fact in told:
        if fact.name != POINTS:
            sides = [side[fact.name] for side in sums]
            lines.append((fact.title(), [_part(side, hands) if fact.share else _plain(side) for side in sides]))
            if fact.other is not None:
                lines.append((fact.other(), [_plain(side) for side in reversed(sides)]))
    columns = (
        Column(Cell("", 14, muted=True)),
        *(Column(Cell(name, 14, "Bold"), padding=14, least=150) for name in names),
    )
    rows = tuple(
        Row(
            (Cell(text, 15), *(Cell(value, 15, "Bold", muted=value == _NOTHING) for value in values)),
            spoken(text, values, names),
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


def _results_table(found: Statistics, names: tuple[str, str]) -> LongList:
    results = found.results

    def line(row: int) -> tuple[str, ...]:
        game = results[-1 - row]
        return format_date(game.ended.date()), format_number(game.own), format_number(game.other)

    return _table(_("Results over time"), (_("Date"), *names), len(results), line)


def _hands_table(found: Statistics, names: tuple[str, str]) -> LongList:
    mine, theirs = found.hands_by(_STEP)
    steps = sorted(mine | theirs)

    def line(row: int) -> tuple[str, ...]:
        least = steps[row] * _STEP
        points = _("{least} to {most} points").format(least=format_number(least), most=format_number(least + _STEP - 1))
        return points, *(format_number(side.get(steps[row], 0)) for side in (mine, theirs))

    return _table(_("Hand scores"), (_("Hand score"), *names), len(steps), line)


def _table(name: str, heads: Sequence[str], rows: int, line: Callable[[int], Sequence[str]]) -> LongList:
    model = LinesModel(heads, range(1, len(heads)), line)  # the words come first, numbers behind them
    model.setRowCount(rows)
    view = list_view(name, model)
    model.setParent(view)
    return view
