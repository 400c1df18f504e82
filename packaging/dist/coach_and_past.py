"""Asks the coach, has a past game reviewed, looks at every chart, and exports and imports the history.

It runs in the same way as ``every_window.py``: ``coach_and_past.py FOLDER PROCESS``. A game of Mile Bones must be in
progress, and a finished one in the history. It writes what it found to standard output as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/desktop"))

import pyatspi
from atspi_player import DOWN, UP, Atspi, Desktop, Table, be_the_window_manager, button, has, named, press, walk
from every_window import Person, name_file

_WORKING = ("Adding the games up", "Drawing the charts")
"""The names of the progress bars."""
RETURN = 0xFF0D


def ask_the_coach(person: Person) -> str:
    """Ask for a hint, agree that the game becomes an assisted one, and return the hint."""
    person.desktop.wait("the turn", lambda: _turn(person))
    since = len(person.desktop.announced)
    question = person.open("Hint")
    press(named(question, "push button", "Hint"))
    return person.desktop.heard(since, "Hint: ")


def _turn(person: Person) -> str:
    """Return what the table asks for, or "" while the window has no cards yet."""
    try:
        return Table(person.desktop, person.frame).asked()
    except KeyError:
        return ""


def choose_finished(person: Person, history: Atspi.Accessible, game: str) -> None:
    """Select the latest finished game of this kind. That is not the first row, because the last game was left in its
    first hand.
    """
    table = named(history, "tree", "Games").queryTable()
    heads = [table.getColumnDescription(column) for column in range(table.nColumns)]
    result, kind = heads.index("Result"), heads.index("Game")

    def is_wanted(row: int) -> bool:
        ending = table.getAccessibleAt(row, result).name
        return table.getAccessibleAt(row, kind).name == game and ending in ("Won", "Lost", "Drawn")

    wanted = next(row for row in range(table.nRows) if is_wanted(row))
    for row in table.getSelectedRows():
        table.removeRowSelection(row)
    table.addRowSelection(wanted)
    person.desktop.wait("the game to be selected", lambda: list(table.getSelectedRows()) == [wanted])


def have_reviewed(person: Person, history: Atspi.Accessible) -> list[str]:
    """Have the selected game reviewed. Return the names in the review window.

    The function waits until another process has reviewed some of the game and the charts are drawn.
    """
    review = person.opened(lambda: press(named(history, "push button", "Review")))
    bar = named(review, "progress bar", "How much has been looked at")
    person.desktop.wait("the first choices", lambda: bar.queryValue().currentValue > 0)
    person.loaded("QtOpenGLWidgets")
    person.desktop.wait("the charts", lambda: _is_drawn(review))
    names = _shown(review)
    person.leave(review)
    return names


def see_charts(person: Person) -> list[list[str]]:
    """Choose one view of the statistics after the other. Return for each view its name and the names in it."""
    window = person.open("Statistics")
    be_the_window_manager(window.name.encode())
    person.desktop.wait("the window to be active", lambda: has(window, pyatspi.STATE_ACTIVE))
    box = named(window, "combo box", "Numbers")
    views = [item.name for item in walk(box) if item.getRoleName() == "list item"]
    assert len(views) > 2, views
    person.desktop.wait("the keyboard to be with it", lambda: has(box, pyatspi.STATE_FOCUSED))
    seen = []
    for view in views[1:]:
        person.desktop.key(DOWN)
        person.desktop.wait(view, lambda view=view: box.name == view and _is_drawn(window))
        seen.append([view, *_shown(window)])
    person.leave(window)
    return seen


def out_and_in(person: Person, history: Atspi.Accessible, folder: Path) -> None:
    """Export all games to a file, and import that file, which then contains nothing new."""
    target = folder / "all games.json"
    target.unlink(missing_ok=True)
    _answer(
        person, person.opened(lambda: _choose(person, history, "Export", "All games")), target, "Save", "Games exported"
    )
    assert target.is_file()
    _answer(
        person, person.opened(lambda: press(named(history, "push button", "Import"))), target, "Open", "Games imported"
    )


def _answer(person: Person, asked: Atspi.Accessible, target: Path, word: str, title: str) -> None:
    """Name the file, choose "My own" if the program asks whose games they are, and read the result."""
    name_file(asked, target, word)

    def told() -> Atspi.Accessible | None:
        windows = person.desktop.windows()  # the order of the windows is not defined
        own = next((found for window in windows if (found := button(window, "My own")) is not None), None)
        if own is not None:
            press(own)
        return next((window for window in windows if window.name == title), None)

    try:
        person.leave(person.desktop.wait(title, told))
    except AssertionError:
        windows = [(window.name, _shown(window)) for window in person.desktop.windows() if window != person.frame]
        sys.exit(f"{title!r} is not there, but {windows}")


def _choose(person: Person, window: Atspi.Accessible, name: str, entry: str) -> None:
    """Choose an entry of a button's menu by keys.

    AT-SPI does not show this menu as a window, but reports the focused entry.
    """
    desktop = person.desktop
    be_the_window_manager(window.name.encode())
    desktop.wait("the window to be active", lambda: has(window, pyatspi.STATE_ACTIVE))
    action = named(window, "push button", name).queryAction()
    action.doAction([action.getName(index) for index in range(action.nActions)].index("ShowMenu"))
    desktop.focused.clear()
    desktop.key(UP)  # moves to the last entry
    desktop.wait(entry, lambda: desktop.focused and desktop.focused[-1].startswith(entry))
    desktop.key(RETURN)


def _is_drawn(window: Atspi.Accessible) -> bool:
    """Return True if no progress bar is visible: they are shown while charts are drawn or games added up."""
    bars = [thing for thing in walk(window) if thing.getRoleName() == "progress bar"]
    return not any(has(bar, pyatspi.STATE_SHOWING) for bar in bars if bar.name in _WORKING)


def _shown(window: Atspi.Accessible) -> list[str]:
    return sorted({thing.name for thing in walk(window) if thing.name and has(thing, pyatspi.STATE_SHOWING)})


def main(folder: Path, maps: Path) -> None:
    """Do all these steps. ``maps`` lists the libraries that the program has loaded."""
    desktop = Desktop()
    person = Person(desktop, desktop.window("Mile Bones: Anna"), maps)
    met: dict[str, object] = {"hint": ask_the_coach(person), "charts": see_charts(person)}
    history = person.open("History")
    out_and_in(person, history, folder)
    choose_finished(person, history, "Mile Bones")
    met["review"] = have_reviewed(person, history)
    person.leave(history)
    press(named(person.frame, "menu item", "Quit"))
    json.dump(met, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(f"/proc/{sys.argv[2]}/maps"))
