"""The controller of *Coup of the day*: the position of today, and those of past days."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from mile_bones.desktop.controllers.puzzle import Setting
from mile_bones.games import GAMES
from mile_bones.i18n import format_date
from mile_bones.i18n import gettext as _
from mile_bones.players import level

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.puzzle import PuzzleController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.past_coups import PastCoup, PastCoupsDialog
    from mile_bones.library.coup_answers import CoupAnswers
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.match.coup import Coup


class CoupController(QObject):
    """Lets ``puzzles`` show the coup of a day, and stores the answers."""

    def __init__(
        self, library: GameLibrary, puzzles: PuzzleController, boards: BoardStack, dialogs: DialogStack
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._boards = boards
        self._puzzles = puzzles
        self._dialogs = dialogs

    def _answers(self, game: str) -> CoupAnswers:
        from mile_bones.library.coup_answers import CoupAnswers

        return CoupAnswers(self._library.history, game)

    def _game(self) -> str:
        """Return the game on the table, or another one if it has no coups."""
        from mile_bones.library.coups import with_coups

        return with_coups(self._boards.game if self._boards.shows_board() else GAMES[0])

    def show_today(self) -> None:
        """Show today's coup of the game on the table."""
        self.show_day(self._library.today(), self._game())

    def show_past(self) -> PastCoupsDialog:
        """Open a dialog in which the player can choose a past day of the game on the table. Return the dialog."""
        from mile_bones.desktop.dialogs.past_coups import PastCoupsDialog
        from mile_bones.library.coups import past_days

        game = self._game()
        answers = self._answers(game).all()
        days = [_told(day, answers.get(day), game) for day in past_days(self._library.today(), game=game)]
        dialog = PastCoupsDialog(days, self._dialogs.parent)
        dialog.day_chosen.connect(lambda day: self.show_day(day, game))
        self._dialogs.open(dialog)
        return dialog

    def show_day(self, day: date, game: str = GAMES[0]) -> None:
        """Show the coup of this day."""
        from mile_bones.library.coups import coup_of

        coup = coup_of(day, game)
        about = about_text(coup)
        known = self._answers(game).of(day) is not None
        note = _("Everybody gets the same position, and a new one every day.")
        if known:
            note = _("You have met this one before. Try it again as often as you like.")
        setting = Setting(
            title=_("Coup of the day"),
            place=_("Coup of {date}").format(date=format_date(day)),
            topic="coups",
            again=lambda: lambda window: window.coups.show_day(day, game),
            note=note,
            after=partial(self._answered, day, coup, about),
            may_say=(about,),
            line=partial(self._line, day, game),
        )
        self._puzzles.show(coup.puzzle, setting)

    def _answered(self, day: date, coup: Coup, about: str, answer: Any | None) -> str:
        """Store the answer. Return `about`, a text that must not be shown before there is an answer."""
        notation = "" if answer is None else coup.puzzle.notation(answer)
        self._answers(coup.record.game).keep(day, notation)
        return about

    def _line(self, day: date, game: str) -> str | None:
        """Return a line about the first answer, to copy and send to friends.

        Return None if the player only looked at the solution, or if the stored answer is not legal in this version's
        position.
        """
        from mile_bones.library.coups import answer_line

        answer = self._answers(game).of(day)
        try:
            return answer_line(day, answer, game) if answer else None
        except KeyError:
            return None


def about_text(coup: Coup) -> str:
    """Return the theme and difficulty of a coup in words. Do not show them before the answer, because they would give
    too much away.

    If the task is to win, the difficulty is mostly that of the number of turns. The level that finds the turn is then
    left out, because it would often contradict the difficulty.
    """
    from mile_bones.library.coups import theme_title
    from mile_bones.match.coup import WinCoup

    if isinstance(coup, WinCoup):
        text = _("Theme: “{theme}”. Difficulty: {grade}.")
        return text.format(theme=theme_title(coup), grade=coup.grade.words)
    solver = level(coup.record.game, coup.level).title()
    text = _("Theme: “{theme}”. Difficulty: {grade}; {level} is the first of the computer’s levels to find it.")
    return text.format(theme=theme_title(coup), grade=coup.grade.words, level=solver)


def _told(day: date, answer: str | None, game: str) -> PastCoup:
    """Return the row for a day in the list of past coups. If there is no answer, the row contains only the day."""
    from mile_bones.desktop.dialogs.past_coups import PastCoup
    from mile_bones.library.coups import coup_of, theme_title

    if answer is None:
        return PastCoup(day)
    coup = coup_of(day, game)
    how = _("Looked at")
    if answer:
        how = _("Tried")
        with suppress(KeyError):  # the answer may belong to the position of another version
            how = _("Solved") if coup.is_solved_by(answer) else how
    return PastCoup(day, how, theme_title(coup), coup.grade.words)
