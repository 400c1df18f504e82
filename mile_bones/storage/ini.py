"""``mb.ini``: named values in sections, shared by all open windows.

The last known contents of the file are kept in memory, together with the changes that could not be written yet. A
change is a function that takes the values and returns those that become different. It runs under a lock on the current
contents of the file, so that nothing is lost if two windows change different things or both enter a high score. If the
file cannot be written, the function is kept and runs again at the next change, on the contents of the file at that
time.
"""

from __future__ import annotations

import configparser
import errno
import json
import os
import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

from mile_bones.storage.files import make_folder, read_text, set_aside, write_atomically
from mile_bones.storage.locks import Busy, locked
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason

LARGEST = 1024 * 1024
"""The largest size in bytes of a file that is accepted as ``mb.ini``."""

LOCK_SECONDS = 2.0
"""The time to wait for another window to finish with the file, which needs only some milliseconds."""

Key = tuple[str, str]
Values = Mapping[Key, str]
Changes = Mapping[Key, str | None]

_PLAIN = re.compile(r"[a-z0-9][a-z0-9 _-]*(?<! )")


class Ini:
    """The file at `path`, which need not exist. No method raises OSError: trouble goes to `report`, once for each kind.

    A damaged file is set aside. A wrong value is not damage; the code that reads it decides what it means.
    """

    def __init__(self, path: Path, report: Report) -> None:
        self.path = path
        self._report = OnceReport(report)
        self._on_disk: dict[Key, str] = {}  # as last read
        self._values: dict[Key, str] = {}  # as last read, with all unwritten changes applied
        self._unwritten: list[Callable[[Values], Changes]] = []
        self._left = False
        self._unsure = False  # the last write failed, but may have reached the file
        self.refresh()

    @property
    def text(self) -> str:
        """The text of the file with all changes, including those that could not be written."""
        return _format(self._values).decode("utf-8")

    @property
    def unsaved(self) -> bool:
        """True if a change is not in the file yet."""
        return bool(self._unwritten)

    def catch_up(self, seconds: float = LOCK_SECONDS) -> None:
        """Write the changes that could not be written before.

        Wait up to `seconds` for another program that has locked the file.
        """
        if self._unwritten:
            self._write(seconds)

    @property
    def values(self) -> Values:
        """All values as they were last read or changed, by section and key."""
        return self._values

    def get(self, section: str, key: str) -> str | None:
        """Return the value as it was last read or changed, or None if there is none."""
        return self._values.get((section, key))

    def refresh(self) -> None:
        """Read the file again, to see what other windows have written."""
        try:
            self._on_disk = parse(read_text(self.path, LARGEST))
            self._report.over(ProblemKind.SETTINGS_UNREADABLE, ProblemKind.SETTINGS_UNREADABLE_NOW)
        except (FileNotFoundError, NotADirectoryError):
            if self._on_disk:
                self.update({})  # it existed: look again under the lock, as another window may be replacing it
        except OSError as error:
            self._tell_unreadable(error)
        except ValueError:
            self.update({})  # reads again under the lock, and sets a damaged file aside
        self._values = self._overlaid()

    def update(self, changes: Changes) -> None:
        """Set these values; None removes a key. All other values stay."""
        self.transact(lambda values: changes)

    def transact(self, change: Callable[[Values], Changes]) -> None:
        """Read, change and write as one step, during which no other window can write.

        `change` takes all values and returns the new ones, with None for those to remove. It must depend on nothing
        else and have no side effects, because it may be called more than once.
        """
        self._unwritten.append(change)
        try:
            self._values = self._overlaid()
        except BaseException:
            self._unwritten.pop()  # a change that fails must not be tried again with the next one
            raise
        self._write(LOCK_SECONDS)

    def leave(self) -> None:
        """Write nothing from now on: an earlier version uses the file again."""
        self._left = True

    def _write(self, seconds: float) -> None:
        if self._left:
            return
        target = Path(os.path.realpath(self.path))  # one lock for all links to the file
        try:
            make_folder(target.parent)
            with locked(target, seconds):
                self._write_through()
        except Busy:
            self._tell(ProblemKind.SETTINGS_LOCKED, "")
        except OSError as error:
            self._tell(ProblemKind.SETTINGS_UNWRITABLE, reason(error))

    def _write_through(self) -> None:
        """Write all unwritten changes to the file. The caller holds the lock."""
        there = None  # for a missing or damaged file the known values stay: most are still right
        try:
            there = self._on_disk = parse(read_text(self.path, LARGEST))
        except FileNotFoundError:
            if self._on_disk:
                self._tell(ProblemKind.SETTINGS_GONE, "")
        except OSError as error:
            self._tell_unreadable(error)
            return  # a file that cannot be read must not be replaced either
        except ValueError:
            backup = set_aside(self.path)
            kind = ProblemKind.SETTINGS_REPLACED if self._on_disk else ProblemKind.SETTINGS_DAMAGED
            self._tell(kind, backup.name)
        self._values = self._overlaid()
        if self._unsure or self._values != (there or {}):
            data = _format(self._values)
            if len(data) > LARGEST:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
            self._unsure = True
            write_atomically(self.path, data)
            self._unsure = False
        self._on_disk = self._values
        self._unwritten.clear()
        self._report.over(*ProblemKind)  # trouble that comes now is reported again

    def _overlaid(self) -> dict[Key, str]:
        """Return the values on the disk with all unwritten changes applied."""
        values = dict(self._on_disk)
        for change in self._unwritten:
            for key, value in change(values).items():
                if value is None:
                    values.pop(key, None)  # any key may be removed: it may come from the file
                else:
                    _require_plain(key)
                    values[key] = value
        return values

    def _tell_unreadable(self, error: OSError) -> None:
        """Report that the file cannot be read. The kind of problem depends on whether it has been read before."""
        known = ProblemKind.SETTINGS_UNREADABLE_NOW if self._on_disk else ProblemKind.SETTINGS_UNREADABLE
        self._tell(known, reason(error))

    def _tell(self, kind: ProblemKind, detail: str) -> None:
        self._report(Problem(kind, self.path, detail))


