"""The controller of the coach's review in a replay.

A panel beside the table comments on each choice, and a ghost on the table shows the better choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.controllers.reviews import ReviewController, ReviewState
from mile_bones.desktop.worker_thread import WorkerThread
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players import has_coach, load_coach

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.replay import ReplayController
    from mile_bones.desktop.review_panel import ReviewPanel
    from mile_bones.engine.record import Record
    from mile_bones.match.replaying import Moment, Replay
    from mile_bones.match.review import Choice
    from mile_bones.players.coach import Coach


class ReplayReviewController(QObject):
    """Follows a replay, and shows what is known so far about each of its choices.

    ``lay_beside`` puts the panel beside the table. The panel is made when it is first unfolded.
    """

    marks_changed = Signal(bool)
    """Emitted with True if the replay has marked choices to which the player can go, else with False."""

    def __init__(
        self,
        boards: BoardStack,
        replay: ReplayController,
        reviews: ReviewController,
        lay_beside: Callable[[QWidget], None],
    ) -> None:
        super().__init__(replay)
        self._boards = boards
        self._replay = replay
        self._reviews = reviews
        self._lay_beside = lay_beside
        self._choices: dict[tuple[int, int], Choice] = {}  # choices by hand and action
        self._whole: set[int] = set()  # hands whose choices are all known
        self._unfolded = False
        self._coach: Coach | None = None
        self._loader = WorkerThread("coach of the replay", self)
        self._loader.answered.connect(self._loaded)
        self.panel: ReviewPanel | None = None
        replay.closed.connect(self._end)
        replay.moved.connect(lambda _observation: self._arrived())
        replay.review_toggled.connect(self._unfold)
        replay.mark_requested.connect(lambda by: self.go_to_next() if by > 0 else self.go_to_previous())
        reviews.choice_rated.connect(lambda record, choice: self._take(record, [choice]))
        reviews.hand_reviewed.connect(lambda record, hand: self._take(record, hand.choices, hand.hand))
        reviews.state_changed.connect(self._refresh_of)

    def begin(self) -> None:
        """Start with another replay. If its game has a review, unfold the panel."""
        record = self._replay.record
        assert record is not None
        self._choices.clear()
        self._whole.clear()
        self._coach = None
        known = []
        if has_coach(record.game):
            self._whole = {hand.hand for hand in self._reviews.review_of(record).hands}
            known = self._reviews.choices_of(record)
        self._choices = {(choice.hand, choice.action): choice for choice in known}
        self._lay_open(bool(known))

    def go_to_next(self) -> None:
        """Go to the next marked choice of a seat whose cards are shown."""
        after = [position for position in self._marked() if position > self._replay.position]
        self._go(after[:1], _("There is no marked choice after this one."))

    def go_to_previous(self) -> None:
        """Go back to the previous marked choice of a seat whose cards are shown."""
        before = [position for position in self._marked() if position < self._replay.position]
        self._go(before[-1:], _("There is no marked choice before this one."))

    def apply_style(self) -> None:
        """Apply the scale of the window, which has changed."""
        if self.panel is not None:
            self.panel.apply_style()

    def close(self) -> None:
        """Stop loading the coach, because the window closes."""
        self._loader.close()

    # ------------------------------------------------------------------ results

    def _end(self) -> None:
        self._boards.current.show_better(None, 0)
        self._choices.clear()
        if self.panel is not None:
            self.panel.hide()
        self.marks_changed.emit(False)

    def _take(self, record: Record, choices: Iterable[Choice], hand: int | None = None) -> None:
        """Take in new results of the review."""
        if not self._is_shown(record):
            return
        before = self._choice()
        self._choices.update({(choice.hand, choice.action): choice for choice in choices})
        if hand is not None:
            self._whole.add(hand)
        self._show()
        if before is None and self._choice() is not None:
            self._say()  # the player is waiting for this result

    def _refresh_of(self, record: Record) -> None:
        if self._is_shown(record):
            self._show()

    def _is_shown(self, record: Record) -> bool:
        shown = self._replay.record
        return shown is not None and (shown is record or shown.digest() == record.digest())

    def _loaded(self, _game: object, coach: Coach | None) -> None:
        """Keep the coach, which can give reasons, and update the panel."""
        self._coach = coach
        self._show()

    def _marked(self) -> list[int]:
        """Return the positions of the marked choices, which cost something, of the seats whose cards are shown."""
        replay = self._replay.replay
        if replay is None:
            return []
        watched = self._replay.watched
        found = [choice for choice in self._choices.values() if choice.mark is not None and choice.seat in watched]
        return sorted(replay.position(choice.hand, choice.action - 1) for choice in found)

    # ------------------------------------------------------------------ the panel and the ghost

    def _unfold(self, unfolded: bool) -> None:
        """Show the panel with the comment on the current choice, or hide it."""
        self._lay_open(unfolded)
        self._show()

    def _lay_open(self, unfolded: bool) -> None:
        replay = self._replay.replay
        if replay is None or not has_coach(replay.record.game):
            return
        if unfolded and self.panel is None:
            self.panel = self._made()
            self._lay_beside(self.panel)
        if unfolded and self._coach is None and not self._loader.busy:
            game = replay.record.game
            self._loader.ask(game, lambda _is_forgotten: load_coach(game))
        self._unfolded = unfolded
        if self.panel is not None:
            self.panel.setVisible(unfolded)
        if self._replay.bar is not None:
            self._replay.bar.show_review(unfolded)

    def _made(self) -> ReviewPanel:
        from mile_bones.desktop.review_panel import ReviewPanel

        panel = ReviewPanel()
        panel.review_requested.connect(self._ask)
        return panel

    def _ask(self) -> None:
        record, bar = self._replay.record, self._replay.bar
        if record is None or bar is None:
            return
        self._reviews.begin(record)
        bar.review.setFocus()  # because the button that was pressed is hidden now
        self._say()

    def _go(self, positions: list[int], none: str) -> None:
        """Go to the first of `positions`. If there are no positions, announce the text `none`."""
        if self._replay.replay is None:
            return
        if not positions:
            self._boards.current.show_message(none)
            self._boards.current.announcer.announce(none)
            return
        self._unfold(True)
        self._replay.go_to(positions[0])

    def _arrived(self) -> None:
        """Show the moment that the replay has reached. If its choice is marked, read the comment aloud."""
        self._show()
        choice = self._choice()
        if choice is not None and choice.mark is not None:
            self._say()

    def _say(self) -> None:
        """Read the title and text of the panel aloud."""
        if self._unfolded and self.panel is not None:
            title, text = self.panel.title.text().removesuffix("…"), self.panel.text.text()
            self._boards.current.announcer.announce(
                _("{sentence}. {next_sentence}").format(sentence=title, next_sentence=text)
            )

    def _choice(self) -> Choice | None:
        """Return the choice that follows the current moment, or None if it is unknown or must not be shown.

        A choice must not be shown if the cards of its player are not shown.
        """
        replay = self._replay.replay
        if replay is None:
            return None
        moment = replay.moment(self._replay.position)
        choice = self._choices.get((moment.hand, moment.action + 1))
        return choice if choice is not None and choice.seat in self._replay.watched else None

    def _show(self) -> None:
        replay, panel = self._replay.replay, self.panel
        if replay is None:
            return
        marked, position = self._marked(), self._replay.position
        self.marks_changed.emit(bool(marked))
        if self._replay.bar is not None:
            self._replay.bar.show_marks(
                any(each < position for each in marked), any(each > position for each in marked)
            )
        if panel is None or not self._unfolded:
            self._boards.current.show_better(None, 0)
            return
        choice, moment = self._choice(), replay.moment(position)
        self._show_ghost(replay, choice)
        if choice is None:
            offered = self._may_ask(replay, moment)
            panel.show_choice(*self._note(replay, moment))
            panel.offer_review(offered)
            return
        from mile_bones.match.choice_words import choice_text

        told = choice_text(replay, choice, self._coach, self._replay.names, self._replay.you)
        panel.show_choice(told.title, told.text, told.alternatives)
        panel.offer_review(False)

    def _show_ghost(self, replay: Replay, choice: Choice | None) -> None:
        from mile_bones.match.review import position

        action: Any = None
        if choice is not None and choice.is_surely_worse:
            action = position(replay, choice)[1][choice.best]
        self._boards.current.show_better(action, 0 if choice is None else choice.seat)

    def _may_ask(self, replay: Replay, moment: Moment) -> bool:
        """Return True if this hand can be reviewed and its review is neither done nor under way."""
        state = self._reviews.state_of(replay.record)
        return replay.is_over(moment.hand) and moment.hand not in self._whole and state is ReviewState.RESTING

    def _note(self, replay: Replay, moment: Moment) -> tuple[str, str]:
        """Return a title and a text about why there is no comment on a choice at this moment."""
        from mile_bones.match.units import by_unit

        known = (moment.hand, moment.action + 1) in self._choices
        game = spec(replay.record.game)
        if known:
            text = _("To see what {name} could do, choose that seat below, or both hands.")
            (seat,) = {0, 1} - set(self._replay.watched)
            return _("Another player’s choice"), text.format(name=self._replay.names[seat])
        if not replay.is_over(moment.hand):
            hand, deal = _("This hand was not played to its end."), _("This deal was not played to its end.")
            return _("Not reviewed"), by_unit(game, hand, deal, _("This game was not played to its end."))
        if moment.action == replay.actions(moment.hand):
            return by_unit(game, _("The hand is over"), _("The deal is over"), _("The game is over")), ""
        if moment.hand in self._whole:
            return pgettext("choice", "No choice"), _("There was only one thing to do.")
        state = self._reviews.state_of(replay.record)
        if state is ReviewState.RUNNING:
            percent = round(100 * self._reviews.progress_of(replay.record))
            return _("The coach looks at this game…"), _("{percent} % is done.").format(percent=percent)
        if state is ReviewState.WAITING:
            return _("The coach looks at another game…"), _("After that it comes back to this one.")
        fault = self._reviews.fault_of(replay.record)
        return _("Not reviewed yet"), fault or _("The coach can look at this game, choice by choice.")
