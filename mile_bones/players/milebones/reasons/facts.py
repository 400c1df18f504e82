"""The facts from which reasons are made: counts from an observation. They use only what the seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, CURE, DISTANCES, GUARD, MILES, Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.scoring import TRIP_COMPLETED, lasting_points, totals_if_completed
from mile_bones.games.milebones.tableau import TableauView, hazard_showing
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.table_facts import THREATS

FASTEST_LIMITED = 50
"""The miles of the largest card that may be played under a Speed Limit."""
WITHIN_REACH = 350
"""The miles to go from which a trip is likely to be completed."""
_UNIT = MILES[Card.MILES_25]
_SMALL = tuple(card for card in DISTANCES if card != Card.MILES_200)


class _Values(TypedDict, total=False):
    """The optional fields of a ``Reason``: all except its code, its seat and its first card."""

    other_card: Card
    count: int
    other_count: int
    miles: int
    points: int
    other_points: int
    sure: bool


class Facts:
    """Counts and simple facts from an observation, for the seat that observes.

    ``counts`` are the cards in the player's hand, by card number. ``unseen`` are the cards in the deck or in the
    opponent's hand, by card number. ``to_go`` and ``their_to_go`` are miles to the goal. ``showing`` is the hazard on
    the player's Battle pile, or None.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.rules = observation.rules
        self.own = observation.own
        self.other = observation.other
        self.left = observation.left
        self.counts = tuple(observation.hand.count(card) for card in Card)
        self.unseen = observation.unseen()
        self.to_go = observation.goal - self.own.miles
        self.their_to_go = observation.goal - self.other.miles
        self.showing = hazard_showing(self.own)

    def reason(self, code: Code, card: Card | None = None, **values: Unpack[_Values]) -> Reason:
        """Return a reason for the seat that observes."""
        return Reason(code, self.observation.seat, card, **values)

    def finishes(self, action: Action) -> bool:
        """Return True if the played card completes the trip."""
        card = played(action)
        return card is not None and card in DISTANCES and MILES[card] == self.to_go

    def guarded(self, hazard: Card) -> bool:
        """Return True if the player has shown the safety against this hazard."""
        return _has(self.own, GUARD[hazard])

    def they_are_guarded(self, hazard: Card) -> bool:
        """Return True if the opponent has shown the safety against this hazard."""
        return _has(self.other, GUARD[hazard])

    @property
    def right_of_way(self) -> bool:
        """Whether the player has shown Right of Way, and so no longer needs a Go."""
        return _has(self.own, Card.RIGHT_OF_WAY)

    def coups_unseen(self, safety: Card) -> int:
        """Return the number of unseen hazards that this safety could meet with a coup fourré."""
        return sum(self.unseen[hazard] for hazard in THREATS[safety])

    def threats_unseen(self) -> int:
        """Return the number of unseen hazards that could stop the player. A hazard does not count if the safety
        against it is on the table or in the hand.
        """
        return sum(
            self.unseen[hazard]
            for hazard in BATTLE_HAZARDS
            if not self.guarded(hazard) and not self.counts[GUARD[hazard]]
        )

    def they_could_finish(self) -> bool:
        """Return True if the opponent is going and one unseen card would complete its trip."""
        return self.other.can_go and any(
            MILES[card] == self.their_to_go and self.unseen[card] and self._they_may_drive(card) for card in DISTANCES
        )

    def _they_may_drive(self, card: Card) -> bool:
        if self.other.limited and MILES[card] > FASTEST_LIMITED:
            return False
        return card != Card.MILES_200 or self.other.two_hundreds < self.rules.most_200s

    def they_recover(self, hazard: Card) -> bool:
        """Return True if, after this hazard, an unseen card would let the opponent drive, or drive fast, again."""
        if self.unseen[GUARD[hazard]]:
            return True
        if not self.unseen[CURE[hazard]]:
            return False
        if hazard in (Card.STOP, Card.SPEED_LIMIT):
            return True
        row = Card.RIGHT_OF_WAY
        return bool(_has(self.other, row) or self.unseen[Card.GO] or self.unseen[row])

    def may_go_again(self) -> bool:
        """Return True if the player's car is going, or held or unseen cards could get it going."""
        if self.own.can_go:
            return True
        hazard = self.showing
        if hazard is not None and hazard != Card.STOP:
            if self._in_reach(GUARD[hazard]):
                return True
            if not self._in_reach(CURE[hazard]):
                return False
        return self.right_of_way or self._in_reach(Card.GO) or self._in_reach(Card.RIGHT_OF_WAY)

    def _in_reach(self, card: Card) -> bool:
        return bool(self.counts[card] or self.unseen[card])

    def may_drive(self, card: Card) -> bool:
        """Return True if this distance fits into the miles to go and, for a 200, another 200 is allowed. The car may be
        stopped.
        """
        return MILES[card] <= self.to_go and (card != Card.MILES_200 or self.own.two_hundreds < self.rules.most_200s)

    def fewest_cards(self, rest: int, gone: Card | None = None, *, driven: bool = False) -> int:
        """Return the fewest distance cards of the hand that add up to ``rest`` miles without the card ``gone``, or 0 if
        none add up.

        ``driven`` is True if ``gone`` was played as a distance. Two kinds of cards do not count: 200s beyond the limit
        of two, and cards that are too fast for a Speed Limit on the table.
        """
        fits = [card for card in DISTANCES if MILES[card] <= rest and not self._too_fast(card)]
        held = [self.counts[card] - (card == gone) for card in fits]
        if Card.MILES_200 in fits:
            allowed = self.rules.most_200s - self.own.two_hundreds - (driven and gone == Card.MILES_200)
            held[-1] = max(0, min(held[-1], allowed))
        return _fewest(rest // _UNIT, [MILES[card] // _UNIT for card in fits], held)

    def safe_trip_is_possible(self) -> bool:
        """Return True if no 200 has been driven, and other cards can still complete the trip.

        These cards are in the hand, or are among the unseen cards that the player still draws: every other card of the
        deck.
        """
        if self.own.two_hundreds or not self.may_go_again():
            return False
        sizes = [MILES[card] // _UNIT for card in _SMALL]
        held = _sums(self.to_go // _UNIT, sizes, [self.counts[card] for card in _SMALL])
        drawn = _layers(
            self.to_go // _UNIT, sizes, [self.unseen[card] for card in _SMALL], min(self.left // 2, self.to_go // _UNIT)
        )
        sums = 0
        for units in range(self.to_go // _UNIT + 1):
            if held >> units & 1:
                sums |= drawn << units
        return bool(sums >> self.to_go // _UNIT & 1)

    def _too_fast(self, card: Card) -> bool:
        return self.own.limited and MILES[card] > FASTEST_LIMITED

    def totals_if_completed(self, card: Card | None = None) -> tuple[int, int]:
        """Return the totals of the game, own first, as if the trip ended now. ``card`` is the card that completes the
        trip, or None if the trip is complete already.
        """
        own = self.own
        if card is not None:
            own = own._replace(miles=own.miles + MILES[card], two_hundreds=own.two_hundreds + (card == Card.MILES_200))
        return totals_if_completed(self.observation, own)

    def own_total(self) -> int:
        """Return the player's total in the game, including the points on the table in this hand."""
        return self.observation.totals[0] + lasting_points(self.own).total

    def their_total_completed(self) -> int:
        """Return the least total in the game that the opponent would have if it completed the trip."""
        points = lasting_points(self.other).total + self.their_to_go + TRIP_COMPLETED
        return self.observation.totals[1] + points

    def at_stake(self) -> int:
        """Return the points that ending a completed trip adds to those that the player keeps in any case."""
        return self.totals_if_completed()[0] - self.own_total()

    def held(self, cards: Sequence[Card]) -> int:
        """Return the number of cards of the hand that are among ``cards``."""
        return sum(self.counts[card] for card in cards)


def played(action: Action) -> Card | None:
    """Return the card that is played, or None if the action is not a play."""
    return action.card if action.kind is Kind.PLAY else None


def discarded(action: Action) -> Card | None:
    """Return the card that is discarded, or None if the action is not a discard."""
    return action.card if action.kind is Kind.DISCARD else None


def _has(side: TableauView, safety: Card) -> bool:
    return bool(side.safety_bits >> safety & 1)


def _layers(most: int, sizes: Sequence[int], held: Sequence[int], cards: int) -> int:
    """Return all sums up to ``most`` that at most ``cards`` of these cards can have, as bits."""
    within, layers = (2 << most) - 1, [1] + [0] * cards
    for size, copies in zip(sizes, held, strict=True):
        for _copy in range(min(copies, most // size)):
            for k in range(cards, 0, -1):
                layers[k] |= layers[k - 1] << size & within
    found = 0
    for layer in layers:
        found |= layer
    return found


def _sums(most: int, sizes: Sequence[int], held: Sequence[int]) -> int:
    """Return all sums up to ``most`` that these cards can have, as bits."""
    return _layers(most, sizes, held, sum(held))


def _fewest(units: int, sizes: Sequence[int], held: Sequence[int]) -> int:
    layers = [1]  # layers[k]: all sums that k cards can have, as bits
    for size, copies in zip(sizes, held, strict=True):
        for _copy in range(copies):
            layers.append(0)
            for k in range(len(layers) - 1, 0, -1):
                layers[k] |= layers[k - 1] << size
    return next((k for k, sums in enumerate(layers) if sums >> units & 1), 0) if units else 0
