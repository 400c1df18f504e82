"""A mouse button that is released unseen: over a menu, a dialog or another program."""

from __future__ import annotations

from itertools import product

import pytest

from mile_bones.desktop.table.gestures import Gestures, Touched


class Written:
    """A target that writes down the names of the calls which gestures make."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def may_lift(self, place: str | None) -> bool:
        return place is not None

    def __getattr__(self, name: str):
        return lambda *arguments: self.told.append(name)


CARD = Touched("hand.0", "Go")
NEXT = {"the same card": CARD, "another card": Touched("hand.1", "200"), "the bare table": Touched(None, None)}


@pytest.mark.parametrize(("again", "place"), [*product((False, True), NEXT)])
def test_the_press_after_a_lost_release_puts_the_card_back_and_plays_nothing(again: bool, place: str) -> None:
    target = Written()
    gestures = Gestures(target)
    gestures.press(CARD, (0, 0))
    gestures.move((40, 0))
    assert gestures.carrying
    gestures.press(NEXT[place], (40, 0), again=again)
    assert not gestures.carrying
    gestures.release(NEXT[place].place, (40, 0))
    assert target.told == ["lift", "carry", "drop_back"]
    gestures.press(CARD, (0, 0))
    gestures.release(CARD.place, (0, 0))
    assert target.told[3:] == ["click"], "the click after it counts again"
