"""The models and names of all places of the Millieu table, made from an observation. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.table.model import SlotModel
from mile_bones.games.millieu import words
from mile_bones.games.millieu.cube import POINTS
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import FULL_HAND, PIECES, Piece
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _

ART = tuple(f"{colour}_{shape}" for colour in ("red", "brown", "cream") for shape in ("disc", "square", "hexagon"))
"""The name of each piece's art, by the piece's number."""


class State(Enum):
    """The role of a point or a piece in the present step of the turn."""

    PLAIN = "plain"
    OPEN = "open"
    """A piece may be placed here."""
    SLIDES = "slides"
    """The piece may slide."""
    PLACED = "placed"
    """The piece was placed in this turn. Only pieces next to it may slide."""
    STAYS = "stays"
    """The piece was placed or moved in this turn, and may not be taken."""
    TAKEABLE = "takeable"
    """The piece may be taken."""
    BARRED = "barred"
    """No whole turn can use the piece."""


@dataclass(frozen=True)
class PlaceModel(SlotModel):
    """A point of the cube or a place of a hand. ``depth`` is the number of identical pieces behind the piece."""

    state: State = State.PLAIN


def place_models(choices: Choices, names: Sequence[str], near: int) -> dict[str, PlaceModel]:
    """Return the models of all places. ``names`` are by seat, and ``near`` is the seat of the near hand."""
    models = {slot_names.point(point): _point(point, choices) for point in POINTS}
    for mine in (True, False):
        for piece in PIECES:
            models[slot_names.hand(mine, piece)] = _held(piece, mine, choices, names, near)
    return models


def empty_board() -> Observation:
    """Return an observation of the empty board before the first game, when nobody is to act."""
    return Observation(0, 0, None, Phase.OVER, 0, (None,) * len(POINTS), (FULL_HAND, FULL_HAND))


def side_texts(name: str, held: int, captured: int, barred: int) -> tuple[str, ...]:
    """Return texts for one line about the state of a side, the longest first.

    ``barred`` is the number of turns in which this side may not make a mill yet, and so has captured nothing.
    """
    texts: tuple[str, ...] = (_("{name}: {held} in hand, {captured} captured"),)
    if barred:
        long = ngettext(
            "{name}: {held} in hand, no mill for {count} turn",
            "{name}: {held} in hand, no mill for {count} turns",
            barred,
        )
        texts = (long, _("{name}: {held} in hand, no mill yet"))
    values = {"held": format_number(held), "captured": format_number(captured), "count": format_number(barred)}
    return tuple(text.format(name=name, **values) for text in texts)


def taken(observation: Observation, seat: int) -> int:
    """Return the number of pieces that this seat has taken in the game so far."""
    view = observation
    complete = view.turn - (view.player is not None)
    first = seat == view.first
    placed = (complete + 1) // 2 if first else complete // 2
    if view.player == seat and view.placed is not None:
        placed += 1
    return max(0, view.held(seat) - len(PIECES) + placed)


def turns_barred(observation: Observation, seat: int) -> int:
    """Return the number of turns, from now on, in which this seat may not make a mill."""
    return 0 if seat == observation.first else (observation.barred + 1) // 2


def barred_text(name: str, turns: int) -> str:
    """Return a sentence for screen readers about the turns in which this player may not make a mill, or ""."""
    text = ngettext("No mill for {count} more turn: {name}.", "No mill for {count} more turns: {name}.", turns)
    return text.format(name=name, count=format_number(turns)) if turns else ""


def step_text(observation: Observation) -> str:
    """Return the step of the turn in words: "Step 2 of 3, Slide"."""
    if observation.player is None:
        return words.phase_name(Phase.OVER)
    steps = (Phase.PLACE, Phase.SLIDE, Phase.CAPTURE)
    number = steps.index(observation.phase) + 1
    text = _("Step {number} of {count}, {step}")
    return text.format(number=number, count=len(steps), step=words.phase_name(observation.phase))


# ------------------------------------------------------------------ points


def _point(point: int, choices: Choices) -> PlaceModel:
    piece = choices.observation.piece(point)
    state = _state(point, choices)
    name = words.point_text(point, piece)
    said = _state_words(state, point, choices.observation)
    description = choices.why_still(point) if state is State.BARRED else ""
    if state is State.OPEN:
        description = said  # not in the name, because screen readers speak every change of the name
    elif said:
        name = _("{point}, {state}").format(point=name, state=said)
    return PlaceModel(
        face=None if piece is None else ART[piece],
        name=name,
        description=description,
        usable=state in (State.SLIDES, State.TAKEABLE),
        state=state,
    )


def _state(point: int, choices: Choices) -> State:
    view = choices.observation
    if view.piece(point) is None:
        return State.OPEN if point in choices.marked_points else State.PLAIN
    if point in choices.slides:
        return State.SLIDES
    if point in choices.takes:
        return State.TAKEABLE
    if point in view.active and view.player is not None:
        return State.PLACED if view.phase is Phase.SLIDE and point == view.placed else State.STAYS
    return State.BARRED if choices.is_barred(point) else State.PLAIN


def _state_words(state: State, point: int, view: Observation) -> str:
    if state in (State.PLACED, State.STAYS):
        if point == view.placed:
            return pgettext("point", "placed in this turn, stays")
        return pgettext("point", "moved in this turn, stays")
    return {
        State.OPEN: pgettext("point", "a piece may be placed here"),
        State.SLIDES: pgettext("point", "may slide"),
        State.TAKEABLE: pgettext("point", "may be taken"),
        State.BARRED: pgettext("point", "cannot be used"),
    }.get(state, "")


# ------------------------------------------------------------------ hands


def _held(piece: Piece, mine: bool, choices: Choices, names: Sequence[str], near: int) -> PlaceModel:
    view = choices.observation
    seat = near if mine else 1 - near
    count = view.hands[seat][piece]
    name = words.tray_text(piece, count)
    if seat != view.seat or not mine:
        name = _("{name}: {piece}").format(name=names[seat], piece=name)
    reason, usable = "", False
    if mine and count:
        reason, usable = choices.why_unusable(piece), piece in choices.places
    description = _("No whole turn can use it. {reason}").format(reason=reason) if reason else ""
    return PlaceModel(
        face=ART[piece] if count else None,
        depth=max(0, count - 1),
        name=name,
        description=pgettext("piece", "May be placed") if usable else description,
        usable=usable,
        state=State.BARRED if reason else State.OPEN if usable else State.PLAIN,
    )
