"""A review made by several processes at once, question by question, so that all of them have work until the end. The
result does not depend on the number of processes.

``serve`` is the main function of the process that a window starts for a review. The process reads a game from its
input, and writes each result to its output as soon as the result is known.
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
"""The maximal number of processes for a review if none is given, so that the window keeps running beside them."""
_NICE = 10
_BELOW_NORMAL = 0x4000  # Windows' BELOW_NORMAL_PRIORITY_CLASS


def usual_jobs() -> int:
    """Return the number of processes for a review if none is given."""
    return min(MOST_JOBS, cores())


def reviewed(
    game: str, asked: Sequence[Question], worlds: int = WORLDS, jobs: int = 1
) -> Generator[Choice | HandReview, None, None]:
    """Yield every choice as soon as it is rated, and every hand as soon as it is complete.

    Raise WorkerDied if a process ends early. Closing the generator ends the processes.
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
    assert coach is not None, "the caller checks that the game has a coach"
    answer = answer_to(question, coach, worlds)
    assert answer is not None, "nobody cancels it"
    return answer


def be_modest() -> None:
    """Lower the priority of this process, so that all others calculate first."""
    if sys.platform == "win32":
        import ctypes

        windows = ctypes.windll.kernel32
        windows.SetPriorityClass(windows.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(max(0, _NICE - os.nice(0)))


def serve(told: BinaryIO, out: BinaryIO) -> int:
    """Review one game, and return the exit status.

    The first line of the input is an object with the text of the ``record``, the numbers of hands that are ``known``
    already, and the numbers of ``worlds`` and ``jobs``. When the input ends, the review is not wanted any more, and the
    process ends.

    Each line of the output is an object. The first is ``{"of": N}``, with the number of choices to come. Then comes a
    ``{"choice": ...}`` for each choice and a ``{"hand": ...}`` for each finished hand. The last is ``{"done": true}``
    or, if the review failed, ``{"fault": ...}`` with a text.
    """
    one_thread_each()
    be_modest()
    asked = json.loads(told.readline())  # from a window of this program
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
    """End this process as soon as the input ends; the other processes notice its end and end as well.

    The file is read past Python's own buffer. A thread that waits in that buffer holds its lock, which would disturb a
    normal end.
    """
    while os.read(told, 1024):
        pass
    os._exit(1)
