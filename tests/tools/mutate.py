"""Plant faults in the program, one at a time, and report which test catches each fault.

    python tests/tools/mutate.py --seed 47 --faults 72
    python tests/tools/mutate.py --seed 48 --room storage --room match
    python tests/tools/mutate.py --repeat build/mutations

A fault is a reversed comparison, a constant increased by one, a branch taken the wrong way, a result that is None, or
two exchanged arguments. The seed draws the list of faults, evenly over the rooms (the packages of the program) and over
the kinds of faults. Each fault is planted in a clone of HEAD. There, the tests of the fault's folder run first. If they
pass, the fast tier of all other folders runs. Tests that fail without a fault are left out. `build/mutations` has a
line of JSON for each fault.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from random import Random

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "mile_bones"
HANGS = 1800
"""Seconds after which a run counts as caught, because the fault makes the program hang."""
NOBODY = "nobody"
WITHOUT = ("lab/training", "lab/rl", "lab/ray_workers.py", "lab/batch", "games/milebones/batch")
"""Parts of the package that need an extra, which no automatic run has."""

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of the program's text: `old` becomes `new`. `offset` is where `old` is in the file, in characters."""

    path: str
    line: int
    offset: int
    kind: str
    old: str
    new: str
    caught_by: str = ""
    """The first test that failed, `NOBODY`, or "" if the fault was not tried."""

    @property
    def room(self) -> str:
        """The package that contains the fault. Each package of the desktop is a room of its own."""
        folders = Path(self.path).parts[1:-1]
        return "/".join(folders[: 2 if "desktop" in folders else 1]) or PACKAGE

    def planted(self, text: str) -> str:
        """Return the text of the file with the fault."""
        assert text[self.offset : self.offset + len(self.old)] == self.old, f"{self.path} has changed"
        return text[: self.offset] + self.new + text[self.offset + len(self.old) :]


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    """Yield the kind of a fault, the expression that it changes, and the new expression."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _TURNED:
            yield "comparison", node, ast.Compare(left, [_TURNED[type(op)]()], [right])
        case ast.Constant(value=bool() as value):
            yield "constant", node, ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield "constant", node, ast.Constant(value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) if "TYPE_CHECKING" not in ast.unparse(test):
            yield "branch", test, ast.UnaryOp(ast.Not(), test)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", value, ast.Constant(None)
        case ast.Call(func=func, args=[first, second, *rest], keywords=words):
            if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                yield "argument", node, ast.Call(func, [second, first, *rest], words)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes under `node` except those of annotations, which are not evaluated."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _children(child)


def faults_of(path: str, text: str) -> Iterator[Fault]:
    """Yield every fault that can be planted in a file."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = text.splitlines()

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node in _children(ast.parse(text)):
        for kind, old, new in _changes(node):
            first, last = place(old.lineno, old.col_offset), place(old.end_lineno or 0, old.end_col_offset or 0)
            yield Fault(path, old.lineno, first, kind, text[first:last], f"({ast.unparse(new)})")


def drawn(top: Path, seed: int, number: int, rooms: Sequence[str]) -> list[Fault]:
    """Return `number` faults of the program under `top`, drawn by `seed`, in turn from each room and each kind."""
    luck = Random(seed)
    pool: dict[tuple[str, str], list[Fault]] = {}
    for file in sorted((top / PACKAGE).rglob("*.py")):
        path = file.relative_to(top).as_posix()
        if not path.removeprefix(f"{PACKAGE}/").startswith(WITHOUT):
            for fault in faults_of(path, file.read_text("utf-8")):
                pool.setdefault((fault.room, fault.kind), []).append(fault)
    kinds = sorted({kind for _, kind in pool})
    rooms = [room for room in sorted({room for room, _ in pool}) if not rooms or room in rooms]
    chosen: list[Fault] = []
    for turn in range(len(kinds) * number):
        for index, room in enumerate(rooms):
            left = pool.get((room, kinds[(turn + index) % len(kinds)]), [])
            if left and len(chosen) < number:
                chosen.append(left.pop(luck.randrange(len(left))))
    return chosen


def asked_of(top: Path, fault: Fault) -> tuple[list[str], ...]:
    """Return the test files named after the fault's file, and all tests of its folder, as arguments of pytest."""
    folder = top / "tests" / Path(fault.path).parent.relative_to(PACKAGE)
    while not folder.is_dir():
        folder = folder.parent
    named = [file for file in sorted(folder.rglob("test_*.py")) if Path(fault.path).stem in file.stem]
    whole = sorted(folder.glob("test_*.py")) if folder.name == "tests" else [folder]
    return tuple([path.relative_to(top).as_posix() for path in paths] for paths in (named, whole))


