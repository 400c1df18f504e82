"""Every level against every other: the matches of a cross table, played one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.lab import arena
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.progress import ProgressLine
from mile_bones.lab.resume import ResumeError
from mile_bones.lab.workers import Spread
from mile_bones.players import levels


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured. Numbers of hands and games are even."""

    levels: tuple[str, ...]
    """The weakest first, as in the registry."""
    rules: tuple[str, ...]
    hands: int
    slow_hands: int
    """Hands of each match in which a slow level plays."""
    games: int
    slow_games: int
    seed: int
    game: str = GAMES[0]
    adjusted: bool = False
    """The luck of hands is reckoned as well, and the tables tell of the hands without it."""

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Every match: rules, the stronger level by name, the weaker one."""
        known = [level.name for level in levels(self.game)]
        order = sorted(self.levels, key=known.index)
        for rules in self.rules:
            for weaker, stronger in combinations(order, 2):
                yield rules, stronger, weaker

    def size(self, a: str, b: str) -> tuple[int, int]:
        """Hands and games of the match between two levels."""
        slow = bool(arena.SLOW_LEVELS & {a, b})
        return (self.slow_hands, self.slow_games) if slow else (self.hands, self.games)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The finished table."""

    plan: Plan
    results: tuple[ArenaResult, ...]
    """One for each of the plan's pairs, in their order."""


def measure(
    plan: Plan,
    jobs: int,
    folder: Path | None = None,
    progress: ProgressLine | None = None,
    elsewhere: Spread | None = None,
) -> CrossTable:
    """Play what is to be played, with at most ``jobs`` processes, or ``elsewhere`` as `arena.play` does.

    With ``folder``, which is made if need be, every match is kept in a file of its own there, and goes on where it
    stood. Errors are those of `arena.play`; ResumeError also for a folder that cannot be made.
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
