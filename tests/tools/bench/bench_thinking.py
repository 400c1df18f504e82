"""The window while the computer thinks: ``python tests/tools/bench/bench_thinking.py [--level LEVEL] [--rounds 5]``.

A precise timer of 16 ms runs in the real window, on the offscreen platform. The tool measures the intervals of this
timer in two cases: while the computer thinks without a pause in the thread that the program has for thinking, and while
the computer does not think. Both cases take turns within a minute, so that a noisy machine affects both. In the rows
"at rest", nothing else happens. In the rows "card flies", the table is painted all the time, which the game itself
never does while the computer thinks. The computer is asked, over and over, the four questions of a hand that take it
longest. Without ``--level`` a stand-in thinks: it runs 50 ms of plain Python for an answer, and so keeps the
interpreter from the window more than any player with NumPy does. ``--switch`` tries another switch interval. The aim is
a 99th percentile below 20 ms at rest. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation

ROOT = Path(__file__).resolve().parents[3]
AIM_MS = 20.0
SLICE_MS = 1200
HARDEST = 4


def late(values: list[float], part: float = 0.99) -> float:
    """Return a percentile: `part` is 0.99 for the 99th."""
    return sorted(values)[int(len(values) * part)]


def told(name: str, values: list[float]) -> str:
    """Return the median, the 95th and 99th percentiles and the longest, as text."""
    return (
        f"  {name:22} {len(values)} intervals: median {statistics.median(values):.1f}, 95th {late(values, 0.95):.1f}, "
        f"99th percentile {late(values):.1f}, longest {max(values):.1f} ms"
    )


def all_choices() -> list[Observation]:
    """Return the questions to the computer in the first hand of a game, one for each position in which it has a
    choice.
    """
    from mile_bones.games import load_game
    from mile_bones.players import load_player

    brain, state = load_player("mile-bones", "original"), load_game("mile-bones").new_state(seed=1)
    asked = []
    while state.observation(0).hand_number == 1:
        observation = state.observation(state.current_player)
        if state.current_player == 1 and len(observation.legal_actions()) > 1:
            asked.append(observation)
        state.apply_action(brain.choose(observation))
    return asked


def measure(level: str | None, rounds: int, switch: float | None) -> dict[tuple[bool, bool], list[float]]:
    """Return the intervals in ms. The key has two truth values: whether a card flies, and whether the computer thinks.
    Print how long an answer takes.
    """
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from mile_bones.desktop import thinking, worker_thread
    from mile_bones.desktop.boards.milebones import slot_names
    from mile_bones.desktop.collector import collect_when_idle
    from mile_bones.desktop.table.animator import Motion
    from mile_bones.desktop.table.model import BACK
    from mile_bones.match.thinking import Answer, ComputerPlayer, Question
    from mile_bones.players import levels
    from pictures.scenes import SCENES
    from pictures.stage import staged, wait_for
    from standins import Ponderer

    app = QApplication(["mile-bones", "-style", "fusion"])
    collect_when_idle()
    # Every question that is measured goes through the thread.
    ComputerPlayer.answers_at_once = lambda _self, _observation: False  # type: ignore[method-assign]
    if switch is not None:
        worker_thread.SWITCH_S = switch
    choices = all_choices()
    questions = cycle(choices)
    scene = next(one for one in SCENES if one.name == "drag")
    found: dict[tuple[bool, bool], list[float]] = {}
    answers: list[float] = []
    with tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder:
        stage = staged(scene, (1280, 800), "light", Path(folder))
        with stage as on:
            table = on.table
            table.gestures.cancel()
            table.animator.speed = 1.0
            wait_for(on.window.table.art.complete)
            thinker = thinking.Thinker(on.window)
            if level is None:
                thinker.load = lambda _game, _level, _cancel: Ponderer()
            keep_thinking = keep_flying = False
            asked = last = 0
            ticks: list[float] = []

            def ask() -> None:
                nonlocal asked
                if keep_thinking:
                    asked = perf_counter_ns()
                    thinker.ask_computer(
                        Question("mile-bones", 1, level or levels("mile-bones")[-1].name, next(questions), 0)
                    )

            def answered(_question: Question, answer: Answer) -> None:
                assert answer.trouble is None, answer.trouble
                answers.append((perf_counter_ns() - asked) / 1e6)
                ask()

            def tick() -> None:
                nonlocal last
                now = perf_counter_ns()
                if last:
                    ticks.append((now - last) / 1e6)
                last = now

            def fly() -> None:
                start, end = table.layout_now.slots[slot_names.DRAW], table.slots[slot_names.hand(5)].rect.center()
                flight = table.fly(BACK, start)
                begin = flight.pos()
                table.animator.run(
                    [Motion(lambda part: flight.between(begin, end, part), 600)], lambda: keep_flying and fly()
                )

            thinker.answered.connect(answered)
            timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=16)
            timer.timeout.connect(tick)
            loop = QEventLoop()
            keep_thinking = True
            ask()
            wait_for(lambda: len(answers) >= 2 * len(choices))  # the first time is for loading
            keep_thinking = False
            wait_for(lambda: not thinker.busy)
            took = dict(zip(range(len(choices)), answers[len(choices) :], strict=False))
            hardest = sorted(took, key=lambda index: took[index])[-HARDEST:]
            questions = cycle([choices[index] for index in hardest])
            answers.clear()
            gc.collect()
            gc.freeze()  # as the program does after its start
            for _round in range(rounds):
                for flying in (False, True):
                    for thinks in (False, True):
                        keep_flying, keep_thinking = flying, thinks
                        ask()
                        if flying:
                            fly()
                        last = 0
                        timer.start()
                        QTimer.singleShot(SLICE_MS, loop.quit)
                        loop.exec()
                        timer.stop()
                        keep_flying = keep_thinking = False
                        table.animator.finish()
                        wait_for(lambda: not thinker.busy)
                        found.setdefault((flying, thinks), []).extend(ticks)
                        ticks.clear()
            thinker.close()
    print(
        f"  {len(answers)} answers took {statistics.mean(answers):.1f} ms on average from question to signal, "
        f"99 of 100 at most {late(answers):.1f}"
    )
    del app
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="A 16 ms timer while the computer thinks.")
    parser.add_argument("--level", help="a level of the game; without it, a stand-in of 50 ms of plain Python")
    parser.add_argument("--rounds", type=int, default=5, help=f"slices of {SLICE_MS} ms of each kind")
    parser.add_argument("--switch", type=float, help="seconds of the switch interval, instead of the program's")
    chosen = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    print(f"A timer of 16 ms beside {chosen.level or 'a stand-in'} ({os.cpu_count()} cores, load {load})")
    found = measure(chosen.level, chosen.rounds, chosen.switch)
    for flying, name in ((False, "at rest"), (True, "card flies")):
        still, thinks = found[flying, False], found[flying, True]
        print(told(name, still))
        print(told(f"{name}, it thinks", thinks))
        print(f"  {name}: 99th percentile with thinking {late(thinks) / late(still):.2f} of that without")
        if not flying:
            print(f"  aim: below {AIM_MS:.0f} ms at rest: {'met' if late(thinks) < AIM_MS else 'NOT met'}")


if __name__ == "__main__":
    main()
