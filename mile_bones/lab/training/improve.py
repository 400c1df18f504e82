"""Expert iteration: the player plays, its choices are evaluated by deeper search, and it learns from the results.

This is repeated as long as the player gains enough. Everything is kept in a folder: the evaluated choices of each
round, the player after each round, and that player's result against the one of the round before. The same plan gives
the same players, with the same versions on the same kind of processor.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mile_bones.i18n import gettext as _
from mile_bones.lab.batch.compiled import use_cores
from mile_bones.lab.training import export, judging
from mile_bones.lab.training.distilling import Pace, distil
from mile_bones.lab.training.duel import duels
from mile_bones.lab.training.guess import train as train_guess
from mile_bones.lab.training.networks import PlayerTower, half_is_quick, told_completions
from mile_bones.lab.training.plans import check_same
from mile_bones.lab.training.search import Depth, Teacher, Weighed
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.lab.workers import spread
from mile_bones.storage.files import write_atomically

PLAN = "plan.json"
CURVE = "rounds.jsonl"
PLAYER = "player.npz"
"""The file of the best player so far."""
CHAMPION = "champion.npz"
ENOUGH = 5.0
"""A number of points a hand. A round with a smaller gain is the last."""


@dataclass(frozen=True)
class Plan:
    """The settings of a run."""

    seed: int
    player: str
    """The file of the player to begin with."""
    champion: str
    """The file of the networks that guess cards and judge open hands."""
    rounds: int = 4
    """The maximal number of rounds. With 0, only the champion's other networks are made."""
    batches: int = 190
    """Batches in a round; each has about 14,000 choices."""
    hands: int = 1024
    """Hands in a batch: half of them begin at 0 to 0, the other half at random totals."""
    deals: int = 16_384
    """Deals of the match after a round, for each rule set. Each deal is played twice, with the seats swapped."""
    depth: Depth = field(default_factory=Depth)
    pace: Pace = field(default_factory=Pace)
    judging: judging.Pace = field(default_factory=judging.Pace)
    guesses: int = 60
    """The number of batches of hands from which the network learns to guess cards, at the end."""


@dataclass(frozen=True)
class Batch:
    """The task of a process: play one batch of a round and evaluate its choices. The batch is given by its number."""

    plan: Plan
    round: int
    player: str

    def __call__(self, number: int) -> Weighed:
        torch.set_num_threads(1)
        use_cores(1)
        seed = _seed(self.plan.seed, self.round, number)
        torch.manual_seed(seed)
        rng = np.random.default_rng([self.plan.seed, self.round, number])
        player, guess, judge, stakes, game_part = _towers(self.player, self.plan.champion)
        tables = Tables(self.plan.hands, rng)
        tables.move(rng.random(self.plan.hands) < 0.5)
        course = play(player, tables, torch.device("cpu"))
        teacher = Teacher(player, guess, judge, stakes, game_part, self.plan.depth, seed * 1_000_000)
        return teacher.weigh(course, rng)


