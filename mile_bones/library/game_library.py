"""The games of a profile: those in the autosave, those set aside, and what was counted for them."""

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
    from mile_bones.library.achievements import Achievements
    from mile_bones.library.fork_detector import ForkDetector
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
    from mile_bones.storage.rows import CountedGame, PlayedGame

_BEFORE = "won before "
"""The prefix of the keys of facts. Such a fact contains the games that were won in a match before a game. The id of
that game follows the prefix.
"""
_SHORTLY = 0.05  # seconds to wait for another program if the user has not asked for the work


class Unsaved(NamedTuple):
    """Everything that is not saved on the disk. It is false if there is nothing like that."""

    games: tuple[Record, ...] = ()
    """Games in progress with actions that are not saved."""
    finished: tuple[Record, ...] = ()
    """Finished games that are in no file."""
    waiting: int = 0
    """The number of finished games that wait in files because the history cannot be written."""
    settings: str | None = None
    """The text that ``mb.ini`` should have, with settings, games won and high scores, or None if it is written."""

    def __bool__(self) -> bool:
        return self.is_lost_at_the_end or self.waiting > 0

    @property
    def is_lost_at_the_end(self) -> bool:
        """True if something exists only in memory and would be lost at the end of the program."""
        return bool(self.games or self.finished) or self.settings is not None


class StartOptions(Protocol):
    """The command line's choices for new games. None means that the settings decide."""

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
        """The options of the game, by name. For missing ones the settings decide."""
        ...


