"""Mille, the rummy of Montréal, as the rooms above see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mile_bones.engine import NotationError, excerpt
from mile_bones.engine.record import Option
from mile_bones.engine.spec import Choice, GameOption, Spec, score_lists_of_points
from mile_bones.games.montreal import words
from mile_bones.games.montreal.body import Deals
from mile_bones.games.montreal.events import turns_the_hand
from mile_bones.games.montreal.facts import FACTS, facts, sheet
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.replay import replay_montreal
from mile_bones.games.montreal.rules import NAME, USUAL, rules_with
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.shapes import Codec


def _load(rules: str | None, options: Mapping[str, Option], target: int | None) -> MontrealMille:
    if rules not in (None, NAME):
        raise NotationError(_("“{name}” is not a rule set of Mille").format(name=excerpt(rules)))
    return MontrealMille(rules_with(options, USUAL.target if target is None else target))


def _codec() -> Codec:
    from mile_bones.games.montreal import codec

    return codec


_NO_OR_YES = (Choice(False, lambda: _("No")), Choice(True, lambda: _("Yes")))

SPEC = Spec(
    name=NAME,
    title=words.title,
    line=words.summary,
    poster="posters/montreal",
    band="burgundy",
    rule_sets=(Choice(NAME, words.title),),
    seats=2,
    has_hidden_cards=True,
    has_deals=True,
    has_hand=True,
    hands_are_deals=True,
    target=USUAL.target,
    words=words,
    load_codec=_codec,
    body=Deals,
    load=_load,
    load_single=lambda rules: MontrealMille(replace(_load(rules, {}, None).rules, most_deals=1)),
    replay=replay_montreal,
    turning=turns_the_hand,
    told=FACTS,
    facts=facts,
    sheet=sheet,
    high_scores=score_lists_of_points(USUAL.target),
    options=(
        # Translators: a natural is a set of all eight cards of a rank, or going out without a wild; a chapeau (French
        # for hat) is a deal with less than no points. Progressive: the second is paid twice, the third three times.
        GameOption("natural_required", lambda: _("A natural is required to win"), _NO_OR_YES),
        GameOption("progressive", lambda: _("Progressive payment of naturals and chapeaux"), _NO_OR_YES),
        GameOption(
            "stake",
            lambda: _("Stakes"),
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
)
