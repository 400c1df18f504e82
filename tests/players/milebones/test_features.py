"""The features that the trained player sees. tests/lab/batch tests that the lab's compiled twin gives the same."""

from __future__ import annotations

from itertools import accumulate

import pytest

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.players.milebones.features import BLOCKS, SCALE, SIZE, features
from players.milebones.positions import position

ENDS = list(accumulate(block.length for block in BLOCKS))
PLACES = {block.name: slice(end - block.length, end) for block, end in zip(BLOCKS, ENDS, strict=True)}
GOING = "GO 100"


def block(name: str, observation: Observation) -> list[int]:
    """Return the numbers in one block of the row."""
    return [int(value) for value in features(observation)[PLACES[name]]]


def ones(name: str, observation: Observation) -> list[int]:
    """Return the places at which the block is not 0, after checking that it is 1 there."""
    numbers = block(name, observation)
    assert set(numbers) <= {0, 1}
    return [place for place, value in enumerate(numbers) if value]


def test_the_blocks_of_features_fill_the_whole_row() -> None:
    assert len({block.name for block in BLOCKS}) == len(BLOCKS)
    assert ENDS[-1] == SIZE == len(SCALE) == len(features(position("25")))


@pytest.mark.proof
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_number_fits_a_byte_and_its_scale(rules: str) -> None:
    luck, chosen = Rng(4), RULE_SETS[rules]
    for number in range(40):
        hand = Hand(chosen, shuffled_deal(chosen, 6, number, number % 2))
        totals = luck.below(260) * 25, luck.below(260) * 25
        while hand.ended is None:
            if hand.draw_is_forced():
                hand.apply(DRAW)
                continue
            observation = hand.observation(hand.player, 1, totals)
            row = features(observation)
            assert len(row) == SIZE
            assert all(value == int(value) and -127 <= value <= 127 for value in row)
            assert all(-3.2 <= value * scale <= 3.2 for value, scale in zip(row, SCALE, strict=True))
            legal = observation.legal_actions()
            hand.apply(legal[luck.below(len(legal))])


def test_each_further_copy_of_a_card_sets_another_feature() -> None:
    held = position("25 25 25 25 GO RIGHT_OF_WAY")
    assert block("hand", held)[:3] == [1, 1, 1]
    assert block("hand", held)[3 * Card.GO : 3 * Card.GO + 3] == [1, 0, 0]
    assert block("hand", held)[-4:] == [0, 0, 0, 1]
    assert ones("own cards", held) == [0, 1, 2, 3, 4, 5]


def test_playable_cards_are_the_legal_ones_in_the_hand() -> None:
    assert ones("playable", position("25 200 GO STOP", own=GOING)) == [Card.MILES_25, Card.MILES_200]
    assert ones("playable", position("25 200 GO STOP", other="GO")) == [Card.STOP, Card.GO]


def test_unseen_cards_are_neither_on_the_table_nor_in_the_own_hand() -> None:
    seen = position("STOP 25", own="GO 100", gone="STOP 200 200 200")
    assert block("unseen", seen)[Card.STOP] == 2
    assert block("unseen", seen)[Card.MILES_100] == 11
    assert block("unseen 200s", seen) == [1]
    assert block("unseen 200s", position("25", gone="4*200")) == [0]
    assert block("unseen hazards", position("25", gone="OUT_OF_GAS 2*FLAT_TIRE"))[:4] == [1, 0, 0, 0]
    assert block("unseen safeties", position("EXTRA_TANK", own="RIGHT_OF_WAY")) == [0, 1, 1, 0]


def test_all_remedies_look_the_same_on_the_battle_pile() -> None:
    shown = [
        ones("own battle", position("25", own=own))
        for own in ("", "GO FLAT_TIRE SPARE_TIRE", "GO ACCIDENT REPAIRS", "GO", "GO STOP", "GO ACCIDENT")
    ]
    assert shown == [[0], [1], [1], [2], [3], [6]]


def test_both_sides_have_features() -> None:
    table = position("25", own="GO 200 100 SPEED_LIMIT DRIVING_ACE", other="GO STOP")
    assert block("own can go, limited", table) == [1, 1]
    assert block("other can go, limited", table) == [0, 0]
    assert block("own distance to goal", table) == [16]
    assert block("other distance to goal", table) == [28]
    assert (block("own no miles", table), block("other no miles", table)) == ([0], [1])
    assert block("own 200s", table) == [1, 0]
    assert block("own safeties", table) == [0, 0, 1, 0]


def test_every_distance_near_the_goal_has_its_own_place() -> None:
    assert ones("own near goal", position("25", own="GO 200 200 100 100 50 25")) == [1]
    assert ones("own near goal", position("25", own="GO 200")) == []
    assert ones("own far from goal", position("25", own="GO 200 100")) == [0, 1]
    assert block("own distance to goal", position("25", own="GO 200 200 100 100 100", extended=True)) == [12]


def test_the_kind_of_question_is_encoded() -> None:
    hit = position("PUNCTURE_PROOF", own="GO FLAT_TIRE", coup_hazard="FLAT_TIRE", phase=Phase.DRAW)
    assert ones("question", hit) == [0]
    assert ones("hazard just played", hit) == [1]
    assert ones("question", position("25")) == [1]
    assert ones("question", position("25", phase=Phase.EXTEND)) == [2]
    assert block("extended, by me, mille, began", position("25")) == [0, 0, 0, 1]
    called = position("25", extended=True, rules="mille")._replace(first=1)
    assert block("extended, by me, mille, began", called) == [1, 1, 1, 0]
    assert block("extended, by me, mille, began", called._replace(extended_by=1)) == [1, 0, 1, 0]


def test_only_the_opponents_discards_have_features() -> None:
    cards = (Card.GO, Card.STOP, Card.GO, Card.MILES_25)
    table = position("25")._replace(discards=cards, discarded_by=(1, 1, 1, 0))
    assert block("discards of the other", table)[Card.GO] == 2
    assert block("discards of the other", table)[Card.STOP] == 1
    assert block("discards of the other", table)[Card.MILES_25] == 0
    assert ones("last discard of the other", table) == [Card.GO]


def test_the_score_of_the_game_includes_the_points_on_the_table() -> None:
    table = position("25", own="GO 100 EXTRA_TANK")._replace(totals=(4000, 4500))
    assert block("own need", table) == [(5000 - 4000 - 200) // 50]
    assert block("other need", table) == [500 // 50]
    assert block("lead", table) == [(4200 - 4500) // 50]
    assert ones("own need, in steps", table) == [0, 1, 2, 3]
    assert block("own need", table._replace(totals=(5100, 0))) == [0]
    assert block("lead", table._replace(totals=(0, 8000))) == [-127]
