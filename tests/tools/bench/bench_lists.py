"""A very long history in front of the window, and a long import: ``tests/tools/bench/bench_lists.py [--runs 3]``.

With ``--games 100000``, the tool measures how long the window does not answer while the list is opened, searched,
sorted, filtered and added up. For each step it prints three times in milliseconds. The first is the time by the clock
until there is something to see. The second is the longest time between two looks at the mouse and the keyboard, by the
clock and by the processor, whose time is not affected by other programs. The third is the time until everything is
done. The tool also prints how much more memory the list takes than the list of an empty history.

With ``--imported 5000``, the tool measures the seconds of processor time for an import of 5,000 games.

The aims are something to see within 300 ms, never 100 ms without an answer, 150 MB, and 15 s. The time to make a dialog
with nothing in it is printed, but has no aim. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]
os.environ["QT_QPA_PLATFORM"] = "offscreen"

from bench_storage import NOON, SOWN, fail, played  # noqa: E402 - beside this file
from PySide6.QtCore import QCoreApplication, QEvent, Qt, qInstallMessageHandler  # noqa: E402
from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: E402

import many  # noqa: E402
from mile_bones.desktop.dialogs.history import HistoryDialog  # noqa: E402
from mile_bones.desktop.dialogs.statistics import StatisticsDialog  # noqa: E402
from mile_bones.desktop.look.theme import apply_theme, resolve  # noqa: E402
from mile_bones.engine.record import PlayerInfo, Record  # noqa: E402
from mile_bones.games import GAMES  # noqa: E402
from mile_bones.library.exchange import Import  # noqa: E402
from mile_bones.library.review_statistics import reviewed  # noqa: E402
from mile_bones.library.reviews import made_by  # noqa: E402
from mile_bones.storage.archive import write_game, write_head  # noqa: E402
from mile_bones.storage.history import History  # noqa: E402

REVIEWED = 1000
"""The number of games that the coach has reviewed, approximately."""
COLUMNS = ("date", "name", "opponent", "result", "points", "hands", "rules", "deal")


class Room:
    """A window with dialogs in front of it, and the times of each step of somebody at the keyboard."""

    def __init__(self) -> None:
        qInstallMessageHandler(lambda *_noise: None)  # no messages about the offscreen platform's limits
        self.app = QApplication(["mile-bones", "-style", "fusion"])
        apply_theme(self.app, resolve("light", self.app), 1.0)
        self.window = QMainWindow()
        self.window.resize(1280, 800)
        self.window.show()
        self.found: dict[str, list[tuple[float, float, float, float]]] = {}

    def time(self, name: str, act: Callable[[], Any], dialog: Any = None) -> Any:
        """Call `act`, let the window work until everything is done, and note the times. Return the result of `act`."""
        begun, turns = perf_counter(), []
        done = None
        while not turns or dialog.line.busy:
            clock, processor = perf_counter(), process_time()
            if not turns:
                done = act()
                dialog = dialog or done
            self.app.processEvents()
            turns.append((1000 * (perf_counter() - clock), 1000 * (process_time() - processor)))
        longest = [max(turn[kind] for turn in turns) for kind in (0, 1)]
        self.found.setdefault(name, []).append((turns[0][0], *longest, 1000 * (perf_counter() - begun)))
        return done

    def use(self, history: History) -> int:
        """Open both dialogs and try everything. Return the bytes that are resident when the list is full."""

        def opened(dialog: Any) -> Any:
            dialog.open()
            return dialog

        games = self.time("list opens", lambda: opened(HistoryDialog(history.pages(), history.count(), self.window)))
        held = resident()
        for end in range(1, len("anna 2026") + 1):
            self.time("a key of “anna 2026”", lambda end=end: games.search.setText("anna 2026"[:end]), games)
        self.time("search is cleared", games.search.clear, games)
        for column, word in enumerate(COLUMNS):
            for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
                self.time(f"sorted by {word}", lambda c=column, o=order: games.list.sortByColumn(c, o), games)
        for index in (1, 0):
            self.time("filtered by result", lambda index=index: games.outcome.setCurrentIndex(index), games)
        self.time("all are selected", games.list.selectAll, games)
        self.close(games)
        statistics = StatisticsDialog(history.gather, partial(reviewed, history), NOON.date(), GAMES[0], self.window)
        sums = self.time("statistics open", lambda: opened(statistics))
        views = "results", "hand scores", "error rate", "errors by hand", "errors by kind", "luck", "luck by hand"
        for index, view in (*enumerate(views, 1), (0, "numbers")):
            self.time(f"statistics, {view}", lambda index=index: sums.show_as.setCurrentIndex(index), sums)
            if index:
                for table in (True, False):
                    name = f"statistics, {view}, {'table' if table else 'chart'}"
                    self.time(name, lambda table=table: sums.as_table.setChecked(table), sums)
        self.time("statistics of a level", lambda: sums.against.setCurrentIndex(1), sums)
        sums.show_as.setCurrentIndex(views.index("error rate") + 1)
        self.time("error rate against another level", lambda: sums.against.setCurrentIndex(2), sums)
        self.close(sums)
        return held

    def close(self, dialog: Any) -> None:
        dialog.close()
        dialog.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def lists(folder: Path, runs: int, games: int, records: list[Record]) -> None:
    room, history = Room(), History(folder / "many.db", fail)
    begun = perf_counter()
    many.fill(history, folder / "many.db", games, records, NOON)
    many.review(folder / "many.db", made_by(GAMES[0]), min(1, REVIEWED / games))
    print(f"{games:,} games in a history, made in {perf_counter() - begun:.0f} s; {runs} runs, medians and the longest")
    room.use(History(folder / "none.db", fail))  # loads what it needs
    empty = room.use(History(folder / "none.db", fail))
    opens = room.found["list opens"][-1:]
    room.found.clear()
    room.found["list of no games opens"] = opens
    more = [(room.use(history) - empty) / 1e6 for _run in range(runs)]
    print(f"  {'ms':34} something to see   longest unanswered  of the processor     all is done")
    for name, lines in room.found.items():
        parts = [f"{median(part):8.0f} ({max(part):5.0f})" for part in zip(*lines, strict=True)]
        print(f"  {name:34} " + "    ".join(parts))
    first = median(line[0] for line in room.found["list opens"])
    worst = max((median(line[2] for line in lines), name) for name, lines in room.found.items() if "opens" not in name)
    print(f"  aim: first rows 300 ms: {'met' if first <= 300 else 'MISSED'} with {first:.0f}")
    print(f"  aim: 100 ms of the processor without an answer: {'met' if worst[0] <= 100 else 'MISSED'} with", end="")
    print(f" {worst[0]:.0f} ({worst[1]})")
    print(f"  aim: 150 MB more than an empty history: {'met' if max(more) <= 150 else 'MISSED'} with", end="")
    print(f" {', '.join(f'{value:.0f}' for value in more)}")


def imports(folder: Path, runs: int, games: int, records: list[Record]) -> None:
    path = folder / "import.games"
    with path.open("wb") as file:
        write_head(file)
        for number in range(games):
            record = records[number % len(records)]
            named = replace(record, players=(PlayerInfo(f"Anna {number}", "human"), record.players[1]))
            write_game(file, NOON.astimezone(), named.to_json())
    actions = sum(len(hand.actions) for record in records for hand in record.hands) / len(records)
    took, yardstick = [], []
    texts = [line.split(" ", 1)[1] for line in path.read_text().splitlines()[1:]]
    for run in range(runs):
        begun = process_time()
        for text in texts:
            json.loads(text)
        yardstick.append(process_time() - begun)
        taken = Import(History(folder / f"import-{run}.db", fail), [path], lambda: NOON)
        begun = process_time()
        for _part in taken.run():
            pass
        took.append(process_time() - begun)
        assert taken.new == games
    times = ", ".join(f"{seconds:.1f}" for seconds in sorted(took))
    print(f"Import of {games:,} games of {actions:.0f} actions each: {times} s of the processor in {runs} runs")
    ratio = median(took) / median(yardstick)
    print(f"  aim: 15 s: {'met' if median(took) <= 15 else 'MISSED'}; json.loads of the same records took", end="")
    print(f" {median(yardstick):.2f}, ratio {ratio:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Very long lists, and a long import.")
    parser.add_argument("--runs", type=int, default=3, help="how often everything is done")
    parser.add_argument("--games", type=int, default=100_000, help="games in the history")
    parser.add_argument("--imported", type=int, default=5000, help="games in the file that is imported")
    parser.add_argument("--folder", type=Path, help="a folder on the disk that is measured")
    chosen = parser.parse_args()
    if hasattr(os, "getloadavg"):
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    records = [played(seed) for seed in range(SOWN)]
    with tempfile.TemporaryDirectory(prefix="mile-bones-bench-", dir=chosen.folder) as name:
        if chosen.games:
            lists(Path(name), chosen.runs, chosen.games, records)
        if chosen.imported:
            imports(Path(name), chosen.runs, chosen.imported, records)


if __name__ == "__main__":
    main()
