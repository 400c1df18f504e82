"""Games of Millieu that are written down and replayed, and the errors for games that break the rules."""

from __future__ import annotations

from dataclasses import replace as changed

import pytest

from games.millieu.positions import wandering
from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import IllegalAction, ReplayError
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import replay
from mile_bones.games.millieu.parts import replay_actions
from mile_bones.games.millieu.state import MillieuState


def written(state: MillieuState) -> list[str]:
    return [f"{seat} {action}" for seat, action in state.log]


def test_a_game_is_replayed_step_by_step() -> None:
    seen = []
    for state in wandering(5):
        seen.append(state.observation(None))
    texts = written(state)
    again = [(now.observation(None), action) for now, action in replay_actions(texts)]
    assert [view for view, _action in again] == seen
    assert [str(action) for _view, action in again[:-1]] == [text[2:] for text in texts]
    assert again[-1][1] is None


def test_either_player_may_begin_a_replayed_game() -> None:
    assert len(list(replay_actions(["1 place RED_DISC 13"], first=1))) == 2
    with pytest.raises(ReplayError, match="it is the turn of player 1"):
        list(replay_actions(["0 place RED_DISC 13"], first=1))


PLAYERS = PlayerInfo("Anna", "human"), PlayerInfo("Bert", "computer", "easy")


def test_a_game_is_replayed_by_its_own_rules() -> None:
    """The second player makes a mill in the first six of their turns. Only the usual rules allow this."""
    texts = next(
        written(state)
        for seed in range(1000)
        for state in wandering(seed)
        if state.turn <= 13 and state.log and str(state.log[-1][1]).startswith("take") and state.log[-1][0] == 1
    )
    record = Record("millieu", "millieu", PLAYERS, ActionList(0, tuple(texts)), None)
    assert list(replay(record))
    with pytest.raises(ReplayError, match="you may not make a mill in your first six turns"):
        list(replay(changed(record, options={"late_mills": True})))


OPENING = ["0 place RED_DISC 13", "1 place RED_DISC 4"]


@pytest.mark.parametrize(
    ("texts", "action", "words"),
    [
        (["place RED_DISC 13"], 1, "“RED_DISC 13” is not an action"),
        (["0 place RED_DISC 27"], 1, "not an action"),
        (["0 place PINK_DISC 3"], 1, "“PINK_DISC” is not a piece"),
        (["0 hop 3"], 1, "not an action"),
        ([""], 1, "not an action"),
        ([*OPENING, "0 slide 13 14"], 3, "turn of player 1"),
        ([*OPENING, "1 place RED_HEX 3"], 3, "First slide a neighbour"),
        ([*OPENING, "1 slide 13 16", "0 place RED_DISC 3"], 4, "no such piece in hand"),
    ],
)
def test_an_error_names_the_number_of_the_wrong_action(texts: list[str], action: int, words: str) -> None:
    with pytest.raises(ReplayError, match=words) as caught:
        list(replay_actions(texts))
    assert (caught.value.hand, caught.value.action) == (None, action)


def test_an_error_names_the_rule_that_an_action_breaks() -> None:
    with pytest.raises(ReplayError) as caught:
        list(replay_actions(["0 place RED_DISC 13", "1 place RED_DISC 0"]))
    assert isinstance(caught.value.__cause__, IllegalAction)
    assert caught.value.__cause__.refusal.code == "no_neighbour"


def test_actions_after_the_end_are_refused() -> None:
    *_before, state = wandering(5)
    with pytest.raises(ReplayError, match="over before"):
        list(replay_actions([*written(state), "0 take 3"]))
