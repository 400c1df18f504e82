"""Where the games of a profile lie: the one in the autosave, those set aside, and what they counted for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from mile_bones.engine import Record, RecordError, ReplayError
from mile_bones.games import GAMES, facts, final_state
from mile_bones.i18n import gettext as _
from mile_bones.library.scores import Scores, names_of
from mile_bones.library.settings import LEVEL, RULES
from mile_bones.library.tallies import recount
from mile_bones.match import Computer, Match, Person, Setup
from mile_bones.match.numbers import number_of_day
from mile_bones.match.replaying import is_over
from mile_bones.storage import (
    NAME,
    WINDOWS,
    Autosave,
    Entered,
    ExportFolders,
    History,
    Ini,
    Placement,
    Problem,
    Profile,
    RecentFiles,
    Results,
    Settings,
    load_record,
    require_foreign,
    save_record,
)
from mile_bones.storage.archive import is_archive
from mile_bones.storage.backups import Backups
from mile_bones.storage.files import remove, sweep

_SHORTLY = 0.05  # seconds to wait for another program when nobody has asked for anything


@dataclass(frozen=True)
class Unsaved:
    """What is not on the disk as it should be. False when there is nothing of the kind."""

    game: Record | None = None
    """The game in progress, if something in it was played that is not saved."""
    finished: tuple[Record, ...] = ()
    """Games that are over and lie in no file at all."""
    waiting: int = 0
    """Games that are over and lie in files, because the history cannot be written."""
    settings: str | None = None
    """What mb.ini should be, if that was changed and not written: settings, games won and high scores."""

    def __bool__(self) -> bool:
        return self.is_lost_at_the_end or self.waiting > 0

    @property
    def is_lost_at_the_end(self) -> bool:
        """Something is nowhere but in memory."""
        return self.game is not None or bool(self.finished) or self.settings is not None


class StartOptions(Protocol):
    """What the command line asks for new games; None: as the options say."""

    @property
    def seed(self) -> int | None: ...

    @property
    def rules(self) -> str | None: ...

    @property
    def level(self) -> str | None: ...


class GameLibrary:
    """Games, settings and results of one profile. The autosave is opened when the first game needs it.

    Trouble with the user's files goes to ``report``; ``clock`` gives the local time. ``slots`` names the autosaves: a
    front end goes on with its own games only.
    """

    def __init__(
        self,
        profile: Profile,
        clock: Callable[[], datetime],
        report: Callable[[Problem], None],
        slots: str = WINDOWS,
    ) -> None:
        self._profile = profile
        self.clock = clock
        self._report = report
        ini = self.ini = Ini(profile.ini_path, report)
        """The file with settings, games won and high scores."""
        self.settings = Settings(ini)
        self._results = {game: Results(ini, game) for game in GAMES}
        self.recent = RecentFiles(ini)
        self.exports = ExportFolders(ini)
        self.history = History(profile.history_path, report, recount)
        self.backups = Backups(profile, report, clock)
        self._slots = slots
        self._slot: Autosave | None = None
        self._over: dict[str, _Over] = {}  # by digest

    @property
    def results(self) -> Results:
        """Games won and high scores of the game that there always was."""
        return self.results_of(GAMES[0])

    def results_of(self, game: str) -> Results:
        """Games won and high scores of one kind of game."""
        return self._results[game]

    def all_scores(self) -> list[Scores]:
        """What the history knows of them, for every kind of game."""
        return [Scores(self.history, results, game) for game, results in self._results.items()]

    @property
    def games_dir(self) -> Path:
        """The folder in which games are saved unless the player wants another."""
        return self._profile.games_dir

    @property
    def history_path(self) -> Path:
        """The file of the history."""
        return self._profile.history_path

    def start(self, options: StartOptions) -> Match:
        """A new game, as the options and the command line say. With cards that were played before: an assisted one."""
        setup = self._setup(options)
        known = setup.seed is not None and self._knows(setup.seed, setup.rules)
        return self._begin(replace(setup, assisted=known))

    def start_number(self, number: int, options: StartOptions, *, assisted: bool) -> Match:
        """A new game with the cards of this number; an ``assisted`` one when they were played before."""
        return self._begin(replace(self._setup(options), seed=number, assisted=assisted))

    def knows_number(self, number: int, options: StartOptions) -> bool:
        """A new game with this number would deal cards that were played before."""
        return self._knows(number, self._setup(options).rules)

    def today(self) -> date:
        """The date."""
        return self.clock().date()

    def number_of_the_day(self) -> int:
        """The same for everybody today."""
        return number_of_day(self.today())

    def start_again(self, match: Match, options: StartOptions) -> Match:
        """A new game with the cards of this one, by the same rules against the same opponent. It is an assisted one.

        ValueError when nobody knows the number of its deal.
        """
        if match.seed is None:
            raise ValueError("this game has no number")
        setup = self._setup(options)
        return self._begin(replace(setup, rules=match.rules_name, seats=match.seats, seed=match.seed, assisted=True))

    def resume(self, options: StartOptions) -> Match | None:
        """The game in the autosave, None when there is none to go on with.

        One that breaks the rules is set aside, and one that was just being given up is done with.
        """
        slot = self._autosave()
        record = slot.load()
        if record is None:
            return None
        try:
            match = Match.resume(record, slot.save, level=self._level(options))
        except ReplayError:
            slot.refuse()
            return None
        if match.given_up:
            self.give_up(match)
            return None
        return match

    def played_elsewhere(self) -> bool:
        """Another window has a game in progress. Asked before the first game here begins."""
        return self._autosave().others

    def read(self, path: Path) -> Record:
        """A record from a file, checked to the last score. RecordError, ReplayError or OSError say what is wrong."""
        if is_archive(path):
            raise RecordError(_("it holds many games; import them in the history"))
        record = load_record(path)
        final_state(record)
        return record

    def save_as(self, record: Record, path: Path) -> None:
        """Write a game into a file that the player chose. OSError when that cannot be done, OwnFile among them."""
        self.require_foreign(path)
        save_record(path, record)

    def require_foreign(self, path: Path) -> None:
        """OwnFile when this is no file for a player to write to, but one of the program's own."""
        require_foreign(self._profile, path)

    def past(self, game: int) -> Record | None:
        """The record of a game in the history, checked to the last score; None when it is not there any more.

        RecordError or ReplayError say what is wrong with it.
        """
        record = self.history.record(game)
        if record is not None:
            final_state(record)
        return record

    def go_on_with(self, record: Record, options: StartOptions) -> Match:
        """Play on from a record that was read, of a game that is not over."""
        return Match.resume(record, self._autosave().save, level=self._level(options))

    def holds(self, match: Match) -> bool:
        """The game in progress is read from the disk as it stands."""
        return self._autosave().holds(match.record())

    @property
    def unsaved(self) -> Unsaved:
        """What is not on the disk now."""
        game = None if self._slot is None else self._slot.unsaved
        if game is not None and not game.body.begun:
            game = None  # nothing was played
        over = self._over.values()
        return Unsaved(
            game,
            tuple(one.record for one in over if not one.waits),
            sum(one.waits for one in over),
            self.ini.text if self.ini.unsaved else None,
        )

    def catch_up(self) -> None:
        """Write what could not be written before. It does not wait for other programs that keep files to themselves."""
        if self._slot is not None and (game := self._slot.unsaved) is not None:
            self._slot.save(game)
        self.ini.catch_up(_SHORTLY)
        self._enter_over(_SHORTLY)
        for over in self._over.values():
            self._let_wait(over)

    def agree(self) -> None:
        """Enter games won and high scores that the history knows and mb.ini does not, each of them once.

        That happens when mb.ini could not be written, or the program was killed in between.
        """
        if self.ini.unsaved:
            return
        entered = []
        for game in self.history.unscored():
            if game.game not in GAMES:
                continue
            results = self.results_of(game.game)
            own, other = game.points
            winner, people = None if own == other else int(other > own), bool(game.rival)
            results.record_game(
                game.digest, winner, game.points, names_of(game), game.ended.date(), results.first, people=people
            )
            entered.append(game.digest)
        if entered and not self.ini.unsaved:
            self.history.mark_scored(entered)
            self._begin_scores()

    def set_aside(self, match: Match) -> Path | None:
        """Make room for another game: keep an unfinished one, and tell in which file. None when there is nothing to
        keep: it is not begun, or over. One that ended in a crash is counted at last.

        In the history; where that cannot be written, in a file of its own. OSError when that fails as well.
        """
        if match.is_over and not match.given_up:
            self.count(match)
        record = match.record()
        if match.is_over or not record.body.begun:
            return None
        if self.history.add(Entered(record, self.clock(), facts(record), "unfinished")):
            return self.history_path
        return self._autosave().set_aside(record)

    def count(self, match: Match) -> Placement | None:
        """Enter a finished game: games won, high scores, who begins the next one. None if it was counted before.

        An assisted game says only who begins the next one.
        """
        entered = self._enter(match)
        placement = None
        if match.assisted:
            self.results.record_uncounted(match.digest(), match.next_first)
        else:
            you, computer = _side_names()
            winner, totals = match.winner, match.totals
            if match.viewer == 1:  # the person's come first
                winner, totals = None if winner is None else 1 - winner, totals[::-1]
            placement = self.results.record_game(
                match.digest(),
                winner,
                totals,
                (self.settings.get(NAME) or you, computer),
                self.clock().date(),
                match.next_first,
            )
            if entered and not self.ini.unsaved:
                self.history.mark_scored([match.digest()])
        self._make_room(match, entered=entered)
        if entered:
            self._begin_scores()
            self.backups.make_daily()
        return placement

    def give_up(self, match: Match) -> None:
        """End the game without a winner."""
        match.give_up()
        entered = self._enter(match)
        self.results.record_uncounted(match.digest(), match.next_first)
        self._make_room(match, entered=entered)

    def _begin_scores(self) -> None:
        for scores in self.all_scores():
            scores.begin()

    def close(self) -> None:
        """Let the next window have the autosave."""
        self._enter_over()
        if self._slot is not None:
            self._slot.close()
        if not self._over:
            self.backups.close()

    def _begin(self, setup: Setup) -> Match:
        return Match.start(setup, self._autosave().save)

    def _knows(self, number: int, rules: str) -> bool:
        """Cards with this number were played before: the game stands in the history, or in a file of this profile."""
        if self.history.knows(number, GAMES[0], rules):
            return True
        begun = (record for record in self._autosave().in_play() if record.body.begun)
        return any(record.seed == number and record.rules == rules for record in begun)

    def _enter(self, match: Match) -> bool:
        """Into the history; whether it is read from there now."""
        digest = match.digest()
        if digest not in self._over:
            self._over[digest] = _Over(match.record(), self.clock())
        self._enter_over()
        return digest not in self._over

    def _make_room(self, match: Match, *, entered: bool) -> None:
        """The slot is for the next game. While the history cannot be written, this one waits under another name."""
        if entered:
            self._autosave().clear()
        else:
            over = self._over[match.digest()]
            if not over.waits:
                over.path = self._autosave().retire(over.record) or over.path
                self._let_wait(over)

    def _let_wait(self, over: _Over) -> None:
        """See to it that the game lies in a file, as it ended."""
        if not over.waits:
            path = self._autosave().wait(over.record, over.path)
            over.path, over.waits = path or over.path, path is not None

    def _enter_over(self, patience: float | None = None) -> None:
        """Enter the games that are over, and remove the files in which they have waited."""
        for digest, over in list(self._over.items()):
            if not self.history.add(_entered(over.record, over.ended), patience):
                return
            del self._over[digest]
            if over.path is not None:
                with contextlib.suppress(OSError):  # the next start does it
                    remove(over.path)

    def enter_waiting(self) -> None:
        """Enter the games that wait in files since an earlier start could not write the history.

        One that is not over was to be saved as it ended, and could not: what there is of it can be gone on with.
        """
        for path, record, since in self._autosave().waiting():
            with contextlib.suppress(ReplayError):  # which is no file of ours
                over = is_over(record)
                game = _entered(record, since) if over else Entered(record, since, facts(record), "unfinished")
                if self.history.add(game):
                    with contextlib.suppress(OSError):
                        remove(path)

    def _autosave(self) -> Autosave:
        if self._slot is None:
            for folder in {self._profile.ini_path.parent, self._profile.history_path.parent}:
                sweep(folder)
            self.exports.sweep()
            self._slot = Autosave(self._profile, self._report, self.clock, self._slots)
            self.enter_waiting()
        return self._slot

    def _setup(self, options: StartOptions) -> Setup:
        you, computer = _side_names()
        return Setup(
            seats=(Person(self.settings.get(NAME) or you), Computer(self._level(options), computer)),
            rules=options.rules or self.settings.get(RULES),
            seed=options.seed,
            first=self.results.first,
        )

    def _level(self, options: StartOptions) -> str:
        return options.level or self.settings.get(LEVEL)


def _side_names() -> tuple[str, str]:
    """What you and the computer are called."""
    return _("You"), _("Computer")


@dataclass
class _Over:
    """A game that is over and not in the history. ``waits``: it lies in ``path`` until it is, as it ended.

    Otherwise a file, if there is any, holds an earlier stage of it.
    """

    record: Record
    ended: datetime
    path: Path | None = None
    waits: bool = False


def _entered(record: Record, ended: datetime) -> Entered:
    """A game that is over, on its way into the history."""
    return Entered(record, ended, facts(record), record.ended or "finished")
