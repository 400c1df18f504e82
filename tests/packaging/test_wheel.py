"""The wheel and the source archive. The same source gives the same bytes, regardless of who builds it and in which
folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof
MADE_HERE = ("build", "dist", "__pycache__", ".*", "*.egg-info", "*.mo")


def source(root: Path, folder: Path) -> Path:
    """Copy the source without generated files and without files that git ignores."""
    shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*MADE_HERE))
    shutil.copy(root / ".gitignore", folder)
    return folder


def built(folder: Path, out: Path, umask: int, *targets: str) -> dict[str, bytes]:
    """Return the files that hatchling builds from a source tree, by their names, with a clock fixed in 2026."""
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out)]
    command += [word for target in targets for word in ("--target", target)]
    environ = {**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environ, umask=umask)
    return {path.name: path.read_bytes() for path in out.iterdir()}


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_same_source_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    first = built(source(root, tmp_path / "one"), tmp_path / "out", 0o022, "sdist", "wheel")
    other = source(root, tmp_path / "quite" / "another")
    for path in other.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)  # executable files stay executable
        os.utime(path, (1, 1))
    again = built(other, tmp_path / "again", 0o077, "sdist", "wheel")
    assert [name for name in first | again if first.get(name) != again.get(name)] == []
    assert len(first) == 2

    (archive,) = (name for name in first if name.endswith(".tar.gz"))
    shutil.unpack_archive(tmp_path / "out" / archive, tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    (wheel,) = built(unpacked, tmp_path / "of archive", 0o022, "wheel").items()
    assert wheel in first.items(), "the source archive gives the same wheel"
    with zipfile.ZipFile(tmp_path / "out" / wheel[0]) as files:
        assert {each.date_time[0] for each in files.infolist()} == {2026}