class _Parser(configparser.ConfigParser):
    """A parser that refuses the first line that is neither a section nor a value, in linear time.

    The standard configparser tries a line without "=" again from each of its spaces, and copies its list of errors for
    each wrong line: a file of one megabyte could delay the start for an hour.
    """

    # The pattern matches a key with its "=", if there is one. The parser calls `optionxform` with the match.
    OPTCRE = re.compile(r"(?P<option>[^=]*=?)(?P<vi>)(?P<value>.*)$")

    def optionxform(self, optionstr: str) -> str:
        """Return the key, with its case unchanged, so that keys that differ only in case stay different.

        Raise ValueError if the line does not contain a key.
        """
        key = optionstr.removesuffix("=").rstrip()
        if not key or key.startswith("[") or not optionstr.endswith("="):  # "[": a broken section header
            raise ValueError("neither a section nor a value")
        return key


def parse(text: str) -> dict[Key, str]:
    """Return the values in the text of an ini file. Raise ValueError if it is not an ini file."""
    parser = _Parser(
        interpolation=None,
        comment_prefixes=("#", ";"),
        strict=False,
        empty_lines_in_values=False,
        default_section="",  # a name that no section can have, so that there are no default values
    )
    if "\0" in text:
        raise ValueError("the file contains only zeros, as after a crash of the system")
    try:
        parser.read_string(text.removeprefix("\ufeff"))  # some editors write a byte order mark
    except configparser.Error as error:
        raise ValueError(str(error)) from None
    return {
        (section, key): _decode(value)
        for section in parser.sections()
        for key, value in parser.items(section, raw=True)
    }


def _format(values: Values) -> bytes:
    sections: dict[str, list[str]] = {}
    for (section, key), value in values.items():
        sections.setdefault(section, []).append(f"{key} = {_encode(value)}".rstrip())
    return "\n".join("\n".join((f"[{name}]", *lines, "")) for name, lines in sections.items()).encode("utf-8")


def _encode(value: str) -> str:
    """Return the value as one line that is read back as the same value: unchanged, or as quoted JSON if necessary."""
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in value):
        return json.dumps(value)
    if value != value.strip() or value.startswith('"'):
        return json.dumps(value, ensure_ascii=False)
    return value


def _decode(raw: str) -> str:
    if raw.startswith('"') and raw.endswith('"'):
        try:
            return str(json.loads(raw))
        except ValueError:
            return raw  # quotes that somebody wrote by hand
    return raw


def is_plain(key: Key) -> bool:
    """Return True if section and key are plain words.

    Keys are declared in the program and are never made of text that people type.
    """
    return all(_PLAIN.fullmatch(word) for word in key)


def _require_plain(key: Key) -> None:
    if not is_plain(key):
        raise ValueError(f"{key!r} does not consist of plain words for a section and a key")
