"""A review by several processes, and the process that a window starts for a review."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from match.helpers import short_game
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.lab.reviewing import reviewed
from mile_bones.library.reviews import command
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, HandReview, questions
from mile_bones.match.review_shape import read_choice, read_hand
from mile_bones.storage.records import load_record

DATA = Path(__file__).parents[1] / "data" / "conformance"
WORLDS = 4
PATIENCE = 600  # seconds after which a process counts as hanging

pytestmark = pytest.mark.slow  # these tests start processes


@pytest.fixture(scope="module")
def record() -> Record:
    return short_game()


@pytest.fixture(scope="module")
def pieces(record: Record) -> list[Choice | HandReview]:
    """The review in one process, this one."""
    return list(reviewed(record.game, list(questions(Replay(record))), WORLDS))


def hands_of(pieces: list[Choice | HandReview]) -> list[HandReview]:
    return sorted((piece for piece in pieces if isinstance(piece, HandReview)), key=lambda hand: hand.hand)


@pytest.mark.proof
def test_the_number_of_processes_does_not_change_a_review(record: Record, pieces: list[Choice | HandReview]):
    by_two = list(reviewed(record.game, list(questions(Replay(record))), WORLDS, jobs=2))
    assert hands_of(by_two) == hands_of(pieces)
    assert [hand.hand for hand in hands_of(pieces)] == [1, 2]


def test_every_choice_is_yielded_before_its_hand(pieces: list[Choice | HandReview]):
    seen: list[Choice] = []
    for piece in pieces:
        if isinstance(piece, Choice):
            seen.append(piece)
        else:
            assert tuple(choice for choice in seen if choice.hand == piece.hand) == piece.choices


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as found:
        yield found
        found.kill()


def ask(process: subprocess.Popen[bytes], record: Record, known: list[int], jobs: int = 1) -> IO[bytes]:
    assert process.stdin is not None and process.stdout is not None
    asked = {"record": record.to_json(), "known": known, "worlds": WORLDS, "jobs": jobs}
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    return process.stdout


@pytest.mark.proof
def test_the_process_writes_the_number_of_choices_each_piece_and_done(
    process: subprocess.Popen[bytes], record: Record, pieces: list[Choice | HandReview]
):
    first, *lines, last = map(json.loads, ask(process, record, [2], jobs=2))
    second = next(hand for hand in hands_of(pieces) if hand.hand == 1)
    assert (first, last) == ({"of": len(second.choices)}, {"done": True})
    assert [read_hand(line["hand"]) for line in lines if "hand" in line] == [second]
    choices = [read_choice(line["choice"]) for line in lines if "choice" in line]
    assert sorted(choices, key=lambda choice: choice.action) == list(second.choices)
    assert process.wait(PATIENCE) == 0


def test_the_process_ends_when_its_input_is_closed(process: subprocess.Popen[bytes], record: Record):
    whole = ask(process, load_record(DATA / "mile-bones-game-03.json"), [])
    assert "of" in json.loads(whole.readline())
    if sys.platform != "win32":
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10, "all other processes go first"
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(PATIENCE) == 1


def test_a_record_that_breaks_the_rules_is_reported(process: subprocess.Popen[bytes], record: Record):
    broken = replace(record, body=Hands((replace(record.hands[0], actions=("0 play GO",)),)))
    (line,) = ask(process, broken, [])
    assert "hand 1, action 1" in json.loads(line)["fault"]
    assert process.wait(PATIENCE) == 1


def test_a_bundle_starts_itself_as_the_process(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", "/opt/mile-bones/mile-bones")
    assert command() == ["/opt/mile-bones/mile-bones", "reviewer"]
