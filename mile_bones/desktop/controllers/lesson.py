"""The mode for a lesson on the table.

The mode waits for the right action, explains why another action is not right, and plays the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from mile_bones.desktop.controllers.modes import Again, LayBelow, MatchMode, Modes
from mile_bones.desktop.controllers.turns import TurnController
from mile_bones.desktop.table.ending import Ending
from mile_bones.games import spec, with_lesson
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.lesson_bar import LessonBar
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.status import StatusBar
    from mile_bones.desktop.table.ending import Inquiry
    from mile_bones.engine.lesson import LessonStep
    from mile_bones.match.lesson import LessonCourse
    from mile_bones.match.steps import Step
    from mile_bones.match.thinking import Answer, Question


class LessonController(MatchMode):
    """Shows a lesson on the table."""

    play_requested = Signal(str)
    """Emitted with the game of the lesson when the learner wants to play it now."""

    def __init__(
        self,
        modes: Modes,
        boards: BoardStack,
        dialogs: DialogStack,
        lay_below: LayBelow,
        game_waits: Callable[[str], bool],
    ) -> None:
        """`game_waits` returns True if there is an unfinished game of the given kind that can be continued."""
        super().__init__(modes, boards, dialogs, lay_below)
        self._game_waits = game_waits
        self._shown_at: int | None = None  # the step whose words were shown last
        self._explained: set[str] = set()  # instructions that were already read aloud, which is done only once
        self.course: LessonCourse | None = None
        """The learner's position in the lesson, or None if there is no lesson."""
        self.bar: LessonBar | None = None
        boards.undo_requested.connect(self._take_back)
        boards.hint.connect(self._tries_again)
        boards.laid_back.connect(self._laid_back)

    @property
    def _bar(self) -> LessonBar | None:
        return self.bar

    def begin(self, game: str | None = None) -> None:
        """Begin the lesson of `game`. If `game` is None, take the game on the table, or else the first game that has a
        lesson.
        """
        from mile_bones.desktop.lesson_bar import LessonBar
        from mile_bones.match.lesson import LessonCourse

        if game is None:
            game = with_lesson(self._boards.game)
        self._take_table(game)
        course = self.course = LessonCourse(game)
        self._take_turns(self._make_turns(course))
        lesson = course.lesson
        said = [pair for step in lesson.steps for pair in self._said(step)]
        bar = self.bar = LessonBar(lesson.title(), said, self._dialogs.parent)
        bar.back_requested.connect(self._go_back)
        bar.skip_requested.connect(self._skip)
        bar.again_requested.connect(self._begin_again)
        bar.leave_requested.connect(self.leave)
        self._lay_below(bar)
        self._begin_again()

    def _forget(self) -> None:
        self.course = self.bar = None

    def describe(self, menus: Menus, status: StatusBar) -> None:
        menus.show_aside(self._boards.game)
        status.show_lesson(self._boards.game)

    def refresh(self) -> None:
        self._shown_at = None  # so that the words and instructions of the step are shown again
        super().refresh()

    def again(self) -> Again:
        course = self.course
        assert course is not None
        game, step = course.game, min(course.position, course.length - 1)

        def learn_on(window: Any) -> None:
            window.lesson.begin(game)
            window.lesson.go_to(step)

        return learn_on

    def _make_turns(self, course: LessonCourse) -> TurnController:
        turns = TurnController(self._boards, self, thinker=_Script(course))
        turns.allows = self._allows
        turns.prompts = self._prompts
        turns.settled.connect(self._settled)
        turns.asked.connect(self._ask)
        turns.hand_over.connect(self._end)
        return turns

    def _said(self, step: LessonStep) -> list[tuple[str, list[str]]]:
        """Return the texts that the bar may show in this step, each with its note: the words of the step with the
        instruction, and each reason with the words of the step.
        """
        return [(step.words(), [self._note(step)]), *((why, [step.words()]) for why in step.reasons)]

    def _note(self, step: LessonStep) -> str:
        """Return the instruction for doing the action of this step, or "" if the step has no action."""
        return "" if step.action is None else self._table.how_to(step.action)

    # ------------------------------------------------------------------ from step to step

    def _settled(self) -> None:
        """Go to the step that follows from the actions so far. This method is called when the table waits for the
        learner.
        """
        if self.course is not None:
            self.course.follow()
            self._show_step()

    def _show_step(self) -> None:
        """Show the words of the current step, and light what the action needs."""
        course, bar = self.course, self.bar
        step = None if course is None else course.step
        if course is None or bar is None or step is None:
            return
        self._table.suggest(step.action)
        if step.action is None:
            self._table.invite_nothing()
        if self._shown_at == course.position:
            return
        self._shown_at = course.position
        note = self._note(step)
        bar.show_step(course.position + 1, course.length, step.words(), note, reading=step.action is None)
        self._table.announcer.announce(step.words())
        if note not in self._explained:
            self._explained.add(note)
            self._table.announcer.announce(note)

    def _allows(self, action: Any) -> bool:
        """Return True if `action` is right. Otherwise tell the learner why it is not right."""
        course, bar = self.course, self.bar
        if course is None or bar is None or self.turns is None:
            return False
        reason = course.objection(action)
        if reason is None:
            bar.agree()
            return True
        bar.object_to(reason)
        self._table.announcer.announce(reason)
        self.turns.show_prompt()  # the table has offered what the lesson refuses
        self._light_later()
        return False

    def _tries_again(self) -> None:
        """Show the step again in place of a refusal, because the learner has taken up or selected something.

        In a step to read, say that it is to be read, and deselect everything.
        """
        bar = self.bar
        if bar is None:
            return
        step = None if self.course is None else self.course.step
        if step is not None and step.action is None and (reason := step.why_not(None)):
            bar.object_to(reason)
            self._table.announcer.announce(reason)
            self._light_later()
        else:
            bar.object_no_more()

    def _put_down(self) -> None:
        """Deselect everything on the table, let the card go that the pointer carries, and lead the keys to Next."""
        if self.course is None or self.bar is None:
            return
        if self._table.gestures.carrying:
            self._table.gestures.cancel()
        self._table.drag.clear(is_new=False)
        self._show_step()
        self.bar.onward.setFocus()

    def _light_later(self) -> None:
        """Light only what the step needs, as soon as the table has lit what the gesture of the learner might mean."""
        QTimer.singleShot(0, self, self._show_step if self._prompts() else self._put_down)

    def _laid_back(self) -> None:
        """Show the prompt again in place of a hint about lights that are not shown any more."""
        if self.course is not None and self.turns is not None:
            self.turns.show_prompt()
            self._light_later()

    def _prompts(self) -> bool:
        """Return True if the table may say what to do now, and False if the learner first has something to read."""
        course = self.course
        if course is None:
            return False
        course.follow()
        return course.step is None or course.step.action is not None

    def _begin_again(self) -> None:
        if self.course is None:  # the lesson was left while its end was shown
            return
        self._explained = {""}
        self.go_to(0)
        if self.bar is not None:
            self.bar.onward.setFocus()  # the button has the text of the first step, which needs no action

    def _go_back(self) -> None:
        """Go to the previous step. If the computer still plays, let it finish. In this case its step is the previous
        one.
        """
        assert self.course is not None and self.turns is not None
        self.turns.hurry()
        if self.course.position and self.turns.idle:
            self.go_to(self.course.position - 1)

    def _take_back(self) -> None:
        """Take back the last step, because the learner wants to undo it on the board."""
        if self.course is not None and self.turns is not None:
            self._go_back()

    def go_to(self, position: int) -> None:
        """Go to the beginning of the step with this index (from 0) of the current lesson."""
        assert self.course is not None and self.turns is not None
        self._shown_at = None
        match = self.course.go_to(position)
        if position == 0:
            self._show_step()  # the learner can read it while the cards are dealt
        self.turns.begin(match, dealt=position == 0)

    def _skip(self) -> None:
        """Skip the current step: do its action, or count its text as read. After a text the focus goes to the table,
        unless another text follows.
        """
        course, turns, bar = self.course, self.turns, self.bar
        assert course is not None and turns is not None and bar is not None
        shown = course.position
        turns.hurry()
        step = course.step
        if step is None or not turns.idle or course.position != shown:
            return  # the step whose words the player sees is being done already
        if step.action is None:
            another = course.read()
            if another is None:
                self._table.drag.clear(is_new=False)  # what is selected belongs to the step before
                self._table.show_invitation()
                turns.show_prompt()
            else:
                turns.begin(another, dealt=False)
            self._show_step()
            following = course.step
            if following is not None and following.action is None:
                bar.onward.setFocus()
            else:
                self._table.focus_first()
        else:
            turns.choose(step.action)

    # ------------------------------------------------------------------ questions and the end

    def _ask(self, inquiry: Inquiry) -> None:
        """Show the current step, and ask the question. A question of the game is a step of the lesson, too."""
        turns, course = self.turns, self.course
        assert turns is not None and course is not None
        course.follow()
        self._show_step()
        self._dialogs.ask(inquiry, turns.answer)

    def _end(self, step: Step) -> None:
        """Show the score sheet, if the game has points, and after it the end of the lesson."""
        from mile_bones.desktop.dialogs.ending import EndingDialog

        assert self.course is not None and self.bar is not None
        self.course.follow()
        self.bar.show_end()
        match = self.course.match
        if not match.spec.has_points:
            self._say_last_word()
            return
        ending = Ending(
            step.events, step.observation, match.names, match.viewer, (0, 0), False, match.assisted, match.record
        )
        dialog = self._table.end_dialog(ending, self._dialogs)
        if isinstance(dialog, EndingDialog):
            dialog.go_on.setText(_("&Go on"))  # after this dialog there is no next hand
        dialog.accepted.connect(self._say_last_word)
        self._dialogs.open(dialog)

    def _say_last_word(self) -> None:
        from mile_bones.desktop.dialogs.lesson_end import LessonEndDialog

        course = self.course
        if course is None:
            return
        lesson, game = course.lesson, course.game
        waits = self._game_waits(game)
        title, words, band = lesson.end_title(), lesson.end_words(), spec(game).band
        dialog = LessonEndDialog(title, words, self._dialogs.parent, band=band, waits=waits)
        dialog.accepted.connect(lambda: self._play(game))
        dialog.rejected.connect(self.leave)
        dialog.again_requested.connect(self._begin_again)
        self._dialogs.open(dialog)

    def _play(self, game: str) -> None:
        self._modes.end(self)
        self.play_requested.emit(game)


class _Script(QObject):
    """A thinker that gives the scripted answers of the other side immediately."""

    answered = Signal(object, object)
    busy = False

    def __init__(self, course: LessonCourse) -> None:
        super().__init__()
        self._course = course

    def ask_computer(self, question: Question) -> None:
        answer: Answer = self._course.answer(question)
        self.answered.emit(question, answer)

    def wait(self, seconds: float) -> None:
        """Return immediately, because every answer has already arrived."""

    def forget(self) -> None:
        """Do nothing, because no answer is awaited."""

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""
