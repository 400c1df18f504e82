"""The themes of Mille's daily puzzles ("coups"). Each title is a question, so that it does not give the answer away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.i18n import pgettext


class CoupTheme(StrEnum):
    """The theme of a puzzle, which depends on the two actions between which a player hesitates."""

    DRAW_OR_PILE = "draw_or_pile"
    WHICH_SET = "which_set"
    LAY_OR_KEEP = "lay_or_keep"
    DISCARD = "discard"


def coup_theme(best: Action, tempting: Action) -> CoupTheme:
    """Return the theme of a puzzle with this ``best`` action and this ``tempting`` one."""
    kinds = {best.kind, tempting.kind}
    if kinds & {Kind.DRAW, Kind.PILE, Kind.TURNED}:
        return CoupTheme.DRAW_OR_PILE
    if kinds == {Kind.DISCARD}:
        return CoupTheme.DISCARD
    return CoupTheme.LAY_OR_KEEP if Kind.DISCARD in kinds else CoupTheme.WHICH_SET


TITLES: Mapping[str, Callable[[], str]] = {
    CoupTheme.DRAW_OR_PILE.value: lambda: pgettext("coup of the day", "To draw, or to take the pile?"),
    CoupTheme.LAY_OR_KEEP.value: lambda: pgettext("coup of the day", "To lay down, or to keep?"),
    CoupTheme.WHICH_SET.value: lambda: pgettext("coup of the day", "What to lay down?"),
    CoupTheme.DISCARD.value: lambda: pgettext("coup of the day", "What to throw away?"),
}
"""The title of each theme that people see."""
