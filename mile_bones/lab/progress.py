"""Reports the progress of a match or a review. On a terminal it rewrites one line; elsewhere it writes a new line now
and then.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, TextIO

from mile_bones.i18n import format_number, listed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.lab.batches import Kind
from mile_bones.lab.match_progress import MatchProgress
from mile_bones.match.review import Choice, HandQuestion, HandReview, Question

ON_TERMINAL: Final = 0.2
"""Seconds between two changes of the line on a terminal."""
ELSEWHERE: Final = 10.0
"""Seconds between two lines in a file or a pipe."""
_SEVERAL = 2


class Line:
    """A line of text on ``stream`` that changes. ``clock`` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._stream = stream
        self._rewrites = stream.isatty()
        self._pause = ON_TERMINAL if self._rewrites else ELSEWHERE
        self._shown = 0  # characters on the terminal now
        self._told = clock()

    def is_due(self) -> bool:
        """Return whether the last change is long enough ago for another one."""
        return self.clock() - self._told >= self._pause

    def tell(self, text: str) -> None:
        """Show this text."""
        self._told = self.clock()
        if self._rewrites:
            self._rewrite(text[: shutil.get_terminal_size().columns - 1])  # a line that wraps cannot be taken back
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Clear the line, so that the next output begins a line."""
        if self._rewrites:
            self._rewrite("")
            self._stream.write("\r")
            self._stream.flush()

    def _rewrite(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._shown))  # blanks: not every terminal can erase
        self._shown = len(text)


class ProgressLine:
    """Reports the progress of matches on ``stream``; pass it to `arena.play` as ``watch``. ``clock`` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self.title = ""
        """The text before the numbers if there are several matches."""
        self._on = Line(stream, clock)
        self._began = clock()

    def __call__(self, standing: MatchProgress) -> None:
        """Report that a batch has been played or, with none played yet, that a match begins."""
        now = self._on.clock()
        if standing.played == 0:
            self._began = now
        elif not self._on.is_due() and standing.left:
            return
        self._on.tell(self.title + _line(standing, now - self._began))

    def close(self) -> None:
        """Clear the line, so that the next output begins a line."""
        self._on.close()


class ReviewLine:
    """Reports the progress of a review on ``stream``. ``clock`` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._on = Line(stream, clock)
        self._began = clock()
        self._of: dict[int, int] = {}  # choices by hand
        self._done: Counter[int] = Counter()
        self._hands = 0
        self._where = ""

    def begin(self, asked: Iterable[Question], hands: int, *, are_deals: bool = False) -> None:
        """Report that a review with these questions begins. ``hands`` is the number of finished hands in the game,
        which perhaps calls them deals.
        """
        self._of = {question.hand: question.choices for question in asked if isinstance(question, HandQuestion)}
        self._where = (
            "" if hands < _SEVERAL else _("deal {number} of {all}") if are_deals else _("hand {number} of {all}")
        )
        self._hands = hands
        self._began = self._on.clock()
        self._tell()

    def add(self, piece: Choice | HandReview) -> None:
        """Report that a choice or a hand is finished."""
        if isinstance(piece, Choice):
            self._done[piece.hand] += 1
            if self._on.is_due():
                self._tell()

    def close(self) -> None:
        """Clear the line, so that the next output begins a line."""
        self._on.close()

    def _tell(self) -> None:
        hand = next((hand for hand, choices in self._of.items() if self._done[hand] < choices), None)
        if hand is None:
            return
        done, left = self._done.total(), sum(self._of.values()) - self._done.total()
        parts = []
        if done:
            seconds = (self._on.clock() - self._began) / done * left
            parts.append(_("{time} left").format(time=duration(seconds)))
        if self._where:
            parts.append(self._where.format(number=hand, all=self._hands))
        parts.append(_("choice {number} of {all}").format(number=self._done[hand] + 1, all=self._of[hand]))
        self._on.tell(listed(parts))


def _line(standing: MatchProgress, seconds: float) -> str:
    """Return the progress of a match that has been played for ``seconds``, as text."""
    parts = []
    if standing.played and standing.left:
        parts.append(_("{time} left").format(time=duration(seconds / standing.played * standing.left)))
    done, hands = standing.count(Kind.HANDS)
    if hands:
        parts.append(
            ngettext("{done} of {all} hand", "{done} of {all} hands", hands).format(
                done=format_number(done), all=format_number(hands)
            )
        )
    done, games = standing.count(Kind.GAMES)
    if games:
        parts.append(
            ngettext("{done} of {all} game", "{done} of {all} games", games).format(
                done=format_number(done), all=format_number(games)
            )
        )
    found = standing.estimate()
    if found is not None:
        parts.append(_("{mean:+.0f} ± {se:.0f} a hand").format(mean=found.mean, se=found.se))
    won = standing.won()
    if not hands and won is not None:
        parts.append(_("{share:.0%} won").format(share=won))
    return listed(parts)


def duration(seconds: float) -> str:
    """Return a time as text, in the unit that suits it."""
    if seconds < 90:
        return _("{seconds} s").format(seconds=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 90:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)
