"""A plugin of pytest that measures the processor time of every test, and holds the fast tier to a limit.

Processor time includes threads, and other programs that a test starts and waits for. Other work on the machine hardly
changes the processor time. Each run leaves a file, which `tests/tools/bench/bench_tests.py` prints.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from tiers import FAST, tier_of

if sys.platform != "win32":
    import resource

LIMIT = 0.5
"""Seconds of processor time that a test of the fast tier may take."""
SLOW_MACHINE = "MILE_BONES_SLOW_MACHINE"
"""The environment variable with the factor by which `LIMIT` is multiplied. The factor is 1 if the variable is not
set.
"""
FILE = "build/test-times"
"""The file for the times of a run, relative to the top of the checkout. Each line is a `Time` as JSON, the largest
first.
"""
AROUND = "around"
"""The tier of everything that does not belong to one test: fixtures that tests share, and the entry `REST`."""
REST = "starting, collecting and reporting"
_TIME = "processor time"


@dataclass(frozen=True, slots=True)
class Time:
    """The seconds of processor time that a test, a shared fixture, or `REST` took."""

    name: str
    tier: str
    seconds: float


def read(path: Path) -> list[Time]:
    """Return the times that a run left in `path`."""
    return [Time(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def used() -> float:
    """Return the seconds of processor time that this process and its ended children have taken."""
    if sys.platform == "win32":
        return time.process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Measure:
    """Measures the tests of this process. Their reports carry the times."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._test = 0.0
        """Seconds of the present test so far."""
        self._shared: list[Time] = []
        """Times of shared fixtures that were set up since the last report."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """Measure the fixtures of a test as a part of it."""
        self._test = 0.0
        yield from self._phase()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Measure the test itself."""
        yield from self._phase()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Measure the last part of a test. Let a test of the fast tier fail if it took too long."""
        yield from self._phase()
        tier = tier_of(item)
        for entry in (*self._shared, Time(item.nodeid, tier, self._test)):
            item.user_properties.append((_TIME, asdict(entry)))
        self._shared.clear()
        limit = LIMIT * self._factor
        if tier == FAST and self._test > limit:
            pytest.fail(
                f"The test took {self._test:.2f} s of processor time. In the fast tier {limit:g} s are allowed: make it"
                f" smaller, or mark it slow. On a slow machine set {SLOW_MACHINE}=4.",
                pytrace=False,
            )

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: pytest.FixtureRequest) -> Iterator[None]:
        """Measure a shared fixture separately. Otherwise the first test that needs the fixture would pay for all tests
        that use it.
        """
        before, others = used(), sum(entry.seconds for entry in self._shared)
        result = yield
        if request.scope != "function":
            inner = sum(entry.seconds for entry in self._shared) - others
            took = used() - before - inner
            self._shared.append(Time(f"{fixturedef.baseid}::{fixturedef.argname}", AROUND, took))
            self._test -= took
        return result

    def _phase(self) -> Iterator[None]:
        before = used()
        try:
            return (yield)
        finally:
            self._test += used() - before


class Collect:
    """Collects the times of all processes of a run, and writes them to a file when the run ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._times: list[Time] = []
        self._workers: list[float] = []
        """The seconds that each worker of pytest-xdist took in all."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the times of one test from its last report."""
        if report.when == "teardown":
            self._times += [Time(**value) for name, value in report.user_properties if name == _TIME]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the total of a worker. A worker that was killed has no output."""
        self._workers.append(getattr(node, "workeroutput", {}).get(_TIME, 0.0))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        total = sum(self._workers, time.process_time()) if self._workers else used()
        self._times.append(Time(REST, AROUND, total - sum(entry.seconds for entry in self._times)))
        self._times.sort(key=lambda entry: -entry.seconds)
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_text("".join(f"{json.dumps(asdict(entry))}\n" for entry in self._times), "utf-8")


class _TellTotal:
    """Sends the total of this worker to the process that started it."""

    def __init__(self, config: Any) -> None:
        self._output = config.workeroutput

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._output[_TIME] = used()


def register(config: pytest.Config, top: Path) -> None:
    """Measure the tests of this process. In the process that started the workers, collect the times of all workers.

    A pytest that a test has started leaves no file, because the file would replace that of the whole run.
    """
    factor = os.environ.get(SLOW_MACHINE, "1")
    try:
        config.pluginmanager.register(Measure(float(factor)), "measure processor time")
    except ValueError:
        raise pytest.UsageError(f"{SLOW_MACHINE} is a factor, such as 4, and not “{factor}”") from None
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(_TellTotal(config), "tell processor time")
    elif "PYTEST_CURRENT_TEST" not in os.environ:
        config.pluginmanager.register(Collect(top / FILE), "collect processor time")
