"""The kind of choice that a reason is about, for statistics and puzzles."""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import DISTANCES, SAFETIES
from mile_bones.players.milebones.reasons.codes import Code, Theme

_FIRST = {
    Code.COUP_NOW: Theme.SAFETIES,
    Code.CANNOT_BE_CURED: Theme.HAZARDS,
    Code.FINISH_WINS_GAME: Theme.DISTANCES,
    Code.SHOWN_SAFETY: Theme.DISCARDS,
    Code.ENDING_WINS_GAME: Theme.EXTENSION,
}
"""The first code of each theme, in the order of the codes in ``Code``."""


def _themes() -> dict[Code, Theme]:
    found: dict[Code, Theme] = {}
    now = Theme.SAFETIES
    for code in Code:
        now = _FIRST.get(code, now)
        found[code] = now
    return found


_THEMES = _themes()


def theme(code: str) -> Theme:
    """Return the theme of a reason with this code. Raise ValueError if there is no such code."""
    return _THEMES[Code(code)]


def theme_of_choice(better: Action, worse: Action) -> Theme:
    """Return the kind of choice between these two actions, even if no reason is known.

    The rarest feature of the choice decides: first the extension, then a safety, then a card that could be driven or
    played on a pile. If both actions are discards, the theme is discards.
    """
    actions = (better, worse)
    if any(action.kind is Kind.EXTEND for action in actions):
        return Theme.EXTENSION
    if any(action.card in SAFETIES for action in actions):
        return Theme.SAFETIES
    played = [action.card for action in actions if action.kind is Kind.PLAY]
    if not played:
        return Theme.DISCARDS
    return Theme.DISTANCES if all(card in DISTANCES for card in played) else Theme.HAZARDS
