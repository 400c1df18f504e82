"""What a table shows, as plain values. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

BACK = "back"
"""The art of a card that lies face down, in every deck."""


@dataclass(frozen=True)
class SlotModel:
    """What lies in a slot and what is said of it; made by the table of a game from an observation."""

    face: str | None = None
    """The art of the card on top; None: nothing lies here."""
    icon: str = ""
    caption: str = ""
    """Icon and words of the empty slot."""
    depth: int = 0
    """How many cards show below the top card."""
    crosswise: str = ""
    """The tag of a card that lies crosswise (a coup fourré); empty: it lies upright."""
    theirs: bool = False
    """What lies crosswise is the opponent's, in another colour."""
    name: str = ""
    description: str = ""
    """For screen readers, and the tooltip of a card whose name is cut short."""
    usable: bool = False
    """The card lifts under the pointer."""