class Clone:
    """A clone of HEAD in which faults are planted, with the environment of this checkout."""

    def __init__(self, top: Path) -> None:
        self.top = top
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(top)], check=True)
        (top / ".venv").symlink_to(ROOT / ".venv")
        for folder in (ROOT / "resources/translations").iterdir():
            if folder.is_dir():
                shutil.copytree(folder, top / folder.relative_to(ROOT), dirs_exist_ok=True)

    @contextlib.contextmanager
    def with_fault(self, fault: Fault) -> Iterator[None]:
        """Plant the fault, and take it out again."""
        file = self.top / fault.path
        text = file.read_text("utf-8")
        file.write_text(fault.planted(text), "utf-8")
        try:
            yield
        finally:
            file.write_text(text, "utf-8")

    def failures(self, *arguments: str) -> list[str]:
        """Run tests with these arguments of pytest. Return the failed ones, or what else went wrong."""
        environment = os.environ | {"PYTHONPATH": str(self.top), "MILE_BONES_SLOW_MACHINE": "1000"}
        environment.pop("CI", None)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        try:
            ended = subprocess.run(
                command, cwd=self.top, env=environment, capture_output=True, encoding="utf-8", errors="replace",
                timeout=HANGS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return ["(the tests hang)"]
        if ended.returncode in {0, 5}:
            return []
        names = re.findall(r"^(?:FAILED|ERROR) (\S+(?:\[.*?\])?)", ended.stdout, re.MULTILINE)
        return names or [f"(pytest ended with {ended.returncode})"]


def catch(clone: Clone, fault: Fault, spoilt: Sequence[str], *, everywhere: bool = True) -> Fault:
    """Return the fault with the test that catches it.

    The test that caught the fault before runs first, then the tests of the fault's folder, then, if `everywhere`, the
    fast tier of all other folders. Tests in `spoilt` fail without a fault.
    """
    named, folder = asked_of(clone.top, fault)
    before = fault.caught_by.partition("[")[0]  # all cases: one alone would be in the first case's tier
    asked = [before] if (clone.top / before.partition("::")[0]).is_file() else []
    runs = [("test", *words) for words in (asked, named, [path for path in folder if path not in named]) if words]
    if everywhere:
        runs.append(("check", *(f"--ignore={path}" for path in (*named, *folder)), "tests"))
    without = [word for name in spoilt for word in ("--deselect", name)]
    with clone.with_fault(fault):
        failed = next((names for run in runs if (names := clone.failures("-x", *without, "--make", *run))), [NOBODY])
    return replace(fault, caught_by=failed[0])


def table(faults: Sequence[Fault]) -> str:
    """Return the number of faults that were caught, by room and by kind."""
    caught = [fault for fault in faults if fault.caught_by != NOBODY]
    lines = [f"{len(caught)} of {len(faults)} caught"]
    for key in (lambda fault: fault.room, lambda fault: fault.kind):
        counts, of = Counter(map(key, caught)), Counter(map(key, faults))
        lines.append(", ".join(f"{name} {counts[name]}/{of[name]}" for name in sorted(of)))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant faults in the program, and see who catches them.")
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--faults", type=int, default=72)
    parser.add_argument("--room", action="append", default=[], help="a folder of mile_bones; all if not given")
    parser.add_argument("--repeat", type=Path, help="plant the faults of this file again")
    parser.add_argument("--out", type=Path, default=ROOT / "build/mutations")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--sure", action="store_true", help="skip the run without a fault: all tests are known to pass")
    parser.add_argument("--list", action="store_true", help="print the faults, and plant none")
    chosen = parser.parse_args()
    if chosen.repeat:
        faults = [Fault(**json.loads(line)) for line in chosen.repeat.read_text("utf-8").splitlines()]
    else:
        faults = drawn(ROOT, chosen.seed, chosen.faults, chosen.room)
    if chosen.list:
        for fault in faults:
            print(f"{fault.path}:{fault.line}: {fault.kind}: {fault.old} -> {fault.new}")
        return

    with tempfile.TemporaryDirectory(prefix="mile-bones-faults-") as place:
        clones: SimpleQueue[Clone] = SimpleQueue()
        for number in range(chosen.jobs):
            clones.put(Clone(Path(place, str(number))))
        spoilt: list[str] = []
        if not chosen.sure:
            clone = clones.get()
            spoilt = clone.failures("--make", "test", "-n", str(chosen.jobs), "--dist", "worksteal")
            clones.put(clone)
            print(f"{len(spoilt)} tests fail without a fault", *spoilt, sep="\n  ", flush=True)

        def one(fault: Fault) -> Fault:
            clone = clones.get()
            try:
                tried = catch(clone, fault, spoilt)
            finally:
                clones.put(clone)
            print(f"{fault.path}:{fault.line}: {fault.old} -> {fault.new}\n    {tried.caught_by}", flush=True)
            return tried

        with ThreadPoolExecutor(chosen.jobs) as pool:
            tried = list(pool.map(one, faults))
    chosen.out.parent.mkdir(exist_ok=True)
    chosen.out.write_text("".join(f"{json.dumps(asdict(fault))}\n" for fault in tried), "utf-8")
    print(table(tried))


if __name__ == "__main__":
    main()
