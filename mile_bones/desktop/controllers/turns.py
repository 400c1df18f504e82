"""The course of the game on the desktop: whose turn it is, what is shown meanwhile, when something is said."""

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
"""How long a click or a key waits for the computer's answers, so that it finds the table it was meant for."""


class TurnController(QObject):
    """Carries the game on between the match and the table, one step after another.

    It waits for what the player does (``chosen`` of the board), the answer to a question (``answer``), the end of a
    hand being read (``go_on``), and the one whose turn it is to take the place of the other (``lift``). Everything
    else goes by itself.

    Each person at the table has steps of the own that are still to be shown. They are shown when that person sits in
    front of it, so each sees what the other did as if the other were far away.
    """

    left = Signal()
    """The game is not on the table any more: a choice that waits for a second thought is not to be made."""
    hand_over = Signal(object)
    """A hand has ended, and perhaps the game with it: the step that tells it."""
    asked = Signal(object)
    """The player has to answer something in a dialog (Inquiry)."""
    passed = Signal(str)
    """The device is passed on to the person with this name; nothing may be seen until ``lift``."""
    changed = Signal(object)
    """The observation that the table shows now."""
    told = Signal(object)
    """All that the one at the table has seen of this hand, for the log (Lines); nothing while nobody may see any."""
    settled = Signal()
    """The table waits for the player: nothing moves, nothing is thought about."""

    def __init__(self, boards: BoardStack, parent: QObject | None = None, *, thinker: Thinking | None = None) -> None:
        """``thinker``: who answers for the computers; None: their own players do."""
        super().__init__(parent)
        self._boards = boards
        self._given_thinker = thinker
        self._match: Match | None = None
        self._viewer = 0
        self._names = ("", "")
        self._steps: dict[int, deque[Step]] = {}  # what the table is still to show, by viewer
        self._seen: dict[int, Any] = {}  # how the table stood when a viewer saw it last
        self._unsubscribe: list[Callable[[], None]] = []
        self._showing = False
        self._waiting = False
        self._paused = False
        self._passing: int | None = None  # the seat for which the device is passed on
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
        """The turns of a game with steps end when the player says so."""
        self.second_thought: SecondThought = lambda _action, go_on: go_on(None)
        """Gets an action that is legal and is about to be done, and says, now or later, what the player is asked before
        that; None: nothing. It says nothing any more when another game is begun meanwhile."""
        self.allows: Callable[[Any], bool] = lambda _action: True
        """Asked before anything legal is done. Where it says no, nothing changes, and it has told the player why."""
        self._at_the_end = False  # the player's turn is over but for that word
        self._lines: tuple[Line, ...] = ()
        self._way: deque[Rewinding] = deque()  # what still goes back, or on again
        self._said: tuple[Match, int] | None = None  # of which game and ply the word was said
        self._continues = False  # what is being chosen belongs to the gesture before it
        self._joined: set[int] = set()  # the numbers of the actions that belong to the gesture before them
        boards.chosen.connect(self.choose)
        boards.done_requested.connect(self.end_turn)
        boards.hint.connect(self.explain)
        boards.input_began.connect(self.hurry)
        boards.arranged.connect(self._arranged)
        self._notice.timeout.connect(self._say_who_thinks)
        self._pace.timeout.connect(self._go_on_by_itself)

    @cached_property
    def thinker(self) -> Thinking:
        """Who answers for the computers, made for the first game that comes to the table."""
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
        """The game in progress."""
        return self._match

    @property
    def viewer(self) -> int:
        """The seat from which the table is seen, or will be when the curtain is lifted."""
        return self._viewer if self._passing is None else self._passing

    @property
    def is_covered(self) -> bool:
        """The device is being passed on: nobody may see what one of the two alone knows."""
        return self._passing is not None

    @property
    def idle(self) -> bool:
        """The table waits for the player, and no question does."""
        return self._idle and not self._waiting

    @property
    def waiting(self) -> bool:
        """A dialog has to be answered before the game goes on, or the device to be passed on."""
        return self._waiting

    @property
    def others_play(self) -> bool:
        """Somebody plays here, and others are at work or something moves."""
        match = self._match
        return match is not None and bool(match.persons) and not (self._idle or self._waiting)

    def set_speed(self, choice: str, *, reduced: bool) -> None:
        """How fast things move: "slow", "normal", "fast" or "off"; ``reduced``: nothing travels."""
        for board in self._boards.all:
            for animator in board.animators():
                animator.speed = SPEEDS[choice]
                animator.reduced = reduced

    def set_pace(self, milliseconds: int, *, held: bool = False) -> None:
        """So long each choice of a computer is looked at where nobody plays; ``held``: until this is called again."""
        self._pace_ms, self._held = milliseconds, held
        if held:
            self._pace.stop()
        elif self._match is not None and not self._match.persons:
            self._show_next()

    def begin(self, match: Match, *, dealt: bool) -> None:
        """Go on with this game, whose board is seen; ``dealt``: its hand has just been dealt, which is worth seeing."""
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
        self._table.show_message("")  # a replay on this board may have said something
        self._tell_story()
        if self._has_curtain and not match.is_over:
            self._pass_on(self._viewer)
        elif self._steps[self._viewer]:
            self._show_next()
        else:
            self._show_as_it_stands()

    def pause(self) -> None:
        """Something else is on the table: nothing goes on until ``begin``; what is done there means nothing here."""
        held, was_paused = self._match, self._paused
        self._leave()
        self._match = held
        self._waiting = self._paused = True
        if self._has_curtain and not was_paused:  # else something else is on the table already, of another game perhaps
            self._hide_cards()
            self._table.tell_words()
        self._set_idle(False)

    def stop(self) -> None:
        """The window closes: nobody plays any more, whatever still moves."""
        self._forget_match()
        self.thinker.close()

    def hurry(self) -> None:
        """A click or a key: whatever moves comes to its end, up to where the player is asked for something.

        The computer's answers are waited for, but no longer than nobody notices.
        """
        self._table.finish()
        if self._match is None:
            return  # no computer thinks, and asking would import what lets it think
        deadline = QDeadlineTimer(HURRY_MS)
        while self.thinker.busy and not deadline.hasExpired():
            self.thinker.wait(deadline.remainingTime() / 1000)
            self._table.finish()

    def answer(self, action: Any | None) -> None:
        """What the player has answered to the question that was asked; None: what was chosen is not to be done."""
        if action is not None and self.allows(action):
            self.second_thought(action, partial(self._go_on_with, action))
            return
        self._waiting = False
        if action is None:
            self._table.refuse()
        if self._inquiry() is not None:
            self._continue_turn()  # which asks again

    def go_on(self) -> None:
        """The end of the hand has been read: the next one is dealt."""
        self._waiting = False
        self._narrator.forget()
        if self._has_curtain and self._match is not None:
            self._pass_on(self._match.current_player)  # both have looked at the score sheet
        else:
            self._show_next()

    def stay(self) -> None:
        """The end of the game has been read, and the table stays as it stands, to be looked at."""
        if self._match is None:  # the window closes over the dialog
            return
        self._waiting = False
        self._narrator.forget()
        self._narrator.hint(_("The game is over. “New game” in the Game menu begins another."))
        self._set_idle(True)

    def reveal(self) -> None:
        """The one to whom the device was passed on is there, and sees what happened since the last time."""
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
        """What ``undo`` takes back is a step of a turn that is not over, or of which that was not yet said."""
        return self._match is not None and self._match.is_free_to_undo(self._unsaid)

    @property
    def _unsaid(self) -> int | None:
        """The seat of the player whose turn is over but for that word."""
        return self._viewer if self._at_the_end else None

    def end_turn(self) -> None:
        """The player says that the turn is over."""
        if self._at_the_end and self._match is not None:
            self._said = self._match, self._match.ply
            self._leave_the_end()
            self._continue_turn()

    def conceal(self) -> None:
        """Where two people play with hidden cards, let nobody see any until ``reveal`` or ``undo``."""
        if self._has_curtain and not self._waiting:
            self._table.finish()
            self._pass_on(self._viewer)

    def undo(self) -> None:
        """Take back the last choice of a person and what followed; all that had moved goes back.

        Of a gesture that came to several choices all are taken back.
        """
        seat = self._unsaid

        def undo(match: Match) -> None:
            match.undo(seat=seat)
            while match.length in self._joined and match.length_after_undo == match.length - 1:
                match.undo(seat=seat)

        self._rewind(lambda match: (match.to_undo, partial(undo, match)), _("Taken back: {move}."))

    def redo(self) -> None:
        """Do once more what was taken back last; not behind the curtain, which has nobody's word for it."""
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
        self._narrator.show_again()  # while the cards travel, not what they have undone
        self._show_next()

    def refresh(self) -> None:
        """Show the table and its prompt anew, after options have changed."""
        if self._match is not None and self._idle:
            self._table.show_observation(self._observation(self._match, self._viewer))
            self._continue_turn()

    # ------------------------------------------------------------------ what is seen and heard

    def _observation(self, match: Match, viewer: int) -> Any:
        """What is shown to this viewer. Who watches two computers sees one hand, but it is not their own."""
        seen = match.observation(viewer)
        return seen if match.persons else self._table.seen_from(seen.for_spectators(), seen)

    def _heard(self, match: Match, viewer: int, step: Step) -> None:
        """The match tells this viewer something, which is shown when its time comes."""
        if not match.persons:
            seen = step.observation
            step = step._replace(observation=self._table.seen_from(seen.for_spectators(), seen))
        self._steps[viewer].append(step)

    def _arranged(self) -> None:
        """The player has put a card elsewhere in the hand. What was said of playing it is no answer to that."""
        self._keep_arrangement()
        if self._idle and not self._at_the_end and self._match is not None:
            self._narrator.show_prompt(self._observation(self._match, self._viewer))

    def _keep_arrangement(self) -> None:
        """What the player has put into order stays so, after a restart too."""
        if self._paused:
            return
        cards = self._table.arrangement()
        if self._match is not None and self._viewer in self._match.persons and cards is not None:
            self._match.arrange(self._viewer, cards)

    # ------------------------------------------------------------------ the turns

    def choose(self, action: Any) -> None:
        """The player at the table means this."""
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
        if inquiry is None:
            self.second_thought(action, partial(self._go_on_with, action))
        else:
            self.asked.emit(inquiry)

    def _go_on_with(self, action: Any, inquiry: Inquiry | None) -> None:
        """Do what the player has chosen, unless there is still something to ask."""
        if inquiry is not None:
            self.asked.emit(inquiry)
            return
        self._waiting = False
        self._narrator.forget()
        self._submit(action)

    def _submit(self, action: Any) -> None:
        """Do what the player wants."""
        continues, self._continues = self._continues, False
        if self._match is not None:  # else the window was closed over a question
            number = self._match.length
            self._joined = {joined for joined in self._joined if joined < number} | ({number} if continues else set())
            self._match.submit(self._viewer, action)
            self._show_next()

    def _show_next(self) -> None:
        """Show the next step, or let the game go on when there is none."""
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
                    self.changed.emit(step.observation)  # the menus know it at once, whatever still moves
                self._go_the_way()
            return
        at_once = len(step.events) if step.kind is not StepKind.ACTION else self._table.told_at_once(step.events)
        if step.kind is StepKind.DEAL:
            self._tell(())
        self._narrate(step.events[:at_once], aloud=step.kind is not StepKind.END)  # the sheet that follows says it
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
        """The table stands as this step has left it; what is still ``untold`` was seen now."""
        self._showing = False
        if self._match is not None:  # else the window was closed meanwhile
            self._keep_arrangement()
            if untold:
                self._narrate(untold)
            self.changed.emit(step.observation)
            self._show_next()

    def _narrate(self, events: Sequence[Any], *, aloud: bool = True) -> None:
        """In the message line, and in the log."""
        self._narrator.tell(events, aloud=aloud)
        self._tell((*self._lines, *self._narrator.lines(events)))

    def _tell_story(self) -> None:
        """The log begins anew, with what the one at the table has seen of the hand that lies there."""
        match = self._match
        assert match is not None
        waiting = self._steps[self._viewer]
        events: tuple[Any, ...] = ()
        if all(step.kind is not StepKind.DEAL for step in waiting):  # else that hand is still to come
            unseen = sum(len(step.events) for step in waiting if step.kind is StepKind.ACTION)
            events = match.since_deal(self._viewer)
            events = (*match.opening(self._viewer).events, *events[: len(events) - unseen])
        self._tell(self._narrator.lines(events))

    def _tell(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines
        self.told.emit(lines)

    def _go_the_way(self) -> None:
        """What was taken back goes back, and what is done once more goes on again, action by action."""
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
        """Without anything that travels."""
        match = self._match
        assert match is not None
        self._table.show_observation(self._observation(match, self._viewer))
        self._table.show_last_move_of(match.since_deal(self._viewer))
        self._keep_arrangement()
        self._continue_turn()

    def _continue_turn(self) -> None:
        """Whose turn is it? Let the computer play, ask the player, pass the device on, or wait."""
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
        self._narrator.prompt(observation)
        self._table.show_invitation()
        self.changed.emit(observation)
        self._set_idle(True)

    def _inquiry(self) -> Inquiry | None:
        """What the game asks the player now in a dialog."""
        match = self._match
        if match is None or match.is_over:
            return None
        return self._table.inquiry(self._observation(match, self._viewer), self._names)

    def _is_to_be_ended(self, match: Match, seat: int) -> bool:
        """This player has done the last step of a turn, and wants to say that it was the last."""
        if not (self.waits_for_done and match.spec.has_steps and seat in match.persons) or match.is_over:
            return False
        return self._last_to_act(match) == seat != match.current_player and self._said != (match, match.ply)

    @staticmethod
    def _last_to_act(match: Match) -> int | None:
        events = match.since_deal(None)
        return events[-1].seat if events else None

    def explain(self, hint: str, *shorter: str) -> None:
        """Say this of what the player has just done, such as a gesture that meant nothing; or something shorter, where
        there is no room for it."""
        if self._paused:
            return
        if self._at_the_end:
            self._say_how_to_end()
        else:
            self._narrator.hint(hint, *shorter)

    def _say_how_to_end(self) -> None:
        self._narrator.hint(_("“Done” ends your turn; its steps can still be taken back."))

    def _leave_the_end(self) -> None:
        if self._at_the_end:
            self._at_the_end = False
            self._table.show_done(False)

    def _go_on_by_itself(self) -> None:
        """What a computer has done was looked at for long enough, and no dialog is open before it."""
        if QApplication.activeModalWidget() is not None:
            self._pace.start(self._pace_ms)
            return
        question = None if self._match is None or self._waiting else self._match.question()
        if question is not None:
            self._ask(question)

    def _ask(self, question: Question) -> None:
        """Let the computer think whose turn it is."""
        if question.observation.turn_begins:  # what it does goes on, if it has just played as well
            self._narrator.forget(but_the_last=self._last_actor == question.seat)
        self.thinker.ask_computer(question)
        if self.thinker.busy:
            self._notice.start()

    def _say_who_thinks(self) -> None:
        seat = None if self._match is None else self._match.current_player
        if seat is not None:
            self._narrator.hint(_("{name} is thinking…").format(name=self._names[seat]))

    def _answered(self, question: Question, answer: Answer) -> None:
        """The computer has chosen. Nothing happens when the game has gone on without it."""
        self._notice.stop()
        match = self._match
        if match is None or not match.submit(question.seat, answer.action, question.ply):
            return
        if answer.trouble is not None and not self._trouble_told:
            import traceback  # late: it is hardly ever needed

            from mile_bones.desktop.thinking import trouble_text

            self._trouble_told = True
            traceback.print_exception(answer.trouble)  # for whoever looks into it
            self._narrator.add(trouble_text(question, answer))
        self._show_next()

    # ------------------------------------------------------------------ two people

    @property
    def _has_curtain(self) -> bool:
        """Two people play who may not see each other's cards."""
        match = self._match
        return match is not None and len(match.persons) == 2 and match.spec.has_hidden_cards

    def _is_others_turn(self, match: Match) -> bool:
        """Another person than the one at the table is to act."""
        return len(match.persons) == 2 and match.current_player not in (None, self._viewer)

    def _pass_on(self, seat: int | None) -> None:
        """Let the other person have the table, behind a curtain where there is something to hide."""
        match = self._match
        assert match is not None and seat is not None
        if not self._has_curtain:
            self._sit_down(seat)
            self._steps[seat].clear()  # both have seen it
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
        """Let the table show and tell no more than a spectator knows, whatever asks it while it is not seen."""
        assert self._match is not None
        self._table.show_observation(self._match.observation(None))
        self._narrator.forget()
        self._tell(())
        self._table.show_message("")

    @property
    def _you(self) -> int | None:
        """The seat of a lone person, for whom an end is good or bad."""
        return self._viewer if self._match is not None and len(self._match.persons) == 1 else None

    def _sit_down(self, seat: int) -> None:
        match = self._match
        assert match is not None
        self._viewer = seat
        self._narrator.set_viewer(match.spec.words, seat if match.persons else None, self._names)

    def _let_others_know_the_end(self, end: Step) -> None:
        """The end of a hand is told once, to all who sit there."""
        for viewer, steps in self._steps.items():
            if viewer != self._viewer:
                while steps and steps[0].ply <= end.ply and steps[0].kind is not StepKind.DEAL:
                    self._seen[viewer] = steps.popleft().observation

    def _forget_what_was_seen(self, match: Match) -> None:
        for viewer, steps in self._steps.items():
            steps.clear()
            self._seen[viewer] = self._observation(match, viewer)

    def _leave(self) -> None:
        """What still moves belongs to another game, which must not go on."""
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
