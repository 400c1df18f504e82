"""The reasons why one step in Millieu is better than another, as facts that can be seen.

As in Mile Bones, a reason depends only on the observation and the two steps. It is true, and it makes a difference
between them. The caller already knows which step is better.

A step "can" do what one of the turns that begin with it does. What happens "otherwise" happens in every turn that
begins with the other step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu.actions import Action, Place, Take
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.words import piece_in_list
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.search import WON, Position, may_make_mills, next_barred, places_for_mills

_MOST_ENDS = 40
"""The most turns for which all answers are counted."""
_CLEARLY_FEWER = 0.9
"""A number of safe turns is given as a reason only if it is less than this share of the other number."""


class Code(StrEnum):
    """The fact that makes one step better than another. No name may change, because reviews keep these names."""

    LAST_PIECE = "last_piece"
    TAKES = "takes"  # count: pieces
    TAKES_MORE = "takes_more"  # count, other_count: pieces
    NO_MILL = "no_mill"
    LOSES_LESS = "loses_less"  # count, other_count: pieces
    EXCHANGE = "exchange"  # count: pieces
    FEWER_TURNS = "fewer_turns"  # count, other_count: turns
    MORE_PLACES = "more_places"  # count, other_count: points
    NEW_KIND = "new_kind"  # piece: that of the better step
    HAS_ANOTHER = "has_another"  # piece: that of the better step


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact for the player in ``seat``, whose choice it is. The comments in ``Code`` say which fields are used."""

    code: Code
    seat: int
    count: int = 0
    other_count: int = 0
    piece: Piece = Piece.RED_DISC


class _Turns:
    """The results of the turns that begin with a step. ``best`` is the most promising of these turns at first sight."""

    def __init__(self, plans: Plans, position: Position, numbers: NDArray[np.intp], held: int) -> None:
        self._position = position
        self._numbers = numbers
        self._left = position.turns.hands[:, numbers].sum(axis=0, dtype=np.intp)
        self.lead = position.lead[numbers]
        self.takes = self._left - held
        self.wins = self.lead == WON
        self.gives = np.where(self.wins, 0, self._left - int(plans.other.sum()) - self.lead).astype(np.intp)
        self.best = int(position.promise[numbers].argmax())
        self.may_make_mills_next = may_make_mills(next_barred(next_barred(position.barred)))

    def __len__(self) -> int:
        return len(self._numbers)

    def places(self) -> NDArray[np.intp]:
        """Return for each turn the number of points where a piece from the hand then makes a mill."""
        return places_for_mills(self._position.turns)[self._numbers]

    def all_end_without_a_piece(self) -> bool:
        """Return True if every turn leaves no piece in the hand and lets the other player have a turn."""
        return bool(((self._left == 0) & ~self.wins).all())

    def fewest_safe_answers(self) -> int | None:
        """Return the fewest safe answers that one of these turns leaves to the other player.

        A safe answer gives no mill away. Return None if there are too many turns to count.
        """
        if len(self) > _MOST_ENDS:
            return None
        return min(_safe(self._position.after(number)) for number in self._numbers.tolist())


def _safe(after: Position) -> int:
    """Return the number of turns of this position after which nothing can be captured."""
    held = after.turns.hands.sum(axis=0, dtype=np.intp)
    return int(((held - int(after.other.sum()) == after.lead) | (after.lead == WON)).sum())


def find(observation: Observation, better: Action, worse: Action) -> Reason | None:
    """Return the reason why ``better`` is better than ``worse``, or None if nothing that can be seen explains it."""
    seat = observation.seat
    assert seat is not None and seat == observation.player, "it is the choice of this seat"
    if better == worse or all(piece is None for piece in observation.board):
        return None
    plans = Plans(observation)
    position, steps = plans.weighed(), plans.first_steps()
    held = int(plans.own.sum()) - plans.is_whole  # the number of pieces in the hand after a piece has been placed
    good, bad = (
        _Turns(plans, position, np.array([turn for turn, step in enumerate(steps) if step == one]), held)
        for one in (better, worse)
    )
    return (
        _of_the_end(seat, good, bad)
        or _of_pieces(seat, good, bad)
        or _of_the_hand(observation, better, worse)
        or _of_places(seat, good, bad)
    )


def _of_the_end(seat: int, good: _Turns, bad: _Turns) -> Reason | None:
    """Return a reason if every turn after ``bad`` loses by leaving no piece in the hand, but not every turn after
    ``good`` does.

    To run out of pieces is the only way to lose, because a player is never blocked except in rare positions.
    """
    if bad.all_end_without_a_piece() and not good.all_end_without_a_piece():
        return Reason(Code.LAST_PIECE, seat)
    return None


