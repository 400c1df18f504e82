"""The moment in which a game of Mile Bones ends: which scene is shown, and with which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.desktop.boards.milebones.cues import cues
from mile_bones.desktop.boards.milebones.game_lost import GameLost
from mile_bones.desktop.boards.milebones.game_won import GameWon, Side
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.dialogs.ending import game_title
from mile_bones.desktop.table.finale import Plate
from mile_bones.games.milebones.actions import Kind
from mile_bones.games.milebones.cards import MILES, SAFETIES
from mile_bones.games.milebones.consolation import consolation
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match.replaying import Replay

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.table.ending import Ending
    from mile_bones.desktop.table.finale import Finale
    from mile_bones.games.milebones.events import HandEnded

_UNIT = 25
"""All totals are multiples of this number."""


def special_text(ending: Ending) -> str:
    """Return a sentence about what was special about the game: for a winner what is known from other games, for the
    only person who has lost it a kind word. Return "" if nothing was special.
    """
    if not ending.is_lost:
        return ending.special
    assert ending.you is not None
    return consolation(ending.record(), ending.you)


def game_end(table: MileBonesTable, ending: Ending) -> Finale | None:
    """Return the scene of a game that has ended. Return None if the game was drawn or only watched."""
    hand, game = ending.events
    winner: int | None = game.winner
    if winner is None or table.viewpoint is not None:
        return None
    near = ending.observation.seat
    title, heard = game_title(winner, ending.names, ending.you), cues(game, ending.you, ending.observation)
    line = special_text(ending)
    if ending.is_lost:
        plates = _plate(ending, near), _plate(ending, 1 - near)
        return GameLost(table, plates, hand.sides[winner].miles, hand.goal, title, line, heard)
    own, other = (format_number(hand.totals[seat]) for seat in (winner, 1 - winner))
    line = line or _("{points} to {other_points}").format(points=own, other_points=other)
    ways = ways_to_line(hand, winner)
    sides = (
        Side(_plate(ending, near), "car_red", ways[near]),
        Side(_plate(ending, 1 - near), "car_blue", ways[1 - near]),
    )
    return GameWon(table, sides, table.side_of(winner), _journey(ending, winner), title, line, heard)


def ways_to_line(hand: HandEnded, winner: int) -> tuple[float, float]:
    """Return the part of the way to the line, 0 to 1, that each seat has driven at the end of a game.

    The line is the end of the last trip. If the winner has not completed this trip, the line is the winner's total.
    """
    if hand.completed_by == winner:
        return hand.sides[0].miles / hand.goal, hand.sides[1].miles / hand.goal
    return max(0, hand.totals[0]) / hand.totals[winner], max(0, hand.totals[1]) / hand.totals[winner]


def _plate(ending: Ending, seat: int) -> Plate:
    """Return the plate of this seat. Only the winner's total counts up."""
    hand, game = ending.events
    total = hand.totals[seat]
    before = total - hand.scores[seat].total if seat == game.winner else total
    return Plate(ending.names[seat], before, total, _UNIT)


def _journey(ending: Ending, seat: int) -> list[tuple[str, bool]]:
    """Return the distances and safeties that this seat played in the last hand, in their order."""
    replay, found = Replay(ending.record()), []
    for state, action in replay.steps(replay.hands):
        if action is not None and state.current_player == seat and action.kind is Kind.PLAY:
            assert action.card is not None
            if MILES[action.card] or action.card in SAFETIES:
                found.append((ART[action.card], action.card not in SAFETIES))
    return found
