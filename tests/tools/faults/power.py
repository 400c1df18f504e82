"""What a loss of power may leave of files, from the log of what a program did with them.

The model is that of POSIX, which promises less than most file systems keep: what was written is safe when the file has
been synced, a name (made, replaced or removed) when its folder has been. Of all the rest, any part may be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from faults.shim import Call

NOTHING_MORE = "all that was not synced is lost"
LAST_FIRST = "the last write came first"

Tree = dict[str, bytes | None]
"""Files with their content and folders (None), by their paths."""


@dataclass
class _File:
    """``safe`` is what survives, ``now`` what the program reads; ``waiting`` lies between them."""

    safe: bytearray = field(default_factory=bytearray)
    now: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)  # offset and data, or None to cut it there
    folder: bool = False

    def change(self, offset: int, data: bytes | None) -> None:
        _apply(self.now, offset, data)
        self.waiting.append((offset, data))

    def sync(self) -> None:
        self.safe[:] = self.now
        self.waiting.clear()

    def some(self, changes: list[tuple[int, bytes | None]]) -> bytes:
        """What it holds when only these changes have come to the disk."""
        content = bytearray(self.safe)
        for offset, data in changes:
            _apply(content, offset, data)
        return bytes(content)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    if data is None:
        del content[offset:]
    else:
        content[offset : offset + len(data)] = data


class Disk:
    """The files below a folder, with all that has not come to the disk yet.

    They are those of ``before``, as if they lay in ``root``. Links are left out.
    """

    def __init__(self, root: Path, before: Path) -> None:
        self._names: dict[str, _File] = {}
        for path in (before, *before.rglob("*")):
            if path.is_symlink():
                continue
            file = self._names[str(root / path.relative_to(before))] = _File(folder=path.is_dir())
            if not file.folder:
                file.now[:] = path.read_bytes()
                file.sync()
        self._safe_names = dict(self._names)
        self._open: dict[int, _File] = {}

    def do(self, call: Call) -> bool:
        """Do what the log says; whether that changed anything."""
        match call.what:
            case "create" | "mkdir":
                self._names[call.path] = _File(folder=call.what == "mkdir")
                if call.what == "create":
                    self._open[call.fd] = self._names[call.path]
            case "open":
                if call.path not in self._names:
                    return False  # a link, which is only read
                self._open[call.fd] = self._names[call.path]
                if not call.offset:
                    return False
                self._open[call.fd].change(0, None)
            case "write":
                self._open[call.fd].change(call.offset, call.data)
            case "truncate":
                self._open[call.fd].change(call.length, None)
            case "sync":
                self._sync(call)
            case "rename":
                self._rename(call.path, call.second)
            case "link":
                self._names[call.second] = self._names[call.path]
            case "unlink":
                del self._names[call.path]
        return call.what != "mark"

    def unsafe(self) -> list[str]:
        """The names that a loss of power may change or take, those of locks left out."""
        paths = {*self._names, *self._safe_names}
        return sorted(
            path for path in paths if self._names.get(path) is not self._safe_names.get(path) and path[-5:] != ".lock"
        )

    def states(self) -> Iterator[tuple[str, Tree]]:
        """The states that are tried, each with a word for it."""
        yield NOTHING_MORE, self._tree(self._safe_names, lambda file: bytes(file.safe))
        yield "names are ahead of contents", self._tree(self._names, lambda file: bytes(file.safe))
        yield "contents are ahead of names", self._tree(self._safe_names, lambda file: bytes(file.now))
        yield "all is there", self._tree(self._names, lambda file: bytes(file.now))
        yield "the last write is torn", self._tree(self._names, _torn)
        yield LAST_FIRST, self._tree(self._names, lambda file: file.some(file.waiting[-1:]))

    def _tree(self, names: dict[str, _File], content: Callable[[_File], bytes]) -> Tree:
        tree: Tree = {}
        for path in sorted(names):  # a folder before what is in it; without it, that cannot be reached
            parent = str(Path(path).parent)
            if parent in tree or not tree:
                tree[path] = None if names[path].folder else content(names[path])
        return tree

    def _sync(self, call: Call) -> None:
        file = self._open[call.fd]
        if not file.folder:
            file.sync()
            return
        here = [path for path in {*self._names, *self._safe_names} if str(Path(path).parent) == call.path]
        for path in here:
            if path in self._names:
                self._safe_names[path] = self._names[path]
            else:
                del self._safe_names[path]

    def _rename(self, path: str, to: str) -> None:
        inside = [name for name in self._names if name == path or name.startswith(f"{path}/")]
        for name in inside:
            self._names[to + name[len(path) :]] = self._names.pop(name)


def _torn(file: _File) -> bytes:
    if not file.waiting or file.waiting[-1][1] is None:
        return bytes(file.now)
    offset, data = file.waiting[-1]
    return file.some([*file.waiting[:-1], (offset, data[: len(data) // 2])])


def losses(root: Path, before: Path, calls: list[Call]) -> Iterator[tuple[int, str, str, Tree]]:
    """All different states in which the power may have gone: after how many marks and which call, how, and the files.

    ``root`` is where the calls were made, ``before`` has the files as they were before the first of them.
    """
    disk, marks = Disk(root, before), 0
    known: set[tuple[object, ...]] = set()
    for number, call in enumerate(calls):
        if call.what == "mark":
            marks = int(call.path)
        elif not disk.do(call):
            continue
        place = f"after {call.what} {Path(call.path).name} ({number})"
        for how, tree in disk.states():
            name = marks, *((path, hash(data)) for path, data in tree.items())
            if name not in known:
                known.add(name)
                yield marks, place, f"{how} (not synced: {[Path(path).name for path in disk.unsafe()]})", tree


def put(tree: Tree, before: Path, root: Path) -> None:
    """Make these files, with the links of ``before``. There is nothing at ``root`` yet."""
    for path, data in tree.items():
        if data is None:
            Path(path).mkdir()
        else:
            Path(path).write_bytes(data)
    for link in before.rglob("*"):
        if link.is_symlink():
            (root / link.relative_to(before)).symlink_to(link.readlink())
