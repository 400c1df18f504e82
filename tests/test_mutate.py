"""The tool that plants faults in the code. Tested are the faults, their places, and the choice of the tests that must
detect them.
"""

from __future__ import annotations

import ast
import shutil
from collections import Counter
from pathlib import Path

import pytest

from mutate import NOBODY, Clone, Fault, asked_of, catch, drawn, faults_of, table

SOURCE = '''
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import json

def chosen(größe: int, limit: int = 3) -> int:
    """Return one of two."""
    if größe < limit:
        return max(größe, 2)
    return 0
'''


def test_each_kind_of_fault_changes_one_place() -> None:
    planted = {(fault.kind, fault.old, fault.new) for fault in faults_of("a.py", SOURCE)}
    assert planted == {
        ("constant", "3", "(4)"),
        ("comparison", "größe < limit", "(größe <= limit)"),
        ("branch", "größe < limit", "(not größe < limit)"),
        ("return", "max(größe, 2)", "(None)"),
        ("argument", "max(größe, 2)", "(max(2, größe))"),
        ("constant", "2", "(3)"),
        ("constant", "0", "(1)"),
    }


def test_a_planted_fault_changes_the_program_only_from_its_line_on() -> None:
    for fault in faults_of("a.py", SOURCE):
        text = fault.planted(SOURCE)
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(SOURCE))
        assert text.splitlines()[: fault.line - 1] == SOURCE.splitlines()[: fault.line - 1]


@pytest.fixture
def program(root: Path, tmp_path: Path) -> Path:
    """The top of a program with a few small packages."""
    for path in ("engine/rng.py", "storage/locks.py", "desktop/boards/montreal/layout.py", "desktop/look/scale.py"):
        (tmp_path / "mile_bones" / path).parent.mkdir(parents=True)
        shutil.copy(root / "mile_bones" / path, tmp_path / "mile_bones" / path)
    return tmp_path


def test_a_seed_draws_the_same_number_of_faults_from_every_package(program: Path) -> None:
    faults = drawn(program, 47, 12, ())
    assert faults == drawn(program, 47, 12, ())
    assert faults != drawn(program, 48, 12, ())
    assert len(set(faults)) == 12
    assert Counter(fault.room for fault in faults) == dict.fromkeys(
        ("engine", "storage", "desktop/boards", "desktop/look"), 3
    )
    assert {fault.room for fault in drawn(program, 47, 12, ("engine",))} == {"engine"}


@pytest.mark.proof
def test_faults_come_from_every_package_and_are_of_every_kind(root: Path) -> None:
    faults = drawn(root, 47, 100, ())
    rooms, kinds = (Counter(key(fault) for fault in faults) for key in (lambda one: one.room, lambda one: one.kind))
    assert {"engine", "games", "storage", "desktop", "desktop/boards", "mile_bones"} <= rooms.keys()
    assert max(rooms.values()) - min(rooms.values()) <= 1
    assert kinds.keys() == {"argument", "branch", "comparison", "constant", "return"}
    for fault in faults:
        ast.parse(fault.planted((root / fault.path).read_text("utf-8")))
        assert all(asked_of(root, fault)[1]), "there must be tests for the fault"


@pytest.mark.parametrize(
    ("path", "named", "folder"),
    [
        ("mile_bones/engine/rng.py", ["tests/engine/test_rng.py"], "tests/engine"),
        ("mile_bones/desktop/controllers/undo.py", ["tests/desktop/test_undo.py"], "tests/desktop"),
        ("mile_bones/cli/common.py", [], "tests/test_cli.py"),
    ],
)
def test_tests_named_after_a_file_run_before_those_of_its_folder(
    root: Path, path: str, named: list[str], folder: str
) -> None:
    asked = asked_of(root, Fault(path, 1, 0, "constant", "0", "1"))
    assert asked[0] == named
    assert folder in asked[1]


@pytest.mark.proof
def test_a_fault_is_reported_as_caught_or_missed(tmp_path: Path) -> None:
    clone = Clone(tmp_path / "clone")
    path = "mile_bones/engine/rng.py"
    text = (clone.top / path).read_text("utf-8")
    faults = [fault for fault in faults_of(path, text) if fault.kind == "return"]
    seen = catch(clone, faults[0], [])
    assert seen.caught_by.startswith("tests/engine/test_rng.py::"), seen
    assert (clone.top / path).read_text("utf-8") == text
    missed = catch(clone, Fault(path, 1, 0, "constant", text[:3], text[:3]), [], everywhere=False)
    assert missed.caught_by == NOBODY
    assert table([seen, missed]).startswith("1 of 2 caught")
