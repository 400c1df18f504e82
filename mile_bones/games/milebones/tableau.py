"""One player's side of the table: the Battle and Speed piles, the safeties and the miles.

The state has the mutable ``Tableau``, and observations have ``TableauView``, a frozen copy. Both have the attributes of
``Side``, so that the rules of legality can read either of them.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from mile_bones.games.milebones.cards import CURE, MILES, Card

_MILES_200, _SPEED_LIMIT, _END_OF_LIMIT = Card.MILES_200, Card.SPEED_LIMIT, Card.END_OF_LIMIT
_HAZARD_BITS = 1 << Card.OUT_OF_GAS | 1 << Card.FLAT_TIRE | 1 << Card.ACCIDENT | 1 << Card.STOP
_CURED_BY = {
    Card.EXTRA_TANK: Card.OUT_OF_GAS,
    Card.PUNCTURE_PROOF: Card.FLAT_TIRE,
    Card.DRIVING_ACE: Card.ACCIDENT,
}


class Side(Protocol):
    """The readable attributes of one side of the table."""

    @property
    def battle(self) -> Card | None:
        """The top card of the Battle pile, or None. The cards under it do not count."""
        ...

    @property
    def speed(self) -> Card | None:
        """The top card of the Speed pile, or None."""
        ...

    @property
    def safety_bits(self) -> int:
        """The safeties played, as bits ``1 << card``."""
        ...

    @property
    def safeties(self) -> tuple[Card, ...] | list[Card]:
        """The safeties in the order in which they were played."""
        ...

    @property
    def coups(self) -> tuple[Card, ...] | list[Card]:
        """The safeties that were played as coups fourrés."""
        ...

    @property
    def distances(self) -> tuple[Card, ...] | list[Card]:
        """The distance cards in the order in which they were played."""
        ...

    @property
    def miles(self) -> int: ...

    @property
    def two_hundreds(self) -> int:
        """The number of 200s among the distances."""
        ...

    @property
    def can_go(self) -> bool:
        """True if the player may drive: Go is on top of the Battle pile, or Right of Way was played and no hazard is on
        top.
        """
        ...

    @property
    def limited(self) -> bool:
        """True if a Speed Limit is on top of the Speed pile."""
        ...


class TableauView(NamedTuple):
    """A frozen copy of one side, for observations."""

    battle: Card | None = None
    speed: Card | None = None
    safety_bits: int = 0
    safeties: tuple[Card, ...] = ()
    coups: tuple[Card, ...] = ()
    distances: tuple[Card, ...] = ()
    miles: int = 0
    two_hundreds: int = 0
    can_go: bool = False
    limited: bool = False


class Tableau:
    """One side of the table in the state."""

    __slots__ = (
        "_view",
        "battle",
        "can_go",
        "coups",
        "distances",
        "limited",
        "miles",
        "safeties",
        "safety_bits",
        "speed",
        "two_hundreds",
    )

    def __init__(self) -> None:
        self.battle: Card | None = None
        self.speed: Card | None = None
        self.safety_bits = 0
        self.safeties: list[Card] = []
        self.coups: list[Card] = []
        self.distances: list[Card] = []
        self.miles = 0
        self.two_hundreds = 0
        self.can_go = False
        self.limited = False
        self._view: TableauView | None = None

    def view(self) -> TableauView:
        """Return a frozen copy. The same copy is returned again until a card is played."""
        if self._view is None:
            self._view = TableauView(
                self.battle,
                self.speed,
                self.safety_bits,
                tuple(self.safeties),
                tuple(self.coups),
                tuple(self.distances),
                self.miles,
                self.two_hundreds,
                self.can_go,
                self.limited,
            )
        return self._view

    @classmethod
    def from_view(cls, view: TableauView) -> Tableau:
        """Return a side that is equal to ``view``."""
        side = cls()
        (side.battle, side.speed, side.safety_bits) = (view.battle, view.speed, view.safety_bits)
        (side.safeties, side.coups, side.distances) = (list(view.safeties), list(view.coups), list(view.distances))
        (side.miles, side.two_hundreds) = (view.miles, view.two_hundreds)
        (side.can_go, side.limited) = (view.can_go, view.limited)
        return side

    def lay_distance(self, card: Card) -> None:
        """Add a distance card to the miles."""
        self._view = None
        self.distances.append(card)
        self.miles += MILES[card]
        if card == _MILES_200:
            self.two_hundreds += 1

    def lay(self, card: Card) -> None:
        """Put a hazard or a remedy on the pile to which it belongs."""
        self._view = None
        if card in (_SPEED_LIMIT, _END_OF_LIMIT):
            self.speed = card
            self.limited = card == _SPEED_LIMIT
        else:
            self.battle = card
            self._refresh()

    def lay_safety(self, card: Card, coup: bool) -> None:
        """Play a safety. If the hazard from which it protects is on top of its pile, remove that hazard."""
        self._view = None
        self.safeties.append(card)
        self.safety_bits |= 1 << card
        if coup:
            self.coups.append(card)
        if card == Card.RIGHT_OF_WAY:
            if self.battle == Card.STOP:
                self.battle = None
            if self.limited:
                self.speed = None
                self.limited = False
        elif self.battle == _CURED_BY[card]:
            self.battle = Card.GO  # as in the mille(6) program: the player can go immediately
        self._refresh()

    def _refresh(self) -> None:
        top = self.battle
        if self.safety_bits >> Card.RIGHT_OF_WAY & 1:
            self.can_go = top is None or not _HAZARD_BITS >> top & 1
        else:
            self.can_go = top == Card.GO


def hazard_showing(side: Side) -> Card | None:
    """Return the hazard on top of the Battle pile, or None."""
    return side.battle if side.battle in CURE else None
