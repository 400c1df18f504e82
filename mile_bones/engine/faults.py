"""The faults that a replay finds in a record, in words that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from mile_bones.engine.errors import IllegalAction, NotationError, Refusal, ReplayError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Pair


class Turn(Protocol):
    """The part of a ``State`` that this module needs."""

    @property
    def current_player(self) -> int | None:
        """The seat to act."""
        ...

    def why_not(self, action: Any, /) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not."""
        ...


class Score(Protocol):
    """The points of one player for one hand."""

    def to_dict(self) -> dict[str, int]:
        """Return the items of the score, with the names that records use."""
        ...


def action_fault(
    state: Turn,
    text: str,
    hand: int | None,
    number: int,
    parse: Callable[[str], Any],
    refusal_text: Callable[[Refusal, Sequence[str], int | None], str],
) -> ReplayError:
    """Return the error for the action ``text`` ("0 play GO"), which cannot be taken in ``state``.

    ``hand`` is the number of the hand, from 1, or None if the game has no hands. ``number`` is the number of the
    action, from 1. ``parse`` and ``refusal_text`` are the game's own functions. If the rules forbid the action, an
    IllegalAction is the cause of the error.
    """
    seat, _space, notation = text.partition(" ")
    try:
        action = parse(notation or text)
    except NotationError as error:
        return ReplayError(str(error), hand, number)
    refusal = state.why_not(action)
    if seat != str(state.current_player) or refusal is None:
        reason = _("“{text}”: it is the turn of player {player}")
        return ReplayError(reason.format(text=excerpt(text), player=state.current_player), hand, number)
    names = [_("player {player}").format(player=player) for player in (0, 1)]
    found = ReplayError(f"“{excerpt(text)}”: {refusal_text(refusal, names, state.current_player)}", hand, number)
    found.__cause__ = IllegalAction(action, refusal)
    return found


def check_score(given: Pair[Mapping[str, int]], right: Pair[Score], hand: int) -> None:
    """Raise ReplayError at the first item of ``given``, the score in a record, that differs from ``right``, the correct
    score.
    """
    for seat, (items, score) in enumerate(zip(given, right, strict=True)):
        counted = score.to_dict()
        if set(items) != set(counted):
            raise ReplayError(_("the score of player {seat} has not the right items").format(seat=seat), hand)
        for item, points in counted.items():
            if items[item] != points:
                reason = _("the score of player {seat} says {item} {given}, but it is {points}")
                raise ReplayError(reason.format(seat=seat, item=item, given=items[item], points=points), hand)
