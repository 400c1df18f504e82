"""What is said while a game goes on: on the message line, and aloud for those who hear it."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards import Board
from mile_bones.games.milebones import Drawn, Event, Observation, words


class Narrator:
    """Gathers what has happened since the player acted, so that the message line says as much of it as fits."""

    def __init__(self, table: Board) -> None:
        self._table = table
        self._told: list[str] = []
        self._viewer: int | None = None
        self._names: Sequence[str] = ("", "")

    def follow(self, viewer: int | None, names: Sequence[str]) -> None:
        """From now on tell the player in this seat what happens, or a spectator (None); ``names`` are by seat."""
        self._viewer, self._names = viewer, names
        self.forget()

    def forget(self, *, but_the_last: bool = False) -> None:
        """What comes now has nothing to do with what was told before."""
        self._told = self._told[-1:] if but_the_last else []

    def hint(self, text: str) -> None:
        """Say only this. What was told stays, for the next time."""
        self._table.show_message(text)
        self._table.announcer.announce(text)

    def add(self, text: str) -> None:
        """A sentence of its own among what has happened; the message line says it with the next event."""
        self._table.announcer.announce(text)
        self._told.append(text)

    def tell(self, events: Sequence[Event]) -> None:
        """Say what happened; that another draws at every turn goes without saying."""
        for event in events:
            if not (isinstance(event, Drawn) and event.seat != self._viewer):
                self.add(words.event_text(event, self._names, self._viewer))
        if self._told:  # else what was said last stays
            self.show_again()

    def show_again(self) -> None:
        """The message line says what happened, and no more."""
        self._table.show_message(*(" ".join(self._told[start:]) for start in range(len(self._told))))

    def prompt(self, observation: Observation) -> None:
        """Say what the player may do now, after what happened."""
        prompt = words.prompt(observation, self._names)
        texts = [" ".join((*self._told[start:], prompt)) for start in range(len(self._told))]
        self._table.show_message(*texts, prompt)
        self._table.announcer.announce(prompt)
