"""The marks of a possible coup fourré. The safety calls for attention, the places where it may go are lit, and the deck
shows a warning that drawing gives up the coup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import destination
from mile_bones.desktop.boards.milebones.models import PILES_FOR_A_COUP, coup_call
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from mile_bones.desktop.table.board import Board


class _Places(NamedTuple):
    safety: str
    lit: tuple[str, ...]
    deck: bool


class CoupCall:
    """The marks of a possible coup fourré on a table. ``show`` sets or removes them.

    ``hand`` returns the cards of the open hand in the order in which they are shown.
    """

    def __init__(self, table: Board, hand: Callable[[], Sequence[Card]]) -> None:
        self._table = table
        self._hand = hand
        self._shown: _Places | None = None

    def show(self) -> bool:
        """Mark what the observation of the table allows. Return True if a coup fourré is possible."""
        self._mark(self._places(self._table.observation))
        return self._shown is not None

    def pulse(self) -> None:
        """Let the safety pulse to catch the player's eye."""
        if self._shown is not None:
            self._table.breathe(self._shown.safety)

    def follow(self) -> None:
        """Update the marks after the table was shown again. Move them to the new place of the safety, or remove them if
        a coup fourré is no longer possible.
        """
        if self._shown is not None:
            self._mark(self._places(self._table.observation))

    def clear(self) -> None:
        """Remove all marks."""
        self._mark(None)

    def _places(self, observation: Observation) -> _Places | None:
        coup = observation.coup
        if coup is None or self._table.viewpoint is not None:
            return None
        return _Places(
            slot_names.hand(self._hand().index(coup)),
            (*PILES_FOR_A_COUP, destination(coup, len(observation.own.safeties))),
            DRAW in observation.legal_actions(),
        )

    def _mark(self, places: _Places | None) -> None:
        if places is None and self._shown is None:
            return
        self._shown = places
        if places is None:
            self._table.mark_just(call={}, lit={}, warning={})
            return
        warning = {slot_names.DRAW: pgettext("two lines", "Draw\n(gives up the coup)")} if places.deck else {}
        self._table.mark_just(call={places.safety: coup_call()}, lit=dict.fromkeys(places.lit, True), warning=warning)
