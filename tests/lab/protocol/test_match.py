"""Matches against programs that play well, badly, or not at all: a match always ends and reports its end."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mile_bones.lab import arena
from mile_bones.lab.match_progress import MatchProgress
from mile_bones.lab.protocol.match import ExternalResult, play_external

pytestmark = pytest.mark.slow  # these tests start other programs

Script = Callable[[str], str]

REMEMBER = """
class Memory:
    def __init__(self): self.count = 0
memory = Memory()
answer = question
"""


@pytest.fixture(autouse=True)
def _nothing_stays_behind() -> Iterator[None]:
    """Check that no thread of a match is left after a test. A thread ends with its pipe, and a pipe ends when the last
    process that holds it has ended.
    """
    yield
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("bot ")] == []


def play(command: str, **options: object) -> ExternalResult:
    usual: dict[str, object] = {"hands": 6, "seed": 4, "time_limit": 10.0}
    return play_external("easy", command, **{**usual, **options})  # type: ignore[arg-type]


def sentence(result: ExternalResult) -> str:
    assert result.forfeit is not None
    return result.forfeit.sentence(result.name)


@pytest.mark.proof
@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
def test_our_own_bot_gets_exactly_the_result_of_the_arena(own_bot: Script, rules: str) -> None:
    outside = play_external("original", own_bot("easy"), hands=20, games=2, seed=11, rules=rules)
    inside = arena.play("original", "easy", hands=20, games=2, seed=11, rules=rules)
    assert outside.forfeit is None
    assert outside.measured is not None
    there = outside.measured
    assert (there.mean, there.se, there.hands) == (inside.mean, inside.se, 20)
    assert (there.won, there.lost, there.drawn) == (inside.won, inside.lost, inside.drawn)
    assert (there.a, there.b, there.rules, there.seed) == ("original", "Mile Bones easy", rules, 11)
    assert (outside.hands, outside.games) == (20, 2)


def test_the_watcher_is_called_after_every_block(small_bot: Script) -> None:
    seen = []

    def watch(standing: MatchProgress) -> None:
        seen.append((standing.played, standing.left))

    assert play(small_bot(""), hands=18, games=2, watch=watch).forfeit is None
    assert seen == [(0, 3), (1, 2), (2, 1), (3, 0)]


@pytest.mark.parametrize(("hands", "games"), [(3, 0), (0, 0), (-2, 0), (2, 1), (2, -2)])
def test_odd_or_too_few_hands_and_games_are_refused(hands: int, games: int) -> None:
    with pytest.raises(ValueError, match="even numbers"):
        play_external("easy", "nobody", hands=hands, games=games, seed=1)


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize(
    ("source", "code", "says"),
    [
        ("sys.exit(3)", "ended", "it ended with exit status 3"),
        ("def hello(said): sys.exit(0)", "ended", "it ended with exit status 0"),
        ("def hello(said): os.close(1); time.sleep(60)", "ended", "it closed its standard output"),
        ("def hello(said): say('Hello!')", "bad_json", "it said something that is no message: the line is not JSON"),
        ("def hello(said): say('x' * 1100000)", "line_too_long", "the line is longer than 1048576 bytes"),
        ("def hello(said): sys.stdout.write('x' * 2200000)", "line_too_long", "the line is longer than 1048576 bytes"),
        ("def hello(said): say('\\x1b[2J')", "bad_json", "the line begins “�[2J”"),
        ("def hello(said): say({'type': 'hello', 'protocol': 'chess'})", "bad_message", "“protocol”: one of these is"),
        ("def hello(said): say({'type': 'question', 'id': 1})", "unknown_type", "there is no message “question” here"),
        (
            "def hello(said): say({'type': 'hello', 'protocol': 'mile-bones-bot', 'version': 2, 'name': 'new'})",
            "version",
            "it speaks version 2 of the protocol, and this program version 1",
        ),
        ("def hello(said): say({'type': 'action', 'id': 1, 'action': 'draw'})", "unexpected", "it said “action” where"),
        (
            "def hello(said): say({'type': 'error', 'code': 'version', 'text': 'too old', 'fatal': True})",
            "reported",
            "it reports an error: too old",
        ),
    ],
)
def test_a_bot_without_a_valid_hello_forfeits(small_bot: Script, source: str, code: str, says: str) -> None:
    result = play(small_bot(source))
    assert result.forfeit is not None
    assert (result.forfeit.code, result.forfeit.where) == (code, None)
    assert says in sentence(result)
    assert (result.hands, result.measured) == (0, None)


FOURTH = (
    REMEMBER
    + """
def question(said):
    memory.count += 1
    if memory.count == 4:
        fail(said)
    answer(said)
