"""The reasons for a step in Millieu. All reasons given in whole games are checked by trying every turn."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import combinations

import pytest

from games.millieu.perft import whole_turns
from games.millieu.positions import position, wandering
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.cube import LINES_THROUGH, POINTS
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece, third
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players import load_coach
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.reasons import Code, Reason, find, sentence

SAID = {
    Code.LAST_PIECE: "Otherwise no piece is left in the hand, and the opponent can win with the next turn.",
    Code.TAKES: "It can make mills, and take 2 pieces.",
    Code.TAKES_MORE: "It can take 2 pieces, and otherwise 1 at most.",
    Code.NO_MILL: "Otherwise the opponent cannot be kept from making a mill.",
    Code.LOSES_LESS: "With it the opponent can be held to 2 pieces, and otherwise can take 1 at least.",
    Code.EXCHANGE: "What both can take set against each other, it brings 2 pieces more.",
    Code.FEWER_TURNS: "It can leave the opponent only 2 safe turns, otherwise 1 at least.",
    Code.MORE_PLACES: "It can keep 2 points where a piece from the hand makes a mill, otherwise 1 at most.",
    Code.NEW_KIND: "There is none of this piece in the hand yet: red disc.",
    Code.HAS_ANOTHER: "There is another of this piece in the hand: red disc.",
}


def ends_of(view: Observation, action: Action) -> list[MillieuState]:
    """Return the game after every turn that begins with this step."""
    state = MillieuState.from_observation(view)
    turn = state.turn
    state.apply_action(action)
    return [state] if state.turn != turn or state.is_terminal() else list(whole_turns(state))


def taken(end: MillieuState, seat: int, before: int) -> int:
    return end.observation(None).held(seat) - before


@lru_cache(maxsize=500)
def _answers(view: Observation) -> tuple[tuple[MillieuState, int], ...]:
    """Return the possible turns of the player to move, each with the number of captured pieces."""
    mover = view.player
    assert mover is not None
    before = view.held(mover) - 1
    return tuple((end, taken(end, mover, before)) for end in whole_turns(MillieuState.from_observation(view)))


def they_can_win(end: MillieuState, seat: int) -> bool:
    """Return True if the other player can win with its next turn."""
    answers = _answers(end.observation(None))
    return any(after.is_terminal() and after.returns()[1 - seat] == 1 for after, _taken in answers)


def most_taken(end: MillieuState) -> int:
    """Return the largest number of pieces that the player to move can capture."""
    return 0 if end.is_terminal() else max(taken for _end, taken in _answers(end.observation(None)))


def safe(end: MillieuState) -> int:
    return 0 if end.is_terminal() else sum(most_taken(after) == 0 for after, _taken in _answers(end.observation(None)))


def balance(end: MillieuState, seat: int) -> int:
    held = end.observation(None)
    return held.held(seat) - held.held(1 - seat) - most_taken(end)


def places(end: MillieuState, seat: int) -> int:
    """Return the number of empty points where a piece from the hand of ``seat`` makes a mill."""
    view = end.observation(None)
    held = {kind for kind, count in enumerate(view.hands[seat]) if count}

    def makes_a_mill(point: int) -> bool:
        for line in LINES_THROUGH[point]:
            one, other = (view.board[each] for each in line if each != point)
            if one is not None and other is not None and third(one, other) in held:
                return True
        return False

    return sum(view.board[point] is None and makes_a_mill(point) for point in POINTS)


def is_true(view: Observation, better: Action, worse: Action, reason: Reason) -> bool:
    """Return True if the claim of ``reason`` is true, found by trying everything."""
    seat = view.seat
    assert seat is not None
    good, bad = ends_of(view, better), ends_of(view, worse)
    before = view.held(seat) - (view.placed is None)
    hand = view.hands[seat]
    match reason.code:
        case Code.LAST_PIECE:
            empty = [
                [not end.is_terminal() and not end.observation(None).held(seat) for end in each] for each in (good, bad)
            ]
            return all(empty[1]) and not all(empty[0]) and all(they_can_win(end, seat) for end in bad)
        case Code.TAKES | Code.TAKES_MORE:
            most = max(taken(end, seat, before) for end in bad)
            return reason.other_count == most and reason.count in {taken(end, seat, before) for end in good}
        case Code.NO_MILL | Code.LOSES_LESS:
            least = min(map(most_taken, bad))
            return (
                0 < reason.other_count == least and reason.count in set(map(most_taken, good)) and reason.count < least
            )
        case Code.EXCHANGE:
            return reason.count == max(balance(end, seat) for end in good) - max(balance(end, seat) for end in bad) > 0
        case Code.FEWER_TURNS:
            return (reason.count, reason.other_count) == (min(map(safe, good)), min(map(safe, bad)))
        case Code.MORE_PLACES:
            most = max(places(end, seat) for end in bad)
            return reason.other_count == most < reason.count and reason.count in {places(end, seat) for end in good}
        case Code.NEW_KIND:
            return hand[reason.piece] == 0 and view.board[better.point] is reason.piece  # type: ignore[union-attr]
        case Code.HAS_ANOTHER:
            return hand[reason.piece] > 1 == hand[worse.piece] and better.piece is reason.piece  # type: ignore[union-attr]


TABLES: tuple[tuple[Code, str, str, dict[int, int], list[int], list[int]], ...] = (
    (
        *(Code.LAST_PIECE, "place RED_SQUARE 4", "place RED_SQUARE 16"),
        {1: 6, 2: 4, 3: 3, 5: 6, 6: 0, 8: 5, 9: 5, 11: 2, 12: 4, 13: 7, 15: 1, 17: 2, 19: 7, 21: 8, 22: 0, 25: 3},
        *([1], [8]),
    ),
    (
        *(Code.TAKES_MORE, "place CREAM_HEX 8", "place CREAM_SQUARE 15"),
        {3: 6, 4: 8, 6: 5, 7: 2, 12: 2, 14: 5, 17: 3, 18: 4, 20: 0, 22: 0, 23: 6, 24: 3, 25: 1},
        *([4, 7, 8], [1, 7]),
    ),
    (
        *(Code.LOSES_LESS, "place CREAM_DISC 23", "place CREAM_SQUARE 18"),
        {2: 4, 3: 3, 6: 0, 8: 5, 10: 5, 12: 4, 14: 7, 15: 1, 17: 2, 20: 2, 21: 8, 22: 0, 25: 3},
        *([6, 7, 8], [1, 6]),
    ),
    (
        *(Code.EXCHANGE, "place CREAM_SQUARE 8", "place CREAM_SQUARE 16"),
        {1: 7, 3: 6, 5: 8, 6: 5, 7: 2, 13: 4, 14: 5, 17: 3, 18: 4, 20: 0, 21: 2, 22: 0, 23: 6, 24: 3, 25: 1},
        *([7, 8], [1]),
    ),
)
"""Code, better action, worse action, board, and both hands."""


@pytest.mark.parametrize(("code", "better", "worse", "board", "mine", "theirs"), TABLES, ids=[row[0] for row in TABLES])
def test_a_true_reason_is_given_and_its_reverse_is_not(
    code: Code, better: str, worse: str, board: dict[int, int], mine: list[int], theirs: list[int]
) -> None:
    view = position(board, mine, theirs).observation(0)
    one, other = parse_action(better), parse_action(worse)
    found = find(view, one, other)
    assert found is not None and found.code is code and is_true(view, one, other, found)
    turned = find(view, other, one)
    assert turned is None or (turned.code is not code and is_true(view, other, one, turned))


@pytest.mark.slow
def test_the_number_of_safe_turns_is_counted_correctly() -> None:
    view = position({0: 0, 1: 4}, [1, 5], [2]).observation(0)
    pairs = ((one, other, find(view, one, other)) for one, other in combinations(view.legal_actions(), 2))
    one, other, found = next(pair for pair in pairs if pair[2] is not None and pair[2].code is Code.FEWER_TURNS)
    assert is_true(view, one, other, found)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "late_mills"), [(1, False), (2, False), (4, False), (1, True), (3, True)])
def test_every_reason_late_in_a_game_is_true(seed: int, late_mills: bool) -> None:
    """Two steps are compared in both directions: the claim of a reason is a fact, whichever step is better."""
    said: Counter[Code] = Counter()
    for state in wandering(seed, late_mills=late_mills):
        view = state.observation(state.current_player)
        actions = view.legal_actions()
        if len(actions) < 2 or view.turn < 9 or (view.turn_begins and len(Plans(view)) > 60):
            continue
        for one, other in ((actions[0], actions[-1]), (actions[-1], actions[0])):
            reason = find(view, one, other)
            if reason is not None and reason.code is not Code.FEWER_TURNS and said[reason.code] < 2:
                said[reason.code] += 1
                assert is_true(view, one, other, reason), (view, str(one), str(other), reason)
    assert said


def test_every_reason_has_a_whole_sentence_without_a_person() -> None:
    assert set(SAID) == set(Code)
    for code in Code:
        assert sentence(Reason(code, 0, 2, 1)) == SAID[code]
        for count in (1, 3):
            text = sentence(Reason(code, 0, count, 5, Piece.CREAM_HEX))
            assert text.endswith(".") and "{" not in text
            assert not re.search(r"\byour?\b", text, re.IGNORECASE)


def test_the_points_decide_if_no_reason_is_known() -> None:
    coach = load_coach("millieu")
    view = position({13: 4}, [0, 8], [0, 8]).observation(0)
    better, worse = (parse_action(f"place RED_DISC {point}") for point in (12, 14))
    assert coach is not None and coach.code(view, better, worse) == "points_only"
    assert coach.reason(view, better, worse) == "By its chances it is the better move."
