"""Computer players of Millieu, from easy to champion.

They get observations like all players. ``choose`` plans a whole turn and gives its steps one by one; ``rate`` says what
each step is worth. The clock, if there is to be one, and the wish to stop are passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mile_bones.engine import NotationError
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from mile_bones.players.millieu.players import MillieuPlayer

LEVELS = ("easy", "strong", "champion")
"""The levels by name, the weakest first."""


def load_player(
    level: str,
    seed: int = 0,
    *,
    clock: Callable[[], float] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> MillieuPlayer:
    """A player of this level. The same level, seed and observation give the same answer, if no ``clock`` is given.

    With a clock (in seconds, such as ``time.monotonic``) no turn takes a second, whatever the machine. ``cancel`` is
    asked again and again while the player thinks; once it is true, ``choose`` returns soon. NotationError for a level
    that does not exist.
    """
    from mile_bones.players.millieu import players  # NumPy comes with them

    kinds = {"easy": players.EasyPlayer, "strong": players.StrongPlayer, "champion": players.ChampionPlayer}
    if level not in kinds:
        raise NotationError(_unknown(level))
    return kinds[level](seed, clock, cancel)


def level_name(level: str) -> str:
    """The name of a level for people. NotationError for a level that does not exist."""
    return _words(level)[0]


def level_word(level: str) -> str:
    """One line about a level, for Options. NotationError for a level that does not exist."""
    return _words(level)[1]


def _words(level: str) -> tuple[str, str]:
    if level == "easy":
        return pgettext("level", "Easy"), _("Takes what it can get.")
    if level == "strong":
        return pgettext("level", "Strong"), _("Gives nothing away.")
    if level == "champion":
        return pgettext("level", "Champion"), _("Thinks five turns ahead.")
    raise NotationError(_unknown(level))


def _unknown(level: str) -> str:
    return _("“{level}” is not a level; there are: {known}").format(level=level, known=", ".join(LEVELS))
