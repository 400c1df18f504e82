"""The pipes to an external program never block, whatever the program does with its ends of the pipes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from lab.protocol.words import command_line
from mile_bones.lab.protocol.process import BotFailure, BotProcess


@pytest.fixture
def start() -> Iterator[Callable[[str], BotProcess]]:
    """Return a function that starts Python with the given program. At the end of the test, the program is stopped at
    once.
    """
    processes = []

    def starting(program: str) -> BotProcess:
        processes.append(BotProcess(command_line(sys.executable, "-I", "-S", "-c", program)))
        return processes[-1]

    yield starting
    for process in processes:
        process.say_no_more()
        process.close(0)


def test_lines_are_received_one_by_one(start: Callable[[str], BotProcess]) -> None:
    process = start("import sys\nfor line in sys.stdin: print(line.strip()[::-1], '', sep='\\n', flush=True)")
    process.send(b"one\n")
    process.send(b"two\n")
    assert [process.receive(600).strip(), process.receive(600).strip()] == [b"eno", b"owt"]
    with pytest.raises(TimeoutError):
        process.receive(0.05)


def test_a_last_line_without_a_line_break_is_received(start: Callable[[str], BotProcess]) -> None:
    process = start("print('half', end='')")
    assert process.receive(600) == b"half"
    with pytest.raises(BotFailure, match="ended with exit status 0"):
        process.receive(600)


def test_sending_to_a_program_that_does_not_read_never_blocks(start: Callable[[str], BotProcess]) -> None:
    process = start("import time; print('ready', flush=True); time.sleep(60)")
    assert process.receive(600).strip() == b"ready"
    for _line in range(10):
        process.send(b"x" * 1_000_000 + b"\n")
    with pytest.raises(TimeoutError):
        process.receive(0.05)


def test_a_program_that_never_stops_writing_is_kept_waiting(start: Callable[[str], BotProcess]) -> None:
    process = start("while True: print('y' * 100_000, flush=True)")
    assert process.receive(600).strip() == b"y" * 100_000
    assert process.receive(600).strip() == b"y" * 100_000


def test_the_last_words_of_a_program_are_the_end_of_its_standard_error(start: Callable[[str], BotProcess]) -> None:
    process = start("import sys; sys.stderr.write('first ' + 'x' * 1_000_000 + ' last\\n')")
    with pytest.raises(BotFailure, match="ended with exit status 0"):
        process.receive(600)
    process.say_no_more()
    process.close(10)
    assert process.last_words().endswith("xx last")
    assert len(process.last_words()) <= 4096


def test_a_program_that_ignores_sigterm_is_killed(start: Callable[[str], BotProcess]) -> None:
    process = start(
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(60)"
    )
    assert process.receive(600).strip() == b"here"
    process.say_no_more()
    process.close(0.1)
    with pytest.raises(BotFailure, match=r"was ended by signal|ended with exit status"):
        process.receive(600)


def test_closing_does_not_wait_for_a_program_that_keeps_writing(start: Callable[[str], BotProcess]) -> None:
    process = start("import sys\nwhile True: sys.stdout.write('z\\n' * 100_000)")
    assert process.receive(600).strip() == b"z"
    process.say_no_more()
    process.close(0)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("bot ")] == []
