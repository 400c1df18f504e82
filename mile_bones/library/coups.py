"""*Coup of the day*: a daily puzzle. On each day everybody gets the same position, without a network.

The positions in the book are in the order of the days. Each of them comes once before the first one comes again. The
position of a day follows from the calendar alone. Every day has one, including days before the game was made. The
caller passes the local date.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

from mile_bones import resources
from mile_bones.games import GAMES, spec
from mile_bones.i18n import format_date
from mile_bones.i18n import gettext as _
from mile_bones.match.cost_words import cost_text
from mile_bones.match.coup import Coup, CoupBook
from mile_bones.players import coach_spec

_FIRST = date(2026, 11, 30)
"""A Monday, the day of the first position in the book."""


@cache
def _book() -> CoupBook:
    return CoupBook(resources.read_text(f"coups/{GAMES[0]}.txt"))


def count() -> int:
    """Return the number of days after which a position comes again."""
    return len(_book())


def coup_of(day: date) -> Coup:
    """Return the position of this day."""
    return _book()[(day.toordinal() - _FIRST.toordinal()) % count()]


def past_days(today: date, most: int | None = None) -> list[date]:
    """Return the days before ``today``, the latest first, so that no position comes twice. ``most`` limits the number
    of days further; None means no further limit.
    """
    longest = min(count() - 1, (today - date.min).days)
    return [today - timedelta(days=back) for back in range(1, 1 + (longest if most is None else min(most, longest)))]


def theme_title(coup: Coup) -> str:
    """Return the title of the coup's theme."""
    coach = coach_spec(coup.record.game)
    assert coach is not None, "the coup is named after a theme of this coach"
    return coach.coup_themes[coup.theme]()


def answer_line(day: date, answer: str) -> str:
    """Return a line to copy and send to others who still want to solve the puzzle.

    It tells the result but not the best action. ``answer`` is the notation of the action that was chosen. Raise
    KeyError if that action was not legal there.
    """
    coup = coup_of(day)
    cost = cost_text(coup.rating.cost(answer), spec(coup.record.game))
    values = {"date": format_date(day), "grade": coup.grade.words, "cost": cost}
    if answer == coup.rating.best.action:
        return _("Mile Bones, coup of the day, {date} ({grade}): solved.").format(**values)
    return _("Mile Bones, coup of the day, {date} ({grade}): a choice that costs {cost}.").format(**values)
