"""The description of Mille, the rummy of Montréal, for the other packages."""

from __future__ import annotations

from mile_bones.engine.spec import Choice, GameOption, Spec, score_lists_of_points
from mile_bones.games.montreal.rules import NAME, USUAL
from mile_bones.i18n import gettext as _


def _title() -> str:
    return _("Mille")


_NO_OR_YES = (Choice(False, lambda: _("No")), Choice(True, lambda: _("Yes")))

SPEC = Spec(
    name=NAME,
    module=__name__,
    title=_title,
    line=lambda: _("The rummy of Montréal: lay down sets, take the pile, and be the first to go out."),
    poster="posters/montreal",
    band="burgundy",
    rule_sets=(Choice(NAME, _title),),
    seats=2,
    has_hidden_cards=True,
    has_deals=True,
    has_hand=True,
    first=None,
    hands_are_deals=True,
    for_stakes=True,
    target=USUAL.target,
    high_scores=score_lists_of_points(USUAL.target),
    options=(
        # Translators: a natural is a set of all eight cards of a rank, or going out without a wild; a chapeau (French
        # for hat) is a deal with less than no points. Progressive: the second is paid twice, the third three times.
        GameOption(
            "natural_required",
            lambda: _("A natural is required to win"),
            _NO_OR_YES,
            lambda: _("A natural is all eight cards of a rank, or going out without a wild."),
        ),
        GameOption(
            "progressive",
            lambda: _("Progressive payment of naturals and chapeaux"),
            _NO_OR_YES,
            lambda: _("The second of a game is paid twice, the third three times."),
        ),
        GameOption(
            "stake",
            lambda: _("Stakes for 100 points and for the game"),
            (
                Choice(0, lambda: _("None")),
                Choice(1, lambda: _("1 and 3")),
                Choice(2, lambda: _("2 and 6")),
                Choice(3, lambda: _("3 and 9")),
            ),
        ),
    ),
    targets=(USUAL.target, 2000),
    section="montreal",
    has_lesson=True,
)
