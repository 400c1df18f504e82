"""Which game is on the table: the first one, a new one, a saved one; what comes when a hand or a game has ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from mile_bones.engine import Record, RecordError, ReplayError, legible
from mile_bones.games.milebones import GameEnded, HandEnded
from mile_bones.i18n import gettext as _
from mile_bones.match import Match, Step, shown_names
from mile_bones.match.faults import fault_sentence
from mile_bones.storage import Placement

if TYPE_CHECKING:
    from mile_bones.desktop.boards import Board
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.library import GameLibrary


@dataclass(frozen=True)
class Start:
    """What the command line asks for: a record to go on with, and the setup of new games of this run."""

    file: Path | None = None
    seed: int | None = None
    rules: str | None = None
    level: str | None = None
    new: bool = False
    """Begin a new game, whatever is unfinished."""

    @property
    def asks_for_a_game(self) -> bool:
        """A certain game, or a new one: nobody has to be asked what to play."""
        return self.new or self.seed is not None


class GameController(QObject):
    """Puts games on the table. An unfinished one that makes room for another is kept."""

    beginning = Signal()
    """Another game comes to the table: whatever else lies there goes."""
    begun = Signal(object)
    """Another game is on the table (Match)."""
    replay_requested = Signal(object, object)
    """This record is to be watched; the game in the autosave waits meanwhile, if none is on the table (Match, None)."""
    high_scores_requested = Signal(object, object)
    """A game has entered the high scores (Placement); call the second when they have been seen."""
    message = Signal(str)
    """Something for the status bar."""
    closing = Signal()
    """The player wants to play elsewhere."""

    def __init__(
        self, library: GameLibrary, table: Board, turns: TurnController, dialogs: DialogStack, start: Start
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._table = table
        self._turns = turns
        self._dialogs = dialogs
        self._start = start
        self._turns.hand_over.connect(self._hand_over)
        self._turns.extension_asked.connect(self._ask_extension)

    def begin(self) -> None:
        """The record of the start, else the game in the autosave, else a new one."""
        match = self._library.resume(self._start)
        if self._start.file is None:
            self._begin_without_file(match)
        elif not self.open_file(self._start.file, match):
            self._dialogs.dialogs[-1].finished.connect(lambda _result: self._begin_without_file(match))

    def _begin_without_file(self, match: Match | None) -> None:
        if match is None and self._library.played_elsewhere() and not self._start.asks_for_a_game:
            self._ask_beside_another_window()
        elif match is None:
            self.new_game()
        elif not (self._start.new and self._begin_another(self._fresh, match)):
            self._run(match, dealt=False)

    def new_game(self) -> None:
        """Begin a new game; an unfinished one is kept."""
        self._begin_another(self._fresh)

    def ask_number(self) -> None:
        """Let the player say which deal a new game shall have."""
        from mile_bones.desktop.dialogs.number import NumberDialog

        dialog = NumberDialog(self._dialogs.parent)
        dialog.accepted.connect(lambda: self.new_game_with(dialog.number))
        self._dialogs.open(dialog)

    def deal_of_the_day(self) -> None:
        """A new game with the cards that everybody gets today."""
        self.new_game_with(self._library.number_of_the_day())

    def new_game_with(self, number: int) -> None:
        """A new game with the cards of this number. The player has to agree that known cards do not count."""

        def begin(*, assisted: bool) -> None:
            self._begin_another(lambda: self._library.start_number(number, self._start, assisted=assisted))

        match = self._turns.match
        if self._library.knows_number(number, self._start) or (match is not None and match.seed == number):
            self._ask_to_repeat(lambda: begin(assisted=True))
        else:
            begin(assisted=False)

    def ask_play_again(self) -> None:
        """The same cards once more, if the player agrees that such a game does not count; an unfinished one is kept."""
        match = self._turns.match
        if match is None or match.seed is None:
            return
        self._ask_to_repeat(lambda: self._begin_another(lambda: self._library.start_again(match, self._start)))

    def ask_undo(self) -> None:
        """Take the last choice back; before the first time the player has to agree that the game does not count."""
        match = self._turns.match
        if match is None or match.to_undo is None:
            return
        if match.assisted:
            self._turns.undo()
        else:
            self._ask_to_assist(_("Take this move back?"), _("&Undo"), self._turns.undo)

    def copy_number(self) -> None:
        """The number of this deal goes to the clipboard."""
        match = self._turns.match
        if match is not None and match.seed is not None:
            QGuiApplication.clipboard().setText(str(match.seed))
            self.message.emit(_("Copied: deal {number}").format(number=match.seed))

    def ask_give_up(self) -> None:
        """End the game in progress without a winner, if the player is sure."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        match = self._turns.match
        if match is None or match.is_over:
            return
        dialog = QuestionDialog(
            _("Give up this game?"),
            _("The game ends without a winner, and nothing is entered in the high scores."),
            _("&Give up"),
            _("&Play on"),
            "secondary",
            self._dialogs.parent,
            topic="end-of-game",
        )
        dialog.accepted.connect(self._give_up)
        self._dialogs.open(dialog)

    def ask_open(self) -> None:
        """Let the player choose a saved game."""
        from mile_bones.desktop import files

        files.ask_open(self._dialogs.parent, self._library.games_dir, self.open_file, self._dialogs.show_help)

    def ask_save(self, record: Record | None = None) -> None:
        """Let the player choose a file for this game, the one in progress if None."""
        from mile_bones.desktop import files

        match = self._turns.match
        if record is None and match is not None:
            record = match.record()
        if record is not None:
            chosen, folder, show_help = record, self._library.games_dir, self._dialogs.show_help
            files.ask_save(self._dialogs.parent, folder, lambda path: self.save_file(chosen, path), show_help)

    def open_file(self, path: Path, saved: Match | None = None) -> bool:
        """Go on with this record, if that can be done. ``saved``: the game in the autosave, before any is played."""
        try:
            record = self._library.read(path)
        except (RecordError, ReplayError) as error:
            reason = fault_sentence(error)
        except OSError as error:
            reason = _("{reason}.").format(reason=error.strerror or str(error))
            if isinstance(error, FileNotFoundError):
                self._library.recent.forget(path)
        else:
            self._library.recent.add(path)
            return self.open_record(record, saved)
        self._dialogs.message(_("This game cannot be opened"), f"{legible(path.name)}\n\n{reason}", "files")
        return False

    def open_record(self, record: Record, saved: Match | None = None) -> bool:
        """Go on with a record that has been checked, or replay it when its game is over.

        False when the game on the table cannot be kept.
        """
        from mile_bones.match.replaying import is_over

        if is_over(record):
            self.replay_requested.emit(record, saved)
            self._dialogs.show_problems()
            return True
        return self._go_on_from(record, saved)

    def replay(self) -> None:
        """Replay the game in progress, as far as it has come."""
        if self._turns.match is not None:
            self.replay_record(self._turns.match.record())

    def replay_record(self, record: Record) -> None:
        """Watch this game."""
        self.replay_requested.emit(record, None)

    def come_back(self) -> None:
        """The replay is over: the game that has waited goes on, if there is one."""
        match = self._turns.match
        if match is None:
            self._begin_without_file(None)
        else:
            self._run(match, dealt=False)

    def ask_go_on_from(self, record: Record) -> None:
        """A new game from the middle of another one, if the player agrees that it does not count."""
        self._ask_to_assist(_("Play on from here?"), _("Play &on"), lambda: self._go_on_from(record))

    def save_file(self, record: Record, path: Path) -> None:
        """Write the game there, and say how that went."""
        try:
            self._library.save_as(record, path)
        except OSError as error:
            self._dialogs.message(
                _("The game could not be saved"), f"{legible(path)}\n\n{error.strerror or error}", "files"
            )
        else:
            self._library.recent.add(path)
            self.message.emit(_("Saved: {path}").format(path=legible(path)))

    # ------------------------------------------------------------------ one after another

    def _go_on_from(self, record: Record, saved: Match | None = None) -> bool:
        return self._begin_another(lambda: self._library.go_on_with(record, self._start), saved, dealt=False)

    def _begin_another(self, start: Callable[[], Match], saved: Match | None = None, *, dealt: bool = True) -> bool:
        """``saved``: the game in the autosave, before any is played. False when the game before cannot be kept."""
        try:
            kept = self._set_aside(saved or self._turns.match)
        except OSError as error:
            self._say_not_kept(error)
            return False
        self._run(start(), dealt=dealt)
        if kept is not None:
            self._tell_kept(kept)
        return True

    def _ask_to_repeat(self, begin: Callable[[], object]) -> None:
        self._ask_to_assist(_("Play this deal again?"), _("Play &again"), begin)

    def _ask_to_assist(self, title: str, accept: str, accepted: Callable[[], object]) -> None:
        """Tell, before it happens, what an assisted game is."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        dialog = QuestionDialog(
            title,
            _("The game becomes an assisted one: {what}").format(what=_assisted()),
            accept,
            _("&No"),
            parent=self._dialogs.parent,
            topic="undo",
        )
        dialog.accepted.connect(accepted)
        self._dialogs.open(dialog)

    def _run(self, match: Match, *, dealt: bool) -> None:
        self.beginning.emit()
        self._table.show_games(self._library.results.games)
        self._turns.begin(match, dealt=dealt)
        self.begun.emit(match)
        self._table.focus_first()
        ending = match.ending(match.viewer)
        if ending is not None:
            self._hand_over(ending)
        self._dialogs.show_problems()

    def _ask_beside_another_window(self) -> None:
        """The game that a person would expect here is on the table of another window."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        dialog = QuestionDialog(
            _("Your game is open in another window"),
            _("The game in progress belongs to that window, and goes on there. Here you can play a new one."),
            _("&New game"),
            _("&Close this window"),
            parent=self._dialogs.parent,
            topic="files",
        )
        dialog.accepted.connect(self.new_game)
        dialog.rejected.connect(self.closing)
        self._dialogs.open(dialog)

    def _fresh(self) -> Match:
        """A new game. The seed of the command line deals one game only; the next must not be the same again."""
        match = self._library.start(self._start)
        self._start = replace(self._start, seed=None)
        if match.assisted:
            title = _("You have played deal {number} before").format(number=match.seed)
            self._dialogs.message(title, _("This game is an assisted one: {what}").format(what=_assisted()), "undo")
        return match

    def _set_aside(self, match: Match | None) -> Path | None:
        """Make room for another game. OSError when this one cannot be kept: then it must stay."""
        return None if match is None else self._library.set_aside(match)

    def _say_not_kept(self, error: OSError) -> None:
        reason = _("{reason}. Play it to its end, or give it up.").format(reason=error.strerror or str(error))
        self._dialogs.message(_("Your unfinished game cannot be kept"), reason, "files")

    def _tell_kept(self, path: Path) -> None:
        text = _("Your unfinished game is kept in the history.")
        if path != self._library.history_path:
            text = _("Your unfinished game is kept: {name}").format(name=legible(path.name))
        self.message.emit(text)

    def _give_up(self) -> None:
        match = self._turns.match
        if match is None:
            return
        self._library.give_up(match)
        self._run(self._fresh(), dealt=True)

    # ------------------------------------------------------------------ what the game calls for

    def _ask_extension(self) -> None:
        from mile_bones.desktop.dialogs.extension import ExtensionDialog

        observation, match = self._table.observation, self._turns.match
        assert observation is not None
        assert match is not None
        rules, opponent = observation.rules, shown_names(match.seats)[1 - observation.seat]
        dialog = ExtensionDialog(opponent, self._dialogs.parent, goal=rules.goal, extended_goal=rules.extended_goal)
        dialog.accepted.connect(lambda: self._turns.answer(True))
        dialog.rejected.connect(lambda: self._turns.answer(False))
        self._dialogs.open(dialog)

    def _hand_over(self, step: Step) -> None:
        from mile_bones.desktop.dialogs.score_sheet import ScoreSheetDialog

        match = self._turns.match
        assert match is not None
        ended: HandEnded = step.events[0]
        game_ended: GameEnded | None = step.events[1] if len(step.events) > 1 else None
        placement = self._library.count(match) if game_ended is not None else None
        games = self._library.results.games
        self._table.show_games(games)
        dialog = ScoreSheetDialog(
            ended,
            ended.totals,
            games[::-1] if match.viewer else games,
            shown_names(match.seats),
            game_ended,
            self._dialogs.parent,
            seat=match.viewer if len(match.persons) == 1 else None,
            target=step.observation.rules.target,
            assisted=match.assisted,
        )
        dialog.both_hands_requested.connect(lambda: self._show_both_hands(match, ended.hand, dialog))
        if game_ended is None:
            dialog.accepted.connect(self._turns.go_on)
        else:
            dialog.accepted.connect(lambda: self._after_game(placement))
        self._dialogs.open(dialog)

    def _show_both_hands(self, match: Match, hand: int, sheet: BaseDialog) -> None:
        """Lay open the hand that has just ended, over its score sheet."""
        from mile_bones.desktop.dialogs.both_hands import BothHandsDialog
        from mile_bones.match.review import both_hands

        dialog = BothHandsDialog(both_hands(match.record(), hand), shown_names(match.seats), sheet)
        dialog.finished.connect(lambda _result: sheet.activateWindow())  # the keyboard goes back there
        self._dialogs.open(dialog)

    def _after_game(self, placement: Placement | None) -> None:
        """The high scores, if they changed, and then the next game."""
        if placement is None or (placement.best is None and placement.spread is None):
            self.new_game()
        else:
            self.high_scores_requested.emit(placement, self.new_game)


def _assisted() -> str:
    return _("it is shown as such, and enters neither the high scores nor the games won.")
