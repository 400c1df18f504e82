"""Every late import works, so that no faulty import waits until a user opens a dialog."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import mile_bones

TOP = Path(__file__).resolve().parent.parent
EXTRAS = ("mile_bones.lab", "mile_bones.terminal", "mile_bones.cli.mille")
"""Packages that have separate tests and need libraries which a window does not need."""
BEFORE_THE_PICTURE = (
    "mile_bones.desktop.worker_thread",
    "mile_bones.desktop.boards.milebones.compact",
    "mile_bones.desktop.boards.milebones.cues",
    "mile_bones.desktop.boards.milebones.event_animator",
    "mile_bones.desktop.boards.milebones.moves",
    "mile_bones.desktop.boards.milebones.rewind",
    "mile_bones.desktop.controllers.choice",
    "mile_bones.desktop.controllers.coups",
    "mile_bones.desktop.controllers.hints",
    "mile_bones.desktop.controllers.history",
    "mile_bones.desktop.controllers.lesson",
    "mile_bones.desktop.controllers.maintenance",
    "mile_bones.desktop.controllers.practice",
    "mile_bones.desktop.controllers.puzzle",
    "mile_bones.desktop.controllers.replay",
    "mile_bones.desktop.controllers.replay_review",
    "mile_bones.desktop.controllers.review_page",
    "mile_bones.desktop.controllers.reviews",
    "mile_bones.desktop.controllers.rewinding",
    "mile_bones.desktop.controllers.scanning",
    "mile_bones.desktop.controllers.seating",
    "mile_bones.desktop.controllers.sound",
    "mile_bones.desktop.controllers.speech",
    "mile_bones.desktop.dialogs",
    "mile_bones.desktop.game_log",
    "mile_bones.desktop.help",
    "mile_bones.desktop.long_press",
    "mile_bones.desktop.narrator",
    "mile_bones.desktop.other_layouts",
    "mile_bones.desktop.poster",
    "mile_bones.desktop.scanning",
    "mile_bones.desktop.sound",
    "mile_bones.desktop.speech",
    "mile_bones.desktop.table.card_move",
    "mile_bones.desktop.table.drop_target",
    "mile_bones.desktop.table.motions",
    "mile_bones.desktop.table.pointing",
    "mile_bones.desktop.table.rewind",
    "mile_bones.desktop.thinking",
    "mile_bones.engine.record",
    "mile_bones.games.milebones.state",
    "mile_bones.games.montreal.actions",
    "mile_bones.games.millieu.cube",
    "mile_bones.library.fork_detector",
    "mile_bones.library.practice",
    "mile_bones.match.faults",
    "mile_bones.match.match",
    "mile_bones.match.review",
    "mile_bones.match.seats",
    "mile_bones.match.thinking",
    "mile_bones.players.coach",
    "mile_bones.storage.autosave",
    "mile_bones.storage.history",
    "mile_bones.storage.played",
    "mile_bones.storage.recent",
    "mile_bones.storage.results",
    "numpy",
    "sqlite3",
    "subprocess",
)
"""Modules that a window must not import before it is visible."""
MODULES_AT_THE_PICTURE = 128
"""The number of the program's modules that a window may import before it is visible. Never raise this number."""


def modules() -> list[str]:
    """Return all modules of the program except the extras and ``__main__``."""
    found = [module.name for module in pkgutil.walk_packages(mile_bones.__path__, "mile_bones.", onerror=print)]
    return [name for name in found if not name.startswith(EXTRAS) and not name.endswith("__main__")]


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each name of ours that is imported anywhere in the file, after the name of its module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if isinstance(node, ast.ImportFrom) and module.startswith("mile_bones") and not module.startswith(EXTRAS):
            yield from ((module, name.name) for name in node.names)


@pytest.mark.slow
def test_every_imported_name_exists() -> None:
    missing = set()
    for name in modules():
        path = Path(str(importlib.import_module(name).__file__))
        for module, wanted in imports(path):
            found = importlib.import_module(module)
            if not hasattr(found, wanted) and importlib.util.find_spec(f"{module}.{wanted}") is None:
                missing.add((name, module, wanted))
    assert not missing


def defined(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that these statements of a module define, without those that they import."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
        elif isinstance(node, ast.If | ast.Try | ast.For | ast.With):
            found |= defined(node.body) | defined(getattr(node, "orelse", ()))
            found |= {name for handler in getattr(node, "handlers", ()) for name in defined(handler.body)}
    return found


@pytest.mark.slow
def test_every_name_is_imported_from_the_module_that_defines_it() -> None:
    """No package and no module re-exports names of another module, so that each name can be imported from one place
    only.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sources()}
    own = {_module(path): defined(tree.body) for path, tree in trees.items() if path.is_relative_to(TOP / "mile_bones")}
    assert len(own) > 500
    handed_on = {
        (str(path.relative_to(TOP)), node.module, name.name)
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in own
        for name in node.names
        if name.name not in own[node.module] and f"{node.module}.{name.name}" not in own
    }
    assert handed_on == set()


def sources() -> list[Path]:
    """Return the files of the program, its tests and its packaging."""
    return [path for room in ("mile_bones", "tests", "packaging") for path in (TOP / room).rglob("*.py")]


def _module(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.gui
@pytest.mark.slow
def test_the_window_imports_little_before_it_is_visible(tmp_path: Path) -> None:
    script = f"""
import builtins, sys
from datetime import datetime
from pathlib import Path
from mile_bones.desktop import app
from PySide6.QtWidgets import QApplication
app.import_plainly()
assert builtins.__import__ is builtins.__orig_import__, "PySide6 still looks into every module"
from mile_bones.desktop.main_window import MainWindow
from mile_bones.storage.profile import Profile
running = QApplication(["test", "-platform", "offscreen", "-style", "fusion"])
window = MainWindow(Profile(Path({str(tmp_path)!r})), datetime.now)
window.show()
print(sum(name.partition(".")[0] == "mile_bones" for name in sys.modules))
print([name for name in {BEFORE_THE_PICTURE!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=600)
    count, too_early = done.stdout.splitlines()[-2:]
    assert done.stderr == "" and too_early == "[]"
    assert int(count) <= MODULES_AT_THE_PICTURE
