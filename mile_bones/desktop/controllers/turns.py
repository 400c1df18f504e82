"""The course of the game on the desktop: whose turn it is, what is shown meanwhile, when something is said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Signal

from mile_bones.desktop.boards import Board
from mile_bones.desktop.narrator import Narrator
from mile_bones.desktop.table.animator import SPEEDS
from mile_bones.desktop.thinking import Thinker, trouble_text
from mile_bones.games.milebones import DRAW, END_TRIP, EXTEND, Action, Phase, Played, words
from mile_bones.i18n import gettext as _
from mile_bones.match import Answer, Match, Question, Step, StepKind, shown_names

NOTICE_MS = 300
"""How long the computer thinks before the message line says so: what comes sooner would only flicker."""
HURRY_MS = 250
"""How long a click or a key waits for the computer's answers, so that it finds the table it was meant for."""


class TurnController(QObject):
    """Carries the game on between the match and the table, one step after another.

    It waits for three things: the player's action (``table.chosen``), the answer about the extension (``answer``), and
    the score sheet being closed (``go_on``). Everything else goes by itself.
    """

    hand_over = Signal(object)
    """A hand has ended, and perhaps the game with it: the step that tells it."""
    extension_asked = Signal()
    """The player stands at the goal and has to answer."""
    changed = Signal(object)
    """The observation that the table shows now."""
    settled = Signal()
    """The table waits for the player: nothing moves, nothing is thought about."""

    def __init__(self, table: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._narrator = Narrator(table)
        self.thinker = Thinker(self)
        self._match: Match | None = None
        self._viewer = 0
        self._names = ("", "")
        self._steps: deque[Step] = deque()  # what the table is still to show
        self._unsubscribe: Callable[[], None] = lambda: None
        self._showing = False
        self._waiting = False
        self._idle = False
        self._computer_goes_on = False  # it played a safety, and that belongs to what it does next
        self._trouble_told = False
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self.draw_by_itself = False
        table.chosen.connect(self._choose)
        table.hint.connect(self._narrator.hint)
        table.input_began.connect(self.hurry)
        self.thinker.answered.connect(self._answered)
        self._notice.timeout.connect(self._say_who_thinks)

    @property
    def match(self) -> Match | None:
        """The game in progress."""
        return self._match

    @property
    def idle(self) -> bool:
        """The table waits for the player."""
        return self._idle

    @property
    def waiting(self) -> bool:
        """A dialog has to be answered before the game goes on."""
        return self._waiting

    def set_speed(self, choice: str, *, reduced: bool) -> None:
        """How fast things move: "slow", "normal", "fast" or "off"; ``reduced``: nothing travels."""
        for animator in self._table.animators():
            animator.speed = SPEEDS[choice]
            animator.reduced = reduced

    def begin(self, match: Match, *, dealt: bool) -> None:
        """Go on with this game; ``dealt``: its hand has just been dealt, which is worth seeing."""
        self._leave()
        self._match = match
        self._viewer = match.viewer
        self._unsubscribe = match.subscribe(self._viewer, self._steps.append)
        self._names = shown_names(match.seats)
        self._table.show_players(self._names)
        self._narrator.follow(self._viewer if match.persons else None, self._names)
        self._waiting = False
        self._trouble_told = False
        if dealt and not match.is_over:
            self._steps.append(match.opening(self._viewer))
            self._follow()
        else:
            self._narrator.forget()
            self._show_as_it_stands()

    def pause(self, match: Match | None = None) -> None:
        """Something else is on the table: nothing goes on until ``begin``. ``match``: a game to hold meanwhile."""
        held = match or self._match
        self._leave()
        self._match = held
        self._waiting = True
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
        deadline = QDeadlineTimer(HURRY_MS)
        while self.thinker.busy and not deadline.hasExpired():
            self.thinker.wait(deadline.remainingTime() / 1000)
            self._table.finish()

    def answer(self, yes: bool) -> None:
        """The player's answer about the extension."""
        self._waiting = False
        self._submit(EXTEND if yes else END_TRIP)

    def go_on(self) -> None:
        """The score sheet has been read: the next hand is dealt."""
        self._waiting = False
        self._narrator.forget()
        self._follow()

    def undo(self) -> None:
        """Take back the player's last choice and what followed; nothing travels, the table is as it was."""
        self._rewind(lambda match: (match.to_undo, match.undo), _("Taken back: {move}."))

    def redo(self) -> None:
        """Do once more what was taken back last."""
        self._rewind(lambda match: (match.to_redo, match.redo), _("Done again: {move}."))

    def _rewind(self, way: Callable[[Match], tuple[Action | None, Callable[[], None]]], text: str) -> None:
        match = self._match
        if match is None or self._waiting:
            return
        action, step = way(match)
        if action is None:
            return
        self._stop_thinking()
        self._table.finish()
        step()
        self._narrator.forget()
        self._narrator.add(text.format(move=words.action_text(action)))
        self._follow()

    def refresh(self) -> None:
        """Show the table and its prompt anew, after options have changed."""
        if self._match is not None and self._idle:
            self._table.show_observation(self._match.observation(self._viewer))
            self._advance()

    # ------------------------------------------------------------------ the turns

    def _choose(self, action: Action) -> None:
        self.hurry()
        match = self._match
        if match is None or self._waiting:
            self._table.refuse()
            return
        refusal = match.why_not(self._viewer, action)
        if refusal is not None:
            text = _("{sentence}.").format(sentence=words.refusal_text(refusal, self._names, self._viewer))
            self._narrator.hint(text)
            self._table.refuse()
            return
        self._narrator.forget()
        self._submit(action)

    def _submit(self, action: Action) -> None:
        """Do what the player wants."""
        if self._match is not None:  # else the window was closed over a question
            self._match.submit(self._viewer, action)
            self._follow()

    def _follow(self) -> None:
        """Show the next step, or let the game go on when there is none."""
        if self._match is None or self._showing or self._waiting:
            return
        if not self._steps:
            self._advance()
            return
        step = self._steps.popleft()
        if step.kind is StepKind.REWIND:
            self._computer_goes_on = False
            self._show_as_it_stands()
            return
        self._narrator.tell(step.events)
        self._set_idle(False)
        if step.kind is StepKind.END:
            self._waiting = True
            self._narrator.show_again()
            self.hand_over.emit(step)
            return
        self._showing = True
        if step.kind is StepKind.DEAL:
            self._table.deal(step.observation, lambda: self._shown(step))
        else:
            self._computer_goes_on = any(
                isinstance(event, Played) and event.seat != self._viewer for event in step.events
            )
            self._table.animate(step.events, step.observation, lambda: self._shown(step))

    def _shown(self, step: Step) -> None:
        """The table stands as this step has left it."""
        self._showing = False
        if self._match is not None:  # else the window was closed meanwhile
            self.changed.emit(step.observation)
            self._follow()

    def _show_as_it_stands(self) -> None:
        """Without anything that travels."""
        match = self._match
        assert match is not None
        self._table.show_observation(match.observation(self._viewer))
        self._table.show_last_move_of(match.since_deal(self._viewer))
        self._advance()

    def _advance(self) -> None:
        """Whose turn is it? Let the computer play, ask the player, or wait."""
        match = self._match
        if match is None:
            return
        question = match.question()
        if question is not None:
            self._set_idle(False)
            if question.observation.phase is Phase.DRAW:
                self._narrator.forget(but_the_last=self._computer_goes_on)
            self.thinker.ask(question)
            if self.thinker.busy:
                self._notice.start()
            return
        observation = match.observation(self._viewer)
        if not match.is_over and observation.phase is Phase.EXTEND:
            self._waiting = True
            self._narrator.prompt(observation)
            self.extension_asked.emit()
            return
        draws = observation.phase is Phase.DRAW and observation.to_act and observation.coup is None
        if not match.is_over and self.draw_by_itself and draws:
            self._submit(DRAW)
            return
        self._narrator.prompt(observation)
        self._table.show_invitation()
        self.changed.emit(observation)
        self._set_idle(True)

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

            self._trouble_told = True
            traceback.print_exception(answer.trouble)  # for whoever looks into it
            self._narrator.add(trouble_text(question.level, answer))
        self._follow()

    def _leave(self) -> None:
        """What still moves belongs to another game, which must not go on."""
        self._forget_match()
        self._table.finish()
        self._showing = False

    def _forget_match(self) -> None:
        self._match = None
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self._steps.clear()
        self._stop_thinking()

    def _stop_thinking(self) -> None:
        self._notice.stop()
        self.thinker.forget()

    def _set_idle(self, idle: bool) -> None:
        self._idle = idle
        if idle:
            self.settled.emit()
