"""Writes the file with the Python modules of a bundle on Linux; `lean_boot.py` reads it.

A module is byte code as `marshal` writes it, packed if no start of the window needs it. The file begins with the offset
of the table. For each name the table has whether it is a package, whether it is packed, its offset and its length.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

_HEAD = 8


def write_modules(file: Path, modules: Iterable[tuple[str, bool, CodeType]], for_later: Callable[[str], bool]) -> None:
    """Write modules. Each has a name and a flag that marks a package. ``for_later`` tells which names are packed."""
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
    """Return the names of the modules in an archive."""
    content = file.read_bytes()
    return sorted(marshal.loads(content[int.from_bytes(content[:_HEAD], "little") :]))  # noqa: S302 - it is our own


def marshalled(code: CodeType) -> bytes:
    """Return the byte code, always in the same bytes: marshal's output otherwise depends on reference counts."""
    return marshal.dumps(marshal.loads(marshal.dumps(code)))  # noqa: S302 - it is our own
