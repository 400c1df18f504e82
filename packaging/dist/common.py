"""What the scripts that build a format share: where things lie, which version this is, and of when."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tomllib
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
DIST = ROOT / "dist"
APP_ID = "org.milebones.MileBones"


def version() -> str:
    """The version of the program, as pyproject.toml says it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def source_date() -> int:
    """The moment that built files carry, in seconds since 1970: SOURCE_DATE_EPOCH, else that of the commit."""
    if known := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(known)
    shown = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return int(shown)


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
    """Do a command, with these variables besides those of this process. Ends the build when it fails."""
    words = [str(word) for word in command]
    dated = os.environ | {"SOURCE_DATE_EPOCH": str(source_date())} | dict(environment or {})
    subprocess.run(words, cwd=folder, check=True, env=dated)


def python_of(folder: Path) -> Path:
    """The Python of the virtual environment in this folder, which is made when it is not there."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        venv.create(folder, clear=True, with_pip=True)
    return python


def even_out(tree: Path) -> None:
    """Give all in this folder the permissions and the time that they have wherever it is built."""
    moment = source_date()
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)


def write_checksum(file: Path) -> None:
    """Write the SHA-256 of a file beside it, as ``sha256sum --check`` reads it."""
    Path(f"{file}.sha256").write_text(f"{digest(file)}  {file.name}\n", encoding="utf-8")


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
