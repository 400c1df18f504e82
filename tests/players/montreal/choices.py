"""Choices in whole games of Mille between the levels and a lively random player."""

from __future__ import annotations

from collections.abc import Iterator

from games.montreal.tables import lively
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players import levels, load_player

GAME = "montreal-mille"


def choices(deals: int, seed: int, *, plain: bool = False) -> Iterator[tuple[MontrealState, list[Action]]]:
    """Yield the true state at each choice of ``deals`` deals, and the legal actions in a random order.

    In each seat is a random level or random play; if ``plain``, only random play.
    """
    names = [""] if plain else ["", *(level.name for level in levels(GAME))]
    players = {name: load_player(GAME, name) for name in names if name}
    for number in range(deals):
        luck = Rng.for_deal(seed, number)
        state = MontrealMille().new_state(luck.next64())
        seats = [names[luck.below(len(names))] for _seat in range(2)]
        while not state.needs_deal and not state.is_terminal():
            seat = state.current_player
            assert seat is not None
            seen = state.observation(seat)
            actions = list(seen.legal_actions())
            if len(actions) > 1:
                luck.shuffle(actions)
                yield state, actions
            level = seats[seat]
            state.apply_action(players[level].choose(seen) if level else lively(state, luck), deal=False)
