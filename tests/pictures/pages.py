"""What is shown before a game and between its turns."""

from __future__ import annotations

from mile_bones.desktop.main_window import MainWindow
from mile_bones.match import Computer, Person


def _curtain(window: MainWindow, name: str = "Bert") -> None:
    window.games.new_game_of("mile-bones", (Person(name), Person("Anna")))


def _watching(window: MainWindow) -> None:
    window.games.new_game_of("mile-bones", (Computer("expert", "Computer"), Computer("champion", "Computer")))
    window.seating.bar.pause.click()
    window.seating.bar.pause.setFocus()


PAGES = {
    "chooser": MainWindow.choose_game,
    "curtain": _curtain,
    "long-curtain": lambda window: _curtain(window, "W" * 31),
    "players": MainWindow.show_players,
    "watching": _watching,
}
