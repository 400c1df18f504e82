"""Rapid clicks anywhere on the table, eight a second, play nothing that was not meant.

The time is that of the animations. It advances by an eighth of a second from click to click, however fast the machine
is. With ``MILE_BONES_HAMMERED_HANDS=200`` the test clicks for longer. In this case add ``-o faulthandler_timeout=0``,
because the test then takes many minutes.
"""

from __future__ import annotations

import os
import random

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from desktop.driver import LEFT, Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.table.durations import FRAME_MS
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, METHOD

pytestmark = [pytest.mark.gui, pytest.mark.proof]

HANDS = int(os.environ.get("MILE_BONES_HAMMERED_HANDS", "5"))
APART_MS = 125
NO_BUTTON = Qt.MouseButton.NoButton


class Hammer:
    """A person who clicks rapidly, and who checks on the disk what each click has done."""

    def __init__(self, home: Home, person: Person, seed: int) -> None:
        self.home, self.person, self.rng = home, person, random.Random(seed)
        self.now = 1000.0
        self.played = 0
        self.clicks = 0
        for animator in person.table.animators():
            animator.now = lambda: self.now

    def rest(self, milliseconds: float) -> None:
        """Advance the time of the animations."""
        end = self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + FRAME_MS)
            for animator in self.person.table.animators():
                animator.tick()
            QCoreApplication.processEvents()

    def click(self, at: QPoint) -> None:
        """Click once. Check that each action that follows uses a clicked or marked card that lay still."""
        table = self.person.table
        place = table.place_under(*table.viewport().mapFrom(self.person.window, at).toTuple())
        meant = set()
        if not table.animator.running and place is not None:
            marked = table.drag.marked
            sources = [source for source in (place, marked) if source is not None]
            meant = {self.person.face(source) for source in sources if not table.slots[source].marks.hidden}
        before = self._own_acts()
        for kind, button, held in (
            (QEvent.Type.MouseMove, NO_BUTTON, NO_BUTTON),  # a hand is never quite still
            (QEvent.Type.MouseButtonPress, LEFT, LEFT),
            (QEvent.Type.MouseButtonRelease, LEFT, NO_BUTTON),
        ):
            event = QMouseEvent(kind, QPointF(at), QPointF(at), button, held, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(round(self.now))
            QCoreApplication.sendEvent(self.person.window.windowHandle(), event)
        self.clicks += 1
        for act in self._own_acts()[len(before) :]:
            verb, _space, card = act.partition(" ")
            if verb == "draw":
                assert self.home.get(AUTO_DRAW) or (place == slot_names.DRAW and meant), act
            elif verb != "extend":
                assert card in meant, f"{act} was not meant at {place}, where {meant or 'nothing at rest'} lay"
                self.played += 1

    def _own_acts(self) -> list[str]:
        acts = self.home.acts() if not self.person.dialogs() else []
        return [act[2:] for act in acts if act.startswith("0 ")]


@pytest.mark.sample(proof=1)
@pytest.mark.parametrize(("auto_draw", "method"), [(True, "both"), (False, "both"), (True, "click")])
def test_rapid_clicks_play_only_cards_that_were_clicked_or_marked(home: Home, auto_draw: bool, method: str):
    home.set({AUTO_DRAW: auto_draw, METHOD: method, ANIMATION: "normal"})
    person = home.open(seed=7)
    hammer, size = Hammer(home, person, 7), person.table.viewport().size()
    hands, at = 0, person.at(slot_names.DRAW)
    places = [*slot_names.HAND, *slot_names.HAND, slot_names.DRAW, slot_names.DRAW, *slot_names.ALL]
    while hands < HANDS:
        if person.dialogs():
            hands += isinstance(person.dialogs()[-1], ScoreSheetDialog)
            person.key(Qt.Key.Key_Return)
            hammer.rest(1000)
        elif hammer.rng.random() < 0.4:
            at = person.at(hammer.rng.choice(places))
        elif hammer.rng.random() < 0.1:
            at = person.spot(hammer.rng.randrange(size.width()), hammer.rng.randrange(size.height()))
        hammer.click(at + QPoint(hammer.rng.randint(0, 1), hammer.rng.randint(0, 1)))
        hammer.rest(APART_MS)
    print(f"{hammer.clicks} clicks, {hammer.played} cards of {hands} hands")
    assert hammer.played > 10 * hands
