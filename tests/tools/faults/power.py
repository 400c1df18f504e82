"""The states in which a loss of power may leave files, made from the log of a program's calls.

The model is that of POSIX, which promises less than most file systems keep. Content is safe once its file has been
synced. A name (made, replaced or removed) is safe once its folder has been synced. Any part of everything else may be
lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from faults.shim import Call

NOTHING_MORE = "all that was not synced is lost"
LAST_FIRST = "the last write came first"

Tree = dict[str, bytes | None]
"""The contents of files, by path. A folder has None instead of a content."""


@dataclass
class _File:
    """A file in three versions: ``safe`` survives a loss of power, ``now`` is the content that the program reads, and
    ``waiting`` are the changes between these two.
    """

    safe: bytearray = field(default_factory=bytearray)
    now: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)  # offset and data, or None to truncate
    folder: bool = False

    def change(self, offset: int, data: bytes | None) -> None:
        _apply(self.now, offset, data)
        self.waiting.append((offset, data))

    def sync(self) -> None:
        self.safe[:] = self.now
        self.waiting.clear()

    def some(self, changes: list[tuple[int, bytes | None]]) -> bytes:
        """Return the content of the file if only these changes have reached the disk."""
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
    """The files below a folder, with all changes that have not reached the disk yet.

    At first they are the files of ``before``, as if these lay in ``root``. Links are left out.
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
        """Carry out a call of the log. Return True if it changed anything."""
        match call.what:
            case "create" | "mkdir":
                self._names[call.path] = _File(folder=call.what == "mkdir")
                if call.what == "create":
                    self._open[call.fd] = self._names[call.path]
            case "open":
                if call.path not in self._names:
                    return False  # a link is only read
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
        """Return the names that a loss of power may change or remove, except those of locks."""
        paths = {*self._names, *self._safe_names}
        return sorted(
            path for path in paths if self._names.get(path) is not self._safe_names.get(path) and path[-5:] != ".lock"
        )

    def states(self) -> Iterator[tuple[str, Tree]]:
        """Yield the states that are tried, each with a description."""
        yield NOTHING_MORE, self._tree(self._safe_names, lambda file: bytes(file.safe))
        yield "names are ahead of contents", self._tree(self._names, lambda file: bytes(file.safe))
        yield "contents are ahead of names", self._tree(self._safe_names, lambda file: bytes(file.now))
        yield "all is there", self._tree(self._names, lambda file: bytes(file.now))
        yield "the last write is torn", self._tree(self._names, _torn)
        yield LAST_FIRST, self._tree(self._names, lambda file: file.some(file.waiting[-1:]))

    def _tree(self, names: dict[str, _File], content: Callable[[_File], bytes]) -> Tree:
        tree: Tree = {}
        for path in sorted(names):  # a folder before its files, which are out of reach without it
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
    """Yield all different states in which a loss of power may leave the disk.

    A state is the number of marks before it, the call after which the power is lost, a description, and the files.
    ``root`` is where the calls were made. ``before`` has the files as they were before the first call.
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
    """Make these files, with the links of ``before``. ``root`` must not exist yet."""
    for path, data in tree.items():
        if data is None:
            Path(path).mkdir()
        else:
            Path(path).write_bytes(data)
    for link in before.rglob("*"):
        if link.is_symlink():
            (root / link.relative_to(before)).symlink_to(link.readlink())
