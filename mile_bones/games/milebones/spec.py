"""Mile Bones, as the rooms above see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mile_bones.engine import Hands, Record
from mile_bones.engine.record import Option
from mile_bones.engine.spec import Choice, Sheet, Spec, score_lists_of_points
from mile_bones.games.milebones import words
from mile_bones.games.milebones.events import turns_the_hand
from mile_bones.games.milebones.facts import FACTS, facts
from mile_bones.games.milebones.game import NAME, MileBones
from mile_bones.games.milebones.replay import replay_milebones
from mile_bones.games.milebones.rules import MILE_BONES, MILLE
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.lesson import Lesson
    from mile_bones.engine.shapes import Codec


def _load(rules: str | None, _options: Mapping[str, Option], target: int | None) -> MileBones:
    game = MileBones() if rules is None else MileBones(rules)
    return game if target is None else MileBones(replace(game.rules, target=target))


def _codec() -> Codec:
    from mile_bones.games.milebones import codec

    return codec


def _lesson() -> Lesson:
    from mile_bones.games.milebones.lesson import FIRST_HAND

    return FIRST_HAND


def _sheet(record: Record) -> Sheet:
    return tuple(
        hand.score
        and tuple((label, (hand.score[0][item], hand.score[1][item])) for item, label, _worth in words.score_items())
        for hand in record.hands
    )


SPEC = Spec(
    name=NAME,
    title=lambda: _("Mile Bones"),
    line=lambda: _("Two cars, a thousand miles and many a hazard: the classic race with cards."),
    poster="posters/mile_bones",
    band="green",
    rule_sets=(
        Choice(MILE_BONES.name, lambda: words.rules_name(MILE_BONES.name), lambda: _("The rules of 1992.")),
        Choice(MILLE.name, lambda: words.rules_name(MILLE.name), lambda: _("The rules of the terminal game.")),
    ),
    seats=2,
    has_hidden_cards=True,
    has_deals=True,
    has_hand=True,
    target=MILE_BONES.target,
    words=words,
    load_codec=_codec,
    body=Hands,
    load=_load,
    replay=replay_milebones,
    turning=turns_the_hand,
    told=FACTS,
    facts=facts,
    sheet=_sheet,
    high_scores=score_lists_of_points(MILE_BONES.target),
    load_lesson=_lesson,
)
