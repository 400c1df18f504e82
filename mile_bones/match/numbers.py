"""The numbers of deals. Under the rules of a game, one whole number determines all its cards.

A number also determines who begins the first hand. So everybody who plays the same number has the same game. With up to
nine digits the person begins; with a 1 before nine digits the computer begins.
"""

from __future__ import annotations

from datetime import date

LARGEST = 10**18 - 1
"""The largest number that a record can hold."""

_DEALS = 10**9


def fresh_number(first: int) -> int:
    """Return an unpredictable number for a game that seat ``first`` begins."""
    import secrets  # late, because it loads OpenSSL

    return first * _DEALS + secrets.randbelow(_DEALS)


def fresh_id() -> str:
    """Return the unique id of a new game: 32 hexadecimal digits."""
    import secrets  # imported late, as in ``fresh_number``

    return secrets.token_hex(16)


def first_of(number: int) -> int:
    """Return the seat that begins the game with this number."""
    return number // _DEALS % 2


def number_of_day(day: date) -> int:
    """Return the number that everybody has on this day: 20261224 on Christmas Eve of 2026."""
    return day.year * 10_000 + day.month * 100 + day.day


def day_of_number(number: int) -> date | None:
    """Return the day that has this number, or None if no day has it."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except (ValueError, OverflowError):
        return None
