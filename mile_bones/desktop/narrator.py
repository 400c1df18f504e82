"""The narrator describes what happens in a game, on the message line and aloud for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mile_bones.desktop.game_log import Line, lines

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.table.board import Board


class Narrator:
    """Collects the events since the player's last action, so that the message line can show as many of them as fit."""

    def __init__(self, boards: BoardStack) -> None:
        self._boards = boards
        self._told: list[tuple[str, tuple[Any, ...]]] = []
        """The sentences so far, each with the events that it describes, if any."""
        self._words: ModuleType | None = None
        self._viewer: int | None = None
        self._names: Sequence[str] = ("", "")

    @property
    def _table(self) -> Board:
        return self._boards.current

    def set_viewer(self, words: ModuleType, viewer: int | None, names: Sequence[str]) -> None:
        """From now on speak to the player in seat ``viewer``, or to a spectator if ``viewer`` is None, in the words of
        this game. ``names`` are the players' names, by seat.
        """
        self._words, self._viewer, self._names = words, viewer, names
        self.forget()

    def forget(self, *, but_the_last: bool = False) -> None:
        """Forget the events so far, because later events are not related to them.

        ``but_the_last``: keep the last sentence.
        """
        self._told = self._told[-1:] if but_the_last else []

    def hint(self, text: str, *shorter: str) -> None:
        """Show only this text, or one of ``shorter`` if there is no room for it.

        Keep the events so far for the next message.
        """
        self._table.show_message(text, *shorter)
        self._table.announcer.announce(text)

    def add(self, text: str) -> None:
        """Announce a sentence that does not describe an event. The message line shows the sentence together with the
        next event.
        """
        self._table.announcer.announce(text)
        self._told.append((text, ()))

    def tell(self, events: Sequence[Any], *, aloud: bool = True) -> None:
        """Describe these events, except obvious ones. If ``aloud`` is False, only the message line shows the
        descriptions.
        """
        assert self._words is not None, "`set_viewer` comes first"
        for event in events:
            if self._words.is_worth_telling(event, self._viewer):
                text = self._words.event_text(event, self._names, self._viewer)
                if aloud:
                    self._table.announcer.announce(text, again=True)
                self._append(text, event)
        if self._told:  # otherwise the last message stays
            self.show_again()

    def _append(self, text: str, event: Any) -> None:
        """Add a sentence about this event. If the game has one sentence for this event and those of the last sentence,
        replace the last sentence.
        """
        if self._told and hasattr(self._words, "joined_text"):
            events = (*self._told[-1][1], event)
            joined = self._words.joined_text(events, self._names, self._viewer)
            if joined:
                self._told[-1] = joined, events
                return
        self._told.append((text, (event,)))

    def lines(self, events: Sequence[Any]) -> tuple[Line, ...]:
        """Return the lines of the log for these events."""
        assert self._words is not None, "`set_viewer` comes first"
        return lines(self._words, events, self._names, self._viewer)

    def show_again(self) -> None:
        """Show only the events so far on the message line, without a prompt."""
        self._table.show_message(*self._texts())

    def prompt(self, observation: Any) -> None:
        """Announce what the player may do now, after the events so far."""
        self._table.announcer.announce(self.show_prompt(observation))

    def show_prompt(self, observation: Any) -> str:
        """Show on the message line what the player may do now, after the events so far, but announce nothing. Return
        the prompt.
        """
        assert self._words is not None, "`set_viewer` comes first"
        prompt: str = self._words.prompt(observation, self._names)
        self._table.show_message(*self._texts(prompt), prompt)
        return prompt

    def _texts(self, *prompt: str) -> list[str]:
        """Return the texts that the message line may show, the fullest first.

        The first text describes every event. If the game has brief words, two brief texts follow, one with the prompt
        and one without it. Each later text leaves out one more of the oldest events. All texts except the second brief
        one end with the prompt.
        """
        told = [text for text, _events in self._told]
        texts = [" ".join((*told[start:], *prompt)) for start in range(len(told))]
        if hasattr(self._words, "brief_text"):
            events = [event for _text, events in self._told for event in events]
            brief = self._words.brief_text(events, self._names, self._viewer)
            texts[1:1] = [" ".join((brief, *prompt)), brief] if brief else []
        return texts
