"""Enables the menu entries that apply to the content of the table, and disables the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from mile_bones.games import GAMES, spec, with_lesson
from mile_bones.i18n import gettext as _
from mile_bones.i18n import in_digits
from mile_bones.players import has_coach

if TYPE_CHECKING:
    from mile_bones.match.match import Match
    from mile_bones.storage.settings import Setting


@dataclass(frozen=True, eq=False)
class Menus:
    """The menu entries that change with the content of the table.

    The class is not a NamedTuple because a NamedTuple cannot be referenced weakly. PySide6 6.8 needs weak references to
    each object whose methods are connected to signals.
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
    lesson: QAction
    log: QAction
    """The entry that unfolds the log. It is checked if the log is unfolded. The window reacts to a change."""
    keyed: dict[Setting[str], QAction]
    """The entries whose keys can be chosen, by the settings of these keys."""

    def show_game(self, match: Match, *, covered: bool) -> None:
        """Enable what can be done with this game now. The entries for undo and redo name the move.

        ``covered``: a curtain hides the table while two people change seats. The entries for undo and redo are then
        disabled, because their texts would reveal to both players what one of them has done.
        """
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
        """Enable the steps from mark to mark if the replay on the table has marked choices."""
        for entry in (self.next_mark, self.previous_mark):
            entry.setEnabled(marks)

    def show_replay(self, game: str) -> None:
        """Show that a replay of this game is on the table.

        The player's own game is paused, so entries for it are disabled.
        """
        self._show_kind(game)
        self._show_none()
        self.save.setEnabled(True)
        self.review.setEnabled(has_coach(game))

    def show_aside(self, game: str) -> None:
        """Show that a lesson or a puzzle of this game is on the table. A lesson or a puzzle cannot be saved."""
        self._show_kind(game)
        self._show_none()
        self.save.setEnabled(False)

    def show_choice(self) -> None:
        """Show that the player is choosing a game, so that entries for a game are disabled."""
        self._show_none()
        for entry in (self.new, self.players, self.number, self.day, self.save, self.high_scores):
            entry.setEnabled(False)
        self._name_lesson(GAMES[0])

    def _show_kind(self, game: str) -> None:
        """Enable the entries that exist for this game."""
        found = spec(game)
        for entry in (self.new, self.players):
            entry.setEnabled(True)
        for entry in (self.number, self.day):
            entry.setEnabled(found.has_deals)
        self.high_scores.setEnabled(bool(found.high_scores))
        self._name_lesson(game)

    @property
    def lesson_game(self) -> str:
        """The game whose lesson the menu names."""
        found: str = self.lesson.data()
        return found

    def _name_lesson(self, game: str) -> None:
        """Name the lesson of `game`, or the first lesson if `game` has none."""
        self.lesson.setData(with_lesson(game))
        found = spec(self.lesson_game)
        text = _("&First hand, a lesson")
        if not found.has_deals:
            text = _("&First mill, a lesson")
        elif found.hands_are_deals:
            text = _("&First deal, a lesson")
        self.lesson.setText(text)

    def _show_none(self) -> None:
        ours = (self.give_up, self.again, self.copy_number, self.replay, self.review, self.undo, self.redo, self.hint)
        for entry in ours:
            entry.setEnabled(False)
        self.undo.setText(_("&Undo"))
        self.redo.setText(_("&Redo"))
