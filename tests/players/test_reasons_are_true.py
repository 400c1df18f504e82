"""No reason of any coach is false: all claims hold in the true state, which shows every card."""

from __future__ import annotations

import pytest

from mile_bones.games import GAMES
from players import reason_checks


def test_the_reasons_of_every_game_are_checked() -> None:
    assert reason_checks.GAMES.keys() == set(GAMES)


@pytest.mark.parametrize(("game", "choices"), [("mile-bones", 40), ("montreal-mille", 20)])
def test_no_reason_is_false_in_a_few_choices(game: str, choices: int) -> None:
    said, false = reason_checks.check(game, choices, seed=1)
    assert said
    assert false == []


@pytest.mark.proof
@pytest.mark.parametrize(("game", "choices"), [("mile-bones", 2000), ("montreal-mille", 2000), ("millieu", 20)])
def test_no_reason_is_false_in_many_choices(game: str, choices: int) -> None:
    said, false = reason_checks.check(game, choices, seed=2)
    assert len(said) > 3
    assert false == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "choices"), [("mile-bones", 20_000), ("montreal-mille", 20_000), ("millieu", 500)])
def test_no_reason_is_false_in_thousands_of_choices(game: str, choices: int) -> None:
    assert reason_checks.check(game, choices, seed=3)[1] == []
