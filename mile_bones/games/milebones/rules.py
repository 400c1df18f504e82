"""The two rule sets, whose options are the fields of one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.games.milebones.cards import FULL_DECK

NAME = "mile-bones"
"""The name of the game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. The defaults are those of Mile Bones 2.1.

    Distances are in miles; ``deck`` is the number of cards with each face, by card number. Unusual decks, hands and
    goals are for the tests, which count small games to the end.
    """

    name: str
    target: int = 5000
    goal: int = 700
    extended_goal: int = 1000
    hand_size: int = 6
    most_200s: int = 2
    deck: tuple[int, ...] = FULL_DECK
    limit_needs_going: bool = True
    """True if a Speed Limit may only be played on an opponent who can go."""
    safeties_can_be_discarded: bool = True
    ends_when_cards_are_useless: bool = False
    """True if, once the deck is out, the hand ends as soon as nobody has a useful card. If False, the hand ends when
    both hands are empty.
    """
    shut_out_needs_trip: bool = False
    """True if only a completed trip scores a shut-out. If False, any miles score it, as long as the opponent has
    none.
    """

    def __post_init__(self) -> None:
        if sum(self.deck) < 2 * self.hand_size:
            raise ValueError("the deck is too small for two hands")


MILE_BONES = Rules("mile-bones")
"""The rules of Mile Bones 2.1 for Windows, 1992."""

MILLE = Rules(
    "mille",
    limit_needs_going=False,
    safeties_can_be_discarded=False,
    ends_when_cards_are_useless=True,
    shut_out_needs_trip=True,
)
"""The rules of mille(6), Ken Arnold's program."""

RULE_SETS = {rules.name: rules for rules in (MILE_BONES, MILLE)}