class GameLibrary:
    """The games, settings and results of one profile.

    Each kind of game has an autosave, which is opened when it is needed. Trouble with the user's files is passed to
    ``report``. ``clock`` returns the local time. ``slots`` is the prefix of the autosaves' names, so that each front
    end continues only its own games. If ``beside`` is true, each action is written on another thread while the front
    end shows it. The library finishes the write before it does anything else, above all before it makes the next action
    known.
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
        self._late: deque[Problem] = deque()  # problems of the writer thread, to be reported by the main thread
        ini = self.ini = Ini(profile.ini_path, report)
        """The file with settings, games won and high scores."""
        self.settings = Settings(ini)
        self._slots = slots
        self._open: dict[str, Autosave] = {}  # by kind of game
        self._over: dict[str, _Over] = {}  # games that wait for the history, by digest
        self._looked_back = False
        self.left = False
        """True if an earlier version uses the files again, so that nothing is read or written from now on."""

    @cached_property
    def history(self) -> History:
        """The games that were played.

        The history is opened at the first use, which is not before a window is visible.
        """
        from mile_bones.library.record_counts import recount
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
        """The folders to which an export is being written."""
        from mile_bones.storage.recent import ExportFolders

        return ExportFolders(self.ini)

    @cached_property
    def backups(self) -> Backups:
        """The backups of the user's files."""
        from mile_bones.storage.backups import Backups

        return Backups(self._profile, self._report, self.clock)

    @property
    def results(self) -> Results:
        """The games won and high scores of the first game in ``GAMES``."""
        return self.results_of(GAMES[0])

    def results_of(self, game: str) -> Results:
        """Return the games won and high scores of one kind of game."""
        return self._results[game]

    def feats_of(self, match: Match) -> Achievements:
        """Return what is special about a game that has just been counted: the last one of its kind.

        Without the history, which then has reported its trouble, nothing is special.
        """
        from mile_bones.library.achievements import achievements
        from mile_bones.storage.statistics import Span

        is_entered = match.digest() not in self._over
        return achievements(self.history.statistics(Span(game=match.game)) if is_entered else None)

    def purse_of(self, match: Match) -> str:
        """Return a sentence about what the players of ``match``, a game that has just been counted, have paid each
        other in all games.

        Return "" if they have paid nothing, if two computers play, or if the history does not contain the game.
        """
        from mile_bones.library.purse import opponents_of, purse_text
        from mile_bones.storage.statistics import Span

        opponents = opponents_of(match.record().players)
        if not match.spec.for_stakes or opponents is None or match.digest() in self._over:
            return ""
        found = self.history.statistics(Span(game=match.game))
        purse = None if found is None else found.purses.get(opponents)
        return "" if purse is None else purse_text(match.game, opponents, purse)

    def all_scores(self) -> list[Scores]:
        """Return for every kind of game the comparison of its results with the history."""
        from mile_bones.library.scores import Scores

        return [Scores(self.history, results, game) for game, results in self._results.items()]

    @property
    def games_dir(self) -> Path:
        """The folder in which games are saved unless the user chooses another."""
        return self._profile.games_dir

    @property
    def history_path(self) -> Path:
        """The file of the history."""
        return self._profile.history_path

    def start(self, options: StartOptions, game: str = GAMES[0], seats: Seats | None = None) -> Match:
        """Begin a new game as the command line and the settings say.

        If the cards of the game were played before, it is an assisted game. ``seats`` is None for a game of the user
        against the computer player of the settings.
        """
        setup = self._setup(options, game, seats)
        known = setup.seed is not None and self._knows(setup.seed, game, setup.rules)
        return self._begin(setup._replace(assisted=known))

    def start_number(
        self, number: int, options: StartOptions, game: str = GAMES[0], seats: Seats | None = None, *, assisted: bool
    ) -> Match:
        """Begin a new game with the seed ``number``. ``assisted`` says whether its cards were played before."""
        return self._begin(self._setup(options, game, seats)._replace(seed=number, assisted=assisted))

    def knows_number(self, number: int, options: StartOptions, game: str = GAMES[0]) -> bool:
        """Return True if a new game with the seed ``number`` would deal cards that were played before."""
        return self._knows(number, game, self._setup(options, game).rules)

    def today(self) -> date:
        """Return the local date."""
        return self.clock().date()

    def number_of_the_day(self) -> int:
        """Return the seed of today's deal, which is the same for everybody."""
        from mile_bones.match.numbers import number_of_day

        return number_of_day(self.today())

    def day_of(self, number: int | None) -> date | None:
        """Return the day, up to today, whose deal has the seed ``number``, or None if it is not the deal of a day."""
        from mile_bones.match.numbers import day_of_number

        day = None if number is None else day_of_number(number)
        return day if day is not None and day <= self.today() else None

    def start_again(self, match: Match, options: StartOptions) -> Match:
        """Begin a new game with the cards, rules and opponent of ``match``. It is an assisted one.

        Raise ValueError if the seed of the deal is unknown.
        """
        if match.seed is None:
            raise ValueError("this game has no number")
        setup = self._setup(options, match.game, match.seats)
        setup = setup._replace(rules=match.rules_name, options=match.options, target=match.target)
        return self._begin(setup._replace(seed=match.seed, assisted=True))

    def resume(self, options: StartOptions, game: str = GAMES[0]) -> Match | None:
        """Return the game of this kind in the autosave, or None if there is none to continue.

        A game that breaks the rules is set aside. If the game was just being given up when the program ended, giving up
        is completed.
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
        """Return True if another window has a game of this kind in progress.

        Call this before the first game begins here.
        """
        return self._autosave(game).others

    def read(self, path: Path) -> Record:
        """Return the record in a file, checked to the last score.

        Raise RecordError, ReplayError or OSError if it is faulty.
        """
        from mile_bones.storage.archive import is_archive
        from mile_bones.storage.records import load_record

        if is_archive(path):
            raise RecordError(_("it holds many games; import them in the history"))
        record = load_record(path)
        final_state(record)
        return record

    def save_as(self, record: Record, path: Path) -> None:
        """Write a game to a file that the user chose.

        Raise OSError if that fails, or OwnFile if the file is the program's own.
        """
        from mile_bones.storage.records import save_record

        self.require_foreign(path)
        save_record(path, record)

    def require_foreign(self, path: Path) -> None:
        """Raise OwnFile if the file is one of the program's own, which the user may not replace."""
        from mile_bones.storage.reserved_paths import require_foreign

        require_foreign(self._profile, path)

    def note_played(self, record: Record) -> None:
        """Note that the record of a finished game has been seen.

        Continuing it from an earlier point makes it an assisted game.
        """
        self.history.note_played(record.id, record.body.plies, record.digest())

    def was_played(self, game: str) -> bool:
        """Return True if the history contains a game of this kind."""
        return self.history_path.is_file() and self.history.has_played(game)

    def games_won(self, match: Match) -> tuple[int, int]:
        """Return how many games of this kind the players of this match have won against each other, by seat.

        Games against the computer are counted in ``mb.ini``, those of two people or two computers in the history.
        """
        players = match.record().players
        if len(match.persons) == 1:
            won = self.results_of(match.game).games
            return won[::-1] if match.persons[0] else won
        first, second = self.history.games_won(match.game, players)
        for over in self._over.values():  # games that the history does not contain yet
            record = over.record
            if record.game == match.game and record.players == players and not (record.assisted or record.ended):
                one, other = _points(record)
                first, second = first + (one > other), second + (one < other)
        return first, second

    def won_before(self, game: str) -> tuple[int, int]:
        """Return the games that the person and the other player have won in a match before the game with this id."""
        try:
            own, other = map(int, (self.history.fact(_BEFORE + game) or "").split())
        except ValueError:
            return 0, 0
        return own, other

    def set_won_before(self, game: str, won: tuple[int, int]) -> None:
        """Store the games won in the match before the game with this id."""
        self.history.set_fact(_BEFORE + game, f"{won[0]} {won[1]}")

    def under_way(self, match: Match | None) -> PlayedGame | None:
        """Return the line of the history for this game, or None if no game is in progress or it has not begun."""
        if match is None or match.is_over:
            return None
        from mile_bones.storage.rows import under_way

        record = match.record()
        return under_way(record, facts(record), self.clock()) if record.body.begun else None

    def past(self, game: int) -> Record | None:
        """Return the record of a game in the history, checked to the last score, or None if the game no longer exists.

        Raise RecordError or ReplayError if the record is faulty.
        """
        record = self.history.record(game)
        if record is not None:
            final_state(record)
        return record

    def go_on_with(self, record: Record, options: StartOptions) -> Match:
        """Continue a game that is not over from its record.

        If the game was already continued beyond the end of the record, it becomes an assisted game. If two computer
        players have played it, a person takes the first seat.
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
        """Return True if the game in progress can be read from the disk in its present state."""
        return self._autosave(match.game).holds(match.record())

    @property
    def unsaved(self) -> Unsaved:
        """Everything that is not on the disk now."""
        self._settle()
        unsaved = (slot.unsaved for slot in self._open.values())
        over = self._over.values()
        return Unsaved(
            tuple(game for game in unsaved if game is not None and game.body.begun),  # skip games without an action
            tuple(one.record for one in over if not one.waits),
            sum(one.waits for one in over),
            self.ini.text if self.ini.unsaved else None,
        )

    def catch_up(self) -> None:
        """Write what could not be written before, without waiting for other programs that have locked files."""
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
        """Enter in ``mb.ini`` the games won and high scores that only the history contains, each of them once.

        There are such games if ``mb.ini`` could not be written, or if the program was killed before it was written.
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
        """Keep an unfinished game, to make room for another.

        Return the path of its file, or None if the game has not begun or is over, so that there is nothing to keep. A
        game that is over but was not counted, because of a crash, is counted now. An unfinished game is entered in the
        history or, if that cannot be written, saved in a file. Raise OSError if that fails as well.
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
        """Count a finished game: games won, high scores and the seat that begins the next game.

        Return its lines in the high scores, or None if it was counted before. An assisted game only determines who
        begins next.
        """
        entered = self._enter(match)
        placement = None
        if match.assisted or not match.persons:
            self.results_of(match.game).record_uncounted(match.digest(), match.next_first)
        else:
            winner, totals = match.winner, _points(match.record())
            names = match.seats[0].name or match.names[0], match.seats[1].name or match.names[1]
            if match.viewer == 1:  # the person comes first
                winner, totals, names = None if winner is None else 1 - winner, totals[::-1], names[::-1]
            people = len(match.persons) == 2
            if not people and self.settings.get(NAME):  # the name may have changed during the game
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
        """Leave all files to an earlier version. This is the last call before the program ends."""
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
        """The profile with the paths of the files."""
        return self._profile

    def _keep_earlier(self) -> None:
        """Back up the files of an earlier version before anything in them is used."""
        if not self._looked_back:
            self._looked_back = True
            from mile_bones.storage.older import are_older

            if are_older(self._profile):
                self.backups.keep_earlier()

    def _keep_history(self) -> None:
        self.backups.keep_history()

    def close(self) -> None:
        """Close the library, so that the next window can use the autosave."""
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

    def _copies(self, game: str) -> ForkDetector:
        from mile_bones.library.fork_detector import ForkDetector

        return ForkDetector(lambda: self.history, lambda: self._autosave(game))

    def _save(self, game: str, record: Record) -> None:
        """Save the game of this kind. When this method returns, the previous write has been finished."""
        if self.left:
            return
        slot = self._autosave(game)
        if self._writer is None:
            slot.save(record)
        else:
            self._writer.begin(partial(slot.save, record))

    def _settle(self) -> None:
        """Wait for the current write, and report its problems."""
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
        """Return True if the cards of this seed were played before, in a game of the history or a file of this
        profile.
        """
        if self.history.knows(number, game, rules):
            return True
        begun = (record for record in self._autosave(game).in_play() if record.body.begun)
        return any((record.seed, record.game, record.rules) == (number, game, rules) for record in begun)

    def _enter(self, match: Match) -> bool:
        """Enter a game in the history. Return True if it can be read there now."""
        digest = match.digest()
        if digest not in self._over:
            self._over[digest] = _Over(match.record(), self.clock())
        self._enter_over()
        return digest not in self._over

    def _make_room(self, match: Match, *, entered: bool) -> None:
        """Free the slot for the next game. If the history cannot be written, this game waits under another name."""
        if entered:
            self._autosave(match.game).clear()
        else:
            over = self._over[match.digest()]
            if not over.waits:
                over.path = self._autosave(match.game).retire(over.record) or over.path
                self._let_wait(over)

    def _let_wait(self, over: _Over) -> None:
        """Make sure that the final state of the game is in a file."""
        if not over.waits:
            path = self._autosave(over.record.game).wait(over.record, over.path)
            over.path, over.waits = path or over.path, path is not None

    def _enter_over(self, patience: float | None = None) -> None:
        """Enter the games that are over, and remove the files in which they waited."""
        for digest, over in list(self._over.items()):
            if not self.history.add(_entered(over.record, over.ended), patience):
                return
            del self._over[digest]
            if over.path is not None:
                with contextlib.suppress(OSError):  # if that fails, the next start removes the file
                    remove(over.path)

    def enter_waiting(self) -> None:
        """Enter the games that wait in files because an earlier run could not write the history.

        If the final state of a game could not be saved, its file contains an earlier state. That game is entered as
        unfinished and can be continued.
        """
        from mile_bones.match.replaying import is_over

        for path, record, since in self._autosave(GAMES[0]).waiting():
            with contextlib.suppress(ReplayError):  # the file is not one of ours
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
        """Return the seat that begins the next game.

        The players take turns; the game's ``Spec`` says who begins the very first game.
        """
        for first in (self.results_of(game).first, spec(game).first):
            if first is not None:
                return first
        import secrets  # late, because it loads OpenSSL

        return secrets.randbelow(2)

    def level(self, game: str) -> str:
        """Return the level of the opponent in this kind of game, as the settings say."""
        return self.settings.get(level_setting(game))

    def _rules(self, options: StartOptions, game: str) -> str:
        """Return the rule set of the command line if this kind of game has it, else that of the settings."""
        known = options.rules is not None and options.rules in spec(game).rules
        return options.rules if known and options.rules else self.settings.get(rules_setting(game))

    def _level(self, options: StartOptions, game: str) -> str:
        asked = find_level(game, options.level)
        return self.level(game) if asked is None else asked.name


@dataclass
class _Over:
    """A game that is over and not in the history. If ``waits`` is true, its final state is in the file ``path``.

    Otherwise the file, if there is one, contains an earlier state.
    """

    record: Record
    ended: datetime
    path: Path | None = None
    waits: bool = False


def _points(record: Record) -> tuple[int, int]:
    """Return the points that the history counts.

    The player with more of them has won, even if a game's own totals differ.
    """
    found = facts(record)
    return sum(own[POINTS] for own, _other in found), sum(other[POINTS] for _own, other in found)


def _entered(record: Record, ended: datetime, state: str | None = None) -> CountedGame:
    """Return the game as an entry for the history. If ``state`` is None, the game is over, and the record says how."""
    from mile_bones.storage.rows import CountedGame

    return CountedGame(record, ended, facts(record), state or record.ended or "finished")
