"""A bot cannot find out cards from anything that it can read about the arena."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.protocol.words import command_line

pytestmark = pytest.mark.slow  # these tests start other programs

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

CHEAT = """
import json, os, re, sys
from pathlib import Path
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.hand import shuffled_deal

def above(number):
    "What a process can read of those that it comes from, up to this test."
    while number != int(sys.argv[2]):
        proc = Path("/proc", str(number))
        for name in ("cmdline", "environ"):
            try: yield (proc / name).read_text(errors="replace")
            except OSError: pass
        number = int((proc / "stat").read_text().rpartition(")")[2].split()[1])

numbers = {int(found) for text in above(os.getpid()) for found in re.findall(r"[0-9]{1,39}", text)}
def foreseen(cards, seat):
    for seed in numbers:
        for hand in range(20):
            deal = shuffled_deal(RULE_SETS["mile-bones"], seed, hand, hand % 2)
            if [card.notation for card in deal.dealt[seat]] == cards: return True
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "cheat"}
    elif said["type"] == "question":
        answer = {"type": "action", "id": said["id"], "action": said["legal_actions"][0]}
    else:
        if said["type"] == "game_start": seat = said["seat"]
        if said["type"] == "hand_start":
            with open(sys.argv[1], "a") as file: print(bool(foreseen(said["cards"], seat)), file=file)
        continue
    print(json.dumps(answer), flush=True)
"""


def arena(*words: str | Path, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mile_bones", "arena", *words],
        input=said, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.mark.sample(proof=2)
@linux
@pytest.mark.proof
@pytest.mark.parametrize(
    ("words", "said", "told"),
    [
        (("--seed", "4711"), "", ""),
        (("--seed=4711",), "", ""),
        (("--seed", "-"), "4711\n", ""),
        ((), "", ""),
        (("--seed", "4711"), "", "4711"),
    ],
    ids=["seed", "seed=", "input", "secret", "told"],
)
def test_a_bot_cannot_read_the_seed_that_deals(tmp_path: Path, words: tuple[str, ...], said: str, told: str) -> None:
    """In the control case, a bot gets the seed in its own command and foresees every card. This proves that its method
    works.
    """
    (tmp_path / "cheat.py").write_text(CHEAT, encoding="utf-8")
    command = command_line(
        sys.executable, tmp_path / "cheat.py", tmp_path / "foreseen", str(os.getpid()), *([told] if told else [])
    )
    out = arena("easy", "--external", command, "--hands", "10", *words, said=said)
    assert (out.returncode, out.stderr) == (0, "")
    foreseen = (tmp_path / "foreseen").read_text(encoding="utf-8").split()
    assert foreseen == [str(bool(told))] * 10


@pytest.mark.proof
@pytest.mark.parametrize("words", [("--seed", "5"), ("--seed=5",)])
def test_a_seed_deals_as_in_the_arena_from_an_argument_or_from_stdin(
    own_bot: Callable[[str], str], words: tuple[str, ...]
) -> None:
    numbers = ("--hands", "4", "--games", "2", "--json")
    there = [
        json.loads(arena("original", "--external", own_bot("easy"), *numbers, *words, said="6\n").stdout),
        json.loads(arena("original", "--external", own_bot("easy"), *numbers, "--seed", "-", said="5\n").stdout),
    ]
    here = json.loads(arena("original", "easy", *numbers, "--seed", "5").stdout)
    for result in there:
        assert {name: result[name] for name in here} == {**here, "b": "Mile Bones easy"}


@pytest.mark.proof
def test_a_match_with_a_secret_seed_can_be_played_again(own_bot: Callable[[str], str]) -> None:
    numbers = ("--hands", "4", "--games", "2", "--json")
    first, second = (json.loads(arena("original", "--external", own_bot("easy"), *numbers).stdout) for _time in "12")
    assert len(first["seed"]) == len(second["seed"]) == 39
    assert first["seed"] != second["seed"]
    outside = arena("original", "--external", own_bot("easy"), *numbers, "--seed", "-", said=first["seed"])
    assert json.loads(outside.stdout) == first
    inside = json.loads(arena("original", "easy", *numbers, "--seed", first["seed"]).stdout)
    assert {name: first[name] for name in inside} == {**inside, "b": "Mile Bones easy"}


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("said", ["", "\n", "x\n", "9" * 20 + "\n", "0" * 39 + "\n", "-1\n", "-\n"])
def test_an_invalid_seed_on_stdin_gets_one_line_of_error(said: str) -> None:
    out = arena("easy", "easy", "--hands", "2", "--seed", "-", said=said)
    assert (out.returncode, out.stdout) == (2, "")
    assert "the standard input has no seed" in out.stderr
    assert out.stderr.count("\n") == 1


LOOK = """
import ctypes, os
from mile_bones.lab.protocol.secrecy import hide_memory
if os.getuid() == 0: os.setuid(65534)  # root sees everything
def seen():
    child = os.fork()
    if child == 0:
        try: os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY))
        except OSError: os._exit(0)
        os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
hide_memory()
print(seen())
"""


@linux
def test_another_process_of_the_user_cannot_read_the_memory() -> None:
    out = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=False)
    assert (out.stdout, out.stderr) == ("0\n", "")
