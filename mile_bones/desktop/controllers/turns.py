"""The course of the game on the desktop: whose turn it is, what is shown meanwhile, when something is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Signal

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.event_animator import EventAnimator
from mile_bones.desktop.boards.milebones.table import MileBonesTable
from mile_bones.desktop.boards.milebones.target import last_move
from mile_bones.desktop.narrator import Narrator
from mile_bones.desktop.table.animator import SPEEDS
from mile_bones.desktop.thinking import Thinker, trouble_text
from mile_bones.games.milebones import (
    DRAW,
    END_TRIP,
    EXTEND,
    Action,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    Observation,
    Phase,
    Played,
    words,
)
from mile_bones.i18n import gettext as _
from mile_bones.match import VIEWER, Answer, Question, Session
from mile_bones.match.last_look import last_look

NOTICE_MS = 300
"""How long the computer thinks before the message line says so: what comes sooner would only flicker."""
HURRY_MS = 250
"""How long a click or a key waits for the computer's answers, so that it finds the table it was meant for."""


class TurnController(QObject):
    """Carries the game on between the session and the table.

    It waits for three things: the player's action (``table.chosen``), the answer about the extension (``answer``), and
    the score sheet being closed (``go_on``). Everything else goes by itself.
    """

    hand_over = Signal(object, object)
    """A hand has ended (HandEnded), and perhaps the game with it (GameEnded or None)."""
    extension_asked = Signal()
    """The player stands at the goal and has to answer."""
    changed = Signal(object)
    """The observation that the table shows now."""
    settled = Signal()
    """The table waits for the player: nothing moves, nothing is thought about."""

    def __init__(self, table: MileBonesTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._animator = EventAnimator(table)
        self._narrator = Narrator(table)
        self.thinker = Thinker(self)
        self._session: Session | None = None
        self._waiting = False
        self._idle = False
        self._dealt: Dealt | None = None
        self._computer_goes_on = False  # it played a safety, and that belongs to what it does next
        self._trouble_told = False
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self.draw_by_itself = False
        table.chosen.connect(self._choose)
        table.hint.connect(self._narrator.hint)
        table.input_began.connect(self.hurry)
        self.thinker.answered.connect(self._answered)
        self._notice.timeout.connect(lambda: self._narrator.hint(_("The computer is thinking…")))

    @property
    def session(self) -> Session | None:
        """The game in progress."""
        return self._session

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

    def begin(self, session: Session, *, dealt: bool) -> None:
        """Go on with this game; ``dealt``: its hand has just been dealt, which is worth seeing."""
        self._session = None  # what still moves belongs to another game, which must not go on
        self._stop_thinking()
        self._table.finish()
        self._session = session
        self._waiting = False
        self._narrator.forget()
        self._trouble_told = False
        if dealt and not session.is_over:
            event = session.dealt()
            self._narrator.tell((event,))
            self._set_idle(False)
            self._animator.deal(session.observation, self._advance)
        else:
            self._show_as_it_stands(session)

    def pause(self, session: Session | None = None) -> None:
        """Something else is on the table: nothing goes on until ``begin``. ``session``: a game to hold meanwhile."""
        held = session or self._session
        self._session = None  # so that what still moves does not make it go on
        self._stop_thinking()
        self._table.finish()
        self._session = held
        self._waiting = True
        self._set_idle(False)

    def stop(self) -> None:
        """The window closes: nobody plays any more, whatever still moves."""
        self._session = None
        self._stop_thinking()
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
        if self._session is not None:  # else the window was closed over the question
            self._present(self._session.act(EXTEND if yes else END_TRIP))

    def go_on(self) -> None:
        """The score sheet has been read: the next hand is dealt."""
        self._waiting = False
        self._narrator.forget()
        if self._session is None:  # the window was closed over the score sheet
            return
        if self._dealt is not None and not self._session.is_over:
            self._narrator.tell((self._dealt,))
            self._animator.deal(self._session.observation, self._advance)
        else:
            self._advance()

    def undo(self) -> None:
        """Take back the player's last choice and what followed; nothing travels, the table is as it was."""
        self._rewind(lambda session: (session.to_undo, session.undo), _("Taken back: {move}."))

    def redo(self) -> None:
        """Do once more what was taken back last."""
        self._rewind(lambda session: (session.to_redo, session.redo), _("Done again: {move}."))

    def _rewind(self, way: Callable[[Session], tuple[Action | None, Callable[[], None]]], text: str) -> None:
        session = self._session
        if session is None or self._waiting:
            return
        action, step = way(session)
        if action is None:
            return
        self._stop_thinking()
        self._table.finish()
        step()
        self._narrator.forget()
        self._narrator.add(text.format(move=words.action_text(action)))
        self._computer_goes_on = False
        self._show_as_it_stands(session)

    def _show_as_it_stands(self, session: Session) -> None:
        """Without anything that travels."""
        observation = session.observation
        self._table.show_last_move(last_move(session.hand_so_far(), observation))
        self._table.show_observation(observation)
        self._advance()

    def refresh(self) -> None:
        """Show the table and its prompt anew, after options have changed."""
        if self._session is not None and self._idle:
            self._table.show_observation(self._session.observation)
            self._advance()

    # ------------------------------------------------------------------ the turns

    def _choose(self, action: Action) -> None:
        self.hurry()
        session = self._session
        if session is None or self._waiting:
            self._table.card_drag.refuse()
            return
        refusal = session.why_not(action)
        if refusal is not None:
            text = _("{sentence}.").format(sentence=words.refusal_text(refusal))
            self._narrator.hint(text)
            self._table.card_drag.refuse()
            return
        self._narrator.forget()
        self._present(session.act(action))

    def _advance(self) -> None:
        """Whose turn is it? Let the computer play, ask the player, or wait."""
        session = self._session
        if session is None:
            return
        question = session.question()
        if question is not None:
            self._set_idle(False)
            if question.observation.phase is Phase.DRAW:
                self._narrator.forget(but_the_last=self._computer_goes_on)
            self.thinker.ask(session.level, question)
            if self.thinker.busy:
                self._notice.start()
            return
        observation = session.observation
        if not session.is_over and observation.phase is Phase.EXTEND:
            self._waiting = True
            self._narrator.prompt(observation)
            self.extension_asked.emit()
            return
        draws = observation.phase is Phase.DRAW and observation.to_act and observation.coup is None
        if not session.is_over and self.draw_by_itself and draws:
            self._present(session.act(DRAW))
            return
        self._narrator.prompt(observation)
        self._table.show_invitation()
        self.changed.emit(observation)
        self._set_idle(True)

    def _answered(self, question: Question, answer: Answer) -> None:
        """The computer has chosen. Nothing happens when the game has gone on without it."""
        self._notice.stop()
        session = self._session
        events = None if session is None else session.answer(question.ply, answer.action)
        if events is None:
            return
        if answer.trouble is not None and not self._trouble_told:
            import traceback  # late: it is hardly ever needed

            self._trouble_told = True
            traceback.print_exception(answer.trouble)  # for whoever looks into it
            self._narrator.add(trouble_text(session.level, answer))
        self._present(events)

    def _stop_thinking(self) -> None:
        self._notice.stop()
        self.thinker.forget()

    def _present(self, events: Sequence[Event]) -> None:
        assert self._session is not None
        self._set_idle(False)
        before = self._table.observation
        assert before is not None
        shown = [event for event in events if not isinstance(event, (HandEnded, GameEnded, Dealt))]
        self._computer_goes_on = any(isinstance(event, Played) and event.seat != VIEWER for event in shown)
        ended = next((event for event in events if isinstance(event, HandEnded)), None)
        game_ended = next((event for event in events if isinstance(event, GameEnded)), None)
        self._dealt = next((event for event in events if isinstance(event, Dealt)), None)
        self._narrator.tell(tuple(event for event in events if not isinstance(event, Dealt)))
        end = self._session.observation if ended is None else last_look(before, shown, ended)

        def done() -> None:
            if self._session is None:  # the window was closed meanwhile
                return
            self.changed.emit(end)
            if ended is None:
                self._advance()
            else:
                self._waiting = True
                self._narrator.show_again()
                self.hand_over.emit(ended, game_ended)

        self._animator.play(shown, end, done)

    def _set_idle(self, idle: bool) -> None:
        self._idle = idle
        if idle:
            self.settled.emit()


def place_to_begin(observation: Observation) -> str:
    """The slot that the keyboard focus begins at: the deck when a card is to be drawn, else the hand."""
    return slot_names.DRAW if DRAW in observation.legal_actions() else slot_names.hand(0)
