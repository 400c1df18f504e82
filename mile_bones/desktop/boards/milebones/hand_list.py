"""A list that shows an open hand beside the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.desktop.boards.milebones.open_hands import LOOK, shown
from mile_bones.desktop.dialogs.card_list import CardList

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation

_MOST = 7  # the greatest number of cards in a hand


class HandList(CardList):
    """A row of small cards with their names."""

    def __init__(self, title: str) -> None:
        super().__init__(title, [], _MOST, LOOK)

    def show_hand(self, observation: Observation | None) -> None:
        """Show the open hand of ``observation``, sorted, or no cards if it is None."""
        cards = () if observation is None else observation.hand
        self.show_cards([shown(card) for card in sorted(cards)])
