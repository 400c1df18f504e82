"""The lesson *First mill*: what it says about pieces, mills and the race for the last piece is true."""

from __future__ import annotations

import pytest

from mile_bones.engine.lesson import LessonStep
from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Action, Place, Slide, Take
from mile_bones.games.millieu.cube import LINES
from mile_bones.games.millieu.lesson import LESSON
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import PIECES, SET_SIZE, Piece, is_mill
from mile_bones.games.millieu.state import MillieuState
from mile_bones.games.millieu.words import piece_in_list

YOU, OTHER = 0, 1


def walk() -> list[tuple[LessonStep, Observation]]:
    found, state = [], LESSON.new_state()
    for step in LESSON.steps:
        state = state if step.new_state is None else step.new_state()
        found.append((step, state.observation(YOU)))
        for action in (step.action, *step.replies):
            if action is not None:
                state.apply_action(action)
    return found


TABLE = walk()
NUMBERS = range(len(TABLE))


def after(seen: Observation, *actions: Action) -> MillieuState:
    state = MillieuState.from_observation(seen)
    for action in actions:
        state.apply_action(action)
    return state


def makes_a_mill(state: MillieuState) -> bool:
    """Return True if the player to act, at the beginning of a turn, can make a mill."""
    for place in state.legal_actions():
        placed = state.clone()
        placed.apply_action(place)
        for slide in placed.legal_actions():
            slid = placed.clone()
            slid.apply_action(slide)
            if slid.current_player == state.current_player:  # a piece is to be taken
                return True
    return False


def objections(words: str) -> list[tuple[Observation, Action]]:
    """Return every legal action to which a reason with ``words`` objects, each with the table before it."""
    found = []
    for step, seen in TABLE:
        if step.action is not None:
            legal = (action for action in seen.legal_actions() if action != step.action)
            found += [(seen, action) for action in legal if words in step.why_not(action)]
    assert found, words
    return found


def said(words: str) -> Observation:
    """Return the table of the only step whose text contains ``words``."""
    (found,) = (seen for step, seen in TABLE if words in step.words())
    return found


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_each_position_has_all_pieces_and_no_mill(number: int) -> None:
    step, seen = TABLE[number]
    for piece in PIECES:
        assert seen.board.count(piece) + seen.hands[YOU][piece] + seen.hands[OTHER][piece] == 2
    if step.new_state is not None:
        assert not any(is_mill(*(seen.board[point] for point in line)) for line in LINES)
        placed = (seen.turn - 1) // 2
        assert all(SET_SIZE - placed <= seen.held(seat) <= SET_SIZE for seat in (YOU, OTHER))


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_the_words_of_a_step_name_its_piece(number: int) -> None:
    step, seen = TABLE[number]
    match step.action:
        case Place(piece, _point):
            assert piece_in_list(piece) in step.words()
        case Slide(point, _) | Take(point):
            piece = seen.piece(point)
            assert piece is not None and piece_in_list(piece) in step.words()


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_each_reason_is_given_against_some_legal_action(number: int) -> None:
    step, seen = TABLE[number]
    legal = {action for action in seen.legal_actions() if action != step.action}
    for why in {why() for why in step.wrong.values()}:
        assert any(action in legal and words() == why for action, words in step.wrong.items()), why
    if step.otherwise is not None:
        assert legal - set(step.wrong), step.otherwise()


def test_the_computer_has_no_mill_after_a_turn_of_the_learner() -> None:
    checked = 0
    for step, seen in TABLE:
        state = None if step.action is None else after(seen, step.action)
        if state is not None and state.current_player == OTHER:
            assert not makes_a_mill(state), step.words()
            checked += 1
    assert checked > 5


@pytest.mark.parametrize(
    "words", ["the computer could make a mill", "every slide would leave the computer a mill"], ids=["action", "point"]
)
def test_a_turn_that_is_said_to_give_the_computer_a_mill_does_so(words: str) -> None:
    for seen, action in objections(words):
        state = after(seen, action)
        for slide in state.legal_actions() if isinstance(action, Place) else (None,):
            ended = state if slide is None else after(seen, action, slide)
            assert ended.current_player == OTHER and makes_a_mill(ended), (str(action), str(slide))


def test_a_slide_that_is_said_to_break_the_mill_leaves_none() -> None:
    for seen, action in objections("which would be broken"):
        state = after(seen, action)
        assert state.current_player == OTHER, "nothing is to be taken"


def test_the_number_of_mills_after_a_slide_is_as_the_lesson_says() -> None:
    assert all(after(seen, action).current_player == OTHER for seen, action in objections("makes no mill there"))
    assert {len(after(*each).observation(None).mills) for each in objections("leaves you with one mill")} == {1}
    for words in ("The two mills share", "There is room for only one more"):
        one, other = said(words).mills
        assert set(one) & set(other) == {13}


def test_the_numbers_of_pieces_are_as_the_lesson_says() -> None:
    def held(words: str) -> tuple[int, int]:
        return said(words).held(YOU), said(words).held(OTHER)

    assert held("nine pieces each") == (9, 9)
    assert held("six pieces now, and the computer has four") == (6, 4)
    assert held("You have nine pieces.")[YOU] == 9
    assert held("Two pieces in each hand") == (2, 2)
    assert held("Two pieces for you, one for the computer") == (2, 1)
    assert held("the last piece of the computer") == (1, 0)


def test_a_full_hand_allows_only_the_shared_piece() -> None:
    seen = said("There is room for only one more")
    assert seen.legal_actions() == (TAKE[13],) and seen.held(YOU) == SET_SIZE - 1


def test_only_one_turn_of_the_race_makes_a_mill() -> None:
    seen = said("without a mill you would run out first")
    turns = [(place, slide) for place in seen.legal_actions() for slide in after(seen, place).legal_actions()]
    found = [turn for turn in turns if after(seen, *turn).observation(None).mills]
    assert found == [(PLACE[Piece.RED_DISC][21], SLIDE[12, 15])]


def test_three_of_the_four_slides_leave_the_computer_a_mill() -> None:
    seen = said("Three of the four slides")
    assert [makes_a_mill(after(seen, slide)) for slide in seen.legal_actions()].count(True) == 3
    assert len(seen.legal_actions()) == 4


def test_any_whole_turn_wins_at_the_end() -> None:
    seen = said("the last piece of the computer")
    for place in seen.legal_actions():
        for slide in after(seen, place).legal_actions():
            state = after(seen, place, slide)
            assert state.returns() == (1, -1) or state.observation(None).phase is Phase.CAPTURE
