"""No module imports itself through other modules, not even for its types."""

from __future__ import annotations

import sys
from pathlib import Path

import grimp
import pytest


def circles(graph: grimp.ImportGraph) -> list[list[str]]:
    """Return the sets of modules that all import each other through other modules, found by Tarjan's algorithm."""
    found: list[list[str]] = []
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> None:
        numbers[module] = lowest[module] = len(numbers)
        path.append(module)
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported not in numbers:
                visit(imported)
                lowest[module] = min(lowest[module], lowest[imported])
            elif imported in path:
                lowest[module] = min(lowest[module], numbers[imported])
        if lowest[module] == numbers[module]:
            start = path.index(module)
            if len(path) - start > 1:
                found.append(sorted(path[start:]))
            del path[start:]

    for module in sorted(graph.modules):
        if module not in numbers:
            visit(module)
    return found


def test_no_module_imports_itself_through_other_modules() -> None:
    assert circles(grimp.build_graph("mile_bones", cache_dir=None)) == []


def test_a_planted_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "planted_house"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("import planted_house.two\n", encoding="utf-8")
    (package / "two.py").write_text("import planted_house.three\n", encoding="utf-8")
    (package / "three.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import planted_house.one\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        names = ["planted_house.one", "planted_house.three", "planted_house.two"]
        assert circles(grimp.build_graph("planted_house", cache_dir=None)) == [names]
    finally:
        sys.modules.pop("planted_house", None)
