"""The promises of the documents: their commands and examples run, and their links have targets."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # these tests start other programs

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/command-line.md", "docs/library.md")
PAGES = [
    *DOCUMENTS,
    "CHANGELOG.md",
    *sorted(f"docs/decisions/{path.name}" for path in ROOT.glob("docs/decisions/*.md")),
]

# These commands build an environment like the one of this test run. The tests check only that such commands exist.
LONG = ("make", "uv")


def blocks(name: str, language: str) -> list[str]:
    """Return the fenced examples in a language."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = {line for name in DOCUMENTS for block in blocks(name, "sh") for line in block.splitlines()}
    return sorted(line for line in lines if line)


@pytest.mark.sample(slow=3, proof=3)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, marks=pytest.mark.proof) if line.startswith("mile-bones review") else line
        for line in commands()
        if not line.startswith(LONG)
    ],
)
def test_a_command_of_the_documents_runs(command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "mile-bones", "the tests do not know how to check this command"
    out = subprocess.run(
        [sys.executable, "-m", "mile_bones", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (out.returncode, out.stderr) == (0, "")
    assert out.stdout.strip()


@pytest.mark.parametrize("command", [line for line in commands() if line.startswith("make ")])
def test_a_make_target_of_the_documents_exists(command: str, need_tools: Callable[..., None]) -> None:
    need_tools("make")
    out = subprocess.run(
        ["make", "--dry-run", *command.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert out.returncode == 0, out.stderr


@pytest.mark.parametrize("command", [line for line in commands() if line.startswith("uv ")])
def test_commands_for_uv_are_installed_with_the_project(command: str) -> None:
    """uv installs the project with its group dev, so the command must come from either."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    developers = {re.split(r"[^\w-]", need)[0] for need in project["dependency-groups"]["dev"]}
    uv, run, program, *_arguments = command.split()
    assert (uv, run) == ("uv", "run")
    assert program in {*project["project"]["scripts"], *developers}


def test_there_are_examples_to_check() -> None:
    assert len(commands()) >= 8
    assert blocks("docs/library.md", "python")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_python_examples_run(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests" / "data" / "conformance", tmp_path / "tests" / "data" / "conformance")
    for block in blocks(name, "python"):
        out = subprocess.run(
            [sys.executable, "-W", "error", "-c", block], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (out.returncode, out.stderr) == (0, "")


@pytest.mark.parametrize("name", PAGES)
def test_links_to_files_have_targets(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_decision_has_a_unique_number() -> None:
    numbers = [path.name[:3] for path in ROOT.glob("docs/decisions/*.md")]
    assert all(number.isdecimal() for number in numbers)
    assert len(set(numbers)) == len(numbers) > 0
