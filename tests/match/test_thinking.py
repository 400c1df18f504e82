"""The answers of the computer. The player of its level chooses. If that player fails, the player of the level below
chooses.
"""

from __future__ import annotations

import pytest

from known_levels import LEVELS, QUICK
from match.helpers import resumed
from mile_bones.engine.errors import NotationError
from mile_bones.games.milebones.actions import DISCARD, DRAW, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.match.thinking import Answer, ComputerPlayer
from mile_bones.players import load_player
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones import MileBonesPlayer
from standins import Broken
from stories import going


class Cheat:
    """A player that discards a card that it does not hold."""

    def choose(self, observation: Observation) -> Action:
        return next(DISCARD[card] for card in Card if card not in observation.hand)


def asked(*, drawn: bool = True) -> Observation:
    """Return the computer's observation in a hand with both players on their way, before or after its draw."""
    story = going().me("draw 50", "play 50")
    record = (story.computer("draw 25") if drawn else story).record()
    match = resumed(record, lambda _record: None)
    return match.question().observation


def instead(**players: MileBonesPlayer):
    """Return a loader that gives these players in place of the players of the levels with the same names."""
    return lambda game, level, cancel: players[level] if level in players else load_player(game, level)


@pytest.mark.sample(fast=3)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_with_the_choice_of_its_player(level):
    observation = asked()
    assert ComputerPlayer("mile-bones", level).choose(observation) == Answer(
        load_player("mile-bones", level).choose(observation), level
    )


@pytest.mark.parametrize("failing", [Broken(), Cheat()], ids=["raises", "cheats"])
def test_the_level_below_replaces_a_failing_player_and_reports_it(failing):
    observation = asked()
    answer = ComputerPlayer("mile-bones", "original", instead(original=failing)).choose(observation)
    assert (answer.action, answer.level) == (load_player("mile-bones", "easy").choose(observation), "easy")
    assert answer.trouble is not None


def test_a_level_that_cannot_be_loaded_is_replaced_and_tried_again():
    observation, tries = asked(), []

    def load(game: str, level: str, cancel: Cancel) -> MileBonesPlayer:
        tries.append(level)
        if tries == ["original"]:
            raise ImportError("no NumPy")
        return load_player(game, level)

    computer = ComputerPlayer("mile-bones", "original", load)
    first, second = computer.choose(observation), computer.choose(observation)
    assert first.level == "easy" and str(first.trouble) == "no NumPy"
    assert second == Answer(load_player("mile-bones", "original").choose(observation), "original")


def test_a_legal_action_is_done_if_every_level_fails():
    observation = asked()
    answer = ComputerPlayer("mile-bones", "original", lambda game, level, cancel: Broken()).choose(observation)
    assert answer.action in observation.legal_actions()
    assert answer.level is None and isinstance(answer.trouble, ArithmeticError)


def test_no_player_is_loaded_for_an_only_action():
    observation = asked(drawn=False)
    computer = ComputerPlayer("mile-bones", LEVELS[-1], lambda game, level, cancel: Broken())
    assert computer.answers_at_once(observation)
    assert computer.choose(observation) == Answer(DRAW, LEVELS[-1])


def test_only_the_quick_levels_answer_at_once():
    observation = asked()
    assert [level for level in LEVELS if ComputerPlayer("mile-bones", level).answers_at_once(observation)] == list(
        QUICK
    )


def test_a_level_that_does_not_exist_is_refused():
    with pytest.raises(NotationError):
        ComputerPlayer("mile-bones", "genius")
