"""A judge for a player that does not learn any more: how hands end when both sides go on as it plays.

It begins with what a critic has learned to see, and learns from hands that the player plays against itself: from each
choice how the hand then ended. The player does what it likes best but for a choice here and there, since the judge is
asked about positions to which poor choices have led, too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as f

from mile_bones.lab.training.advantages import open_features
from mile_bones.lab.training.networks import Tower, draw_to, grown, sharpened
from mile_bones.lab.training.outcomes import Groups, OpenJudge, still_to_come
from mile_bones.lab.training.selfplay import Tables, play


@dataclass(frozen=True)
class Pace:
    """How to learn."""

    batches: int = 360
    hands: int = 4096
    groups: int = 256
    """Of outcomes."""
    part: float = 0.4
    """Of the choices of a hand: those beside one another look alike, and end alike."""
    lines: int = 1024
    rate: float = 1e-3
    """Of Adam at the beginning; it goes down to nothing."""
    sharpness: float = 3.0
    """So many times as sure the player is of everything: it nearly always does what it likes best."""
    anywhere: float = 0.5
    """The part of the games that begin at any standing."""
    average: float = 0.002
    """What each step adds to the average that is the result."""


def train(critic: Tower, player: Tower, pace: Pace, rng: np.random.Generator, tell: Callable[[str], None]) -> OpenJudge:
    """A judge of hands that this player plays, whose hidden layers begin as the critic's: the average of the way there.

    ``tell`` gets a line after every tenth batch: how little the outcomes were expected, in nats.
    """
    device = torch.device("cpu")
    tables, surely = Tables(pace.hands, rng), sharpened(player, pace.sharpness)
    tables.move(rng.random(pace.hands) < pace.anywhere)
    course = play(surely, tables, device)
    groups = Groups(still_to_come(course), pace.groups)
    pupil = Tower(critic.scale.tolist(), len(critic.one.bias), len(groups), half=critic.half_type is torch.bfloat16)
    grown(critic, pupil)
    with torch.no_grad():
        pupil.out.bias.copy_(torch.from_numpy(np.log(groups.shares())))
    average = copy.deepcopy(pupil).requires_grad_(False)
    steps = torch.optim.Adam(pupil.parameters(), fused=True)
    done = 0
    for number in range(pace.batches):
        if number:
            course = play(surely, tables, device)
        tables.finish(course.ended, pace.anywhere)
        chosen = np.flatnonzero(rng.random(len(course.rows)) < pace.part)
        seen = torch.from_numpy(open_features(course.rows[chosen], course.decks[course.hands[chosen]], None))
        came = torch.from_numpy(groups.of(still_to_come(course)[chosen]))
        errors = []
        for group in steps.param_groups:
            group["lr"] = pace.rate * (1 - number / pace.batches)
        for lines in torch.randperm(len(came)).split(pace.lines):
            error = f.cross_entropy(pupil(seen[lines]), came[lines])
            steps.zero_grad(set_to_none=True)
            error.backward()
            torch.nn.utils.clip_grad_norm_(pupil.parameters(), 1.0)
            steps.step()
            errors.append(error.item())
            done += 1
            draw_to(average, pupil, max(pace.average, 1 / done))
        if number % 10 == 9 or number == pace.batches - 1:
            tell(f"{number + 1}/{pace.batches}: {np.mean(errors):.4f}")
    return OpenJudge(average, groups.examples())
