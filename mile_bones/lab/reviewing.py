"""A review made by several processes at once, question by question, so that all of them have work to the end.

What comes out does not depend on how many there are. ``serve`` is the life of the process that a window starts for a
review: it is told a game on its input, and says on its output what it has found, as soon as it has.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Generator, Sequence
from functools import partial
from typing import BinaryIO

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.games import read_record
from mile_bones.lab.workers import cores, one_thread_each, spread
from mile_bones.match.faults import fault_text
from mile_bones.match.replaying import Replay
from mile_bones.match.review import (
    WORLDS,
    Answer,
    Choice,
    ChoiceQuestion,
    Collector,
    HandReview,
    Question,
    answer_to,
    questions,
)
from mile_bones.match.review_shape import choice_shape, hand_shape
from mile_bones.players import load_coach

MOST_JOBS = 2
"""Processes that a review takes when nobody says how many: the window goes on beside them."""
_NICE = 10
_BELOW_NORMAL = 0x4000  # Windows' BELOW_NORMAL_PRIORITY_CLASS


def usual_jobs() -> int:
    """How many processes a review takes when nobody says how many."""
    return min(MOST_JOBS, cores())


def reviewed(
    game: str, asked: Sequence[Question], worlds: int = WORLDS, jobs: int = 1
) -> Generator[Choice | HandReview, None, None]:
    """Every choice as soon as it is rated, and every hand as soon as it is whole.

    WorkerDied when a process ends early. Closing the generator ends the processes.
    """
    collector = Collector()
    with contextlib.closing(spread(partial(_answer, game, worlds), asked, jobs, patience=0)) as pieces:
        for question, answer in pieces:
            if isinstance(answer, Choice):
                yield answer
            whole = collector.add(question, answer)
            if whole is not None:
                yield whole


def _answer(game: str, worlds: int, question: Question) -> Answer:
    coach = load_coach(game)
    assert coach is not None, "which whoever asks has seen to"
    answer = answer_to(question, coach, worlds)
    assert answer is not None, "nobody breaks it off"
    return answer


def be_modest() -> None:
    """Let everybody else calculate first."""
    if sys.platform == "win32":
        import ctypes

        windows = ctypes.windll.kernel32
        windows.SetPriorityClass(windows.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(max(0, _NICE - os.nice(0)))


def serve(told: BinaryIO, out: BinaryIO) -> int:
    """Review one game, and return the exit status.

    The first line of the input is an object with the text of the ``record``, the hands that are ``known`` already, and
    the numbers of ``worlds`` and ``jobs``. When the input ends, nobody wants it any more, and the process does as well.
    On the output is an object a line: ``{"of": N}`` choices will come, then each ``{"choice": ...}`` and each finished
    ``{"hand": ...}``, and at last ``{"done": true}``, or ``{"fault": ...}`` in words instead.
    """
    one_thread_each()
    be_modest()
    asked = json.loads(told.readline())  # by a window of this program
    threading.Thread(target=_end_with, args=(told.fileno(),), daemon=True).start()
    try:
        replay = Replay(read_record(asked["record"]))
    except (RecordError, ReplayError) as error:
        _say(out, {"fault": fault_text(error)})
        return 1
    work = list(questions(replay, frozenset(asked["known"])))
    _say(out, {"of": sum(isinstance(question, ChoiceQuestion) for question in work)})
    for piece in reviewed(replay.record.game, work, asked["worlds"], asked["jobs"]):
        if isinstance(piece, Choice):
            _say(out, {"choice": choice_shape(piece)})
        else:
            _say(out, {"hand": hand_shape(piece)})
    _say(out, {"done": True})
    return 0


def _say(out: BinaryIO, shape: dict[str, object]) -> None:
    out.write(json.dumps(shape).encode() + b"\n")
    out.flush()


def _end_with(told: int) -> None:
    """At once: the other processes see that this one has gone, and end as well.

    The file is read past Python's own buffer, whose lock would be in the way when this process ends by itself.
    """
    while os.read(told, 1024):
        pass
    os._exit(1)
