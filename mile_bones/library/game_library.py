"""Where the games of a profile lie: the one in the autosave, those set aside, and what they counted for."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.spec import POINTS
from mile_bones.games import GAMES, facts, final_state, spec
from mile_bones.i18n import gettext as _
from mile_bones.library.background import BackgroundWriter
from mile_bones.library.settings import chosen_options, chosen_target, level_setting, rules_setting
from mile_bones.players import find_level
from mile_bones.storage.files import remove, sweep
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import WINDOWS
from mile_bones.storage.settings import NAME, Settings

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option
    from mile_bones.engine.record import Record
    from mile_bones.library.copies import CopiesOfProfile
    from mile_bones.library.feats import Feats
    from mile_bones.library.scores import Scores
    from mile_bones.match.match import Match
    from mile_bones.match.seats import Seats, Setup
    from mile_bones.storage.autosave import Autosave
    from mile_bones.storage.backups import Backups
    from mile_bones.storage.history import History
    from mile_bones.storage.problems import Problem
    from mile_bones.storage.profile import Profile
    from mile_bones.storage.recent import ExportFolders, RecentFiles
    from mile_bones.storage.results import Placement, Results
    from mile_bones.storage.rows import Entered, PlayedGame

_BEFORE = "won before "
"""How the facts of the history begin that say how a match stood before a game; the id of the game follows."""
_SHORTLY = 0.05  # seconds to wait for another program when nobody has asked for anything


class Unsaved(NamedTuple):
    """What is not on the disk as it should be. False when there is nothing of the kind."""

    games: tuple[Record, ...] = ()
    """Games in progress in which something was played that is not saved."""
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
        return bool(self.games or self.finished) or self.settings is not None


class StartOptions(Protocol):
    """What the command line asks for new games; None: as the options say."""

    @property
    def seed(self) -> int | None: ...

    @property
    def rules(self) -> str | None: ...

    @property
    def level(self) -> str | None: ...

    @property
    def target(self) -> int | None: ...

    @property
    def options(self) -> Mapping[str, Option]:
        """The game's own, by their names; those that are missing are as the options say."""
        ...


