"""A judge for a player that does not learn any more: what open hands are worth when both sides go on as it plays.

The critic of the training run has judged a player that changed all the time, in hands that it played half by lot. This
one goes on learning from it, with the player doing what it likes best but for a choice here and there, since the judge
is asked about positions to which poor choices have led, too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as f

from mile_bones.lab.training.advantages import Settings, traced
from mile_bones.lab.training.networks import Tower, draw_to, sharpened
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.lab.training.stakes import Stakes


@dataclass(frozen=True)
class Pace:
    """How to learn."""

    batches: int = 150
    hands: int = 2048
    lines: int = 1024
    rate: float = 5e-4
    """Of Adam at the beginning; it goes down to nothing."""
    trace: float = 0.9
    """Lambda: how much of what followed is believed rather than what the judge says of it."""
    sharpness: float = 3.0
    """So many times as sure the player is of everything: it nearly always does what it likes best."""
    anywhere: float = 0.5
    """The part of the games that begin at any standing."""
    average: float = 0.002
    """What each step adds to the average that is the result."""


def train(
    judge: Tower, player: Tower, stakes: Stakes, pace: Pace, rng: np.random.Generator, tell: Callable[[str], None]
) -> Tower:
    """A judge of hands that this player plays, which begins as that one: the average of the way there.

    ``tell`` gets a line after every tenth batch: how much of what came the judge foresaw, 1 all and 0 nothing.
    """
    device = torch.device("cpu")
    pupil = copy.deepcopy(judge).requires_grad_(True)
    average = copy.deepcopy(judge).requires_grad_(False)
    steps = torch.optim.Adam(pupil.parameters(), fused=True)
    tables, surely = Tables(pace.hands, rng), sharpened(player, pace.sharpness)
    done = 0
    for number in range(pace.batches):
        course = play(surely, tables, device)
        tables.finish(course.ended, pace.anywhere)
        found = traced(course, pupil, stakes, Settings(trace=pace.trace), device)
        seen, returns = torch.from_numpy(found.open_rows), torch.from_numpy(found.returns)
        errors = []
        for group in steps.param_groups:
            group["lr"] = pace.rate * (1 - number / pace.batches)
        for lines in torch.randperm(len(returns)).split(pace.lines):
            error = f.mse_loss(pupil(seen[lines])[:, 0], returns[lines])
            steps.zero_grad(set_to_none=True)
            error.backward()
            torch.nn.utils.clip_grad_norm_(pupil.parameters(), 1.0)
            steps.step()
            errors.append(error.item())
            done += 1
            draw_to(average, pupil, max(pace.average, 1 / done))
        if number % 10 == 9 or number == pace.batches - 1:
            tell(f"{number + 1}/{pace.batches}: {1 - np.mean(errors) / returns.var().item():.4f}")
    return average
