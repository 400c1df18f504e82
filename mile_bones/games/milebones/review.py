"""Both hands laid open after a hand: where every card of the deck came from and where it went.

A person can use this review to check two things: the deck was fixed before the first card, and nobody got better cards
on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from mile_bones.games.milebones.events import Discarded, Drawn, Event, Passed, Played
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.replay import replay_milebones

if TYPE_CHECKING:
    from mile_bones.engine.record import Record
    from mile_bones.games.milebones.cards import Card
    from mile_bones.games.milebones.hand import Deal


class Fate(Enum):
    """The way in which a card left a player's hand, or ``KEPT`` if it did not leave."""

    PLAYED = "played"
    COUP = "coup"
    """Played as a coup fourré."""
    DISCARDED = "discarded"
    KEPT = "kept"
    """Still in the hand at the end."""


@dataclass(frozen=True, slots=True)
class CardStory:
    """A card in a player's hand.

    Turns are counted from 1 in the whole hand, over the turns of both players. A turn lasts as long as the same player
    acts. So the card drawn after a safety, and the two cards drawn after a coup fourré, come in the same turn.
    """

    card: Card
    came: int
    """The turn in which the card was drawn, or 0 if it was dealt."""
    fate: Fate
    left: int | None
    """The turn in which the card was played or discarded, or None if it was kept."""


@dataclass(frozen=True, slots=True)
class SideReview:
    """All the cards that one player held, in the order in which they came."""

    dealt: tuple[CardStory, ...]
    drawn: tuple[CardStory, ...]

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that were still in the hand at the end, in the order in which they came."""
        return tuple(story.card for story in (*self.dealt, *self.drawn) if story.fate is Fate.KEPT)


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand with nothing hidden."""

    number: int
    """The number of the hand, from 1."""
    deal: Deal
    """The cards as they were shuffled: both hands, and the deck in order."""
    sides: tuple[SideReview, SideReview]
    """The cards of each player, by seat."""
    deck: tuple[Card, ...]
    """The cards that nobody drew, the next one first."""
    turns: int
    """The number of turns in the hand."""


def both_hands(record: Record, hand: int) -> HandReview:
    """Return the review of hand number ``hand``, counted from 1, of ``record``.

    Raise ValueError if the record does not have this hand, or if the hand is not over: nobody may see the cards before
    that. Raise ReplayError if the record breaks the rules.
    """
    *_before, (state, _no_action) = replay_milebones(record, None)
    if not 1 <= hand <= len(record.hands):
        raise ValueError(f"there is no hand {hand}")
    log = state.logs[hand - 1]
    if log.scores is None:
        raise ValueError(f"hand {hand} is not over")
    again = MileBones(record.rules).new_state(deal=log.deal)
    tale = _Tale(log.deal)
    for seat, action in log.actions:
        tale.begin(seat)
        for event in again.apply_action(action):
            tale.tell(event)
    sides = tale.side(0, log.deal), tale.side(1, log.deal)
    return HandReview(hand, log.deal, sides, log.deal.deck[tale.taken :], tale.turn)


class _Tale:
    """The history of every card since the deal.

    If a player has two cards with the same face, the card that came first is also the first to leave.
    """

    def __init__(self, deal: Deal) -> None:
        self.turn = 0
        self.taken = 0
        self._seat: int | None = None
        self._stories = tuple([CardStory(card, 0, Fate.KEPT, None) for card in cards] for cards in deal.dealt)

    def begin(self, seat: int) -> None:
        """Begin a turn if ``seat`` is not the seat that acted last."""
        if seat != self._seat:
            self._seat = seat
            self.turn += 1

    def tell(self, event: Event) -> None:
        if isinstance(event, Drawn):
            assert event.card is not None
            self.taken += 1
            self._stories[event.seat].append(CardStory(event.card, self.turn, Fate.KEPT, None))
        elif isinstance(event, Played):
            self._leaves(event.seat, event.card, Fate.COUP if event.coup else Fate.PLAYED)
        elif isinstance(event, Discarded):
            self._leaves(event.seat, event.card, Fate.DISCARDED)
        elif isinstance(event, Passed):
            self.begin(event.seat)

    def side(self, seat: int, deal: Deal) -> SideReview:
        """Return the cards of ``seat`` and the history of each."""
        size, stories = len(deal.dealt[seat]), self._stories[seat]
        return SideReview(tuple(stories[:size]), tuple(stories[size:]))

    def _leaves(self, seat: int, card: Card, fate: Fate) -> None:
        stories = self._stories[seat]
        place = next(at for at, story in enumerate(stories) if story.card == card and story.fate is Fate.KEPT)
        stories[place] = CardStory(card, stories[place].came, fate, self.turn)
