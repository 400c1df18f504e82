"""The words of Millieu: pieces, points, refusals, steps, events and prompts, the same for every front end.

``names`` are the names of the two players, by seat. The player in ``seat`` is called "you". For a spectator (``seat``
is None) both players are called by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.engine.errors import Refusal
from mile_bones.engine.sentences import not_your_turn_text
from mile_bones.games.millieu.actions import Action, Place, Slide
from mile_bones.games.millieu.cube import coordinates
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MOST_TURNS
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext, pgettext


def piece_name(piece: Piece) -> str:
    """Return the name of the piece as a text of its own, not in a sentence: "Red disc"."""
    return {
        Piece.RED_DISC: _("Red disc"),
        Piece.RED_SQUARE: _("Red square"),
        Piece.RED_HEX: _("Red hexagon"),
        Piece.BROWN_DISC: _("Brown disc"),
        Piece.BROWN_SQUARE: _("Brown square"),
        Piece.BROWN_HEX: _("Brown hexagon"),
        Piece.CREAM_DISC: _("Cream disc"),
        Piece.CREAM_SQUARE: _("Cream square"),
        Piece.CREAM_HEX: _("Cream hexagon"),
    }[piece]


def piece_words(piece: Piece) -> str:
    """Return the name of the piece inside a sentence: "the red disc"."""
    return {
        Piece.RED_DISC: _("the red disc"),
        Piece.RED_SQUARE: _("the red square"),
        Piece.RED_HEX: _("the red hexagon"),
        Piece.BROWN_DISC: _("the brown disc"),
        Piece.BROWN_SQUARE: _("the brown square"),
        Piece.BROWN_HEX: _("the brown hexagon"),
        Piece.CREAM_DISC: _("the cream disc"),
        Piece.CREAM_SQUARE: _("the cream square"),
        Piece.CREAM_HEX: _("the cream hexagon"),
    }[piece]


def point_name(point: int) -> str:
    """Return the name of the point as a text of its own, not in a sentence: "Middle sheet, back row, left"."""
    x, y, z = coordinates(point)
    sheet = (_("Bottom sheet"), _("Middle sheet"), _("Top sheet"))[z]
    return _("{sheet}, {row}, {column}").format(sheet=sheet, row=_row(y), column=_column(x))


def point_words(point: int) -> str:
    """Return the name of the point inside a sentence: "the middle sheet, back row, left"."""
    x, y, z = coordinates(point)
    sheet = (_("the bottom sheet"), _("the middle sheet"), _("the top sheet"))[z]
    return _("{sheet}, {row}, {column}").format(sheet=sheet, row=_row(y), column=_column(x))


def _row(y: int) -> str:
    return (_("back row"), _("middle row"), _("front row"))[y]


def _column(x: int) -> str:
    return (pgettext("column", "left"), pgettext("column", "middle"), pgettext("column", "right"))[x]


def piece_in_list(piece: Piece) -> str:
    """Return the name of the piece in a list, after a colon or comma: "red disc"."""
    return {
        Piece.RED_DISC: _("red disc"),
        Piece.RED_SQUARE: _("red square"),
        Piece.RED_HEX: _("red hexagon"),
        Piece.BROWN_DISC: _("brown disc"),
        Piece.BROWN_SQUARE: _("brown square"),
        Piece.BROWN_HEX: _("brown hexagon"),
        Piece.CREAM_DISC: _("cream disc"),
        Piece.CREAM_SQUARE: _("cream square"),
        Piece.CREAM_HEX: _("cream hexagon"),
    }[piece]


def point_text(point: int, piece: Piece | None) -> str:
    """Return a point and the piece on it: "Middle sheet, back row, left: cream disc"."""
    what = pgettext("point", "empty") if piece is None else piece_in_list(piece)
    # Translators: a point of the board, and what stands on it
    return _("{point}: {what}").format(point=point_name(point), what=what)


def tray_text(piece: Piece, count: int) -> str:
    """Return a place of a hand: "Brown hexagon, 1 in hand"."""
    return _("{piece}, {count} in hand").format(piece=piece_name(piece), count=count)


def phase_name(phase: Phase) -> str:
    """Return the name of a step of the turn, or of the end."""
    return {
        Phase.PLACE: pgettext("step", "Place"),
        Phase.SLIDE: pgettext("step", "Slide"),
        Phase.CAPTURE: pgettext("step", "Capture"),
        Phase.OVER: pgettext("step", "The end"),
    }[phase]


def refusal_text(refusal: Refusal, names: Sequence[str], seat: int | None) -> str:
    """Return the refusal as a sentence without its full stop, for the player in ``seat``, who wanted to act.

    The refusals of this game's rules are only about pieces, so the names of the players are not needed.
    """
    if refusal.code == "not_your_turn":
        return not_your_turn_text(names, seat)
    return _REFUSALS[refusal.code](*refusal.values)


def _occupied(point: int, piece: Piece) -> str:
    return _("There is a piece already: {piece}").format(piece=piece_name(piece))


def _in_the_way(point: int, piece: Piece) -> str:
    return _("A piece stands in the way: {piece}").format(piece=piece_name(piece))


_REFUSALS: dict[str, Callable[..., str]] = {
    "game_over": lambda: _("The game is over"),
    "place_first": lambda: _("Place a piece from your hand first"),
    "slide_first": lambda: _("First slide a neighbour of the piece you placed"),
    "take_first": lambda: _("A mill stands: take a piece out of it first"),
    "not_in_hand": lambda piece: _("You have no such piece in hand: {piece}").format(piece=piece_name(piece)),
    "occupied": _occupied,
    "no_neighbour": lambda point: _("A piece must be placed next to another"),
    "nothing_could_slide": lambda point: _("No piece next to this point could slide then"),
    "hand_would_overflow": lambda: _("You would end the turn with more than nine pieces in hand"),
    "no_mill_yet": lambda: _("By the rules chosen for this game, you may not make a mill in your first six turns"),
    "nothing_there": lambda point: _("There is no piece on this point"),
    "just_placed": lambda: _("You placed this piece in this turn: it stays"),
    "just_moved": lambda: _("You moved this piece in this turn: it stays"),
    "not_next_to_placed": lambda piece: _("Only a piece next to the one you placed may slide"),
    "not_in_line": lambda: _("A piece slides in a straight line, one or two points"),
    "in_the_way": _in_the_way,
    "not_in_a_mill": lambda piece: _("This piece is in no mill"),
}
REFUSAL_CODES = frozenset({"not_your_turn", *_REFUSALS})
"""All codes of refusals for which there are words."""


def action_text(action: Action, observation: Observation | None = None) -> str:
    """Return the name of a step inside a sentence, as in "Undo: place the red disc".

    If ``observation``, the observation before the step, is given, the words name the piece that slides or is taken.
    """
    if isinstance(action, Place):
        text = _("place {piece} on {point}")
        return text.format(piece=piece_words(action.piece), point=point_words(action.point))
    if isinstance(action, Slide):
        piece = None if observation is None else observation.board[action.origin]
        if piece is None:
            return _("slide a piece to {point}").format(point=point_words(action.target))
        return _("slide {piece} to {point}").format(piece=piece_words(piece), point=point_words(action.target))
    piece = None if observation is None else observation.board[action.point]
    if piece is None:
        return _("take the piece on {point}").format(point=point_words(action.point))
    return _("take {piece} from {point}").format(piece=piece_words(piece), point=point_words(action.point))


def is_worth_telling(event: Event, seat: int | None) -> bool:
    """Return True if the event is announced. The end of a turn is not announced, because it can be seen."""
    return not isinstance(event, TurnEnded)


def event_text(event: Event, names: Sequence[str], seat: int | None, *, laid_open: bool = False) -> str:
    """Return the event as a sentence for the player in ``seat``, or for a spectator.

    ``laid_open`` is ignored, because nothing is hidden in this game.
    """
    match event:
        case Placed():
            text = _("You placed {piece} on {point}.") if event.seat == seat else _("{name} placed {piece} on {point}.")
            return text.format(name=names[event.seat], piece=piece_words(event.piece), point=point_words(event.point))
        case Slid():
            text = _("You slid {piece} to {point}.") if event.seat == seat else _("{name} slid {piece} to {point}.")
            return text.format(name=names[event.seat], piece=piece_words(event.piece), point=point_words(event.target))
        case Captured():
            text = _("You took {piece} from {point}.") if event.seat == seat else _("{name} took {piece} from {point}.")
            return text.format(name=names[event.seat], piece=piece_words(event.piece), point=point_words(event.point))
        case TurnEnded():
            text = (
                _("You have completed turn {turn}.") if event.seat == seat else _("{name} has completed turn {turn}.")
            )
            return text.format(name=names[event.seat], turn=event.turn)
        case GameEnded():
            return game_end_text(event, names, seat)


def brief_text(events: Sequence[Event], names: Sequence[str], seat: int | None) -> str:
    """Return one sentence about the other player's whole turn, without the points of the board; "" for other events."""
    steps = [event for event in events if isinstance(event, Placed | Slid | Captured)]
    others = bool(steps) and all(event.seat == steps[0].seat != seat for event in steps)
    if not others or isinstance(events[-1], GameEnded):
        return ""
    name = names[steps[0].seat]
    match [piece_words(step.piece) for step in steps]:
        case [placed, slid]:
            return _("{name} placed {placed} and slid {slid}.").format(name=name, placed=placed, slid=slid)
        case [placed, slid, taken]:
            text = _("{name} placed {placed}, slid {slid} and took {taken}.")
            return text.format(name=name, placed=placed, slid=slid, taken=taken)
        case [placed, slid, taken, other]:
            text = _("{name} placed {placed}, slid {slid} and took {taken} and {other}.")
            return text.format(name=name, placed=placed, slid=slid, taken=taken, other=other)
    return ""


