"""The table at the end of a hand: the session is one deal further by then."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.milebones import Discarded, Drawn, Event, HandEnded, Observation, Phase, Played
from mile_bones.session import VIEWER


def last_look(before: Observation, shown: Sequence[Event], ended: HandEnded) -> Observation:
    """The table as it stands when a hand has ended and the next is dealt already.

    ``before``: what the table showed before the last action; ``shown``: the events of that action.
    """
    hand, discards, discarded_by = list(before.hand), list(before.discards), list(before.discarded_by)
    for event in shown:
        match event:
            case Drawn(seat=seat, card=card) if seat == VIEWER and card is not None:
                hand.append(card)
            case Played(seat=seat, card=card) | Discarded(seat=seat, card=card):
                if seat == VIEWER:
                    hand.remove(card)
                if isinstance(event, Discarded):
                    discards.append(card)
                    discarded_by.append(seat)
    return before._replace(
        own=ended.sides[VIEWER],
        other=ended.sides[1 - VIEWER],
        hand=tuple(hand),
        discards=tuple(discards),
        discarded_by=tuple(discarded_by),
        left=ended.left,
        goal=ended.goal,
        player=None,
        phase=Phase.OVER,
        dirt=None,
    )
