"""*Coup of the day*: a daily puzzle of each game that has a book of them. On each day everybody gets the same position,
without a network.

The positions in a book are in the order of the days. Each of them comes once before the first one comes again. The
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


def has_coups(game: str) -> bool:
    """Return True if the game has a coup of the day: a book of them is shipped."""
    return _file(game) in resources.names("coups")


def with_coups(game: str) -> str:
    """Return `game` if it has a coup of the day, or else the first game that has one."""
    return next(name for name in (game, *GAMES) if has_coups(name))


def _file(game: str) -> str:
    """Return the path of the book among the resources."""
    return f"coups/{game}.txt"


@cache
def _book(game: str) -> CoupBook:
    return CoupBook(resources.read_text(_file(game)))


def count(game: str = GAMES[0]) -> int:
    """Return the number of days after which a position comes again."""
    return len(_book(game))


def coup_of(day: date, game: str = GAMES[0]) -> Coup:
    """Return the position of this day."""
    return _book(game)[(day.toordinal() - _FIRST.toordinal()) % count(game)]


def past_days(today: date, most: int | None = None, game: str = GAMES[0]) -> list[date]:
    """Return the days before ``today``, the latest first, so that no position comes twice. ``most`` limits the number
    of days further; None means no further limit.
    """
    longest = min(count(game) - 1, (today - date.min).days)
    return [today - timedelta(days=back) for back in range(1, 1 + (longest if most is None else min(most, longest)))]


def theme_title(coup: Coup) -> str:
    """Return the title of the coup's theme."""
    coach = coach_spec(coup.record.game)
    assert coach is not None, "the coup is named after a theme of this coach"
    return coach.coup_themes[coup.theme]()


def answer_line(day: date, answer: str, game: str = GAMES[0]) -> str:
    """Return a line to copy and send to others who still want to solve the puzzle.

    It tells the result but not the right answer. ``answer`` is the notation of the action or turn that was chosen.
    Raise KeyError if the answer was not legal there.
    """
    coup, found = coup_of(day, game), spec(game)
    solved, cost = coup.is_solved_by(answer), coup.cost(answer)
    values = {"game": found.title(), "date": format_date(day), "grade": coup.grade.words}
    if solved:
        return _("{game}, coup of the day, {date} ({grade}): solved.").format(**values)
    if cost is None:
        return _("{game}, coup of the day, {date} ({grade}): not solved.").format(**values)
    text = _("{game}, coup of the day, {date} ({grade}): a choice that costs {cost}.")
    return text.format(**values, cost=cost_text(cost, found))
