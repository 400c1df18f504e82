"""The training run: self-play, learning, evaluation and checkpoints, until the planned number of choices is done."""

from __future__ import annotations

import copy
import io
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.rules import NAME, RULE_SETS
from mile_bones.i18n import gettext as _
from mile_bones.lab import arena
from mile_bones.lab.batch import features
from mile_bones.lab.batch.compiled import use_cores
from mile_bones.lab.training import export, judging
from mile_bones.lab.training.advantages import Settings, weigh
from mile_bones.lab.training.duel import duels
from mile_bones.lab.training.guess import train as train_guess
from mile_bones.lab.training.learning import Learner, Pace
from mile_bones.lab.training.networks import PlayerTower, Tower, grown, half_is_quick
from mile_bones.lab.training.plans import OtherPlanError, check_same
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.lab.training.stakes import CELLS, Stakes, chances
from mile_bones.players import load_player
from mile_bones.players.milebones.expert import ExpertPlayer
from mile_bones.players.milebones.stakes import UNIT
from mile_bones.storage.files import write_atomically

CHECKPOINT = "checkpoint.pt"
CURVE = "curve.jsonl"
PLAYER = "player.npz"
CHAMPION = "champion.npz"

_ANYWHERE_FROM = 0.25
"""After this part of the run every second game begins at random totals. Earlier, the player has enough to do with
learning to play well.
"""
_EXTENDED_AT_FIRST, _EXTENDED_UNTIL = 0.3, 0.1
"""The share of trips that are extended at random at first, and the part of the run in which this is done.

An extension is a loss to a player who does not yet play well. Without this rule, some runs ruled the extension out at
once and never found out its value.
"""
_SLOWER_FROM = 0.8
"""From this part of the run on, the steps decrease to 0, and the residual is 0."""
_REMEMBERED = 40
"""The number of batches whose scores are used to compute the value of totals. It is computed again after the same
number of batches.
"""
_FIRST_RECKONING = 10


_FIXED = ("seed", "hidden", "hands", "rate", "against", "memory", "start")
"""Settings that must not change when a run is resumed. Other settings may: a run can be made longer, or use a different
number of cores.
"""


class DamagedError(ValueError):
    """Raised if the folder holds a checkpoint that cannot be read; the message names it."""


@dataclass(frozen=True)
class Plan:
    """The settings of a run. The same plan gives the same player on the same machine, with the same versions and
    cores.
    """

    seed: int
    choices: int
    """The number of choices, of both players, after which the run ends."""
    hidden: int = 256
    hands: int = 2048
    """The number of hands side by side. In the first tenth of the run it is half of this."""
    rate: float = 5e-4
    evaluate_every: int = 20_000_000
    """Choices from one evaluation to the next."""
    evaluate_hands: int = 3000
    guesses: int = 60
    """The number of batches of hands from which the champion's network for guessing cards learns, at the end."""
    judging: judging.Pace = field(default_factory=judging.Pace)
    """Settings of the judge's training, at the end."""
    cores: int = 2
    device: str = "cpu"
    against: str | None = None
    """The file of a player that is the opponent in all hands and does not learn, or None for self-play."""
    memory: bool = False
    """The file of a player with which training begins, or None to begin with random weights.

    The critic then begins as the judge that is shipped. ``hidden`` must be a multiple of the width of the player's
    hidden layers.
    """
    start: str | None = None
    """The file of a player with which training begins, or None to begin with random weights.

    The critic then begins as the judge that is shipped. ``hidden`` must be a multiple of the width of that player.
    """


