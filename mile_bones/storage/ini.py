"""`mb.ini`: named values in sections, shared by every window that is open.

What is known of the file is kept in memory and overlaid with what could not be written yet. A change is a function from
the values to the values that become different. It runs on what the file holds at that moment, under a lock, so that
windows which change different things, or both enter a high score, lose nothing. If the file cannot be written the
function is kept and run again at the next change, on what the file holds then.
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
"""Bytes in the largest file that is taken for an mb.ini."""

LOCK_SECONDS = 2.0
"""How long to wait for another window to be done with the file; it needs some milliseconds."""

Key = tuple[str, str]
Values = Mapping[Key, str]
Changes = Mapping[Key, str | None]

_PLAIN = re.compile(r"[a-z0-9][a-z0-9 _-]*(?<! )")


class Ini:
    """The file at `path`, which need not exist. Nothing here raises OSError: trouble goes to `report`, once a kind.

    A damaged file is set aside. A wrong value is not damage; whoever asks for it decides what it means.
    """

    def __init__(self, path: Path, report: Report) -> None:
        self.path = path
        self._report = OnceReport(report)
        self._on_disk: dict[Key, str] = {}  # as last seen
        self._values: dict[Key, str] = {}  # the same, with everything unwritten applied
        self._unwritten: list[Callable[[Values], Changes]] = []
        self._left = False
        self._unsure = False  # what was written last may be in the file, and not last
        self.refresh()

    @property
    def text(self) -> str:
        """The file as it is, or should be."""
        return _format(self._values).decode("utf-8")

    @property
    def unsaved(self) -> bool:
        """Something was changed and is not in the file."""
        return bool(self._unwritten)

    def catch_up(self, seconds: float = LOCK_SECONDS) -> None:
        """Write what could not be written before. Another program that keeps the file is waited for so long."""
        if self._unwritten:
            self._write(seconds)

    @property
    def values(self) -> Values:
        """All values as they were last read or changed, by section and key."""
        return self._values

    def get(self, section: str, key: str) -> str | None:
        """The value as it was last read or changed; None when there is none."""
        return self._values.get((section, key))

    def refresh(self) -> None:
        """Read the file again, to see what other windows have written."""
        try:
            self._on_disk = parse(read_text(self.path, LARGEST))
            self._report.over(ProblemKind.SETTINGS_UNREADABLE, ProblemKind.SETTINGS_UNREADABLE_NOW)
        except (FileNotFoundError, NotADirectoryError):
            if self._on_disk:
                self.update({})  # it has been there: look again under the lock, another window may be at work on it
        except OSError as error:
            self._tell_unreadable(error)
        except ValueError:
            self.update({})  # which looks again under the lock, and sets aside what is damaged
        self._values = self._overlaid()

    def update(self, changes: Changes) -> None:
        """Give these keys these values, or remove those whose value is None; leave all others as they are."""
        self.transact(lambda values: changes)

    def transact(self, change: Callable[[Values], Changes]) -> None:
        """Read, change and write as one step that no other window can come between.

        `change` gets all values and returns the new ones, None for those to remove. It must depend on nothing else and
        do nothing else: it may be called more than once.
        """
        self._unwritten.append(change)
        try:
            self._values = self._overlaid()
        except BaseException:
            self._unwritten.pop()  # a change that fails must not come back with the next one
            raise
        self._write(LOCK_SECONDS)

    def leave(self) -> None:
        """From now on nothing is written: the file is an earlier version's again."""
        self._left = True

    def _write(self, seconds: float) -> None:
        if self._left:
            return
        target = Path(os.path.realpath(self.path))  # one lock for all links to a file
        try:
            make_folder(target.parent)
            with locked(target, seconds):
                self._write_through()
        except Busy:
            self._tell(ProblemKind.SETTINGS_LOCKED, "")
        except OSError as error:
            self._tell(ProblemKind.SETTINGS_UNWRITABLE, reason(error))

    def _write_through(self) -> None:
        """Bring everything unwritten into the file. The caller holds the lock."""
        there = None  # what was known of a file that is lost stands in for it: most of it is still true
        try:
            there = self._on_disk = parse(read_text(self.path, LARGEST))
        except FileNotFoundError:
            if self._on_disk:
                self._tell(ProblemKind.SETTINGS_GONE, "")
        except OSError as error:
            self._tell_unreadable(error)
            return  # what cannot be read must not be replaced either
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
        self._report.over(*ProblemKind)  # whatever comes now is news

    def _overlaid(self) -> dict[Key, str]:
        """What is on the disk, with everything unwritten applied to it."""
        values = dict(self._on_disk)
        for change in self._unwritten:
            for key, value in change(values).items():
                if value is None:
                    values.pop(key, None)  # whatever it is called: it may have come out of the file
                else:
                    _require_plain(key)
                    values[key] = value
        return values

    def _tell_unreadable(self, error: OSError) -> None:
        """Tell it once, before or after the file has been read."""
        known = ProblemKind.SETTINGS_UNREADABLE_NOW if self._on_disk else ProblemKind.SETTINGS_UNREADABLE
        self._tell(known, reason(error))

    def _tell(self, kind: ProblemKind, detail: str) -> None:
        self._report(Problem(kind, self.path, detail))


class _Parser(configparser.ConfigParser):
    """Refuses the first line that is neither a section nor a value, in time that grows no faster than the text.

    As it comes, configparser tries a line without "=" anew from each of its spaces, and copies what it has found
    wrong so far for each wrong line: a file of one megabyte could keep the start waiting for an hour.
    """

    # A key with its "=", where there is one: `optionxform` is asked next.
    OPTCRE = re.compile(r"(?P<option>[^=]*=?)(?P<vi>)(?P<value>.*)$")

    def optionxform(self, optionstr: str) -> str:
        """The key. Keys differ by case: none is lost. ValueError when it is none."""
        key = optionstr.removesuffix("=").rstrip()
        if not key or key.startswith("[") or not optionstr.endswith("="):  # "[": half of a section's name
            raise ValueError("neither a section nor a value")
        return key


def parse(text: str) -> dict[Key, str]:
    """The values in the text of an ini file. ValueError when it is not one."""
    parser = _Parser(
        interpolation=None,
        comment_prefixes=("#", ";"),
        strict=False,
        empty_lines_in_values=False,
        default_section="",  # a name that no section can have: a value belongs to its own section only
    )
    if "\0" in text:
        raise ValueError("a file of zeros, as a crash of the system leaves it")
    try:
        parser.read_string(text.removeprefix("\ufeff"))  # some editors put a byte order mark there
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
    """The value as one line that reads back the same: as it is, or in quotes as JSON where it must be."""
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
            return raw  # somebody wrote quotes by hand
    return raw


def is_plain(key: Key) -> bool:
    """Keys are declared in the program, never made of what people type: both words of this one could be."""
    return all(_PLAIN.fullmatch(word) for word in key)


def _require_plain(key: Key) -> None:
    if not is_plain(key):
        raise ValueError(f"{key!r} is not made of plain words for a section and a key")
