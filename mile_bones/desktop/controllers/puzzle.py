"""The mode that puts one position on the table and asks the player what to play.

A wrong answer gives nothing away, so that the player can try again. After a right answer, or if the player wants to see
the answer, the mode shows the value of each choice, and lights the best one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from mile_bones.desktop.controllers.modes import Again, MatchMode
from mile_bones.desktop.controllers.turns import TurnController
from mile_bones.i18n import gettext as _
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.puzzle_words import action_text, answer_words, question, values_text

if TYPE_CHECKING:
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.puzzle_bar import PuzzleBar
    from mile_bones.desktop.status import StatusBar
    from mile_bones.desktop.table.ending import Inquiry
    from mile_bones.match.match import Match
    from mile_bones.match.puzzle import Task
    from mile_bones.match.thinking import Question


def _nothing_more(_answer: Any | None) -> str:
    return ""


def _no_line() -> str | None:
    return None


class Setting(NamedTuple):
    """The texts and callbacks with which a position is shown.

    ``title`` is a text about the kind of practice, and ``place`` is a text that identifies this position. ``topic`` is
    the help page. ``again`` returns a function that shows the position again after a change of the language. ``note``
    is a sentence that the player reads before the answer, or "".

    ``after`` is called with the first answer: an action or a turn, or None if the player only looked at the answer. The
    function returns a sentence about the consequence, or "". The sentence is shown as soon as the player knows the
    solution. ``may_say`` holds all sentences that ``after`` can return. After the first answer, ``line`` returns a text
    for friends that does not give the answer away, or None if there is no such text. For ``goes_on`` see `PuzzleBar`.
    """

    title: str
    place: str
    topic: str
    again: Callable[[], Again]
    note: str = ""
    after: Callable[[Any | None], str] = _nothing_more
    may_say: tuple[str, ...] = ("",)
    line: Callable[[], str | None] = _no_line
    goes_on: bool = False


class PuzzleController(MatchMode):
    """Shows a position and takes the answer, with the gestures for a move. The game does not continue from this
    position.
    """

    next_requested = Signal()
    message = Signal(str)
    """Emitted with a text for the status bar, which shows it for a short time."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.puzzle: Task | None = None
        """The position that is shown, or None."""
        self.bar: PuzzleBar | None = None
        self._setting: Setting | None = None
        self._match: Match | None = None
        self._is_open = False  # whether the player may answer now
        self._is_refused = False  # whether the last answer was wrong, and the solution has not been shown since
        self._begun = 0  # the number of actions before the position
        self._steps: list[Any] = []  # the steps of a turn that were done on the table, if the answer is a turn
        self._more: str | None = None  # the text returned by ``after`` for the first answer, or None before it
        self._boards.undo_requested.connect(self._take_back)
        self._boards.hint.connect(self._gesture_begins)

    @property
    def _bar(self) -> PuzzleBar | None:
        return self.bar

    @property
    def setting(self) -> Setting | None:
        """The setting with which the position is shown, or None."""
        return self._setting

    @property
    def is_answered(self) -> bool:
        """Whether the first answer has been given."""
        return self._more is not None

    def show(self, puzzle: Task, setting: Setting) -> None:
        """Put this position on the table, with the texts of `setting`."""
        from mile_bones.desktop.puzzle_bar import PuzzleBar

        self._take_table(puzzle.game)
        self.puzzle, self._setting = puzzle, setting
        turns = TurnController(self._boards, self, thinker=_Nobody())
        turns.allows = self._take
        turns.prompts = lambda: self._is_open
        turns.settled.connect(self._settled)
        turns.asked.connect(self._ask)
        self._take_turns(turns)
        bar = self.bar = PuzzleBar(
            setting.title,
            self._said(puzzle, setting),
            self._dialogs.parent,
            goes_on=setting.goes_on,
            topic=setting.topic,
        )
        bar.show_requested.connect(self._show_answer)
        bar.worths_requested.connect(self._list_worths)
        bar.again_requested.connect(self._begin)
        bar.next_requested.connect(self.next_requested)
        bar.copy_requested.connect(self._copy)
        bar.leave_requested.connect(self.leave)
        self._more = None
        self._begin()
        self._lay_below(bar)
        self._table.focus_first()

    def describe(self, menus: Menus, status: StatusBar) -> None:
        menus.show_aside(self._boards.game)
        status.show_practice(self._boards.game)

    def again(self) -> Again:
        assert self._setting is not None
        return self._setting.again()

    def _forget(self) -> None:
        self.puzzle = self.bar = self._setting = self._match = None
        self._is_open = self._is_refused = False
        self._steps.clear()

    def _begin(self) -> None:
        """Ask the question, with the position as it was given."""
        puzzle, setting, bar, turns = self.puzzle, self._setting, self.bar, self.turns
        assert puzzle is not None and setting is not None and bar is not None and turns is not None
        self._table.suggest(None)
        self._is_open, self._is_refused = True, False
        asked = question(puzzle)
        bar.ask(setting.place, asked, setting.note)
        self._table.announcer.announce(asked)
        self._lay_out(turns, puzzle)
        if self._more is not None:
            self._table.focus_first()

    def _lay_out(self, turns: TurnController, puzzle: Task) -> None:
        """Put the position on the table as it was given."""
        self._steps.clear()
        self._match = puzzle.match()
        self._begun = self._match.length
        turns.begin(self._match, dealt=False)

    # ------------------------------------------------------------------ the answer

    def _take(self, action: Any) -> bool:
        """Take `action` as the answer, or as the last step of it, if one is awaited.

        Return True if more steps belong to the answer, so that this one is done on the table. The action that completes
        the answer is never done.
        """
        if self.puzzle is None:
            return False
        if not self._is_open:
            self._tell_later()
            return False
        steps = [*self._done_steps(), action]
        answer = self.puzzle.answer(steps)
        if answer is None:
            self._steps = steps
            return True
        self._answer(answer)
        return False

    def _done_steps(self) -> list[Any]:
        """Return the steps that are on the table, without those that were taken back."""
        assert self._match is not None
        return self._steps[: self._match.length - self._begun]

    def _take_back(self) -> None:
        """Take back the last step, because the player wants to undo it on the board."""
        if self._is_open and self.turns is not None and self._done_steps():
            self.turns.undo()

    def _show_answer(self) -> None:
        assert self.turns is not None
        self.turns.hurry()
        if self._is_open or self._is_refused:
            self._table.drag.clear(is_new=False)  # what is selected would be lit beside the answer
            self._answer(None)

    def _answer(self, action: Any | None) -> None:
        puzzle, setting, bar = self.puzzle, self._setting, self.bar
        assert puzzle is not None and setting is not None and bar is not None
        self._is_open, self._is_refused = False, _is_wrong(puzzle, action)
        if self._more is None:
            self._more = setting.after(action)
        words, copies = answer_words(puzzle, action), setting.line() is not None
        if self._is_refused:
            bar.refuse(setting.place, words, _how_to_continue(), copies=copies)
        else:
            note, values = _joined(values_text(puzzle, action), self._more), isinstance(puzzle, Puzzle)
            bar.show_answer(setting.place, words, note, copies=copies, values=values)
        self._table.announcer.announce(words)
        self._table.show_message("")  # it may be about a selection that is over, and contradict the bar
        self._focus_on_bar()
        if self._steps:
            # The gesture of the last step is not over yet, and it must end on the table on which it began.
            QTimer.singleShot(0, self, partial(self._set_back, puzzle, action))
        else:
            self._open_or_light(puzzle, action)

    def _focus_on_bar(self) -> None:
        assert self._setting is not None and self.bar is not None
        button = self.bar.next if self._setting.goes_on else self.bar.leave
        (self.bar.again if self._is_refused else button).setFocus()

    def _set_back(self, puzzle: Task, answer: Any | None) -> None:
        """Put the position on the table again after the steps of the answer."""
        if self.turns is not None and self.puzzle is puzzle and not self._is_open and self._steps:
            self._lay_out(self.turns, puzzle)
            self._open_or_light(puzzle, answer)
            self._focus_on_bar()

    def _open_or_light(self, puzzle: Task, answer: Any | None) -> None:
        """Take another answer after a wrong one. Otherwise light the best action, or all steps of the turn that
        wins.
        """
        if self._is_refused:
            self._is_open = True
        else:
            self._table.invite_nothing()
            first, *then = puzzle.steps_to_show(answer)
            self._table.suggest(first, then)

    def _settled(self) -> None:
        """Light nothing but the answer, if the table has been shown again after it."""
        if not self._is_open and self.puzzle is not None:
            self._table.invite_nothing()

    def _gesture_begins(self) -> None:
        """Ask the question again in place of the words about a wrong answer, because the player tries something else.

        After a right answer, or if the answer was shown, say how to begin again.
        """
        puzzle, setting, bar = self.puzzle, self._setting, self.bar
        if puzzle is None or setting is None or bar is None:
            return
        if not self._is_open:
            self._tell_later()
        elif self._is_refused:
            self._is_refused = False
            bar.ask(setting.place, question(puzzle), setting.note)

    def _tell_later(self) -> None:
        QTimer.singleShot(0, self, self._tell_how_to_begin_again)  # the table has still to light where things may go

    def _tell_how_to_begin_again(self) -> None:
        """Put down what the player has selected, and say on the message line that no answer is awaited."""
        if self.puzzle is None or self._is_open or self._table.gestures.carrying:
            return
        self._table.drag.clear(is_new=False)
        self._table.invite_nothing()
        text = _("This position is answered. “Try again” asks it once more.")
        self._table.show_message(text)
        self._table.announcer.announce(text)

    def _said(self, puzzle: Task, setting: Setting) -> list[tuple[str, list[str]]]:
        """Return all texts that the bar may show for this position: each sentence with its possible notes."""
        told = [(question(puzzle), [setting.note])]
        for answer in (None, *puzzle.answers()):
            notes = [_how_to_continue()]
            if not _is_wrong(puzzle, answer):
                values = values_text(puzzle, answer)
                notes = [_joined(values, more) for more in setting.may_say]
            told.append((answer_words(puzzle, answer), notes))
        return told

    def _copy(self) -> None:
        """Copy the line for friends to the clipboard."""
        assert self._setting is not None
        line = self._setting.line()
        if line is not None:
            QGuiApplication.clipboard().setText(line)
            self.message.emit(_("Copied: {text}").format(text=line))

    def _list_worths(self) -> None:
        """List all choices in the dialog that hints use."""
        from mile_bones.desktop.dialogs.advice import AdviceDialog
        from mile_bones.games import spec

        puzzle = self.puzzle
        assert isinstance(puzzle, Puzzle), "the button is hidden for other positions"

        def text(action: Any) -> str:
            return action_text(puzzle, action)

        self._dialogs.open(AdviceDialog(puzzle.rating, spec(puzzle.game), text, "", self._dialogs.parent))

    def _ask(self, inquiry: Inquiry) -> None:
        """Let the player answer a question of the game, if the position is still to be answered.

        After a wrong answer do not ask before the player wants to try again, because the dialog would cover the bar.
        """
        turns = self.turns
        if self._is_open and not self._is_refused and turns is not None:
            self._dialogs.ask(inquiry, turns.answer)


def _is_wrong(puzzle: Task, answer: Any | None) -> bool:
    """Return True if this is an answer, and not a right one."""
    return answer is not None and not puzzle.is_solved_by(answer)


def _how_to_continue() -> str:
    return _("Try something else, or have the answer shown.")


def _joined(text: str, more: str) -> str:
    return _("{sentence} {next_sentence}").format(sentence=text, next_sentence=more) if text and more else text or more


class _Nobody(QObject):
    """A thinker for the other side, which never acts."""

    answered = Signal(object, object)
    busy = False

    def ask_computer(self, question: Question) -> None:
        """Do nothing, because no computer is ever asked."""

    def wait(self, seconds: float) -> None:
        """Return at once, because no answer is awaited."""

    def forget(self) -> None:
        """Do nothing, because no answer is awaited."""

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""