def _of_pieces(seat: int, good: _Turns, bad: _Turns) -> Reason | None:
    if good.wins.any() or bad.wins.any():
        return None
    more = int(good.lead.max() - bad.lead.max())
    takes, others = int(good.takes[good.best]), int(bad.takes.max())
    gives, given = int(good.gives[good.best]), int(bad.gives.min())
    if more < 0:
        return None
    if takes > others:
        return Reason(Code.TAKES_MORE if others else Code.TAKES, seat, takes, others)
    if gives < given:
        return Reason(Code.LOSES_LESS if gives else Code.NO_MILL, seat, gives, given)
    if more:
        return Reason(Code.EXCHANGE, seat, more)
    count, other_count = good.fewest_safe_answers(), bad.fewest_safe_answers()
    if count is not None and other_count is not None and count < _CLEARLY_FEWER * other_count:
        return Reason(Code.FEWER_TURNS, seat, count, other_count)
    return None


def _of_the_hand(seen: Observation, better: Action, worse: Action) -> Reason | None:
    assert seen.seat is not None
    hand = seen.hands[seen.seat]
    if isinstance(better, Place) and isinstance(worse, Place):
        if hand[better.piece] > 1 == hand[worse.piece]:
            return Reason(Code.HAS_ANOTHER, seen.seat, piece=better.piece)
    elif isinstance(better, Take) and isinstance(worse, Take):
        one, other = seen.board[better.point], seen.board[worse.point]
        if one is not None and other is not None and hand[one] == 0 < hand[other]:
            return Reason(Code.NEW_KIND, seen.seat, piece=one)
    return None


def _of_places(seat: int, good: _Turns, bad: _Turns) -> Reason | None:
    if good.wins.any() or bad.wins.any() or not good.may_make_mills_next:
        return None
    count, other_count = int(good.places()[good.lead == good.lead.max()].max()), int(bad.places().max())
    return Reason(Code.MORE_PLACES, seat, count, other_count) if count > other_count else None


def sentence(reason: Reason) -> str:
    """Return the reason as a sentence. It names nobody: the other player is "the opponent"."""
    return _SENTENCES[reason.code](reason).format(
        count=format_number(reason.count),
        other_count=format_number(reason.other_count),
        piece=piece_in_list(reason.piece),
    )


_SENTENCES: dict[Code, Callable[[Reason], str]] = {
    Code.LAST_PIECE: lambda r: _(
        "Otherwise no piece is left in the hand, and the opponent can win with the next turn."
    ),
    Code.TAKES: lambda r: ngettext(
        "It can make a mill, and take {count} piece.", "It can make mills, and take {count} pieces.", r.count
    ),
    Code.TAKES_MORE: lambda r: ngettext(
        "It can take {count} piece, and otherwise {other_count} at most.",
        "It can take {count} pieces, and otherwise {other_count} at most.",
        r.count,
    ),
    Code.NO_MILL: lambda r: _("Otherwise the opponent cannot be kept from making a mill."),
    Code.LOSES_LESS: lambda r: ngettext(
        "With it the opponent can be held to {count} piece, and otherwise can take {other_count} at least.",
        "With it the opponent can be held to {count} pieces, and otherwise can take {other_count} at least.",
        r.count,
    ),
    Code.EXCHANGE: lambda r: ngettext(
        "What both can take set against each other, it brings {count} piece more.",
        "What both can take set against each other, it brings {count} pieces more.",
        r.count,
    ),
    # Translators: a safe turn is one that gives no mill away.
    Code.FEWER_TURNS: lambda r: (
        ngettext(
            "It can leave the opponent only {count} safe turn, otherwise {other_count} at least.",
            "It can leave the opponent only {count} safe turns, otherwise {other_count} at least.",
            r.count,
        )
        if r.count
        else _("It can leave the opponent no safe turn, otherwise {other_count} at least.")
    ),
    Code.MORE_PLACES: lambda r: (
        ngettext(
            "It can keep {count} point where a piece from the hand makes a mill, otherwise {other_count} at most.",
            "It can keep {count} points where a piece from the hand makes a mill, otherwise {other_count} at most.",
            r.count,
        )
        if r.other_count
        else ngettext(
            "It can keep {count} point where a piece from the hand makes a mill, otherwise none.",
            "It can keep {count} points where a piece from the hand makes a mill, otherwise none.",
            r.count,
        )
    ),
    # Translators: {piece} is a name such as "red disc".
    Code.NEW_KIND: lambda r: _("There is none of this piece in the hand yet: {piece}."),
    Code.HAS_ANOTHER: lambda r: _("There is another of this piece in the hand: {piece}."),
}
