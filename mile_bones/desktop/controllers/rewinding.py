"""The steps to animate after an undo or a redo. This module does not use Qt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mile_bones.match.match import Match
    from mile_bones.match.steps import ReplayedAction


class Rewinding(NamedTuple):
    """The undo (if ``back``) or redo of one action. ``end`` is the observation after this step."""

    events: tuple[Any, ...]
    end: Any
    back: bool


def rewindings(before: Sequence[ReplayedAction], length: int, match: Match, viewer: int) -> list[Rewinding]:
    """Return the steps to animate for `viewer` after an undo or redo, in order.

    `before` and `length` are the `story` and the `length` of the match before the undo or redo. The list is empty if
    another hand is on the table now, because dealt cards cannot fly back.
    """
    if match.length < length:
        return _back(before, match, viewer)
    after = match.story(viewer)
    if not after or after[0].number > length:
        return []
    return [Rewinding(one.events, one.observation, False) for one in after if one.number >= length]


def _back(before: Sequence[ReplayedAction], match: Match, viewer: int) -> list[Rewinding]:
    """Return the steps of an undo, the last action first."""
    if not before or before[0].number > match.length:
        return []
    undone = [one for one in before if one.number >= match.length]
    ends = [earlier.observation for earlier, _later in pairwise(undone)]
    steps = zip(undone, [match.observation(viewer), *ends], strict=True)
    return [Rewinding(one.events, end, True) for one, end in reversed([*steps])]