class GameLibrary:
    """Games, settings and results of one profile. Each kind of game has an autosave, opened when one needs it.

    Trouble with the user's files goes to ``report``; ``clock`` gives the local time. ``slots`` names the autosaves: a
    front end goes on with its own games only. ``beside``: each action is written on a thread of its own, while the
    front end shows it, and waited for before anything else is done here; above all before the next action is told.
    """

    def __init__(
        self,
        profile: Profile,
        clock: Callable[[], datetime],
        report: Callable[[Problem], None],
        slots: str = WINDOWS,
        *,
        beside: bool = False,
    ) -> None:
        self._profile = profile
        self.clock = clock
        self._report = report
        self._writer = BackgroundWriter() if beside else None
        self._late: deque[Problem] = deque()  # what the writer has met, to be told where everything else is told
        ini = self.ini = Ini(profile.ini_path, report)
        """The file with settings, games won and high scores."""
        self.settings = Settings(ini)
        self._slots = slots
        self._open: dict[str, Autosave] = {}  # by game
        self._over: dict[str, _Over] = {}  # by digest
        self._looked_back = False
        self.left = False
        """The files are an earlier version's again: from now on nothing is read or written."""

    @cached_property
    def history(self) -> History:
        """The games that were played. It is opened when somebody first asks, which is not before a window is seen."""
        from mile_bones.library.tallies import recount
        from mile_bones.storage.history import History

        self._keep_earlier()
        return History(self._profile.history_path, self._report, recount, keep=self._keep_history)

    @cached_property
    def _results(self) -> Mapping[str, Results]:
        from mile_bones.storage.results import Results

        return {game: Results(self.ini, game) for game in GAMES}

    @cached_property
    def recent(self) -> RecentFiles:
        """The files that were opened or saved last."""
        from mile_bones.storage.recent import RecentFiles

        return RecentFiles(self.ini)

    @cached_property
    def exports(self) -> ExportFolders:
        """The folders into which an export is written."""
        from mile_bones.storage.recent import ExportFolders

        return ExportFolders(self.ini)

    @cached_property
    def backups(self) -> Backups:
        """Earlier states of the user's files."""
        from mile_bones.storage.backups import Backups

        return Backups(self._profile, self._report, self.clock)

    @property
    def results(self) -> Results:
        """Games won and high scores of the game that there always was."""
        return self.results_of(GAMES[0])

    def results_of(self, game: str) -> Results:
        """Games won and high scores of one kind of game."""
        return self._results[game]

    def feats_of(self, game: str) -> Feats:
        """What is special about the game of this kind that a person has ended last, against a computer."""
        from mile_bones.library.feats import feats
        from mile_bones.storage.statistics import Span

        return feats(self.history.statistics(Span(game=game)))

    def all_scores(self) -> list[Scores]:
        """What the history knows of them, for every kind of game."""
        from mile_bones.library.scores import Scores

        return [Scores(self.history, results, game) for game, results in self._results.items()]

    @property
    def games_dir(self) -> Path:
        """The folder in which games are saved unless the player wants another."""
        return self._profile.games_dir

    @property
    def history_path(self) -> Path:
        """The file of the history."""
        return self._profile.history_path

    def start(self, options: StartOptions, game: str = GAMES[0], seats: Seats | None = None) -> Match:
        """A new game, as the options and the command line say. With cards that were played before: an assisted one.

        ``seats`` None: you against the computer of the options.
        """
        setup = self._setup(options, game, seats)
        known = setup.seed is not None and self._knows(setup.seed, game, setup.rules)
        return self._begin(setup._replace(assisted=known))

    def start_number(
        self, number: int, options: StartOptions, game: str = GAMES[0], seats: Seats | None = None, *, assisted: bool
    ) -> Match:
        """A new game with the cards of this number; an ``assisted`` one when they were played before."""
        return self._begin(self._setup(options, game, seats)._replace(seed=number, assisted=assisted))

    def knows_number(self, number: int, options: StartOptions, game: str = GAMES[0]) -> bool:
        """A new game with this number would deal cards that were played before."""
        return self._knows(number, game, self._setup(options, game).rules)

    def today(self) -> date:
        """The date."""
        return self.clock().date()

    def number_of_the_day(self) -> int:
        """The same for everybody today."""
        from mile_bones.match.numbers import number_of_day

        return number_of_day(self.today())

    def day_of(self, number: int | None) -> date | None:
        """The day, up to today, of which this is the deal; None: of no day."""
        from mile_bones.match.numbers import day_of_number

        day = None if number is None else day_of_number(number)
        return day if day is not None and day <= self.today() else None

    def start_again(self, match: Match, options: StartOptions) -> Match:
        """A new game with the cards of this one, by the same rules against the same opponent. It is an assisted one.

        ValueError when nobody knows the number of its deal.
        """
        if match.seed is None:
            raise ValueError("this game has no number")
        setup = self._setup(options, match.game, match.seats)
        setup = setup._replace(rules=match.rules_name, options=match.options, target=match.target)
        return self._begin(setup._replace(seed=match.seed, assisted=True))

    def resume(self, options: StartOptions, game: str = GAMES[0]) -> Match | None:
        """The game of this kind in the autosave, None when there is none to go on with.

        One that breaks the rules is set aside, and one that was just being given up is done with.
        """
        from mile_bones.match.match import Match

        slot = self._autosave(game)
        record = slot.load()
        if record is None:
            return None
        try:
            match = Match.resume(
                record, partial(self._save, game), self._copies(game), level=self._level(options, game)
            )
        except ReplayError:
            slot.refuse()
            return None
        if match.given_up:
            self.give_up(match)
            return None
        return match

    def played_elsewhere(self, game: str = GAMES[0]) -> bool:
        """Another window has a game of this kind in progress. Asked before the first one here begins."""
        return self._autosave(game).others

    def read(self, path: Path) -> Record:
        """A record from a file, checked to the last score. RecordError, ReplayError or OSError say what is wrong."""
        from mile_bones.storage.archive import is_archive
        from mile_bones.storage.records import load_record

        if is_archive(path):
            raise RecordError(_("it holds many games; import them in the history"))
        record = load_record(path)
        final_state(record)
        return record

    def save_as(self, record: Record, path: Path) -> None:
        """Write a game into a file that the player chose. OSError when that cannot be done, OwnFile among them."""
        from mile_bones.storage.records import save_record

        self.require_foreign(path)
        save_record(path, record)

    def require_foreign(self, path: Path) -> None:
        """OwnFile when this is no file for a player to write to, but one of the program's own."""
        from mile_bones.storage.own_files import require_foreign

        require_foreign(self._profile, path)

    def note_played(self, record: Record) -> None:
        """Somebody has seen this record, of a game that is over: whoever plays it on from an earlier point knows it."""
        self.history.note_played(record.id, record.body.plies, record.digest())

    def was_played(self, game: str) -> bool:
        """A game of this kind stands in the history."""
        return self.history_path.is_file() and self.history.has_played(game)

    def games_won(self, match: Match) -> tuple[int, int]:
        """Games of this kind that those who play this match have won of each other, by seat.

        Against the computer they stand in ``mb.ini``, those of two people or two computers in the history.
        """
        players = match.record().players
        if len(match.persons) == 1:
            won = self.results_of(match.game).games
            return won[::-1] if match.persons[0] else won
        first, second = self.history.games_won(match.game, players)
        for over in self._over.values():  # the history does not have them yet
            record = over.record
            if record.game == match.game and record.players == players and not (record.assisted or record.ended):
                one, other = _points(record)
                first, second = first + (one > other), second + (one < other)
        return first, second

    def won_before(self, game: str) -> tuple[int, int]:
        """Games won by the person and the other one in the match to which the game with this id belongs, before it."""
        try:
            own, other = map(int, (self.history.fact(_BEFORE + game) or "").split())
        except ValueError:
            return 0, 0
        return own, other

    def set_won_before(self, game: str, won: tuple[int, int]) -> None:
        """The game with this id goes on with a match in which so many were won."""
        self.history.set_fact(_BEFORE + game, f"{won[0]} {won[1]}")

    def under_way(self, match: Match | None) -> PlayedGame | None:
        """The line of the history for this game; None when none is being played, or it is not begun."""
        if match is None or match.is_over:
            return None
        from mile_bones.storage.rows import under_way

        record = match.record()
        return under_way(record, facts(record), self.clock()) if record.body.begun else None

    def past(self, game: int) -> Record | None:
        """The record of a game in the history, checked to the last score; None when it is not there any more.

        RecordError or ReplayError say what is wrong with it.
        """
        record = self.history.record(game)
        if record is not None:
            final_state(record)
        return record

    def go_on_with(self, record: Record, options: StartOptions) -> Match:
        """Play on from a record that was read, of a game that is not over. An assisted one, if it was played on from
        there before.

        Where two programs have played, a person takes the first seat.
        """
        from mile_bones.engine.record import PlayerInfo
        from mile_bones.match.match import Match
        from mile_bones.storage.rows import HUMAN

        if all(player.kind != HUMAN for player in record.players):
            first, second = record.players
            record = replace(record, players=(PlayerInfo(first.name, HUMAN), second))
        copies = self._copies(record.game)
        if not record.assisted and copies.take_up(record):
            record = replace(record, assisted=True)
        return Match.resume(record, partial(self._save, record.game), copies, level=self._level(options, record.game))

    def holds(self, match: Match) -> bool:
        """The game in progress is read from the disk as it stands."""
        return self._autosave(match.game).holds(match.record())

    @property
    def unsaved(self) -> Unsaved:
        """What is not on the disk now."""
        self._settle()
        unsaved = (slot.unsaved for slot in self._open.values())
        over = self._over.values()
        return Unsaved(
            tuple(game for game in unsaved if game is not None and game.body.begun),  # in the others nothing was played
            tuple(one.record for one in over if not one.waits),
            sum(one.waits for one in over),
            self.ini.text if self.ini.unsaved else None,
        )

    def catch_up(self) -> None:
        """Write what could not be written before. It does not wait for other programs that keep files to themselves."""
        self._settle()
        if self.left:
            return
        for slot in self._open.values():
            if (game := slot.unsaved) is not None:
                slot.save(game)
        self.ini.catch_up(_SHORTLY)
        self._enter_over(_SHORTLY)
        for over in self._over.values():
            self._let_wait(over)

    def agree(self) -> None:
        """Enter games won and high scores that the history knows and mb.ini does not, each of them once.

        That happens when mb.ini could not be written, or the program was killed in between.
        """
        from mile_bones.library.scores import names_of

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
        if self.history.add(_entered(record, self.clock(), "unfinished")):
            return self.history_path
        return self._autosave(match.game).set_aside(record)

    def count(self, match: Match) -> Placement | None:
        """Enter a finished game: games won, high scores, who begins the next one. None if it was counted before.

        An assisted game says only who begins the next one.
        """
        entered = self._enter(match)
        placement = None
        if match.assisted or not match.persons:
            self.results_of(match.game).record_uncounted(match.digest(), match.next_first)
        else:
            winner, totals = match.winner, _points(match.record())
            names = match.seats[0].name or match.names[0], match.seats[1].name or match.names[1]
            if match.viewer == 1:  # the person's come first
                winner, totals, names = None if winner is None else 1 - winner, totals[::-1], names[::-1]
            people = len(match.persons) == 2
            if not people and self.settings.get(NAME):  # which may have changed while this was played
                names = (self.settings.get(NAME), names[1])
            placement = self.results_of(match.game).record_game(
                match.digest(), winner, totals, names, self.clock().date(), match.next_first, people=people
            )
            if entered and not self.ini.unsaved:
                self.history.mark_scored([match.digest()])
        self._make_room(match, entered=entered)
        if entered:
            self._begin_scores()
            self.backups.make_daily()
        return placement

    def give_up(self, match: Match, seat: int | None = None) -> None:
        """End the game without a winner."""
        match.give_up(seat)
        entered = self._enter(match)
        self.results_of(match.game).record_uncounted(match.digest(), match.next_first)
        self._make_room(match, entered=entered)

    def _begin_scores(self) -> None:
        for scores in self.all_scores():
            scores.begin()

    def leave(self) -> None:
        """Let all files be as an earlier version has left them. It comes last: the program ends."""
        self._settle()
        self.left = True
        self.ini.leave()
        self.history.leave()
        for slot in self._open.values():
            slot.close()

    @property
    def slots(self) -> list[Path]:
        """The files in which this window keeps its games."""
        return [slot.path for slot in self._open.values() if slot.path is not None]

    @property
    def profile(self) -> Profile:
        """Where the files lie."""
        return self._profile

    def _keep_earlier(self) -> None:
        """Keep what an earlier version has left, before anything of it is used."""
        if not self._looked_back:
            self._looked_back = True
            from mile_bones.storage.older import are_older

            if are_older(self._profile):
                self.backups.keep_earlier()

    def _keep_history(self) -> None:
        self.backups.keep_history()

    def close(self) -> None:
        """Let the next window have the autosave."""
        self._settle()
        if self._writer is not None:
            self._writer.close()
        if self.left:
            return
        self._enter_over()
        for slot in self._open.values():
            slot.close()
        if not self._over:
            self.backups.close()

    def _begin(self, setup: Setup) -> Match:
        from mile_bones.match.match import Match

        return Match.start(setup, partial(self._save, setup.game), self._copies(setup.game))

    def _copies(self, game: str) -> CopiesOfProfile:
        from mile_bones.library.copies import CopiesOfProfile

        return CopiesOfProfile(lambda: self.history, lambda: self._autosave(game))

    def _save(self, game: str, record: Record) -> None:
        """Put the game of this kind on the disk; what was written before is there when this returns."""
        if self.left:
            return
        slot = self._autosave(game)
        if self._writer is None:
            slot.save(record)
        else:
            self._writer.begin(partial(slot.save, record))

    def _settle(self) -> None:
        """What is being written is written, and told where that has failed."""
        if self._writer is not None:
            self._writer.wait()
        while self._late:
            self._report(self._late.popleft())

    def _tell(self, problem: Problem) -> None:
        if self._writer is not None and self._writer.is_here:
            self._late.append(problem)
        else:
            self._report(problem)

    def _knows(self, number: int, game: str, rules: str) -> bool:
        """Cards with this number were played before: the game stands in the history, or in a file of this profile."""
        if self.history.knows(number, game, rules):
            return True
        begun = (record for record in self._autosave(game).in_play() if record.body.begun)
        return any((record.seed, record.game, record.rules) == (number, game, rules) for record in begun)

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
            self._autosave(match.game).clear()
        else:
            over = self._over[match.digest()]
            if not over.waits:
                over.path = self._autosave(match.game).retire(over.record) or over.path
                self._let_wait(over)

    def _let_wait(self, over: _Over) -> None:
        """See to it that the game lies in a file, as it ended."""
        if not over.waits:
            path = self._autosave(over.record.game).wait(over.record, over.path)
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
        from mile_bones.match.replaying import is_over

        for path, record, since in self._autosave(GAMES[0]).waiting():
            with contextlib.suppress(ReplayError):  # which is no file of ours
                over = is_over(record)
                game = _entered(record, since, None if over else "unfinished")
                if self.history.add(game):
                    with contextlib.suppress(OSError):
                        remove(path)

    def _autosave(self, game: str) -> Autosave:
        self._settle()
        if game not in self._open:
            from mile_bones.storage.autosave import Autosave

            names = self._slots if game == GAMES[0] else f"{self._slots}-{spec(game).section}"
            first = not self._open
            self._keep_earlier()
            self._open[game] = Autosave(self._profile, self._tell, self.clock, names)
            if first:
                for folder in {self._profile.ini_path.parent, self._profile.history_path.parent}:
                    sweep(folder)
                self.exports.sweep()
                self.enter_waiting()
        return self._open[game]

    def _setup(self, options: StartOptions, game: str, seats: Seats | None = None) -> Setup:
        from mile_bones.match.seats import Computer, Person, Setup

        return Setup(
            game=game,
            seats=seats
            or (Person(self.settings.get(NAME) or _("You")), Computer(self._level(options, game), _("Computer"))),
            rules=self._rules(options, game),
            seed=options.seed,
            first=self._first(game),
            options=chosen_options(game, self.settings.get, options.options),
            target=chosen_target(game, self.settings.get, options.target),
        )

    def _first(self, game: str) -> int:
        """The seat that begins the next game. The players take turns; who begins the very first one, the rules say."""
        known = self.results_of(game).first
        if known is not None or not spec(game).first_by_lot:
            return known or 0
        import secrets  # late: OpenSSL comes with it

        return secrets.randbelow(2)

    def level(self, game: str) -> str:
        """The level of the opponent in this kind of game, as the options say."""
        return self.settings.get(level_setting(game))

    def _rules(self, options: StartOptions, game: str) -> str:
        """What was asked for may be meant for another kind of game."""
        known = options.rules is not None and options.rules in spec(game).rules
        return options.rules if known and options.rules else self.settings.get(rules_setting(game))

    def _level(self, options: StartOptions, game: str) -> str:
        asked = find_level(game, options.level)
        return self.level(game) if asked is None else asked.name


@dataclass
class _Over:
    """A game that is over and not in the history. ``waits``: it lies in ``path`` until it is, as it ended.

    Otherwise a file, if there is any, holds an earlier stage of it.
    """

    record: Record
    ended: datetime
    path: Path | None = None
    waits: bool = False


def _points(record: Record) -> tuple[int, int]:
    """The points by which the history goes: who has more has won, also where a game says otherwise of its totals."""
    found = facts(record)
    return sum(own[POINTS] for own, _other in found), sum(other[POINTS] for _own, other in found)


def _entered(record: Record, ended: datetime, state: str | None = None) -> Entered:
    """Return a game on its way into the history. ``state`` None: it is over, as the record says."""
    from mile_bones.storage.rows import Entered

    return Entered(record, ended, facts(record), state or record.ended or "finished")
