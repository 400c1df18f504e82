"""The parts of Mille, the rummy of Montréal: how it is played, scored and described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mile_bones.engine.aliases import Option
from mile_bones.engine.spec import Parts
from mile_bones.games.montreal import words
from mile_bones.games.montreal.body import Deals
from mile_bones.games.montreal.events import turns_the_hand
from mile_bones.games.montreal.facts import FACTS, facts, sheet
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.replay import replay_montreal
from mile_bones.games.montreal.rules import USUAL, rules_with


def _load(_rules: str | None, options: Mapping[str, Option], target: int | None) -> MontrealMille:
    return MontrealMille(rules_with(options, USUAL.target if target is None else target))


PARTS = Parts(
    words=words,
    body=Deals,
    load=_load,
    load_single=lambda rules: MontrealMille(replace(_load(rules, {}, None).rules, most_deals=1)),
    replay=replay_montreal,
    is_turning_point=turns_the_hand,
    fact_columns=FACTS,
    facts=facts,
    sheet=sheet,
)
