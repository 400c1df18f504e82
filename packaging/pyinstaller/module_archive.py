"""Writes the file in which a bundle on Linux has its Python modules; `lean_boot.py` reads it.

A module is byte code as `marshal` writes it, packed where no start of the window needs it. In front of all stands where
the table begins: for each name whether it is a package, whether it is packed, where it is, and how long.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

_HEAD = 8


def write_modules(file: Path, modules: Iterable[tuple[str, bool, CodeType]], for_later: Callable[[str], bool]) -> None:
    """Write modules, each with its name and whether it is a package; ``for_later`` says which ones are packed."""
    table: dict[str, tuple[bool, bool, int, int]] = {}
    with file.open("wb") as out:
        out.write(bytes(_HEAD))
        for name, package, code in sorted(modules, key=lambda module: (for_later(module[0]), module[0])):
            data, packed = marshalled(code), for_later(name)
            if packed:
                data = zlib.compress(data, 9)
            table[name] = (package, packed, out.tell(), len(data))
            out.write(data)
        at = out.tell()
        out.write(marshal.dumps(table))
        out.seek(0)
        out.write(at.to_bytes(_HEAD, "little"))


def read_names(file: Path) -> list[str]:
    """The modules in an archive."""
    content = file.read_bytes()
    return sorted(marshal.loads(content[int.from_bytes(content[:_HEAD], "little") :]))  # noqa: S302 - it is ours


def marshalled(code: CodeType) -> bytes:
    """The same bytes for the same code: what marshal writes tells how often else an object was in use."""
    return marshal.dumps(marshal.loads(marshal.dumps(code)))  # noqa: S302 - it is ours
