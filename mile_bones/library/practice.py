"""*My mistakes*: marked choices of the user's own games come back as puzzles, at longer and longer intervals.

The interval, from ``DAYS``, depends on how often the position was solved in a row, as in Leitner's box of flash cards.
A position that was not solved starts again and comes back tomorrow. Days are local dates. The progress is stored as
facts of the history, under the digest of the game. So the progress is backed up, rescued and merged with the history.
If a game is deleted and imported again, it still has its progress.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.match.position import Position
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.review_shape import hand_from_json, marked_from_json

if TYPE_CHECKING:
    from mile_bones.match.review import Choice
    from mile_bones.storage.history import History
    from mile_bones.storage.reviews import OwnReview

DAYS = (1, 3, 7, 14, 30, 90)
"""The interval in days after a position was solved once, twice in a row, and so on.

The last one is repeated for ever.
"""
_KEY = "mistake "
"""The prefix of the keys of facts with the progress of a position. The digest of the game and the numbers of the hand
and the action follow the prefix.
"""
_DIGITS = 20
"""The number of digits of the digest that are kept, which is enough to distinguish games."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a position. ``solved`` is the number of times that it was solved in a row, ``due`` the day on
    which it comes again.
    """

    solved: int
    due: date

    @classmethod
    def after(cls, before: Progress | None, *, solved: bool, today: date) -> Progress:
        """Return the progress after one more answer."""
        times = (before.solved + 1 if before is not None else 1) if solved else 0
        times = min(times, len(DAYS))
        return cls(times, today + timedelta(days=_rest(times)))

    @classmethod
    def read(cls, text: str) -> Progress | None:
        """Return the progress from a text that ``str`` has written, or None for any other text."""
        try:
            solved, due = text.split(" ")
            found = cls(int(solved), date.fromisoformat(due))
        except ValueError:
            return None
        return found if 0 <= found.solved <= len(DAYS) else None

    def is_due(self, today: date) -> bool:
        """Return True if the position is due today.

        It is also due if ``due`` is further away than the longest interval, because then a clock was wrong.
        """
        return self.due <= today or self.due > today + timedelta(days=_rest(self.solved))

    def __str__(self) -> str:
        return f"{self.solved} {self.due.isoformat()}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A marked choice of a person. ``game`` is the id in the history; ``hand`` and ``action`` count from 1.

    ``played`` is the day on which the game ended. ``cost`` is ``Cost.size``. ``progress`` is None if the puzzle was
    never answered.
    """

    game: int
    played: date
    digest: str
    hand: int
    action: int
    cost: float
    progress: Progress | None = None

    @property
    def key(self) -> str:
        """The key of the mistake, which stays the same if the game is deleted and imported again."""
        return f"{self.digest[:_DIGITS]} {self.hand} {self.action}"


class Practice:
    """The mistakes in the reviewed games of a history, whichever version of the coach made the reviews."""

    def __init__(self, history: History) -> None:
        self._history = history

    def mistakes(self) -> list[Mistake]:
        """Return all mistakes, those of the game that ended last first, and within a game the most expensive first."""
        known = self._history.facts(_KEY)
        found: dict[int, list[Mistake]] = {}
        for review in self._history.own_reviews():
            of_game = found.setdefault(review.game, [])
            try:
                of_game += _marked(review)
            except ValueError:
                self._history.tell_damaged_review()
        ordered = (mistake for game in found.values() for mistake in sorted(game, key=lambda each: -each.cost))
        return [replace(each, progress=Progress.read(known.get(each.key, ""))) for each in ordered]

    def waiting(self, today: date) -> list[Mistake]:
        """Return the mistakes to be answered today.

        First come those that are due again, the longest due first, then the new ones.
        """
        there = self.mistakes()
        back = [each for each in there if each.progress is not None and each.progress.is_due(today)]
        back.sort(key=lambda each: date.min if each.progress is None else each.progress.due)
        return back + [each for each in there if each.progress is None]

    def next_day(self) -> date | None:
        """Return the first day on which a mistake comes back, or None if there is none."""
        return min((each.progress.due for each in self.mistakes() if each.progress is not None), default=None)

    def puzzle(self, mistake: Mistake) -> Puzzle | None:
        """Return the position with its rating, or None if the game is missing, damaged or no longer reviewed."""
        try:
            record = self._history.record(mistake.game)
            choice = self._choice(mistake)
            if record is None or choice is None or not record.digest().hex().startswith(mistake.digest):
                return None
            return Puzzle(Position(record, mistake.hand, mistake.action), choice.rating)
        except (RecordError, ReplayError):
            return None
        except ValueError:
            self._history.tell_damaged_review()
            return None

    def answered(self, mistake: Mistake, *, solved: bool, today: date) -> Progress:
        """Store the result of an answer. Return the new progress."""
        progress = Progress.after(mistake.progress, solved=solved, today=today)
        self._history.set_fact(_KEY + mistake.key, str(progress))
        return progress

    def _choice(self, mistake: Mistake) -> Choice | None:
        for kept in self._history.reviews(mistake.game):
            if kept.hand == mistake.hand:
                choices = hand_from_json(kept.review).choices
                return next((choice for choice in choices if choice.action == mistake.action), None)
        return None


def _rest(solved: int) -> int:
    return DAYS[max(solved, 1) - 1]


def _marked(review: OwnReview) -> list[Mistake]:
    """Return the mistakes of people in the summary of a hand. Raise ValueError if the summary makes no sense."""
    return [
        Mistake(review.game, review.ended.date(), review.digest, review.hand, action, cost)
        for action, seat, cost in marked_from_json(review.summary)
        if seat in review.seats
    ]
