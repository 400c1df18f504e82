"""The numbers of deals: one whole number, under the rules of the game, stands for all cards of a game.

A number also says who begins the first hand, so that it alone gives the same game to everybody: up to nine digits the
person begins, with a 1 before nine digits the computer.
"""

from __future__ import annotations

from datetime import date

LARGEST = 10**18 - 1
"""A record holds no larger numbers."""

_DEALS = 10**9


def fresh_number(first: int) -> int:
    """A number that nobody can foretell, for a game that seat ``first`` begins."""
    import secrets  # late: OpenSSL comes with it

    return first * _DEALS + secrets.randbelow(_DEALS)


def fresh_id() -> str:
    """The id of a new game: 32 hexadecimal digits that no other has."""
    import secrets  # late, as above

    return secrets.token_hex(16)


def first_of(number: int) -> int:
    """The seat that begins the game with this number."""
    return number // _DEALS % 2


def number_of_day(day: date) -> int:
    """The same number for everybody on this day: 20261224 on Christmas Eve of 2026."""
    return day.year * 10_000 + day.month * 100 + day.day


def day_of_number(number: int) -> date | None:
    """The day whose number this is; None: of no day."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except (ValueError, OverflowError):
        return None
