"""The games: ``spec`` describes a game, ``load_game`` makes one, and ``replay`` plays a record of any game again.

``_PACKAGES`` is the only list of the games. The modules of a game are found by its name (``part_of``) and imported when
they are needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from mile_bones.engine.aliases import Option
from mile_bones.engine.errors import NotationError, ReplayError, no_such_game
from mile_bones.engine.excerpt import excerpt
from mile_bones.engine.spec import POINTS, HandFacts, Sheet, Spec, Steps, import_once
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.bodies import Body
    from mile_bones.engine.record import Record

_PACKAGES = {
    "mile-bones": ("mile_bones", "milebones"),
    "montreal-mille": ("mile_bones", "montreal"),
    "millieu": ("mile_bones", "millieu"),
}
"""For each game, by its name: the root package of its code, and the name of its own package below the root."""

GAMES = tuple(_PACKAGES)
"""The names of the games, in the order in which people are offered them. The first is the oldest."""


def is_game(name: str) -> bool:
    """Return True if there is a game with this name."""
    return name in _PACKAGES


def part_of(game: str, room: str, module: str) -> ModuleType:
    """Import a module of a game, such as ``part_of("millieu", "players", "levels")``, and return it.

    ``room`` is the package below the root that holds the packages of the games: "games", "players" or "desktop.boards".
    Raise NotationError if there is no such game.
    """
    if game not in _PACKAGES:
        raise NotationError(no_such_game(game))
    root, package = _PACKAGES[game]
    return import_once(f"{root}.{room}.{package}.{module}")


def register(name: str, root: str, package: str) -> None:
    """Let ``part_of`` find the game ``name`` in the modules ``root``.*room*.``package``. ``GAMES`` does not change.

    Raise ValueError if there is another game with this name.
    """
    if _PACKAGES.setdefault(name, (root, package)) != (root, package):
        raise ValueError(f"another game has the name {name}")


def registered() -> tuple[str, ...]:
    """Return the names of all games that ``part_of`` finds, including those that people are not offered."""
    return tuple(_PACKAGES)


def spec(name: str) -> Spec:
    """Return the description of the game ``name``. Raise NotationError if there is no such game."""
    found: Spec = part_of(name, "games", "spec").SPEC
    return found


def with_lesson(game: str) -> str:
    """Return `game` if it has a lesson, or else the first game that has one."""
    return next(name for name in (game, *GAMES) if spec(name).has_lesson)


def load_game(
    name: str,
    rules: str | None = None,
    *,
    options: Mapping[str, Option] = MappingProxyType({}),
    target: int | None = None,
) -> Any:
    """Return the game ``name`` with the rule set ``rules``, or with its usual one if that is None.

    ``options`` and ``target`` are what differs from the usual game. Raise NotationError for a name that does not exist,
    an option that the game does not have or that cannot have this value, and a target that is below 1 or that the game
    does not have.
    """
    found = spec(name)
    misfit = found.misfit(options)
    if misfit is not None:
        raise NotationError(misfit)
    if rules is not None and rules not in found.rules:
        raise NotationError(_no_rule_set(found, rules))
    if target is not None and (found.target is None or target < 1):
        raise NotationError(_("{game} cannot be played to {target}").format(game=found.title(), target=target))
    return found.parts.load(rules, options, target)


def body_of(name: str) -> type[Body] | None:
    """Return the class of the bodies of this game's records, or None if there is no such game."""
    return spec(name).parts.body if is_game(name) else None


def read_record(text: str) -> Record:
    """Return the record that ``text`` contains. It may be a record of any game.

    ``replay`` checks whether the record was played by the rules. Raise RecordError (with line and column) if the text
    is not a record, or NewerVersion if the record's version is later than this program's.
    """
    from mile_bones.engine.record import Record

    return Record.from_json(text, body_of)


def facts(record: Record) -> HandFacts:
    """Return the game's facts for each finished hand and seat of a record that has been checked."""
    counted = spec(record.game).parts.facts
    if counted is not None:
        return counted(record)
    state = final_state(record)
    won, lost = state.totals
    return (({POINTS: won}, {POINTS: lost}),) if state.is_terminal() else ()


def sheet(record: Record) -> Sheet:
    """Return the rows of the score sheet for each hand of a record that has been checked."""
    parts = spec(record.game).parts
    if parts.sheet is not None:
        return parts.sheet(record)
    hands = facts(record)
    rows = (
        tuple((fact.title(), (one[fact.name], other[fact.name])) for fact in parts.fact_columns) for one, other in hands
    )
    return tuple(rows) or (None,)


def final_state(record: Record, seed: int | None = None) -> Any:
    """Return the state at the end of the record. See ``replay`` for ``seed`` and for the errors."""
    state, _no_action = deque(replay(record, seed), maxlen=1).pop()
    return state


def replay(record: Record, seed: int | None = None) -> Steps:
    """Play a record again. Yield each action with the state before it. Finally yield the last state with None.

    All steps yield the same state object, which changes between the steps: ``clone`` it to keep a position. Every card,
    action and score is checked. Raise ReplayError at the first one that does not fit, with the numbers of the hand and
    the action. Hands after those in the record are dealt from the record's seed, or else from ``seed``, or at random if
    both are None.
    """
    if not is_game(record.game):
        raise ReplayError(no_such_game(record.game))
    found = spec(record.game)
    if not isinstance(record.body, found.parts.body):
        raise ReplayError(_("the record is not one of {game}").format(game=found.title()))
    if record.rules not in found.rules:
        raise ReplayError(_no_rule_set(found, record.rules))
    if record.seed is not None and not found.has_deals:
        raise ReplayError(_("nothing is dealt in {game}, and no deal has a number").format(game=found.title()))
    misfit = found.misfit(record.options)
    if misfit is not None:
        raise ReplayError(misfit)
    if (record.target is None) != (found.target is None):
        raise ReplayError(_("the target of the game is missing, or too much"))
    steps = found.parts.replay(record, seed)
    return _of_deals(steps) if found.hands_are_deals else steps


def _no_rule_set(game: Spec, rules: str) -> str:
    return _("“{name}” is not a rule set of {game}").format(name=excerpt(rules), game=game.title())


def _of_deals(steps: Steps) -> Steps:
    """Yield ``steps``, which are from a game that calls its rounds deals. Set ``in_deal`` of a ReplayError."""
    try:
        yield from steps
    except ReplayError as error:
        error.in_deal = True
        raise
