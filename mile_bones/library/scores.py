"""Whether the games won in ``mb.ini`` are those that the history knows.

The history's ledger has every game that counts since it was begun. What was won before, nobody can reckon: that number,
the baseline, is written down as soon as there is something to compare. Since then games won are the baseline and the
ledger together; more than that is a game counted twice, less is one that was never counted.
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
"""The fact of the history that holds them; for a game that came later its section stands behind it."""


class Counts(NamedTuple):
    """Games won by the person, by the computer, and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def less(self, other: Counts) -> Counts:
        """What is left without these."""
        return Counts(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


class Scores:
    """The games won and the high scores of one profile in one kind of game, beside its history."""

    def __init__(self, history: History, results: Results, game: str = GAMES[0]) -> None:
        self._history = history
        self._results = results
        self._game = game
        self.baseline = spec(game).own(BASELINE)
        """The fact of the history that holds what was won before the ledger."""

    def begin(self) -> None:
        """Write the baseline down, if it is not known yet and what is there can be true."""
        if self._baseline() is not None:
            return
        counted = self.counted()
        if counted is not None and min(self.told().less(_sum(counted))) >= 0:
            self.begin_anew()

    def begin_anew(self, off: Counts | None = None) -> None:
        """From now on what ``mb.ini`` says is right, but for so many games that it is ``off``.

        It may be less than the ledger has: then some games do not count by the player's own wish.
        """
        counted = self.counted()
        if counted is not None:
            baseline = self.told().less(_sum(counted)).less(off or Counts())
            self._history.set_fact(self.baseline, " ".join(map(str, baseline)))

    def off(self) -> Counts:
        """By how much ``mb.ini`` has counted too many games; below 0: too few. Nothing where nobody can know."""
        due = self.due()
        return Counts() if due is None else self.told().less(due)

    def told(self) -> Counts:
        """What ``mb.ini`` says, with what other windows have entered."""
        self._results.high_scores()  # which reads the file again
        return Counts(*self._results.games, self._results.drawn)

    def due(self) -> Counts | None:
        """What it should say; None when nobody can know."""
        baseline, counted = self._baseline(), self.counted()
        if baseline is None or counted is None:
            return None
        return baseline.plus(_sum(counted))

    def counted(self) -> list[Scorable] | None:
        """The games of the ledger that are in what ``mb.ini`` says. None when the history cannot be read.

        One that was just entered there may not be marked in the ledger yet.
        """
        ledger = self._history.ledger()
        if ledger is None:
            return None
        open_ones = {game.digest for game in self.uncounted()}
        return [game for game in ledger if game.game == self._game and game.digest not in open_ones]

    def uncounted(self) -> list[Scorable]:
        """The games of the ledger that nobody has entered there yet."""
        due = (game for game in self._history.unscored() if game.game == self._game)
        return [game for game in due if not self._results.was_counted(game.digest)]

    def missing(self) -> int:
        """How many lines of the high scores are missing."""
        return self._results.missing(_finished(self.counted() or []))

    def put_right(self) -> None:
        """Let ``mb.ini`` say what the history knows: games won, and the high scores that are missing."""
        due = self.due()
        if due is not None:
            self._results.set_games((due.won, due.lost), due.drawn)
        self._results.complete(_finished(self.counted() or []))

    def add_since(self, known: Iterable[str], baseline: str | None) -> None:
        """``mb.ini`` is as it was when the ledger had the games ``known``, by their digests: the others are added.

        ``baseline``: as it was written down then, if it was.
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
        if game.rival:  # two people: neither you nor the computer has won
            continue
        own, other = game.points
        total = total.plus(Counts(own > other, own < other, own == other))
    return total


def _finished(games: Iterable[Scorable]) -> list[Finished]:
    return [Finished(names_of(game), game.points, game.ended) for game in games]


def names_of(game: Scorable) -> tuple[str, str]:
    """By what the players of a game are called in the high scores, the person first."""
    you, computer = _("You"), _("Computer")
    return game.name or you, game.rival or computer
