"""A judge for a player that does not learn any more: a network that predicts how hands end if both sides play like that
player.

The hidden layers of the judge begin as a critic's. It learns from hands that the player plays against itself, from two
targets. The first target is the end of the hand after each choice, which contains all the luck of the hand. The second
is the value of the hand by the judge's own later estimates, which contains less luck and makes the judge consistent.
The player almost always takes its most likely action, but sometimes another, because the judge must also know positions
after poor choices.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as f

from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.training.advantages import open_features, traces
from mile_bones.lab.training.networks import Tower, draw_to, grown, sharpened
from mile_bones.lab.training.outcomes import Groups, OpenJudge, still_to_come
from mile_bones.lab.training.selfplay import Tables, Trajectories, play
from mile_bones.lab.training.stakes import Stakes
from mile_bones.players.milebones.network import POINTS


@dataclass(frozen=True)
class Pace:
    """The settings of the training."""

    batches: int = 240
    hands: int = 4096
    groups: int = 256
    """Groups of outcomes."""
    part: float = 0.4
    """The share of a hand's choices that are used. Not all are needed, because neighbouring choices are similar and
    have the same end.
    """
    lines: int = 1024
    rate: float = 1e-3
    """Adam's learning rate at the beginning; it decreases to 0."""
    sharpness: float = 3.0
    """The factor on the player's logits, which makes it nearly always take its most likely action."""
    anywhere: float = 0.5
    """The share of the games that begin with random totals."""
    average: float = 0.002
    """The weight of each step in the running average that is the result."""
    trace: float = 0.9
    """Lambda of the returns after a choice, from one choice of either player to the next."""
    own_word: float = 1.0
    """The weight of the error against these returns, relative to the error about the end of the hand."""


@dataclass(frozen=True)
class _Lessons:
    """The targets for some choices, one line each."""

    seen: Tensor
    came: Tensor
    """The group of the end of the hand."""
    followed: Tensor
    """The value of the hand after the choice, to the player who chose, in points."""
    worths: Tensor
    """The value for each group of outcomes."""

    def errors(self, pupil: Tower, lines: Tensor) -> tuple[Tensor, Tensor]:
        """Return the cross-entropy of the ends, in nats, and the mean squared error against ``followed``."""
        said = pupil(self.seen[lines])
        expected = (torch.softmax(said, 1) * self.worths[lines]).sum(1)
        return (
            f.cross_entropy(said, self.came[lines]),
            f.mse_loss(expected / POINTS, self.followed[lines] / POINTS),
        )


def train(
    critic: Tower,
    player: Tower,
    stakes: Stakes,
    game_part: float,
    pace: Pace,
    rng: np.random.Generator,
    tell: Callable[[str], None],
) -> OpenJudge:
    """Return a judge of hands that this player plays. It is an average over the steps of training.

    The hidden layers begin as the critic's. ``stakes`` and ``game_part`` define the value of hands. ``tell`` gets a
    line after every tenth batch: the two errors of ``_Lessons.errors``.
    """
    tables, surely = Tables(pace.hands, rng), sharpened(player, pace.sharpness)
    tables.move(rng.random(pace.hands) < pace.anywhere)
    course = play(surely, tables, torch.device("cpu"))
    groups = Groups(still_to_come(course), pace.groups)
    pupil = Tower(critic.scale.tolist(), len(critic.one.bias), len(groups), half=critic.half_type is torch.bfloat16)
    grown(critic, pupil)
    with torch.no_grad():
        pupil.out.bias.copy_(torch.from_numpy(np.log(groups.shares())))
    average = copy.deepcopy(pupil).requires_grad_(False)
    judge = OpenJudge(average, groups.examples())
    steps = torch.optim.Adam(pupil.parameters(), fused=True)
    done = 0
    for number in range(pace.batches):
        if number:
            course = play(surely, tables, torch.device("cpu"))
        tables.finish(course.ended, pace.anywhere)
        chosen = np.flatnonzero(rng.random(len(course.rows)) < pace.part)
        rows = course.rows[chosen]
        lessons = _Lessons(
            torch.from_numpy(open_features(rows, course.decks[course.hands[chosen]], None)),
            torch.from_numpy(groups.of(still_to_come(course)[chosen])),
            torch.from_numpy(followed(course, judge, stakes, game_part, pace.trace)[chosen]),
            torch.from_numpy(judge.each_worth(rows, stakes, game_part)),
        )
        errors = []
        for group in steps.param_groups:
            group["lr"] = pace.rate * (1 - number / pace.batches)
        for lines in torch.randperm(len(chosen)).split(pace.lines):
            end, word = lessons.errors(pupil, lines)
            steps.zero_grad(set_to_none=True)
            (end + pace.own_word * word).backward()
            torch.nn.utils.clip_grad_norm_(pupil.parameters(), 1.0)
            steps.step()
            errors.append((end.item(), word.item()))
            done += 1
            draw_to(average, pupil, max(pace.average, 1 / done))
        if number % 10 == 9 or number == pace.batches - 1:
            tell("{}/{}: {:.4f}, {:.4f}".format(number + 1, pace.batches, *np.mean(errors, axis=0)))
    return judge


def followed(
    course: Trajectories, judge: OpenJudge, stakes: Stakes, game_part: float, trace: float
) -> NDArray[np.float32]:
    """Return the value of the hand after each choice, in points to the player who chose.

    It is computed from the judge's estimates at the later choices, the next one counting most, and from the end of the
    hand. ``trace`` is the share that each later choice passes back to the earlier ones.
    """
    before, final = (stakes.worths(rows, game_part) for rows in (course.rows, course.ended))
    lies = np.where(course.rows[:, at.PLAYER] == 0, before, -before)
    said = judge.worths(course.rows, course.decks[course.hands], stakes, game_part)
    returns, _at_once = traces(course, before, (said - lies) / POINTS, final, trace)
    found: NDArray[np.float32] = POINTS * returns + lies
    return found
