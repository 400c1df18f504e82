"""Positions on the table, and the same positions with the two seats exchanged."""

from __future__ import annotations

from dataclasses import replace

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.games import final_state
from mile_bones.games.milebones.observation import Observation
from stories import Story, going

MIXED = "100 SPEED_LIMIT DRIVING_ACE GASOLINE 200"
"""Five cards. Together with a 25 and an End of Limit, the hand has cards of every family. Gasoline can only be
discarded.
"""


def to_play(mine: str = MIXED) -> Story:
    """Return a story in which you are going and have drawn, and the opponent has not started."""
    return going(mine).me("draw END_OF_LIMIT")


def both_going(mine: str) -> Story:
    """Return a story in which both players are going, and you have drawn."""
    story = Story(f"GO {mine}", "GO GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE SPARE_TIRE")
    return story.me("draw 25", "play GO").computer("draw SPARE_TIRE", "play GO").me("draw END_OF_LIMIT")


def hit_by(hazard: str, *mine: str) -> Story:
    """Return a story in which you were going until the opponent played `hazard`, and it is your turn to draw."""
    story = Story(f"GO {' '.join(mine)}", f"{hazard} GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS")
    return story.me("draw 25", "play GO").computer("draw GASOLINE", f"play {hazard}")


def seen(story: Story, seat: int = 0) -> Observation:
    """Return the observation of `seat` at the end of the story."""
    return final_state(story.record(), 1).observation(seat)


def exchanged(story: Story) -> Observation:
    """Return the same table with exchanged seats, as seat 1 observes it: seat 1 has the cards and the actions that seat
    0 had, and the reverse.
    """
    record = story.record()
    return final_state(replace(record, body=Hands(tuple(_exchange(hand) for hand in record.hands))), 1).observation(1)


def _exchange(hand: HandRecord) -> HandRecord:
    acts = tuple(f"{1 - int(act[0])}{act[1:]}" for act in hand.actions)
    return replace(hand, first=1 - hand.first, dealt=(hand.dealt[1], hand.dealt[0]), actions=acts)
