"""The lesson *First mill*: five boards on which a person learns the game by playing it.

The first board is the empty cube, and the others are in the middle or near the end of a game. The actions of the
computer are fixed. Therefore the table at every step is exactly the one that the words of the step describe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from mile_bones.engine.lesson import Lesson, LessonStep, Words
from mile_bones.games.millieu.actions import ACTIONS, PLACE, SLIDE, TAKE, Action, Place, Slide
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import PIECES, Piece
from mile_bones.games.millieu.rules import NAME
from mile_bones.games.millieu.state import MillieuState
from mile_bones.i18n import gettext as _

_Position = Callable[[], MillieuState]
_LETTERS = {f"{piece.name[0]}{piece.name.partition('_')[2][0]}": piece for piece in PIECES}


def _position(turn: int, own: str, *sheets: str) -> _Position:
    """Return a function that makes the position at the beginning of your turn number ``turn``.

    ``own`` is your hand. ``sheets`` are the sheets from the bottom, each with its rows from the back. A piece is
    written as the first letters of its colour and its shape, and an empty point as dots. The computer has all other
    pieces.
    """
    board = tuple(_LETTERS.get(word) for word in " ".join(sheets).split())
    held = [_LETTERS[word] for word in own.split()]
    hand = tuple(held.count(piece) for piece in PIECES)
    other = tuple(2 - board.count(piece) - hand[piece] for piece in PIECES)  # there are two pieces of each kind
    view = Observation(None, 0, 0, Phase.PLACE, turn, board, (hand, other))
    return lambda: MillieuState.from_observation(view)


_MILLS = _position(
    7,
    "RS RS RH CD CS CS",
    "..  ..  ..   ..  ..  ..   ..  ..  ..",
    "..  ..  ..   ..  ..  ..   ..  BH  BS",
    "..  ..  ..   ..  RD  ..   BD  BS  CH",
)
_CROSS = _position(
    11,
    "RD RH BD BS",
    "RS  RH  CH   ..  CH  BH   ..  ..  ..",
    "..  ..  BH   CD  BD  ..   ..  BS  ..",
    "..  ..  ..   ..  ..  ..   ..  ..  ..",
)
_FULL_HAND = _position(
    11,
    "RD RS RH BD BS BH CD CS CH",
    "..  ..  ..   ..  CH  ..   ..  ..  ..",
    "..  ..  BH   CD  BD  ..   ..  BS  ..",
    "..  ..  ..   ..  ..  ..   ..  ..  ..",
)
_RACE = _position(
    15,
    "RD CD",
    "BD  BH  RS   CS  CH  CS   ..  CH  ..",
    "RH  ..  ..   BH  BS  RH   ..  ..  ..",
    "..  BS  ..   ..  CD  BD   ..  ..  ..",
)

_Wrong = Mapping[Action, Words]


def _read(topic: str, words: Words, *, before_another_board: bool = True) -> LessonStep:
    if not before_another_board:
        return LessonStep(topic, words)
    return LessonStep(topic, words, otherwise=lambda: _("This board is done. “Next” brings another one."))


def _do(
    topic: str,
    words: Words,
    action: Action,
    *replies: Action,
    wrong: _Wrong | None = None,
    otherwise: Words | None = None,
    on: _Position | None = None,
) -> LessonStep:
    """Return a step of your turn. ``replies`` is the turn of the computer if yours is over then. ``on`` is the position
    with which the step begins, or None if the game continues.
    """
    return LessonStep(topic, words, action, replies, MappingProxyType({**(wrong or {})}), otherwise, on)


def _places(words: Words, points: Iterable[int], pieces: Iterable[Piece] = PIECES) -> _Wrong:
    """Return a mapping with the same words for all placings of ``pieces`` on ``points``."""
    kinds, wanted = {*pieces}, {*points}
    found = (one for one in ACTIONS if isinstance(one, Place) and one.piece in kinds and one.point in wanted)
    return dict.fromkeys(found, words)


def _slides(words: Words, origin: int) -> _Wrong:
    """Return a mapping with the same words for all slides from ``origin``."""
    return dict.fromkeys((one for one in ACTIONS if isinstance(one, Slide) and one.origin == origin), words)


_STEPS = (
    _read(
        "cube",
        lambda: _(
            "Welcome! The cube has 27 points, and you and the computer have nine pieces each. Whoever completes the"
            " last turn wins."
        ),
        before_another_board=False,
    ),
    _do(
        "opening",
        lambda: _(
            "The first turn is short: you place one piece, anywhere. Put the cream disc in the middle of the bottom"
            " sheet."
        ),
        PLACE[Piece.CREAM_DISC][4],
        PLACE[Piece.BROWN_SQUARE][5],
        SLIDE[4, 3],
        otherwise=lambda: _(
            "You may begin with any piece on any point. In this lesson put the cream disc on the lit point."
        ),
    ),
    _do(
        "place",
        lambda: _(
            "The computer placed a piece and slid yours: on the cube, pieces belong to nobody. Place the red hexagon"
            " next to the brown square."
        ),
        PLACE[Piece.RED_HEX][8],
        otherwise=lambda: _("That is allowed as well. In this lesson put the red hexagon on the lit point."),
    ),
    _do(
        "slide",
        lambda: _(
            "Now a neighbour of that piece must slide, one or two points in a straight line. Slide the brown square up"
            " to the top sheet."
        ),
        SLIDE[5, 23],
        PLACE[Piece.BROWN_DISC][20],
        SLIDE[23, 22],
        wrong={SLIDE[5, 14]: lambda: _("One point is allowed as well. Go two, up to the top sheet.")},
        otherwise=lambda: _("It may slide there as well. But see how a post leads upwards: slide it to the top sheet."),
    ),
    _read(
        "turn",
        lambda: _(
            "Place a piece, slide a neighbour: that is a turn. There is more to it if you make a mill, and for that"
            " you get another board."
        ),
    ),
    _do(
        "colour",
        lambda: _(
            "A mill is a line of three, for example of one colour and three shapes. Two brown pieces stand in the"
            " middle sheet, and a brown disc above. Place the cream square next to that disc."
        ),
        PLACE[Piece.CREAM_SQUARE][21],
        wrong=_places(
            lambda: _("That piece would do there as well. In this lesson take the cream square."),
            (21,),
            (piece for piece in PIECES if piece is not Piece.CREAM_SQUARE),
        ),
        otherwise=lambda: _(
            "The brown disc should slide, so the piece must stand next to it. Put the cream square on the lit point."
        ),
        on=_MILLS,
    ),
    _do(
        "colour",
        lambda: _("Slide the brown disc down by one point, into the row of the brown hexagon and the brown square."),
        SLIDE[24, 15],
        wrong={SLIDE[24, 6]: lambda: _("That is too far. In the middle sheet two brown pieces wait for it.")},
        otherwise=lambda: _("The red disc makes no mill there. Slide the brown disc down."),
    ),
    _do(
        "capture",
        lambda: _(
            "A mill! From a mill you take one piece into your hand, but never one that you have just placed or slid."
            " Take the brown square."
        ),
        TAKE[17],
        PLACE[Piece.RED_DISC][7],
        SLIDE[16, 17],
        wrong={
            TAKE[16]: lambda: _(
                "Then the computer could make a mill in the same row, with another brown hexagon. Take the brown"
                " square."
            )
        },
    ),
    _do(
        "shape",
        lambda: _(
            "One shape and three colours are a mill as well. At a front corner a cream hexagon stands above a brown"
            " one: place the red hexagon below them."
        ),
        PLACE[Piece.RED_HEX][8],
        otherwise=lambda: _("Three hexagons would be a mill. Put the red hexagon below the other two."),
    ),
    _do(
        "shape",
        lambda: _(
            "The mill is there, but a neighbour must still slide, and the mill has to stand after that. Slide the red"
            " disc to the back row."
        ),
        SLIDE[7, 1],
        wrong=_slides(
            lambda: _("The brown hexagon is part of your mill, which would be broken. Slide the red disc."), 17
        ),
        otherwise=lambda: _("That is allowed as well. In this lesson slide the red disc to the lit point."),
    ),
    _do(
        "shape",
        lambda: _("Three hexagons, three colours. Take the brown hexagon."),
        TAKE[17],
        PLACE[Piece.RED_HEX][0],
        SLIDE[1, 10],
        wrong={
            TAKE[26]: lambda: _("Then the computer could make a mill with the brown hexagon at once. So take that one.")
        },
    ),
    _read(
        "captures",
        lambda: _(
            "Each piece that you take is one more turn for you. You have six pieces now, and the computer has four."
            " On the next board you make two mills at once."
        ),
    ),
    _do(
        "crossing",
        lambda: _(
            "A cream disc and a brown disc stand in the middle row of the middle sheet. Place the red disc beside them."
        ),
        PLACE[Piece.RED_DISC][14],
        otherwise=lambda: _("Look for the third disc of that row: put the red disc on the lit point."),
        on=_CROSS,
    ),
    _do(
        "crossing",
        lambda: _(
            "That is one mill. Now slide the brown hexagon behind the brown disc: with the brown square in front it is"
            " another one."
        ),
        SLIDE[11, 10],
        wrong=_slides(
            lambda: _("The brown disc is part of your mill, which would be broken. Slide the brown hexagon."), 13
        ),
        otherwise=lambda: _(
            "That leaves you with one mill. Slide the brown hexagon to the lit point, and there are two."
        ),
    ),
    _do(
        "shared",
        lambda: _(
            "The two mills share the brown disc. If you took it, both would be broken and you would have one piece."
            " Take the cream disc first."
        ),
        TAKE[12],
        wrong={
            TAKE[13]: lambda: _("That breaks both mills, and you get only one piece. Take the cream disc first."),
            TAKE[16]: lambda: _("You may begin with that one as well. In this lesson take the cream disc first."),
        },
    ),
    _do(
        "shared",
        lambda: _("The brown mill still stands, so you take a piece of it, too. Take the brown square."),
        TAKE[16],
        PLACE[Piece.CREAM_SQUARE][12],
        SLIDE[13, 16],
        wrong={TAKE[13]: lambda: _("That is allowed as well. In this lesson take the brown square.")},
    ),
    _read(
        "shared",
        lambda: _(
            "Two pieces in one turn! But at the end of a turn nobody may hold more than nine. See the same mills with a"
            " full hand."
        ),
    ),
    _do(
        "limit",
        lambda: _("You have nine pieces. Place the red disc beside the other two discs, and eight are left."),
        PLACE[Piece.RED_DISC][14],
        otherwise=lambda: _("Make the same mills as before: put the red disc on the lit point."),
        on=_FULL_HAND,
    ),
    _do(
        "limit",
        lambda: _("Slide the brown hexagon behind the brown disc again, and two mills stand."),
        SLIDE[11, 10],
        wrong=_slides(
            lambda: _("The brown disc is part of your mill, which would be broken. Slide the brown hexagon."), 13
        ),
        otherwise=lambda: _(
            "That leaves you with one mill. Slide the brown hexagon to the lit point, and there are two."
        ),
    ),
    _do(
        "limit",
        lambda: _(
            "There is room for only one more piece in your hand. So only the brown disc may be taken: it breaks both"
            " mills."
        ),
        TAKE[13],
        PLACE[Piece.RED_SQUARE][13],
        SLIDE[10, 11],
    ),
    _read(
        "race",
        lambda: _(
            "You know all the rules now. The last board is the end of a game: whoever runs out of pieces first loses."
        ),
    ),
    _do(
        "race",
        lambda: _(
            "Two pieces in each hand, and it is your turn: without a mill you would run out first. Place the red disc"
            " beside the two discs in the top sheet."
        ),
        PLACE[Piece.RED_DISC][21],
        otherwise=lambda: _("Only one mill can be made here, and you need it. Put the red disc on the lit point."),
        on=_RACE,
    ),
    _do(
        "race",
        lambda: _("Let the mill stand, and slide the brown hexagon to the front."),
        SLIDE[12, 15],
        otherwise=lambda: _(
            "The cream disc is part of your mill, which would be broken. Slide the brown hexagon to the front."
        ),
    ),
    _do(
        "race",
        lambda: _("Take the cream disc. Then you have two pieces again."),
        TAKE[22],
        PLACE[Piece.RED_SQUARE][22],
        SLIDE[13, 10],
        wrong={TAKE[23]: lambda: _("That is allowed as well. In this lesson take the cream disc.")},
    ),
    _do(
        "careful",
        lambda: _(
            "Two pieces for you, one for the computer: you are ahead as long as it gets no mill. Place a cream disc in"
            " the centre of the cube."
        ),
        PLACE[Piece.CREAM_DISC][13],
        wrong=_places(
            lambda: _("From there every slide would leave the computer a mill. Place it in the centre."), (25, 26)
        ),
        otherwise=lambda: _("That may do as well. In this lesson place it in the centre."),
    ),
    _do(
        "careful",
        lambda: _("Three of the four slides would leave the computer a mill. Slide the brown square to the lit point."),
        SLIDE[10, 11],
        PLACE[Piece.RED_DISC][8],
        SLIDE[7, 6],
        otherwise=lambda: _("Then the computer could make a mill, and be ahead of you. Slide the brown square."),
    ),
    _do(
        "last turn",
        lambda: _(
            "That was the last piece of the computer, and you still have one. Place it on the lit point: the last cream"
            " disc."
        ),
        PLACE[Piece.CREAM_DISC][7],
        otherwise=lambda: _("Any whole turn wins the game now. In this lesson put the cream disc on the lit point."),
    ),
    _do(
        "last turn",
        lambda: _("Slide the red disc up, and the computer has no turn any more."),
        SLIDE[8, 17],
        otherwise=lambda: _("Any slide wins the game now. In this lesson slide the red disc up."),
    ),
)

LESSON = Lesson(
    title=lambda: _("First mill"),
    line=lambda: _("Learn the game by playing it, in five minutes."),
    rules=NAME,
    new_state=MillieuState,
    steps=_STEPS,
    end_title=lambda: _("Now you know the mills"),
    end_words=lambda: _(
        "You completed the last turn, so you have won. In a game of your own no mill is prepared for you: leave none to"
        " the computer, and count the pieces in both hands. A turn that leaves no mill is safe: keep some for the end,"
        " because a player without a safe turn must give a piece away. If you begin, you win only with more captures"
        " than the computer.\n\nHelp on everything is one key away: F1."
    ),
)
