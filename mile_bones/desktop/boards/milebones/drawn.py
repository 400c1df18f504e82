"""Which cards of a hand were drawn in the turn that goes on. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played


def just_drawn(events: Iterable[Event], seat: int, before: Sequence[Card] = ()) -> tuple[Card, ...]:
    """What this seat has drawn since a card was last played or discarded; ``before``: what it was until these events.

    After a coup fourré these are two. A turn that goes on after a safety begins anew: another card is drawn.
    """
    drawn = tuple(before)
    for event in events:
        if isinstance(event, (Played, Discarded)):
            drawn = ()
        elif isinstance(event, Drawn) and event.seat == seat and event.card is not None:
            drawn = (*drawn, event.card)
    return drawn


def places_of(drawn: Sequence[Card], hand: Sequence[Card]) -> frozenset[int]:
    """Where these lie in the hand, counted from 0: of cards that are alike the last, where a card that comes lies."""
    wanted = Counter(drawn)
    found = set()
    for index in range(len(hand) - 1, -1, -1):
        if wanted[hand[index]] > 0:
            wanted[hand[index]] -= 1
            found.add(index)
    return frozenset(found)
