"""All that one seat may know, and nothing else: plain frozen values from which no way leads back to the state."""

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
    """What the player to act is asked."""

    DRAW = "draw"
    """Draw a card, or play a coup fourré before that."""
    PLAY = "play"
    """Play or discard a card."""
    EXTEND = "extend"
    """Go on to 1000 miles, yes or no."""
    OVER = "over"
    """The game has ended."""


class Observation(NamedTuple):
    """The table as one seat sees it. Card counts are tuples by card number."""

    seat: int
    rules: Rules
    hand_number: int
    """Counted from 1."""
    first: int
    """Who began this hand."""
    phase: Phase
    player: int | None
    """The seat to act, None at the end of the game."""
    hand: tuple[Card, ...]
    """The own cards in the order in which they came."""
    own: TableauView
    other: TableauView
    other_cards: int
    """How many cards the opponent holds."""
    left: int
    """Cards left in the deck."""
    discards: tuple[Card, ...]
    """Everything thrown away in this hand, oldest first."""
    discarded_by: tuple[int, ...]
    """The seat that threw away each of ``discards``."""
    exposed: tuple[int, ...]
    """How many of each face have been played or discarded in this hand, by either side."""
    coup_hazard: Card | None
    """The hazard that was just played on the player to act: a coup fourré against it is possible now."""
    goal: int
    extended_by: int | None
    totals: tuple[int, int]
    """The points of earlier hands: own first, then the opponent's."""

    @classmethod
    def before_the_deal(cls, rules: Rules) -> Observation:
        """A table on which nothing lies yet, and at which there is nothing to do, as seat 0 sees it."""
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
        """The same table in a game that is over: nobody is to act any more."""
        return self._replace(player=None, phase=Phase.OVER)

    def for_spectators(self) -> SpectatorView:
        """The same table without this seat's cards."""
        return SpectatorView(*self)._replace(hand=())

    @property
    def turn_begins(self) -> bool:
        """The player to act has done nothing yet in this turn."""
        return self.phase is Phase.DRAW

    @property
    def to_act(self) -> bool:
        """It is this seat's turn."""
        return self.player == self.seat

    @property
    def coup(self) -> Card | None:
        """The safety in the own hand that would be a coup fourré now."""
        if self.coup_hazard is None or not self.to_act:
            return None
        guard = GUARD[self.coup_hazard]
        return guard if guard in self.hand else None

    def playable_bits(self) -> int:
        """The faces that could be played on this table, held or not, as bits ``1 << card``."""
        return playable(self.own, self.other, self.goal, self.rules)

    def unseen(self) -> tuple[int, ...]:
        """How many of each face are in the deck or in the opponent's hand."""
        counts = [deck - shown for deck, shown in zip(self.rules.deck, self.exposed, strict=True)]
        for card in self.hand:
            counts[card] -= 1
        return tuple(counts)

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; empty when it is not its turn."""
        if self.player != self.seat:
            return ()
        return legal_actions(self.phase, self.hand, self.playable_bits, self.coup_hazard, self.rules)


class SpectatorView(Observation):
    """The table from the side of ``seat``, for somebody who sits in no seat: no hand is seen."""

    __slots__ = ()

    @property
    def to_act(self) -> bool:
        """A spectator never is."""
        return False

    def legal_actions(self) -> tuple[Action, ...]:
        """Nothing is for a spectator to do."""
        return ()


def legal_actions(
    phase: Phase, hand: tuple[Card, ...] | list[Card], bits: Callable[[], int], coup_hazard: Card | None, rules: Rules
) -> tuple[Action, ...]:
    """The legal actions of the player to act, plays before discards, each by card number."""
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
