"""A judge for a player that does not learn any more: how hands end when both sides go on as it plays.

It begins with what a critic has learned to see, and learns from hands that the player plays against itself: from each
choice how the hand then ended, which has all the luck of the hand in it; and what the hand was worth by what the judge
itself said later on, which has less luck in it, and makes it agree with itself. The player does what it likes best but
for a choice here and there, since the judge is asked about positions to which poor choices have led, too.
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
    """How to learn."""

    batches: int = 240
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
    trace: float = 0.9
    """Lambda of what followed a choice, from one choice of either player to the next."""
    own_word: float = 1.0
    """How much that counts beside how the hand ended."""


@dataclass(frozen=True)
class _Lessons:
    """What some choices teach, one line each."""

    seen: Tensor
    came: Tensor
    """The group of how the hand ended."""
    followed: Tensor
    """What the hand was worth then, to whoever chose, in points."""
    worths: Tensor
    """What it is worth by each group."""

    def errors(self, pupil: Tower, lines: Tensor) -> tuple[Tensor, Tensor]:
        """How little it expected the ends, in nats, and how far off it was with what followed, squared."""
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
    """A judge of hands that this player plays, whose hidden layers begin as the critic's: the average of the way there.

    ``stakes`` and ``game_part`` say what hands are worth. ``tell`` gets a line after every tenth batch: how little the
    ends were expected, and how far off it was with what followed (``_Lessons.errors``).
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
    """What the hand was worth after each choice, in points to whoever made it.

    By what the judge said at the choices that came after it, the next one counting most, and by how the hand ended;
    ``trace`` is the part that each hands on to those behind it.
    """
    before, final = (stakes.worths(rows, game_part) for rows in (course.rows, course.ended))
    lies = np.where(course.rows[:, at.PLAYER] == 0, before, -before)
    said = judge.worths(course.rows, course.decks[course.hands], stakes, game_part)
    returns, _at_once = traces(course, before, (said - lies) / POINTS, final, trace)
    found: NDArray[np.float32] = POINTS * returns + lies
    return found
