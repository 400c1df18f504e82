"""The conditions of every test: no real screen, no files of the user, and in CI no skipped tests."""

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

# This must come before any import of Qt.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The tests read English, whatever language the user's system has.
os.environ["LANGUAGE"] = "en"
# Our program sets the same. pytest-xdist keeps the cores busy, so waiting for other threads would take longer than
# painting.
os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
# The tests must not be audible, and must not wait for a sound device.
os.environ.setdefault("MILE_BONES_AUDIO", "off")
# This must come before any import of NumPy. pytest-xdist keeps the cores busy, and threads that wait for one another
# lose more time than they save. If Numba is installed, it does not accept another number later, but our commands set
# one.
for _library in ("OPENBLAS", "NUMBA"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
# Bytecode is kept for programs that tests start, and for the next run, because pytest spends ten seconds on compiling
# the tests themselves. The bytecode is in a separate folder, so it is written even if Python was told not to write it
# beside the sources.
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "build" / "compiled"))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False
# The output of programs that tests start is read as UTF-8. The usual encoding of Windows has too few letters.
if sys.platform == "win32":
    os.environ.setdefault("PYTHONUTF8", "1")
# Thousands of files are written, synced and deleted again: on a disk this takes a good part of a minute.
if (memory := in_memory()) is not None:
    os.environ["TMPDIR"] = memory
    tempfile.tempdir = None
# Under nohup or behind a "&" these signals are ignored, and the children of the tests would ignore them as well.
for _name in ("SIGINT", "SIGHUP"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)


@pytest.fixture(scope="session", autouse=True)
def _no_files_of_the_user() -> Iterator[None]:
    """Let code that forgets to pass on a folder write into a temporary folder."""
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
    """Return a function that skips the test, with the names, if one of the given commands is missing."""

    def need(*commands: str) -> None:
        missing = [command for command in commands if shutil.which(command) is None]
        if missing:
            pytest.skip(f"not installed here: {', '.join(missing)} (make test names the packages)")

    return need


def pytest_addoption(parser: pytest.Parser) -> None:
    tiers.add_option(parser)


@pytest.hookimpl(tryfirst=True)  # before -m selects tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that need Qt's application as `gui`, distribute the cases of tests with a sample, and choose a
    tier.
    """
    for item in items:
        if not {"qapp", "qtbot"}.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
    tiers.share_out(items)
    tiers.choose(config, items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Do some work once, so that the first tests do not have to do it.

    After that, no run of the garbage collector visits the objects that were just collected.
    """
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        examples.learn_letters()
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Switch the garbage collector off in tests with windows, because there it must not run in other threads. See
    desktop/collector.
    """
    if item.get_closest_marker("gui"):
        gc.disable()
    else:
        gc.enable()


@pytest.hookimpl(trylast=True)  # after the windows are gone
def pytest_runtest_teardown(item: pytest.Item) -> None:
    if item.get_closest_marker("gui"):
        from mile_bones.desktop.collector import collect_due

        collect_due()


PATIENCE_MS = 600_000
"""Milliseconds for which a test waits for an event that certainly comes, even on a very busy machine."""
for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
    _wait.__kwdefaults__["timeout"] = PATIENCE_MS

FORBIDDEN = "the system forbids it"
"""The mark in the reason of a skipped test whose requirement cannot be installed, because the system forbids it."""


def _must_not_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI let a skipped test fail: a missing tool must not look like a success."""
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
    """Measure every test. In the process that gets the reports of all workers, also count the injected faults that
    happen.
    """
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
