"""The end of a game, and the payment that the loser makes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mile_bones.games.montreal.rules import Rules

Pair = tuple[int, int]
"""Two numbers, by seat."""

Item = Literal["difference", "game", "naturals", "chapeaux", "skunk", "negative"]
"""The reason for a line of the payment. "skunk" and "negative" exist only in the progressive convention."""


class PaymentLine(NamedTuple):
    """One line of the payment: ``amount`` is ``units`` times ``each``.

    ``number`` is the number of things that are paid for: hundreds of points, naturals or chapeaux. ``units`` is equal
    to ``number``, unless the n-th thing is paid n times.
    """

    item: Item
    number: int
    units: int
    each: int

    @property
    def amount(self) -> int:
        """The money for this line."""
        return self.units * self.each


class Payment(NamedTuple):
    """The payment of the loser to the winner, as a sum that can be shown step by step: ``factor`` times the sum of all
    lines.

    ``rounded`` has the totals rounded to hundreds, the winner's first.
    """

    lines: tuple[PaymentLine, ...]
    factor: int
    rounded: Pair

    @property
    def subtotal(self) -> int:
        """The sum of the lines."""
        return sum(line.amount for line in self.lines)

    @property
    def total(self) -> int:
        """The money that is paid."""
        return self.subtotal * self.factor


def winner_of(totals: Pair, naturals: Pair, deals: int, rules: Rules) -> tuple[bool, int | None]:
    """Return two values: whether the game is over after ``deals`` deals, and the winner's seat. The seat is None if the
    game is drawn or not over.

    A player qualifies by reaching the target. If a natural is required, the player also needs a natural. If both
    qualify, the higher total wins. After a tie another deal is played. After the last possible deal the higher total
    wins.
    """
    qualified = [seat for seat in (0, 1) if has_qualified(seat, totals, naturals, rules)]
    if len(qualified) == 1 and rules.natural_required:
        return True, qualified[0]
    if not qualified and deals < rules.most_deals:
        return False, None
    if totals[0] == totals[1]:
        return deals >= rules.most_deals, None
    return True, int(totals[1] > totals[0])


def has_qualified(seat: int, totals: Pair, naturals: Pair, rules: Rules) -> bool:
    """Return True if this player has reached the target and, if a natural is required, has one. Such a player may end
    the game.
    """
    return totals[seat] >= rules.target and (naturals[seat] > 0 or not rules.natural_required)


def rounded(total: int) -> int:
    """Return ``total`` rounded to hundreds. 50 is rounded up: 1250 gives 1300, 1249 gives 1200, -50 gives 0."""
    return (total + 50) // 100 * 100


def payment_of(winner: int, totals: Pair, naturals: Pair, chapeaux: Pair, rules: Rules) -> Payment:
    """Return the payment of the loser of a game with these final totals."""
    won, lost = totals[winner], totals[1 - winner]
    most, least = rounded(won), rounded(lost)
    stars, hats = naturals[winner], chapeaux[1 - winner]
    large = rules.large_stake
    skunk = lost >= 0 and 2 * lost < rules.target
    hundreds = 0 if won < lost else (most - least) // 100
    lines = [PaymentLine("difference", hundreds, hundreds, rules.stake), PaymentLine("game", 1, 1, large)]
    if not rules.progressive:
        lines += [PaymentLine("naturals", stars, stars, large), PaymentLine("chapeaux", hats, hats, large)]
        return Payment(tuple(lines), 3 if lost < 0 else 2 if skunk else 1, (most, least))
    if lost < 0:
        lines.append(PaymentLine("negative", 1, 2, large))
    elif skunk:
        lines.append(PaymentLine("skunk", 1, 1, large))
    lines.append(PaymentLine("naturals", stars, _up_to(stars), large))
    lines.append(PaymentLine("chapeaux", hats, _up_to(hats), large))
    return Payment(tuple(lines), 1, (most, least))


def _up_to(count: int) -> int:
    """Return 1 + 2 + ... + ``count``."""
    return count * (count + 1) // 2
