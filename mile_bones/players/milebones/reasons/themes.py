"""What kind of choice a reason is about, for statistics and for puzzles."""

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
"""The first code of each theme, in the order in which ``Code`` names them."""


def _themes() -> dict[Code, Theme]:
    found: dict[Code, Theme] = {}
    now = Theme.SAFETIES
    for code in Code:
        now = _FIRST.get(code, now)
        found[code] = now
    return found


_THEMES = _themes()


def theme(code: str) -> Theme:
    """The theme of a reason with this code. ValueError for what is no code."""
    return _THEMES[Code(code)]


def theme_of_choice(better: Action, worse: Action) -> Theme:
    """What kind of choice it is between these two, also where no reason is known.

    The rarer thing gives it its name: the extension, a safety that could be played, a card that could be driven or laid
    on a pile; of two cards that could be thrown away, discards.
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
