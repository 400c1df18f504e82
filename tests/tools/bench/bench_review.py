"""Measures the review of a game of six hands: ``python tests/tools/bench/bench_review.py [--jobs 2] [--worlds 2400]``.

The first game of six hands that ``original`` plays against itself is reviewed in the same way as for a window. The tool
prints the time on the clock, the processor time of all processes together, and how long people wait for the first
choice and the first hand. The aim is a minute on two cores, that is, 120 s of processor time. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from time import monotonic

from mile_bones.engine.record import Record
from mile_bones.library.reviews import Reviewing, Reviews, command
from mile_bones.match.match import Match
from mile_bones.match.review import WORLDS, Choice, HandReview
from mile_bones.match.seats import Computer, Setup
from mile_bones.players import load_player
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem

HANDS = 6


def game() -> Record:
    """Return the first game that has ``HANDS`` hands."""
    level = "original"
    player = load_player("mile-bones", level)
    for seed in count(1):
        seats = Computer(level, "One"), Computer(level, "Two")
        match = Match.start(Setup("mile-bones", seats, "mile-bones", seed), lambda _record: None)
        while (question := match.question()) is not None:
            match.submit(question.seat, player.choose(question.observation), question.ply)
        if match.record().body.count == HANDS:
            return match.record()
    raise AssertionError("seeds have no end")


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    chosen = parser.parse_args()
    record = game()
    with tempfile.TemporaryDirectory() as folder:
        reviews = Reviews(History(Path(folder) / "history.db", _trouble))
        reviewing = Reviewing(reviews, record, chosen.worlds, chosen.jobs)
        before, began = os.times(), monotonic()
        first: dict[type, float] = {}
        choices = 0
        with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(reviewing.request)
            process.stdin.flush()
            for line in process.stdout:
                piece = reviewing.heard(line)
                choices += isinstance(piece, Choice)
                first.setdefault(type(piece), monotonic() - began)
        after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"{HANDS} hands, {choices} choices, {chosen.worlds} worlds each, {chosen.jobs} processes")
    print(f"  on the clock {monotonic() - began:.0f} s, processor time {spent:.0f} s")
    print(f"  first choice after {first[Choice]:.1f} s, first hand after {first[HandReview]:.1f} s")


def _trouble(problem: Problem) -> None:
    raise OSError(problem.message())


if __name__ == "__main__":
    main()
