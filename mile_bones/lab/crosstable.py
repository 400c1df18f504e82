"""Every level against every other: a cross table, whose matches are played one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.lab import arena
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.progress import ProgressLine
from mile_bones.lab.workers import Spread
from mile_bones.players import levels


@dataclass(frozen=True, slots=True)
class Plan:
    """The matches of a cross table. The numbers of hands and games are even."""

    levels: tuple[str, ...]
    """The names of the levels, the weakest first, as in the registry."""
    rules: tuple[str, ...]
    hands: int
    slow_hands: int
    """Hands of each match that includes a slow level."""
    games: int
    slow_games: int
    seed: int
    game: str = GAMES[0]
    adjusted: bool = False
    """Whether the luck of hands is computed as well; the tables then show luck-adjusted points."""

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Yield every match as rules, name of the stronger level and name of the weaker one."""
        known = [level.name for level in levels(self.game)]
        order = sorted(self.levels, key=known.index)
        for rules in self.rules:
            for weaker, stronger in combinations(order, 2):
                yield rules, stronger, weaker

    def size(self, a: str, b: str) -> tuple[int, int]:
        """Return the numbers of hands and games of the match between two levels."""
        slow = bool(arena.SLOW_LEVELS & {a, b})
        return (self.slow_hands, self.slow_games) if slow else (self.hands, self.games)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The finished table."""

    plan: Plan
    results: tuple[ArenaResult, ...]
    """A result for each of the plan's pairs, in their order."""


def measure(
    plan: Plan,
    jobs: int,
    folder: Path | None = None,
    progress: ProgressLine | None = None,
    elsewhere: Spread | None = None,
) -> CrossTable:
    """Play the matches of the plan, with at most ``jobs`` processes, or ``elsewhere`` as in `arena.play`.

    With ``folder``, which is created if missing, every match is kept in its own file there and can be resumed. Raise
    the errors of `arena.play`, and ResumeError also if the folder cannot be created.
    """
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResumeError(
                _("“{file}” cannot be used: {reason}").format(file=folder, reason=error.strerror or str(error))
            ) from None
    pairs = tuple(plan.pairs())
    return CrossTable(plan, tuple(_matches(plan, pairs, jobs, folder, progress, elsewhere)))


def _matches(
    plan: Plan,
    pairs: Sequence[tuple[str, str, str]],
    jobs: int,
    folder: Path | None,
    progress: ProgressLine | None,
    elsewhere: Spread | None,
) -> Iterator[ArenaResult]:
    for number, (rules, a, b) in enumerate(pairs, 1):
        if progress is not None:
            progress.title = _("{number}/{all} {rules}, {a} - {b}: ").format(
                number=number, all=len(pairs), rules=rules, a=a, b=b
            )
        hands, games = plan.size(a, b)
        yield arena.play(
            a,
            b,
            hands=hands,
            seed=plan.seed,
            games=games,
            rules=rules,
            game=plan.game,
            jobs=jobs,
            resume=None if folder is None else folder / f"{rules}-{a}-{b}.jsonl",
            watch=progress,
            adjusted=plan.adjusted,
            elsewhere=elsewhere,
        )
