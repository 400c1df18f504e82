"""The coach of Millieu, which rates steps and gives reasons. There is no luck in this game."""

from __future__ import annotations

from mile_bones.games.millieu.actions import Action, Place, Slide
from mile_bones.games.millieu.observation import Observation
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.coach import CoachSpec, Rating, Win
from mile_bones.players.level_spec import Cancel
from mile_bones.players.reasoned import Reasoned, Reasons

_THINKS = 3
"""A counter that is part of the coach's version. Raise it with every change that makes this coach think differently."""
_PLACING, _SLIDES, _CAPTURES = "placing", "slides", "captures"

# NumPy comes with the search, so the search is imported on first use.


class Coaching(Reasoned):
    """The coach of Millieu, as ``players.coach.Coach`` describes it. Nothing is dealt, so there is no luck."""

    @property
    def reasons(self) -> Reasons:
        from mile_bones.players.millieu import reasons

        return reasons

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        """Rate each legal step, as ``players.millieu.coach.rate`` does. Nothing is hidden, so there is only one world:
        ``worlds`` and ``chosen`` are ignored.
        """
        from mile_bones.players.millieu.coach import rate

        return rate(observation, cancel)

    def verdict(self) -> str:
        return _("By its chances it is the better move.")

    def theme(self, better: Action, worse: Action) -> str:
        """Return the kind of choice between these two steps, which are of the same kind."""
        return _PLACING if isinstance(better, Place) else _SLIDES if isinstance(better, Slide) else _CAPTURES


def _find_wins(seed: int, number: int) -> list[Win]:
    from mile_bones.players.millieu.mining import find_wins

    return find_wins(seed, number)


def _refute(observation: Observation, turns: int) -> tuple[Action, ...] | None:
    from mile_bones.players.millieu.plans import Plans
    from mile_bones.players.millieu.wins import refutation

    plans = Plans(observation)
    found = refutation(plans.weighed(), turns)
    return None if found is None else plans.steps(found)


COACH = CoachSpec(
    load=Coaching,
    version=lambda: str(_THINKS),
    error_limits=(4, 12, 22, 48, 100),  # docs/coach.md, measured by packaging/measure_error_rates.py
    most_worlds=1,
    points=lambda: _("The chance that you win the game."),
    themes={
        _PLACING: lambda: pgettext("kind of choice", "Placing"),
        _SLIDES: lambda: pgettext("kind of choice", "Slides"),
        _CAPTURES: lambda: pgettext("kind of choice", "Captures"),
    },
    coup_themes={"win_2": lambda: _("Win in two turns"), "win_3": lambda: _("Win in three turns")},
    find_wins=_find_wins,
    refute=_refute,
)