class Run:
    """A training run in a folder; ``Run.open`` begins or resumes it."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.done = 0
        self.seconds = 0.0
        torch.manual_seed(plan.seed)
        torch.set_num_threads(plan.cores)
        use_cores(plan.cores)
        device = torch.device(plan.device)
        half = device.type == "cuda" or half_is_quick()
        self._opponent = None if plan.against is None else export.tower(Path(plan.against)).to(device)
        sees = features.CRITIC_SCALE if self._opponent is None else (*features.CRITIC_SCALE, 1.0)
        actor = PlayerTower(plan.hidden, half=half, remembers=plan.memory).to(device)
        critic = Tower(sees, plan.hidden, 1, half=half).to(device)
        if plan.start is not None:
            grown(export.tower(Path(plan.start)), actor)
            _guess, judge, _stakes, _part = export.champion_towers(resources.path("players/champion.npz"))
            grown(judge.tower, critic)
        self.learner = Learner(actor, critic, plan.cores)
        self._device = device
        self._rng = np.random.default_rng(plan.seed)
        self._tables = Tables(plan.hands, self._rng)
        self._outcomes = [deque[NDArray[np.int16]](maxlen=_REMEMBERED) for _rules in at.RULE_SETS]
        self._batches = 0
        flat = (np.arange(CELLS)[:, None] - np.arange(CELLS)) * (UNIT / 12_800) + 0.5  # until hands have been played
        self._stakes = Stakes.of([flat.clip(0.01, 0.99).astype(np.float32) for _rules in at.RULE_SETS])

    @classmethod
    def open(cls, plan: Plan, folder: Path) -> Run:
        """Begin in the folder, or resume the run there.

        Raise OtherPlanError if the run has another plan, DamagedError if it cannot be read, OSError from the disk.
        """
        folder.mkdir(parents=True, exist_ok=True)
        run = cls(plan, folder)
        if (folder / CHECKPOINT).exists():
            data = (folder / CHECKPOINT).read_bytes()
            try:
                run._restore(torch.load(io.BytesIO(data), map_location=plan.device, weights_only=True))
            except OtherPlanError:
                raise
            except Exception as error:  # a damaged file causes all kinds of errors in the unpickler, in torch and here
                raise DamagedError(
                    _("“{file}” is damaged, or of another version").format(file=folder / CHECKPOINT)
                ) from error
        return run

    def go(self, tell: Callable[[str], None]) -> None:
        """Train to the end of the plan. ``tell`` gets a line now and then."""
        plan = self.plan
        saved = time.monotonic()
        next_evaluation = (self.done // plan.evaluate_every + 1) * plan.evaluate_every
        while self.done < plan.choices:
            began = time.monotonic()
            progress = self.done / plan.choices
            self._resize(plan.hands // 2 if progress < 0.1 else plan.hands)
            is_called_by_lot = self.plan.start is None and progress < _EXTENDED_UNTIL
            extend = _EXTENDED_AT_FIRST if is_called_by_lot else None
            course = play(self.learner.actor, self._tables, self._device, extend, self._opponent)
            self._note(self._tables.finish(course.ended, 0.0 if progress < _ANYWHERE_FROM else 0.5))
            settings = Settings(residual=Settings.residual * max(0.0, 1 - progress / _SLOWER_FROM))
            experience = weigh(course, self.learner.critic, self._stakes, settings, self._device)
            report = self.learner.learn(experience, _pace(plan, progress))
            self.done += len(experience.returns)
            self.seconds += time.monotonic() - began
            left = self.seconds * (plan.choices - self.done) / self.done
            tell(
                _(
                    "{done:.1f} of {planned:.0f} million choices, {speed:,.0f} a second, {left} left; undecided "
                    "{entropy:.3f}, moved {moved:.4f}, foreseen {explained:.0%}, extended {extended:.0%}, completed "
                    "{completed:.0%}"
                ).format(
                    done=self.done / 1e6,
                    planned=plan.choices / 1e6,
                    speed=self.done / self.seconds,
                    left=_clock(left),
                    entropy=report.entropy,
                    moved=report.moved,
                    explained=report.explained,
                    extended=experience.extended,
                    completed=experience.completed,
                )
            )
            if self.done >= next_evaluation or self.done >= plan.choices:
                next_evaluation += plan.evaluate_every
                strength = self._evaluate()
                self._save()
                tell(strength)
                saved = time.monotonic()
            elif time.monotonic() - saved > 120:
                self._save()
                saved = time.monotonic()

    def finish(self, tell: Callable[[str], None]) -> None:
        """Train the networks that guess cards and judge hands, and write the champion's file, after the plan is done.

        After training against an opponent, do nothing, because a champion's judge assumes that both sides play the same
        way.
        """
        if self._opponent is not None:
            return
        guess = train_guess(self.learner.average, self.plan.hands, self.plan.guesses, self._rng, self._device, tell)
        critic, player = (copy.deepcopy(each).cpu() for each in (self.learner.critic, self.learner.average))
        part = Settings().game_part
        judge = judging.train(critic, player, self._stakes, part, self.plan.judging, self._rng, tell)
        arrays = export.champion(judge, guess, self._stakes, part)
        export.write(arrays, self.folder / CHAMPION)

    def _resize(self, hands: int) -> None:
        if len(self._tables.rules) != hands:
            self._tables = Tables(hands, self._rng)

    def _note(self, outcomes: NDArray[np.int16]) -> None:
        """Remember the scores of hands. Every ``_REMEMBERED`` batches, compute the value of totals again."""
        self._batches += 1
        for rules, known in enumerate(self._outcomes):
            known.append(outcomes[self._tables.rules == rules])
        if self._batches == _FIRST_RECKONING or self._batches % _REMEMBERED == 0:
            self._stakes = Stakes.of([chances(np.concatenate(known)) for known in self._outcomes])

    def _evaluate(self) -> str:
        """Play the averaged player against others, and add a line to the curve."""
        entry: dict[str, Any] = {"choices": self.done, "seconds": round(self.seconds)}
        if self._opponent is not None:
            average, opponent = (copy.deepcopy(each).cpu() for each in (self.learner.average, self._opponent))
            for name, found in duels(average, opponent, self.plan.evaluate_hands // 2, 77):
                entry[f"against {name}"] = [round(found.mean, 1), round(found.se, 1)]
        if not self.plan.memory:
            player = ExpertPlayer(export.policy(self.learner.average))
            for level, share in (("easy", 2), ("original", 1)):
                for name, rules in RULE_SETS.items():
                    deals = self.plan.evaluate_hands // share // 2
                    mean, error = arena.compare_hands((player, load_player(NAME, level)), deals, 77, rules)
                    entry[f"{level} {name}"] = [round(mean, 1), round(error, 1)]
        with (self.folder / CURVE).open("a") as file:
            file.write(json.dumps(entry) + "\n")
        return json.dumps(entry)

    def _save(self) -> None:
        state = {
            "plan": asdict(self.plan),
            "done": self.done,
            "seconds": self.seconds,
            "learner": self.learner.state(),
            "luck": json.dumps(self._rng.bit_generator.state),
            "torch": torch.get_rng_state(),
            "first": torch.from_numpy(self._tables.first),
            "totals": torch.from_numpy(self._tables.totals),
            "batches": self._batches,
            "outcomes": [[torch.from_numpy(batch) for batch in known] for known in self._outcomes],
            "stakes": torch.from_numpy(self._stakes.tables),
        }
        data = io.BytesIO()
        torch.save(state, data)
        write_atomically(self.folder / CHECKPOINT, data.getvalue())
        export.write(export.layers(self.learner.average), self.folder / PLAYER)

    def _restore(self, state: dict[str, Any]) -> None:
        check_same(state["plan"], asdict(self.plan), _FIXED, self.folder)
        self.done, self.seconds = state["done"], state["seconds"]
        self.learner.restore(state["learner"])
        self._resize(len(state["first"]))
        self._tables.first, self._tables.totals = state["first"].numpy(), state["totals"].numpy()
        self._batches = state["batches"]
        for known, batches in zip(self._outcomes, state["outcomes"], strict=True):
            known.extend(batch.numpy() for batch in batches)
        self._stakes = Stakes.of(list(state["stakes"].numpy()))
        self._rng.bit_generator.state = json.loads(state["luck"])
        torch.set_rng_state(state["torch"].cpu())


def _pace(plan: Plan, progress: float) -> Pace:
    """Return the settings of learning: fast at first, then slower to 0."""
    if progress < _SLOWER_FROM:
        rate = plan.rate * (1 - 0.6 * progress / _SLOWER_FROM)
    else:
        rate = plan.rate * 0.4 * (1 - progress) / (1 - _SLOWER_FROM)
    return Pace(rate=max(rate, 1e-6), entropy=0.01 * (1 - 0.8 * progress))


def _clock(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02}"
