"""The dialog with the statistics of all games, as numbers, charts and tables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QWidget

from mile_bones.desktop.dialogs import coach_figures, figures
from mile_bones.desktop.dialogs.base import BaseDialog, label, less, show_whole_when_open, stack_when_narrow
from mile_bones.desktop.dialogs.coach_figures import View
from mile_bones.desktop.dialogs.lists import (
    ChoiceRows,
    choice_box,
    game_choices,
    level_choices,
    rules_choices,
    set_choices,
    whose_box,
)
from mile_bones.desktop.dialogs.progress import ProgressLine, Work, load
from mile_bones.desktop.dialogs.question import ask_over
from mile_bones.desktop.dialogs.score_table import SheetTable
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox
from mile_bones.engine.spec import Spec
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.library.purse import opponents_text, purses_in_order
from mile_bones.library.review_statistics import ReviewStatistics
from mile_bones.storage.statistics import Span, Statistics

_LEAST_ROW = 19  # the least height of a row at scale 1
_LINES = 14  # the number of rows of figures, including the header
_LETTERS = 13  # the least number of visible letters of a name in a box
_LONGEST_IN_LEGEND = 18  # the largest number of characters of a name in a legend
_NEVER_CHARTS = ("numbers", "purse")
"""The views of which there is only a table."""
_CHARTS = "mile_bones.desktop.dialogs.charts"
"""The module that draws the charts. It imports libraries that take a second to load."""


Gather = Callable[[Span], Generator[float, None, Statistics | None]]
GatherReviews = Callable[[str, Statistics], Generator[float, None, ReviewStatistics]]


class StatisticsDialog(BaseDialog):
    """Shows the statistics of games that the player selects.

    ``ask`` gathers the statistics of a span step by step, or returns None if they cannot be read. ``ask_coach`` gathers
    the reviews of the same games. ``today`` is the end of spans of time. ``game`` is selected at first. Other games can
    be selected if they have been played.
    """

    clear_requested = Signal()

    def __init__(
        self, ask: Gather, ask_coach: GatherReviews, today: date, game: str, parent: QWidget | None = None
    ) -> None:
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
        self._ask_coach = ask_coach
        self._found: tuple[Span, Statistics | None] | None = None
        self._reviews: ReviewStatistics | None = None  # the reviews of the games in `_found`, once they have been read
        self._row = float(figures.ROW)
        self._kinds = {game}
        self._offered = ""  # the game for which the other boxes offer choices
        spans = [
            (today - timedelta(days=6), _("The last 7 days")),
            (today - timedelta(days=29), _("The last 30 days")),
            (today.replace(month=1, day=1), _("This year")),
        ]
        # Translators: which numbers are to be seen, before a list to choose from
        self.show_as = choice_box(_("Show"), ())
        self.show_as.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.show_as.setMinimumContentsLength(_LETTERS)
        self.whose = whose_box()
        self.whose.hide()
        self.game = choice_box(_("Game"), game_choices(self._kinds))
        self.game.hide()
        self.rules = choice_box(_("Rules"), ())
        self.against = choice_box(_("Against"), ())
        self.against.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.against.setMinimumContentsLength(_LETTERS)
        # Translators: the games of all years
        self.time = choice_box(_("Time"), spans, _("All time"))
        self.as_table = WrappingCheckBox(_("As a &table"))
        policy = self.as_table.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.as_table.setSizePolicy(policy)
        self.stack = QStackedWidget()
        self.note = label("", "muted", wrap=True)
        first, second = (self.show_as, self.whose, self.game), (self.rules, self.against, self.time)
        self._rows = ChoiceRows(first, second, self.px(8))
        self.line = ProgressLine(_("Adding the games up"))
        self.body.addLayout(self._rows)
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(self.line)
        foot = stack_when_narrow(QHBoxLayout())
        foot.addWidget(self.note, 1)
        foot.addWidget(self.as_table)
        self.body.addLayout(foot)
        self.clear = self.add_button(_("Clear &statistics…"), "secondary", leading=True)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.clear.clicked.connect(self._ask_to_clear)
        self.close_button.clicked.connect(self.accept)
        for box in (*first, *second):
            box.currentIndexChanged.connect(self.look_again)
        self.as_table.toggled.connect(self.look_again)
        self.finished.connect(self.line.stop)
        self.look_again()

    def look_again(self) -> None:
        """Show what is selected now. If the figures are not known yet, gather them step by step first."""
        span = self._span()
        if self._is_known(span) and not self._is_chart():
            self.line.stop()  # it may still be gathering something else
            self._show()
        else:
            self.as_table.setVisible(self.show_as.currentData() not in _NEVER_CHARTS)
            self.clear.setEnabled(False)
            self.note.setText(_("This takes a moment."))
            self.line.begin(self._gather(span))

    def _span(self) -> Span:
        """Return the span of games that is selected."""
        game = self.game.currentData()
        if game != self._offered:
            self._offer(game)
        against = self.against.currentData()
        level, pair = (against, None) if against is None or isinstance(against, str) else (None, tuple(against))
        return Span(
            self.rules.currentData(),
            level,
            self.time.currentData(),
            imported=self.whose.currentData(),
            game=game,
            pair=pair,
        )

    def _offer(self, game: str) -> None:
        """Offer the choices for this game in the other boxes."""
        self._offered = game
        views = [("numbers", _("Numbers")), ("results", _("Results over time"))]
        if spec(game).has_points:
            views.append(("hands", figures.hands_title(spec(game))))
        if spec(game).for_stakes:
            views.append(("purse", _("Purse")))
        views += [(view, coach_figures.title(view, spec(game))) for view in coach_figures.views(spec(game))]
        set_choices(self.show_as, views)
        show_whole_when_open(self.show_as)
        set_choices(self.rules, rules_choices(game), _("All rules"))
        self.rules.setHidden(len(spec(game).rule_sets) == 1)
        self._offer_opponents(())

    def _offer_opponents(self, pairs: Sequence[tuple[str, str]]) -> bool:
        """Offer levels, and pairs of people who played each other. Return True if the previous choice is gone."""
        people = [(pair, opponents_text(self._offered, pair)) for pair in pairs]
        gone = set_choices(self.against, [*level_choices(self._offered), *people], _("All computers"))
        show_whole_when_open(self.against)
        return gone

    def _is_chart(self) -> bool:
        """Return True if a chart is selected, and False for figures or a table."""
        return self.show_as.currentData() not in _NEVER_CHARTS and not self.as_table.isChecked()

    def _is_known(self, span: Span) -> bool:
        """Return True if all that is needed for this span has been gathered."""
        if self._found is None or self._found[0] != span:
            return False
        return self._found[1] is None or self._reviews is not None or self._coach_view() is None

    def _gather(self, span: Span) -> Work:
        if self._found is None or self._found[0] != span:
            found = yield from self._ask(span)
            self._found, self._reviews = (span, found), None
        if not self._is_known(span):
            self._reviews = yield from self._ask_coach(self._offered, self._found[1])
        if self._is_chart() and not self._says_nothing():
            yield from load(_CHARTS)
        self._show()

    def _says_nothing(self) -> bool:
        """Return True if a view of reviews is selected, but there are no reviews."""
        return self._coach_view() is not None and not (self._reviews and self._reviews.hands)

    def _coach_view(self) -> View | None:
        """Return the selected view of reviews, or None if another view is selected."""
        view = self.show_as.currentData()
        return View(view) if view in set(View) else None

    def _show(self) -> None:
        found = self._found[1]
        view = self.show_as.currentData()
        if found is not None and self._offer_what_there_is(found):
            QTimer.singleShot(0, self, self.look_again)
        self.as_table.setVisible(view not in _NEVER_CHARTS and not self._says_nothing())
        self.clear.setEnabled(found is not None and not figures.is_empty(found))
        span = self._span()
        sides, game = figures.sides_of(span), spec(self._offered)
        coach_view = None if found is None else self._coach_view()
        text = figures.summary(found, sides, game)
        if coach_view is not None and not self._says_nothing():
            text = coach_figures.summary(
                coach_view, found, self._reviews, replace(sides, names=_short_names(sides)), game
            )
        self.note.setText(text)
        while self.stack.count():
            old = self.stack.widget(0)
            self.stack.removeWidget(old)
            old.hide()  # before it is removed, because otherwise the window loses the keyboard focus
            old.setParent(None)  # because otherwise PySide never frees its Python objects
            old.deleteLater()
        if found is not None:
            self.stack.addWidget(self._coach_page(coach_view, sides) if coach_view else self._page(view, found, sides))
        self._measure()

    def _offer_what_there_is(self, found: Statistics) -> bool:
        """Show the boxes that offer a choice in these games. Return True if the selection has changed."""
        hidden = [box for box in (self.whose, self.game) if box.isHidden()]
        if found.others:
            self.whose.show()
        self._kinds |= {game for game in found.kinds if game in GAMES}
        set_choices(self.game, game_choices(self._kinds))
        if len(self._kinds) > 1:
            self.game.show()
        if any(not box.isHidden() for box in hidden):
            self._rows.set_two(True)
        gone = self._offer_opponents(found.pairs)
        if self.isVisible() and any(not box.isHidden() for box in hidden):
            self.fit()  # this makes room for the new boxes
            self._place()
        return gone

    def shrink(self, by: int) -> bool:
        """Make every page lower, with the rows of the numbers closer together."""
        self._row = less(figures.ROW, by / self._scale, _LINES, _LEAST_ROW)
        self._measure()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_as.setFocus()

    def _measure(self) -> None:
        height = self.px(self._row * _LINES + 4)
        if self.isVisible():  # a note of several lines makes the page lower
            height -= max(self.note.heightForWidth(self.note.width()) - self.as_table.sizeHint().height(), 0)
        self.stack.setFixedHeight(height)
        page = self.stack.currentWidget()
        if isinstance(page, SheetTable):
            page.measure(self._row)

    def _coach_page(self, view: View, sides: figures.Sides) -> QWidget:
        game = spec(self._offered)
        if self._says_nothing():
            return _nothing(coach_figures.nothing(self._reviews, game))
        if self.as_table.isChecked():
            return coach_figures.view_table(view, self._reviews, sides, game)
        from mile_bones.desktop.dialogs.coach_charts import view_chart

        chart = view_chart(view, self._reviews, _short_names(sides), game)
        return _described(chart)

    def _page(self, view: str, found: Statistics, sides: figures.Sides) -> QWidget:
        game = spec(self._offered)
        if view == "numbers":
            return SheetTable(figures.numbers(found, sides, game))
        if view == "purse":
            return self._purse_page(found, game)
        results = view == "results"
        if self.as_table.isChecked():
            if results:
                return figures.results_table(found, sides)
            return figures.hands_table(found, sides, game)
        from mile_bones.desktop.dialogs.charts import hands_chart, results_chart

        names = _short_names(sides)
        if results:
            chart = results_chart(found.results, names, points=game.has_points)
        else:
            chart = hands_chart(found.hands_by(figures.STEP), figures.STEP, names, game)
        return _described(chart)

    def _purse_page(self, found: Statistics, game: Spec) -> QWidget:
        """Return the purses of all opponents or, if one is selected, of that one."""
        against = self.against.currentData()
        selected = against if against is None or isinstance(against, str) else tuple(against)
        purses = [(who, purse) for who, purse in purses_in_order(game.name, found) if selected in (None, who)]
        return figures.purses_table(purses, game) if purses else _nothing(_("Nothing has been paid yet."))

    def _ask_to_clear(self) -> None:
        ask_over(
            self,
            _("Clear the statistics?"),
            _("They begin again with the next game, and nothing can bring them back. The games stay in the history."),
            _("Clear &statistics"),
            _("&Keep them"),
            self._clear,
        )

    def _clear(self) -> None:
        self.clear_requested.emit()
        self._found = None
        self.look_again()


def _nothing(text: str) -> QWidget:
    """Return a page that says why there is nothing to show."""
    page = label(text, "text", wrap=True)
    page.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return page


def _described(chart: QWidget) -> QWidget:
    chart.setAccessibleDescription(_("The same numbers can be shown as a table."))
    return chart


def _short_names(sides: figures.Sides) -> tuple[str, str]:
    """Return names that are short enough for the legend of a chart, where both names are in one line."""
    one, other = (
        name if len(name) <= _LONGEST_IN_LEGEND else f"{name[: _LONGEST_IN_LEGEND - 1]}…" for name in sides.names
    )
    return one, other
