"""The description of Mile Bones for the other packages."""

from __future__ import annotations

from mile_bones.engine.spec import Choice, Spec, score_lists_of_points
from mile_bones.games.milebones.rules import MILE_BONES, MILLE, NAME
from mile_bones.i18n import gettext as _

SPEC = Spec(
    name=NAME,
    module=__name__,
    title=lambda: _("Mile Bones"),
    line=lambda: _("Two cars, 700 miles and many a hazard: the classic race with cards."),
    poster="posters/mile_bones",
    band="green",
    rule_sets=(
        Choice(MILE_BONES.name, lambda: _("Mile Bones 2.1"), lambda: _("The rules of 1992.")),
        Choice(MILLE.name, lambda: _("mille(6)"), lambda: _("The rules of the terminal game.")),
    ),
    seats=2,
    has_hidden_cards=True,
    has_deals=True,
    has_hand=True,
    target=MILE_BONES.target,
    high_scores=score_lists_of_points(MILE_BONES.target),
    has_lesson=True,
)
