"""Reports the progress of a match during play. On a terminal it rewrites one line; elsewhere it writes a new line now
and then.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Final, TextIO

from mile_bones.i18n import format_number, listed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.lab.batches import Kind
from mile_bones.lab.match_progress import MatchProgress

ON_TERMINAL: Final = 0.2
"""Seconds between two changes of the line on a terminal."""
ELSEWHERE: Final = 10.0
"""Seconds between two lines in a file or a pipe."""


class ProgressLine:
    """Reports the progress of matches on ``stream``; pass it to `arena.play` as ``watch``. ``clock`` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self.title = ""
        """The text before the numbers if there are several matches."""
        self._stream = stream
        self._clock = clock
        self._rewrites = stream.isatty()
        self._pause = ON_TERMINAL if self._rewrites else ELSEWHERE
        self._shown = 0  # characters on the terminal now
        self._began = self._told = clock()

    def __call__(self, standing: MatchProgress) -> None:
        """Report that a batch has been played or, with none played yet, that a match begins."""
        now = self._clock()
        if standing.played == 0:
            self._began = now
        elif now - self._told < self._pause and standing.left:
            return
        self._told = now
        text = self.title + _line(standing, now - self._began)
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
