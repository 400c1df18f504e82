"""A list that shows an open hand beside the table."""

from __future__ import annotations

from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, KEYS
from mile_bones.desktop.boards.montreal.open_hands import CLOSE, shown
from mile_bones.desktop.dialogs.card_list import CardList
from mile_bones.games.montreal.observation import Observation

_COLUMNS = 10


class HandList(CardList):
    """Small cards in rows."""

    def __init__(self, title: str) -> None:
        super().__init__(title, [], _COLUMNS, CLOSE)

    def show_hand(self, observation: Observation | None) -> None:
        """Show the open hand of ``observation``, sorted, or no cards if it is None."""
        cards = () if observation is None else sorted(observation.cards, key=KEYS[BY_RANK])
        self.show_cards([shown(card) for card in cards])
