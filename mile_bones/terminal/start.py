"""The choice of the game for the terminal: from a file, from the autosave, or a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from mile_bones.engine.aliases import Option
from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.library.game_library import GameLibrary
from mile_bones.match.faults import fault_text
from mile_bones.match.match import Match
from mile_bones.match.replaying import is_over
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.terminal.app import MilleApp
from mile_bones.terminal.ending import signals_end
from mile_bones.terminal.game import Game

GAME = GAMES[0]
"""The game that is played in a terminal."""
RULES = "mille"
"""The rule set of new games. A game from a file has its own."""
SLOTS = "mille"
"""The prefix of the terminal's autosave slots. The window has other slots."""


class NotPlayableError(Exception):
    """No game can be played. The text is a sentence that says why."""


@dataclass(frozen=True)
class Wanted:
    """The options of the command line."""

    file: Path | None = None
    new: bool = False
    seed: int | None = None
    level: str | None = None
    ascii_only: bool = False

    @property
    def rules(self) -> str:
        """The rule set of a new game."""
        return RULES

    @property
    def target(self) -> None:
        """The target of a new game. None means the usual target."""

    @property
    def options(self) -> dict[str, Option]:
        """The options of a new game. There are none."""
        return {}


def play(wanted: Wanted, profile: Path | None, clock: Callable[[], datetime]) -> int:
    """Play until the player leaves. Return the exit status. Raise NotPlayableError before anything is shown."""
    problems: list[Problem] = []
    library = GameLibrary(Profile(profile), clock, problems.append, SLOTS)
    try:
        opening = Opening(library, wanted)
        library.agree()
        app = MilleApp(lambda app: opening.game(problems, app), ascii_only=wanted.ascii_only)
        with signals_end(app.exit):
            app.run(mouse=False)
        return app.return_code or 0
    finally:
        library.close()


class Opening:
    """The choice of the first match. Raises NotPlayableError if the file holds no game that can be continued."""

    def __init__(self, library: GameLibrary, wanted: Wanted) -> None:
        self._library = library
        self._wanted = wanted
        self._notes: list[str] = []
        self._game: Game | None = None
        record = None if wanted.file is None else self._read(wanted.file)
        self._shows = record is not None and is_over(record)
        if record is not None and self._shows:
            library.note_played(record)
            self.match = Match.resume(record, _not_saved, level=library.level(GAME))
            return
        match = library.resume(wanted)
        if match is not None and (record is not None or wanted.new):
            self._set_aside(match)
            match = None
        if record is not None:
            match = library.go_on_with(record, wanted)
            if match.assisted and not record.assisted:
                self._notes.append(_("You have continued this game from here before, so it does not count."))
        elif match is None and library.played_elsewhere() and not wanted.new:
            self._notes.append(_("Your game is open in another terminal; this is a new one."))
        self.match = match or self._begin()

    def game(self, problems: list[Problem], app: MilleApp) -> Game:
        """Return the game on the screen of this app."""
        self._game = Game(self._library, self.match, self._begin, self._wanted.file, app, problems, over=self._shows)
        for text in self._notes:
            self._game.note(text)
        return self._game

    def _note(self, text: str) -> None:
        if self._game is None:
            self._notes.append(text)
        else:
            self._game.note(text)

    def _begin(self) -> Match:
        """Return a new match. Only the first one has the number of a deal from the command line.

        If the match before the new one was only shown, first put the autosaved game into the history. If that fails,
        return the autosaved game instead.
        """
        left = self._library.resume(self._wanted) if self._shows else None
        self._shows = False
        if left is not None:
            try:
                self._set_aside(left)
            except NotPlayableError as error:
                self._note(str(error))
                return left
        match = self._library.start(self._wanted)
        self._wanted = replace(self._wanted, seed=None)
        if match.assisted:
            text = _("You have played deal {number} before: this game does not count.")
            self._note(text.format(number=match.seed))
        return match

    def _read(self, path: Path) -> Record:
        try:
            record = self._library.read(path)
        except (RecordError, ReplayError) as error:
            raise NotPlayableError(_("“{name}”, {fault}").format(name=path, fault=fault_text(error))) from None
        except OSError as error:
            text = _("“{name}” cannot be read: {reason}")
            raise NotPlayableError(text.format(name=path, reason=error.strerror or error)) from None
        people = [player for player in record.players if player.kind == "human"]
        if record.game != GAME:
            text = _("“{name}” holds a game of {game}; “mile-bones {name}” opens it")
            raise NotPlayableError(text.format(name=path, game=spec(record.game).title()))
        if len(people) != 1:
            text = _("the game in “{name}” is not one of a person against the computer; “mile-bones {name}” opens it")
            raise NotPlayableError(text.format(name=path))
        return record

    def _set_aside(self, match: Match) -> None:
        try:
            kept = self._library.set_aside(match)
        except OSError as error:
            text = _("your unfinished game cannot be kept: {reason}; play it to its end first")
            raise NotPlayableError(text.format(reason=error.strerror or error)) from None
        if kept is not None:
            self._note(_("Your unfinished game is kept in the history."))


def _not_saved(_record: Record) -> None:
    """Do nothing: the game has ended, and is in the player's own file."""
