"""The coach of Mille, which rates steps and gives reasons. It cannot tell luck from skill."""

from __future__ import annotations

from functools import cache
from zlib import crc32

from mile_bones import resources
from mile_bones.games.montreal.actions import Action
from mile_bones.games.montreal.observation import Observation
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.coach import ClearChoice, CoachSpec, Rating
from mile_bones.players.level_spec import Cancel
from mile_bones.players.montreal import coup_themes, reasons
from mile_bones.players.montreal.reasons import Theme
from mile_bones.players.reasoned import Reasoned, Reasons

_THINKS = 4
"""A counter that is part of the coach's version. Raise it whenever this coach thinks differently with the same
weights.
"""
MOST_WORLDS = 224
"""The upper limit on imagined worlds for one choice: 24 that choose the best table, and 200 that measure a cost."""


class Coaching(Reasoned):
    """The coach of Mille, as ``players.coach.Coach`` describes it. It does not judge luck, because no network of this
    game sees all cards.
    """

    @property
    def reasons(self) -> Reasons:
        return reasons

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        """Rate each legal step, as ``MontrealCoach.rate`` does."""
        from mile_bones.players.montreal.coach import load_coach

        return load_coach().rate(observation, min(worlds, MOST_WORLDS), cancel, chosen)

    def theme(self, better: Action, worse: Action) -> str:
        """Return the kind of choice between these two steps."""
        return reasons.theme(better, worse)


def _find_choices(seed: int, number: int) -> list[ClearChoice]:
    from mile_bones.players.montreal.mining import find_choices

    return find_choices(seed, number)


@cache
def _version() -> str:
    return f"{_THINKS}-{crc32(resources.path('players/montreal.npz').read_bytes()):08x}"


COACH = CoachSpec(
    load=Coaching,
    version=_version,
    error_limits=(10, 20, 30, 60, 120),  # docs/coach.md, measured by packaging/measure_error_rates.py
    most_worlds=MOST_WORLDS,
    says_error=True,
    points=lambda: _(
        "Points by which you would be ahead at the end of the deal, on average, and your chance to win the game."
    ),
    themes={
        Theme.PILE.value: lambda: pgettext("kind of choice", "Drawing or the pile"),
        Theme.SETS.value: lambda: pgettext("kind of choice", "Sets"),
        Theme.DISCARDS.value: lambda: pgettext("kind of choice", "Discards"),
    },
    coup_themes=coup_themes.TITLES,
    find_choices=_find_choices,
)
