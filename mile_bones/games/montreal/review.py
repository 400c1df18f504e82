"""Both hands laid open after a deal: where every card came from and where it went.

A person can use this review to check two things: the stock was fixed before the first card, and nobody got better cards
on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mile_bones.engine.record import Record
from mile_bones.games.montreal.body import Deals
from mile_bones.games.montreal.cards import Card
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.events import Added, Discarded, Drawn, Event, Laid, PileTaken, TurnedTaken
from mile_bones.games.montreal.replay import replay_montreal
from mile_bones.games.montreal.round import Round


class Origin(Enum):
    """The way in which a card came to a player."""

    DEALT = "dealt"
    DRAWN = "drawn"
    TAKEN = "taken"
    """Taken with the discard pile. Also: the 2 that the deal turned up, taken alone."""


class Fate(Enum):
    """The way in which a card left a player's hand, or ``KEPT`` if it did not leave."""

    LAID = "laid"
    """Laid down in a set."""
    DISCARDED = "discarded"
    KEPT = "kept"
    """Still in the hand at the end."""


@dataclass(frozen=True, slots=True)
class CardStory:
    """A card that one player had.

    Turns are counted from 1 in the whole deal, over the turns of both players.
    """

    card: Card
    origin: Origin
    came: int
    """The turn in which the card came, or 0 if it was dealt."""
    fate: Fate = Fate.KEPT
    left: int | None = None
    """The turn in which the card was laid down or discarded, or None if it was kept."""


@dataclass(frozen=True, slots=True)
class SideReview:
    """All the cards that one player had, in the order in which they came. A card that came twice is listed twice."""

    stories: tuple[CardStory, ...]

    def came(self, origin: Origin) -> tuple[CardStory, ...]:
        """Return the cards that came in this way."""
        return tuple(story for story in self.stories if story.origin is origin)

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that were still in the hand at the end, in the order in which they came."""
        return tuple(story.card for story in self.stories if story.fate is Fate.KEPT)


@dataclass(frozen=True, slots=True)
class DealReview:
    """A deal with nothing hidden."""

    number: int
    """The number of the deal, from 1."""
    deal: Deal
    """The cards as they were shuffled: both hands, the card that was turned up, and the stock in order."""
    sides: tuple[SideReview, SideReview]
    """The cards of each player, by seat."""
    stock: tuple[Card, ...]
    """The cards that nobody drew, the next one first. After a reshuffle they are the cards of the second stock."""
    turns: int
    """The number of turns that were begun."""


def both_hands(record: Record, number: int) -> DealReview:
    """Return the review of deal ``number``, counted from 1, of ``record``.

    Raise ValueError if the record does not have this deal, or if the deal is not over: nobody may see the cards before
    that. Raise ReplayError if the record breaks the rules.
    """
    *_before, (state, _no_action) = replay_montreal(record, None)
    assert isinstance(record.body, Deals), "the replay checks this"
    if not 1 <= number <= record.body.count:
        raise ValueError(f"there is no deal {number}")
    log = state.logs[number - 1]
    if log.scores is None:
        raise ValueError(f"deal {number} is not over")
    tale = _Tale(log.deal)
    again = Round(log.deal if log.restocked is None else log.deal._replace(restock=log.restocked))
    for _seat, action in log.actions:
        turn = again.turn
        for event in again.apply(action):
            tale.tell(event, turn)
    return DealReview(number, log.deal, tale.sides(), tuple(reversed(again.stock)), turn)


class _Tale:
    """The history of every card since the deal.

    If a player has two cards with the same face, the card that came first is also the first to leave.
    """

    def __init__(self, deal: Deal) -> None:
        self._stories = tuple([CardStory(card, Origin.DEALT, 0) for card in cards] for cards in deal.dealt)

    def tell(self, event: Event, turn: int) -> None:
        """Add the changes that ``event``, in turn number ``turn``, makes to the history of the cards."""
        if isinstance(event, Drawn):
            assert event.card is not None
            self._comes(event.seat, event.card, Origin.DRAWN, turn)
        elif isinstance(event, TurnedTaken):
            self._comes(event.seat, event.card, Origin.TAKEN, turn)
        elif isinstance(event, PileTaken):
            self._leave(event.seat, event.pair, Fate.LAID, turn)
            for card in event.rest:
                self._comes(event.seat, card, Origin.TAKEN, turn)
            self._stories[event.seat].append(CardStory(event.top, Origin.TAKEN, turn, Fate.LAID, turn))
        elif isinstance(event, Laid):
            self._leave(event.seat, event.cards, Fate.LAID, turn)
        elif isinstance(event, Added):
            self._leave(event.seat, (event.card,), Fate.LAID, turn)
        elif isinstance(event, Discarded):
            self._leave(event.seat, (event.card,), Fate.DISCARDED, turn)

    def sides(self) -> tuple[SideReview, SideReview]:
        """Return the cards of both players and the history of each."""
        return SideReview(tuple(self._stories[0])), SideReview(tuple(self._stories[1]))

    def _comes(self, seat: int, card: Card, origin: Origin, turn: int) -> None:
        self._stories[seat].append(CardStory(card, origin, turn))

    def _leave(self, seat: int, cards: Sequence[Card], fate: Fate, turn: int) -> None:
        stories = self._stories[seat]
        for card in cards:
            place = next(at for at, one in enumerate(stories) if one.card == card and one.fate is Fate.KEPT)
            stories[place] = CardStory(card, stories[place].origin, stories[place].came, fate, turn)
