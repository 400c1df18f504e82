"""The two rule sets, every option of which stands in one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.games.milebones.cards import FULL_DECK

NAME = "mile-bones"
"""The name of the game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one game may do differently from another.

    Distances in miles; ``deck`` is the number of each face by card number. Other decks, hands and goals than the usual
    ones serve the tests, which count small games to the end.
    """

    name: str
    target: int = 5000
    goal: int = 700
    extended_goal: int = 1000
    hand_size: int = 6
    most_200s: int = 2
    deck: tuple[int, ...] = FULL_DECK
    limit_needs_going: bool = True
    """A Speed Limit only hits an opponent who can go."""
    safeties_can_be_discarded: bool = True
    ends_when_cards_are_useless: bool = False
    """With the deck out, the hand ends as soon as nobody has a card of use; otherwise when both hands are empty."""
    shut_out_needs_trip: bool = False
    """Shut-out is paid for a completed trip only; otherwise for having miles against none."""

    def __post_init__(self) -> None:
        if sum(self.deck) < 2 * self.hand_size:
            raise ValueError("the deck is too small for two hands")


MILE_BONES = Rules("mile-bones")
"""Mile Bones 2.1 for Windows, 1992."""

MILLE = Rules(
    "mille",
    limit_needs_going=False,
    safeties_can_be_discarded=False,
    ends_when_cards_are_useless=True,
    shut_out_needs_trip=True,
)
"""mille(6), Ken Arnold's program."""

RULE_SETS = {rules.name: rules for rules in (MILE_BONES, MILLE)}
