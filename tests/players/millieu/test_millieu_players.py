"""The answers of Millieu's levels, and what each of them foresees."""

from __future__ import annotations

import math

import pytest

from games.millieu.perft import whole_turns
from games.millieu.positions import position, wandering
from mile_bones.engine.errors import NotationError
from mile_bones.games.millieu.actions import Place, parse_action
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players import level, levels, load_player
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.players import CarefulPlayer, ChampionPlayer
from mile_bones.players.millieu.search import WON, Limits, look, search
from mile_bones.players.millieu.solve import winner, wins


class QuickChampion(ChampionPlayer):
    """The champion with smaller limits, for tests."""

    positions = 150


def whole_turn(player, state: MillieuState) -> MillieuState:  # type: ignore[no-untyped-def]
    after = state.clone()
    while after.current_player == state.current_player and after.turn == state.turn:
        after.apply_action(player.choose(after.observation(state.current_player)))
    return after


def held(state: MillieuState, seat: int) -> int:
    return state.observation(None).held(seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    "player", [*(load_player("millieu", level, 3) for level in ("easy", "strong")), QuickChampion(3)]
)
@pytest.mark.parametrize("late_mills", [False, True])
def test_whole_games_are_played_by_the_rules(player, late_mills: bool) -> None:  # type: ignore[no-untyped-def]
    state = MillieuState(late_mills=late_mills)
    while not state.is_terminal() and state.turn < 40:
        state = whole_turn(player, state)
    assert state.is_terminal() or state.turn >= 40


@pytest.mark.parametrize("make", [lambda seed: load_player("millieu", "easy", seed), QuickChampion])
def test_equal_seeds_give_equal_answers_and_different_seeds_may_differ(make) -> None:  # type: ignore[no-untyped-def]
    views = [state.observation(state.current_player) for state in wandering(4) if not state.is_terminal()][::6]
    first = [make(5).choose(view) for view in views]
    again = make(5)
    assert [again.choose(view) for view in reversed(views)] == first[::-1], "earlier questions do not matter"
    assert any(make(seed).choose(views[0]) != first[0] for seed in range(6, 12))


def test_a_player_completes_its_planned_turn_or_a_turn_begun_by_another() -> None:
    """A player that takes over in the middle of a turn completes the turn as well as possible."""
    state = position({1: 1, 2: 2, 3: 3, 12: 8}, [0, 7], [3])
    player = load_player("millieu", "easy")
    assert player.choose(state.observation(0)) == parse_action("place RED_DISC 0")
    state.apply_action(parse_action("place CREAM_SQUARE 13"))  # this differs from the planned action
    slide = player.choose(state.observation(0))
    assert slide in state.legal_actions()
    state = position({1: 1, 2: 2, 3: 3, 12: 8}, [0, 7], [3])
    for text in ("place RED_DISC 0", "slide 3 4"):
        state.apply_action(parse_action(text))
    assert str(load_player("millieu", "strong").choose(state.observation(0))) in {"take 1", "take 2"}


@pytest.mark.parametrize(("turn", "leads"), [(11, {-1}), (13, {-1, -2, -3})])
def test_with_late_mills_a_mill_left_for_the_second_player_costs_nothing_before_turn_13(
    turn: int, leads: set[int]
) -> None:
    """Many of these turns leave a mill. In the next turn, number 12 or 14, the second player may not or may make it."""
    state = position({1: 1, 2: 2, 12: 7, 21: 8}, [6, 3], [0, 3], turn, late_mills=True)
    assert set(Plans(state.observation(0)).weighed().lead) == leads


def test_easy_captures_what_it_can() -> None:
    state = position({1: 1, 2: 2, 3: 3}, [0, 7], [3])
    after = whole_turn(load_player("millieu", "easy", 1), state)
    assert held(after, 0) == 2


@pytest.mark.slow
def test_the_careful_player_gives_nothing_away_without_need() -> None:
    """The opponent holds the red disc, which makes a mill with square and hexagon."""
    state = position({1: 1, 2: 2, 3: 4, 6: 8}, [4, 6], [0, 3])
    answers = {best_answer(after) for after in whole_turns(state)}
    assert answers == {0, 1}
    for seed in range(5):
        assert best_answer(whole_turn(CarefulPlayer(seed), state)) == 0
    assert {best_answer(whole_turn(load_player("millieu", "easy", seed), state)) for seed in range(12)} == {0, 1}


def best_answer(state: MillieuState) -> int:
    """Return the largest number of pieces that the player to move can capture."""
    return max(
        (held(after, state.current_player) - held(state, state.current_player) + 1 for after in whole_turns(state)),  # type: ignore[arg-type]
        default=0,
    )


def test_the_champion_plays_the_winning_turn_of_an_endgame() -> None:
    """The first turn in the list wins only if the last piece makes a mill or blocks the opponent."""
    state = position({1: 1, 2: 2, 3: 3, 12: 8, 13: 4}, [0], [5])
    plans = Plans(state.observation(0))
    answer = wins(plans.board, plans.own, plans.other, 8, Limits(2000), {})
    assert answer is True
    ended = whole_turn(load_player("millieu", "champion"), state)
    plans = Plans(ended.observation(None))
    assert wins(plans.board, plans.own, plans.other, 8, Limits(2000), {}) is False
    assert load_player("millieu", "champion").rate(state.observation(0))[parse_action("place RED_DISC 0")] == WON


