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
    """Makes the dialog, given its parent: a ``BaseDialog``, accepted by its button ``yes`` and rejected by ``no``."""
    accepted: Any
    """The action to do when the dialog is accepted."""
    rejected: Any | None


class Ending(NamedTuple):
    """The end of a hand, and perhaps of the game with it."""

    events: tuple[Any, ...]
    observation: Any
    """The table at the end, as the viewer sees it."""
    names: tuple[str, str]
    """The players' names, by seat."""
    you: int | None
    """The seat of the person if only one plays, who is "you" in texts. None otherwise."""
    games: tuple[int, int]
    """The number of games that each player has won against the other, by seat."""
    game_over: bool
    assisted: bool
    record: Callable[[], Record]
