"""The arena: what one computer player is worth against another, in points a hand and in games won.

A match is cut into batches (`batches`), played by as many processes as one likes (`workers`), and kept in a file where
that is wanted (`resume`). The result depends on none of that.
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
from mile_bones.lab.match_progress import ArenaResult, MatchProgress
from mile_bones.lab.resume import MatchFile, ResumeError, opened
from mile_bones.lab.statistics import estimate
from mile_bones.lab.workers import PATIENCE, Spread, spread
from mile_bones.players.milebones import MileBonesPlayer

SLOW_LEVELS = frozenset({"champion"})
"""Levels that think for a while at every turn."""

_AS_LUCKY = 0.5
"""Points. Reckoned anew, luck differs by less: another processor adds in another order."""

Watch: TypeAlias = Callable[[MatchProgress], None]
"""Called when the match begins and after every batch, with how it stands."""


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
    """Let ``a`` play ``b``, who are among the ``opponents``: the same players, numbers, seed and rules always give the
    same result.

    ``hands`` hands, an even number from 2 on: every deal is played twice, each time from 0 to 0. ``games`` whole games
    besides, an even number too, every series of deals twice. Where nothing is dealt there are no hands, and ``a``
    begins half of the games. ``rules`` None: the usual ones of the ``game``. ``target`` and ``options``: what is not
    usual about its whole games, where it has a choice. At most ``jobs`` processes play; they are
    started when more than ``patience`` seconds of work lie ahead (None: what suits the levels). ``adjusted``: the luck
    of every hand is reckoned too, and the result tells of the hands without it besides. ``elsewhere``: what plays the
    batches instead of processes of this machine, such as Ray; ``jobs`` and ``patience`` then say nothing.

    With ``resume``, finished batches are kept in that file, and those that it holds are not played again. One of them
    is all the same, when there is more to play: ResumeError when it comes out differently, because players or rules
    have changed, and for a file that does not fit (see `resume.opened`). WorkerDied when a process ends early.
    ValueError, in plain words, for numbers that do not fit and names that do not exist.
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
    """The points of the first player less those of the second, a hand, and the standard error of that.

    Deals 0 to ``deals`` - 1 of the seed are played twice each, here and now.
    """
    pairs = mirrored_hands(players, seed, range(deals), rules)
    found = estimate([(here + there) / 2 for here, there in pairs])
    return found.mean, found.se


def has_luck(game: str) -> bool:
    """Hands of this game can be measured ``adjusted``."""
    return game == NAME


def _alike(played: Played, kept: Played) -> bool:
    """What is in both of them is the same; either may be longer, or know of luck."""
    if any(new != old for new, old in zip(played.values, kept.values, strict=False)):
        return False
    lucks = zip(played.luck or (), kept.luck or (), strict=False)
    return all(abs(new - old) < _AS_LUCKY for pair in lucks for new, old in zip(*pair, strict=True))


def _to_check(file: MatchFile | None, missing: Sequence[Batch]) -> tuple[Batch, ...]:
    """A finished batch to be played once more, if the file has one, there is more to play, and none of it anyway."""
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
