"""The processor time of the tests of the last run: `python tests/tools/bench/bench_tests.py [FILE] [--dearest 50]`.

The tool prints the tests and shared fixtures that took longest, and the sums of seconds by folder and tier.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))

from processor_time import AROUND, FILE, REST, Time, read  # noqa: E402
from tiers import FAST, MARKED  # noqa: E402


def folder_of(time: Time) -> str:
    """Return the first folder under `tests` in which the test is, or `tests` itself."""
    parts = time.name.split("::")[0].split("/")
    return parts[1] if len(parts) > 2 else parts[0]


def table(times: list[Time]) -> list[str]:
    """Return the sums as lines. Each folder has a row, and each tier has the number of its tests and their seconds."""
    tests = [time for time in times if time.tier != AROUND]
    tiers = [tier for tier in (FAST, *reversed(MARKED)) if any(time.tier == tier for time in tests)]
    seconds, numbers = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for time in tests:
        for folder in (folder_of(time), "all"):
            seconds[folder, time.tier] += time.seconds
            numbers[folder, time.tier] += 1
    folders = sorted({folder_of(time) for time in tests}, key=lambda name: -sum(seconds[name, tier] for tier in tiers))
    lines = [f"{'':12}" + "".join(f"{tier:>16}" for tier in tiers)]
    for folder in (*folders, "all"):
        cells = (f"{numbers[folder, tier]:7} {seconds[folder, tier]:6.1f} s" for tier in tiers)
        lines.append(f"{folder:12}" + "".join(cells))
    around = sum(time.seconds for time in times if time.tier == AROUND)
    lines.append(f"{around:.1f} s more for shared fixtures and for {REST}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Print what the tests of the last run took.")
    parser.add_argument("file", type=Path, nargs="?", default=ROOT / FILE)
    parser.add_argument("--dearest", type=int, default=50)
    chosen = parser.parse_args()
    if not chosen.file.is_file():
        print(f"No run of the tests has left {chosen.file}.")
        return
    times = read(chosen.file)
    for time in times[: chosen.dearest]:
        print(f"{time.seconds:8.2f} s  {time.tier:6}  {time.name}")
    print(*table(times), sep="\n")


if __name__ == "__main__":
    main()
