"""However the arena ends, two things end with it: every bot, and every process that a bot has started, whatever the
process does to survive.

All processes that a bot has started hold a named pipe open. When the pipe ends, all of these processes have ended.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lab.protocol.words import command_line
from mile_bones.lab.protocol import supervisor
from mile_bones.lab.protocol.match import play_external
from mile_bones.lab.protocol.process import BotFailure, BotProcess

pytestmark = pytest.mark.slow  # these tests start other programs

if sys.platform == "win32":
    pytest.skip("POSIX processes are what is tested", allow_module_level=True)

linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only on Linux are processes found that left the bot's group"
)
proof = pytest.mark.proof
PATIENCE = 600
"""Seconds after which a test stops waiting for a pipe."""

STAY = """
import os, signal, subprocess, sys, time
def stay(name, pipe):
    os.write(pipe, name.encode() + b"\\n")
    time.sleep(600)
def start(work, *words):
    if os.fork() == 0:
        work(*words)
        os._exit(0)
def deaf(pipe):
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"): signal.signal(getattr(signal, name), signal.SIG_IGN)
    stay("deaf", pipe)
def stopped(pipe):
    os.write(pipe, b"stopped\\n")
    os.kill(os.getpid(), signal.SIGSTOP)
    stay("woken", pipe)
def daemon(pipe):
    os.setsid()
    if os.fork(): os._exit(0)
    for one in range(3): os.close(one)
    stay("daemon", pipe)
def hopping(pipe):
    # Before anybody can look at it, it has become another process in another session.
    os.write(pipe, b"hopping\\n")
    end = time.time() + 600  # should nobody catch it
    while time.time() < end:
        os.setsid()
        if os.fork(): os._exit(0)
def bomb(pipe, depth):
    if depth == 0: stay("bomb", pipe)
    if depth % 2: os.setsid()
    for one in range(3): start(bomb, pipe, depth - 1)
    stay("bomb", pipe)
