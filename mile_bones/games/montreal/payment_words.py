"""The payment that the loser of a game makes, in words and figures, step by step."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.games.montreal.payment import Payment, PaymentLine
from mile_bones.i18n import format_number, format_signed, ngettext
from mile_bones.i18n import gettext as _


class PaymentRow(NamedTuple):
    """A row of the payment as people read it: the reason, the calculation ("2 × 3"), and the result."""

    label: str
    sum: str
    amount: str


def payment_rows(payment: Payment) -> tuple[PaymentRow, ...]:
    """Return the payment row by row. The last row is the amount that is paid."""
    rows = [
        PaymentRow(_label(line, payment), _sum(line, progressive=line.units != line.number), format_number(line.amount))
        for line in payment.lines
    ]
    if payment.factor > 1:
        label = _("Skunk: all of it twice") if payment.factor == 2 else _("Below zero: all of it three times")
        amounts = _product(payment.factor, payment.subtotal)
        rows.append(PaymentRow(label, amounts, format_number(payment.total)))
    return (*rows, PaymentRow(_("Paid"), payment_sum(payment), format_number(payment.total)))


def payment_sum(payment: Payment) -> str:
    """Return the payment on one line: "12 + 3 + 3 + 30 + 18 = 66" or "(6 + 3 + 3 + 3) × 2 = 30".

    Amounts of 0 are left out. If at most one amount is left and the factor is 1, return "".
    """
    amounts = [format_number(line.amount) for line in payment.lines if line.amount]
    parts = " + ".join(amounts)
    if payment.factor > 1:
        text = _("({parts}) × {factor} = {total}")
        return text.format(parts=parts, factor=payment.factor, total=format_number(payment.total))
    return _("{parts} = {total}").format(parts=parts, total=format_number(payment.total)) if len(amounts) > 1 else ""


def _label(line: PaymentLine, payment: Payment) -> str:
    number = line.number
    most, least = payment.rounded
    if line.item == "difference":
        if least > most:
            return _("No difference: the loser has more points")
        return _("Hundreds from {least} to {most}").format(least=format_signed(least), most=format_signed(most))
    # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card. A chapeau (French
    # for hat) is a deal with less than no points. A skunk is who loses with less than half the target.
    if line.item == "naturals":
        return ngettext("{count} natural of the winner", "{count} naturals of the winner", number).format(count=number)
    if line.item == "chapeaux":
        return ngettext("{count} chapeau of the loser", "{count} chapeaux of the loser", number).format(count=number)
    # Translators: a word of card players: the loser has not reached half of the target
    return {"game": _("The game"), "skunk": _("Skunk"), "negative": _("Below zero")}[line.item]


def _sum(line: PaymentLine, *, progressive: bool) -> str:
    """Return the calculation of a line. In a progressive payment it shows how many times each thing is paid: "(1 + 2 +
    3) × 3".
    """
    if progressive and line.item in ("naturals", "chapeaux"):
        times = " + ".join(format_number(time) for time in range(1, line.number + 1))
        return _("({times}) × {each}").format(times=times, each=format_number(line.each))
    return _product(line.units, line.each)


def _product(units: int, each: int) -> str:
    return _("{units} × {each}").format(units=format_number(units), each=format_number(each))
