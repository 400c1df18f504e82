"""The games: ``spec`` tells what there is to know of one, ``load_game`` finds one by name, ``replay`` plays a record of
any of them again.

A game is imported when somebody asks for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mile_bones.engine.aliases import Option
from mile_bones.engine.errors import NotationError, ReplayError, no_such_game
from mile_bones.engine.spec import HandFacts, Spec, Steps
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.bodies import Body
    from mile_bones.engine.record import Record


def _mile_bones() -> Spec:
    from mile_bones.games.milebones.spec import SPEC

    return SPEC


def _millieu() -> Spec:
    from mile_bones.games.millieu.spec import SPEC

    return SPEC


def _montreal() -> Spec:
    from mile_bones.games.montreal.spec import SPEC

    return SPEC


_SPECS: dict[str, Callable[[], Spec]] = {
    "mile-bones": _mile_bones,
    "montreal-mille": _montreal,
    "millieu": _millieu,
}

GAMES = tuple(_SPECS)
"""The names of the games, in the order in which people are offered them; the first is the one that there always was."""


def spec(name: str) -> Spec:
    """What there is to know of the game with this name. NotationError for a name that does not exist."""
    if name not in _SPECS:
        raise NotationError(no_such_game(name))
    return _SPECS[name]()


def load_game(
    name: str,
    rules: str | None = None,
    *,
    options: Mapping[str, Option] = MappingProxyType({}),
    target: int | None = None,
) -> Any:
    """The game with this name under the rule set with this name, the game's usual one when None.

    ``options`` and ``target``: what is not usual about it. NotationError for a name that does not exist, an option that
    the game does not have or not with this value, and a target below 1 or where a game has none.
    """
    found = spec(name)
    misfit = found.misfit(options)
    if misfit is not None:
        raise NotationError(misfit)
    if target is not None and (found.target is None or target < 1):
        raise NotationError(_("{game} cannot be played to {target}").format(game=found.title(), target=target))
    return found.load(rules, options, target)


def body_of(name: str) -> type[Body] | None:
    """The kind of body that the records of this game have; None when there is no such game."""
    return spec(name).body if name in _SPECS else None


def read_record(text: str) -> Record:
    """A record of any game. RecordError (line and column) when the text has not the shape of one, NewerVersion when a
    later version of the format wrote it; whether it was played by the rules is what ``replay`` finds out."""
    from mile_bones.engine.record import Record

    return Record.from_json(text, body_of)


def facts(record: Record) -> HandFacts:
    """What is counted of each hand and seat of a record that has been checked."""
    return spec(record.game).facts(record)


def final_state(record: Record, seed: int | None = None) -> Any:
    """The game as the record leaves it; for the rest see ``replay``."""
    state, _no_action = deque(replay(record, seed), maxlen=1).pop()
    return state


def replay(record: Record, seed: int | None = None) -> Steps:
    """Play a record again: each action with the state just before it, and at last the state with None.

    It is the same state every time, moved on between the steps: ``clone`` it to keep a position. Every card, action
    and score is checked; ReplayError tells hand and action of the first that does not fit. The hands after those
    that the record holds come from its own seed; where it has none, from ``seed``; None: they cannot be foretold.
    """
    if record.game not in _SPECS:
        raise ReplayError(no_such_game(record.game))
    found = spec(record.game)
    if not isinstance(record.body, found.body):
        raise ReplayError(_("the record is not one of {game}").format(game=found.title()))
    misfit = found.misfit(record.options)
    if misfit is not None:
        raise ReplayError(misfit)
    if (record.target is None) != (found.target is None):
        raise ReplayError(_("the target of the game is missing, or too much"))
    steps = found.replay(record, seed)
    return _of_deals(steps) if found.hands_are_deals else steps


def _of_deals(steps: Steps) -> Steps:
    """The same; a fault says that it is in a deal."""
    try:
        yield from steps
    except ReplayError as error:
        error.in_deal = True
        raise
