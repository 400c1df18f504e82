"""The controller of the game on the table: it begins, opens, saves and keeps games, and handles the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from mile_bones.desktop.table.ending import Ending
from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.excerpt import legible
from mile_bones.games import GAMES, spec
from mile_bones.i18n import format_date
from mile_bones.i18n import gettext as _
from mile_bones.library.settings import GAME
from mile_bones.players import has_coach

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.dialogs.ending import EndingDialog
    from mile_bones.desktop.table.board import Board
    from mile_bones.desktop.table.ending import Inquiry
    from mile_bones.desktop.table.moment import Moment
    from mile_bones.engine.aliases import Option
    from mile_bones.engine.record import Record
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.match.match import Match
    from mile_bones.match.seats import Seats
    from mile_bones.match.steps import Step
    from mile_bones.storage.results import Placement


class Start(NamedTuple):
    """The options of the command line: a record to continue, and the setup of the new games of this run."""

    file: Path | None = None
    seed: int | None = None
    rules: str | None = None
    level: str | None = None
    new: bool = False
    """Whether to begin a new game even if there is an unfinished one."""
    game: str | None = None
    """The kind of game to play, or None to continue the unfinished game. If there is none, the player chooses."""
    target: int | None = None
    options: Mapping[str, Option] = MappingProxyType({})

    @property
    def asks_for_a_game(self) -> bool:
        """Whether the command line asks for a certain deal or a new game. If so, a game in another window does not
        matter.
        """
        return self.new or self.seed is not None


class GameController(QObject):
    """Puts games on the table. An unfinished game is kept when another game replaces it."""

    beginning = Signal()
    """Emitted before another game comes to the table. Anything else must then leave the table."""
    begun = Signal(object)
    """Emitted with the Match that is on the table now."""
    replay_requested = Signal(object)
    """Emitted with a record to replay. The game on the table is paused during the replay."""
    review_requested = Signal(object)
    """Emitted with the record of a game. The coach is to review the game, and the review is to be shown."""
    high_scores_requested = Signal(object)
    """Emitted with a Placement when a game has entered the high scores. The receiver shows the high scores and passes
    the dialog to `follow`.
    """
    choice_requested = Signal()
    """Emitted when the player has to choose a game."""
    asked = Signal(object, object)
    """Emitted when a dialog has opened for an Inquiry of the game, with this Inquiry and the dialog."""
    message = Signal(str)
    """Emitted with a text for the status bar."""
    closing = Signal()
    """Emitted when the player prefers to play in another window."""

    def __init__(
        self, library: GameLibrary, boards: BoardStack, turns: TurnController, dialogs: DialogStack, start: Start
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._boards = boards
        self._turns = turns
        self._dialogs = dialogs
        self._start = start
        self._kept: dict[str, Match] = {}  # unfinished games of other kinds
        self._turns.hand_over.connect(self._hand_over)
        self._turns.asked.connect(self._ask)

    def _ask(self, inquiry: Inquiry) -> None:
        self.asked.emit(inquiry, self._dialogs.ask(inquiry, self._turns.answer))

    @property
    def _table(self) -> Board:
        return self._boards.current

    @property
    def game(self) -> str:
        """The kind of game on the table."""
        return self._boards.game

    def hand_on(self) -> tuple[Start, dict[str, Match]]:
        """Return the start options, and the matches by kind of game, for the controller that replaces this one."""
        match = self._turns.match
        return self._start, self._kept if match is None else {**self._kept, match.game: match}

    def take_over(self, handed_on: tuple[Start, dict[str, Match]]) -> None:
        """Take over the matches of the previous controller. Each match waits until the player continues it."""
        self._start, self._kept = handed_on

    def forget_asked_rules(self) -> None:
        """Drop the target and the options that the command line has set, because the player has chosen others in the
        window.
        """
        self._start = self._start._replace(target=None, options={})

    def begin(self) -> None:
        """Open the record of the command line, or else continue the unfinished game played last.

        If there is none, let the player choose.
        """
        if self._start.file is None:
            self._begin_without_file()
        elif not self.open_file(self._start.file):
            self._dialogs.dialogs[-1].finished.connect(lambda _result: self._begin_without_file())

    def _begin_without_file(self) -> None:
        last = self._library.settings.get(GAME)
        if self._start.game is not None or self._start.asks_for_a_game:
            self._begin_with(self._start.game or last)
            return
        for game in (last, *(game for game in GAMES if game != last)):
            if self._unfinished(game) is not None or (game == last and self._library.played_elsewhere(game)):
                self._begin_with(game)
                return
        self.choice_requested.emit()

    def _begin_with(self, game: str) -> None:
        """Continue the unfinished game of this kind, or begin a new one."""
        match = self._unfinished(game)
        if match is None and self._library.played_elsewhere(game) and not self._start.asks_for_a_game:
            self._ask_beside_another_window(game)
        elif match is None:
            self.new_game_of(game)
        elif not (self._start.new and self._begin_another(game, lambda: self._fresh(game))):
            self._run(match, dealt=False)

    def waiting_name(self) -> str:
        """Return the person's name in an unfinished game against a computer, or "" if there is no such game.

        This name is used if the settings are lost.
        """
        if not any(self._library.games_dir.glob("*.json")):
            return ""
        waiting = (match for game in GAMES if (match := self.unfinished(game)) is not None)
        return next((match.seats[match.persons[0]].name for match in waiting if len(match.persons) == 1), "")

    def unfinished(self, game: str) -> Match | None:
        """Return the game of this kind that can be continued, or None. It may be on the table or waiting."""
        match = self._unfinished(game)
        return None if match is None or match.is_over else match

    def _unfinished(self, game: str) -> Match | None:
        """Return the game of this kind, or None. It may be on the table, in memory or in the autosave."""
        match = self._turns.match
        if match is not None and match.game == game:
            return match
        if game not in self._kept:
            match = self._library.resume(self._start, game)
            if match is not None:
                self._kept[game] = match
        return self._kept.get(game)

    def play(self, game: str) -> None:
        """Continue the game of this kind, or begin one if there is no unfinished game."""
        if self.unfinished(game) is None:
            self.new_game_of(game)
        else:
            self.go_on_with(game)

    def is_new(self, game: str) -> bool:
        """Return True if nobody has ever played this kind of game here."""
        return self.unfinished(game) is None and not self._library.was_played(game)

    def go_on_with(self, game: str) -> None:
        """Bring the game of this kind to the table, in the state in which it was left. The game that was on the table
        waits.
        """
        match = self._turns.match
        if match is not None and match.game == game:
            self._run(match, dealt=False)
        else:
            self._begin_with(game)

    def ask_new_game_of(self, game: str) -> None:
        """Begin a new game of this kind. If there is an unfinished one, first tell the player what happens to it."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        if self.unfinished(game) is None:
            self.new_game_of(game)
            return
        dialog = QuestionDialog(
            _("Begin a new game?"),
            _("Your unfinished game of {game} is kept in the history.").format(game=spec(game).title()),
            _("&New game"),
            _("&Cancel"),
            parent=self._dialogs.parent,
            topic="chooser",
        )
        dialog.accepted.connect(lambda: self.new_game_of(game))
        self._dialogs.open(dialog)

    def new_game_of(self, game: str, seats: Seats | None = None) -> None:
        """Begin a new game of this kind for `seats`. If `seats` is None, take the last players, or else the players in
        the options.

        An unfinished game is kept.
        """
        self._begin_another(game, lambda: self._fresh(game, seats))

    def new_game(self) -> None:
        """Begin a new game of the kind that is on the table."""
        self.new_game_of(self.game)

    def ask_number(self) -> None:
        """Let the player choose the number of the deal of a new game."""
        from mile_bones.desktop.dialogs.number import NumberDialog

        dialog = NumberDialog(self._dialogs.parent)
        dialog.accepted.connect(lambda: self.new_game_with(dialog.number))
        self._dialogs.open(dialog)

    def deal_of_the_day(self) -> None:
        """Begin a new game with the cards that everybody gets today."""
        self.new_game_with(self._library.number_of_the_day())

    def new_game_with(self, number: int) -> None:
        """Begin a new game with this deal.

        If the player may know the cards of this deal, he or she must first agree that the game does not count.
        """

        match, game = self._turns.match, self.game

        def begin(*, assisted: bool) -> None:
            seats = self._seats(game)
            self._begin_another(
                game, lambda: self._library.start_number(number, self._start, game, seats, assisted=assisted)
            )

        if self._library.knows_number(number, self._start, game) or (match is not None and match.seed == number):
            self._ask_to_repeat(lambda: begin(assisted=True))
        else:
            begin(assisted=False)

    def ask_play_again(self) -> None:
        """Play the same cards again, if the player agrees that such a game does not count.

        An unfinished game is kept.
        """
        match = self._turns.match
        if match is None or match.seed is None:
            return

        def again() -> Match:
            return self._library.start_again(match, self._start)

        self._ask_to_repeat(lambda: self._begin_another(match.game, again))

    def ask_undo(self) -> None:
        """Undo the last choice. Before the first undo the player has to agree that the game does not count."""
        match = self._turns.match
        if match is None or match.to_undo is None or self._turns.waiting:
            return
        if self._turns.undo_is_free:
            self._turns.undo()
        else:
            self._ask_to_help(match, _("Take this move back?"), _("&Undo"), self._turns.undo)

    def ask_for_help(self, accepted: Callable[[], object]) -> None:
        """Call `accepted`, which asks the coach. Before the first help in a game, the player has to agree that the game
        does not count.
        """
        match = self._turns.match
        if match is not None:
            self._ask_to_help(match, _("Ask the coach?"), _("&Hint"), accepted)

    def _ask_to_help(self, match: Match, title: str, accept: str, accepted: Callable[[], object]) -> None:
        if len(match.persons) == 2:
            self._ask_both(match, title, accepted)
        elif match.assisted:
            accepted()
        else:
            self._ask_to_assist(title, accept, accepted)

    def _ask_both(self, match: Match, title: str, accepted: Callable[[], object]) -> None:
        """Ask two people whether they both agree. They are asked every time, not only the first time."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        text = _("{name} and {other} have to agree.").format(name=match.names[0], other=match.names[1])
        if not match.assisted:
            text += " " + _("The game becomes an assisted one: {what}").format(what=_assisted(match.game))
        parent = self._dialogs.parent
        dialog = QuestionDialog(title, text, _("We &both agree"), _("&No"), parent=parent, topic="undo")
        dialog.accepted.connect(accepted)
        self._turns.conceal()
        self._dialogs.open(dialog)

    def copy_number(self) -> None:
        """Copy the number of this deal to the clipboard."""
        match = self._turns.match
        if match is not None and match.seed is not None:
            QGuiApplication.clipboard().setText(str(match.seed))
            self.message.emit(_("Copied: deal {number}").format(number=match.seed))

    def ask_give_up(self) -> None:
        """End the game in progress without a winner, if the player confirms it."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        match = self._turns.match
        if match is None or match.is_over:
            return
        title = _("Give up this game?")
        if len(match.persons) == 2:
            title = _("Does {name} give up this game?").format(name=match.names[self._turns.viewer])
        text = _("The game ends without a winner, and nothing is entered in the high scores.")
        if not match.spec.high_scores:
            text = _("The game ends without a winner.")
        dialog = QuestionDialog(
            title,
            text,
            _("&Give up"),
            _("&Play on"),
            "secondary",
            self._dialogs.parent,
            topic="end-of-game",
        )
        dialog.accepted.connect(lambda: self._give_up(match))
        self._dialogs.open(dialog)

    def ask_open(self) -> None:
        """Let the player choose a saved game to open."""
        from mile_bones.desktop import files

        files.ask_open(self._dialogs.parent, self._library.games_dir, self.open_file, self._dialogs.show_help)

    def ask_save(self, record: Record | None = None) -> None:
        """Let the player choose a file, and save `record` to it. If `record` is None, save the game in progress."""
        from mile_bones.desktop import files

        match = self._turns.match
        if record is None and match is not None:
            record = match.record()
        if record is not None:
            chosen, name = record, f"{spec(record.game).title()} {self._library.clock():%Y-%m-%d}"
            then, show_help = partial(self.save_file, chosen), self._dialogs.show_help
            files.ask_save(self._dialogs.parent, name, then, show_help)

    def open_file(self, path: Path) -> bool:
        """Open a saved game. If that is not possible, show a message and return False."""
        from mile_bones.match.faults import fault_sentence

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
            return self.open_record(record)
        self._dialogs.message(_("This game cannot be opened"), f"{legible(path.name)}\n\n{reason}", "files")
        return False

    def open_record(self, record: Record) -> bool:
        """Continue a record that has been checked, or replay it if its game is over.

        Return False if the game on the table cannot be kept.
        """
        from mile_bones.match.replaying import is_over

        if is_over(record):
            self._library.note_played(record)
            self.replay_requested.emit(record)
            self._dialogs.show_problems()
            return True
        return self._go_on_from(record)

    def replay(self) -> None:
        """Replay the game in progress from its beginning to the present position."""
        if self._turns.match is not None:
            self.replay_record(self._turns.match.record())

    def replay_record(self, record: Record) -> None:
        """Replay this record."""
        self.replay_requested.emit(record)

    def come_back(self) -> None:
        """Continue the game that was paused. If there is none, begin as at the start of the program."""
        match = self._turns.match
        if match is None:
            self._begin_without_file()
        else:
            self._run(match, dealt=False)

    def ask_go_on_from(self, record: Record) -> None:
        """Begin a game from the middle of another one, if the player agrees that it does not count."""
        self._ask_to_assist(_("Play on from here?"), _("Play &on"), lambda: self._go_on_from(record))

    def save_file(self, record: Record, path: Path) -> None:
        """Write the game to this file, and tell the player whether that worked."""
        try:
            self._library.save_as(record, path)
        except OSError as error:
            self._dialogs.message(
                _("The game could not be saved"), f"{legible(path)}\n\n{error.strerror or error}", "files"
            )
        else:
            self._library.recent.add(path)
            self.message.emit(_("Saved: {path}").format(path=legible(path)))

    # ------------------------------------------------------------------ changing from one game to another

    def _go_on_from(self, record: Record) -> bool:
        if not self._begin_another(record.game, lambda: self._library.go_on_with(record, self._start), dealt=False):
            return False
        match = self._turns.match
        if match is not None and match.assisted and not record.assisted:
            text = _("This game is an assisted one: {what}").format(what=_assisted(match.game))
            self._dialogs.message(_("You have continued from here before"), text, "undo")
        return True

    def _begin_another(self, game: str, start: Callable[[], Match], *, dealt: bool = True) -> bool:
        """Replace the game of this kind by the one that `start` returns. Return False if the old game cannot be
        kept.
        """
        try:
            kept = self._set_aside(self._unfinished(game))
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
        """Explain what an assisted game is, and call `accepted` if the player agrees."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        dialog = QuestionDialog(
            title,
            _("The game becomes an assisted one: {what}").format(what=_assisted(self.game)),
            accept,
            _("&No"),
            parent=self._dialogs.parent,
            topic="undo",
        )
        dialog.accepted.connect(accepted)
        self._dialogs.open(dialog)

    def _run(self, match: Match, *, dealt: bool) -> None:
        self.beginning.emit()
        before = self._turns.match
        if before is not None and before.game != match.game:
            self._kept[before.game] = before
        self._kept.pop(match.game, None)
        self._boards.show_game(match.game)
        if self._library.settings.get(GAME) != match.game:
            self._library.settings.update({GAME: match.game})
        self._table.show_games(self._library.games_won(match))
        self._table.show_deal(self._deal_text(match))
        self._turns.begin(match, dealt=dealt)
        self.begun.emit(match)
        if self._boards.shows_board():
            self._table.focus_first()
        ending = match.ending(match.viewer)
        if ending is not None:
            self._hand_over(ending)
        self._dialogs.show_problems()

    def _deal_text(self, match: Match) -> str:
        """Return the name of a deal that everybody gets on one day: "Deal of the day", or its date. Return "" for any
        other deal.
        """
        day = self._library.day_of(match.seed)
        if day is None:
            return ""
        return _("Deal of the day") if day == self._library.today() else format_date(day)

    def _ask_beside_another_window(self, game: str) -> None:
        """Ask whether to begin a new game, because the game to continue is open in another window."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        dialog = QuestionDialog(
            _("Your game is open in another window"),
            _("The game in progress belongs to that window, and goes on there. Here you can play a new one."),
            _("&New game"),
            _("&Close this window"),
            parent=self._dialogs.parent,
            topic="files",
        )
        dialog.accepted.connect(lambda: self.new_game_of(game))
        dialog.rejected.connect(self.closing)
        self._dialogs.open(dialog)

    def show_games_won(self) -> None:
        """Update the numbers of games won on the table."""
        if self._turns.match is not None:
            self._table.show_games(self._library.games_won(self._turns.match))

    def _seats(self, game: str) -> Seats | None:
        """Return the seats for the next game of this kind: the same two people or two computers as before. Return None
        if the options decide.
        """
        match = self._turns.match
        return match.seats if match is not None and match.game == game and len(match.persons) != 1 else None

    def _fresh(self, game: str, seats: Seats | None = None) -> Match:
        """Return a new game. Games after this one ignore the deal and the new game that the command line asked for."""
        match = self._library.start(self._start, game, seats or self._seats(game))
        self._start = self._start._replace(seed=None, new=False)
        if match.assisted:
            title = _("You have played deal {number} before").format(number=match.seed)
            text = _("This game is an assisted one: {what}").format(what=_assisted(game))
            self._dialogs.message(title, text, "undo")
        return match

    def _set_aside(self, match: Match | None) -> Path | None:
        """Keep an unfinished game, because another game replaces it. Raise OSError if it cannot be kept. In this case
        the game must stay on the table.
        """
        return None if match is None else self._library.set_aside(match)

    def _say_not_kept(self, error: OSError) -> None:
        reason = _("{reason}. Play it to its end, or give it up.").format(reason=error.strerror or str(error))
        self._dialogs.message(_("Your unfinished game cannot be kept"), reason, "files")

    def _tell_kept(self, path: Path) -> None:
        text = _("Your unfinished game is kept in the history.")
        if path != self._library.history_path:
            text = _("Your unfinished game is kept: {name}").format(name=legible(path.name))
        self.message.emit(text)

    def _give_up(self, match: Match) -> None:
        """Give up this game if it is still in progress, and begin a new game."""
        if match is not self._turns.match or match.is_over:
            return
        seat = self._turns.viewer if match.persons else None
        self._library.give_up(match, seat)
        self._run(self._fresh(match.game), dealt=True)
        if len(match.persons) == 2 and seat is not None:
            self.message.emit(_("{name} gave up the game before.").format(name=match.names[seat]))

    # ------------------------------------------------------------------ the end of a hand or a game

    def _hand_over(self, step: Step) -> None:
        match = self._turns.match
        assert match is not None
        placement, games = None, (0, 0)
        try:
            placement = self._library.count(match) if match.is_over else None
            games = self._library.games_won(match)
        finally:  # an error in counting the game must not hide its end from the player
            self._tell_end(match, step, placement, games)

    def _tell_end(self, match: Match, step: Step, placement: Placement | None, games: tuple[int, int]) -> None:
        self._table.show_games(games)
        you = match.viewer if len(match.persons) == 1 else None
        ending = Ending(
            step.events,
            step.observation,
            match.names,
            you,
            games,
            match.is_over,
            match.assisted,
            match.record,
            self._special(match, step) if match.is_over else "",
            purse=self._library.purse_of(match) if match.is_over else "",
        )
        if placement is not None and any(placement.values()) and not ending.is_lost:
            ending = ending._replace(placed=True)  # whoever has lost is not shown the line of the computer
        dialog = self._table.end_dialog(ending, self._dialogs)
        if not match.is_over:
            dialog.accepted.connect(self._turns.go_on)
            self._dialogs.open(dialog)
            return
        dialog.ends_game = True
        dialog.accepted.connect(lambda: self._after_game(placement, ending))
        dialog.rejected.connect(self._turns.stay)
        self._offer_review(dialog, match)
        moment = self._table.moment(ending)
        if moment is None:
            self._dialogs.open(dialog)
            return
        dialog.offer_scene()
        dialog.scene_requested.connect(lambda: self._show_again(dialog, ending))
        self._show_scene(moment, dialog, lambda: self._dialogs.open(dialog))

    def _show_scene(self, moment: Moment, dialog: EndingDialog, done: Callable[[], None]) -> None:
        """Show the scene of the end of a game. Then call ``done``, which shows the dialog."""
        moment.stay_behind(dialog)
        self._turns.left.connect(moment.stop)
        moment.play(done)

    def _show_again(self, dialog: EndingDialog, ending: Ending) -> None:
        """Show the scene of the end of a game again, without the dialog."""
        dialog.hide()
        self._dialogs.parent.activateWindow()  # the keyboard belongs to the scene now
        moment = self._table.moment(ending)
        assert moment is not None
        self._show_scene(moment, dialog, dialog.open)

    def _special(self, match: Match, step: Step) -> str:
        """Return a sentence about what is special about a game that the only person has won, or an empty string."""
        from mile_bones.desktop.dialogs.feats import feat_texts

        won = len(match.persons) == 1 and step.events[-1].winner == match.viewer
        if not won or match.assisted:
            return ""
        return " ".join(feat_texts(self._library.feats_of(match)))

    def _after_game(self, placement: Placement | None, ending: Ending) -> None:
        """Show the high scores if they changed. Otherwise begin the next game."""
        if ending.placed:
            self.high_scores_requested.emit(placement)
        else:
            self.new_game()

    def follow(self, dialog: BaseDialog) -> None:
        """Begin a new game when the last dialog about a finished game is accepted. Escape leaves the table as it is."""
        dialog.accepted.connect(self.new_game)
        dialog.rejected.connect(self._turns.stay)

    def _offer_review(self, dialog: EndingDialog, match: Match | None) -> None:
        """Offer a review of the finished game in the dialog, if its kind has a coach."""
        if match is not None and has_coach(match.game):
            dialog.offer_review()
            dialog.review_requested.connect(lambda: self.review_requested.emit(match.record()))


def _assisted(game: str) -> str:
    """Return the end of a sentence about what it means that a game of this kind is an assisted one."""
    if not spec(game).high_scores:
        return _("it is shown as such, and is not counted among the games won.")
    return _("it is shown as such, and enters neither the high scores nor the games won.")
