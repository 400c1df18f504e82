"""A player learns what a closer look has found (distillation): from choices that were weighed, in many positions.

It shall like the actions by what they are worth, so many times more or less likely for so many points, partly as it
did before. That is a sum of squares, so that the luck in what was found for a position cancels out over the many that
are alike; a softmax of values with luck in them would prefer the lucky. Where nothing was in question, it shall go on
as it was. Source of the thought: Thomas Anthony and others, "Thinking Fast and Slow with Deep Learning and Tree
Search", 2017 (expert iteration).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from mile_bones.lab.training.networks import PlayerTower, draw_to
from mile_bones.lab.training.search import Kind, Weighed

_WARM_UP = 100
"""Steps."""
_STEEPEST = 10.0
"""The length to which gradients are cut."""
_TOLD = 1000
_TOGETHER = 16_384
_NEVER = -1e9


@dataclass(frozen=True)
class Pace:
    """How to learn from positions that stay the same."""

    steps: int = 10_000
    lines: int = 2048
    """Positions in a step, half of them late ones or about the extension, and half as many in which nothing was in
    question."""
    rate: float = 1e-3
    """Of Adam at the beginning; it goes down to nothing."""
    points: float = 20.0
    """So many points make an action e times as likely."""
    clip: float = 800.0
    """Points more or less than the others on average that are more than this count as this."""
    kept_late: float = 0.1
    kept: float = 0.2
    """How much of what the player thought before stays, in late positions and in others: 1 all, 0 nothing."""
    firmness: float = 5.0
    """How much it counts, beside the squares, to stay where nothing was in question."""
    average: float = 0.01
    """What each step adds to the average that is the result."""


def distil(player: PlayerTower, weighed: Sequence[Weighed], pace: Pace, tell: Callable[[str], None]) -> PlayerTower:
    """A player that begins as this one and learns from these positions: the average of the way there.

    All luck is torch's. ``tell`` gets a line after every thousandth step: how far the player was from what it shall
    say, in squares of logits, and how far it has moved where nothing was in question, in nats.
    """
    lessons = _Lessons(player, weighed, pace)
    pupil = copy.deepcopy(player).requires_grad_(True)
    average = copy.deepcopy(player).requires_grad_(False)
    steps = torch.optim.Adam(pupil.parameters(), fused=True)
    missed, moved = 0.0, 0.0
    for number in range(pace.steps):
        for group in steps.param_groups:
            group["lr"] = pace.rate * min(1, number / _WARM_UP) * (1 - number / pace.steps)
        square, divergence = lessons.missed(pupil), lessons.moved(pupil)
        steps.zero_grad(set_to_none=True)
        (square + pace.firmness * divergence).backward()
        torch.nn.utils.clip_grad_norm_(pupil.parameters(), _STEEPEST)
        steps.step()
        draw_to(average, pupil, max(pace.average, 1 / (number + 1)))
        missed, moved = missed + square.item(), moved + divergence.item()
        if number % _TOLD == _TOLD - 1 or number == pace.steps - 1:
            since = number % _TOLD + 1
            tell(f"{number + 1}/{pace.steps}: {missed / since:.3f} {moved / since:.4f}")
            missed, moved = 0.0, 0.0
    return average


class _Lessons:
    """What the player shall say, of positions drawn by torch's luck."""

    def __init__(self, player: PlayerTower, weighed: Sequence[Weighed], pace: Pace) -> None:
        self._pace = pace
        seen, legal, worth, kind = (
            np.concatenate([getattr(part, name) for part in weighed]) for name in ("seen", "legal", "worth", "kind")
        )
        self._seen, self._legal = torch.from_numpy(seen), torch.from_numpy(legal)
        is_quiet = torch.from_numpy(kind == Kind.QUIET)
        is_other = torch.from_numpy(kind == Kind.OTHER)
        self._quiet = is_quiet.nonzero()[:, 0]
        self._halves = (is_other.nonzero()[:, 0], (~is_other & ~is_quiet).nonzero()[:, 0])
        with torch.no_grad():
            before = torch.cat([player(part) for part in self._seen.split(_TOGETHER)])
        self._asked = torch.from_numpy(~np.isnan(worth))
        self._number = self._asked.sum(dim=1, keepdim=True).clamp_min(1)
        points = self._centred(torch.from_numpy(worth).nan_to_num(0.0), slice(None)).clamp(-pace.clip, pace.clip)
        kept = torch.where(is_other, pace.kept, pace.kept_late)[:, None]
        self._aims = self._centred(kept * before + points / pace.points, slice(None))
        self._chances = torch.softmax(before[self._quiet].masked_fill(~self._legal[self._quiet], _NEVER), dim=1)

    def _centred(self, said: Tensor, lines: Tensor | slice) -> Tensor:
        """Less the mean over the actions that were asked for, and nothing for the others."""
        asked = self._asked[lines]
        return (said - (said * asked).sum(dim=1, keepdim=True) / self._number[lines]) * asked

    def missed(self, pupil: PlayerTower) -> Tensor:
        """The mean square of what the pupil says of the actions of some positions less what it shall say."""
        halves = [half[torch.randint(len(half), (self._pace.lines // 2,))] for half in self._halves if len(half)]
        lines = torch.cat(halves)
        off = self._centred(pupil(self._seen[lines]), lines) - self._aims[lines]
        return (off.square().sum(dim=1) / self._number[lines, 0]).mean()

    def moved(self, pupil: PlayerTower) -> Tensor:
        """Kullback-Leibler divergence from what the player did, where nothing was in question."""
        some = torch.randint(len(self._quiet), (self._pace.lines // 2,))
        lines, old = self._quiet[some], self._chances[some]
        logs = torch.log_softmax(pupil(self._seen[lines]).masked_fill(~self._legal[lines], _NEVER), dim=1)
        return (old * (old.clamp_min(1e-9).log() - logs)).sum(dim=1).mean()
