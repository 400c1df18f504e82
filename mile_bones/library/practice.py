"""*My mistakes*: marked choices of one's own games come back, what was solved later and later.

How long it rests goes by how often a position was solved in a row: ``DAYS``, as in a box of cards after Leitner. What
was not solved begins anew and comes back tomorrow. Days are counted by the local date. All of it is written down in the
history as facts, by the digest of the game: so it is backed up, rescued and brought together with all else there, and
a game that comes back brings along what was solved of it.
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
"""How long a position rests that was solved once, twice in a row, and so on; the last of them for ever after."""
_KEY = "mistake "
"""How the facts of the history begin that say how a position stands; digest, hand and action follow."""
_DIGITS = 20
"""Of the digest: they tell games apart."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``solved``: so often in a row; ``due``: the day on which it comes back."""

    solved: int
    due: date

    @classmethod
    def after(cls, before: Progress | None, *, solved: bool, today: date) -> Progress:
        """What becomes of it with one more answer."""
        times = (before.solved + 1 if before is not None else 1) if solved else 0
        times = min(times, len(DAYS))
        return cls(times, today + timedelta(days=_rest(times)))

    @classmethod
    def read(cls, text: str) -> Progress | None:
        """As ``str`` has written it; None for any other text."""
        try:
            solved, due = text.split(" ")
            found = cls(int(solved), date.fromisoformat(due))
        except ValueError:
            return None
        return found if 0 <= found.solved <= len(DAYS) else None

    def is_due(self, today: date) -> bool:
        """It comes back. Also where it would rest longer than it ever does: then a clock was wrong and has been set."""
        return self.due <= today or self.due > today + timedelta(days=_rest(self.solved))

    def __str__(self) -> str:
        return f"{self.solved} {self.due.isoformat()}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A marked choice of a person. ``game`` is its number in the history, ``hand`` and ``action`` count from 1.

    ``played``: the day on which the game ended. ``progress`` None: it was never answered.
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
        """By what it is known, also when the game has gone and come back."""
        return f"{self.digest[:_DIGITS]} {self.hand} {self.action}"


class Practice:
    """The mistakes in the games of a history that have been reviewed, whatever version of the coach has done it."""

    def __init__(self, history: History) -> None:
        self._history = history

    def mistakes(self) -> list[Mistake]:
        """All of them: those of the game that ended last first, of one game the dearest first."""
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
        """Those to be answered today: first what comes back, the longest due first, then what is new."""
        there = self.mistakes()
        back = [each for each in there if each.progress is not None and each.progress.is_due(today)]
        back.sort(key=lambda each: date.min if each.progress is None else each.progress.due)
        return back + [each for each in there if each.progress is None]

    def next_day(self) -> date | None:
        """The first day on which something comes back; None where there is nothing."""
        return min((each.progress.due for each in self.mistakes() if each.progress is not None), default=None)

    def puzzle(self, mistake: Mistake) -> Puzzle | None:
        """The position, and what was said of it. None when the game has gone, or is damaged, or no longer reviewed."""
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
        """Write down that it was answered; returns when it comes back."""
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
    """What the summary of a hand says of the people who played it. ValueError where it makes no sense."""
    return [
        Mistake(review.game, review.ended.date(), review.digest, review.hand, action, cost)
        for action, seat, cost in marked_from_json(review.summary)
        if seat in review.seats
    ]
