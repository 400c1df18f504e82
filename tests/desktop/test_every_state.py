"""A file or folder of a profile is replaced by something else. Each such fault is reported once and correctly, and play
continues.

Each test resumes a game, wins it, and closes the window. Faulty permissions are left out, because the tests may be run
as root.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.driver import NOON, Home, Person
from desktop.test_trouble import enter, read
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.dialogs.unsaved import UnsavedDialog
from mile_bones.engine.record import GIVEN_UP
from mile_bones.library.settings import LEVEL
from mile_bones.storage.settings import ANIMATION, NAME
from stories import going, three_wins

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="links and their faults are those of Linux")

GAME = "games/current-1.json"
ENTRIES = (
    *("mb.ini", "mb.ini.lock", "history.db", "games", GAME, f"{GAME}.lock"),
    *("backups", "backups/daily.lock", "backups/daily 2026-05-04 12.00.00 history.db"),
)
MINE = b"a file of somebody else\n"
Fault = Callable[[Path], object]


def folder(path: Path) -> None:
    path.mkdir()
    (path / "mine.txt").write_bytes(MINE)


FAULTS: dict[str, Fault] = {
    "gone": lambda path: None,
    "an empty folder": lambda path: path.mkdir(),
    "a folder": folder,
    "an empty file": lambda path: path.write_bytes(b""),
    "another file": lambda path: path.write_bytes(MINE),
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 20),
    "a link to nowhere": lambda path: path.symlink_to(path.parent / "no" / "where"),
    "a link to itself": lambda path: path.symlink_to(path.name),
}
SYSTEM = re.compile(r"Errno|File exists|[Ii]s a directory|Not a directory|symbolic links|unable to open|[{}]|None")
"""Words that only the system uses, or that no sentence may contain."""
KEPT = re.compile(r"(?:set aside|kept) as ([^\s,]+?)[.,]? ")


def put(fault: str, path: Path) -> None:
    """Replace the file or folder at `path` by this fault."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    FAULTS[fault](path)


def everything(root: Path) -> list[bytes]:
    """Return the contents of all files."""
    return [path.read_bytes() for path in root.rglob("*") if path.is_file() and not path.is_symlink()]


def grown(home: Home) -> None:
    """Fill the profile with a past, a backup, and a game that the next card wins."""
    home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
    enter(home, going().me("draw 50", "play 50").record(ended=GIVEN_UP), NOON - timedelta(days=1), GIVEN_UP)
    home.leave(three_wins().record())
    home.open(None).settled()
    home.leave_all()
    assert all((home.root / entry).exists() for entry in ENTRIES)
    home.now = NOON + timedelta(days=3)


def play_to_the_end(person: Person) -> list[str]:
    """Play a turn, win if the game is still there, and answer all dialogs. Return the lines of all messages."""
    said: list[str] = []

    def answer() -> None:
        person.settled_or(lambda: bool(person.dialogs()))
        while person.dialogs():
            front = person.dialogs()[-1]
            if isinstance(front, MessageDialog):
                text = read(person)
                points_to_sign = "the status bar shows it" in text and person.play.match.record().body.begun
                assert person.window.status.unsaved.isVisible() or not points_to_sign, text
                said.extend(text.replace("\u200b", "").split("\n\n"))
            elif isinstance(front, ExtensionDialog):
                person.click_button(front.no)
            else:
                person.key(Qt.Key.Key_Escape)
            person.settled_or(lambda: bool(person.dialogs()))

    answer()
    person.draw()
    answer()
    if "100" in person.hand:
        person.drag("100", slot_names.miles(True))
    else:
        person.double_click(slot_names.hand(0))
    answer()
    person.choose("View", "Theme", "Dark")
    answer()
    person.looks_right()
    return said


@pytest.mark.sample(slow=6, proof=30)
@pytest.mark.parametrize("when", ["before the start", "while it runs"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("entry", ENTRIES)
def test_each_fault_is_reported_once_and_correctly_and_play_continues(home: Home, entry: str, fault: str, when: str):
    grown(home)
    path = home.root / entry
    if when == "before the start":
        put(fault, path)
    person = home.open(None)
    person.settled_or(lambda: bool(person.dialogs()))
    if when == "while it runs":
        put(fault, path)
    said = play_to_the_end(person)
    assert [text for text, times in Counter(said).items() if times > 1] == []
    about = Counter(name for text in said for name in ("mb.ini", "history", "game") if _is_about(text, name))
    assert all(times == 1 for times in about.values()), said
    for text in said:
        assert not SYSTEM.search(text), text
        for name in KEPT.findall(f"{text} "):
            assert any(home.root.rglob(name)), text
        if "It stays as it is" in text or when == "while it runs":
            assert "starts with" not in text, text
    person.window.close()
    if person.dialogs():
        person.click_button(person.dialog(UnsavedDialog).leave)
    assert not person.window.isVisible()
    if fault in ("a folder", "another file"):
        # Locks are emptied, old backups are deleted, and the current game is written again, because these files
        # belong to the program.
        own = entry.endswith(".lock") or entry.startswith("backups") or (entry, when) == (GAME, "while it runs")
        assert own or MINE in everything(home.root)


def _is_about(text: str, name: str) -> bool:
    """Return True if the sentence is about `name`. Such a sentence begins with the words for `name`."""
    return text.startswith({"mb.ini": "mb.ini", "history": "The history", "game": "Your game"}[name])
