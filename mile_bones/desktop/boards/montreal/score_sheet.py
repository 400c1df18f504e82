"""The dialog with the score sheet at the end of a deal of Mille. After a game for stakes the dialog shows the payment
next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEasingCurve
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.montreal.marked_table import MarkedTable
from mile_bones.desktop.boards.montreal.sheet_rows import sheet_marks, sheet_rows
from mile_bones.desktop.dialogs.base import label, less
from mile_bones.desktop.dialogs.ending import EndingDialog, game_title, way_on_text
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import set_title
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.durations import COUNT_MS, MARKS_MS, PAYMENT_LINE_MS
from mile_bones.desktop.table.ending import Ending
from mile_bones.games.montreal import words
from mile_bones.games.montreal.cards import RANKS
from mile_bones.games.montreal.events import GameEnded, HandEnded
from mile_bones.games.montreal.names import ranks_words
from mile_bones.games.montreal.payment import Payment
from mile_bones.games.montreal.payment_words import payment_rows, payment_sum
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.spec import SPEC
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_PAYMENT_ROW = 34


def payment_plan(payment: Payment) -> Plan:
    """Return the table that shows the payment."""
    columns = (
        Column(Cell(_("What is paid for"), 14, muted=True)),
        Column(Cell(_("How it is reckoned"), 14, muted=True), least=120),
        Column(Cell(_("Amount"), 14, muted=True), padding=12, least=90),
    )
    return Plan(_("Payment"), columns, rows_to(payment), row_height=_PAYMENT_ROW, header_height=29, indent=14)


def rows_to(payment: Payment, part: float = 1.0) -> tuple[Row, ...]:
    """Return the rows of the payment at ``part`` (0 to 1) of the animation. The lines appear one after another, and the
    payment is the last line.
    """
    lines = payment_rows(payment)
    written = round(part * len(lines) + 0.499) if part < 1 else len(lines)
    rows = []
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        seen = number < written
        # The whole sum is written below the table, so that its row has room for the result.
        texts = (line.label, "" if last else line.sum, line.amount) if seen else ("", "", "")
        cells = (
            Cell(texts[0], 17 if last else 16, "Bold" if last else "SemiBold"),
            Cell(texts[1], 15, "Medium", muted=True),
            Cell(texts[2], 19 if last else 17, "Bold"),
        )
        said = _("{item}: {sum}, {amount}") if line.sum and not last else _("{item}: {amount}")
        said = said.format(item=line.label, sum=line.sum, amount=line.amount)
        rows.append(Row(cells, said, striped=number % 2 == 0, amber=last and seen, rule=last))
    return tuple(rows)


def payment_texts(payment: Payment, rules: Rules) -> tuple[str, str]:
    """Return the whole sum, which may be empty, and a sentence about the stakes."""
    stakes = _("Stakes {small} and {large}.")
    if rules.progressive:
        stakes = _(
            "Stakes {small} and {large}, progressive: a second natural or chapeau is paid twice, a third three times."
        )
    stakes = stakes.format(small=format_number(rules.stake), large=format_number(rules.large_stake))
    return payment_sum(payment), stakes


def who_pays(ended: GameEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence that says who pays how much to whom. The game has a winner, and there are stakes."""
    assert ended.winner is not None and ended.payment is not None
    if ended.winner == seat:
        text = _("{loser} pays you {amount}.")
    elif seat is not None:
        text = _("You pay {winner} {amount}.")
    else:
        text = _("{loser} pays {winner} {amount}.")
    amount = format_number(ended.payment.total)
    return text.format(loser=names[1 - ended.winner], winner=names[ended.winner], amount=amount)


_ROW, _LEAST_ROW = 38, 24
"""Two heights of a row at scale 1: the usual one, and the least one that is still readable."""
_EVENLY = QEasingCurve.Type.Linear
_CARS = ("icons/car_red.svg", "icons/car_blue.svg")
TOPIC = "montreal-mille-sheet"


