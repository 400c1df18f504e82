"""Carries out actions of Mile Bones on the table by drags, clicks or keys."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import Qt

from desktop.driver import Person, target_of
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.games.milebones.actions import Action, Kind

_KEYS = cycle([Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
"""Keys that activate the focused place. On a card only Space is used, because Enter on a card means smart play."""


def by_drags(person: Person, action: Action) -> None:
    if action.kind is Kind.DRAW:
        person.draw()
    else:
        person.drag(action.card.notation, target_of(action))


def by_clicks(person: Person, action: Action) -> None:
    if action.kind is Kind.DRAW:
        person.draw()
    else:
        person.click(person.place_of(action.card.notation))
        assert person.marked() == {person.place_of(action.card.notation)}
        person.click(target_of(action))


def by_keys(person: Person, action: Action) -> None:
    steps = ["draw"]
    if action.kind is not Kind.DRAW:
        steps = [person.place_of(action.card.notation), target_of(action)]
    for place in steps:
        person.walk_to(place)
        assert person.focused() == place
        key = next(_KEYS)
        person.key(Qt.Key.Key_Space if place in slot_names.HAND else key)
