"""What every test can count on: no real screen, no files of the user, and in CI nothing left out."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import examples
import processor_time
import tiers
from faults.share import Share
from scratch import in_memory

ROOT = Path(__file__).resolve().parent.parent

# Before anything imports Qt.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The tests read English, whatever language whoever runs them speaks.
os.environ["LANGUAGE"] = "en"
# As the program does: pytest-xdist keeps the cores busy, and waiting for other threads would take longer than painting.
os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
# Nobody who runs the tests wants to hear them, and no sound device is to be waited for.
os.environ.setdefault("MILE_BONES_AUDIO", "off")
# Before anything imports NumPy: pytest-xdist keeps the cores busy, and threads that wait for one another lose more time
# than they save. Numba, where it is installed, refuses to hear of another number later, and commands of ours tell one.
for _library in ("OPENBLAS", "NUMBA"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
# What is compiled once stays compiled, for programs that tests start and for the next run: pytest spends ten seconds
# on the tests themselves. It lies in a folder of its own, also where Python was told not to write beside the sources.
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "build" / "compiled"))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False
# What programs print that tests start is read as UTF-8; the letters that Windows uses otherwise are too few.
if sys.platform == "win32":
    os.environ.setdefault("PYTHONUTF8", "1")
# Thousands of files are written, synced and thrown away again: on a disk a good part of a minute goes by with waiting.
if (memory := in_memory()) is not None:
    os.environ["TMPDIR"] = memory
    tempfile.tempdir = None
# Whoever runs the tests under nohup or behind a "&" has told them to ignore these, and their children would as well.
for _name in ("SIGINT", "SIGHUP"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)


@pytest.fixture(scope="session", autouse=True)
def _no_files_of_the_user() -> Iterator[None]:
    """Whatever forgets to pass a folder in writes into one that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="mile-bones-tests-") as folder, pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(Path(folder, name.lower())))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture
def need_tools() -> Callable[..., None]:
    """Call it with the commands that a test starts: it is skipped, with their names, where one is missing."""

    def need(*commands: str) -> None:
        missing = [command for command in commands if shutil.which(command) is None]
        if missing:
            pytest.skip(f"not installed here: {', '.join(missing)} (make test names the packages)")

    return need


def pytest_addoption(parser: pytest.Parser) -> None:
    tiers.add_option(parser)


@pytest.hookimpl(tryfirst=True)  # before -m chooses among them
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks for Qt's application as `gui`, share out the cases of tests with a sample, and choose a tier."""
    for item in items:
        if not {"qapp", "qtbot"}.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
    tiers.share_out(items)
    tiers.choose(config, items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Do once what the first tests would pay for.

    No later round of the collector, and no test that asks for one, goes through all that was just collected.
    """
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        examples.learn_letters()
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where there are windows, nothing is collected in the threads beside them: desktop/collector."""
    if item.get_closest_marker("gui"):
        gc.disable()
    else:
        gc.enable()


@pytest.hookimpl(trylast=True)  # when the windows have gone
def pytest_runtest_teardown(item: pytest.Item) -> None:
    if item.get_closest_marker("gui"):
        from mile_bones.desktop.collector import collect_due

        collect_due()


PATIENCE_MS = 600_000
"""Milliseconds for which a test waits for what is sure to come, on however busy a machine."""
for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
    _wait.__kwdefaults__["timeout"] = PATIENCE_MS

FORBIDDEN = "the system forbids it"
"""In the reason of a test that is left out where nothing that could be installed would help."""


def _must_not_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI a test that is left out has failed: a missing tool must not look like success."""
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        if FORBIDDEN in str(reason):
            return
        report.outcome = "failed"
        report.longrepr = f"In CI nothing is left out, but: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    _must_not_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    report = yield
    _must_not_skip(report)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Measure every test. Watch how many faults happen, in the process that gets the reports of all workers."""
    processor_time.register(config, ROOT)
    if config.getoption("make") == "long":
        os.environ[examples.EXAMPLES] = "all"
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_FaultsHappen(), "faults happen")


class _FaultsHappen:
    """A plugin that ends the run with an error if too few of the injected faults happened."""

    def __init__(self) -> None:
        self._share = Share()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self._share.add(report.user_properties)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if complaint := self._share.complaint():
            pytest.exit(complaint, returncode=pytest.ExitCode.TESTS_FAILED)
