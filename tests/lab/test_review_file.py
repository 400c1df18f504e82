"""The file of a review: it gives back what was kept, and refuses everything else unchanged."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from match.helpers import short_game
from mile_bones.engine.bodies import Hands
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.review_file import opened
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, ChoiceQuestion, HandQuestion, HandReview, questions
from mile_bones.players.coach import Luck, Rating, Worth

WORLDS = 24
REPLAY = Replay(short_game())


def hands() -> list[HandReview]:
    """Return reviews of both hands of the game in which all actions are alike."""
    found = {}
    for question in questions(REPLAY):
        if isinstance(question, HandQuestion):
            found[question.hand] = HandReview(question.hand, question.points, Luck(1.5, ()), ())
        else:
            whole = found[question.hand]
            found[question.hand] = replace(whole, choices=(*whole.choices, alike(question)))
    return list(found.values())


def alike(question: ChoiceQuestion) -> Choice:
    worths = tuple(Worth(str(action), 5.0, 0.5, 5.0, 0.0) for action in question.observation.legal_actions())
    rating = Rating(worths, WORLDS)
    return Choice(
        question.hand, question.action, question.observation.seat, str(question.chosen), rating, "discards", None
    )


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.jsonl"
    with opened(path, REPLAY, WORLDS) as file:
        assert file.finished == {}
        for hand in hands():
            file.add(hand)
    return path


def finished(path: Path, worlds: int = WORLDS, replay: Replay = REPLAY) -> dict[int, HandReview]:
    with opened(path, replay, worlds) as file:
        return file.finished


def refused(path: Path, says: str, open_it: Callable[[Path], object] = finished) -> None:
    before = path.read_bytes()
    with pytest.raises(ResumeError, match=says) as error:
        open_it(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == before


def test_the_finished_hands_are_read_again(kept: Path) -> None:
    assert finished(kept) == {hand.hand: hand for hand in hands()}


@pytest.mark.parametrize("rest", [b"", b"{", b"\xc3", b"[" * 9999])
def test_a_hand_that_was_being_written_is_cut_off(kept: Path, rest: bytes) -> None:
    header, first, _second = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(header + first + rest)
    assert list(finished(kept)) == [1]
    assert kept.read_bytes() == header + first


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"record": "00"}, "holds the review of another game$"),
        ({"coach": "1 24"}, "was made by another version of the coach or with another number of worlds$"),
        ({"version": 2}, "was written by another version of Mile Bones$"),
        ({"format": "mile-bones-match"}, "is not the file of a review$"),
    ],
)
def test_the_file_of_another_review_is_refused(kept: Path, changed: dict[str, object], says: str) -> None:
    header, _end, rest = kept.read_text().partition("\n")
    kept.write_text(json.dumps(json.loads(header) | changed) + "\n" + rest)
    refused(kept, says)


def test_another_game_and_another_number_of_worlds_are_refused(kept: Path) -> None:
    refused(kept, "another number of worlds$", lambda path: finished(path, WORLDS + 1))
    shorter = replace(REPLAY.record, body=Hands(REPLAY.record.hands[:1]))
    refused(kept, "the review of another game$", lambda path: finished(path, replay=Replay(shorter)))


def test_every_damaged_line_is_refused_by_its_number(kept: Path) -> None:
    header, first, second = kept.read_text().splitlines()
    shape = json.loads(second)
    damaged = ["", "[]", "nonsense", "{}", first, *(json.dumps(shape | each) for each in (
        {"hand": 3}, {"choices": [*shape["choices"][1:], shape["choices"][0] | {"chosen": "draw"}]}, {"points": 7}
    ))]  # fmt: skip
    for line in damaged:
        kept.write_text(f"{header}\n{first}\n{line}\n")
        refused(kept, "is damaged in line 3$")


def test_a_file_in_use_is_refused(kept: Path) -> None:
    with opened(kept, REPLAY, WORLDS):
        refused(kept, "is in use by another review$")
