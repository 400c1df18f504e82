"""A player learns the results of deeper search (distillation), from choices that were evaluated in many positions.

The targets of its logits are the values of the actions, divided by ``Pace.points``, plus a share of its earlier logits.
The loss is a sum of squares, so that the luck in the values of one position cancels out over many similar positions. A
softmax of noisy values would prefer the lucky actions. In positions where no choice was in question, the player is kept
as it was. Source of the idea: Thomas Anthony and others, "Thinking Fast and Slow with Deep Learning and Tree Search",
2017 (expert iteration).
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
"""The number of steps in which the learning rate rises."""
_STEEPEST = 10.0
"""The norm to which gradients are clipped."""
_TOLD = 1000
_TOGETHER = 16_384
_NEVER = -1e9


@dataclass(frozen=True)
class Pace:
    """Settings for learning from a fixed set of positions."""

    steps: int = 10_000
    lines: int = 2048
    """Positions in a step, half of them late or about the extension. To these are added half as many positions in which
    no choice was in question.
    """
    rate: float = 1e-3
    """Adam's learning rate at the beginning; it decreases to 0."""
    points: float = 20.0
    """The lead in points that makes an action e times as likely."""
    clip: float = 800.0
    """An action's lead over the mean of the actions, or its deficit, is clipped to this many points."""
    kept_late: float = 0.1
    kept: float = 0.2
    """The shares of the player's earlier logits that stay, in late positions and in others. 1 keeps all, 0 nothing."""
    firmness: float = 5.0
    """The weight, relative to the squares, of the term that keeps the player unchanged where no choice was in
    question.
    """
    average: float = 0.01
    """The weight of each step in the running average that is the result."""


def distil(player: PlayerTower, weighed: Sequence[Weighed], pace: Pace, tell: Callable[[str], None]) -> PlayerTower:
    """Return a player that begins as ``player`` and learns from these positions. The result is an average over the
    steps.

    All random numbers are torch's. ``tell`` gets a line after every thousandth step: the mean squared error of the
    logits, and the change in positions where no choice was in question, in nats.
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
    """The targets for the player, in positions that torch draws at random."""

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
        """Return ``said`` minus its mean over the evaluated actions, and 0 for the other actions."""
        asked = self._asked[lines]
        return (said - (said * asked).sum(dim=1, keepdim=True) / self._number[lines]) * asked

    def missed(self, pupil: PlayerTower) -> Tensor:
        """Return the pupil's mean squared error over the actions of some positions."""
        halves = [half[torch.randint(len(half), (self._pace.lines // 2,))] for half in self._halves if len(half)]
        lines = torch.cat(halves)
        off = self._centred(pupil(self._seen[lines]), lines) - self._aims[lines]
        return (off.square().sum(dim=1) / self._number[lines, 0]).mean()

    def moved(self, pupil: PlayerTower) -> Tensor:
        """Return the Kullback-Leibler divergence from the old player in positions where no choice was in question."""
        some = torch.randint(len(self._quiet), (self._pace.lines // 2,))
        lines, old = self._quiet[some], self._chances[some]
        logs = torch.log_softmax(pupil(self._seen[lines]).masked_fill(~self._legal[lines], _NEVER), dim=1)
        return (old * (old.clamp_min(1e-9).log() - logs)).sum(dim=1).mean()
