"""The games of the house: ``load_game`` finds one by name, ``replay`` plays a record of any of them again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from mile_bones.engine import NotationError, Record, ReplayError, excerpt
from mile_bones.games.milebones import NAME as MILE_BONES
from mile_bones.games.milebones import Action, MileBones, MileBonesState, replay_milebones
from mile_bones.i18n import gettext as _

GAMES = (MILE_BONES,)
"""The names that ``load_game`` knows."""


def load_game(name: str, rules: str | None = None) -> MileBones:
    """The game with this name under the rule set with this name, the game's usual one when None.

    NotationError for a name that does not exist.
    """
    if name not in GAMES:
        raise NotationError(_("“{name}” is not a game of this house").format(name=excerpt(name)))
    return MileBones() if rules is None else MileBones(rules)


def final_state(record: Record, seed: int | None = None) -> MileBonesState:
    """The game as the record leaves it; for the rest see ``replay``."""
    state, _no_action = deque(replay(record, seed), maxlen=1).pop()
    return state


def replay(record: Record, seed: int | None = None) -> Iterator[tuple[MileBonesState, Action | None]]:
    """Play a record again: each action with the state just before it, and at last the state with None.

    It is the same state every time, moved on between the steps: ``clone`` it to keep a position. Every card, action
    and score is checked; ReplayError tells hand and action of the first that does not fit. The hands after those
    that the record holds come from its own seed; where it has none, from ``seed``; None: they cannot be foretold.
    """
    if record.game not in GAMES:
        raise ReplayError(_("“{name}” is not a game of this house").format(name=excerpt(record.game)), 1)
    return replay_milebones(record, seed)
