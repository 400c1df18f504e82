"""Malicious and damaged files: thousands of them are read by the program.

``python tests/tools/fuzzing.py`` does the same for longer, guided by code coverage.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

import hostile
from examples import examples
from hostile import Verdict
from mutations import INI_LINES, mutated_games, mutated_history, mutated_ini, mutated_record, mutated_text

pytestmark = pytest.mark.proof  # these tests read thousands of files

DATA = Path(__file__).parent / "data"
RECORDS = [
    (DATA / name).read_text(encoding="utf-8")
    for name in ("conformance/original-00.json", "conformance/mille-game-03.json", "first/record.json")
]
INIS = [(DATA / "first/mb.ini").read_bytes(), "\n".join(line for line in INI_LINES if "=" in line[1:]).encode()]
HISTORIES = [(DATA / "first/history.db").read_bytes(), *map(hostile.packed, RECORDS)]

GAMES = "\n".join(
    (
        "mile-bones-history 1",
        *(f"2026-05-0{day}T12:00:00 {' '.join(text.split())}" for day, text in enumerate(RECORDS, 1)),
    )
).encode()

few = examples(
    60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
LUCK = st.randoms(use_true_random=False)


@few
@given(text=st.sampled_from(RECORDS), luck=LUCK)
def test_a_changed_record_is_refused_in_a_sentence_or_another_record(text: str, luck: Random) -> None:
    hostile.read_record(mutated_record(text, luck))


@few
@given(text=st.sampled_from(RECORDS), luck=LUCK)
def test_a_record_with_flipped_bits_and_cuts_is_read_or_refused(text: str, luck: Random) -> None:
    hostile.read_record(mutated_text(text, luck))


@few
@given(text=st.text() | st.text(alphabet='{}[]",:01\\u \n', max_size=60))
def test_a_random_text_is_refused_as_a_record(text: str) -> None:
    assert hostile.read_record(text) is Verdict.REFUSED


@example(b"[high scores]\nBest! = 1\n")
@example(b"[options]\n[theme = a\n ]\n")
@few
@given(data=st.binary() | st.text(alphabet='[]=;#\n \t"\\ax\r\x85', max_size=60).map(str.encode))
def test_any_ini_gives_allowed_values_or_is_set_aside(tmp_path: Path, data: bytes) -> None:
    hostile.read_ini(tmp_path, data)


@few
@given(data=st.sampled_from(INIS), luck=LUCK)
def test_a_changed_ini_gives_allowed_values_or_is_set_aside(tmp_path: Path, data: bytes, luck: Random) -> None:
    hostile.read_ini(tmp_path, mutated_ini(data, luck))


@few
@given(data=st.sampled_from(HISTORIES), luck=LUCK)
def test_a_changed_history_is_read_set_aside_or_reported(tmp_path: Path, data: bytes, luck: Random) -> None:
    hostile.read_history(tmp_path, mutated_history(data, luck))


@few
@given(data=st.just(GAMES) | st.sampled_from(RECORDS).map(str.encode), luck=LUCK)
def test_imported_games_are_added_once_or_refused_in_a_sentence(tmp_path: Path, data: bytes, luck: Random) -> None:
    hostile.read_games(tmp_path, mutated_games(data, luck))


def verdicts(look: Callable[[int], Verdict], tries: int) -> set[Verdict]:
    return {look(seed) for seed in range(tries)}


def test_changed_files_get_each_of_the_expected_verdicts(tmp_path: Path) -> None:
    """This shows that the tests above try enough: some changed files must be refused as text, some must be refused by
    the rules, and some must be sound.
    """
    every = {Verdict.REFUSED, Verdict.ILLEGAL, Verdict.SOUND}
    assert verdicts(lambda seed: hostile.read_record(mutated_record(RECORDS[0], Random(seed))), 60) == every
    kept = {Verdict.SOUND, Verdict.SET_ASIDE}
    assert verdicts(lambda seed: hostile.read_ini(tmp_path, mutated_ini(INIS[0], Random(seed))), 60) == kept
    packed, database = HISTORIES[1], HISTORIES[0]
    assert verdicts(lambda seed: hostile.read_history(tmp_path, mutated_history(packed, Random(seed))), 60) == every
    assert verdicts(lambda seed: hostile.read_games(tmp_path, mutated_games(GAMES, Random(seed))), 40) == every
    kinds = verdicts(lambda seed: hostile.read_history(tmp_path, mutated_history(database, Random(seed))), 60)
    assert kept <= kinds


def fuzzing(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the fuzzer in a Python without additional packages."""
    command = [sys.executable, "-S", str(Path(__file__).with_name("tools") / "fuzzing.py"), *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    environment.pop("PYTHONPATH", None)
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=600, check=False)


def test_the_fuzzer_has_a_help() -> None:
    shown = fuzzing("--help")
    assert shown.returncode == 0
    assert "{record,ini,history,import}" in shown.stdout
    assert "--corpus DIR" in shown.stdout


def test_without_atheris_the_fuzzer_says_how_to_get_it(tmp_path: Path) -> None:
    shown = fuzzing("ini", "--corpus", str(tmp_path / "corpus"))
    assert shown.returncode == 1
    assert shown.stderr.startswith("fuzzing.py: atheris is missing")
    assert shown.stderr.count("\n") == 1, "one line"
    assert not (tmp_path / "corpus").exists()
