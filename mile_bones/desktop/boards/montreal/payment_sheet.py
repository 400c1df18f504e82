"""What the loser of a game of Mille pays, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row
from mile_bones.games.montreal.events import GameEnded
from mile_bones.games.montreal.payment import Payment
from mile_bones.games.montreal.payment_words import payment_rows, payment_sum
from mile_bones.games.montreal.rules import Rules
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_ROW = 34


def payment_plan(payment: Payment) -> Plan:
    """The table that shows all of it."""
    columns = (
        Column(Cell(_("What is paid for"), 14, muted=True)),
        Column(Cell(_("How it is reckoned"), 14, muted=True), least=120),
        Column(Cell(_("Amount"), 14, muted=True), padding=12, least=90),
    )
    return Plan(_("Payment"), columns, rows_to(payment), row_height=_ROW, header_height=29, indent=14)


def rows_to(payment: Payment, part: float = 1.0) -> tuple[Row, ...]:
    """The rows when so much of them is written, ``part`` 0 to 1: one line after another, at last what is paid."""
    lines = payment_rows(payment)
    written = round(part * len(lines) + 0.499) if part < 1 else len(lines)
    rows = []
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        seen = number < written
        # The whole sum stands below the table; in its row there is room for what it comes to.
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
    """The whole sum, which may be empty, and by which stakes it is reckoned."""
    stakes = _("Stakes {small} and {large}.")
    if rules.progressive:
        stakes = _(
            "Stakes {small} and {large}, progressive: a second natural or chapeau is paid twice, a third three times."
        )
    stakes = stakes.format(small=format_number(rules.stake), large=format_number(rules.large_stake))
    return payment_sum(payment), stakes


def who_pays(ended: GameEnded, names: Sequence[str], seat: int | None) -> str:
    """Who pays whom how much, one sentence. The game has a winner, and there are stakes."""
    assert ended.winner is not None and ended.payment is not None
    if ended.winner == seat:
        text = _("{loser} pays you {amount}.")
    elif seat is not None:
        text = _("You pay {winner} {amount}.")
    else:
        text = _("{loser} pays {winner} {amount}.")
    amount = format_number(ended.payment.total)
    return text.format(loser=names[1 - ended.winner], winner=names[ended.winner], amount=amount)
