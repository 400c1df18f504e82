"""``mile-bones bot`` and ``mile-bones arena --external`` as commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count

import pytest

from lab.protocol.words import command_line
from mile_bones.lab.batches import Kind, Place, players_seed

pytestmark = pytest.mark.slow  # these tests start other programs


def start(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mile_bones", *words],
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


HELLO = {"type": "hello", "protocol": "mile-bones-bot", "versions": [1], "program": "x", "game": "mile-bones"}


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("versions", "status", "kind"),
    [([1], 0, "hello"), ([1, 2], 0, "hello"), ([2], 1, "error"), ([], 1, "error")],
)
def test_a_bot_without_a_common_version_ends_with_status_1(versions: list[int], status: int, kind: str) -> None:
    out = start("bot", "original", said=json.dumps({**HELLO, "versions": versions, "time_limit_ms": 1}))
    assert (out.returncode, out.stderr) == (status, "")
    assert json.loads(out.stdout)["type"] == kind


@pytest.mark.parametrize(
    ("words", "says"),
    [(("bot",), "LEVEL"), (("bot", "nobody"), "argument LEVEL: “nobody” is not known"), (("bot", "easy", "x"), "x")],
)
def test_wrong_arguments_get_one_line_of_error(words: tuple[str, ...], says: str) -> None:
    out = start(*words)
    assert (out.returncode, out.stdout) == (2, "")
    assert says in out.stderr
    assert out.stderr.count("\n") == 1


def test_a_forfeit_ends_the_arena_with_status_1(small_bot: Callable[[str], str]) -> None:
    quitter = small_bot("def question(said): sys.exit('I want to go home')")
    out = start("arena", "easy", "--external", quitter, "--hands", "4", "--seed", "1")
    assert (out.returncode, out.stderr) == (1, "")
    assert out.stdout.splitlines() == [
        "small forfeits: it ended with exit status 1 (hand 1 of 4, “play” phase).",
        "Its last words on its standard error:",
        "  I want to go home",
        "Finished before that: 0 of 4 hands.",
    ]


BLOCK = Place(Kind.HANDS, 0)
SEED = next(seed for seed in count() if players_seed(seed, BLOCK) < 10**18)
"""The seed of a match whose first batch has a seed for the players that can be written as an argument."""


@pytest.mark.sample(slow=0, proof=2)
@pytest.mark.parametrize(
    ("level", "other", "hands"),
    [
        ("original", "easy", "4"),
        ("original", "expert", "4"),
        ("champion", "easy", "2"),
        ("original", "champion", "2"),
    ],
)
def test_a_level_as_a_bot_plays_exactly_as_in_the_arena(level: str, other: str, hands: str) -> None:
    """The champion uses random numbers. The arena seeds these for each batch. A bot gets the same seed by
    ``--seed``.
    """
    bot = command_line(sys.executable, "-m", "mile_bones", "bot", other, "--seed", str(players_seed(SEED, BLOCK)))
    numbers = ("--hands", hands, "--seed", str(SEED), "--rules", "mille", "--json")
    outside = json.loads(start("arena", level, "--external", bot, *numbers).stdout)
    inside = json.loads(start("arena", level, other, *numbers, "--jobs", "1").stdout)
    assert outside["forfeit"] is None
    assert {name: outside[name] for name in inside} == {**inside, "b": f"Mile Bones {other}"}
