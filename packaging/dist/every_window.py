"""Opens every window of the program through AT-SPI, as a screen reader would, and reads it.

It runs with the system's Python and python3-pyatspi, beside the program: ``every_window.py FOLDER PROCESS``. The
program must play as "Anna" and have a game in its history. The script saves files into FOLDER. PROCESS is the number of
the program's process. It writes what it found to standard output as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/desktop"))

import pyatspi
from atspi_player import DOWN, Atspi, Desktop, be_the_window_manager, button, has, named, press, walk

OPENING = (
    "New game for",
    "New game with number",
    "High scores",
    "History",
    "Statistics",
    "Check my games",
    "Past coups",
    "Options",
    "Change name",
    "About Mile Bones",
)
"""The names of the menu entries that open windows."""
LEAVING = ("Close", "Cancel", "OK", "Done")


class Person:
    """A simulated user who opens and leaves windows, and remembers their contents."""

    def __init__(self, desktop: Desktop, frame: Atspi.Accessible, maps: Path) -> None:
        self.desktop = desktop
        self.frame = frame
        self._maps = maps
        self.met: dict[str, list[str]] = {}

    def open(self, item: str) -> Atspi.Accessible:
        """Choose this menu entry. Return the window that it opens."""
        return self.opened(lambda: self.do(item))

    def opened(self, do: Callable[[], object]) -> Atspi.Accessible:
        """Call ``do``. Return the window that it opens."""
        before = self.desktop.windows()
        do()
        return self.desktop.wait("another window", lambda: self._new(before))

    def do(self, item: str) -> None:
        """Choose an entry of the menus."""
        entries = [thing for thing in walk(self.frame) if thing.getRoleName() == "menu item"]
        press(next(entry for entry in entries if entry.name.startswith(item) and not entry.childCount))

    def loaded(self, library: str) -> None:
        """Wait until the program has loaded a library whose path contains ``library``."""
        self.desktop.wait(f"the library {library}", lambda: library in self._maps.read_text("utf-8"))

    def _new(self, before: list[Atspi.Accessible]) -> Atspi.Accessible | None:
        return next((window for window in self.desktop.windows() if window not in before), None)

    def look(self, item: str, window: Atspi.Accessible) -> None:
        """Remember the names of everything in the window."""
        self.met[item] = [window.name, *sorted({thing.name for thing in walk(window) if thing.name})]

    def leave(self, window: Atspi.Accessible) -> None:
        """Leave the window by the button for leaving it."""
        found = button(window, *LEAVING)
        assert found is not None, f"there is no way out of {window.name}"
        press(found)
        self.desktop.wait("the window to go", lambda: window not in self.desktop.windows())


def save_and_open(person: Person, folder: Path) -> None:
    """Save the game on the table into a file, and open that file again."""
    target = folder / "saved game.json"
    target.unlink(missing_ok=True)
    window = person.open("Save as")
    name_file(window, target, "Save")
    person.desktop.wait("the file", target.is_file)
    window = person.open("Open")
    name_file(window, target, "Open")
    person.desktop.wait("the file to be open", lambda: len(person.desktop.windows()) == 1 or _agree(person))


def _agree(person: Person) -> bool:
    for window in person.desktop.windows():
        found = button(window, "OK", "Go on", "Open", "Keep", "Yes") if window != person.frame else None
        if found is not None:
            press(found)
    return False


def name_file(window: Atspi.Accessible, target: Path, word: str) -> None:
    """Write the name of a file into the window that asks for one, and press the button with this label."""
    field = next(thing for thing in walk(window) if thing.getRoleName() == "text" and thing.name.startswith("File"))
    field.queryEditableText().setTextContents(str(target))
    press(next(thing for thing in walk(window) if thing.getRoleName() == "push button" and thing.name == word))


def main(folder: Path, maps: Path) -> None:
    """Open all windows. ``maps`` lists the libraries that the program has loaded."""
    desktop = Desktop()
    person = Person(desktop, desktop.window("Mile Bones: Anna"), maps)
    for item in OPENING:
        window = person.open(item)
        if item == "Statistics":
            be_the_window_manager(window.name.encode())
            desktop.wait("the window to be active", lambda window=window: has(window, pyatspi.STATE_ACTIVE))
            desktop.key(DOWN)  # moves from the numbers to a chart
            person.loaded("QtOpenGLWidgets")
        person.look(item, window)
        person.leave(window)
    person.do("Smart play")
    person.loaded("_miniaudio")  # loaded when the sound of a card is played
    save_and_open(person, folder)
    person.look("Contents", person.open("Contents"))  # the help stays beside the table
    press(named(person.frame, "menu item", "Quit"))
    json.dump(person.met, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(f"/proc/{sys.argv[2]}/maps"))
