"""The end of a deal of Mille on the table, when a player has gone out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF

from desktop.boards.milebones.clock import Clock
from desktop.boards.montreal.positions import cards, sets, table
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.boards.montreal.going_out import earned
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.lights import Lights
from mile_bones.games.montreal.events import Discarded, Event, GameEnded, HandEnded
from mile_bones.games.montreal.observation import Phase
from mile_bones.games.montreal.scoring import Score, score_side

SIX = "6: 6S 6S 6H 6H 6C 6C 6D 6D"
SETS = (("K: KS KH KC", SIX), ("8: 8S 8H 8C 8D",))


@pytest.fixture(params=[(1280, 742), (640, 360)], ids=["usual", "small"])
def board(request: pytest.FixtureRequest, qtbot, rendered_faces) -> Iterator[MontrealBoard]:
    made = MontrealBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(*request.param)
    with qtbot.waitExposed(made):
        made.show()
    return made


def points(board: MontrealBoard) -> list[QPointF]:
    """Return the places of the points in the air."""
    return [item.pos() for item in board.scene().items() if isinstance(item, FlyingWords)]


def shining(board: MontrealBoard) -> list[Lights]:
    return [item for item in board.scene().items() if isinstance(item, Lights)]


def go_out(board: MontrealBoard, out: int | None, *, ends_game: bool = False) -> list[bool]:
    """Let the deal end with a discard. Return a list that gets an item when the animation is over."""
    ended: list[bool] = []
    seen = table("KD", own=SETS[0], other=SETS[1], phase=Phase.PLAY, held=1)
    board.show_observation(seen)
    scores = score_side(seen.sets[0], seen.hand, out=out == 0), score_side(seen.sets[1], seen.hand, out=out == 1)
    totals = (scores[0].total, scores[1].total)
    end = seen._replace(totals=totals, pile=bytes(cards("KS KD")), hand=bytes(52), held=(0, 0), player=None)
    reason = "stock" if out is None else "out"
    events: list[Event] = [
        Discarded(0 if out is None else out, *cards("KD")),
        HandEnded(1, reason, out, scores, totals, (1, 0), (0, 0), seen.sets, ((), ()), 20),
    ]
    if ends_game:
        events.append(GameEnded(0, "target", totals, (1, 0), (0, 0)))
    board.animate(events, end, lambda: ended.append(True))
    return ended


def until_counted(board: MontrealBoard, clock: Clock) -> None:
    """Let the discard land, up to the moment at which the deal is counted."""
    for _frame in range(100):
        clock.go_on(16)
        if points(board):
            return
    raise AssertionError("no points fly")


@pytest.mark.parametrize("out", [0, 1])
def test_the_points_of_each_set_fly_and_drive_the_car_within_a_second(board: MontrealBoard, out: int) -> None:
    clock = Clock(board)
    ended = go_out(board, out)
    until_counted(board, clock)
    assert len(points(board)) == len(SETS[out]) + 1, "one for each set, and one because there are no wilds"
    strip = board.strip
    assert strip.shown == (0, 0) and strip.totals[0] > 0, "the cars wait for the points"
    clock.go_on(500)
    place = slot_names.own_set(11) if out == 0 else slot_names.other_set(6)
    assert board.slots[place].pos().y() < 0, "the sets stand up"
    clock.go_on(500)
    assert ended and not points(board) and strip.shown == strip.totals
    assert board.slots[place].pos() == QPointF()


def test_a_set_of_all_eight_cards_lights_up(board: MontrealBoard) -> None:
    clock = Clock(board)
    go_out(board, 0)
    until_counted(board, clock)
    (light,) = shining(board)
    assert light.sceneBoundingRect().contains(board.slots[slot_names.own_set(4)].rect.center())
    clock.go_on(1000)
    assert not shining(board)


@pytest.mark.parametrize(("out", "ends_game"), [(None, False), (0, True)], ids=["stock", "game"])
def test_nothing_flies_if_nobody_went_out_or_a_scene_follows(
    board: MontrealBoard, out: int | None, ends_game: bool
) -> None:
    clock = Clock(board)
    ended = go_out(board, out, ends_game=ends_game)
    for _frame in range(80):
        clock.go_on(16)
        assert not points(board)
    assert ended


def test_a_key_counts_the_deal_at_once(board: MontrealBoard) -> None:
    clock = Clock(board)
    ended = go_out(board, 0)
    until_counted(board, clock)
    board.finish()
    assert ended and not points(board) and board.strip.shown == board.strip.totals


@pytest.mark.parametrize(
    "own",
    [
        (SIX,),
        ("K: KS KH KC", SIX),
        ("K: KS KH 2C", "8: 8S 8H 8C 8D"),
        ("2: 2S 2H 2C", "Q: QS QH QD", "J: JD JC JS 2D"),
        ("A: AS AS AH AH AC AC AD AD", SIX),
    ],
    ids=lambda own: ", ".join(own),
)
def test_all_flying_points_together_are_the_score(own: tuple[str, ...]) -> None:
    mine = sets(*own)
    score = score_side(mine, bytes(52), out=True)
    ended = HandEnded(1, "out", 0, (score, Score()), (0, 0), (0, 0), (0, 0), (mine, sets()), ((), ()), 20)
    assert sum(points for _rank, points in earned(ended)) == score.total
