"""The observation vector describes the table."""

from __future__ import annotations

import pytest

from games.tables import cards
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Phase
from mile_bones.lab.rl import blocks
from players.milebones.positions import position


def test_each_block_of_the_vector_describes_a_part_of_the_table() -> None:
    table = position(
        "2*GO 25 EXTRA_TANK REPAIRS 100",
        own="GO 200 50 SPEED_LIMIT PUNCTURE_PROOF",
        other="RIGHT_OF_WAY ACCIDENT",
        gone="GO STOP 75",
        rules="mille",
        extended=True,
        other_cards=6,
    )._replace(discarded_by=(0, 1, 0), extended_by=1, totals=(2500, 1000), first=1)
    parts = blocks.split(blocks.encode(table))
    faces = {
        name: {card.notation: float(value) for card, value in zip(Card, parts[name], strict=True) if value}
        for name in ("hand", "own_discards", "other_discards")
    }
    thrown = [card.notation for card in table.discards]
    assert faces["hand"] == {"GO": 2, "25": 1, "EXTRA_TANK": 1, "REPAIRS": 1, "100": 1}
    deck = {card.notation: count for card, count in zip(Card, table.rules.deck, strict=True)}
    assert faces["own_discards"] == pytest.approx({thrown[0]: 1 / deck[thrown[0]], thrown[2]: 1 / deck[thrown[2]]})
    assert faces["other_discards"] == pytest.approx({thrown[1]: 1 / deck[thrown[1]]})
    rows = parts["last_discards"].reshape(blocks.LAST_DISCARDS, len(Card))
    assert [row.nonzero()[0].tolist() for row in rows] == [
        [table.discards[2]],
        [table.discards[1]],
        [table.discards[0]],
        [],
    ]
    assert [rows[0].sum(), rows[1].sum(), rows[2].sum()] == [1, -1, 1]
    # Of the 14 Go cards two are in the hand, one is on the agent's side, and one was discarded.
    assert parts["unseen"][Card.GO] == pytest.approx(10 / 14)
    assert parts["unseen"][Card.RIGHT_OF_WAY] == 0
    assert parts["own_battle"].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert parts["own_speed"].tolist() == [0, 1, 0]
    assert parts["own_safeties"].tolist() == [0, 1, 0, 0]
    assert parts["own_coups"].tolist() == [0, 0, 0, 0]
    assert parts["own_distances"] == pytest.approx([0, 1 / 10, 0, 0, 1 / 4])
    assert (parts["own_miles"][0], parts["own_to_go"][0]) == pytest.approx((0.25, 0.75))
    assert (parts["own_can_go"][0], parts["other_can_go"][0]) == (1, 0)
    assert parts["other_battle"].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert parts["other_speed"].tolist() == [1, 0, 0]
    assert parts["other_safeties"].tolist() == [0, 0, 0, 1]
    assert parts["goal"][0] == 1
    assert parts["extended_by"].tolist() == [0, 1]
    assert parts["deck"][0] == pytest.approx(table.left / 89)
    assert parts["hand_sizes"] == pytest.approx([6 / 7, 6 / 7])
    assert (parts["first"][0], parts["to_act"][0]) == (0, 1)
    assert parts["phase"].tolist() == [0, 1, 0, 0]
    assert parts["dirt"].tolist() == [0, 0, 0, 0, 0]
    assert parts["totals"] == pytest.approx([0.5, 0.2])
    assert parts["rules"][0] == 1
    assert sum(part.size for part in parts.values()) == blocks.SIZE


def test_the_vector_shows_a_coup_and_the_hazard_it_answers() -> None:
    table = position("EXTRA_TANK 25", own="GO OUT_OF_GAS", phase=Phase.DRAW, coup_hazard="OUT_OF_GAS")
    parts = blocks.split(blocks.encode(table))
    assert parts["dirt"].tolist() == [1, 0, 0, 0, 0]
    assert parts["phase"].tolist() == [1, 0, 0, 0]
    laid = table._replace(own=table.own._replace(safeties=cards("EXTRA_TANK"), coups=cards("EXTRA_TANK")))
    assert blocks.split(blocks.encode(laid))["own_coups"].tolist() == [1, 0, 0, 0]
