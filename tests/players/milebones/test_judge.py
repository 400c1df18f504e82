"""The judge, a model of what open hands are worth: its outcomes, and their effect on the game."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.imagined import rows_of
from mile_bones.games.milebones.batch.points import score
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import Card
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.network import load_weights
from players.milebones.positions import position
from players.milebones.weights import expecting

WEIGHTS = load_weights("champion")


def table(totals: tuple[int, int], first: int = 0) -> tuple[Row, Deck]:
    """Return one row: 150 points to nothing on the table, seat 0 to act, and ``first`` began."""
    seen = position("25 GO", own="GO 50 EXTRA_TANK", other="GO", unseen="25 25 50 GO", other_cards=2)
    seen = seen._replace(totals=totals)
    cards = np.array([[Card.MILES_25, Card.MILES_25, Card.MILES_50, Card.GO]], np.int8)
    rows, decks = rows_of(seen, cards[:, : seen.other_cards], cards[:, seen.other_cards :])
    rows[:, at.FIRST] = first
    return rows, decks


def test_the_lead_adds_expected_points_to_the_points_on_the_table() -> None:
    rows, decks = table((0, 0))
    for outcomes, lead in (([(0, 0)], 150), ([(400, 100)], 450), ([(400, 100), (0, 300)], 150)):
        assert Judge(expecting(*outcomes)).outlook(rows, decks, 0)[0] == pytest.approx(lead)
        assert Judge(expecting(*outcomes)).outlook(rows, decks, 1)[0] == pytest.approx(-lead)


def test_reaching_the_target_counts_as_won_and_nothing_more() -> None:
    judge = Judge(expecting((400, 0)))
    for totals, won in (((4450, 0), 1.0), ((4600, 4000), 1.0), ((0, 5000), 0.0)):
        game = judge.outlook(*table(totals), 0)[1, 0]
        assert judge.stakes.chance(game, "mile-bones") == pytest.approx(won, abs=1e-6)
    almost = judge.stakes.chance(judge.outlook(*table((4425, 0)), 0)[1, 0], "mile-bones")
    assert 0.9 < almost < 1, "4,975 points do not win yet"


@pytest.mark.parametrize(("seat", "coming"), [(0, (4600, 0)), (1, (0, 4600))])
def test_every_possible_outcome_has_a_worth(seat: int, coming: tuple[int, int]) -> None:
    """At 4,975 points, with all lasting points on the table, the judge may still expect the points of a whole hand."""
    rows, decks = table((4975, 4975))
    base = seat * at.SEAT
    rows[:, [base + at.SAFETIES, base + at.COUPS]] = 0b1111
    rows[:, base + at.MILES] = 975
    rows[:, at.GOAL] = 1000
    rows[:, at.EXTENDED_BY] = seat
    judge = Judge(expecting(coming))
    game = judge.outlook(rows, decks, seat)[1, 0]
    assert judge.stakes.chance(game, "mile-bones") == pytest.approx(1, abs=1e-6)


def test_outcomes_count_by_their_chances() -> None:
    won, open_game = (Judge(expecting((more, 0))).outlook(*table((4450, 0)), 0)[1, 0] for more in (400, 100))
    both = Judge(expecting((400, 0), (100, 0))).outlook(*table((4450, 0)), 0)[1, 0]
    assert both == pytest.approx((won + open_game) / 2)


def test_worths_of_both_seats_cancel_out_and_depend_on_who_begins_next() -> None:
    judge = Judge(WEIGHTS)
    for first in (0, 1):
        rows, decks = table((3000, 3500), first)
        assert judge.outlook(rows, decks, 0) == pytest.approx(-judge.outlook(rows, decks, 1))
    first, last = (Judge(expecting((0, 0))).outlook(*table((3000, 3500), first), 0)[1, 0] for first in (0, 1))
    assert first < last


def test_a_finished_hand_is_worth_its_score() -> None:
    rows, decks = table((0, 0))
    both, their_decks = np.concatenate([rows, rows]), np.concatenate([decks, decks])
    both[1, at.ENDED] = 1
    lead = Judge(WEIGHTS).outlook(both, their_decks, 0)[0]
    assert lead[1] == np.subtract(*score(both[1:]))[0]
    assert lead[0] != lead[1]
