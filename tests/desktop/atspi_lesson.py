"""Plays a lesson, or solves the coup of the day, through AT-SPI alone. It uses ``Desktop`` of ``atspi_player.py``.

The program is run by the system's Python. It knows no game. The command line gives it, as JSON, the texts by which it
finds things, in the language of the window: names of buttons and menu entries, and the words with which the game marks
places. On standard output it writes a report as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pyatspi
from atspi_player import SLOT_ROLES, Atspi, Desktop, children, has, press, stand_aside, tell, walk


class Reader:
    """The window of the game, in which ``words`` help to find things."""

    def __init__(self, desktop: Desktop, words: dict[str, Any]) -> None:
        self.desktop = desktop
        self.words = words
        self.frame = desktop.wait("the window", desktop.windows)[0]
        self.bar: Atspi.Accessible | None = None
        """The bar below the table, or None before there is one."""
        self.table: Atspi.Accessible | None = None
        """The parent of all places of the table, or None before a place has been found."""
        self.nameless: list[dict[str, object]] = []
        """The focusable objects without a name that were met."""
        self.dialogs: list[dict[str, object]] = []
        """The dialogs that were answered: the name, the description and the answer of each."""

    # ------------------------------------------------------------------ finding things

    def find(self, role: str, name: str) -> Atspi.Accessible:
        """Wait for the object with this role and name that can be used now, and return it."""

        def found() -> Atspi.Accessible | None:
            for thing in walk(self.frame):
                if thing.name == name and thing.getRoleName() == role and has(thing, pyatspi.STATE_SENSITIVE):
                    return thing
            return None

        return self.desktop.wait(f"the {role} {name!r}", found)

    def button(self, name: str) -> Atspi.Accessible | None:
        """Return the button of the bar with this name if it can be used now, or else None."""
        found = next((thing for thing in walk(self._bar()) if thing.name == name), None)
        usable = found is not None and has(found, pyatspi.STATE_SHOWING) and has(found, pyatspi.STATE_SENSITIVE)
        return found if usable else None

    def said(self) -> str:
        """Return the words of the bar below the table, or "" if there is no bar yet."""
        bar = self._bar()
        return "" if bar is None else bar.description

    def question(self) -> Atspi.Accessible | None:
        """Return the dialog in front of the window, or None if there is none."""
        windows = self.desktop.windows()
        return windows[-1] if len(windows) > 1 else None

    def _bar(self) -> Atspi.Accessible | None:
        if self.bar is None:
            found = (thing for thing in walk(self.frame) if thing.name == self.words["bar"] and thing.description)
            self.bar = next(found, None)
        return self.bar

    def _places(self) -> list[Atspi.Accessible]:
        """Return the visible places of the table. They have one parent, which is known after the first of them is."""
        things = walk(self.frame) if self.table is None else children(self.table)
        slots = [thing for thing in things if thing.getRoleName() in SLOT_ROLES]
        return [thing for thing in slots if has(thing, pyatspi.STATE_SHOWING)]

    def _marked(self, *beginnings: str) -> list[Atspi.Accessible]:
        """Return the places whose description begins with one of `beginnings`, in the order of `beginnings`."""
        said = [(thing, thing.description) for thing in self._places()]
        found = [thing for beginning in beginnings for thing, text in said if text.startswith(beginning)]
        if found and self.table is None:
            self.table = found[0].parent
        return found

    def check_names(self, *tops: Atspi.Accessible) -> None:
        """Note which focusable objects below `tops` have no name.

        The message line may get its text, and with it the focus, while the objects are read one by one.
        """

        def unnamed() -> list[list[dict[str, object]]]:
            nameless = [thing for top in tops for thing in walk(top) if not thing.name]
            return [[told for told in map(tell, nameless) if not told["name"]]]

        [found] = self.desktop.wait("the names", unnamed)
        self.nameless += [thing for thing in found if thing["focusable"] and thing["role"] != "table cell"]

    # ------------------------------------------------------------------ doing things

    def choose(self, entry: str) -> None:
        """Choose an entry of a menu."""
        press(self.find("menu item", entry))

    def answer(self, dialog: Atspi.Accessible, *answers: str) -> str:
        """Press the button of this dialog that has the first of the names `answers` that any button has, and return
        the name.
        """
        self.check_names(dialog)

        def found() -> Atspi.Accessible | None:
            buttons = {thing.name: thing for thing in walk(dialog) if thing.getRoleName() == "push button"}
            return next((buttons[answer] for answer in answers if answer in buttons), None)

        button = self.desktop.wait(f"a button of {answers} in {dialog.name!r}", found)
        pressed: str = button.name
        self.dialogs.append({"name": dialog.name, "description": dialog.description, "answer": pressed})
        press(button)
        self.desktop.wait("the dialog to go", lambda: dialog not in self.desktop.windows())
        return pressed

    def marks(self) -> list[Atspi.Accessible]:
        """Return the places to press one after another: those of the suggested cards, and then the target. Without a
        suggestion, return the place that invites the player. Wait until there is one.
        """
        stand_aside(self.desktop, self.frame)
        suggested, invitations = (self.words["suggested"], *self.words["goes here"]), self.words["invitations"]

        def found() -> list[Atspi.Accessible]:
            return self._marked(*suggested) or self._marked(*invitations)[:1]

        places: list[Atspi.Accessible] = self.desktop.wait("a marked place", found)
        self.check_names(*filter(None, (self.table, self.bar)))
        return places

    def press_all(self, places: list[Atspi.Accessible]) -> None:
        """Press `places` one after another until the words of the bar change, or a dialog is in front.

        Deselect all cards first, because the game may have selected some. If the last place is a card that can be
        marked, press the place that lights up for it, too.
        """
        for place in self._places():
            if has(place, pyatspi.STATE_CHECKED):
                press(place)
                self.desktop.wait("no mark", lambda place=place: not has(place, pyatspi.STATE_CHECKED))
        before = self.said()

        def done() -> bool:
            return self.question() is not None or self.said() != before

        for number, place in enumerate(places, 1):
            press(place)
            if number == len(places) > 1:
                return
            self.desktop.wait("an answer to the press", lambda place=place: done() or has(place, pyatspi.STATE_CHECKED))
            if done():
                return
        press(self.desktop.wait("a lit place", lambda: self._marked(self.words["lit"]))[0])


def take_lesson(reader: Reader) -> dict[str, object]:
    """Take the whole lesson. Return the words of the bar in each step, and how each step was done."""
    words, steps, ways = reader.words, [""], []
    reader.choose(words["entry"])
    while True:
        reader.desktop.wait("the next step", lambda: reader.said() != steps[-1] or reader.question() is not None)
        said, dialog = reader.said(), reader.question()
        if said and said != steps[-1]:
            steps.append(said)
        if dialog is not None:
            ways.append("answer")
            if reader.answer(dialog, *words["ends"], *words["answers"]) in words["ends"]:
                return {"steps": steps[1:], "ways": ways}
        elif (onward := reader.button(words["next"])) is not None:
            ways.append("read")
            press(onward)
        else:
            ways.append("act")
            reader.press_all(reader.marks())


def solve_coup(reader: Reader) -> dict[str, object]:
    """Look at the answer of the coup of the day, and give it. If the coup is a question, give the answers in turn."""
    desktop, words = reader.desktop, reader.words
    reader.choose(words["entry"])
    told = [desktop.wait("the question", reader.said)]

    def heard_more() -> bool:
        return reader.said() not in ("", *told)

    if words["answers"]:
        for answer in words["answers"]:
            reader.answer(desktop.wait("the dialog", reader.question), answer)
            desktop.wait("the words about the answer", heard_more)
            told.append(reader.said())
            if answer != words["answers"][-1]:
                press(desktop.wait("the button", lambda: reader.button(words["again"])))
    else:
        press(desktop.wait("the button", lambda: reader.button(words["show"])))
        desktop.wait("the solution", heard_more)
        told.append(reader.said())
        places = reader.marks()
        press(desktop.wait("the button", lambda: reader.button(words["again"])))
        desktop.wait("the question once more", lambda: reader.said() == told[0])
        stand_aside(desktop, reader.frame)
        reader.press_all(places)
        dialog = desktop.wait("the words about the answer", lambda: reader.question() or heard_more())
        if dialog is not True:
            reader.answer(dialog, *words["confirmations"])
            desktop.wait("the words about the answer", heard_more)
        told.append(reader.said())
    desktop.heard(0, words["well done"])
    return {"told": told}


def main() -> None:
    words = json.loads(sys.argv[1])
    desktop = Desktop()
    reader = Reader(desktop, words)
    reader.check_names(reader.frame)
    report = take_lesson(reader) if words["task"] == "lesson" else solve_coup(reader)
    report |= {"announced": desktop.announced, "nameless": reader.nameless, "dialogs": reader.dialogs}
    reader.choose(words["quit"])
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
