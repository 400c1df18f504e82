"""Both hands laid open after a hand: where every card of the deck came from, and what became of it.

This is how a person checks that the deck was fixed before the first card and that nobody was given better ones.
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
    """What became of a card that a player held."""

    PLAYED = "played"
    COUP = "coup"
    """Played as a coup fourré."""
    DISCARDED = "discarded"
    KEPT = "kept"
    """Still in the hand at the end."""


@dataclass(frozen=True, slots=True)
class CardStory:
    """One card in the hand of one player.

    Turns are counted from 1 through the whole hand, both players together. A turn goes on for as long as the same
    player acts: the card that a safety brings, and the two of a coup fourré, come in the same turn.
    """

    card: Card
    came: int
    """The turn in which it was drawn; 0: it was dealt."""
    fate: Fate
    left: int | None
    """The turn in which it was played or discarded; None: it was kept."""


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
    """Counted from 1."""
    deal: Deal
    """The cards as the shuffle had put them: both hands, and the deck in order."""
    sides: tuple[SideReview, SideReview]
    """By seat."""
    deck: tuple[Card, ...]
    """The cards that nobody drew, the next one first."""
    turns: int
    """How many turns the hand took."""


def both_hands(record: Record, hand: int) -> HandReview:
    """Lay open hand number ``hand``, counted from 1, of this record.

    ValueError for a hand that is not in the record, and for one that is not over: nobody may look into that.
    ReplayError when the record breaks the rules.
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
    """Follows every card from the deal on. Of two cards with one face, the one that came first leaves first."""

    def __init__(self, deal: Deal) -> None:
        self.turn = 0
        self.taken = 0
        self._seat: int | None = None
        self._stories = tuple([CardStory(card, 0, Fate.KEPT, None) for card in cards] for cards in deal.dealt)

    def begin(self, seat: int) -> None:
        """This seat acts."""
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
        """What has been told of one player."""
        size, stories = len(deal.dealt[seat]), self._stories[seat]
        return SideReview(tuple(stories[:size]), tuple(stories[size:]))

    def _leaves(self, seat: int, card: Card, fate: Fate) -> None:
        stories = self._stories[seat]
        place = next(at for at, story in enumerate(stories) if story.card == card and story.fate is Fate.KEPT)
        stories[place] = CardStory(card, stories[place].came, fate, self.turn)
