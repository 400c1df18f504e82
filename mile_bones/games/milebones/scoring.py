"""The score of a hand, item by item, as the rules page lists them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.rules import Rules
    from mile_bones.games.milebones.tableau import Side

SAFETY = 100
ALL_SAFETIES = 300
COUP_FOURRE = 300
COUP_POINTS = SAFETY + COUP_FOURRE
"""What a coup fourré brings at once, with its safety."""
TRIP_COMPLETED = 400
SAFE_TRIP = 300
DELAYED_ACTION = 300
EXTENSION = 200
SHUT_OUT = 500


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player for one hand. The fields have the names that records use."""

    milestones: int = 0
    safeties: int = 0
    all_safeties: int = 0
    coups_fourres: int = 0
    trip_completed: int = 0
    safe_trip: int = 0
    delayed_action: int = 0
    extension: int = 0
    shut_out: int = 0

    @property
    def total(self) -> int:
        """All items added up."""
        return (
            self.milestones
            + self.safeties
            + self.all_safeties
            + self.coups_fourres
            + self.trip_completed
            + self.safe_trip
            + self.delayed_action
            + self.extension
            + self.shut_out
        )

    def to_dict(self) -> dict[str, int]:
        """As it stands in a record: every item, and the total."""
        return {**{item: getattr(self, item) for item in ITEMS}, "total": self.total}


ITEMS = tuple(item.name for item in fields(Score))
"""The names of the items, in the order of a record."""


def lasting_points(own: Side) -> Score:
    """What a side has on the table already and keeps, however the hand ends: miles, safeties and coups fourrés."""
    return Score(
        milestones=own.miles,
        safeties=SAFETY * len(own.safeties),
        all_safeties=ALL_SAFETIES * (len(own.safeties) == 4),
        coups_fourres=COUP_FOURRE * len(own.coups),
    )


def score_side(own: Side, other: Side, *, completed: bool, extended: bool, deck_is_out: bool, rules: Rules) -> Score:
    """The points of ``own`` against ``other``. ``completed``: own reached the goal; ``extended``: it was 1000."""
    shut_out = other.miles == 0 and (completed if rules.shut_out_needs_trip else own.miles > 0)
    return replace(
        lasting_points(own),
        trip_completed=TRIP_COMPLETED * completed,
        safe_trip=SAFE_TRIP * (completed and own.two_hundreds == 0),
        delayed_action=DELAYED_ACTION * (completed and deck_is_out),
        extension=EXTENSION * (completed and extended),
        shut_out=SHUT_OUT * shut_out,
    )
