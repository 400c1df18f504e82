"""The parts of Mile Bones: how it is played, scored and described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.engine.spec import POINTS, Fact, HandFacts, Parts, Sheet
from mile_bones.games.milebones import words
from mile_bones.games.milebones.actions import EXTEND, PLAY
from mile_bones.games.milebones.cards import HAZARDS
from mile_bones.games.milebones.events import turns_the_hand
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.replay import replay_milebones
from mile_bones.games.milebones.scoring import COUP_FOURRE
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option
    from mile_bones.engine.bodies import HandRecord


_HAZARDS = tuple(frozenset(f"{seat} {PLAY[card]}" for card in HAZARDS) for seat in (0, 1))

# The facts, in the order in which the statistics show them.
FACTS = (
    Fact(POINTS, lambda: _("Points")),
    Fact("miles", lambda: _("Miles")),
    Fact("trips", lambda: _("Trips completed"), share=True),
    Fact("extensions", lambda: _("Extensions called"), share=True),
    Fact("coups", lambda: _("Coups fourrés")),
    # Translators: a number in the statistics: hazards played on the opponent
    # Translators: a number in the statistics: hazards suffered
    Fact("hazards", lambda: _("Hazards given"), other=lambda: _("Hazards taken")),
)


def facts(record: Record) -> HandFacts:
    """Return the facts of both seats for every finished hand of a record that has been checked."""
    return tuple((_of(hand, 0), _of(hand, 1)) for hand in record.hands if hand.score is not None)


def _of(hand: HandRecord, seat: int) -> Mapping[str, int]:
    assert hand.score is not None
    score = hand.score[seat]
    return {
        POINTS: score["total"],
        "miles": score["milestones"],
        "coups": score["coups_fourres"] // COUP_FOURRE,
        "hazards": sum(map(_HAZARDS[seat].__contains__, hand.actions)),
        "trips": int(score["trip_completed"] > 0),
        "extensions": int(f"{seat} {EXTEND}" in hand.actions),
    }


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
