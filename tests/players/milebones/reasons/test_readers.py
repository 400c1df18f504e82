"""The readers of a reason: it calls its reader "you" and all others by name, in complete, correct sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from mile_bones.games.milebones.actions import parse_action
from mile_bones.players.coach import Reader
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence
from players.milebones.reasons.test_reasons import NAMES, SAID, seen

PLAYER, OPPONENT = NAMES
YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
ORDER = re.compile(r"(^|: |; )(keep|play|drive|discard|wait)\b", re.IGNORECASE)
"""Words of advice, which make sense only to a player who can still act."""
ONE = r"(has|holds|drives|needs|suffers|goes)"
SEVERAL = r"(have|hold|drive|need|suffer|go)"


def reasons() -> Iterator[Reason]:
    """Yield reasons of every kind: with one and with several of the counted cards, with and without a safety left."""
    for _code, better, worse, table, _said in SAID:
        found = find(seen(table), parse_action(better), parse_action(worse))
        assert found is not None
        several = found.code in (Code.DISTANCES_SPARE, Code.HAZARDS_SPARE)  # a single card cannot be spared
        for count in {found.count} if several or not found.count else {found.count, 1, 2}:
            yield from (replace(found, count=count, sure=sure) for sure in (False, True))


ALL = tuple(dict.fromkeys(reasons()))


def texts(reason: Reason) -> dict[Reader, str]:
    return {reader: sentence(reason, NAMES, reader) for reader in Reader}


def test_every_kind_of_reason_is_tested() -> None:
    assert {reason.code for reason in ALL} == set(Code)


@pytest.mark.parametrize("reason", ALL, ids=lambda reason: f"{reason.code}-{reason.count}")
def test_the_reader_is_you_and_all_others_have_names(reason: Reason) -> None:
    said = texts(reason)
    assert PLAYER not in said[Reader.PLAYER]
    assert OPPONENT not in said[Reader.OPPONENT]
    assert not YOU.search(said[Reader.ANYBODY])
    for reader in (Reader.OPPONENT, Reader.ANYBODY):
        assert not ORDER.search(said[reader]), "the choice was another player's, and it is past"
    assert bool(YOU.search(said[Reader.OPPONENT])) == (OPPONENT in said[Reader.ANYBODY]), "the opponent is called you"


@pytest.mark.parametrize("reason", ALL, ids=lambda reason: f"{reason.code}-{reason.count}")
def test_all_readers_get_the_same_facts_in_a_whole_sentence(reason: Reason) -> None:
    said = texts(reason)
    facts = {tuple(sorted(re.findall(r"[\d,]*\d", text))) for text in said.values()}
    assert len(facts) == 1
    for text in said.values():
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".") and text.count(".") == 1
        assert "{" not in text and "  " not in text
        assert not re.search(rf"\b({PLAYER}|{OPPONENT}) (only )?{SEVERAL}\b", text)
        assert not re.search(rf"\byou (only )?{ONE}\b", text, re.IGNORECASE)
        assert not re.search(r"\b1 (\w+ )?(cards|hazards|others)\b", text)


@pytest.mark.parametrize(
    ("code", "to_opponent", "to_anybody"),
    [
        (
            Code.GO_NOW,
            "Anna cannot drive before a Go is played.",
            "Anna cannot drive before a Go is played.",
        ),
        (
            Code.LIMIT_SLOWS,
            "You have 600 miles to go, and drive 50 a turn at most under a Speed Limit.",
            "Bert has 600 miles to go, and drives 50 a turn at most under a Speed Limit.",
        ),
        (
            Code.FIRST_MILES,
            "As long as Anna has no miles, a Shut-out of 500 points is possible for you.",
            "As long as Anna has no miles, a Shut-out of 500 points is possible for Bert.",
        ),
        (
            Code.KEEP_GO,
            "It is worth keeping the Go: Anna cannot drive before one is played, and 1 other is unseen.",
            "It is worth keeping the Go: Anna cannot drive before one is played, and 1 other is unseen.",
        ),
        (
            Code.TOO_FAR,
            "With 50 miles to go, the 75 is too far.",
            "With 50 miles to go, the 75 is too far.",
        ),
    ],
)
def test_reasons_about_another_players_choice_fit_the_reader(code: Code, to_opponent: str, to_anybody: str) -> None:
    row = next(row for row in SAID if row[0] is code)
    found = find(seen(row[3]), parse_action(row[1]), parse_action(row[2]))
    assert found is not None
    assert (sentence(found, NAMES, Reader.OPPONENT), sentence(found, NAMES, Reader.ANYBODY)) == (
        to_opponent,
        to_anybody,
    )


@pytest.mark.parametrize(
    ("seat", "you", "expected"),
    [(0, 0, Reader.PLAYER), (1, 1, Reader.PLAYER), (1, 0, Reader.OPPONENT), (0, None, Reader.ANYBODY)],
)
def test_the_kind_of_reader_follows_from_the_seats(seat: int, you: int | None, expected: Reader) -> None:
    assert Reader.of(seat, you) is expected
