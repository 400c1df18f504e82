"""The controller of a game's turns: whose turn it is, what the table shows and what is announced."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.table.durations import NOTICE_MS, SPEEDS
from mile_bones.i18n import gettext as _
from mile_bones.match.steps import StepKind

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.rewinding import Rewinding
    from mile_bones.desktop.game_log import Line
    from mile_bones.desktop.narrator import Narrator
    from mile_bones.desktop.table.board import Board
    from mile_bones.desktop.table.ending import Inquiry
    from mile_bones.desktop.thinking import Thinking
    from mile_bones.match.match import Match
    from mile_bones.match.steps import Step
    from mile_bones.match.thinking import Answer, Question

GoOn = Callable[["Inquiry | None"], None]
SecondThought = Callable[[Any, GoOn], None]

HURRY_MS = 250
"""The time in milliseconds that a click or key waits for the computers' answers.

The click or key then acts on the table after these answers, because the player probably meant that table.
"""


class TurnController(QObject):
    """Drives a game step by step between the match and the table.

    It waits for four things: an action of the player (``chosen`` of the board), the answer to a question (``answer``),
    the player having read the end of a hand (``go_on``), and the next person taking the device (``reveal``). Everything
    else happens automatically.

    For each person there is a queue of the steps that this person has not seen. These steps are shown when he or she
    takes the device. Thus each person sees the other's steps as if they played on two devices.
    """

    left = Signal()
    """Emitted when the game leaves the table. A choice that waits for ``second_thought`` must then not be made."""
    hand_over = Signal(object)
    """Emitted with a Step at the end of a hand, which may also be the end of the game."""
    asked = Signal(object)
    """Emitted with an Inquiry that the player has to answer in a dialog."""
    passed = Signal(str)
    """Emitted with the name of the person to whom the device is passed. Nobody may see the table until ``reveal``."""
    changed = Signal(object)
    """Emitted with the observation that the table shows now."""
    told = Signal(object)
    """Emitted with everything that the person at the table has seen of this hand, as Lines for the log.

    There are no Lines while nobody may see a card.
    """
    settled = Signal()
    """Emitted when the table waits for the player: nothing moves and no computer thinks."""

    def __init__(self, boards: BoardStack, parent: QObject | None = None, *, thinker: Thinking | None = None) -> None:
        """Control the games on `boards`. `thinker` answers for the computers. If `thinker` is None, a ``Thinker`` is
        used.
        """
        super().__init__(parent)
        self._boards = boards
        self._given_thinker = thinker
        self._match: Match | None = None
        self._viewer = 0
        self._names = ("", "")
        self._steps: dict[int, deque[Step]] = {}  # steps that are still to be shown, by viewer
        self._seen: dict[int, Any] = {}  # the last observation that each viewer has seen
        self._unsubscribe: list[Callable[[], None]] = []
        self._showing = False
        self._waiting = False
        self._paused = False
        self._passing: int | None = None  # the seat of the person to whom the device is passed
        self._idle = False
        self._last_actor: int | None = None
        self._trouble_told = False
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._pace = QTimer(self, singleShot=True)
        self._pace_ms = 0
        self._held = False
        self.plays_by_itself = False
        self.asks_before_discarding = False
        self.waits_for_done = False
        """True if a player has to end a turn of several steps with the button Done."""
        self.second_thought: SecondThought = lambda _action, go_on: go_on(None)
        """A function that is called with a legal action about to be done, and with a callback.

        It calls the callback, now or later, with an Inquiry to ask the player before the action, or with None for no
        question. It may call ``choose_again`` instead, because the player has to choose again. It must do nothing if
        another game has begun meanwhile.
        """
        self.allows: Callable[[Any], bool] = lambda _action: True
        """A function that is called with a legal action before the action is done.

        If the function returns False, the action is not done. The function has then told the player why.
        """
        self.prompts: Callable[[], bool] = lambda: True
        """A function that returns False if the message line says only what has happened, and not what the player may do
        now.
        """
        self._at_the_end = False  # whether the last step is done, but Done was not pressed yet
        self._lines: tuple[Line, ...] = ()
        self._way: deque[Rewinding] = deque()  # undone or redone actions that are not animated yet
        self._said: tuple[Match, int] | None = None  # the match and the ply at which Done was pressed
        self._continues = False  # whether the current action belongs to the same gesture as the one before
        self._joined: set[int] = set()  # the numbers of actions that belong to the gesture of the one before
        boards.chosen.connect(self.choose)
        boards.done_requested.connect(self.end_turn)
        boards.hint.connect(self.explain)
        boards.input_began.connect(self.hurry)
        boards.arranged.connect(self._arranged)
        self._notice.timeout.connect(self._say_who_thinks)
        self._pace.timeout.connect(self._go_on_by_itself)

    @cached_property
    def thinker(self) -> Thinking:
        """The thinker that answers for the computers. The thinker is made for the first game that comes to the
        table.
        """
        from mile_bones.desktop.thinking import Thinker

        thinker = Thinker(self) if self._given_thinker is None else self._given_thinker
        thinker.answered.connect(self._answered)
        return thinker

    @cached_property
    def _narrator(self) -> Narrator:
        from mile_bones.desktop.narrator import Narrator

        return Narrator(self._boards)

    @property
    def _table(self) -> Board:
        return self._boards.current

    @property
    def match(self) -> Match | None:
        """The match on the table, or None if there is no match."""
        return self._match

    @property
    def viewer(self) -> int:
        """The seat from which the table is seen now, or from which it will be seen after ``reveal``."""
        return self._viewer if self._passing is None else self._passing

    @property
    def is_covered(self) -> bool:
        """Whether the device is being passed on. While it is, nobody may see what only one of the two people knows."""
        return self._passing is not None

    @property
    def idle(self) -> bool:
        """Whether the table waits for the player's move and no question is open."""
        return self._idle and not self._waiting

    @property
    def waiting(self) -> bool:
        """Whether the game waits for the answer to a dialog, or for the device to be passed on."""
        return self._waiting

    @property
    def asks_in_dialog(self) -> bool:
        """Whether the game asks the player a question in a dialog now, and does not wait for a gesture."""
        return self._inquiry() is not None

    @property
    def others_play(self) -> bool:
        """Whether a person takes part in this game and has to wait, because a computer thinks or an animation is
        running.
        """
        match = self._match
        return match is not None and bool(match.persons) and not (self._idle or self._waiting)

    def set_speed(self, choice: str, *, reduced: bool) -> None:
        """Set the speed of all animations: "slow", "normal", "fast" or "off". If `reduced`, there are no motions."""
        for board in self._boards.all:
            for animator in board.animators():
                animator.speed = SPEEDS[choice]
                animator.reduced = reduced

    def set_pace(self, milliseconds: int, *, held: bool = False) -> None:
        """Set the time to wait after each move if no person plays. If `held`, stop until the next call."""
        self._pace_ms, self._held = milliseconds, held
        if held:
            self._pace.stop()
        elif self._match is not None and not self._match.persons:
            self._show_next()

    def begin(self, match: Match, *, dealt: bool) -> None:
        """Start or resume `match`, whose board is visible. If `dealt`, animate the deal of its hand."""
        self._leave()
        self._match = match
        self._joined.clear()
        self._names = match.names
        for viewer in match.persons or (match.viewer,):
            self._steps[viewer] = deque()
            self._seen[viewer] = self._observation(match, viewer)
            self._unsubscribe.append(match.subscribe(viewer, partial(self._heard, match, viewer)))
            if dealt and not match.is_over:
                self._heard(match, viewer, match.opening(viewer))
        self._waiting = self._paused = False
        self._trouble_told = False
        self._last_actor = None
        acting, last = match.current_player, self._last_to_act(match)
        if last in self._steps and self._is_to_be_ended(match, last):
            self._sit_down(last)
        else:
            self._sit_down(acting if acting in self._steps else match.viewer)
        self._table.busy = lambda: self.others_play
        self._table.show_players(self._names)
        for seat, cards in enumerate(match.arrangement):
            self._table.arrange(seat, cards)
        self._table.show_message("")  # a replay on this board may have left a message
        self._tell_story()
        if self._has_curtain and not match.is_over:
            self._pass_on(self._viewer)
        elif self._steps[self._viewer]:
            self._show_next()
        else:
            self._show_as_it_stands()

    def pause(self) -> None:
        """Pause the game until ``begin``, because something else takes the table. The state of the game does not
        change.
        """
        held, was_paused = self._match, self._paused
        self._leave()
        self._match = held
        self._waiting = self._paused = True
        if self._has_curtain and not was_paused:  # if paused before, the table may already show another game
            self._hide_cards()
            self._table.tell_words()
        self._set_idle(False)

    def stop(self) -> None:
        """Stop for good, because the window closes."""
        self._forget_match()
        self.thinker.close()

    def hurry(self) -> None:
        """Finish all motion up to the point where the player has to act. This method is called when a key or mouse
        button was pressed.

        Wait for computers that think, but only ``HURRY_MS``, which nobody notices.
        """
        self._table.finish()
        if self._match is None:
            return  # no computer thinks, and `thinker` would import the modules for it
        deadline = QDeadlineTimer(HURRY_MS)
        while self.thinker.busy and not deadline.hasExpired():
            self.thinker.wait(deadline.remainingTime() / 1000)
            self._table.finish()

    def answer(self, action: Any | None) -> None:
        """Take the player's answer to an Inquiry. It is an action, or None if the player does not want to do the chosen
        action.
        """
        if action is not None and self.allows(action):
            self.second_thought(action, partial(self._go_on_with, action))
            return
        self._waiting = False
        if action is None:
            self._table.refuse()
        if self._inquiry() is not None:
            self._continue_turn()  # ask again

    def choose_again(self) -> None:
        """Let the player choose again. The things of the chosen action go back, and the prompt is shown again."""
        self.answer(None)
        self.show_prompt()

    def show_prompt(self) -> None:
        """Show on the message line what the player may do now, but announce nothing."""
        if self._match is not None and self.idle:
            self._show_prompt(self._match)

    def _show_prompt(self, match: Match) -> None:
        if self.prompts():
            self._narrator.show_prompt(self._observation(match, self._viewer))
        else:
            self._narrator.show_again()

    def go_on(self) -> None:
        """Deal the next hand, after the player has read the score sheet."""
        self._waiting = False
        self._narrator.forget()
        if self._has_curtain and self._match is not None:
            self._pass_on(self._match.current_player)  # both people have seen the score sheet
        else:
            self._show_next()

    def stay(self) -> None:
        """Leave the table as it is at the end of the game, so that the player can look at it."""
        if self._match is None:  # the window was closed while the dialog was open
            return
        self._waiting = False
        self._narrator.forget()
        self._narrator.hint(_("The game is over. “New game” in the Game menu begins another."))
        self._set_idle(True)

    def reveal(self) -> None:
        """Show the table to the person who has taken the device, with the steps that he or she has not seen."""
        seat, self._passing = self._passing, None
        if self._match is None or seat is None:
            return
        self._waiting = False
        self._sit_down(seat)
        self._boards.show_game(self._match.game)
        self._table.show_observation(self._seen[seat])
        self._tell_story()
        if self._steps[seat]:
            self._show_next()
        else:
            self._show_as_it_stands()

    @property
    def undo_is_free(self) -> bool:
        """Whether ``undo`` costs nothing, because the turn is not over or not confirmed. See
        ``Match.is_free_to_undo``.
        """
        return self._match is not None and self._match.is_free_to_undo(self._unsaid)

    @property
    def _unsaid(self) -> int | None:
        """The seat of the player who has not yet pressed Done after the last step, or None."""
        return self._viewer if self._at_the_end else None

    def end_turn(self) -> None:
        """End the turn, because the player has pressed Done."""
        if self._at_the_end and self._match is not None:
            self._said = self._match, self._match.ply
            self._leave_the_end()
            self._continue_turn()

    def conceal(self) -> None:
        """Hide the cards until ``reveal`` or ``undo``, if two people play with hidden cards."""
        if self._has_curtain and not self._waiting:
            self._table.finish()
            self._pass_on(self._viewer)

    def undo(self) -> None:
        """Undo the last choice of a person and everything after it, and animate the cards back.

        If one gesture made several choices, undo all of them.
        """
        seat = self._unsaid

        def undo(match: Match) -> None:
            match.undo(seat=seat)
            while match.length in self._joined and match.length_after_undo == match.length - 1:
                match.undo(seat=seat)

        self._rewind(lambda match: (match.to_undo, partial(undo, match)), _("Taken back: {move}."))

    def redo(self) -> None:
        """Redo what was undone last. Do nothing while the device is passed on, because nobody has agreed to a redo
        then.
        """
        if self.is_covered:
            return

        def redo(match: Match) -> None:
            match.redo()
            while match.length in self._joined and match.to_redo is not None:
                match.redo()

        self._rewind(lambda match: (match.to_redo, partial(redo, match)), _("Redone: {move}."))

    def _rewind(self, way: Callable[[Match], tuple[Any | None, Callable[[], None]]], text: str) -> None:
        from mile_bones.desktop.controllers.rewinding import rewindings

        match = self._match
        covered = self.is_covered
        if match is None or (self._waiting and not covered):
            return
        action, step = way(match)
        if action is None:
            return
        if covered:
            self._passing, self._waiting = None, False
        self._table.finish()
        self._stop_thinking()
        self._leave_the_end()
        before, length = match.story(self._viewer), match.length
        step()
        self._way.extend(rewindings(before, length, match, self._viewer))
        self._narrator.forget()
        self._narrator.add(text.format(move=match.spec.words.action_text(action)))
        self._narrator.show_again()  # while the cards travel, the message line must not show the undone action
        self._show_next()

    def refresh(self) -> None:
        """Show the table and its prompt again, because options have changed."""
        if self._match is not None and self._idle:
            self._table.show_observation(self._observation(self._match, self._viewer))
            self._continue_turn()

    # ------------------------------------------------------------------ observations

    def _observation(self, match: Match, viewer: int) -> Any:
        """Return the observation that the table shows to `viewer`.

        While two computers play, it is a spectator's observation with one open hand.
        """
        seen = match.observation(viewer)
        return seen if match.persons else self._table.seen_from(seen.for_spectators(), seen)

    def _heard(self, match: Match, viewer: int, step: Step) -> None:
        """Queue a step of the match for `viewer`. The step is shown after the steps that are already in the queue."""
        if not match.persons:
            seen = step.observation
            step = step._replace(observation=self._table.seen_from(seen.for_spectators(), seen))
        self._steps[viewer].append(step)

    def _arranged(self) -> None:
        """Keep the new order of the hand, and show the prompt again.

        The prompt may replace a hint about playing a card, because rearranging cards is not an answer to that hint.
        """
        self._keep_arrangement()
        if self._idle and not self._at_the_end and self._match is not None:
            self._show_prompt(self._match)

    def _keep_arrangement(self) -> None:
        """Store the player's order of the hand in the match, so that it also survives a restart."""
        if self._paused:
            return
        cards = self._table.arrangement()
        if self._match is not None and self._viewer in self._match.persons and cards is not None:
            self._match.arrange(self._viewer, cards)

    # ------------------------------------------------------------------ the turns

    def choose(self, action: Any) -> None:
        """Do `action`, which the player at the table has chosen, or refuse it with a reason."""
        if self._paused:
            return
        continues = self._table.continues_gesture
        self.hurry()
        self._continues = continues
        match = self._match
        if match is None or self._waiting or self._viewer not in match.persons:
            self._table.refuse()
            return
        refusal = match.why_not(self._viewer, action)
        if refusal is not None and self._at_the_end:
            self._say_how_to_end()
            self._table.refuse()
            return
        if refusal is not None:
            text = match.spec.words.refusal_text(refusal, self._names, self._viewer)
            self._narrator.hint(_("{sentence}.").format(sentence=text))
            self._table.refuse()
            return
        if not self.allows(action):
            self._table.refuse()
            return
        inquiry = self._table.warning(action)
        if inquiry is None and self.asks_before_discarding:
            inquiry = self._table.doubt(action)
        self._waiting = True
        self._table.drag.wait(True)
        if inquiry is None:
            self.second_thought(action, partial(self._go_on_with, action))
        else:
            self.asked.emit(inquiry)

    def _go_on_with(self, action: Any, inquiry: Inquiry | None) -> None:
        """Do the action that the player has chosen. If there is an `inquiry`, ask it first."""
        if inquiry is not None:
            self.asked.emit(inquiry)
            return
        self._waiting = False
        self._table.drag.wait(False)
        if not self._continues:
            self._narrator.forget()
        self._submit(action)

    def _submit(self, action: Any) -> None:
        """Submit the player's action to the match and show the result."""
        continues, self._continues = self._continues, False
        if self._match is not None:  # None if the window was closed while a question was open
            number = self._match.length
            self._joined = {joined for joined in self._joined if joined < number} | ({number} if continues else set())
            self._match.submit(self._viewer, action)
            self._show_next()

    def _show_next(self) -> None:
        """Show the next queued step. If the queue is empty, continue the turn."""
        match = self._match
        if match is None or self._showing or self._waiting:
            return
        steps = self._steps[self._viewer]
        if not steps:
            self._continue_turn()
            return
        step = steps.popleft()
        self._seen[self._viewer] = step.observation
        if step.kind is StepKind.REWIND:
            self._last_actor = None
            self._forget_what_was_seen(match)
            self._table.sound(step.events, self._you)
            self._tell_story()
            if self._has_curtain:
                self._way.clear()
                self._pass_on(match.current_player)
            else:
                if self._way:
                    self.changed.emit(step.observation)  # the menus follow immediately, although cards still move
                self._go_the_way()
            return
        at_once = len(step.events) if step.kind is not StepKind.ACTION else self._table.told_at_once(step.events)
        if step.kind is StepKind.DEAL:
            self._tell(())
        self._narrate(step.events[:at_once], aloud=step.kind is not StepKind.END)  # the sheet is read instead
        self._set_idle(False)
        if step.kind is StepKind.END:
            self._waiting = True
            self._let_others_know_the_end(step)
            self._narrator.show_again()
            self._table.sound(step.events, self._you)
            self.hand_over.emit(step)
            return
        self._showing = True
        if step.kind is StepKind.DEAL:
            self._table.sound(step.events, self._you)
            self._table.deal(step.observation, lambda: self._step_shown(step))
        else:
            self._last_actor = step.events[-1].seat
            self._table.animate(step.events, step.observation, lambda: self._step_shown(step, step.events[at_once:]))

    def _step_shown(self, step: Step, untold: Sequence[Any] = ()) -> None:
        """Continue after the animation of `step`. Announce the events in `untold`, which were held back until now."""
        self._showing = False
        if self._match is not None:  # None if the window was closed meanwhile
            self._keep_arrangement()
            if untold:
                self._narrate(untold)
            self.changed.emit(step.observation)
            self._show_next()

    def _narrate(self, events: Sequence[Any], *, aloud: bool = True) -> None:
        """Announce `events` on the message line, and add them to the log. If not `aloud`, nothing is read aloud."""
        self._narrator.tell(events, aloud=aloud)
        self._tell((*self._lines, *self._narrator.lines(events)))

    def _tell_story(self) -> None:
        """Start the log again with everything that the person at the table has seen of the current hand."""
        match = self._match
        assert match is not None
        waiting = self._steps[self._viewer]
        events: tuple[Any, ...] = ()
        if all(step.kind is not StepKind.DEAL for step in waiting):  # otherwise its deal has not been shown yet
            unseen = sum(len(step.events) for step in waiting if step.kind is StepKind.ACTION)
            events = match.since_deal(self._viewer)
            events = (*match.opening(self._viewer).events, *events[: len(events) - unseen])
        self._tell(self._narrator.lines(events))

    def _tell(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines
        self.told.emit(lines)

    def _go_the_way(self) -> None:
        """Animate the next queued undo or redo step. When no step is left, show the present state of the match."""
        if self._match is None:  # the window was closed meanwhile
            return
        self._showing = bool(self._way)
        if self._way:
            self._set_idle(False)
            one = self._way.popleft()
            self._table.travel(one.events, one.end, self._go_the_way, back=one.back)
        else:
            self._show_as_it_stands()

    def _show_as_it_stands(self) -> None:
        """Show the present state of the match without animation, and continue the turn."""
        match = self._match
        assert match is not None
        self._table.show_observation(self._observation(match, self._viewer))
        self._table.show_last_move_of(match.since_deal(self._viewer))
        self._keep_arrangement()
        self._continue_turn()

    def _continue_turn(self) -> None:
        """Continue the turn: let a computer play, ask the player, pass the device on, or wait for the player."""
        match = self._match
        if match is None or self.thinker.busy:
            return
        if self._is_to_be_ended(match, self._viewer):
            self._at_the_end = True
            self._table.show_done(True)
            self._say_how_to_end()
            self.changed.emit(self._observation(match, self._viewer))
            self._set_idle(True)
            return
        self._leave_the_end()
        question = match.question()
        if question is not None:
            self._set_idle(False)
            if match.persons:
                self._ask(question)
            elif not self._held:
                self._pace.start(self._pace_ms)
            return
        if self._is_others_turn(match):
            self._pass_on(match.current_player)
            return
        observation = self._observation(match, self._viewer)
        if not match.is_over:
            inquiry = self._inquiry()
            if inquiry is not None:
                self._waiting = True
                self._narrator.prompt(observation)
                self.asked.emit(inquiry)
                return
            action = self._table.by_itself(observation) if self.plays_by_itself else None
            if action is not None:
                self._submit(action)
                return
        if self.prompts():
            self._narrator.prompt(observation)
        else:
            self._narrator.show_again()
        self._table.show_invitation()
        self.changed.emit(observation)
        self._set_idle(True)

    def _inquiry(self) -> Inquiry | None:
        """Return the question that the game asks the player in a dialog now, or None."""
        match = self._match
        if match is None or match.is_over:
            return None
        return self._table.inquiry(self._observation(match, self._viewer), self._names)

    def _is_to_be_ended(self, match: Match, seat: int) -> bool:
        """Return True if the player in `seat` has done the last step of a turn and has to confirm the turn with
        Done.
        """
        if not (self.waits_for_done and match.spec.has_steps and seat in match.persons) or match.is_over:
            return False
        return self._last_to_act(match) == seat != match.current_player and self._said != (match, match.ply)

    @staticmethod
    def _last_to_act(match: Match) -> int | None:
        events = match.since_deal(None)
        return events[-1].seat if events else None

    def explain(self, hint: str, *shorter: str) -> None:
        """Show `hint`, a text about something that the player has just done, such as a gesture without a meaning.

        If there is no room for `hint`, show one of the `shorter` texts.
        """
        if self._paused:
            return
        if self._at_the_end:
            self._say_how_to_end()
        elif self.prompts():
            self._narrator.hint(hint, *shorter)
        else:
            self._narrator.show_again()

    def _say_how_to_end(self) -> None:
        self._narrator.hint(_("“Done” ends your turn; its steps can still be taken back."))

    def _leave_the_end(self) -> None:
        if self._at_the_end:
            self._at_the_end = False
            self._table.show_done(False)

    def _go_on_by_itself(self) -> None:
        """Ask for the next move of a computer, after the pause. If a dialog is open, wait for another pause."""
        if QApplication.activeModalWidget() is not None:
            self._pace.start(self._pace_ms)
            return
        question = None if self._match is None or self._waiting else self._match.question()
        if question is not None:
            self._ask(question)

    def _ask(self, question: Question) -> None:
        """Let the computer whose turn it is think about `question`."""
        if question.observation.turn_begins:  # its last message stays if it made the move before this one
            self._narrator.forget(but_the_last=self._last_actor == question.seat)
        self.thinker.ask_computer(question)
        if self.thinker.busy:
            self._notice.start()

    def _say_who_thinks(self) -> None:
        seat = None if self._match is None else self._match.current_player
        if seat is not None:
            self._narrator.hint(_("{name} is thinking…").format(name=self._names[seat]))

    def _answered(self, question: Question, answer: Answer) -> None:
        """Submit the computer's choice. Do nothing if the match has changed since the question."""
        self._notice.stop()
        match = self._match
        if match is None or not match.submit(question.seat, answer.action, question.ply):
            return
        if answer.trouble is not None and not self._trouble_told:
            import traceback  # imported late, because it is hardly ever needed

            from mile_bones.desktop.thinking import trouble_text

            self._trouble_told = True
            traceback.print_exception(answer.trouble)  # for developers
            self._narrator.add(trouble_text(question, answer))
        self._show_next()

    # ------------------------------------------------------------------ two people

    @property
    def _has_curtain(self) -> bool:
        """Whether the cards have to be hidden while the device is passed on, because two people play with hidden
        cards.
        """
        match = self._match
        return match is not None and len(match.persons) == 2 and match.spec.has_hidden_cards

    def _is_others_turn(self, match: Match) -> bool:
        """Return True if the person to act is not the person at the table."""
        return len(match.persons) == 2 and match.current_player not in (None, self._viewer)

    def _pass_on(self, seat: int | None) -> None:
        """Give the table to the person in `seat`, behind a curtain if the game has hidden cards."""
        match = self._match
        assert match is not None and seat is not None
        if not self._has_curtain:
            self._sit_down(seat)
            self._steps[seat].clear()  # both people have seen these steps
            self._tell_story()
            self._show_as_it_stands()
            return
        self._waiting = True
        self._passing = seat
        self._set_idle(False)
        self._hide_cards()
        self.changed.emit(match.observation(None))
        self.passed.emit(self._names[seat])

    def _hide_cards(self) -> None:
        """Let the table show only what a spectator knows, so that a hidden table gives nothing away."""
        assert self._match is not None
        self._table.show_observation(self._match.observation(None))
        self._narrator.forget()
        self._tell(())
        self._table.show_message("")

    @property
    def _you(self) -> int | None:
        """The seat of the only person in the game, or None if there is no such seat. The end of the game is good or bad
        for this person.
        """
        return self._viewer if self._match is not None and len(self._match.persons) == 1 else None

    def _sit_down(self, seat: int) -> None:
        match = self._match
        assert match is not None
        self._viewer = seat
        self._narrator.set_viewer(match.spec.words, seat if match.persons else None, self._names)

    def _let_others_know_the_end(self, end: Step) -> None:
        """Remove the steps up to `end` from the other viewers' queues. The end of a hand is shown only once, to both
        people at the same time.
        """
        for viewer, steps in self._steps.items():
            if viewer != self._viewer:
                while steps and steps[0].ply <= end.ply and steps[0].kind is not StepKind.DEAL:
                    self._seen[viewer] = steps.popleft().observation

    def _forget_what_was_seen(self, match: Match) -> None:
        for viewer, steps in self._steps.items():
            steps.clear()
            self._seen[viewer] = self._observation(match, viewer)

    def _leave(self) -> None:
        """Forget the match, and finish all animations, which belong to this match."""
        self._forget_match()
        self._table.finish()
        self._showing = False

    def _forget_match(self) -> None:
        self._leave_the_end()
        self._match = None
        self._passing = None
        self._way.clear()
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe.clear()
        self._steps.clear()
        self._seen.clear()
        self._stop_thinking()
        self.left.emit()

    def _stop_thinking(self) -> None:
        self._notice.stop()
        self._pace.stop()
        self.thinker.forget()

    def _set_idle(self, idle: bool) -> None:
        self._idle = idle
        if idle:
            self.settled.emit()