"""
)


@pytest.mark.sample(slow=5, proof=4)
@pytest.mark.parametrize(
    ("fail", "code", "says"),
    [
        (
            "sys.exit('no more fuel')",
            "ended",
            "small forfeits: it ended with exit status 1 (hand 1 of 6, ",
        ),
        ("os.close(1); time.sleep(60)", "ended", "small forfeits: it closed its standard output"),
        (
            "time.sleep(60)",
            "timeout",
            "small forfeits: it gave no answer within 1 second (hand 1",
        ),
        ("say('}{')", "bad_json", "small forfeits: it said something that is no message: the line is not JSON"),
        ("say('x' * 5000000)", "line_too_long", "small forfeits: it said something that is no message: the line is"),
        (
            "say({'type': 'action', 'id': said['id'] - 1, 'action': 'draw'})",
            "wrong_id",
            "answered question 3 when it",
        ),
        (
            "say({'type': 'action', 'id': said['id'], 'action': 'fly'})",
            "illegal_action",
            "chose “fly”, which is none",
        ),
        (
            "say({'type': 'action', 'id': said['id'], 'action': 'extend yes'})",
            "illegal_action",
            "it chose “extend yes”, which is none of its legal actions (",
        ),
        ("say({'type': 'action', 'id': said['id']})", "bad_message", "“action”: it is missing"),
        (
            "say({'type': 'action', 'id': str(said['id']), 'action': 'draw'})",
            "bad_message",
            "“id”: a whole number",
        ),
        ("hello(said)", "unexpected", "it said “hello” where “action” was expected"),
        ("say({'type': 'bye'})", "unknown_type", "there is no message “bye” here"),
        ("say({'type': 'error', 'code': 'x', 'text': 'I\\nquit', 'fatal': False})", "reported", "an error: I�quit"),
        pytest.param("while True: say('\\n')", "timeout", "it gave no answer within 1 second", marks=pytest.mark.proof),
        ("while True: sys.stdout.write('y' * 1000)", "line_too_long", "the line is longer than"),
        pytest.param(
            "while True: sys.stderr.write('y' * 1000)",
            "timeout",
            "it gave no answer within 1 second",
            marks=pytest.mark.proof,
        ),
    ],
)
def test_a_bot_that_fails_during_a_hand_forfeits(small_bot: Script, fail: str, code: str, says: str) -> None:
    result = play(small_bot(f"{FOURTH}\ndef fail(said):\n    {fail}\n"), time_limit=1.0 if code == "timeout" else 10.0)
    assert result.forfeit is not None
    assert result.forfeit.code == code
    assert says in sentence(result)
    assert result.forfeit.where == "hand 1 of 6, “play” phase"
    assert len(result.forfeit.last_words) <= 4096


def test_hands_finished_before_a_forfeit_are_reported(small_bot: Script) -> None:
    """Each of the two processes plays one hand of every pair. The second process gives up in its third hand."""
    source = (
        REMEMBER
        + """
def other(said):
    memory.count += said["type"] == "hand_over" and said["totals"]["own"] > -1
def question(said):
    if memory.count == 2 and said["observation"]["seat"] == 0:
        sys.stderr.write("nothing\\nworks\\n")
        sys.exit(7)
    answer(said)
"""
    )
    result = play(small_bot(source))
    assert sentence(result) == "small forfeits: it ended with exit status 7 (hand 6 of 6, “play” phase)"
    assert result.forfeit is not None
    assert result.forfeit.last_words.splitlines() == ["nothing", "works"]
    assert result.hands == 5
    finished = play(small_bot(""), hands=4).measured
    assert finished is not None
    assert result.measured == finished  # of the fifth hand, the mirrored hand is missing


def test_a_forfeit_in_a_whole_game_names_the_game(small_bot: Script) -> None:
    source = (
        REMEMBER
        + """
def question(said):
    if said["observation"]["hand_number"] == 2:
        sys.exit(0)
    answer(said)
"""
    )
    result = play(small_bot(source), hands=2, games=4)
    assert "(game 1 of 4, hand 2, “play” phase)" in sentence(result)
    assert (result.hands, result.games) == (2, 0)
    assert result.measured is not None
    assert result.measured.game_share is None


def test_the_time_limit_may_be_huge(small_bot: Script) -> None:
    assert play(small_bot(""), time_limit=1e300, hands=2).forfeit is None


def test_a_bot_that_never_says_hello_times_out(small_bot: Script) -> None:
    result = play(small_bot("time.sleep(60)"), start_limit=0.3)
    assert sentence(result).endswith(" forfeits: it did not say hello within 0.3 seconds")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("no-such-program-anywhere --fast", "no-such-program-anywhere --fast forfeits: it cannot be started: "),
        ("", " forfeits: it cannot be started: the command is empty"),
        ("'", "' forfeits: it cannot be started: No closing quotation"),
        (os.curdir, ". forfeits: it cannot be started: "),
    ],
)
def test_a_bot_whose_command_cannot_start_forfeits(command: str, says: str) -> None:
    result = play(command)
    assert sentence(result).startswith(says)
    assert result.hands == 0


def test_a_failing_bot_gets_the_reason(small_bot: Script, tmp_path: Path) -> None:
    source = f"""
def question(said):
    say({{"type": "action", "id": said["id"], "action": "discard EVERYTHING"}})
def other(said):
    if said["type"] in ("error", "bye"):
        with open({str(tmp_path / "heard")!r}, "a", encoding="utf-8") as file:
            file.write(said.get("code", "bye") + " " + str(said.get("fatal")) + "\\n")
"""
    assert play(small_bot(source)).forfeit is not None
    heard = (tmp_path / "heard").read_text(encoding="utf-8").splitlines()
    assert sorted(heard) == ["bye None", "bye None", "illegal_action True"]  # the other process has done nothing wrong


def test_neither_a_bot_nor_its_children_are_left_running(small_bot: Script, tmp_path: Path) -> None:
    source = f"""
import subprocess
subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"])
open({str(tmp_path)!r} + "/" + str(os.getpid()), "w").close()
def question(said):
    time.sleep(60)
"""
    result = play(small_bot(source), time_limit=0.5)
    assert "no answer within 0.5 seconds" in sentence(result)
    bots = [int(path.name) for path in tmp_path.iterdir() if path.name.isdecimal()]
    assert len(bots) == 2
    if sys.platform != "win32":
        for number in bots:
            with pytest.raises(ChildProcessError):  # no child is left to wait for
                os.waitpid(number, os.WNOHANG)
