"""What there is to be seen when a choice is taken back or done once more: which actions, and in which order. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mile_bones.match.match import Match
    from mile_bones.match.steps import ReplayedAction


class Rewinding(NamedTuple):
    """The undoing (``back``) or redoing of one action. ``end``: how the table stands after it."""

    events: tuple[Any, ...]
    end: Any
    back: bool


def rewindings(before: Sequence[ReplayedAction], length: int, match: Match, viewer: int) -> list[Rewinding]:
    """What the viewer sees move now that the match stands where it stands.

    ``before`` and ``length``: its `story` and `length` until now. Nothing where another hand lies on the table: its
    cards were dealt, and cannot go there.
    """
    if match.length < length:
        return _back(before, match, viewer)
    after = match.story(viewer)
    if not after or after[0].number > length:
        return []
    return [Rewinding(one.events, one.observation, False) for one in after if one.number >= length]


def _back(before: Sequence[ReplayedAction], match: Match, viewer: int) -> list[Rewinding]:
    """The last action first."""
    if not before or before[0].number > match.length:
        return []
    undone = [one for one in before if one.number >= match.length]
    ends = [earlier.observation for earlier, _later in pairwise(undone)]
    steps = zip(undone, [match.observation(viewer), *ends], strict=True)
    return [Rewinding(one.events, end, True) for one, end in reversed([*steps])]
