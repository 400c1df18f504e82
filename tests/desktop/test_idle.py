"""An idle window paints nothing, although some of its timers still run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.table.durations import HALO_BREATHS, HALO_MS
from mile_bones.storage.settings import ANIMATION

_TURNS = 20
"""The number of turns of the event loop. In each of them every timer of the window fires."""


class PaintWatch(QObject):
    """Records all that is painted anywhere in the program."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.painted: list[str] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted.append(f"{type(watched).__name__} {watched.objectName()}")
        return False


def rest(person: Person) -> None:
    """Advance to a moment long after all animations have ended. All faces are rendered at this moment."""
    person.settled()
    while not person.table.art.complete():
        pass
    for animator in person.table.animators():
        late = animator.now() + 2 * HALO_BREATHS * HALO_MS
        animator.now = lambda late=late: late
        animator.tick()
    held = person.table._drag_overlay
    while held is not None and held._strips.isActive():  # the picture of the table below a card is made once
        held._strips.timeout.emit()
    for _turn in range(_TURNS):
        QApplication.processEvents()


def painted_meanwhile(person: Person, app: QApplication) -> list[str]:
    """Return the widgets that are painted in ``_TURNS`` turns of the event loop."""
    watch = PaintWatch(app)
    for _turn in range(_TURNS):
        for timer in person.window.findChildren(QTimer):
            if timer.isActive():
                timer.timeout.emit()
        QApplication.processEvents()
    app.removeEventFilter(watch)
    return watch.painted


@pytest.mark.parametrize("game", ["mile-bones", "millieu"])
def test_an_idle_table_paints_nothing(home: Home, qapp: QApplication, game: str):
    home.set({ANIMATION: "normal"})
    person = home.open(game=game, seed=11)
    rest(person)
    assert painted_meanwhile(person, qapp) == []


def test_a_lit_deck_and_a_held_card_paint_nothing(home: Home, qapp: QApplication):
    home.set({ANIMATION: "normal"})
    person = home.open(seed=11)
    rest(person)
    assert person.table.slots[slot_names.DRAW].marks.invite
    person.pick_up(person.hand[0])
    rest(person)
    assert painted_meanwhile(person, qapp) == []
    person.table.gestures.cancel()
    person.release(person.bare())


def test_no_face_is_rendered_in_advance_while_a_card_is_held(home: Home):
    person = home.open(seed=11)
    person.settled()
    person.window._idle_work.stop()
    person.pick_up(person.hand[0])
    asked: list[object] = []
    person.table.art.complete = lambda: asked.append(True)
    person.window._render_faces()
    assert asked == []
    person.table.gestures.cancel()
    person.release(person.bare())
    person.settled()
    person.window._render_faces()
    assert asked == [True]


def test_the_idle_chooser_paints_nothing(home: Home, qapp: QApplication):
    home.set({ANIMATION: "normal"})
    person = home.open(game=None)
    for _turn in range(_TURNS):
        QApplication.processEvents()
    assert person.window.findChild(Chooser).isVisible()
    assert painted_meanwhile(person, qapp) == []
