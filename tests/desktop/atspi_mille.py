"""Plays one deal of Mille through AT-SPI alone, as a screen reader would, with the ``Desktop`` of ``atspi_player.py``.

The player lays down three cards of a rank as soon as it has them, adds cards that fit, and takes the pile when the pile
is offered. It knows only what accessible objects say.
"""

from __future__ import annotations

import json
import re
import sys

import pyatspi
from atspi_player import Atspi, Desktop, children, has, named, press, stand_aside, tell, walk

CARD = re.compile(r"Card \d+ of \d+, (?P<card>(?P<rank>\w+) of \w+)")
PLURAL = {"3": "Threes", "4": "Fours", "5": "Fives", "6": "Sixes", "7": "Sevens", "8": "Eights", "9": "Nines"} | {
    "10": "Tens",
    "Jack": "Jacks",
    "Queen": "Queens",
    "King": "Kings",
    "Ace": "Aces",
    "2": "Twos",
}
TO_DRAW = "Press to "
MOST = 400
"""A limit on the steps, which no deal reaches."""


class Table:
    """The places of the table that are visible now. They are push buttons, found by their names."""

    def __init__(self, desktop: Desktop, frame: Atspi.Accessible) -> None:
        self.desktop = desktop
        self._stock = named(frame, "push button", "Stock")
        self._view = self._stock.parent
        self.actions: list[list[str]] = []
        self._frame = frame
        stand_aside(desktop, frame)

    def places(self) -> list[tuple[Atspi.Accessible, str]]:
        """Return each visible place with its name."""
        return [(thing, thing.name) for thing in children(self._view) if has(thing, pyatspi.STATE_SHOWING)]

    def asked(self) -> str:
        """Return what the game waits for: "draw", "play", "dialog", or "" while it waits for nothing."""
        if len(self.desktop.windows()) > 1:
            return "dialog"
        if self._stock.description.startswith(TO_DRAW):
            return "draw"
        return "play" if self.desktop.announced and "discard a card" in self.desktop.announced[-1] else ""

    def step(self) -> None:
        """Make the next move of the turn."""
        places = self.places()

        def place(beginning: str) -> Atspi.Accessible | None:
            return next((thing for thing, name in places if name.startswith(beginning)), None)

        if self.asked() == "draw":
            take = place("Take the pile")
            if take is not None:
                self.do("take", [], take, "You took the pile")
            else:
                self.do("draw", [], self._stock, "You drew")
            return
        found = [(thing, CARD.match(name)) for thing, name in places]
        held = [(thing, match["card"], match["rank"]) for thing, match in found if match is not None]
        for thing, card, rank in held:
            own = place(f"Your {PLURAL[rank]}")
            if own is not None and rank != "2":
                self.do("add", [(thing, card)], own, "You added")
                return
        for rank in PLURAL:
            alike = [(thing, card) for thing, card, other in held if other == rank]
            if len(alike) >= 3 and rank != "2":
                self.do("lay", alike[:3], place("Lay down"), "You laid down")
                return
        thing, card, _rank = held[0]
        self.do("discard", [(thing, card)], place("Discard pile"), "You discarded")

    def do(
        self, verb: str, cards: list[tuple[Atspi.Accessible, str]], target: Atspi.Accessible | None, said: str
    ) -> None:
        """Select `cards`, press `target`, and wait for an announcement that contains `said`.

        If the game asks whether the player goes out, confirm.
        """
        assert target is not None
        since = len(self.desktop.announced)
        for thing, _card in cards:
            press(thing)
            self.desktop.wait("the selection", lambda thing=thing: has(thing, pyatspi.STATE_CHECKED))
        self.actions.append([verb, *(card for _thing, card in cards)])
        press(target)

        def answered() -> bool:
            return len(self.desktop.windows()) > 1 or any(said in text for text in self.desktop.announced[since:])

        self.desktop.wait(f"the answer {said!r}", answered)
        question = next((window for window in self.desktop.windows() if window.name == "Go out?"), None)
        if question is not None:
            press(named(question, "push button", "Go out"))
            self.desktop.heard(since, said)
        if len(self.desktop.windows()) == 1:
            stand_aside(self.desktop, self._frame)


def main() -> None:
    desktop = Desktop()
    frame = desktop.window("Mile Bones: Anna")

    def dealt() -> Table | None:
        """Return the table once the first turn has begun, or None. Before the first turn, the objects of the table may
        still change.
        """
        found = Table(desktop, frame)
        return found if found.asked() == "draw" else None

    table = desktop.wait("the first turn", dealt)
    report: dict[str, object] = {"tree": [tell(thing) for thing in walk(frame)]}
    for _step in range(MOST):
        if desktop.wait("the next turn", table.asked) == "dialog":
            break
        table.step()
    dialog = desktop.windows()[-1]
    report["sheet"] = [tell(thing) for thing in walk(dialog)]
    report["announced"] = desktop.announced
    report["actions"] = table.actions
    since = len(desktop.announced)
    press(named(dialog, "push button", "Next deal"))
    desktop.heard(since, "Deal 2")
    press(named(frame, "menu item", "Quit"))
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