def game_end_text(event: GameEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence about who won, and why."""
    if event.winner is None:
        text = ngettext(
            "The game is drawn: nobody has won in {turns} turn.",
            "The game is drawn: nobody has won in {turns} turns.",
            MOST_TURNS,
        )
        return text.format(turns=MOST_TURNS)
    if event.winner == seat:
        text = _("You win: {loser} has no pieces left in hand.")
        if event.reason == "blocked":
            text = _("You win: {loser} has no turn that can be completed.")
    elif seat is not None:
        text = _("{winner} wins: you have no pieces left in hand.")
        if event.reason == "blocked":
            text = _("{winner} wins: you have no turn that can be completed.")
    else:
        text = _("{winner} wins: {loser} has no pieces left in hand.")
        if event.reason == "blocked":
            text = _("{winner} wins: {loser} has no turn that can be completed.")
    return text.format(winner=names[event.winner], loser=names[1 - event.winner])


def prompt(observation: Observation, names: Sequence[str]) -> str:
    """Return one sentence that says what the player to act can do."""
    if observation.player is None:
        return _("The game is over.")
    if not observation.to_act:
        return _("It is the turn of {name}.").format(name=names[observation.player])
    if observation.phase is Phase.SLIDE:
        return _("Your turn: slide a neighbour of the piece you placed.")
    if observation.phase is Phase.CAPTURE:
        return _("Your turn: take a piece out of the mill.")
    if observation.turn == 1:
        return _("Your turn: place a piece on any point.")
    return _("Your turn: place a piece next to another.")
