"""Compare the games won in ``mb.ini`` with those in the history.

The history's ledger contains every counted game since the ledger was begun. The number of games won before, the
baseline, cannot be computed, so it is stored as soon as there is something to compare. From then on the games won must
be the baseline plus the ledger. A higher number means that a game was counted twice. A lower number means that a game
was never counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.storage.results import Finished

if TYPE_CHECKING:
    from mile_bones.storage.history import History
    from mile_bones.storage.results import Results
    from mile_bones.storage.rows import Scorable

BASELINE = "games won before the ledger"
"""The key of the fact of the history that contains the baseline. For every game but the first, the name of its section
is appended to the key.
"""


class Counts(NamedTuple):
    """The numbers of games won by the person, won by the computer, and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def plus(self, other: Counts) -> Counts:
        """Return the sum of these counts and ``other``."""
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def less(self, other: Counts) -> Counts:
        """Return these counts minus ``other``."""
        return Counts(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


class Scores:
    """The games won and the high scores of one profile in one kind of game, compared with its history."""

    def __init__(self, history: History, results: Results, game: str = GAMES[0]) -> None:
        self._history = history
        self._results = results
        self._game = game
        self.baseline = spec(game).own(BASELINE)
        """The key of the fact of the history with the games won before the ledger."""

    def begin(self) -> None:
        """Store the baseline if it is not known yet and the counts are plausible."""
        if self._baseline() is not None:
            return
        counted = self.counted()
        if counted is not None and min(self.told().less(_sum(counted))) >= 0:
            self.begin_anew()

    def begin_anew(self, off: Counts | None = None) -> None:
        """Accept the counts in ``mb.ini``, except for a known error ``off``, and store the baseline that follows.

        The counts may be lower than those of the ledger, because the player may have chosen not to count some games.
        """
        counted = self.counted()
        if counted is not None:
            baseline = self.told().less(_sum(counted)).less(off or Counts())
            self._history.set_fact(self.baseline, " ".join(map(str, baseline)))

    def off(self) -> Counts:
        """Return by how much the counts in ``mb.ini`` are too high, negative if too low, or zeros if unknown."""
        due = self.due()
        return Counts() if due is None else self.told().less(due)

    def told(self) -> Counts:
        """Return the counts in ``mb.ini``, including what other windows have entered."""
        self._results.high_scores()  # reads the file again
        return Counts(*self._results.games, self._results.drawn)

    def due(self) -> Counts | None:
        """Return the counts that ``mb.ini`` should have, or None if they are unknown."""
        baseline, counted = self._baseline(), self.counted()
        if baseline is None or counted is None:
            return None
        return baseline.plus(_sum(counted))

    def counted(self) -> list[Scorable] | None:
        """Return the games of the ledger that ``mb.ini`` has counted, or None if the history cannot be read.

        A game that was just counted may not be marked in the ledger yet.
        """
        ledger = self._history.ledger()
        if ledger is None:
            return None
        open_ones = {game.digest for game in self.uncounted()}
        return [game for game in ledger if game.game == self._game and game.digest not in open_ones]

    def uncounted(self) -> list[Scorable]:
        """Return the games of the ledger that ``mb.ini`` has not counted yet."""
        due = (game for game in self._history.unscored() if game.game == self._game)
        return [game for game in due if not self._results.was_counted(game.digest)]

    def missing(self) -> int:
        """Return the number of missing lines in the high scores."""
        return self._results.missing(_finished(self.counted() or []))

    def put_right(self) -> None:
        """Correct ``mb.ini`` from the history: the games won, and missing lines in the high scores."""
        due = self.due()
        if due is not None:
            self._results.set_games((due.won, due.lost), due.drawn)
        self._results.complete(_finished(self.counted() or []))

    def add_since(self, known: Iterable[str], baseline: str | None) -> None:
        """Add all games of the ledger except ``known`` to the restored counts in ``mb.ini``.

        ``known`` are the digests of the games in the ledger at the time of the backup. ``baseline`` is the fact stored
        then, or None if there was none.
        """
        known = set(known)
        counted = self.counted() or []
        due = self.told().plus(_sum(game for game in counted if game.digest not in known))
        self._results.set_games((due.won, due.lost), due.drawn)
        self._results.complete(_finished(counted))
        if baseline is None:
            self.begin_anew()
        else:
            self._history.set_fact(self.baseline, baseline)

    def _baseline(self) -> Counts | None:
        try:
            won, lost, drawn = map(int, (self._history.fact(self.baseline) or "").split())
        except ValueError:
            return None
        return Counts(won, lost, drawn)


def _sum(games: Iterable[Scorable]) -> Counts:
    total = Counts()
    for game in games:
        if game.rival:  # two people: neither the user nor the computer has won
            continue
        own, other = game.points
        total = total.plus(Counts(own > other, own < other, own == other))
    return total


def _finished(games: Iterable[Scorable]) -> list[Finished]:
    return [Finished(names_of(game), game.points, game.ended) for game in games]


def names_of(game: Scorable) -> tuple[str, str]:
    """Return the names of the players for the high scores, the person first."""
    you, computer = _("You"), _("Computer")
    return game.name or you, game.rival or computer
