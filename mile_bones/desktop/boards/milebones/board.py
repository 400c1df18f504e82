"""The board of Mile Bones and mille(6): the table, and how events come about on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.milebones import slot_names, target
from mile_bones.desktop.boards.milebones.card_faces import CardFaces
from mile_bones.desktop.boards.milebones.event_animator import EventAnimator
from mile_bones.desktop.boards.milebones.table import MileBonesTable
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.games.milebones import DRAW, Discarded, Event, Observation, Played


class MileBonesBoard(MileBonesTable):
    """What a window shows a game of Mile Bones on. ``cache``: the folder in which rendered faces are kept."""

    def __init__(self, cache: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(CardArt(CardFaces(), cache), parent)
        self._events = EventAnimator(self)

    def animate(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Let these events come about, one after another; at last the board shows ``end`` and ``done`` is called."""
        self._events.play(events, end, done)

    def deal(self, observation: Observation, done: Callable[[], None]) -> None:
        """Show a new hand as it is dealt; at last ``done`` is called."""
        self._events.deal(observation, done)

    def show_last_move_of(self, events: Sequence[Event], *, of_anybody: bool = False) -> None:
        """Mark the opponent's last card among these events, on the table as it is shown; none where there is none.

        ``of_anybody``: the last card, whoever played it, as one looks at it in a replay.
        """
        if of_anybody:
            put = [event for event in events if isinstance(event, (Played, Discarded))]
            self.show_last_move(target.target_of(put[-1], self.observation) if put else None)
        else:
            self.show_last_move(target.last_move(events, self.observation))
        self.describe()

    def focus_first(self) -> None:
        """Give the keyboard to the place where this turn begins: the deck when a card is to be drawn, else the hand."""
        may_draw = DRAW in self.observation.legal_actions()
        self.focus_place(slot_names.DRAW if may_draw else slot_names.hand(0))
