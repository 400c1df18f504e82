"""The sounds of the events of Mille."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import cards
from mile_bones.desktop.boards.montreal.cues import cues
from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.sets import Sets
from mile_bones.match.steps import Redone, Undone

EIGHT, KING = cards("8S KS")
PAIR = (EIGHT, EIGHT)


def ended(*totals: int) -> HandEnded:
    first, second = (Score(laid=total) for total in totals)
    return HandEnded(1, "out", 0, (first, second), (0, 0), (0, 0), (0, 0), (Sets(), Sets()), ((), ()), 9)


@pytest.mark.parametrize(
    ("event", "you", "heard"),
    [
        (Drawn(0, EIGHT, 30), 0, (Cue.DRAW,)),
        (Drawn(1, None, 5), 0, (Cue.DRAW, Cue.LOW_DECK)),
        (Dealt(1, 0, (None, None), EIGHT, 73), 0, (Cue.SHUFFLED,)),
        (Reshuffled(0, 12), 0, (Cue.SHUFFLED,)),
        (TurnedTaken(0, EIGHT), 0, (Cue.DRAW,)),
        (Undone("draw"), 0, (Cue.UNDONE,)),
        (Redone("draw"), 0, (Cue.DRAW,)),
        (Discarded(0, KING), 0, (Cue.DISCARD,)),
        (Laid(0, cards("8S 8H 8D"), 6), 0, (Cue.MILES,)),
        (Added(0, EIGHT, 6), 0, (Cue.MILES,)),
        (Added(0, EIGHT, 6, natural=True), 0, (Cue.COUP,)),
        (PileTaken(0, PAIR, EIGHT, (KING,)), 0, (Cue.SAFETY,)),
        (PileTaken(0, PAIR, EIGHT, (KING,), natural=True), 0, (Cue.COUP,)),
        (ended(100, 20), 0, (Cue.HAND_WON,)),
        (ended(100, 20), 1, (Cue.HAND_LOST,)),
        (ended(100, 20), None, (Cue.HAND_WON,)),
        (ended(20, 20), 0, ()),
        (GameEnded(1, "target", (0, 1200), (0, 0), (0, 0)), 1, (Cue.GAME_WON_MONTREAL,)),
        (GameEnded(1, "target", (0, 1200), (0, 0), (0, 0)), 0, (Cue.HAND_LOST,)),
        (GameEnded(None, "deals", (9, 9), (0, 0), (0, 0)), 0, ()),
    ],
)
def test_each_event_has_the_expected_sounds(
    event: Event | Undone | Redone, you: int | None, heard: tuple[Cue, ...]
) -> None:
    assert tuple(cues(event, you)) == heard
