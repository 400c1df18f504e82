"""Data that a board and its window exchange for dialogs: a question of the game, and the end of a hand or a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from mile_bones.engine.record import Record


class Dialogs(Protocol):
    """The window's interface with which a board opens its own dialogs."""

    @property
    def parent(self) -> QWidget: ...

    def open(self, dialog: Any) -> None:
        """Show ``dialog`` in front of the window and of any dialog that is open already."""
        ...


class Inquiry(NamedTuple):
    """Something that a game asks in a dialog instead of waiting for a gesture."""

    dialog: Callable[[QWidget], Any]
    """A function that makes the dialog, given its parent. The dialog is a ``BaseDialog`` that is accepted by its button
    ``yes`` and rejected by its button ``no``.
    """
    accepted: Any
    """The action to do when the dialog is accepted."""
    rejected: Any | None


class Ending(NamedTuple):
    """The end of a hand. The game may end with it."""

    events: tuple[Any, ...]
    observation: Any
    """The observation at the end, as the viewer sees the table."""
    names: tuple[str, str]
    """The players' names, by seat."""
    you: int | None
    """The seat of the person if only one plays, who is "you" in texts. None if there are two people or none."""
    games: tuple[int, int]
    """The number of games that each player has won against the other, by seat."""
    game_over: bool
    assisted: bool
    record: Callable[[], Record]
    special: str = ""
    """A sentence about what is special about a game that a person has won, or an empty string."""
    placed: bool = False
    """Whether the game has entered the high scores."""
    purse: str = ""
    """A sentence about what the two players have paid each other in all games, or an empty string."""

    @property
    def winner(self) -> int | None:
        """The seat that has won the game, or None if nobody has won it or the game continues."""
        found: int | None = self.events[-1].winner if self.game_over else None
        return found

    @property
    def is_lost(self) -> bool:
        """Whether the game was lost by the only person at the table."""
        return self.winner is not None and self.you == 1 - self.winner
