"""What is said while a game goes on: on the message line, and aloud for those who hear it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mile_bones.desktop.game_log import Line, lines

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.table.board import Board


class Narrator:
    """Gathers what has happened since the player acted, so that the message line says as much of it as fits."""

    def __init__(self, boards: BoardStack) -> None:
        self._boards = boards
        self._told: list[tuple[str, Any | None]] = []
        """Each sentence, with the event that it tells."""
        self._words: ModuleType | None = None
        self._viewer: int | None = None
        self._names: Sequence[str] = ("", "")

    @property
    def _table(self) -> Board:
        return self._boards.current

    def set_viewer(self, words: ModuleType, viewer: int | None, names: Sequence[str]) -> None:
        """From now on tell the player in this seat what happens, or a spectator (None), in the words of the game.

        ``names`` are by seat.
        """
        self._words, self._viewer, self._names = words, viewer, names
        self.forget()

    def forget(self, *, but_the_last: bool = False) -> None:
        """What comes now has nothing to do with what was told before."""
        self._told = self._told[-1:] if but_the_last else []

    def hint(self, text: str, *shorter: str) -> None:
        """Say only this, or something shorter where there is no room for it. What was told stays, for the next time."""
        self._table.show_message(text, *shorter)
        self._table.announcer.announce(text)

    def add(self, text: str) -> None:
        """A sentence of its own among what has happened; the message line says it with the next event."""
        self._table.announcer.announce(text)
        self._told.append((text, None))

    def tell(self, events: Sequence[Any], *, aloud: bool = True) -> None:
        """Say what happened, but for what goes without saying; not ``aloud``: on the message line alone."""
        assert self._words is not None, "`set_viewer` comes first"
        for event in events:
            if self._words.is_worth_telling(event, self._viewer):
                text = self._words.event_text(event, self._names, self._viewer)
                if aloud:
                    self._table.announcer.announce(text, again=True)
                self._told.append((text, event))
        if self._told:  # else what was said last stays
            self.show_again()

    def lines(self, events: Sequence[Any]) -> tuple[Line, ...]:
        """The same as lines of the log."""
        assert self._words is not None, "`set_viewer` comes first"
        return lines(self._words, events, self._names, self._viewer)

    def show_again(self) -> None:
        """The message line says what happened, and no more."""
        self._table.show_message(*self._texts())

    def prompt(self, observation: Any) -> None:
        """Say what the player may do now, after what happened."""
        self._table.announcer.announce(self.show_prompt(observation))

    def show_prompt(self, observation: Any) -> str:
        """The same on the message line alone; returns what may be done now."""
        assert self._words is not None, "`set_viewer` comes first"
        prompt: str = self._words.prompt(observation, self._names)
        self._table.show_message(*self._texts(prompt), prompt)
        return prompt

    def _texts(self, *prompt: str) -> list[str]:
        """Return what the message line may say, the fullest text first.

        The first text tells every event, a brief one follows where the game has words for it, and each later text
        leaves out one more of the oldest events. The prompt ends each text but the shorter brief one.
        """
        told = [text for text, _event in self._told]
        texts = [" ".join((*told[start:], *prompt)) for start in range(len(told))]
        if hasattr(self._words, "brief_text"):
            events = [event for _text, event in self._told if event is not None]
            brief = self._words.brief_text(events, self._names, self._viewer)
            texts[1:1] = [" ".join((brief, *prompt)), brief] if brief else []
        return texts
