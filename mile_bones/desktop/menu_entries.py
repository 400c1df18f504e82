"""The entries of the menus that mean something now, and those that rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.i18n import in_digits
from mile_bones.players import has_coach

if TYPE_CHECKING:
    from mile_bones.match.match import Match
    from mile_bones.storage.settings import Setting


@dataclass(frozen=True, eq=False)
class Menus:
    """The entries of the menus that change with what is on the table.

    No NamedTuple, to which nothing refers weakly: PySide6 6.8 wants that of everything whose methods signals call.
    """

    new: QAction
    players: QAction
    number: QAction
    day: QAction
    again: QAction
    copy_number: QAction
    replay: QAction
    review: QAction
    give_up: QAction
    save: QAction
    high_scores: QAction
    undo: QAction
    redo: QAction
    hint: QAction
    next_mark: QAction
    previous_mark: QAction
    mute: QAction
    log: QAction
    """Whether the log is unfolded; what becomes of that is for the window."""
    keyed: dict[Setting[str], QAction]
    """The entries whose keys are chosen, by the settings that say which keys these are."""

    def show_game(self, match: Match, *, covered: bool) -> None:
        """What can be done with this game as it stands. Undo and redo name the move. They rest while a curtain hangs
        before the table (``covered``), where they would tell both players what one of them has done."""
        self._show_kind(match.game)
        self.give_up.setEnabled(not match.is_over)
        self.save.setEnabled(True)
        for entry in (self.again, self.copy_number):
            entry.setEnabled(match.seed is not None)
        number = "–" if match.seed is None else in_digits(str(match.seed))
        self.copy_number.setText(_("&Copy deal number: {number}").format(number=number))
        self.replay.setEnabled(True)
        self.review.setEnabled(has_coach(match.game))
        words = match.spec.words
        for entry, plain, naming, action in (
            (self.undo, _("&Undo"), _("&Undo: {move}"), match.to_undo),
            # Translators: {move} is a move such as "play Go"
            (self.redo, _("&Redo"), _("&Redo: {move}"), match.to_redo),
        ):
            entry.setEnabled(action is not None and not covered)
            entry.setText(plain if action is None or covered else naming.format(move=words.action_text(action)))
        self.hint.setEnabled(not match.is_over and bool(match.persons) and has_coach(match.game))

    def show_marks(self, marks: bool) -> None:
        """A replay with marked choices is on the table."""
        for entry in (self.next_mark, self.previous_mark):
            entry.setEnabled(marks)

    def show_replay(self, game: str) -> None:
        """A replay of this kind is on the table: nothing can be done with the game that waits."""
        self._show_kind(game)
        self._show_none()
        self.save.setEnabled(True)
        self.review.setEnabled(has_coach(game))

    def show_aside(self, game: str) -> None:
        """A lesson or a puzzle of this game is on the table: it is no game that could be saved."""
        self._show_kind(game)
        self._show_none()
        self.save.setEnabled(False)

    def show_choice(self) -> None:
        """A game is to be chosen: there is nothing to do anything with."""
        self._show_none()
        for entry in (self.new, self.players, self.number, self.day, self.save, self.high_scores):
            entry.setEnabled(False)

    def _show_kind(self, game: str) -> None:
        """What there is in this kind of game."""
        found = spec(game)
        for entry in (self.new, self.players):
            entry.setEnabled(True)
        for entry in (self.number, self.day):
            entry.setEnabled(found.has_deals)
        self.high_scores.setEnabled(bool(found.high_scores))

    def _show_none(self) -> None:
        ours = (self.give_up, self.again, self.copy_number, self.replay, self.review, self.undo, self.redo, self.hint)
        for entry in ours:
            entry.setEnabled(False)
        self.undo.setText(_("&Undo"))
        self.redo.setText(_("&Redo"))
