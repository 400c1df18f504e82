"""New hidden cards for a position of Mille, so that a daily puzzle reveals nothing about the real ones.

The solver then sits in seat 0, and sees exactly what the player saw in the original game.
"""

from __future__ import annotations

from dataclasses import replace

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.cards import Card
from mile_bones.games.montreal.events import (
    Added,
    Discarded,
    Drawn,
    Event,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.state import DealLog, MontrealState

_DEALT, _STOCK, _SECOND = range(3)
"""The piles from which the opponent's cards come: the dealt hand, the stock, and the stock after a reshuffle."""

_Place = tuple[int, int]
"""A pile and an index in it."""


def hidden(state: MontrealState, rng: Rng) -> Deals:
    """Return the deals so far, with other cards in the opponent's hand and in the stock, and with the player to act in
    seat 0.

    Cards that the player to act does not know change places at random, so the same actions stay possible. Everything
    that this player knows stays the same.
    """
    solver = state.current_player
    assert solver is not None, "somebody has to choose"
    *earlier, last = state.body().deals
    piles = ([*last.dealt[1 - solver]], [*last.stock], [*(last.reshuffled or ())])
    places = _unseen_places(state.logs[-1], 1 - solver)
    names = [piles[pile][index] for pile, index in places]
    rng.shuffle(names)
    for (pile, index), name in zip(places, names, strict=True):
        piles[pile][index] = name
    dealt, stock, second = map(tuple, piles)
    changed = replace(
        last,
        dealt=(last.dealt[0], dealt) if solver == 0 else (dealt, last.dealt[1]),
        stock=stock,
        reshuffled=None if last.reshuffled is None else second,
    )
    deals = (*earlier, changed)
    return Deals(deals if solver == 0 else tuple(map(_turned_round, deals)))


def _unseen_places(log: DealLog, opponent: int) -> list[_Place]:
    """Return the places of the cards that the other player of ``opponent`` does not know."""
    tracker = _Tracker(log, opponent)
    at = Round(log.deal)
    for _seat, action in log.actions:
        for event in at.apply(action):
            tracker.follow(event)
    return tracker.unseen()


class _Tracker:
    """Follows where the cards in the opponent's hand came from."""

    def __init__(self, log: DealLog, opponent: int) -> None:
        self._piles = (log.deal.dealt[opponent], log.deal.stock, log.restocked or ())
        self._opponent = opponent
        self._held: list[_Place] = [(_DEALT, index) for index in range(len(self._piles[_DEALT]))]
        self._known: list[Card] = []  # cards in the opponent's hand that both players know
        self._stock, self._next = _STOCK, 0

    def follow(self, event: Event) -> None:
        """Take an event into account."""
        match event:
            case Reshuffled():  # all other cards have been seen, so the hand is known
                self._known += [self._piles[pile][index] for pile, index in self._held]
                self._held.clear()
                self._stock, self._next = _SECOND, 0
            case Drawn(seat=seat):
                if seat == self._opponent:
                    self._held.append((self._stock, self._next))
                self._next += 1
            case PileTaken(seat=self._opponent, pair=pair, rest=rest):
                self._leave(pair)
                self._known += rest
            case TurnedTaken(seat=self._opponent, card=card):
                self._known.append(card)
            case Laid(seat=self._opponent, cards=cards):
                self._leave(cards)
            case Added(seat=self._opponent, card=card) | Discarded(seat=self._opponent, card=card):
                self._leave((card,))

    def unseen(self) -> list[_Place]:
        """Return the places of the unknown cards in the opponent's hand, and of the cards left in the stock."""
        return self._held + [(self._stock, index) for index in range(self._next, len(self._piles[self._stock]))]

    def _leave(self, cards: tuple[Card, ...]) -> None:
        """Note that cards have left the hand. A card that is known leaves first, and otherwise the earliest one."""
        for card in cards:
            if card in self._known:
                self._known.remove(card)
            else:
                self._held.remove(next(each for each in self._held if self._piles[each[0]][each[1]] == card))


def _turned_round(deal: DealRecord) -> DealRecord:
    """Return the deal with the seats exchanged."""
    return replace(
        deal,
        first=1 - deal.first,
        dealt=deal.dealt[::-1],
        actions=tuple(f"{1 - int(action[0])}{action[1:]}" for action in deal.actions),
        score=None if deal.score is None else deal.score[::-1],
    )
