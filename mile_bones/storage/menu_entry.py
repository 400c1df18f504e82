"""The place of the program in the menu of a desktop: menu entry, icons and manual pages in the user's home folder.

A package of the system and ``pip install --user`` lay these files where desktops and ``man`` look for them; pipx, uv
and a virtual environment leave them inside the environment, from where they are copied here.
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
    """What an installed package brought for menus: each file by its place below ``share``; empty for nothing."""
    found = {}
    for file in package.files or ():
        before, _share, place = file.as_posix().partition("share/")
        path = Path(str(package.locate_file(file))).resolve()
        if place and not before.strip("./") and path.is_file():
            found[place] = path
    return found if _ENTRY in found else {}


def put(files: dict[str, Path], share: Path, command: Path) -> Path:
    """Copy what a package brought into a folder such as ``~/.local/share``; returns the menu entry there.

    The entry starts `command`, wherever that lies, and is not shown once it is gone. OSError when it cannot be written,
    and before anything is copied where UTF-8, in which entries are written, has no letters for the path of `command`.
    """
    try:
        str(command).encode("utf-8")
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), str(command)) from None
    for place, path in files.items():
        target = share / place
        if target.is_file() and target.samefile(path):
            continue  # pip or pipx has put it there, or linked it
        content = path.read_bytes()
        if place == _ENTRY:
            content = starting(content.decode("utf-8"), command).encode("utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(target)
    return share / _ENTRY


def remove(files: dict[str, Path], share: Path) -> bool:
    """Take what `put` has copied away again; False when the menu entry was not there, or is not a copy.

    OSError when something cannot be deleted.
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
    """A menu entry that starts this command rather than whichever is found by its name."""
    plain, quoted = _value(str(command)), str(command)
    if not _PLAIN.fullmatch(quoted):
        quoted = _value('"' + _SPECIAL.sub(r"\\\1", quoted).replace("%", "%%") + '"')
    return entry.replace("Exec=mile-bones\n", f"TryExec={plain}\nExec={quoted}\n")


def _value(text: str) -> str:
    """The text as the value of a key: on one line, whatever is in it."""
    for sign, escape in (("\\", r"\\"), ("\n", r"\n"), ("\r", r"\r"), ("\t", r"\t")):
        text = text.replace(sign, escape)
    return text
