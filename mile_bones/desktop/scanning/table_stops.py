"""The stops of a table: what can be done now, in groups, and all places for people who want to look around."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton

from mile_bones.desktop.scanning.ring import Light, light
from mile_bones.desktop.scanning.walk import Stop, group, parted
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.slot_buttons import SlotButton
from mile_bones.i18n import gettext as _


def table_stops(board: Board) -> list[Stop]:
    """Return the stops of `board`. Places that can be pressed now come first. Places that are only worth looking at
    come last.
    """
    taken = board.taken_up
    stops = _for_what_is_taken_up(board, taken) if taken else _usable(board)
    buttons = [
        Stop(f"button {number}", _words(button), button.click, lights=[light(button)])
        for number, button in enumerate(_buttons(board))
    ]
    stops += group("buttons", _("Buttons on the table"), buttons)
    looked_at = [
        stop
        for name, places in board.named_groups()
        for stop in group(name, name, [_explained(board, place) for place in places if _shown(board, place)])
    ]
    lights = [light(board.viewport())]
    # Translators: a group of all places of the table, none of which is to be pressed
    return stops + group("look", _("Look at the table"), looked_at, lights=lights)


def _usable(board: Board) -> list[Stop]:
    """Return the stops of the usable places, for the case that nothing is marked or selected."""
    found: list[Stop] = []
    for name, places in board.named_groups():
        found += group(name, name, [_pressed(board, place) for place in _usable_of(board, places)])
    return found


def _usable_of(board: Board, places: Sequence[str]) -> list[str]:
    """Return the usable places among `places`. Those whose things can be played come first."""
    usable = [place for place in places if _shown(board, place) and board.slots[place].model.usable]
    return sorted(usable, key=lambda place: not board.is_playable(place))


def _for_what_is_taken_up(board: Board, taken: tuple[str, ...]) -> list[Stop]:
    """Return the stops for the case that the things at `taken` are marked or selected.

    The stops are the targets of these things, other things to choose, other places in the hand, and a stop that puts
    the things back.
    """
    stops: list[Stop] = []
    lit = {place: slot.marks.target for place, slot in board.slots.items() if slot.marks.target}
    for name, places in board.named_groups():
        targets = [_pressed(board, place, lit[place]) for place in places if place in lit]
        stops += group(f"targets {name}", name, targets) if len(lit) > _FEW else targets
    others = []
    for name, places in board.named_groups():
        usable = [_pressed(board, place) for place in _usable_of(board, places) if place not in lit]
        if set(taken) & set(places):
            others = usable
        else:
            stops += group(name, name, usable)
    # Translators: a card is chosen for a move, and this chooses another one, instead or together with it
    another = _("Choose another")
    stops += [Stop("others", another, inside=lambda: parted(others), lights=_lights(others))] if others else []
    if all(board.arranges(place) for place in taken):
        order = [
            Stop(
                f"to {place}",
                _("To the place of {card}").format(card=board.slots[place].model.name),
                partial(board.arrange_at, taken, place),
                lights=[_light(board, place)],
            )
            for place in board.slots
            if board.arranges(place) and place not in taken and _shown(board, place)
        ]
        stops += group("order", _("Put it elsewhere in the hand"), order)
    lights = [_light(board, place) for place in taken]
    # Translators: it is asked about a place of the table
    stops.append(Stop("what", _("What's this?"), partial(_explain, board, taken[-1]), lights=lights))
    return [*stops, Stop("put back", _("Put it back"), board.put_back, lights=lights)]


_FEW = 6
"""The maximum number of targets that are offered without groups."""


def _pressed(board: Board, place: str, words: str = "") -> Stop:
    """Return a stop that presses `place`. ``words`` describe the result of the press."""
    model = board.slots[place].model
    text = _("{what}: {where}").format(what=words, where=model.name) if words else _named(model.name, model.description)
    return Stop(place, text, partial(_press, board, place), lights=[_light(board, place)])


def _press(board: Board, place: str) -> None:
    board.focus_place(place)
    board.buttons[place].click()


def _explained(board: Board, place: str) -> Stop:
    """Return a stop for looking at `place`. A press explains the place."""
    button = board.buttons[place]
    text = _named(*button.words)
    return Stop(f"look {place}", text, partial(_explain, board, place), lights=[_light(board, place)], stays=True)


def _explain(board: Board, place: str) -> None:
    button = board.buttons[place]
    at = board.viewport().mapToGlobal(QPoint(button.geometry().center()))
    board.help_wanted.emit(str(button.property("helpTopic")), at)


def _named(name: str, description: str) -> str:
    return _("{sentence}. {next_sentence}").format(sentence=name, next_sentence=description) if description else name


def _lights(stops: Sequence[Stop]) -> list[Light]:
    return [each for stop in stops for each in stop.lights]


def _shown(board: Board, place: str) -> bool:
    return place in board.slots and not board.buttons[place].isHidden()


def _light(board: Board, place: str) -> Light:
    return Light(board.viewport(), board.slots[place].rect.toAlignedRect())


def _buttons(board: Board) -> list[QAbstractButton]:
    found = board.viewport().findChildren(QAbstractButton)
    return [each for each in found if not isinstance(each, SlotButton) and each.isVisible() and each.isEnabled()]


def _words(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text().replace("&", "")
