"""A situation on the table, and the same with the two seats exchanged."""

from __future__ import annotations

from dataclasses import replace

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.games import final_state
from mile_bones.games.milebones.observation import Observation
from stories import Story, going

MIXED = "100 SPEED_LIMIT DRIVING_ACE GASOLINE 200"
"""With a 25 and an End of Limit: cards of every family, of which Gasoline can do nothing."""


def to_play(mine: str = MIXED) -> Story:
    """You are going and have drawn; the opponent stands still."""
    return going(mine).me("draw END_OF_LIMIT")


def both_going(mine: str) -> Story:
    """Both are going, and you have drawn."""
    story = Story(f"GO {mine}", "GO GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE SPARE_TIRE")
    return story.me("draw 25", "play GO").computer("draw SPARE_TIRE", "play GO").me("draw END_OF_LIMIT")


def hit_by(hazard: str, *mine: str) -> Story:
    """You were going until this hazard came, and it is your turn to draw."""
    story = Story(f"GO {' '.join(mine)}", f"{hazard} GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS")
    return story.me("draw 25", "play GO").computer("draw GASOLINE", f"play {hazard}")


def seen(story: Story, seat: int = 0) -> Observation:
    """The table at the end of the story."""
    return final_state(story.record(), 1).observation(seat)


def exchanged(story: Story) -> Observation:
    """The same table from the other chair: all that player 0 had and did, player 1 had and did, who looks on it now."""
    record = story.record()
    return final_state(replace(record, body=Hands(tuple(_exchange(hand) for hand in record.hands))), 1).observation(1)


def _exchange(hand: HandRecord) -> HandRecord:
    acts = tuple(f"{1 - int(act[0])}{act[1:]}" for act in hand.actions)
    return replace(hand, first=1 - hand.first, dealt=(hand.dealt[1], hand.dealt[0]), actions=acts)
