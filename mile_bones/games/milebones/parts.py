"""The parts of Mile Bones: how it is played, scored and described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.engine.spec import Parts, Sheet
from mile_bones.games.milebones import words
from mile_bones.games.milebones.events import turns_the_hand
from mile_bones.games.milebones.facts import FACTS, facts
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.replay import replay_milebones

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option


def _load(rules: str | None, _options: Mapping[str, Option], target: int | None) -> MileBones:
    game = MileBones() if rules is None else MileBones(rules)
    return game if target is None else MileBones(replace(game.rules, target=target))


def _sheet(record: Record) -> Sheet:
    return tuple(
        hand.score
        and tuple((label, (hand.score[0][item], hand.score[1][item])) for item, label, _worth in words.score_items())
        for hand in record.hands
    )


PARTS = Parts(
    words=words,
    body=Hands,
    load=_load,
    replay=replay_milebones,
    is_turning_point=turns_the_hand,
    fact_columns=FACTS,
    facts=facts,
    sheet=_sheet,
)
