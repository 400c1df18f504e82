"""The tiers of tests: a time limit for fast tests, samples of cases, and a file with all times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from processor_time import AROUND, FILE, REST, Time, read
from tiers import FAST

Run = Callable[..., subprocess.CompletedProcess[str]]
pytestmark = pytest.mark.slow

CONFTEST = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import processor_time, tiers

def pytest_configure(config):
    processor_time.register(config, Path(__file__).parent)

def pytest_collection_modifyitems(items):
    tiers.share_out(items)
"""
INI = "[pytest]\nmarkers = slow: \n proof: \n long: \n sample: \n"
BURN = """
import time

def burn(seconds):
    begin = time.process_time()
    while time.process_time() < begin + seconds:
        pass
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs pytest on source code in a separate project, with further arguments and variables."""

    def run(source: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "conftest.py").write_text(CONFTEST.format(tests=str(Path(__file__).parent)), "utf-8")
        (tmp_path / "pytest.ini").write_text(INI, "utf-8")
        (tmp_path / "test_it.py").write_text(f"import pytest\n{BURN}\n{source}", "utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # saves a third of a second in each run
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist", *arguments],
            cwd=tmp_path, env=environment | variables, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip

    return run


CASES = """
@pytest.mark.sample({numbers})
@pytest.mark.parametrize("case", range(9))
def test_a_case(case):
    pass
"""


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("numbers", "tiers"),
    [
        ("slow=1, proof=3", {"slow": 1, "proof": 3, "long": 5}),
        ("slow=2", {"slow": 2, "proof": 7, "long": 0}),
        ("fast=4", {"slow": 5, "proof": 0, "long": 0}),
        ("proof=9", {"slow": 0, "proof": 9, "long": 0}),
    ],
)
def test_every_case_of_a_sample_is_in_exactly_one_tier(run: Run, numbers: str, tiers: dict[str, int]) -> None:
    found = {}
    for tier in tiers:
        listed = run(CASES.format(numbers=numbers), "--collect-only", "-m", tier).stdout.splitlines()
        found[tier] = [line for line in listed if "::test_a_case[" in line]
    assert {tier: len(cases) for tier, cases in found.items()} == tiers


def test_the_same_cases_are_drawn_each_time(run: Run) -> None:
    one, other = (run(CASES.format(numbers="slow=4"), "--collect-only", "-m", "proof").stdout for _time in range(2))
    assert one.splitlines()[:5] == other.splitlines()[:5]
    assert [f"[{case}]" in one for case in range(9)] != [False] * 4 + [True] * 5, (
        "the cases must be spread, not the last ones"
    )


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("numbers", ["", "quick=3", "long=3"])
def test_a_sample_without_a_known_tier_is_refused(run: Run, numbers: str) -> None:
    ended = run(CASES.format(numbers=numbers))
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_a_case: sample wants numbers of cases for some of" in ended.stderr


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize(
    ("source", "fails"),
    [
        ("def test_it():\n    burn(0.3)", True),
        ("import subprocess, sys\ndef test_it():\n    subprocess.run([sys.executable, '-c', BURNING])", True),
        ("@pytest.fixture\ndef hot():\n    burn(0.3)\ndef test_it(hot): pass", True),
        ("@pytest.fixture(scope='module')\ndef hot():\n    burn(0.3)\ndef test_it(hot): pass", False),
        ("@pytest.mark.slow\ndef test_it():\n    burn(0.3)", False),
        ("def test_it():\n    time.sleep(0.3)", False),
    ],
    ids=["itself", "another program", "its fixture", "a shared fixture", "a slow test", "waiting"],
)
def test_a_fast_test_has_a_limit_of_processor_time(run: Run, source: str, fails: bool) -> None:
    source = f"BURNING = {BURN + 'burn(0.3)'!r}\n{source}"
    ended = run(source, MILE_BONES_SLOW_MACHINE="0.4")
    assert ("1 error" in ended.stdout) == fails, ended.stdout
    assert ("In the fast tier 0.2 s are allowed" in ended.stdout) == fails
    assert run(source, MILE_BONES_SLOW_MACHINE="40").returncode == 0


def test_a_factor_that_is_not_a_number_is_refused(run: Run) -> None:
    ended = run("def test_it(): pass", MILE_BONES_SLOW_MACHINE="fast")
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert "MILE_BONES_SLOW_MACHINE is a factor, such as 4, and not “fast”" in ended.stderr


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("processes", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_a_run_leaves_the_times_of_all_its_tests(run: Run, tmp_path: Path, processes: tuple[str, ...]) -> None:
    source = """
@pytest.fixture(scope="module")
def shared():
    burn(0.2)

def test_first(shared):
    pass

@pytest.mark.proof
def test_second():
    burn(0.3)
"""
    assert run(source, *processes).returncode == 0
    times = {time.name: time for time in read(tmp_path / FILE)}
    assert times.keys() == {"test_it.py::test_first", "test_it.py::test_second", "test_it.py::shared", REST}
    assert 0.3 <= times["test_it.py::test_second"].seconds < 0.5 + times[REST].seconds
    assert times["test_it.py::test_first"].seconds < 0.2 <= times["test_it.py::shared"].seconds
    tiers = [times[name].tier for name in ("test_it.py::test_first", "test_it.py::test_second", REST)]
    assert tiers == [FAST, "proof", AROUND]


def test_the_most_expensive_tests_and_the_sums_are_printed(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "times"
    times = [
        Time("tests/games/test_cards.py::test_a", "slow", 2.5),
        Time("tests/games/montreal/test_deal.py::test_b", FAST, 0.25),
        Time("tests/test_frame.py::test_c", FAST, 0.5),
        Time(REST, AROUND, 9.0),
    ]
    lines = [{"name": time.name, "tier": time.tier, "seconds": time.seconds} for time in times]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    command = [sys.executable, root / "tests/tools/bench/bench_tests.py", file, "--dearest", "1"]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    assert printed == [
        "    2.50 s  slow    tests/games/test_cards.py::test_a",
        "                        fast            slow",
        "games             1    0.2 s      1    2.5 s",
        "tests             1    0.5 s      0    0.0 s",
        "all               2    0.8 s      1    2.5 s",
        "9.0 s more for shared fixtures and for starting, collecting and reporting",
    ]
