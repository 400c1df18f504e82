"""One board keeps models, words and pictures, another keeps nothing. Both boards show and say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.boards.at_rest import at_rest
from mile_bones import i18n, resources
from mile_bones.desktop.boards import load_board
from mile_bones.desktop.look.themes import THEMES
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game

ACTIONS = 40
NAMES = ("Anna", "Ben")


@pytest.fixture(params=["en", "de"])
def again(request: pytest.FixtureRequest) -> Iterator[Callable[[], object]]:
    """Install a language. Yield a function that installs the same language again, so that every text is made again."""

    def choose() -> object:
        return i18n.install([request.param], folder=resources.path("translations"))

    assert choose() == request.param
    yield choose
    i18n.install(["en"])


def keeps_nothing(board: Any) -> None:
    """Make this board report the words of all places to screen readers each time, even if nothing has changed."""
    describe = board.describe

    def describe_all() -> None:
        for slot in board.slots.values():
            slot.reworded = True
        describe()

    board.describe = describe_all


def told(board: Any) -> dict[str, tuple[object, ...]]:
    """Return the model of each place, and what a screen reader finds there."""
    return {
        place: (board.slots[place].model, button.accessibleName(), button.accessibleDescription(), button.isChecked())
        for place, button in board.buttons.items()
    }


def course(game: str, seed: int, actions: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Play a hand at random. Yield the first state, and the state after each action with the action's events as seat 0
    sees them.
    """
    state, rng = load_game(game).new_state(seed=seed), Rng(seed)
    yield state, ()
    for _action in range(actions):
        legal = state.legal_actions()
        events = state.apply_action(legal[rng.below(len(legal))], deal=False)
        yield state, tuple(event.seen_by(0) for event in events if not isinstance(event, state.closing))
        if state.needs_deal or not state.legal_actions():
            return


def show(board: Any, state: Any, seen: tuple[Any, ...]) -> None:
    """Animate these events on the board, as seat 0 sees them."""
    board.animate(seen, state.observation(0), lambda: None)
    board.show_last_move_of(seen)


def gestures(board: Any, state: Any, rng: Rng) -> Iterator[str]:
    """Take something up by keyboard and by pointer, mark an action in both ways, and turn the table. Yield after each
    step.
    """
    legal = state.legal_actions()
    if not legal:
        return
    action = legal[rng.below(len(legal))]
    liftable = [place for place in board.slots if board.drag.may_lift(place)]
    if liftable:
        place = liftable[rng.below(len(liftable))]
        board.drag.press_key(place)
        yield "taken up"
        board.put_back()
        yield "put back"
        board.drag.lift(place, board.slots[place].rect.center().toTuple())
        yield "lifted"
        board.drag.drop_back()
        board.finish()
        yield "dropped"
    board.suggest(action)
    yield f"suggested: {action}"
    board.suggest(None)
    board.show_better(action, state.current_player)
    yield f"better: {action}"
    board.show_better(None, 0)
    board.show_players(NAMES[::-1])
    board.show_observation(board.observation)
    yield "other names"
    board.set_viewpoint(1 - board.observation.seat)
    board.show_observation(board.observation)
    yield "from the other side"
    board.set_viewpoint(None)
    board.show_players(NAMES)
    board.show_observation(board.observation)
    yield "back"


def pictures(board: Any) -> Iterator[QImage]:
    """Yield the table as it is seen, and then as it is painted again."""
    yield board.viewport().grab().toImage()
    for item in board.scene().items():
        item.update()  # this discards the picture that Qt keeps
    yield board.viewport().grab().toImage()


@pytest.mark.gui
@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("theme", ["light", "contrast"])
@pytest.mark.parametrize("game", GAMES)
def test_kept_pictures_equal_newly_painted_ones(
    game: str, theme: str, qtbot: Any, qapp: QApplication, rendered_faces: Path
) -> None:
    board = at_rest(qtbot, load_board(game, rendered_faces), NAMES)
    board.set_theme(THEMES[theme])
    board.set_sorting(False)
    for step, (state, seen) in enumerate(course(game, 3, ACTIONS // 4)):
        show(board, state, seen)
        for done in gestures(board, state, Rng(step)):
            kept, painted = pictures(board)
            assert kept == painted, f"{done}, step {step}"


@pytest.mark.gui
@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_with_kept_models_says_the_same_as_one_without(
    game: str, again: Callable[[], object], qtbot: Any, qapp: QApplication, rendered_faces: Path
) -> None:
    keeping, other = (at_rest(qtbot, load_board(game, rendered_faces), NAMES) for _board in range(2))
    keeps_nothing(other)
    for step, (state, seen) in enumerate(course(game, 11, ACTIONS)):
        show(keeping, state, seen)
        again()
        show(other, state, seen)
        assert told(keeping) == told(other), f"step {step}"
        turns = [gestures(board, state, Rng(step)) for board in (keeping, other)]
        for done in turns[0]:
            again()
            assert next(turns[1]) == done
            assert told(keeping) == told(other), f"{done}, step {step}"