class ScoreSheetDialog(EndingDialog):
    """A dialog with every item of the deal, its stars and circles, and the totals. Its button leads to the payment if
    there is one, to the next deal, or to a new game.

    The rows count up and the marks are drawn with the ``animator``, until a key or a click shows the end result.
    Without an animator the end result is shown at once.
    """

    def __init__(self, ending: Ending, parent: QWidget | None = None, animator: Animator | None = None) -> None:
        ended: HandEnded = ending.events[0]
        game: GameEnded | None = ending.events[1] if ending.game_over else None
        names, seat = ending.names, ending.you
        how = words.hand_end_text(ended, names, seat)
        title, subtitle = words.hand_winner_text(ended, names, seat), how
        if game is not None:
            title, subtitle = game_title(game.winner, names, seat), words.game_end_text(game, names, seat)
        super().__init__(
            parent,
            title=title,
            subtitle=subtitle,
            band=SPEC.band,
            topic=TOPIC,
            width=640,
        )
        self.setObjectName("score_sheet_dialog")
        self._ending, self._game = ending, game
        self._payment: Payment | None = None if game is None else game.payment
        self.count_with(animator)
        self._rows = partial(sheet_rows, ended, ending.games, names)
        self.table: SheetTable = MarkedTable(_plan(self._rows(), names), sheet_marks(ended))
        self.body.setSpacing(0)
        self.body.addWidget(self.table)
        news = [*([] if game is None else [how]), *natural_texts(ended, names, seat)]
        self.news = label(" ".join(news), "muted", wrap=True)
        self.news.setIndent(self.px(14))
        self.body.addSpacing(self.px(8) if news else 0)
        self.body.addWidget(self.news)
        self.news.setVisible(bool(news))  # only now: without a parent, the label would be shown as a window of its own
        rules = ending.observation.rules
        foot = _("First to {points} wins the game.")
        if rules.natural_required:
            foot = _("First to {points} with a natural wins the game.")
        foot = foot.format(points=format_number(rules.target))
        if game is not None:
            foot = _("An assisted game: it does not count.") if ending.assisted else ending.special
        self.note = label(foot, "muted", wrap=True)
        self.note.setMinimumWidth(self.px(150))
        self.note.setIndent(self.px(14) + RING)
        self.tell(self.band.subtitle.text(), *news, foot)
        self.buttons.takeAt(0)
        self.buttons.addWidget(self.note, 1)
        self.add_both_hands()
        self.add_way_on(_("&Payment") if self._payment is not None else self._way_on())
        self.go_on.set_least_width(150)

    def begin(self) -> None:
        table = self.table
        assert isinstance(table, MarkedTable)
        marks = Motion(table.show_marks, MARKS_MS, COUNT_MS, QEasingCurve.Type.OutCubic)
        self.count([Motion(lambda part: self.table.show_rows(self._rows(part)), COUNT_MS, curve=_EVENLY), marks])

    def accept(self) -> None:
        """Continue from the score sheet to the payment if there is a payment, else close the dialog."""
        if self._payment is None:
            super().accept()
            return
        payment, self._payment = self._payment, None
        self._show_payment(payment)

    def shrink(self, by: int) -> bool:
        """Make the rows lower, so that the whole sheet is visible."""
        self.table.measure(less(_ROW, by / self._scale, self.table.rowCount(), _LEAST_ROW))
        return True

    def _show_payment(self, payment: Payment) -> None:
        """Replace the score sheet with the payment, and write it line by line."""
        assert self._game is not None
        pays = who_pays(self._game, self._ending.names, self._ending.you)
        whole, stakes = payment_texts(payment, self._ending.observation.rules)
        set_title(self, _("Payment"))
        self.setAccessibleName(_("Payment"))
        self.tell(pays, _("{sum}.").format(sum=whole) if whole else "", self._ending.purse, stakes)
        self.setProperty("helpTopic", "montreal-mille-payment")
        self.band.title.setText(_("Payment"))
        self.band.subtitle.setText(pays)
        before, self.table = self.table, SheetTable(payment_plan(payment))
        self.body.replaceWidget(before, self.table)
        before.hide()
        before.deleteLater()
        self.sum = label(whole, "strong", wrap=True)
        self.sum.setIndent(self.px(14))
        self.body.addSpacing(self.px(10))
        self.body.addWidget(self.sum)
        self.purse = label(self._ending.purse, "text", wrap=True)
        self.stakes = label(stakes, "muted", wrap=True)
        for line in (self.purse, self.stakes):
            line.setIndent(self.px(14))
            self.body.addWidget(line)
        for widget in (self.table, self.sum, self.purse, self.stakes):
            widget.show()  # so that ``fit`` includes their room
        self.sum.setVisible(bool(whole))
        self.purse.setVisible(bool(self._ending.purse))
        self.news.hide()
        self.note.setText("")
        self.both_hands.hide()
        self.go_on.setText(self._way_on())
        self.fit()
        self.go_on.setFocus()
        tell_reader(self.table, self.told)
        length = self.table.rowCount() * PAYMENT_LINE_MS
        self.count([Motion(lambda part: self.table.show_rows(rows_to(payment, part)), length, curve=_EVENLY)])

    def _way_on(self) -> str:
        """Return the label of the button that continues after the last page."""
        if self._game is None:
            return _("&Next deal")
        return way_on_text(self._game.winner, self._ending.you, placed=self._ending.placed)


def natural_texts(ended: HandEnded, names: Sequence[str], seat: int | None) -> list[str]:
    """Return a sentence for each set of all eight cards of a rank, which counts as a natural."""
    found = []
    for player, sets in enumerate(ended.sets):
        for rank in RANKS:
            if sets.is_natural(rank):
                # Translators: a natural is a set of all eight cards of a rank; {ranks} is "sevens" or the like.
                text = _("You have a natural of {ranks}: all eight count double.")
                if player != seat:
                    text = _("{name} has a natural of {ranks}: all eight count double.")
                found.append(text.format(name=names[player], ranks=ranks_words(rank)))
    return found


def _plan(rows: tuple[Row, ...], names: Sequence[str]) -> Plan:
    columns = (
        Column(Cell(_("Category"), 14, muted=True)),
        Column(Cell(_("Worth"), 14, muted=True), least=90),
        *(
            Column(Cell(name, 14, "Bold", picture=car), padding=14, least=120, most=190)
            for name, car in zip(names, _CARS, strict=True)
        ),
    )
    return Plan(_("Score sheet"), columns, rows, row_height=_ROW, header_height=29, indent=14)
