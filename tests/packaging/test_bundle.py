"""The contents of a bundle, its start, and the licences of all its parts."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import marshal
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from packaging_scripts import FOLDER, load

START = FOLDER / "pyinstaller" / "start.py"
TRIMMING = load("pyinstaller/trimming")

NEEDED = (
    "PySide6/Qt/lib/libQt6Widgets.so.6",
    "PySide6/Qt/plugins/platforms/libqxcb.so",
    "PySide6/Qt/plugins/platforms/libqwayland.so",
    "PySide6/Qt/translations/qtbase_fa.qm",
    "PySide6/QtOpenGL.abi3.so",
    "PySide6/QtOpenGLWidgets.abi3.so",
    "PySide6/QtOpenGL.pyd",
    "PySide6/plugins/platforms/qwindows.dll",
    "libQt6Core.so.6",
    "libicudata.so.73",
    "libscipy_openblas64_-32a4b2a6.so",
    "libsqlite3.so.0",
    "libxcb-cursor.so.0",
    "mile_bones/_resources/cards/go.svg",
    "numpy/random/mtrand.cpython-311-x86_64-linux-gnu.so",
    "python3.11/lib-dynload/_sqlite3.cpython-311-x86_64-linux-gnu.so",
)
LEFT_OUT = (
    "PySide6/Qt/lib/libQt6Qml.so.6",
    "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
    "PySide6/Qt/plugins/tls/libqopensslbackend.so",
    "PySide6/Qt/translations/qtbase_ja.qm",
    "PySide6/QtQuick.abi3.so",
    "libcrypto-3.dll",
    "libcrypto.so.3",
    "libgtk-3.so.0",
    "libpython3.11.so.1.0",
    "libreadline.so.8",
    "libstdc++.so.6",
    "mile_bones-0.1.0.dist-info/direct_url.json",
    "numpy/_core/tests/data/astype_copy.pkl",
)


@pytest.mark.parametrize("name", NEEDED)
def test_files_that_the_program_uses_are_in_the_bundle(name: str) -> None:
    assert TRIMMING.is_needed(name)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_unused_files_and_libraries_of_the_system_stay_out(name: str) -> None:
    assert not TRIMMING.is_needed(name)


def test_only_modules_that_the_program_imports_are_in_the_bundle() -> None:
    for name in ("sqlite3", "sqlite3.dbapi2", "numpy.random", "textual.app", "pygments.lexers"):
        assert TRIMMING.is_needed_module(name)
    for name in ("ssl", "tkinter.ttk", "numpy.testing", "pygments.lexers.php"):
        assert not TRIMMING.is_needed_module(name)


def test_modules_imported_at_the_start_are_not_compressed(root: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import mile_bones.desktop.app, sys; print(*sys.modules)"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [name for name in told.stdout.split() if name.startswith("mile_bones") and TRIMMING.is_for_later(name)] == []


MODULES = {
    "begun": (True, "from begun.later import VALUE\nSEEN = [__file__, __path__, __package__, VALUE]\n"),
    "begun.later": (False, "VALUE = 42\n"),
}


def write_archive(file: Path, packed: str) -> None:
    found = [(name, package, compile(text, name, "exec")) for name, (package, text) in MODULES.items()]
    load("pyinstaller/module_archive").write_modules(file, found, lambda name: name == packed)


@pytest.mark.skipif(sys.platform != "linux", reason="bundles of other systems have no such archive")
@pytest.mark.parametrize("packed", ["begun", "begun.later", ""])
def test_modules_are_imported_from_the_archive(tmp_path: Path, packed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_archive(tmp_path / "modules", packed)
    finder = load("pyinstaller/lean_boot").Modules("/inside", str(tmp_path / "modules"))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    try:
        begun = importlib.import_module("begun")
        assert begun.SEEN == ["/inside/begun/__init__.pyc", ["/inside/begun"], "begun", 42]
        assert finder.find_spec("begun.nothing") is None
        assert importlib.util.find_spec("begun.later").origin == "/inside/begun/later.pyc"
    finally:
        for name in MODULES:
            sys.modules.pop(name, None)


def test_the_same_modules_make_the_same_archive(tmp_path: Path) -> None:
    """The output of marshal depends on whether other objects refer to parts of the code. The archive must not."""
    code = compile("PAIR = (1000, 2.5)\n", "pair.py", "exec")
    made = []
    for name in ("one", "other"):
        load("pyinstaller/module_archive").write_modules(tmp_path / name, [("pair", False, code)], lambda _name: False)
        made.append(marshal.dumps(code))
        held = [*code.co_consts, *chain.from_iterable(part for part in code.co_consts if isinstance(part, tuple))]
    assert made[0] != made[1], f"marshal must give different bytes because of {held}"
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="bundles of other systems begin with PyInstaller's program")
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
def test_the_launcher_becomes_python_and_passes_on_the_called_name(tmp_path: Path) -> None:
    program, link, inside = tmp_path / "mile-bones", tmp_path / "mille", tmp_path / "_internal"
    inside.mkdir()
    subprocess.run(["cc", "-o", program, FOLDER / "pyinstaller" / "launcher.c"], check=True)
    (inside / "mile-bones").write_text('#!/bin/sh\nprintf "%s\\n" "$@" "$LD_LIBRARY_PATH" "$LD_LIBRARY_PATH_ORIG"\n')
    (inside / "mile-bones").chmod(0o755)
    link.symlink_to(program.name)
    for before in ("", "/of/the/user"):
        words = [link, "--version", "two words"]
        told = subprocess.run(
            words, env={"LD_LIBRARY_PATH": before}, capture_output=True, text=True, check=True
        ).stdout.split("\n")
        assert told[:4] == ["-I", "-S", f"{inside}/boot.pyc", str(program)]
        assert told[4:7] == [str(link), "--version", "two words"]
        assert told[7:] == [f"{inside}:{before}" if before else str(inside), before, ""]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="bundles of other systems begin with PyInstaller's program")
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
def test_the_launcher_names_a_missing_system_library(tmp_path: Path) -> None:
    """A small system has none of the libraries of a desktop. The message of the dynamic loader is meant for
    programmers.
    """
    bundle, program = load("dist/bundle"), tmp_path / "mile-bones"
    needed = bundle.needed_libraries(Path(sys.executable).resolve())
    assert any(name.startswith("libc.so.") for name in needed)
    for libraries, said in (
        (needed, ""),
        ([*needed, "libnobody.so.1"], "the system library libnobody.so.1 is missing."),
    ):
        bundle.build_launcher(program, libraries)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        assert done.returncode == 127  # there is no Python beside the launcher
        assert said in done.stderr
        assert ("sudo apt install libdbus-1-3 " in done.stderr) == bool(said)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_permissions_and_times_do_not_depend_on_the_builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    inside = tmp_path / "tree" / "inside"
    inside.mkdir(parents=True, mode=0o700)
    for name, mode in (("program", 0o750), ("text", 0o600)):
        (inside / name).touch(mode)
    (inside / "link").symlink_to("nowhere")
    load("dist/common").even_out(tmp_path / "tree")
    told = {path.name: path.lstat() for path in (tmp_path / "tree").rglob("*")}
    assert {name: stat.S_IMODE(told[name].st_mode) for name in ("inside", "program", "text")} == {
        "inside": 0o755,
        "program": 0o755,
        "text": 0o644,
    }
    assert {each.st_mtime for each in told.values()} == {1000000000}


def brought_along(name: str, extra: str = "") -> set[str]:
    """Return the names of the packages that an installed package needs, directly or indirectly."""
    found = set()
    for text in importlib.metadata.requires(name) or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            found.add(canonicalize_name(requirement.name))
            for one in requirement.extras or {""}:
                found |= brought_along(requirement.name, one)
    return found


def test_the_licence_of_every_part_of_a_bundle_is_required() -> None:
    known = {canonicalize_name(name) for name in load("dist/licences").PACKAGES} - {"pyinstaller"}
    of_their_own = {"pyside6-essentials", "shiboken6"}
    only_to_build = {"mdit-py-plugins", "pycparser"}
    brought = brought_along("mile-bones", "terminal")
    assert brought - of_their_own - only_to_build == known


@pytest.mark.slow
def test_a_bundle_with_an_unlicensed_part_is_not_built() -> None:
    licences = load("dist/licences")
    licences.end_with_strangers(
        ["_sysconfigdata__linux", "json.decoder", "numpy.random", "mile_bones.cli", "PySide6", "start"]
    )
    with pytest.raises(SystemExit, match=r"licence these are: hypothesis, nobody_knows$"):
        licences.end_with_strangers(["json", "hypothesis.strategies", "nobody_knows"])


@pytest.mark.slow
def test_a_link_named_mille_starts_the_terminal_game(tmp_path: Path) -> None:
    for name, said in (("mille", "mille ("), ("mile-bones-mille", "mille ("), ("mile-bones", "Mile Bones ")):
        link = tmp_path / name
        link.symlink_to(START)
        told = subprocess.run([sys.executable, link, "--version"], capture_output=True, text=True, check=True)
        assert told.stdout.startswith(said)


@pytest.mark.slow
def test_programs_started_by_a_bundle_use_the_systems_libraries() -> None:
    ask = f"import runpy, os; runpy.run_path({str(START)!r})['_leave_no_trace'](); print(dict(os.environ))"
    given = os.environ | {"LD_LIBRARY_PATH": "/of/the/bundle", "_PYI_ARCHIVE_FILE": "/of/the/bundle/mile-bones"}
    for before in ({}, {"LD_LIBRARY_PATH_ORIG": "/of/the/user"}):
        told = subprocess.run(
            [sys.executable, "-c", ask], env=given | before, capture_output=True, text=True, check=True
        )
        assert "/of/the/bundle" not in told.stdout and "_PYI_" not in told.stdout
        assert ("/of/the/user" in told.stdout) == bool(before)


@pytest.mark.slow
def test_the_program_can_act_as_the_resource_tracker() -> None:
    reading, writing = os.pipe()
    words = ["-B", "-c", f"from multiprocessing.resource_tracker import main;main({reading})"]
    with subprocess.Popen([sys.executable, START, *words], pass_fds=[reading], stderr=subprocess.PIPE) as tracker:
        os.close(reading)
        os.close(writing)  # no process has anything left to be tracked
        assert tracker.communicate(timeout=600)[1] == b""
    assert tracker.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no supervisor of bots")
def test_the_program_can_act_as_the_supervisor_of_a_bot() -> None:
    ours, theirs = socket.socketpair()
    command = [sys.executable, START, "keeper", str(theirs.fileno()), sys.executable, "-c", "print(6 * 7)"]
    with ours, subprocess.Popen(command, pass_fds=[theirs.fileno()], stdout=subprocess.PIPE) as keeper:
        theirs.close()
        assert keeper.stdout is not None
        assert keeper.stdout.read().strip() == b"42"
        said = b""
        while b"ended" not in said:
            more = ours.recv(4096)
            assert more, said
            said += more
        assert re.fullmatch(rb"started \d+\nended 0\n", said)
        ours.shutdown(socket.SHUT_WR)
        assert keeper.wait(60) == 0
