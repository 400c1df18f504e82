"""Plays one hand of Mile Bones through AT-SPI alone, as a screen reader would.

The program is run by the system's Python, with python3-pyatspi. All it knows about the game is what accessible objects
say (their names, roles and descriptions) and what is announced. It needs DISPLAY, a session bus, and the game running
with accessibility. On standard output it writes a report as JSON. It makes the assertions about a single moment; their
messages name what was found instead.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
import time
from collections.abc import Callable, Iterator

import gi

gi.require_version("Atspi", "2.0")

import pyatspi  # noqa: E402
from gi.repository import Atspi, GLib  # noqa: E402

DEADLINE = 600.0
"""The seconds that any step may take on a busy machine."""
TOLD_SOON = 0.3
"""The seconds after which all names and descriptions must fit the current table."""
LEFT, UP, RIGHT, DOWN = 0xFF51, 0xFF52, 0xFF53, 0xFF54
"""The X11 keysyms of the arrow keys."""
TO_DRAW = "Press to draw a card"
TO_PLAY = "Your turn: play or discard a card."
COUP = "Coup fourré +400"
PLAYABLE = "Can be played"
SLOT_ROLES = ("push button", "check box")
"""The roles of slots. A slot that can be marked is a check box."""


class Desktop:
    """The application as AT-SPI shows it, and the events that it sends."""

    def __init__(self) -> None:
        self.announced: list[str] = []
        self.focused: list[str] = []
        self._context = GLib.MainContext.default()
        pyatspi.Registry.registerEventListener(self._announcement, "object:announcement")
        pyatspi.Registry.registerEventListener(self._focus, "object:state-changed:focused")
        self.app = self.wait("the application on the accessibility bus", self._application)
        self.app.set_cache_mask(Atspi.Cache.NONE)  # every read asks the game again

    def _application(self) -> Atspi.Accessible | None:
        desktop = pyatspi.Registry.getDesktop(0)
        for child in children(desktop):
            if child.name == "mile-bones" and child.childCount:
                return child
        return None

    def _announcement(self, event: Atspi.Event) -> None:
        self.announced.append(event.any_data)

    def _focus(self, event: Atspi.Event) -> None:
        if event.detail1:
            self.focused.append(event.source.name)

    def wait(self, what: str, found: Callable[[], object]):
        """Return the first true result of ``found``. Process events meanwhile, and fail after the deadline."""
        end = time.monotonic() + DEADLINE
        while True:
            while self._context.iteration(False):
                pass
            try:
                result = found()
            except GLib.Error:
                result = None  # an object vanished while it was read
            if result:
                return result
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; announced last: {self.announced[-3:]}")
            self._context.iteration(False) or time.sleep(0.005)

    def pause(self, seconds: float) -> None:
        """Process events for ``seconds`` seconds."""
        end = time.monotonic() + seconds
        self.wait("the time", lambda: time.monotonic() > end)

    def window(self, *titles: str) -> Atspi.Accessible:
        """Return the window with one of these titles, once it is visible."""

        def found() -> Atspi.Accessible | None:
            return next((window for window in self.windows() if window.name in titles), None)

        return self.wait(f"a window {titles}", found)

    def windows(self) -> list[Atspi.Accessible]:
        """Return the visible windows, the latest last."""
        return [window for window in children(self.app) if has(window, pyatspi.STATE_SHOWING) and window.name]

    def heard(self, since: int, text: str) -> str:
        """Wait for an announcement that contains `text`, and return it. The first ``since`` announcements are
        ignored.
        """
        return self.wait(
            f"the announcement {text!r}",
            lambda: next((said for said in self.announced[since:] if text in said), None),
        )

    def key(self, code: int) -> None:
        """Press a key of the keyboard through the accessibility bus."""
        pyatspi.Registry.generateKeyboardEvent(code, None, pyatspi.KEY_SYM)


def children(parent: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    for index in range(parent.childCount):
        child = parent.getChildAtIndex(index)
        if child is not None:
            yield child


def walk(top: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    """Yield `top` and everything below it, in the order of the tree."""
    yield top
    for child in children(top):
        yield from walk(child)


def stand_aside(desktop: Desktop, frame: Atspi.Accessible) -> None:
    """Move the focus to a label. A press moves the focus to a place of the table. A place with the focus is silent
    about its own changes.
    """
    labels = (thing for thing in walk(frame) if thing.getRoleName() == "label" and has(thing, pyatspi.STATE_FOCUSABLE))
    next(labels).queryComponent().grabFocus()
    desktop.pause(TOLD_SOON)


def has(thing: Atspi.Accessible, state: Atspi.StateType) -> bool:
    return thing.getState().contains(state)


def named(top: Atspi.Accessible, role: str, name: str) -> Atspi.Accessible:
    """Return the object below ``top`` with this role, whose name begins with `name`."""
    return next(thing for thing in walk(top) if thing.getRoleName() == role and thing.name.startswith(name))


def button(top: Atspi.Accessible, *beginnings: str) -> Atspi.Accessible | None:
    """Return the button below ``top`` whose name begins with one of ``beginnings``, or None if there is none."""
    return next(
        (thing for thing in walk(top) if thing.getRoleName() == "push button" and thing.name.startswith(beginnings)),
        None,
    )


def press(thing: Atspi.Accessible) -> None:
    """Do the action Press of an object, or Toggle if it has no Press."""
    action = thing.queryAction()
    names = [action.getName(index) for index in range(action.nActions)]
    found = next((name for name in ("Press", "Toggle") if name in names), None)
    assert found is not None, f"{thing.name!r} can only {names}"
    assert action.doAction(names.index(found))


def tell(thing: Atspi.Accessible) -> dict[str, object]:
    """Return what a screen reader can say about an object."""
    return {
        "role": thing.getRoleName(),
        "name": thing.name,
        "description": thing.description,
        "focusable": has(thing, pyatspi.STATE_FOCUSABLE),
        "showing": has(thing, pyatspi.STATE_SHOWING),
    }


class Table:
    """The slots of the card table: buttons, found by their names."""

    def __init__(self, desktop: Desktop, frame: Atspi.Accessible) -> None:
        self.desktop = desktop
        self.frame = frame
        buttons = [thing for thing in walk(frame) if thing.getRoleName() in SLOT_ROLES]
        self.slots = {re.split(": ", thing.name)[0]: thing for thing in buttons}
        self.deck = self.slots["Draw deck"]
        self.discard = self.slots["Discard pile"]
        self.hand = [self.slots[f"Your hand, place {place}"] for place in range(1, 8)]
        self.actions: list[str] = []
        self.stand_aside()

    def stand_aside(self) -> None:
        stand_aside(self.desktop, self.frame)

    def cards(self) -> list[tuple[Atspi.Accessible, str, str]]:
        """Return the cards of the hand, each as its object, the name of the card, and its description."""
        found = [(slot, slot.name.partition(": ")[2], slot.description) for slot in self.hand]
        return [entry for entry in found if entry[1] != "empty"]

    def asked(self) -> str:
        """Return what the game waits for: "draw", "play", "dialog", or "" while it waits for nothing."""
        windows = self.desktop.windows()
        if len(windows) > 1:
            return "dialog"
        if self.deck.description.startswith(TO_DRAW):
            return "draw"
        out = self.deck.name.endswith("out") and self.desktop.announced[-1].endswith(TO_PLAY)
        return "play" if out or len(self.cards()) == len(self.hand) else ""

    def turn(self) -> None:
        """Make the next move that the game waits for."""
        self.stand_aside()
        if self.asked() == "draw":
            coup = next((slot for slot, _card, use in self.cards() if use == COUP), None)
            if coup is not None:
                self.put(coup)
            else:
                self.draw()
            return
        cards = self.cards()
        playable = [slot for slot, _card, use in cards if use == PLAYABLE]
        self.put(playable[-1] if playable else None)

    def draw(self) -> str:
        """Draw a card. Return the announcement."""
        since = len(self.desktop.announced)
        press(self.deck)
        self.actions.append("draw")
        return self.desktop.heard(since, "You drew ")

    def put(self, slot: Atspi.Accessible | None) -> None:
        """Mark the card in `slot` and put it on the first place that lights up.

        With None, discard the first card that may be discarded.
        """
        if slot is None:
            for candidate, _card, _use in self.cards():
                lit = self.mark(candidate)
                if self.discard in lit:
                    self.finish(candidate, self.discard, "discard")
                    return
            raise AssertionError("no card may be played or discarded")
        lit = [place for place in self.mark(slot) if place != self.discard]
        assert lit, f"{slot.name} has nowhere to go"
        self.finish(slot, lit[0], "play")

    def mark(self, slot: Atspi.Accessible) -> list[Atspi.Accessible]:
        """Press a card of the hand. Return the slots whose descriptions now say that the card may be put there."""
        since, card = len(self.desktop.announced), slot.name.partition(": ")[2]
        press(slot)
        self.desktop.heard(since, card)
        self.desktop.wait("the mark", lambda: has(slot, pyatspi.STATE_CHECKED))
        self.desktop.pause(TOLD_SOON)
        return [place for place in self.slots.values() if re.match("Play here|Discard", place.description)]

    def finish(self, slot: Atspi.Accessible, place: Atspi.Accessible, act: str) -> None:
        card = slot.name.partition(": ")[2]
        since = len(self.desktop.announced)
        press(place)
        self.actions.append(f"{act} {card}")
        self.desktop.heard(since, f"You {act}ed {card}")


def be_the_window_manager(wanted: bytes) -> None:
    """Give the keyboard to the window with the title `wanted`, because this X server has no window manager."""
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    root = ctypes.c_ulong(xlib.XDefaultRootWindow(display))
    ignored, count = ctypes.c_ulong(), ctypes.c_uint()
    windows = ctypes.POINTER(ctypes.c_ulong)()
    xlib.XQueryTree(
        display, root, ctypes.byref(ignored), ctypes.byref(ignored), ctypes.byref(windows), ctypes.byref(count)
    )
    for index in range(count.value):
        title = ctypes.c_char_p()
        if xlib.XFetchName(display, ctypes.c_ulong(windows[index]), ctypes.byref(title)) and title.value == wanted:
            xlib.XSetInputFocus(display, ctypes.c_ulong(windows[index]), 1, 0)
    xlib.XSync(display, 0)
    xlib.XCloseDisplay(display)


def walk_by_keys(desktop: Desktop, table: Table) -> list[str]:
    """Move the focus from the Miles pile around a square with the arrow keys. Return the names that had the focus."""
    be_the_window_manager(table.frame.name.encode())
    desktop.wait("the window to be active", lambda: has(table.frame, pyatspi.STATE_ACTIVE))
    miles = table.slots["Your Miles"]
    assert miles.queryComponent().grabFocus()
    desktop.wait("the focus on the miles", lambda: has(miles, pyatspi.STATE_FOCUSED))
    desktop.wait("its event", lambda: desktop.focused[-1:] == [miles.name])
    desktop.focused.clear()
    for step, key in enumerate((RIGHT, DOWN, LEFT, UP)):
        desktop.key(key)
        desktop.wait("the next slot to have the focus", lambda step=step: len(desktop.focused) > step)
    return list(desktop.focused)


def be_refused(desktop: Desktop, table: Table) -> list[str]:
    """Try moves that are not allowed, and return the answers that are announced. The player must be about to play a
    card.
    """
    answers = []
    table.stand_aside()

    def attempt(*steps: Atspi.Accessible) -> None:
        for thing in steps:
            since = len(desktop.announced)
            press(thing)
            desktop.wait("an answer", lambda since=since: len(desktop.announced) > since)
        answers.append(desktop.announced[-1])

    attempt(table.deck)
    attempt(table.discard)
    card = next(slot for slot, card, use in table.cards() if card.endswith("Miles") and use != PLAYABLE)
    attempt(card, table.slots["Your Miles"])
    attempt(card, table.slots["Your Battle pile"])
    attempt(card, card)
    return answers


def read_sheet(sheet: Atspi.Accessible) -> list[list[str]]:
    """Return the texts of the score sheet, row by row."""
    table = named(sheet, "table", "Score sheet")
    grid = table.queryTable()
    return [[grid.getAccessibleAt(row, column).name for column in range(grid.nColumns)] for row in range(grid.nRows)]


def main() -> None:
    desktop = Desktop()
    frame = desktop.window("Mile Bones: Anna")
    table = Table(desktop, frame)
    desktop.wait("the first turn", lambda: table.asked() == "draw")
    report: dict[str, object] = {"tree": [tell(thing) for thing in walk(frame)]}
    report["focus"] = walk_by_keys(desktop, table)
    table.draw()
    desktop.wait("the answer to drawing", lambda: table.asked() == "play")
    report["refused"] = be_refused(desktop, table)
    while desktop.wait("the next turn", table.asked) != "dialog":
        table.turn()
    dialog = desktop.windows()[-1]
    report["question"] = [tell(thing) for thing in walk(dialog)]
    press(named(dialog, "push button", "No"))
    sheet = desktop.window("You win this hand")
    report["sheet"] = {"title": tell(sheet), "rows": read_sheet(sheet)}
    report["sheet tree"] = [tell(thing) for thing in walk(sheet)]
    since = len(desktop.announced)
    press(named(sheet, "push button", "Next hand"))
    desktop.heard(since, "Hand 2 is dealt.")
    report["announced"] = desktop.announced
    report["actions"] = table.actions
    press(named(frame, "menu item", "Quit"))
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
