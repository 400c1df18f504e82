"""The coach at the table, which gives hints to a player who asks.

As the tutor, the coach also objects once to an expensive choice before it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.controllers.modes import remove_bar
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.table.ending import Inquiry
from mile_bones.desktop.worker_thread import IsForgotten, WorkerThread
from mile_bones.i18n import gettext as _
from mile_bones.players import has_coach, load_coach

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.turns import GoOn, TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.answer_hint import AnswerHint
    from mile_bones.desktop.table.board import Board
    from mile_bones.desktop.tutor_bar import TutorBar
    from mile_bones.match.match import Match
    from mile_bones.players.coach import Cause, Coach, Rating

WORLDS = 2400
"""The number of worlds (imagined complete deals) for each action.

A review uses the same number. The calculation takes a quarter of a second on one core.
"""


_CONTRASTS = 8
"""The most worse actions that are compared with the best one until a reason is found."""


class Moment(NamedTuple):
    """A choice to be made: the match, its ply (a counter of actions, undos and redos), the seat and the seat's
    observation.
    """

    match: Match
    ply: int
    seat: int
    observation: Any


class _Question(NamedTuple):
    """A question of the game in a dialog that also offers a hint."""

    moment: Moment
    inquiry: Inquiry
    hint: AnswerHint


class _Objection(NamedTuple):
    """The tutor's objection to the choice `action`. `bar` shows the reason, and `board` shows the better action. `rest`
    are the actions that would have followed in the same gesture.
    """

    moment: Moment
    action: Any
    rest: Sequence[Any]
    board: Board
    bar: TutorBar
    place: str | None
    """The place on the board that had the keyboard focus before, or None."""


class HintController(QObject):
    """Asks the coach for the value of each action of the player, in a thread separate from the window."""

    changed = Signal()
    """Emitted when the game has become an assisted one."""

    def __init__(
        self,
        boards: BoardStack,
        turns: TurnController,
        games: GameController,
        dialogs: DialogStack,
        lay_below: Callable[[QWidget], None],
    ) -> None:
        """`lay_below` puts a bar below the table."""
        super().__init__(boards)
        self._boards = boards
        self._turns = turns
        self._games = games
        self._dialogs = dialogs
        self._lay_below = lay_below
        self._adviser = WorkerThread("coach", self)
        self._adviser.answered.connect(self._rated)
        self._known: tuple[Moment, Rating] | None = None
        self._asked: Moment | None = None  # the choice for which a hint is shown as soon as the coach has answered
        self._shown: Moment | None = None
        self._warned: Moment | None = None
        self._pending: tuple[Moment, Any, GoOn] | None = None  # a choice that waits for the tutor
        self._tutors: Inquiry | None = None  # the tutor's last question in a dialog
        self._objection: _Objection | None = None  # the objection that is shown now
        self._open_question: _Question | None = None
        self.tutors = False
        """Whether the tutor checks every choice before it is made."""
        turns.changed.connect(lambda _observation: self._leave())
        turns.left.connect(self._drop_choice)
        turns.settled.connect(self._prepare)
        turns.second_thought = self.second_thought
        boards.escaped.connect(self._think_again)
        games.asked.connect(self._asked_in_dialog)

    def ask(self) -> None:
        """Show the best action and the reason. If the hint is already shown, list what each action is worth."""
        moment = self._moment()
        if moment is None:
            self._turns.explain(_("There is nothing for you to decide now."))
            return
        if _same(self._shown, moment):
            self._list(moment)
            return
        if not _is_choice(moment):
            self._show_only(moment)
            return
        self._games.ask_for_help(partial(self._help, moment))

    def second_thought(self, action: Any, go_on: GoOn) -> None:
        """Call `go_on` with None when the coach has rated the choice and the tutor does not object to `action`.

        If the tutor objects, the player has to choose again, and a bar explains why. If `action` is the answer to a
        question of the game, `go_on` is called with the tutor's own question instead. The tutor objects at most once
        to each choice.
        """
        self._withdraw()
        moment = self._moment_of_choice()
        if not self.tutors or moment is None or _same(self._warned, moment) or not _is_choice(moment):
            go_on(None)
            return
        self._pending = moment, action, go_on
        rating = self._rating(moment)
        if rating is not None:
            self._decide(rating)
        else:
            self._think(moment)

    def _decide(self, rating: Rating) -> None:
        """If the waiting choice is a mistake, object to it. Otherwise let the choice be made."""
        from mile_bones.players.coach import Mark

        assert self._pending is not None
        (moment, action, go_on), self._pending = self._pending, None
        if rating.mark(action) not in (Mark.MISTAKE, Mark.BLUNDER):
            go_on(None)
            return
        self._warned = moment
        self._assist(moment.match)
        if not self._turns.asks_in_dialog:
            self._object(moment, rating, action)
            return
        question = partial(self._question, self._reason(moment, rating, action), self._cost(moment, rating, action))
        self._tutors = Inquiry(question, action, None)
        go_on(self._tutors)

    # ------------------------------------------------------------------ the tutor's objection

    def _object(self, moment: Moment, rating: Rating, action: Any) -> None:
        """Show the better action as a ghost on the table, and explain in a bar below the table why it is better."""
        from mile_bones.desktop.tutor_bar import TutorBar

        better = rating.best.action
        cost = self._cost(moment, rating, action)
        better_text = moment.match.spec.words.action_text(better, moment.observation)
        text = _("{reason} It costs about {cost}. Better: {action}.").format(
            reason=self._reason(moment, rating, action), cost=cost, action=better_text
        )
        board, bar = self._boards.current, TutorBar(text, self._dialogs.parent)
        bar.play_requested.connect(self._play_anyway)
        bar.think_requested.connect(self._think_again)
        self._objection = _Objection(moment, action, board.drag.to_come, board, bar, board.place_of_focus())
        self._lay_below(bar)
        self._lay_out()
        self._turns.choose_again()
        self._shown = None
        board.suggest(None)
        board.show_better(better, moment.seat)
        if themes.active_fit().compact:  # the bar may have room for no more than its buttons
            board.show_message(text, _("Costs about {cost}. Better: {action}.").format(cost=cost, action=better_text))
        board.announcer.announce(bar.spoken)

    def _play_anyway(self) -> None:
        """Do the choice to which the tutor has objected."""
        self._turns.hurry()
        objection = self._objection
        self._think_again()
        if objection is not None and _same(self._moment(), objection.moment):
            self._turns.answer(objection.action)
            objection.board.drag.resume(objection.rest)

    def _think_again(self) -> None:
        """Withdraw the objection, and give the keyboard back to the table if the bar has it."""
        objection = self._objection
        if objection is None:
            return
        had_focus = objection.bar.isAncestorOf(self._dialogs.parent.focusWidget())
        self._withdraw()
        self._turns.show_prompt()
        if had_focus and objection.place in objection.board.slots:
            objection.board.focus_place(objection.place)
        elif had_focus:
            objection.board.focus_first()

    def _withdraw(self) -> None:
        """Remove the bar and the ghost."""
        objection, self._objection = self._objection, None
        if objection is not None:
            objection.board.show_better(None, 0)
            remove_bar(objection.bar)
            self._lay_out()

    def _lay_out(self) -> None:
        """Give the table its new size at once. A later change of the size would end the animations on the table."""
        middle = self._dialogs.parent.centralWidget()
        layout = None if middle is None else middle.layout()
        if layout is not None:
            layout.activate()

    def apply_style(self) -> None:
        """Apply the scale of the window, which has changed."""
        if self._objection is not None:
            self._objection.bar.apply_style()

    # ------------------------------------------------------------------ hints in dialogs of the game

    def _asked_in_dialog(self, inquiry: Inquiry, dialog: Any) -> None:
        """Offer a hint in the dialog of a question that the game asks.

        If two people play, there is no such hint, because they would have to agree to it while one player's cards are
        visible.
        """
        from mile_bones.desktop.dialogs.answer_hint import AnswerHint

        moment = self._moment_of_choice()
        if moment is None or inquiry is self._tutors or len(moment.match.persons) == 2 or not _is_choice(moment):
            return
        question = _Question(moment, inquiry, AnswerHint(dialog, dialog.yes, dialog.no))
        question.hint.wanted.connect(lambda: self._ask_about(question))
        dialog.finished.connect(lambda _result: self._answered(question))
        self._open_question, self._adviser.heard_in = question, dialog
        if self.tutors and self._rating(moment) is None:
            self._think(moment)

    def _ask_about(self, question: _Question) -> None:
        if question.hint.shows_best:
            self._list(question.moment, question.hint.dialog)
        else:
            self._games.ask_for_help(partial(self._help, question.moment))

    def _show_answer(self, question: _Question, rating: Rating) -> None:
        accept = rating.is_best(question.inquiry.accepted) if rating.is_decision else None
        question.hint.show_best(self._hints(question.moment, rating)[0], accept)

    def _answered(self, question: _Question) -> None:
        if self._open_question is question:
            self._open_question = self._asked = self._adviser.heard_in = None

    def close(self) -> None:
        """Stop the coach, because the window closes."""
        self._adviser.close()

    # ------------------------------------------------------------------ choices and their ratings

    def _moment(self) -> Moment | None:
        """Return the choice that the player has to make now. Return None if there is no choice, or if the game has no
        coach.
        """
        return self._moment_of_choice() if self._turns.idle else None

    def _moment_of_choice(self) -> Moment | None:
        """Return the present choice of the person at the table, even if the action has been chosen but not done yet."""
        match, viewer = self._turns.match, self._turns.viewer
        if match is None or match.current_player != viewer or viewer not in match.persons:
            return None
        return Moment(match, match.ply, viewer, match.observation(viewer)) if has_coach(match.game) else None

    def _prepare(self) -> None:
        """Prepare for the player's choice. Show the hint if the player has asked for one, or let the tutor think
        ahead.
        """
        moment = self._moment() if self.tutors or self._asked is not None else None
        if moment is None:
            return
        if _same(self._asked, moment) and self._rating(moment):
            self._show(moment)
        elif self.tutors and _is_choice(moment):
            self._think(moment)

    def _help(self, moment: Moment) -> None:
        """Give a hint, after the player has agreed to an assisted game."""
        self._assist(moment.match)
        self._asked = moment
        seen = self._can_show  # if False, the curtain is closed, and `_prepare` shows the hint later
        if self._rating(moment) is None:
            question = self._open_question
            say = self._turns.explain if question is None else question.hint.say
            if seen:
                say(_("The coach looks at your cards…"))
            self._think(moment)
        elif seen:
            self._show(moment)

    def _assist(self, match: Match) -> None:
        if not match.assisted:
            match.assist()
            self.changed.emit()

    def _think(self, moment: Moment) -> None:
        if _same(self._adviser.asked_for, moment):
            return

        from mile_bones.players.coach import Mark

        def rate(is_forgotten: IsForgotten) -> Rating | None:
            rating = self._coach(moment).rate(moment.observation, WORLDS, is_forgotten)
            if rating is not None:  # measure now the causes that sentences need, because the window must not wait
                for worth in rating.worths[1:]:
                    if worth is rating.next_best or rating.mark(worth.action) in (Mark.MISTAKE, Mark.BLUNDER):
                        self._cause(moment, rating, worth.action)
            return rating

        self._adviser.ask(moment, rate)

    def _coach(self, moment: Moment) -> Coach:
        found = load_coach(moment.match.game)
        assert found is not None, "`_moment` checks this"
        return found

    @property
    def _can_show(self) -> bool:
        """Whether a hint can be shown: the table waits for the player, or a dialog with a hint is open."""
        return self._turns.idle or self._open_question is not None

    def _rated(self, moment: Moment, rating: Rating | None) -> None:
        if rating is None:
            return
        self._known = moment, rating
        if self._pending is not None and _same(self._pending[0], moment):
            self._decide(rating)
        elif _same(self._asked, moment) and self._can_show:
            self._show(moment)

    def _rating(self, moment: Moment) -> Rating | None:
        known = self._known
        return known[1] if known is not None and _same(known[0], moment) else None

    def _drop_choice(self) -> None:
        self._pending = None
        self._withdraw()

    def _leave(self) -> None:
        """Withdraw the hint and the objection if they belong to a choice that is no longer the current one. While the
        device is passed on, nobody may see an objection.
        """
        match = self._turns.match
        objected = None if self._objection is None else self._objection.moment
        if objected is not None and (
            self._turns.is_covered or match is not objected.match or match.ply != objected.ply
        ):
            self._withdraw()
        for known in (self._asked, self._shown):
            if known is not None and (match is not known.match or match.ply != known.ply):
                self._adviser.forget()
                self._asked = self._shown = None
                self._boards.current.suggest(None)

    # ------------------------------------------------------------------ showing hints

    def _show(self, moment: Moment) -> None:
        rating = self._rating(moment)
        assert rating is not None
        if self._open_question is not None:
            self._asked = None
            self._show_answer(self._open_question, rating)
            return
        self._asked, self._shown = None, moment
        self._boards.current.suggest(rating.best.action)
        self._turns.explain(*self._hints(moment, rating))

    def _show_only(self, moment: Moment) -> None:
        """Show the only legal action. That gives nothing away, so the game does not become an assisted game."""
        (action,) = moment.observation.legal_actions()
        self._shown = moment
        self._boards.current.suggest(action)
        text = moment.match.spec.words.action_text(action, moment.observation)
        self._turns.explain(_("There is only one thing to do: {action}.").format(action=text))

    def _hints(self, moment: Moment, rating: Rating) -> tuple[str, ...]:
        """Return the hint, and if possible a shorter text with its reason. The shorter text does not name the action,
        because the action is lit on the table.
        """
        text = moment.match.spec.words.action_text(rating.best.action, moment.observation)
        if not rating.is_decision:
            from mile_bones.match.cost_words import alike_text

            return _with_shorter(text, alike_text(rating, moment.match.spec))
        worse = self._contrast(moment, rating)
        reason = self._reason(moment, rating, worse)
        if worse == rating.next_best.action:
            return _with_shorter(text, reason)
        other = moment.match.spec.words.action_text(worse, moment.observation)
        # Translators: two actions such as "play Go", and a sentence that says why the first is better than the second.
        text = _("Hint: {action}. Better than “{worse}”: {reason}").format(action=text, worse=other, reason=reason)
        return (text,)

    def _contrast(self, moment: Moment, rating: Rating) -> Any:
        """Return the worse action with which the hint is explained: the next best one, or else the best of the first
        few for which a reason is known.
        """
        from mile_bones.players.reasoned import POINTS_ONLY

        next_best = rating.next_best.action
        coach, seen = self._coach(moment), moment.observation
        if self._cause(moment, rating, next_best) is not None:
            return next_best
        worse = (each.action for each in rating.worths if each.worth < rating.best.worth)
        known = (one for one in islice(worse, _CONTRASTS) if coach.code(seen, rating.best.action, one) != POINTS_ONLY)
        return next(known, next_best)

    def _reason(self, moment: Moment, rating: Rating, worse: Any) -> str:
        cause = self._cause(moment, rating, worse)
        return self._coach(moment).reason(moment.observation, rating.best.action, worse, cause)

    def _cause(self, moment: Moment, rating: Rating, worse: Any) -> Cause | None:
        """Return the measured cause if no fact explains the choice. The coach remembers it."""
        from mile_bones.players.reasoned import POINTS_ONLY

        coach, choice = self._coach(moment), (moment.observation, rating.best.action, worse)
        return coach.cause(*choice) if coach.code(*choice) == POINTS_ONLY else None

    def _cost(self, moment: Moment, rating: Rating, action: Any) -> str:
        from mile_bones.match.cost_words import cost_text

        return cost_text(rating.cost(action), moment.match.spec)

    def _list(self, moment: Moment, parent: QWidget | None = None) -> None:
        """Open a list of all actions with their values."""
        rating = self._rating(moment)
        if rating is None:
            return
        from mile_bones.desktop.dialogs.advice import AdviceDialog

        words = moment.match.spec.words
        reason = self._reason(moment, rating, rating.worths[-1].action) if rating.is_decision else ""
        text = partial(words.action_text, observation=moment.observation)
        self._dialogs.open(
            AdviceDialog(rating, moment.match.spec, text, reason, self._dialogs.parent if parent is None else parent)
        )

    def _question(self, reason: str, cost: str, parent: QWidget) -> QWidget:
        from mile_bones.desktop.dialogs.question import QuestionDialog

        return QuestionDialog(
            _("Play it anyway?"),
            _("{reason} It costs about {cost}.").format(reason=reason, cost=cost),
            _("Pla&y it"),
            _("&Think again"),
            "secondary",
            parent,
            topic="hint",
        )


def _is_choice(moment: Moment) -> bool:
    """Return True if there is more than one legal action."""
    return len(moment.observation.legal_actions()) > 1


def _with_shorter(action: str, reason: str) -> tuple[str, str]:
    """Return a hint with its reason, and the shorter text without the action."""
    shorter = _("Hint: {reason}").format(reason=reason)
    return _("Hint: {action}. {reason}").format(action=action, reason=reason), shorter


def _same(one: object, other: Moment) -> bool:
    """Return True if `one` is a Moment of the same choice as `other`. None is never the same."""
    return isinstance(one, Moment) and one.match is other.match and (one.ply, one.seat) == (other.ply, other.seat)
