"""Write the archive of Python modules for a bundle on Linux, which `lean_boot.py` reads.

A module is byte code in the format of `marshal`, compressed if no start of the window needs it. The archive begins with
the offset of the table, which is at the end. The table has for each name: whether it is a package, whether it is
compressed, its offset and its size.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

_HEAD = 8


def write_modules(file: Path, modules: Iterable[tuple[str, bool, CodeType]], for_later: Callable[[str], bool]) -> None:
    """Write modules, each given as name, whether it is a package, and code.

    Those for which ``for_later`` is True are compressed.
    """
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
    return sorted(marshal.loads(content[int.from_bytes(content[:_HEAD], "little") :]))  # noqa: S302 - it is ours


def marshalled(code: CodeType) -> bytes:
    """Return the code in the format of marshal, with the same bytes for the same code.

    The bytes of `marshal.dumps` depend on how often an object is referenced elsewhere, so the code is loaded and dumped
    again.
    """
    return marshal.dumps(marshal.loads(marshal.dumps(code)))  # noqa: S302 - it is ours
