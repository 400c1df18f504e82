"""Actions and their numbers in the research environment."""

from __future__ import annotations

import numpy as np

from mile_bones.games.milebones.actions import PLAY
from mile_bones.games.milebones.cards import GUARD, Card
from mile_bones.games.milebones.observation import Phase
from mile_bones.lab.rl import choices
from players.milebones.positions import position


def test_every_coup_has_the_same_number_with_any_safety() -> None:
    for hazard, safety in GUARD.items():
        table = position(f"25 {safety.notation}", phase=Phase.DRAW, coup_hazard=hazard.notation)
        assert choices.action_at(choices.COUP, table) == PLAY[safety]
        assert choices.number_of(PLAY[safety], table) == choices.COUP
        assert np.flatnonzero(choices.mask(table)).tolist() == [choices.COUP, choices.DRAW_INSTEAD]
    drawn = position("25 EXTRA_TANK")
    assert choices.number_of(PLAY[Card.EXTRA_TANK], drawn) == Card.EXTRA_TANK


def test_every_number_of_a_choice_is_converted_to_an_action_and_back() -> None:
    table = position("25 GO")
    numbers = [number for number in range(choices.ACTIONS) if number != choices.COUP]
    assert [choices.number_of(choices.action_at(number, table), table) for number in numbers] == numbers
    assert [str(choices.action_at(number, table)) for number in range(38)] == [
        f"{verb} {card.notation}" for verb in ("play", "discard") for card in Card
    ]
    assert choices.ACTIONS == 42
    assert [str(choices.action_at(number, table)) for number in (38, 39, 41)] == ["extend yes", "extend no", "draw"]
