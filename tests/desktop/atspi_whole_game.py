"""Plays a whole game through AT-SPI alone, to the last score sheet. The command line names the game.

The program is run by the system's Python. ``Desktop`` and the player of Mile Bones come from ``atspi_player.py``, the
player of Mille from ``atspi_mille.py``. On standard output, the program writes as JSON what was announced and which
dialogs it answered.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import atspi_mille
import atspi_player
import pyatspi
from atspi_player import TOLD_SOON, Atspi, Desktop, button, children, has, named, press, stand_aside, tell, walk

OVER = ("New game", "Play again")
"""The buttons of which only the dialog at the end of a game has one."""
ANSWERS = ("No, end here", "Go out", "Next hand", "Next deal", *OVER)
"""The buttons that are pressed in dialogs. If a dialog has several of these buttons, the first in this list is
pressed.
"""
MOST = 3000
"""A limit on the steps, which no game reaches."""
PLACE, SLIDE, TAKE = "a piece may be placed here", "may slide", "may be taken"


class Cube:
    """The Millieu board, played by the names of its points and of the pieces in the hand."""

    def __init__(self, desktop: Desktop, frame: Atspi.Accessible) -> None:
        self.desktop = desktop
        self._view = named(frame, "push button", "Bottom sheet").parent
        self._frame = frame

    def places(self) -> list[tuple[Atspi.Accessible, str]]:
        return [(thing, thing.name) for thing in children(self._view) if has(thing, pyatspi.STATE_SHOWING)]

    def _first(self, what: str) -> Atspi.Accessible | None:
        return next((thing for thing, name in self.places() if "sheet," in name and name.endswith(what)), None)

    def _to_place(self) -> Atspi.Accessible | None:
        return next(
            (
                thing
                for thing, name in self.places()
                if name.endswith("in hand") and thing.description == "May be placed"
            ),
            None,
        )

    def asked(self) -> str:
        if len(self.desktop.windows()) > 1:
            return "dialog"
        if self._first(TAKE) is not None:
            return "take"
        if self._first(SLIDE) is not None:
            return "slide"
        return "place" if self._to_place() is not None else ""

    def step(self) -> None:
        """Make one step of a turn."""
        stand_aside(self.desktop, self._frame)
        asked, since = self.asked(), len(self.desktop.announced)
        if asked == "take":
            self._do(self._first(TAKE), since)
        elif asked:
            piece = self._first(SLIDE) if asked == "slide" else self._to_place()
            if piece is None:
                return
            press(piece)
            self.desktop.wait("the mark", lambda: has(piece, pyatspi.STATE_CHECKED))
            self.desktop.pause(TOLD_SOON)
            target = self.desktop.wait("a point for it", lambda: self._lit(piece))
            self.desktop.wait("the announcement about the mark", lambda: len(self.desktop.announced) > since)
            self._do(target, len(self.desktop.announced))

    def _lit(self, piece: Atspi.Accessible) -> Atspi.Accessible | None:
        found = [thing for thing, name in self.places() if "sheet," in name and "empty" in name]
        return next((thing for thing in found if "here" in thing.description or "here" in thing.name), None)

    def _do(self, target: Atspi.Accessible | None, since: int) -> None:
        assert target is not None
        press(target)
        self.desktop.wait("the result of the press", lambda: len(self.desktop.announced) > since)


class Cards:
    """The table of Hundred, the small game of the tests."""

    def __init__(self, desktop: Desktop, frame: Atspi.Accessible) -> None:
        self.desktop = desktop
        self._frame = frame
        self._pile = named(frame, "push button", "Pile: ")

    def _playable(self) -> Atspi.Accessible | None:
        return next((thing for thing in children(self._pile.parent) if thing.description == "Can be played"), None)

    def asked(self) -> str:
        if len(self.desktop.windows()) > 1:
            return "dialog"
        return "" if self._playable() is None else "play"

    def step(self) -> None:
        """Put a card on the pile."""
        stand_aside(self.desktop, self._frame)
        card = self._playable()
        if card is None:
            return
        press(card)
        self.desktop.wait("the mark", lambda: has(card, pyatspi.STATE_CHECKED))
        self.desktop.pause(TOLD_SOON)
        since = len(self.desktop.announced)
        press(self._pile)
        self.desktop.wait("the result of the press", lambda: len(self.desktop.announced) > since)


def miles(desktop: Desktop, frame: Atspi.Accessible) -> tuple[Callable[[], str], Callable[[], None]]:
    table = atspi_player.Table(desktop, frame)
    return table.asked, table.turn


def mille(desktop: Desktop, frame: Atspi.Accessible) -> tuple[Callable[[], str], Callable[[], None]]:
    table = atspi_mille.Table(desktop, frame)
    return table.asked, table.step


def millieu(desktop: Desktop, frame: Atspi.Accessible) -> tuple[Callable[[], str], Callable[[], None]]:
    cube = Cube(desktop, frame)
    return cube.asked, cube.step


def hundred(desktop: Desktop, frame: Atspi.Accessible) -> tuple[Callable[[], str], Callable[[], None]]:
    cards = Cards(desktop, frame)
    return cards.asked, cards.step


GAMES = {"mile-bones": miles, "montreal-mille": mille, "millieu": millieu, "hundred": hundred}


def main(game: str) -> None:
    desktop = Desktop()
    frame = desktop.window("Mile Bones: Anna")

    def dealt() -> tuple[Callable[[], str], Callable[[], None]] | None:
        try:
            found = GAMES[game](desktop, frame)
        except (StopIteration, KeyError, AttributeError):
            return None
        return found if found[0]() else None

    asked, step = desktop.wait("the first turn", dealt)
    dialogs: list[dict[str, object]] = []
    for _step in range(MOST):
        if desktop.wait("the next turn", asked) != "dialog":
            step()
            continue
        dialog = desktop.windows()[-1]
        things = [tell(thing) for thing in walk(dialog)]
        dialogs.append({"name": dialog.name, "description": dialog.description, "things": things})
        answer = next((found for text in ANSWERS if (found := button(dialog, text)) is not None), None)
        assert answer is not None, dialogs[-1]
        if answer.name.startswith(OVER):
            break
        press(answer)
        desktop.wait("the dialog to go", lambda dialog=dialog: dialog not in desktop.windows())
    press(named(frame, "menu item", "Quit"))
    report = {"dialogs": dialogs, "announced": desktop.announced}
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
