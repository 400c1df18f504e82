"""Folders of another user: the program starts nevertheless, or says in one line why it cannot start."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs users and permissions of Unix"),
]

NOBODY = 65534
NEEDED = ("PySide6", "shiboken6", "platformdirs")
"""The packages that every window needs."""
START = """
import sys
from datetime import datetime
from pathlib import Path
from PySide6.QtWidgets import QApplication
from mile_bones.desktop.display import why_no_window
from mile_bones.desktop.main_window import MainWindow
from mile_bones.storage.profile import Profile
print(why_no_window())
app = QApplication([])
window = MainWindow(Profile(Path(sys.argv[1])), datetime.now)
window.show()
window.begin()
window.reduced_motion.ask()
app.processEvents()
window.close()
print("played")
"""


class Stranger:
    """Another user, who owns ``room`` and may not look into the folder ``locked``."""

    def __init__(self, room: Path, python: tuple[str, str]) -> None:
        """`python` is the path of the interpreter and the search path of its modules."""
        self.room = room
        self.locked = room / "locked"
        (self.locked / "inside").mkdir(parents=True)
        (self.locked / "inside.json").touch()
        self._program, self._path = python
        self._user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self._user:
            os.chown(room, NOBODY, NOBODY)
        self.locked.chmod(0o700 if self._user else 0)

    def python(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run Python as this user, with a time limit."""
        room = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_"))}
        room |= {"HOME": str(self.room), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": self._path}
        command = [self._program, "-B", *words]
        return subprocess.run(
            command, cwd="/", env=room | environment, capture_output=True, text=True, timeout=600, **self._user
        )


def is_open(path: Path) -> bool:
    """Whether every user may enter this folder."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def copy(source: Path, target: Path) -> None:
    """Copy a folder with hard links to its files, or with copies where links are impossible."""

    def link(name: str, new: str) -> None:
        try:
            os.link(name, new)
        except OSError:
            shutil.copy2(name, new)

    shutil.copytree(source, target, copy_function=link, symlinks=True)


@pytest.fixture(scope="module")
def python(root: Path) -> Iterator[tuple[str, str]]:
    """The interpreter and the search path of its modules, in a place that another user may read. The home folder of
    root is private.
    """
    modules, base = Path(sysconfig.get_path("platlib")), Path(sys.base_prefix)
    program = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    if all(map(is_open, (root, modules, base))):
        yield sys.executable, str(root)
        return
    with tempfile.TemporaryDirectory(prefix="mile-bones-copies-", dir="/tmp") as folder:
        copies = Path(folder)
        copies.chmod(0o755)
        for source in (root / "mile_bones", root / "resources", *map(modules.joinpath, NEEDED)):
            copy(source, copies / source.name)
        if not is_open(base):
            copy(base, copies / "base")
            program = str(copies / "base" / Path(program).relative_to(base))
        yield program, str(copies)


@pytest.fixture
def stranger(python: tuple[str, str]) -> Iterator[Stranger]:
    room = Path(tempfile.mkdtemp(prefix="mile-bones-stranger-"))
    room.chmod(0o755)
    one = Stranger(room, python)
    done = one.python("-c", "import mile_bones.desktop.app")
    assert done.returncode == 0, done.stderr
    yield one
    one.locked.chmod(0o700)
    shutil.rmtree(room)


def foreign(stranger: Stranger) -> Path:
    return stranger.locked


def missing(stranger: Stranger) -> Path:
    return stranger.room / "nowhere"


def no_folder(stranger: Stranger) -> Path:
    return stranger.locked.parent / "file"


def too_long(stranger: Stranger) -> Path:
    return stranger.room / ("x" * 300)


def open_to_all(stranger: Stranger) -> Path:
    folder = stranger.room / "open"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


@pytest.mark.proof
@pytest.mark.parametrize(
    "folder",
    [foreign, *(pytest.param(other, marks=pytest.mark.proof) for other in (missing, no_folder, too_long, open_to_all))],
)
def test_the_window_opens_with_any_kind_of_runtime_folder(stranger: Stranger, folder: Callable[[Stranger], Path]):
    path = folder(stranger)
    with closing(socket.socket(socket.AF_UNIX)) as silent:
        if path.name == "open":
            silent.bind(str(path / "bus"))  # nothing ever answers there
            silent.listen()
            (path / "bus").chmod(0o777)
        done = stranger.python("-c", START, str(stranger.room / "profile"), XDG_RUNTIME_DIR=str(path))
    assert (done.returncode, done.stdout) == (0, "None\nplayed\n"), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.sample(proof=4)
@pytest.mark.proof
@pytest.mark.parametrize("program", ["mile_bones", "mile_bones.cli.mille"])
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("locked/inside", "Permission denied"),
        *(
            pytest.param(*other, marks=pytest.mark.proof)
            for other in (
                ("locked/nowhere", "Permission denied"),
                ("x" * 300, "File name too long"),
                ("locked/" + "y" * 5000, "File name too long"),
                ("file/inside", "Not a directory"),
                ("round", "Too many levels of symbolic links"),
            )
        ),
    ],
    ids=["locked", "locked, nothing", "long", "very long", "in a file", "round"],
)
def test_an_unusable_path_is_refused_in_one_line(stranger: Stranger, program: str, path: str, reason: str):
    (stranger.room / "file").touch()
    (stranger.room / "round").symlink_to(stranger.room / "round")
    start = f"import sys; from {'mile_bones.cli' if program == 'mile_bones' else program} import main; sys.exit(main())"
    where = str(stranger.room / path)
    others = [["replay"], ["arena", "easy", "easy", "--hands", "2", "--resume"]] if program == "mile_bones" else []
    for words in ([], ["--profile"], *others):
        done = stranger.python("-c", start, *words, where)
        assert done.returncode == (1 if words == ["replay"] else 2), done.stderr
        assert reason in done.stderr and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.proof
@pytest.mark.parametrize("words", [["--profile", "a\0b"], ["a\0b"], ["replay", "a\0b"]])
def test_a_path_with_a_zero_byte_is_refused(capsys: pytest.CaptureFixture[str], words: list[str]):
    from mile_bones import cli

    assert cli.main(words) == 2
    assert "“a?b” cannot be the name of a file" in capsys.readouterr().err.replace("�", "?")