def test_a_player_who_cannot_capture_with_the_last_piece_has_lost() -> None:
    state = position({0: 0, 1: 4, 4: 8}, [0], [3])
    plans = Plans(state.observation(0))
    assert wins(plans.board, plans.own, plans.other, 8, Limits(100), {}) is False
    assert set(load_player("millieu", "champion").rate(state.observation(0)).values()) <= {-WON}


@pytest.mark.slow
def test_a_short_proof_is_found_although_other_moves_lead_to_long_lines() -> None:
    """In this position from a real game a depth-first search does not come to an end."""
    board = {0: 7, 2: 0, 5: 4, 6: 2, 7: 6, 8: 0, 9: 3, 11: 7, 17: 3, 18: 5, 21: 2, 24: 5, 25: 1}
    state = position(board, [1, 4, 8], [6, 8], turn=14, player=1)
    plans = Plans(state.observation(None))
    limits = Limits(400)
    assert winner(plans.board, plans.own, plans.other, 14, limits, {}) is True
    assert wins(plans.board, plans.own, plans.other, 14, Limits(400), {}) is None


def test_a_stopped_solver_returns_no_result() -> None:
    state = position({0: 0, 1: 4, 4: 8, 13: 1}, [0, 1, 2, 3], [3, 4, 5, 6])
    plans = Plans(state.observation(0))
    assert wins(plans.board, plans.own, plans.other, 8, Limits(5), {}) is None
    assert wins(plans.board, plans.own, plans.other, 1, Limits(10**6), {}) is None


@pytest.mark.parametrize("level", ["easy", "champion"])
def test_every_legal_step_is_rated_and_a_best_one_is_chosen(level: str) -> None:
    player = QuickChampion(2) if level == "champion" else load_player("millieu", level, 2)
    for number, state in enumerate(wandering(6)):
        if number % 9 or state.is_terminal():
            continue
        seat = state.current_player
        view = state.observation(seat)
        rates = player.rate(view)
        assert set(rates) == set(state.legal_actions())
        assert all(-WON <= worth <= WON for worth in rates.values())
        if state.turn > 1:
            assert rates[player.choose(view)] == max(rates.values())
        assert player.rate(state.observation(None)) == {}


def test_nobody_answers_out_of_turn() -> None:
    state = MillieuState()
    with pytest.raises(ValueError, match="turn"):
        load_player("millieu", "easy").choose(state.observation(1))


def midgame() -> MillieuState:
    for state in wandering(9):
        if state.turn == 9 and state.observation(None).phase is Phase.PLACE:
            return state.clone()
    raise AssertionError


def test_a_clock_ends_the_search() -> None:
    """Each reading of this clock advances it by a tenth of a second."""
    looks: list[None] = []

    def clock() -> float:
        looks.append(None)
        return len(looks) / 10

    state = midgame()
    action = load_player("millieu", "champion", clock=clock).choose(state.observation(state.current_player))
    assert action in state.legal_actions()
    assert 2 < len(looks) < 20


def test_a_player_that_is_cancelled_answers_at_once() -> None:
    asked: list[None] = []

    def cancel() -> bool:
        asked.append(None)
        return len(asked) > 5

    state = midgame()
    assert load_player("millieu", "champion", cancel=cancel).choose(state.observation(state.current_player))
    assert 5 < len(asked) < 12


def test_a_search_keeps_to_its_limit_of_positions() -> None:
    plans = Plans(midgame().observation(None))
    limits = Limits(30)
    found = search(look(plans.board, plans.own, plans.other), (12, 3, 4, 2, 3), limits)
    assert limits.positions == 0
    assert 0 < len(found) <= 12
    assert all(math.isfinite(worth) for worth in found.values())


def test_a_turn_that_leaves_the_opponent_no_turn_is_seen_at_once() -> None:
    board = {point: 0 for point in range(27) if point not in (0, 4)}
    state = position(board, [0, 0], [0, 3])
    assert whole_turn(load_player("millieu", "strong"), state).ending() is not None
    assert max(load_player("millieu", "champion").rate(state.observation(0)).values()) == WON


def test_the_champion_opens_at_a_random_point_with_a_random_piece() -> None:
    openings = {load_player("millieu", "champion", seed).choose(MillieuState().observation(0)) for seed in range(30)}
    assert len(openings) > 10
    assert all(isinstance(action, Place) and action.piece in Piece for action in openings)


def test_levels_have_titles_lines_and_strengths() -> None:
    known = levels("millieu")
    assert [each.name for each in known] == ["easy", "strong", "champion"]
    assert len({words() for each in known for words in (each.title, each.line, each.strength)}) == 3 * len(known)
    for ask in (load_player, level):
        with pytest.raises(NotationError, match="“grandmaster” is not a level; there are: easy, strong, champion"):
            ask("millieu", "grandmaster")
