"""The cost of keeping everything: ``tests/tools/bench/bench_storage.py [--saves 400] [--runs 9] [--games 10000]``.

There are three questions. First, what does one autosave cost, early and late in a long game? A bare write of the same
bytes (write, fsync, rename, as in any program that must not lose them) takes turns with the autosave, with and without
the fsync of the folder. The comparison shows how much of the cost is the disk's and how much is the game's. Second,
does a long history slow the start down? Processes with and without a long history take turns. Third, what do statistics
over a long history cost? They take turns with statistics over a hundredth of the history. The dialogs over a still
longer history are measured by ``bench_lists.py``. The aims are 5 ms for an autosave at the 99th percentile, no slower
start, and 300 ms for statistics. Nothing is asserted.

``--folder`` chooses the disk. Without it, the disk of the temporary files is measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]

from bench_start import GAME, once, prepare, told  # noqa: E402 - beside this file

import many  # noqa: E402
from mile_bones.engine.bodies import Hands  # noqa: E402
from mile_bones.engine.record import PlayerInfo, Record  # noqa: E402
from mile_bones.games import load_game  # noqa: E402
from mile_bones.match.match import Match  # noqa: E402
from mile_bones.players import load_player  # noqa: E402
from mile_bones.storage.autosave import Autosave  # noqa: E402
from mile_bones.storage.history import History  # noqa: E402
from mile_bones.storage.problems import Problem  # noqa: E402
from mile_bones.storage.profile import Profile  # noqa: E402
from mile_bones.storage.statistics import Span  # noqa: E402

AIM_SAVE_MS, AIM_STATISTICS_MS = 5.0, 300.0
SOWN = 100
"""The number of games that are really played. The other games of a long history are copies of them."""
NOON = datetime(2026, 5, 4, 12)  # noqa: DTZ001 - as the game has it: local time


def fail(problem: Problem) -> None:
    sys.exit(problem.message())


class Took(NamedTuple):
    """The milliseconds by the clock, and of the processor. Other programs do not affect the latter."""

    clock: float
    processor: float


def timed(act: Callable[[], object]) -> Took:
    start, used = perf_counter_ns(), process_time_ns()
    act()
    return Took((perf_counter_ns() - start) / 1e6, (process_time_ns() - used) / 1e6)


def median(times: list[Took]) -> float:
    return statistics.median(took.clock for took in times)


def late(times: list[Took], part: float = 0.99) -> float:
    """Return a percentile by the clock: `part` is 0.99 for the 99th."""
    return sorted(took.clock for took in times)[int(len(times) * part)]


def spread(name: str, times: list[Took]) -> str:
    """Return the median, the 99th percentile and the longest, as text."""
    return (
        f"  {name:42} median {median(times):6.2f}, 99th percentile {late(times):6.2f}, "
        f"longest {max(times).clock:6.2f} ms; processor {statistics.median(took.processor for took in times):6.2f}"
    )


def played(seed: int) -> Record:
    """Return a whole game of two quick players, as a game of a person and the computer."""
    state, brains = (
        load_game("mile-bones").new_state(seed),
        [load_player("mile-bones", "easy", seed=seat) for seat in (0, 1)],
    )
    while not state.is_terminal():
        seat = state.current_player
        state.apply_action(brains[seat].choose(state.observation(seat)))
    players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
    return Record("mile-bones", "mile-bones", players, state.body(), seed=seed)


# ------------------------------------------------------------------ one autosave


def bare(folder: Path, data: bytes, *, with_folder: bool) -> None:
    """Do what any program has to do to write either all bytes to the disk or none of them."""
    temporary = folder / "bare.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(descriptor)
    temporary.replace(folder / "bare")
    if with_folder:
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def text_of(match: Match) -> bytes:
    return match.record().to_json().encode()


def save(slot: Autosave, match: Match) -> None:
    """Save as the match does after every action."""
    slot.save(match.record())


def autosaves(folder: Path, saves: int, games: list[Record]) -> None:
    """Measure a match, as the window has it, at the beginning, in the middle and at the end of the longest game."""
    longest = max(games, key=lambda record: sum(len(hand.actions) for hand in record.hands))
    slot = Autosave(Profile(folder), fail, datetime.now)
    print(f"One autosave, {saves} of each by turns (the longest of {len(games)} games: {len(longest.hands)} hands)")
    worst = least = 0.0
    for name, hands in (("first hand", 1), ("half way", len(longest.hands) // 2), ("last hand", len(longest.hands))):
        last = longest.hands[hands - 1]
        cut = replace(last, actions=last.actions[: len(last.actions) // 2], score=None)
        match = Match.resume(replace(longest, body=Hands((*longest.hands[: hands - 1], cut))), slot.save, level="easy")
        data = text_of(match)
        kinds: dict[str, Callable[[], object]] = {
            "autosave": partial(save, slot, match),
            "of that, the record as text": partial(text_of, match),
            "bare write, fsync, rename": partial(bare, folder, data, with_folder=False),
            "the same and fsync of the folder": partial(bare, folder, data, with_folder=True),
        }
        found: dict[str, list[Took]] = {what: [] for what in kinds}
        for _save in range(saves):
            for what, act in kinds.items():
                found[what].append(timed(act))
        for what, values in found.items():
            print(spread(f"{name}, {len(data):,} bytes: {what}" if what == "autosave" else f"  {what}", values))
        mine, disk = found["autosave"], found["the same and fsync of the folder"]
        ratio = median(mine) / median(disk)
        print(f"    autosave / bare with folder: {ratio:.2f} of medians, {late(mine) / late(disk):.2f} of 99th")
        worst, least = max(worst, late(mine)), max(least, late(disk))
    slot.close()
    met = "met" if worst <= AIM_SAVE_MS else "MISSED"
    print(f"  aim: 99th percentile {AIM_SAVE_MS:.0f} ms: {met} with {worst:.1f}; the bare write needs {least:.1f}")


# ------------------------------------------------------------------ a long history


def fill(path: Path, games: int, records: list[Record]) -> History:
    """Return a history of `games` games: some that were played, and copies of them by other people on other days."""
    history = History(path, fail)
    many.fill(history, path, games, records, NOON)
    return history


def starts(folder: Path, runs: int, games: int, records: list[Record]) -> None:
    """Measure the start of the whole program on a private X server, with two profiles that differ only in the
    history.
    """
    from pictures.screen import screen

    with screen() as display:
        rooms = {}
        for name, count in (("no game", 0), (f"{games:,} games", games)):
            rooms[name] = {
                **{key: value for key, value in display.items() if key != "PYTHONDONTWRITEBYTECODE"},
                "BENCH_PROFILE": str(folder / f"profile-{count}"),
                "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            }
            prepare(rooms[name])
            if count:
                fill(Profile(folder / f"profile-{count}").history_path, count, records)
        found: dict[str, list[dict[str, float]]] = {name: [] for name in rooms}
        for run in range(runs):
            for name in sorted(rooms, reverse=bool(run % 2)):
                found[name].append(once(GAME, rooms[name], 1000))
    print(f"Start with and without a history, {runs} runs each by turns, 1280x800 under Xvfb")
    for key, unit, title in (
        ("ms", "ms", "to the first painted window"),
        ("game", "ms", "until the cards lie on it"),
        ("settled", "MiB", "peak a while later"),
    ):
        medians = []
        for name, lines in found.items():
            values = [line[key] for line in lines]
            medians.append(statistics.median(values))
            print(f"  {told(f'{title}, {name}', values, unit)}")
        print(f"    ratio {medians[1] / medians[0]:.2f}")


# ------------------------------------------------------------------ statistics


def sums(folder: Path, runs: int, games: int, records: list[Record]) -> None:
    """Measure the statistics that the history computes in one piece."""
    few = games // SOWN
    short, long = (fill(folder / f"history-{count}.db", count, records) for count in (few, games))
    lately = Span("mile-bones", "easy", NOON.date() - timedelta(days=200))
    found: dict[tuple[str, int], list[Took]] = {}
    for run in range(runs):
        for count, history in ((few, short), (games, long))[:: 1 if run % 2 else -1]:
            for name, span in (("of all games", Span()), ("of 200 days", lately)):
                found.setdefault((name, count), []).append(timed(partial(history.statistics, span)))
    print(f"Statistics over {games:,} games and over {few:,}, {runs} of each by turns")
    for name in dict.fromkeys(name for name, _count in found):
        for count in (few, games):
            print(spread(f"{name}, {count:,}", found[name, count]))
        print(f"    ratio of medians {median(found[name, games]) / median(found[name, few]):.1f}")
    met = "met" if median(found["of all games", games]) <= AIM_STATISTICS_MS else "MISSED"
    print(f"  aim: statistics of all games, {AIM_STATISTICS_MS:.0f} ms in the median: {met}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Autosave, start with a long history, statistics.")
    parser.add_argument("--saves", type=int, default=400, help="autosaves at each moment of the game")
    parser.add_argument("--runs", type=int, default=9, help="starts and statistics of each kind")
    parser.add_argument("--games", type=int, default=10_000, help="games in the long history")
    parser.add_argument("--folder", type=Path, help="a folder on the disk that is measured")
    parser.add_argument("--only", choices=("autosave", "start", "statistics"), help="one of the three")
    chosen = parser.parse_args()
    if hasattr(os, "getloadavg"):
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    records = [played(seed) for seed in range(SOWN)]
    with tempfile.TemporaryDirectory(prefix="mile-bones-bench-", dir=chosen.folder) as name:
        folder = Path(name)
        if chosen.only in (None, "autosave"):
            autosaves(folder, chosen.saves, records)
        if chosen.only in (None, "start"):
            starts(folder, chosen.runs, chosen.games, records)
        if chosen.only in (None, "statistics"):
            sums(folder, chosen.runs, chosen.games, records)


if __name__ == "__main__":
    main()
