"""Common parts of the scripts that build a package: paths, the version, and the date."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - it is said here
    sys.exit(f"Python 3.11 or later builds this; {sys.executable} is {sys.version.split()[0]}. Name one: make PYTHON=…")
import tomllib

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
DIST = ROOT / "dist"
APP_ID = "org.milebones.MileBones"


def version() -> str:
    """Return the version of the program in pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def source_date() -> int:
    """Return the time for built files, in seconds since 1970: SOURCE_DATE_EPOCH, or else the time of the commit."""
    if known := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(known)
    shown = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return int(shown)


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
    """Run a command, with these variables added to those of this process. End the build if it fails."""
    words = [str(word) for word in command]
    dated = os.environ | {"SOURCE_DATE_EPOCH": str(source_date())} | dict(environment or {})
    subprocess.run(words, cwd=folder, check=True, env=dated)


def python_of(folder: Path) -> Path:
    """Return the Python of the virtual environment in ``folder``.

    The environment is made again if another Python made it.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "made-by"
    made_by = f"{sys.version}\n{Path(sys.executable).resolve()}\n"
    if not python.is_file() or not stamp.is_file() or stamp.read_text(encoding="utf-8") != made_by:
        venv.create(folder, clear=True, with_pip=True)
        stamp.write_text(made_by, encoding="utf-8")
    return python


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive that git has made.

    A filter is used if Python has filters. It has them from 3.11.4 on, but Debian 12 has 3.11.2.
    """
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)  # noqa: S202 - it is our own


def missing_packages(commands: Mapping[str, str]) -> list[str]:
    """Return the Debian packages of those commands that are not installed here. ``commands`` maps each command to its
    packages.
    """
    missing = [packages for command, packages in commands.items() if shutil.which(command) is None]
    if find_spec("ensurepip") is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    return missing


def end_with_missing(packages: Sequence[str]) -> None:
    """If there are any packages, end with the command that installs them all at once."""
    if packages:
        sys.exit(f"Not installed. On Debian: sudo apt install {' '.join(packages)}")


def even_out(tree: Path) -> None:
    """Give everything in this folder the same permissions and time on every machine."""
    moment = source_date()
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)


def write_checksum(file: Path) -> None:
    """Write the SHA-256 of a file beside it, as ``sha256sum --check`` reads it."""
    Path(f"{file}.sha256").write_text(f"{digest(file)}  {file.name}\n", encoding="utf-8")


def digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
