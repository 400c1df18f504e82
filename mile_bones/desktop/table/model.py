"""The content of a slot, as plain values. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

BACK = "back"
"""The name of the art of a card that is face down, in every deck."""


@dataclass(frozen=True)
class SlotModel:
    """The content of a slot, with its texts. The board of a game makes the model from an observation."""

    face: str | None = None
    """The art of the card on top, or None if the slot is empty."""
    icon: str = ""
    caption: str = ""
    """The text of the slot while it is empty. ``icon`` is the mark that is shown with it."""
    depth: int = 0
    """The number of cards that show below the top card."""
    crosswise: str = ""
    """The tag of a card that lies crosswise (a coup fourré), or empty if the card is upright."""
    theirs: bool = False
    """Whether a crosswise card belongs to the opponent, which gives its tag another colour."""
    name: str = ""
    description: str = ""
    """The description for screen readers and tooltips. ``name`` is the name of the slot for them."""
    usable: bool = False
    """Whether the player can use this place. A usable card is raised under the pointer."""