"""
GROUP = {"deaf": 1, "stopped": 1}
ESCAPED = {"daemon": 1, "hopping": 1, "bomb": 40}


@pytest.fixture
def brood(tmp_path: Path) -> str:
    """Return the beginning of a bot that starts many other processes. These write into the pipe beside the bot's
    file.
    """
    os.mkfifo(tmp_path / "pipe")
    ours = "start(deaf, pipe); start(stopped, pipe)"
    if sys.platform == "linux":
        ours += "; start(daemon, pipe); start(hopping, pipe); start(bomb, pipe, 3)"
    return f"{STAY}\npipe = os.open({str(tmp_path / 'pipe')!r}, os.O_WRONLY)\n{ours}\n"


def expected(bots: int) -> dict[str, int]:
    kinds = GROUP | (ESCAPED if sys.platform == "linux" else {})
    return {name: bots * number for name, number in kinds.items()}


class Watch:
    """The reading end of the named pipe."""

    def __init__(self, path: Path) -> None:
        self._pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._text = b""

    def until_there(self, bots: int) -> None:
        """Wait until all processes have begun that this number of bots starts."""
        while self.counts() != expected(bots):
            assert self._more(), f"all processes have ended early: {self.counts()}"

    def until_gone(self) -> None:
        """Wait until no process holds the pipe any more."""
        while self._more():
            pass

    def counts(self) -> dict[str, int]:
        lines = self._text.decode().splitlines()
        return {name: lines.count(name) for name in sorted(set(lines), key=lines.index)}

    def close(self) -> None:
        os.close(self._pipe)

    def _more(self) -> bool:
        ready, _write, _trouble = select.select([self._pipe], [], [], PATIENCE)
        assert ready, "some process still holds the pipe"
        said = os.read(self._pipe, 65536)
        self._text += said
        return bool(said)


@pytest.fixture
def watch(tmp_path: Path, brood: str) -> Iterator[Watch]:
    watch = Watch(tmp_path / "pipe")
    yield watch
    watch.close()


@contextmanager
def arena(command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a real arena with this bot."""
    with subprocess.Popen(
        [sys.executable, "-m", "mile_bones", "arena", "easy", "--external", command, "--hands", "4", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        yield process


@pytest.mark.sample(proof=2)
@proof
@pytest.mark.parametrize(
    "name",
    ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL", "SIGABRT"],
)
def test_no_process_survives_a_signal_that_ends_the_arena(
    small_bot: Callable[[str], str], brood: str, watch: Watch, name: str
) -> None:
    with arena(small_bot(f"{brood}\ndef question(said): time.sleep(600)\n")) as process:
        watch.until_there(2)
        process.send_signal(getattr(signal, name))
        watch.until_gone()
        process.wait(PATIENCE)


@pytest.mark.proof
@linux
def test_the_supervisor_reports_a_bot_that_ends_at_once() -> None:
    """On one core the bot has often ended before the supervisor continues. A caller that waited for the supervisor's
    end would then wait for ever.
    """
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        for _time in range(30):
            ours, theirs = socket.socketpair()
            command = [sys.executable, "-I", "-S", supervisor.__file__, str(theirs.fileno()), "true"]
            with ours, subprocess.Popen(command, pass_fds=[theirs.fileno()]) as process:
                theirs.close()
                ours.settimeout(PATIENCE)
                said = b""
                while not said.endswith(b"ended 0\n"):
                    more = ours.recv(4096)
                    assert more, said
                    said += more
                ours.shutdown(socket.SHUT_WR)
                assert process.wait(PATIENCE) == 0
    finally:
        os.sched_setaffinity(0, cores)


@proof
def test_no_process_survives_the_end_of_the_match(small_bot: Callable[[str], str], brood: str, watch: Watch) -> None:
    result = play_external("easy", small_bot(brood), hands=4, seed=1)
    assert result.forfeit is None
    watch.until_gone()
    assert watch.counts()


@proof
def test_no_process_survives_a_forfeit(small_bot: Callable[[str], str], brood: str, watch: Watch) -> None:
    result = play_external("easy", small_bot(f"{brood}\ndef question(said): say('}}{{')\n"), hands=4, seed=1)
    assert result.forfeit is not None
    assert result.forfeit.code == "bad_json"
    watch.until_gone()
    assert watch.counts()


@proof
def test_no_process_survives_an_error_in_the_arena(small_bot: Callable[[str], str], brood: str, watch: Watch) -> None:
    def fail(_standing: object) -> None:
        watch.until_there(2)
        raise MemoryError

    with pytest.raises(MemoryError):
        play_external("easy", small_bot(brood), hands=4, seed=1, watch=fail)
    watch.until_gone()


@linux
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
def test_a_bot_that_kills_or_stops_its_supervisor_ends_nevertheless(
    small_bot: Callable[[str], str], tmp_path: Path, name: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    watch = Watch(tmp_path / "pipe")
    source = f"""{STAY}
pipe = os.open({str(tmp_path / "pipe")!r}, os.O_WRONLY)
start(deaf, pipe)
def question(said):
    os.kill(os.getppid(), signal.{name})
    time.sleep(600)
"""
    result = play_external("easy", small_bot(source), hands=4, seed=1, time_limit=1)
    assert result.forfeit is not None
    watch.until_gone()
    watch.close()


LOOK = "import os, signal, time; print({what}, flush=True); time.sleep(600)"


def told(what: str) -> bytes:
    """Return the value of the expression `what` in the process of a bot."""
    process = BotProcess(command_line(sys.executable, "-I", "-S", "-c", LOOK.format(what=what)))
    try:
        return process.receive(PATIENCE).strip()
    finally:
        process.say_no_more()
        process.close(0)


@linux
def test_a_bot_has_its_three_pipes_and_no_other_open_file(tmp_path: Path) -> None:
    with (tmp_path / "ours").open("w") as ours:
        os.set_inheritable(ours.fileno(), True)
        listing = "[os.readlink(f'/proc/self/fd/{n}').split(':')[0] for n in os.listdir('/proc/self/fd') if n < '3']"
        assert told(listing) == b"['pipe', 'pipe', 'pipe']"
        assert told("sorted(os.listdir('/proc/self/fd'))") == b"['0', '1', '2', '3']"  # 3 is the folder itself


def test_a_bot_inherits_folder_and_environment_but_not_ignored_signals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MILE_BONES_TEST", "ä b")
    assert told("os.getcwd()") == os.fsencode(os.getcwd())  # noqa: PTH109
    assert told("os.environ['MILE_BONES_TEST']") == "ä b".encode()
    names = "('SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGCHLD')"
    assert told(f"[n for n in {names} if signal.getsignal(getattr(signal, n)) == signal.SIG_IGN]") == b"[]"


def test_a_command_that_cannot_be_started_fails_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    with pytest.raises(BotFailure, match="cannot be started: Permission denied"):
        BotProcess(command_line(tmp_path / "text"))
