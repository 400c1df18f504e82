"""The program's entry in the menu of a desktop: menu entry, icons and manual pages in the user's home folder.

A system package and ``pip install --user`` put these files where desktops and ``man`` look for them. pipx, uv and a
virtual environment leave them inside the environment; this module copies them from there.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

APP_ID = "org.milebones.MileBones"
_ENTRY = f"applications/{APP_ID}.desktop"
_PLAIN = re.compile(r"[\w@+=:,./-]+", re.ASCII)
_SPECIAL = re.compile(r'(["`$\\])')


def brought(package: metadata.Distribution) -> dict[str, Path]:
    """Return the files for menus in an installed package, by their path below ``share``.

    Return nothing if there is no menu entry.
    """
    found = {}
    for file in package.files or ():
        before, _share, place = file.as_posix().partition("share/")
        path = Path(str(package.locate_file(file))).resolve()
        if place and not before.strip("./") and path.is_file():
            found[place] = path
    return found if _ENTRY in found else {}


def put(files: dict[str, Path], share: Path, command: Path) -> Path:
    """Copy the files of a package into a folder such as ``~/.local/share``. Return the path of the menu entry there.

    The entry starts `command` and is hidden if `command` no longer exists. Raise OSError if a file cannot be written.
    Raise it before anything is copied if the path of `command` cannot be written in UTF-8, the encoding of menu
    entries.
    """
    try:
        str(command).encode("utf-8")
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), str(command)) from None
    for place, path in files.items():
        target = share / place
        if target.is_file() and target.samefile(path):
            continue  # pip or pipx has put or linked it there
        content = path.read_bytes()
        if place == _ENTRY:
            content = starting(content.decode("utf-8"), command).encode("utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(target)
    return share / _ENTRY


def remove(files: dict[str, Path], share: Path) -> bool:
    """Remove the copies made by `put`. Return False if the menu entry was not there, or is not a copy.

    Raise OSError if a file cannot be deleted.
    """
    copies = list(_copies(files, share))
    for copy in copies:
        copy.unlink()
    return share / _ENTRY in copies


def _copies(files: dict[str, Path], share: Path) -> Iterable[Path]:
    for place, path in files.items():
        target = share / place
        if target.is_file() and not target.samefile(path):
            yield target


def starting(entry: str, command: Path) -> str:
    """Return the menu entry changed to start exactly this command, not the first command of this name that the desktop
    finds.
    """
    plain, quoted = _value(str(command)), str(command)
    if not _PLAIN.fullmatch(quoted):
        quoted = _value('"' + _SPECIAL.sub(r"\\\1", quoted).replace("%", "%%") + '"')
    return entry.replace("Exec=mile-bones\n", f"TryExec={plain}\nExec={quoted}\n")


def _value(text: str) -> str:
    """Return the text escaped as the value of a key, which is always on one line."""
    for sign, escape in (("\\", r"\\"), ("\n", r"\n"), ("\r", r"\r"), ("\t", r"\t")):
        text = text.replace(sign, escape)
    return text
