"""The book of puzzles keeps records of a kind that one game alone has: those of Mille, with their deals."""

from __future__ import annotations

import json

import pytest

from games.montreal.tables import lively
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Kind
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.state import MontrealState
from mile_bones.match.coup import CoupBook, Grade, RatedCoup, book_text
from mile_bones.players.coach import Rating, Worth

GAME = "montreal-mille"
PLAYERS = (PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", "strong"))


def state(seed: int, deals: int, *, hoard: bool = False) -> MontrealState:
    """Return a choice of seat 0 in the last of some deals. If ``hoard``, the stock has been reshuffled."""
    at, rng = MontrealMille().new_state(seed), Rng(seed)
    while True:
        if at.needs_deal:
            at.deal()
        ready = at.hand_number == deals and (not hoard or at.observation(0).reshuffled)
        if ready and at.current_player == 0 and len(at.legal_actions()) > 3:
            return at
        quiet = [action for action in at.legal_actions() if action.kind in (Kind.DRAW, Kind.DISCARD)]
        at.apply_action(quiet[rng.below(len(quiet))] if hoard and quiet else lively(at, rng), deal=False)


def coup(at: MontrealState) -> RatedCoup:
    """Return a puzzle in which the first two actions are equally right."""
    steps = [0, 0, *range(1, len(at.legal_actions()) - 1)]
    worths = [
        Worth(str(action), -70.0 * step, 0.5, -70.0 * step, step / 8)
        for action, step in zip(at.legal_actions(), steps, strict=True)
    ]
    record = Record(GAME, GAME, PLAYERS, at.body(), 1200, assisted=True)
    return RatedCoup(
        record, "discard", Grade.HARD, "expert", None, worths[-1].action, "keep_pair", Rating(tuple(worths), 200)
    )


COUPS = [coup(state(1, 1)), coup(state(2, 3)), coup(state(3, 1, hoard=True))]


def test_puzzles_of_mille_survive_writing_and_reading() -> None:
    book = CoupBook(book_text(COUPS))
    assert book.game == GAME and [book[number] for number in range(len(book))] == COUPS
    assert [each.record.body.count for each in COUPS] == [1, 3, 1]


def test_a_deal_takes_a_third_of_the_room_that_it_has_in_its_record() -> None:
    _head, *lines = book_text(COUPS).splitlines()
    packed = sum(len(json.dumps(json.loads(line)["body"])) for line in lines)
    assert packed < sum(len(each.record.body.to_json()) for each in COUPS) / 3


def test_actions_with_equal_figures_share_a_row() -> None:
    _head, line, *_more = book_text(COUPS).splitlines()
    shape = json.loads(line)
    assert len(shape["rating"][0][0]) == 2 and len(shape["rating"]) == len(COUPS[0].rating.worths) - 1


def test_equally_good_actions_are_both_right_and_illegal_ones_are_refused() -> None:
    one, other, third, *_more = (each.action for each in COUPS[0].rating.worths)
    assert [COUPS[0].is_solved_by(action) for action in (one, other, third)] == [True, True, False]
    with pytest.raises(KeyError):
        COUPS[0].is_solved_by("discard nothing")
