"""*Coup of the day*: one position a day, the same for everybody, without a network.

The book that ships is in the order of the days: all of its positions come before one comes again. Which one belongs to
a day follows from the calendar alone, for every day there is, also those before the game was made. The caller says what
day it is, by the local date.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

from mile_bones import resources
from mile_bones.games import GAMES
from mile_bones.i18n import format_date
from mile_bones.i18n import gettext as _
from mile_bones.match.coup import Coup, CoupBook
from mile_bones.players import coach_spec

_FIRST = date(2026, 11, 30)
"""A Monday: the book begins with it."""


@cache
def _book() -> CoupBook:
    return CoupBook(resources.read_text(f"coups/{GAMES[0]}.txt"))


def count() -> int:
    """How many days it takes until a position comes again."""
    return len(_book())


def coup_of(day: date) -> Coup:
    """The position of this day."""
    return _book()[(day.toordinal() - _FIRST.toordinal()) % count()]


def past_days(today: date, most: int | None = None) -> list[date]:
    """The days before, the latest first: so many at most, and no more than bring each position once."""
    longest = min(count() - 1, (today - date.min).days)
    return [today - timedelta(days=back) for back in range(1, 1 + (longest if most is None else min(most, longest)))]


def theme_title(coup: Coup) -> str:
    """What people call its theme."""
    spec = coach_spec(coup.record.game)
    assert spec is not None, "by whose theme it is named"
    return spec.coup_themes[coup.theme]()


def answer_line(day: date, answer: str) -> str:
    """One line to copy and to send to others, who still want to solve it: it tells how it went, and not what was to be
    played. ``answer``: the notation of the action. KeyError when that was not legal there."""
    coup = coup_of(day)
    cost = round(coup.rating.cost(answer))
    values = {"date": format_date(day), "grade": coup.grade.words, "points": cost}
    if answer == coup.rating.best.action:
        return _("Mile Bones, coup of the day, {date} ({grade}): solved.").format(**values)
    return _("Mile Bones, coup of the day, {date} ({grade}): {points} points short of the best.").format(**values)
