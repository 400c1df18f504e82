"""Where the games of a profile lie: the one in the autosave, those set aside, and what they counted for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from mile_bones.engine import Record, RecordError, ReplayError
from mile_bones.games import final_state
from mile_bones.games.milebones.words import side_names
from mile_bones.i18n import gettext as _
from mile_bones.session.numbers import number_of_day
from mile_bones.session.replaying import is_over
from mile_bones.session.session import VIEWER, Session, Setup
from mile_bones.session.tallies import recount, tallies
from mile_bones.storage import (
    LEVEL,
    NAME,
    RULES,
    WINDOWS,
    Autosave,
    Entered,
    History,
    Ini,
    Placement,
    Problem,
    Profile,
    RecentFiles,
    Results,
    Settings,
    load_record,
)
from mile_bones.storage.archive import is_archive

_WAITING = ".waiting"
"""How the names of files begin with games that wait until the history can be written. No player saves under it."""


class Wishes(Protocol):
    """What the command line asks for new games; None: as the options say."""

    @property
    def seed(self) -> int | None: ...

    @property
    def rules(self) -> str | None: ...

    @property
    def level(self) -> str | None: ...


class Shelf:
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
        ini = Ini(profile.ini_path, report)
        self.settings = Settings(ini)
        self.results = Results(ini)
        self.recent = RecentFiles(ini)
        self.history = History(profile.history_path, report, recount)
        self._slots = slots
        self._slot: Autosave | None = None

    @property
    def games_dir(self) -> Path:
        """The folder in which games are saved unless the player wants another."""
        return self._profile.games_dir

    @property
    def history_path(self) -> Path:
        """The file of the history."""
        return self._profile.history_path

    def start(self, wishes: Wishes) -> Session:
        """A new game, as the options and the command line say. With cards that were played before: an assisted one."""
        setup = self._setup(wishes)
        known = setup.seed is not None and self.history.knows(setup.seed, setup.rules)
        return self._begin(replace(setup, assisted=known))

    def start_number(self, number: int, wishes: Wishes, *, assisted: bool) -> Session:
        """A new game with the cards of this number; an ``assisted`` one when they were played before."""
        return self._begin(replace(self._setup(wishes), seed=number, assisted=assisted))

    def knows_number(self, number: int, wishes: Wishes) -> bool:
        """A new game with this number would deal cards that were played before."""
        return self.history.knows(number, self._setup(wishes).rules)

    def today(self) -> date:
        """The date."""
        return self.clock().date()

    def number_of_the_day(self) -> int:
        """The same for everybody today."""
        return number_of_day(self.today())

    def start_again(self, session: Session, wishes: Wishes) -> Session:
        """A new game with the cards of this one, by the same rules against the same opponent. It is an assisted one.

        ValueError when nobody knows the number of its deal.
        """
        if session.seed is None:
            raise ValueError("this game has no number")
        setup = self._setup(wishes)
        return self._begin(
            replace(setup, rules=session.rules_name, level=session.level, seed=session.seed, assisted=True)
        )

    def resume(self, wishes: Wishes) -> Session | None:
        """The game in the autosave, None when there is none to go on with.

        One that breaks the rules is set aside, and one that was just being given up is done with.
        """
        slot = self._autosave()
        record = slot.load()
        if record is None:
            return None
        try:
            session = Session.resume(record, self._setup_to_go_on(wishes), slot.save)
        except ReplayError:
            slot.refuse()
            return None
        if session.given_up:
            self.give_up(session)
            return None
        return session

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

    def past(self, game: int) -> Record | None:
        """The record of a game in the history, checked to the last score; None when it is not there any more.

        RecordError or ReplayError say what is wrong with it.
        """
        record = self.history.record(game)
        if record is not None:
            final_state(record)
        return record

    def go_on_with(self, record: Record, wishes: Wishes) -> Session:
        """Play on from a record that was read, of a game that is not over."""
        return Session.resume(record, self._setup_to_go_on(wishes), self._autosave().save)

    @property
    def saved(self) -> bool:
        """The game in progress is on the disk as it stands."""
        return self._autosave().saved

    def set_aside(self, session: Session) -> Path | None:
        """Keep an unfinished game, and tell in which file. None when it is over, or not begun.

        In the history; where that cannot be written, in a file of its own. OSError when that fails as well.
        """
        record = session.record()
        if session.is_over or not any(hand.actions for hand in record.hands):
            return None
        if self.history.keep(Entered(record, self.clock(), tallies(record), "unfinished")):
            return self.history_path
        return self._autosave().keep(record)

    def put_away(self, session: Session) -> Path | None:
        """Make room for another game: one that ended in a crash is counted at last; for the rest see ``set_aside``."""
        if session.is_over and not session.given_up:
            self.count(session)
        return self.set_aside(session)

    def count(self, session: Session) -> Placement | None:
        """Enter a finished game: games won, high scores, who begins the next one. None if it was counted before.

        An assisted game says only who begins the next one.
        """
        self._enter(session)
        if session.assisted:
            self.results.record_uncounted(session.digest(), session.next_first)
            self._autosave().clear()
            return None
        you, computer = side_names()
        placement = self.results.record_game(
            session.digest(),
            session.winner,
            session.totals,
            (self.settings.get(NAME) or you, computer),
            self.clock().date(),
            session.next_first,
        )
        self._autosave().clear()
        return placement

    def give_up(self, session: Session) -> None:
        """End the game without a winner."""
        session.give_up()
        self._enter(session)
        self.results.record_uncounted(session.digest(), session.next_first)
        self._autosave().clear()

    def close(self) -> None:
        """Let the next window have the autosave."""
        if self.history.catch_up() and self._slot is not None:
            self._enter_waiting(self._slot)
        if self._slot is not None:
            self._slot.close()

    def _begin(self, setup: Setup) -> Session:
        return Session.start(setup, self._autosave().save, side_names()[1 - VIEWER])

    def _enter(self, session: Session) -> None:
        """Into the history. While that cannot be written the game waits in a file: the autosave is for the next one."""
        record = session.record()
        if not self.history.add(_entered(record, self.clock())):
            with contextlib.suppress(OSError):  # the disk is full; what cannot be saved has been told
                self._autosave().keep(record, _WAITING)

    def _enter_waiting(self, slot: Autosave) -> None:
        """The games that wait in files since an earlier start could not write the history."""
        for path, record, ended in slot.kept(_WAITING):
            with contextlib.suppress(OSError, ReplayError):  # which is no file of ours, or cannot be removed
                if is_over(record) and self.history.keep(_entered(record, ended)):
                    path.unlink()

    def _autosave(self) -> Autosave:
        if self._slot is None:
            self._slot = Autosave(self._profile, self._report, self.clock, self._slots)
            self._enter_waiting(self._slot)
        return self._slot

    def _setup(self, wishes: Wishes) -> Setup:
        return Setup(
            name=self.settings.get(NAME) or side_names()[VIEWER],
            rules=wishes.rules or self.settings.get(RULES),
            level=wishes.level or self.settings.get(LEVEL),
            seed=wishes.seed,
            first=self.results.first,
        )

    def _setup_to_go_on(self, wishes: Wishes) -> Setup:
        """Without the seed: that deals the next new game, and the same cards must not come twice."""
        return replace(self._setup(wishes), seed=None)


def _entered(record: Record, ended: datetime) -> Entered:
    """A game that is over, on its way into the history."""
    return Entered(record, ended, tallies(record), record.ended or "finished")
