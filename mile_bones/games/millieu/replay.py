"""The replay of the actions of a record of Millieu, each of which is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mile_bones.engine.open_game import replay_actions as replay_from
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.state import MillieuState
from mile_bones.games.millieu.words import refusal_text


def replay_actions(
    texts: Sequence[str], first: int = 0, ended: str | None = None
) -> Iterator[tuple[MillieuState, Action | None]]:
    """Play actions such as "0 place RED_DISC 13" again. See ``mile_bones.engine.open_game.replay_actions``."""
    return replay_from(MillieuState(first), texts, parse_action, refusal_text, ended)
