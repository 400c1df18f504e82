"""What a board and its window hand each other for dialogs: a question of the game, and how a hand or a game ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from mile_bones.engine.record import Record


class Dialogs(Protocol):
    """Where a board opens a dialog of its own."""

    @property
    def parent(self) -> QWidget: ...

    def open(self, dialog: Any) -> None:
        """Show it before the window, over those that are open."""
        ...


class Inquiry(NamedTuple):
    """Something that a game asks in a dialog instead of waiting for a gesture."""

    dialog: Callable[[QWidget], Any]
    """Makes the dialog, with its parent: a ``BaseDialog``, accepted by its button ``yes`` and rejected by ``no``."""
    accepted: Any
    """The action that follows from accepting it."""
    rejected: Any | None


class Ending(NamedTuple):
    """The end of a hand, and perhaps of the game with it."""

    events: tuple[Any, ...]
    observation: Any
    """The table as it stands then, as the viewer sees it."""
    names: tuple[str, str]
    """By seat."""
    you: int | None
    """The seat of a lone person, who is "you" in words."""
    games: tuple[int, int]
    """Games that these players have won of each other, by seat."""
    game_over: bool
    assisted: bool
    record: Callable[[], Record]
