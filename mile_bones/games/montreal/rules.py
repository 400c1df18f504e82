"""The options of a game: the target, two variations, and the stakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mile_bones.engine.aliases import Option

NAME = "montreal-mille"
"""The name of the game, and of its only rule set."""

MOST_DEALS = 100
"""The most deals of a game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game. Raise ValueError for a target below 1, a stake below 0, or a wrong number of deals."""

    target: int = 1200
    """The points that end a game."""
    natural_required: bool = False
    """True if the game ends only when a player has the target and at least one natural."""
    progressive: bool = False
    """True if the n-th natural of the winner, and the n-th chapeau of the loser, are paid n times."""
    stake: int = 0
    """The small stake, which is paid for a hundred points. The large stake is three times as much. 0 means no
    payment.
    """

    most_deals: int = MOST_DEALS
    """The greatest number of deals. If the game has not ended before, the player with the higher total wins after this
    deal.

    The lab uses 1 to measure games of one deal.
    """

    def __post_init__(self) -> None:
        if self.target < 1 or self.stake < 0 or not 1 <= self.most_deals <= MOST_DEALS:
            raise ValueError("the target must be at least 1, the stake at least 0, and the number of deals 1 to 100")

    @property
    def large_stake(self) -> int:
        """The amount that is paid for the game, for a natural and for a chapeau."""
        return 3 * self.stake


USUAL = Rules()


def rules_with(options: Mapping[str, Option], target: int) -> Rules:
    """Return the rules with ``options``, which have been checked: "natural_required", "progressive" and "stake"."""
    return Rules(
        target=target,
        natural_required=options.get("natural_required", USUAL.natural_required) is True,
        progressive=options.get("progressive", USUAL.progressive) is True,
        stake=int(options.get("stake", USUAL.stake)),
    )
