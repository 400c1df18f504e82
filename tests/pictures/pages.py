"""What is shown before a game and between its turns, with something on it: laid over the table of a scene."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.chooser import Chooser, Offer
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.watch_bar import WatchBar
from mile_bones.players import levels

OFFERS = (
    Offer(
        *("mile-bones", "Mile Bones", "Race the computer over 1,000 miles, past flat tires and red lights."),
        *("posters/mile_bones", "Hand 3: you 1,275, computer 2,100", True, "green"),
    ),
    Offer(
        *("millieu", "Millieu", "Place, slide and take on a cube of 27 points. The last to move wins."),
        *("posters/millieu", "", False, "navy"),
    ),
)


def show_chooser(window: MainWindow) -> None:
    """The posters, one game of which is kept."""
    chooser = Chooser()
    chooser.show_offers(OFFERS)
    _lay_over(window, chooser)
    chooser.focus_first()


def show_curtain(window: MainWindow, name: str = "Bert") -> None:
    curtain = Curtain()
    curtain.show_name(name)
    _lay_over(window, curtain)


def show_long_curtain(window: MainWindow) -> None:
    """With the longest name that there is."""
    show_curtain(window, "W" * 31)


def show_watching(window: MainWindow) -> None:
    """The bar for two computers, below the table."""
    bar = WatchBar()
    window.centralWidget().layout().addWidget(bar)
    bar.pause.setFocus()


def show_players(window: MainWindow) -> None:
    dialog = PlayersDialog(levels("mile-bones"), ("Anna", "Bert"), ("person", "original"), window, hidden=True)
    window.dialog_stack.open(dialog)


def _lay_over(window: MainWindow, page: QWidget) -> None:
    middle = window.centralWidget()
    page.setParent(middle)
    page.setGeometry(middle.rect())
    page.show()
    page.raise_()


PAGES = {
    "chooser": show_chooser,
    "curtain": show_curtain,
    "long-curtain": show_long_curtain,
    "players": show_players,
    "watching": show_watching,
}
