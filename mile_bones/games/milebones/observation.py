"""Everything that one seat may know, and nothing else, as frozen values that do not refer to the state."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.cards import GUARD, Card
from mile_bones.games.milebones.legality import ALL_SAFETY_BITS, playable
from mile_bones.games.milebones.tableau import Tableau, TableauView

if TYPE_CHECKING:
    from mile_bones.games.milebones.rules import Rules


class Phase(Enum):
    """The choice that the player to act has."""

    DRAW = "draw"
    """Draw a card, or first play a coup fourré."""
    PLAY = "play"
    """Play or discard a card."""
    EXTEND = "extend"
    """Answer whether to extend the trip to 1000 miles."""
    OVER = "over"
    """The hand or the game has ended."""


class Observation(NamedTuple):
    """The table as one seat sees it. Counts of cards are tuples by card number."""

    seat: int
    rules: Rules
    hand_number: int
    """The number of the hand, from 1."""
    first: int
    """The seat that began this hand."""
    phase: Phase
    player: int | None
    """The seat to act, or None if the hand or the game has ended."""
    hand: tuple[Card, ...]
    """The player's own cards in the order in which they came."""
    own: TableauView
    other: TableauView
    other_cards: int
    """The number of cards in the opponent's hand."""
    left: int
    """The number of cards left in the deck."""
    discards: tuple[Card, ...]
    """All discards of this hand, oldest first."""
    discarded_by: tuple[int, ...]
    """The seat that made each of ``discards``."""
    exposed: tuple[int, ...]
    """The number of cards with each face that either side has played or discarded in this hand."""
    coup_hazard: Card | None
    """The hazard that was just played on the player to act and that a coup fourré may answer, or None."""
    goal: int
    extended_by: int | None
    totals: tuple[int, int]
    """The points from the hands that have ended, the player's own first."""

    @classmethod
    def before_the_deal(cls, rules: Rules) -> Observation:
        """Return an empty table before the first deal, as seat 0 sees it. Nobody is to act."""
        bare = Tableau().view()
        return cls(
            seat=0,
            rules=rules,
            hand_number=1,
            first=0,
            phase=Phase.OVER,
            player=None,
            hand=(),
            own=bare,
            other=bare,
            other_cards=0,
            left=sum(rules.deck),
            discards=(),
            discarded_by=(),
            exposed=(0,) * len(Card),
            coup_hazard=None,
            goal=rules.goal,
            extended_by=None,
            totals=(0, 0),
        )

    def closed(self) -> Observation:
        return self._replace(player=None, phase=Phase.OVER)

    def for_spectators(self) -> SpectatorView:
        return SpectatorView(*self)._replace(hand=())

    @property
    def turn_begins(self) -> bool:
        return self.phase is Phase.DRAW

    @property
    def to_act(self) -> bool:
        """True if it is this seat's turn."""
        return self.player == self.seat

    @property
    def coup(self) -> Card | None:
        """The safety in the player's hand that would be a coup fourré now, or None."""
        if self.coup_hazard is None or not self.to_act:
            return None
        guard = GUARD[self.coup_hazard]
        return guard if guard in self.hand else None

    def playable_bits(self) -> int:
        """Return the faces that could be played now, whether held or not, as bits ``1 << card``."""
        return playable(self.own, self.other, self.goal, self.rules)

    def unseen(self) -> tuple[int, ...]:
        """Return the number of cards with each face that are in the deck or in the opponent's hand, by card number."""
        counts = [deck - shown for deck, shown in zip(self.rules.deck, self.exposed, strict=True)]
        for card in self.hand:
            counts[card] -= 1
        return tuple(counts)

    def legal_actions(self) -> tuple[Action, ...]:
        if self.player != self.seat:
            return ()
        return legal_actions(self.phase, self.hand, self.playable_bits, self.coup_hazard, self.rules)


class SpectatorView(Observation):
    """The table from the side of ``seat``, for a spectator. A spectator sees no hand and has no actions."""

    __slots__ = ()

    @property
    def to_act(self) -> bool:
        """Always False for a spectator."""
        return False

    def legal_actions(self) -> tuple[Action, ...]:
        return ()


def legal_actions(
    phase: Phase, hand: tuple[Card, ...] | list[Card], bits: Callable[[], int], coup_hazard: Card | None, rules: Rules
) -> tuple[Action, ...]:
    """Return the legal actions of the player to act: first the plays, then the discards, both in the order of the card
    numbers.

    ``bits`` returns the faces that could be played, as bits ``1 << card``.
    """
    if phase is Phase.PLAY:
        faces = sorted(set(hand))
        allowed = bits()
        plays = [PLAY[card] for card in faces if allowed >> card & 1]
        if rules.safeties_can_be_discarded:
            return (*plays, *[DISCARD[card] for card in faces])
        return (*plays, *[DISCARD[card] for card in faces if not ALL_SAFETY_BITS >> card & 1])
    if phase is Phase.DRAW:
        if coup_hazard is not None and GUARD[coup_hazard] in hand:
            return (DRAW, PLAY[GUARD[coup_hazard]])
        return (DRAW,)
    return (EXTEND, END_TRIP) if phase is Phase.EXTEND else ()