class Improvement:
    """The rounds in a folder; ``go`` continues after the last finished one."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Begin in the folder, or continue with its contents.

        Raise OtherPlanError if the folder has another plan, NotAPlayerError for files that are not players, OSError
        from the disk.
        """
        self.plan, self.folder = plan, folder
        _towers(plan.player, plan.champion)
        folder.mkdir(parents=True, exist_ok=True)
        here = json.loads(json.dumps(asdict(plan)))
        try:
            there = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        except FileNotFoundError:
            write_atomically(folder / PLAN, json.dumps(here, indent=1).encode())
            return
        check_same(there, here, here.keys() - {"rounds"}, folder)

    def go(self, jobs: int, tell: Callable[[str], None]) -> None:
        """Do rounds until one gains less than ``ENOUGH``, or as many as planned. ``tell`` gets a line now and then."""
        torch.set_num_threads(jobs)
        use_cores(jobs)
        done = self._rounds()
        if not done:
            write_atomically(self.folder / PLAYER, Path(self.plan.player).read_bytes())
        while len(done) < self.plan.rounds and (not done or done[-1]["gain"] >= ENOUGH):
            number = len(done) + 1
            self._collect(number, jobs, tell)
            learned = self._learn(number, tell)
            done.append(self._compare(number, learned))
            tell(json.dumps(done[-1]))

    def finish(self, jobs: int, tell: Callable[[str], None]) -> None:
        """Train and write the champion's other networks: the judge of hands that the best player plays, and the card
        guesser.

        The values of points stay unchanged.
        """
        torch.set_num_threads(jobs)
        use_cores(jobs)
        torch.manual_seed(self.plan.seed)
        rng = np.random.default_rng(self.plan.seed)
        player = export.tower(self.folder / PLAYER, half=half_is_quick())
        _player, _guess, judge, stakes, game_part = _towers(self.plan.player, self.plan.champion)
        judge = judging.train(judge.tower, player, stakes, game_part, self.plan.judging, rng, tell)
        guess = train_guess(player, self.plan.judging.hands, self.plan.guesses, rng, torch.device("cpu"), tell)
        export.write(export.champion(judge, guess, stakes, game_part), self.folder / CHAMPION)

    def _rounds(self) -> list[dict[str, Any]]:
        """Return the results of the rounds that are done."""
        try:
            return [json.loads(line) for line in (self.folder / CURVE).read_text(encoding="utf-8").splitlines()]
        except FileNotFoundError:
            return []

    def _player(self, number: int) -> str:
        """Return the file of the player after this round."""
        return str(self.folder / f"player-{number}.npz") if number else self.plan.player

    def _batch(self, number: int, batch: int) -> Path:
        return self.folder / f"round-{number}" / f"{batch:04}.npz"

    def _collect(self, number: int, jobs: int, tell: Callable[[str], None]) -> None:
        (self.folder / f"round-{number}").mkdir(exist_ok=True)
        missing = [batch for batch in range(self.plan.batches) if not self._batch(number, batch).exists()]
        work = Batch(self.plan, number, self._player(number - 1))
        for done, (batch, weighed) in enumerate(spread(work, missing, jobs, patience=0), 1):
            export.write(vars(weighed), self._batch(number, batch))
            tell(
                _("round {number}: {done} of {planned} batches, {choices} choices in the last").format(
                    number=number, done=done, planned=len(missing), choices=len(weighed.seen)
                )
            )

    def _learn(self, number: int, tell: Callable[[str], None]) -> PlayerTower:
        torch.manual_seed(_seed(self.plan.seed, number, 0))
        before = told_completions(export.tower(Path(self._player(number - 1)), half=half_is_quick()))
        learned = distil(before, list(self._weighed(number)), self.plan.pace, tell)
        export.write(export.layers(learned), Path(self._player(number)))
        return learned

    def _weighed(self, number: int) -> Iterator[Weighed]:
        for batch in range(self.plan.batches):
            with np.load(self._batch(number, batch), allow_pickle=False) as file:
                yield Weighed(**{name: file[name] for name in file.files})

    def _compare(self, number: int, learned: PlayerTower) -> dict[str, Any]:
        """Play the match against the player of the round before, record the result, and keep the better one as the
        best.
        """
        before = export.tower(Path(self._player(number - 1)), half=half_is_quick())
        entry: dict[str, Any] = {"round": number}
        gains = []
        for rules, found in duels(learned, before, self.plan.deals, self.plan.seed):
            entry[rules] = [round(found.mean, 1), round(found.se, 1)]
            gains.append(found.mean)
        entry["gain"] = round(sum(gains) / len(gains), 1)
        best = self._player(number if entry["gain"] > 0 else number - 1)
        write_atomically(self.folder / PLAYER, Path(best).read_bytes())
        with (self.folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        return entry


def _seed(seed: int, number: int, batch: int) -> int:
    return (seed * 100 + number) * 10_000 + batch


@cache
def _towers(player: str, champion: str) -> tuple[Any, ...]:
    """Load the networks that a process needs; they are cached."""
    half = half_is_quick()
    return (export.tower(Path(player), half=half), *export.champion_towers(Path(champion), half=half))
