"""The levels of Mille, the weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
    from mile_bones.players.montreal.easy import EasyPlayer


def _easy(seed: int, clock: Clock | None, cancel: Cancel | None) -> EasyPlayer:
    from mile_bones.players.montreal.easy import EasyPlayer

    return EasyPlayer(seed)


LEVELS = (
    Level(
        "easy",
        lambda: pgettext("level", "Easy"),
        lambda: _("Lays down what it can."),
        lambda: _("The others are measured against it."),
        _easy,
        quick=True,
    ),
)

USUAL = "easy"
"""The level that somebody new to the game meets."""
