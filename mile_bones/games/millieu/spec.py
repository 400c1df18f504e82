"""The description of Millieu for the other packages."""

from __future__ import annotations

from mile_bones.engine.spec import Choice, GameOption, Spec
from mile_bones.games.millieu.rules import LATE_MILLS, NAME
from mile_bones.i18n import gettext as _


def _title() -> str:
    return _("Millieu")


SPEC = Spec(
    name=NAME,
    module=__name__,
    title=_title,
    line=lambda: _("Place, slide and take: the last to complete a turn wins."),
    poster="posters/millieu",
    band="navy",
    rule_sets=(Choice(NAME, _title),),
    seats=2,
    has_hidden_cards=False,
    has_deals=False,
    has_hand=False,
    target=None,
    has_steps=True,
    first=1,  # so that the person has the advantage, which the second player has
    options=(
        GameOption(
            LATE_MILLS,
            lambda: _("No mill in the first six turns of the second player"),
            (Choice(False, lambda: _("No")), Choice(True, lambda: _("Yes"))),
            lambda: _("Makes the game fair. Without it, the second player has the advantage."),
        ),
    ),
    section=NAME,
    has_lesson=True,
)
