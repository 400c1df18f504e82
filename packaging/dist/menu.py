"""Finds the menu of this name in the window of "Anna", through AT-SPI, and quits the program: ``menu.py NAME``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/desktop"))

from atspi_player import Desktop, walk


def main(name: str) -> None:
    """Wait for the window, check that it has a menu with this name, and quit the program."""
    desktop = Desktop()
    desktop.wait("a window", desktop.windows)
    bar = desktop.wait("the menus", lambda: [one for one in walk(desktop.app) if one.getRoleName() == "menu bar"])[0]
    names = [child.name for child in bar]
    assert name in names, names
    *_others, leave = [thing for thing in walk(bar[0]) if thing.getRoleName() == "menu item"]
    leave.queryAction().doAction(0)
    json.dump(names, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
