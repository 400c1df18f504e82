"""The arena: measures how much stronger one computer player is than another, in points a hand and in games won.

A match is cut into batches (`batches`). The batches are played by any number of processes (`workers`) and, if wanted,
kept in a file (`resume`). The result does not depend on the number of processes or on the file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from mile_bones.engine.aliases import Option
from mile_bones.games import GAMES, load_game, spec
from mile_bones.games.milebones.rules import NAME, Rules
from mile_bones.i18n import gettext as _
from mile_bones.i18n import listed
from mile_bones.lab import opponents
from mile_bones.lab.batches import Batch, Match, Played, cut, play_block
from mile_bones.lab.hands import mirrored_hands
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult, MatchProgress
from mile_bones.lab.resume import MatchFile, opened
from mile_bones.lab.statistics import estimate
from mile_bones.lab.workers import PATIENCE, Spread, spread
from mile_bones.players.milebones import MileBonesPlayer

SLOW_LEVELS = frozenset({"champion"})
"""The levels that think for a noticeable time at every turn."""

_AS_LUCKY = 0.5
"""The tolerance, in points, when luck is computed again. Processors that add in different orders differ by less."""

Watch: TypeAlias = Callable[[MatchProgress], None]
"""A callback with the progress of the match. It is called when the match begins and after every batch."""


def play(
    a: str,
    b: str,
    *,
    hands: int = 0,
    seed: int,
    games: int = 0,
    rules: str | None = None,
    game: str = GAMES[0],
    target: int | None = None,
    options: Mapping[str, Option] = MappingProxyType({}),
    jobs: int = 1,
    resume: Path | None = None,
    watch: Watch | None = None,
    patience: float | None = None,
    adjusted: bool = False,
    elsewhere: Spread | None = None,
) -> ArenaResult:
    """Let ``a`` play against ``b``, both names from ``opponents``, and return the result.

    The same players, numbers, seed and rules always give the same result.

    - ``hands``: the number of single hands, even and at least 2. Every deal is played twice, each time from 0 to 0. A
      game without deals has no hands.
    - ``games``: the number of whole games to play as well, also even. Every series of deals is played twice. In a game
      without deals, ``a`` begins half of the games.
    - ``rules``: the name of the rule set, or None for the first one of the ``game``.
    - ``target`` and ``options``: settings of the whole games that differ from the usual ones, if the game has a choice.
    - ``jobs``: the maximal number of processes that play. Processes are started if more than ``patience`` seconds of
      work are left; ``patience`` is None for a time that suits the levels.
    - ``resume``: a file that keeps finished batches. Batches that it holds already are not played again, except one of
      them, as a check, if more has to be played.
    - ``adjusted``: if True, also compute the luck of every hand; the result then includes an estimate without the luck.
    - ``elsewhere``: a function that plays the batches in place of processes of this machine, for example with Ray;
      ``jobs`` and ``patience`` then have no effect.

    Raise ResumeError if the check gives another result, because players or rules have changed, or if the file does not
    fit (see `resume.opened`). Raise WorkerDied if a process ends early. Raise ValueError, with a message for the user,
    if a number does not fit or a name does not exist.
    """
    found = spec(game)
    usual = {option.name: option.choices[0].name for option in found.options}
    unusual = tuple(sorted((name, value) for name, value in options.items() if value != usual.get(name)))
    to = None if target == found.target else target
    match = Match(a, b, found.rules[0] if rules is None else rules, seed, game, to, unusual)
    _check(match, hands, games, jobs)
    if adjusted and not has_luck(match.game):
        raise ValueError(_("adjusted: nobody can tell the luck of {game} yet").format(game=spec(match.game).title()))
    if patience is None:
        patience = 0 if SLOW_LEVELS & {a, b} else PATIENCE
    batches = tuple(cut(hands, games))
    with opened(resume, match) if resume is not None else contextlib.nullcontext() as file:
        standing = MatchProgress(match, batches, {} if file is None else file.finished, adjusted=adjusted)
        missing = standing.missing()
        again = _to_check(file, missing)
        if watch is not None:
            watch(standing)
        work, batches_left = partial(play_block, match, luck=adjusted), [*again, *missing]
        if elsewhere is None:
            pieces = spread(work, batches_left, jobs, patience)
        else:
            pieces = elsewhere(work, batches_left)
        with contextlib.closing(pieces):
            for batch, played in pieces:
                if file is not None and not _alike(played, file.finished.get(batch.place, Played(()))):
                    raise ResumeError(
                        _("“{file}” holds hands that are played differently today; begin with a new file").format(
                            file=file.path
                        )
                    )
                if batch in again:
                    continue
                if file is not None:
                    file.add(batch.place, played)
                standing.add(batch.place, played)
                if watch is not None:
                    watch(standing)
        return standing.result()


def compare_hands(
    players: tuple[MileBonesPlayer, MileBonesPlayer], deals: int, seed: int, rules: Rules
) -> tuple[float, float]:
    """Return the mean lead of the first player over the second, in points a hand, and its standard error.

    The deals 0 to ``deals`` - 1 of the seed are played twice each, in this process.
    """
    pairs = mirrored_hands(players, seed, range(deals), rules)
    found = estimate([(here + there) / 2 for here, there in pairs])
    return found.mean, found.se


def has_luck(game: str) -> bool:
    """Whether the luck of hands of this game can be computed, so that ``adjusted`` is possible."""
    return game == NAME


def _alike(played: Played, kept: Played) -> bool:
    """Return True if ``played`` and ``kept`` have equal values and equal luck, as far as both of them contain these.

    Either may have more values than the other, or lack luck.
    """
    if any(new != old for new, old in zip(played.values, kept.values, strict=False)):
        return False
    lucks = zip(played.luck or (), kept.luck or (), strict=False)
    return all(abs(new - old) < _AS_LUCKY for pair in lucks for new, old in zip(*pair, strict=True))


def _to_check(file: MatchFile | None, missing: Sequence[Batch]) -> tuple[Batch, ...]:
    """Return a finished batch to be played once more as a check, or nothing if no check is needed.

    A check is needed only if the file has a finished batch and more is to be played. It is not needed if a batch of the
    file is to be played anyway.
    """
    if file is None or not file.finished or not missing or any(batch.place in file.finished for batch in missing):
        return ()
    place, played = min(file.finished.items())
    return (Batch(place, len(played.values)),)


def _check(match: Match, hands: int, games: int, jobs: int) -> None:
    found = spec(match.game)
    if match.rules not in found.rules:
        raise ValueError(
            _("“{name}” is not a rule set; there are: {known}").format(name=match.rules, known=listed(found.rules))
        )
    if match.target is not None and not found.targets:
        raise ValueError(_("{game} cannot be played to {target}").format(game=found.title(), target=match.target))
    load_game(match.game, match.rules, options=dict(match.options), target=match.target)
    for name in (match.a, match.b):
        opponents.check(match.game, name)
    if not found.has_deals and hands:
        raise ValueError(_("hands: {game} has none, only whole games").format(game=found.title()))
    if found.has_deals and (hands < 2 or hands % 2):
        raise ValueError(_("hands: an even number from 2 on is needed, not {number}").format(number=hands))
    if not found.has_deals and (games < 2 or games % 2):
        raise ValueError(_("games: an even number from 2 on is needed, not {number}").format(number=games))
    if games < 0 or games % 2:
        raise ValueError(_("games: 0 or an even number is needed, not {number}").format(number=games))
    if jobs < 1:
        raise ValueError(_("jobs: a number from 1 on is needed, not {number}").format(number=jobs))
