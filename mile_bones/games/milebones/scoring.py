"""The score of a hand. Its items are those that the rules page lists."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation
    from mile_bones.games.milebones.rules import Rules
    from mile_bones.games.milebones.tableau import Side

SAFETY = 100
ALL_SAFETIES = 300
COUP_FOURRE = 300
COUP_POINTS = SAFETY + COUP_FOURRE
"""The points that a coup fourré brings at once, including those of its safety."""
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
        """The sum of all items."""
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
        """Return the items and the total as they are in a record."""
        return {**{item: getattr(self, item) for item in ITEMS}, "total": self.total}


ITEMS = tuple(item.name for item in fields(Score))
"""The names of the items, in the order of a record."""


def lasting_points(own: Side) -> Score:
    """Return the points that a side already has and keeps, however the hand ends: for miles, safeties and coups
    fourrés.
    """
    return Score(
        milestones=own.miles,
        safeties=SAFETY * len(own.safeties),
        all_safeties=ALL_SAFETIES * (len(own.safeties) == 4),
        coups_fourres=COUP_FOURRE * len(own.coups),
    )


def score_side(own: Side, other: Side, *, completed: bool, extended: bool, deck_is_out: bool, rules: Rules) -> Score:
    """Return the points of ``own`` against ``other``.

    ``completed`` is True if ``own`` reached the goal, and ``extended`` if the trip was extended.
    """
    shut_out = other.miles == 0 and (completed if rules.shut_out_needs_trip else own.miles > 0)
    return replace(
        lasting_points(own),
        trip_completed=TRIP_COMPLETED * completed,
        safe_trip=SAFE_TRIP * (completed and own.two_hundreds == 0),
        delayed_action=DELAYED_ACTION * (completed and deck_is_out),
        extension=EXTENSION * (completed and extended),
        shut_out=SHUT_OUT * shut_out,
    )


def totals_if_completed(seen: Observation, own: Side | None = None) -> tuple[int, int]:
    """Return the totals of the game, those of the viewer first, as if the viewer completed the trip now.

    ``own`` is the viewer's side at that moment, or None for the side that the viewer has now.
    """
    mine = seen.own if own is None else own
    extended, out, rules = seen.extended_by is not None, seen.left == 0, seen.rules
    first = score_side(mine, seen.other, completed=True, extended=extended, deck_is_out=out, rules=rules)
    second = score_side(seen.other, mine, completed=False, extended=extended, deck_is_out=out, rules=rules)
    return seen.totals[0] + first.total, seen.totals[1] + second.total
