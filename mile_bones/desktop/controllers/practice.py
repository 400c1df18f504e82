"""The controller of *My mistakes*, which shows one position after another for practice."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from mile_bones.desktop.controllers.puzzle import Setting
from mile_bones.games import spec
from mile_bones.i18n import format_date, ngettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.controllers.modes import Again
    from mile_bones.desktop.controllers.puzzle import PuzzleController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.library.practice import Mistake, Practice
    from mile_bones.match.puzzle import Puzzle

_TOPIC = "practice"


class PracticeController(QObject):
    """Chooses the positions that ``puzzles`` shows, and stores the answers."""

    def __init__(self, library: GameLibrary, puzzles: PuzzleController, dialogs: DialogStack) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._puzzles = puzzles
        self._dialogs = dialogs
        self._mistakes: list[Mistake] = []  # mistakes that have not been shown yet
        puzzles.next_requested.connect(self._show_next)

    @cached_property
    def _practice(self) -> Practice:
        from mile_bones.library.practice import Practice

        return Practice(self._library.history)

    def show_mistakes(self) -> None:
        """Show the player's mistakes that are due today. If there are none, show a message."""
        self._mistakes = self._practice.waiting(self._library.today())
        if not self._show_mistake():
            self._dialogs.message(_("My mistakes"), self._why_nothing_waits(), _TOPIC)

    def go_on_with(self, mistakes: list[Mistake]) -> None:
        """Show these mistakes, one after another."""
        self._mistakes = mistakes
        self._show_next()

    def _show_next(self) -> None:
        if not self._show_mistake():
            self._puzzles.leave()
            self._dialogs.message(_("My mistakes"), self._why_nothing_waits(), _TOPIC)

    def _show_mistake(self) -> bool:
        """Show the next mistake whose position is available. Return False if there is none."""
        while self._mistakes:
            mistake = self._mistakes.pop(0)
            puzzle = self._practice.puzzle(mistake)
            if puzzle is not None:
                self._puzzles.show(puzzle, self._setting(mistake, puzzle))
                return True
        return False

    def _setting(self, mistake: Mistake, puzzle: Puzzle) -> Setting:
        from mile_bones.library.practice import DAYS
        from mile_bones.match.units import by_unit

        note = by_unit(
            spec(puzzle.game),
            hand=_("From your game of {date}, hand {hand}."),
            deal=_("From your game of {date}, deal {hand}."),
            whole=_("From your game of {date}, after move {move}."),
        )
        return Setting(
            title=_("My mistakes"),
            place=_("My mistakes"),
            topic=_TOPIC,
            again=partial(self._again, mistake),
            note=note.format(date=format_date(mistake.played), hand=mistake.hand, move=mistake.action - 1),
            after=partial(self._answered, mistake, puzzle),
            may_say=tuple(_comes_back(days) for days in DAYS),
            goes_on=True,
        )

    def _again(self, mistake: Mistake) -> Again:
        """Return a function that continues after a change of the language. It shows the positions that have not been
        answered, including the current one.

        If every position has been answered, the function shows the game.
        """
        left = self._mistakes if self._puzzles.is_answered else [mistake, *self._mistakes]
        if not left:
            return lambda window: window.games.go_on_with(window.boards.game)
        return lambda window: window.practice.go_on_with(left)

    def _answered(self, mistake: Mistake, puzzle: Puzzle, answer: Any | None) -> str:
        """Store the answer. Return a sentence about the day on which the position will be shown again."""
        solved = answer is not None and puzzle.is_solved_by(answer)
        today = self._library.today()
        progress = self._practice.answered(mistake, solved=solved, today=today)
        return _comes_back((progress.due - today).days)

    def _why_nothing_waits(self) -> str:
        day = self._practice.next_day()
        if day is not None:
            text = _("That is all for now. The next position comes back on {date}, and there is no hurry.")
            return text.format(date=format_date(day))
        return _(
            "Here you meet choices of your own games again that were worth another thought. They come from reviews: let"
            " the coach review a game, at its end or in the history, and what it marks there comes here."
        )


def _comes_back(days: int) -> str:
    text = ngettext("It comes back tomorrow.", "It comes back in {days} days.", days)
    return text.format(days=days)
