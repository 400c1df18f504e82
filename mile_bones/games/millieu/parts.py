"""The parts of Millieu: how it is played, scored and described."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from mile_bones.engine.aliases import Option
from mile_bones.engine.bodies import ActionList
from mile_bones.engine.open_game import replay_actions as replay_from
from mile_bones.engine.record import Record
from mile_bones.engine.rng import Rng
from mile_bones.engine.spec import POINTS, Fact, HandFacts, Parts, Steps
from mile_bones.games.millieu import words
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.events import Captured, GameEnded
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.rules import LATE_MILLS, NAME
from mile_bones.games.millieu.state import MillieuState
from mile_bones.games.millieu.words import refusal_text
from mile_bones.i18n import gettext as _


class Millieu:
    """The game, which has one rule set. ``late_mills`` is its option."""

    name = NAME
    rules_name = NAME

    def __init__(self, *, late_mills: bool = False) -> None:
        self.late_mills = late_mills

    def new_state(self, seed: int | None = None, *, first: int = 0) -> MillieuState:
        """Return the start of a game, in which ``first`` makes the first move. ``seed`` is ignored: the game has no
        luck.
        """
        return MillieuState(first, late_mills=self.late_mills)

    def parse_action(self, text: str) -> Action:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MillieuState:
        """Return the state that ``observation`` shows, with an empty log. Nothing is hidden, so ``rng`` is not needed.

        Raise ValueError if the game is over.
        """
        return MillieuState.from_observation(observation)


def _load(_rules: str | None, options: Mapping[str, Option], _target: int | None) -> Millieu:
    return Millieu(late_mills=options.get(LATE_MILLS) is True)


def replay_actions(
    texts: Sequence[str], first: int = 0, ended: str | None = None, *, late_mills: bool = False
) -> Iterator[tuple[MillieuState, Action | None]]:
    """Play actions such as "0 place RED_DISC 13" again. See ``mile_bones.engine.open_game.replay_actions``."""
    return replay_from(MillieuState(first, late_mills=late_mills), texts, parse_action, refusal_text, ended)


def _replay(record: Record, _seed: int | None) -> Steps:
    assert isinstance(record.body, ActionList), "the registry checks this"
    late_mills = record.options.get(LATE_MILLS) is True
    return replay_actions(record.body.actions, record.body.first, record.ended, late_mills=late_mills)


def _facts(record: Record) -> HandFacts:
    """Return the facts of one "hand", which is the whole game: a point for the winner and the numbers of captures.

    An unfinished game has no facts.
    """
    assert isinstance(record.body, ActionList), "the registry checks this"
    actions = record.body.actions
    state, _no_action = deque(_replay(record, None), maxlen=1).pop()
    if not state.is_terminal():
        return ()
    won = [int(result > 0) for result in state.returns()]
    taken = [sum(text.startswith(f"{seat} take ") for text in actions) for seat in (0, 1)]
    one, other = ({POINTS: won[seat], "taken": taken[seat]} for seat in (0, 1))
    return ((one, other),)


_TOLD = (
    Fact(POINTS, lambda: _("Games won")),
    Fact("taken", lambda: _("Pieces taken"), other=lambda: _("Pieces lost")),
)

PARTS = Parts(
    words=words,
    body=ActionList,
    load=_load,
    replay=_replay,
    is_turning_point=lambda event: isinstance(event, (Captured, GameEnded)),
    fact_columns=_TOLD,
    facts=_facts,
)
