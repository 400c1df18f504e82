"""The library between this process and the disk (``shim.c``), which lets calls fail and logs them."""

from __future__ import annotations

import contextlib
import ctypes
import enum
import errno
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SHORT = -1
"""A special value in place of an errno: the write puts half of the bytes into the file, and then the disk is full."""


class Kind(enum.IntEnum):
    """Kinds of calls, in the order of ``shim.c``."""

    LOOK = 0  # a file or folder is opened to be read
    OPEN = enum.auto()  # an existing file is opened to be written
    CREATE = enum.auto()
    READ = enum.auto()
    WRITE = enum.auto()
    SYNC = enum.auto()  # of a file or folder
    RENAME = enum.auto()
    UNLINK = enum.auto()
    MKDIR = enum.auto()
    TRUNCATE = enum.auto()
    LOCK = enum.auto()
    LINK = enum.auto()
    ALLOCATE = enum.auto()  # memory for SQLite


_CHANGES = (Kind.OPEN, Kind.CREATE, Kind.RENAME, Kind.UNLINK, Kind.MKDIR, Kind.LINK)

ONCE: dict[Kind, tuple[int, ...]] = {
    Kind.LOOK: (errno.EACCES, errno.EIO),
    Kind.OPEN: (errno.EACCES, errno.EROFS, errno.EIO),
    Kind.CREATE: (errno.EACCES, errno.EROFS, errno.EIO, errno.ENOSPC),
    Kind.READ: (errno.EIO,),
    Kind.WRITE: (errno.ENOSPC, errno.EIO, SHORT),
    Kind.SYNC: (errno.EIO, errno.ENOSPC),
    Kind.RENAME: (errno.EACCES, errno.EROFS, errno.EIO, errno.ENOSPC),
    Kind.UNLINK: (errno.EACCES, errno.EROFS, errno.EIO),
    Kind.MKDIR: (errno.EACCES, errno.EROFS, errno.EIO, errno.ENOSPC),
    Kind.TRUNCATE: (errno.EIO, errno.ENOSPC),
    Kind.LOCK: (errno.ENOLCK, errno.EIO),  # EACCES is not a fault: it means that another process has the lock
    Kind.LINK: (errno.EACCES, errno.EROFS, errno.EIO, errno.ENOSPC),
    Kind.ALLOCATE: (errno.ENOMEM,),
}
"""The errors that one call of each kind may cause, while all other calls succeed."""

LASTING: dict[int, tuple[Kind, ...]] = {
    errno.ENOSPC: (Kind.CREATE, Kind.WRITE, Kind.MKDIR, Kind.LINK),
    SHORT: (Kind.CREATE, Kind.WRITE, Kind.MKDIR, Kind.LINK),
    errno.EROFS: (*_CHANGES, Kind.WRITE, Kind.TRUNCATE),
    errno.EACCES: _CHANGES,
    errno.EIO: tuple(kind for kind in Kind if kind not in (Kind.LOCK, Kind.ALLOCATE)),
    errno.ENOLCK: (Kind.LOCK,),
    errno.ENOMEM: (Kind.ALLOCATE,),
}
"""By error: the kinds of calls that fail from one moment on, for example on a disk that is full, read-only or pulled
out.
"""


class Fault(NamedTuple):
    """The fault that the ``number``-th call of these kinds, counted from 1, fails. If ``lasting``, all later calls fail
    as well.
    """

    kinds: tuple[Kind, ...]
    number: int
    error: int
    lasting: bool

    def __str__(self) -> str:
        error = "SHORT" if self.error == SHORT else errno.errorcode[self.error]
        if self.lasting:
            return f"{error} from call {self.number} on"
        return f"{error} at {self.kinds[0].name.lower()} {self.number}"


class Call(NamedTuple):
    """A call that was done, from the log. ``fd`` tells open files apart, and ``data`` is the content that was
    written.
    """

    what: str
    fd: int
    offset: int
    length: int
    path: str
    second: str
    data: bytes


class Shim:
    """The library, in a process that was started with it."""

    def __init__(self) -> None:
        import sqlite3  # noqa: F401  # so that its memory is found

        self._library = ctypes.CDLL(None)  # everything that is loaded so far
        for name in ("text", "data", "where"):
            getattr(self._library, f"faults_{name}").restype = ctypes.c_void_p if name != "where" else ctypes.c_char_p
        for name in ("count", "failed"):
            getattr(self._library, f"faults_{name}").restype = ctypes.c_long
        self.sees_memory = False
        """True if SQLite is a separate library here. Its requests for memory can then be told apart from those of other
        code.
        """

    def watch(self, folder: Path) -> None:
        """Watch the calls below this folder from now on, and count from 0."""
        self.heal()
        self.sees_memory = bool(self._library.faults_watch(os.fsencode(folder)))

    def arm(self, fault: Fault) -> None:
        """Let `fault` happen from now on. Until then nothing fails."""
        mask = sum(1 << kind for kind in fault.kinds)
        self._library.faults_arm(mask, ctypes.c_long(fault.number), fault.error, fault.lasting)

    def heal(self) -> None:
        """Let every call succeed from now on."""
        self._library.faults_heal()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Return a context in which calls are not counted and do not fail."""
        self._library.faults_pause(1)
        try:
            yield
        finally:
            self._library.faults_pause(0)

    @property
    def failed(self) -> int:
        """The number of calls that have failed since the last ``watch``."""
        return int(self._library.faults_failed())

    @property
    def where(self) -> str:
        """The file at which the first call failed."""
        return os.fsdecode(self._library.faults_where())

    def counts(self) -> dict[Kind, int]:
        """Return the number of calls of each kind since the last ``watch``."""
        return {kind: self._library.faults_count(int(kind)) for kind in Kind}

    def mark(self, text: str) -> None:
        """Put a line into the log."""
        self._library.faults_mark(os.fsencode(text))

    def begin_log(self) -> None:
        """Keep a log of all calls that are done from now on."""
        self._library.faults_log(1)

    def end_log(self) -> list[Call]:
        """Return the log since ``begin_log``."""
        text, data = self._read("text"), self._read("data")
        self._library.faults_log(0)
        return list(_calls(os.fsdecode(text), data))

    def _read(self, what: str) -> bytes:
        length = ctypes.c_size_t()
        place = getattr(self._library, f"faults_{what}")(ctypes.byref(length))
        return ctypes.string_at(place, length.value)


def _calls(text: str, data: bytes) -> Iterator[Call]:
    done = 0
    for line in text.split("\n")[:-1]:
        what, fd, offset, length, path, second = line.split("\t")
        size = int(length) if what == "write" else 0
        yield Call(what, int(fd), int(offset), int(length), path, second, data[done : done + size])
        done += size


def can_build() -> bool:
    """Return True if the dynamic linker and the C library are GNU's."""
    return sys.platform.startswith("linux") and bool(os.confstr("CS_GNU_LIBC_VERSION"))


def build(folder: Path) -> Path:
    """Compile the library in this folder, and return its path."""
    library = folder / "faults-shim.so"
    source = Path(__file__).with_name("shim.c")
    subprocess.run(["cc", "-O1", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def run(library: Path, arguments: Sequence[str], *, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run ``python -m faults`` with these arguments, in a process that has the library."""
    tools = Path(__file__).parents[1]
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "PYTHONPATH": os.pathsep.join([str(tools), str(tools.parent), str(tools.parents[1])]),
        "PYTHONWARNINGS": "error",
    }
    command = [sys.executable, "-m", "faults", *arguments, "--inside"]
    return subprocess.run(command, env=environment, text=True, check=False, capture_output=capture)
