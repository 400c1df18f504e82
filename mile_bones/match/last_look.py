"""The table at the end of a hand: the state is one deal further by then."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.milebones import Discarded, Drawn, Event, HandEnded, Observation, Phase, Played


def last_look(before: Observation, shown: Sequence[Event], ended: HandEnded) -> Observation:
    """The table as it stands when a hand has ended and the next is dealt already.

    ``before``: what its seat saw before the last action; ``shown``: what it saw of that action.
    """
    hand, discards, discarded_by = list(before.hand), list(before.discards), list(before.discarded_by)
    for event in shown:
        match event:
            case Drawn(seat=seat, card=card) if seat == before.seat and card is not None:
                hand.append(card)
            case Played(seat=seat, card=card) | Discarded(seat=seat, card=card):
                if seat == before.seat:
                    hand.remove(card)
                if isinstance(event, Discarded):
                    discards.append(card)
                    discarded_by.append(seat)
    return before._replace(
        own=ended.sides[before.seat],
        other=ended.sides[1 - before.seat],
        hand=tuple(hand),
        discards=tuple(discards),
        discarded_by=tuple(discarded_by),
        left=ended.left,
        goal=ended.goal,
        player=None,
        phase=Phase.OVER,
        coup_hazard=None,
    )
