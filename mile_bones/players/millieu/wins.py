"""The proof that a turn wins within a number of turns, by a search through all answers of the other player.

A player wins by completing the last turn. So a player has won if the other player has surely laid the last piece by
then, and this player still has a turn. Unlike ``solve``, which asks who wins at all, this search counts turns.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mile_bones.players.millieu.search import WON, Position
from mile_bones.players.millieu.solve import candidates

_TRIED = 3
"""The number of turns among which a refutation is looked for."""


def winning_turns(position: Position, most: int) -> Iterator[int]:
    """Yield the turns after which the player to move surely wins within ``most`` own turns, this one included.

    A turn that blocks the other player wins at once. Later blocks are not looked for: such positions are rare, and none
    is known in a game. So every turn that is yielded wins, whatever the other player does.
    """
    return (turn for turn in likely_turns(position, most) if wins(position, turn, most))


def likely_turns(position: Position, most: int) -> list[int]:
    """Return the turns that may win within ``most`` own turns: even the most captures do not leave the other player so
    many pieces that the last one cannot be laid in time.
    """
    held = position.turns.hands.sum(axis=0, dtype=np.intp) - position.lead
    return [turn for turn in candidates(position) if held[turn] < most]


def wins(position: Position, turn: int, most: int) -> bool:
    """Return True if this turn surely wins within ``most`` own turns, this one included. See ``winning_turns``."""
    if position.lead[turn] == WON:
        return True
    if most == 1 or not position.turns.hands[:, turn].any():
        return False
    answers = position.after(turn)
    return all(_wins_after(answers, answer, most - 1) for answer in _dangerous(answers))


def refutation(answers: Position, most: int) -> int | None:
    """Return a turn of the player to move after which the other player does not surely win within ``most`` own turns.

    Only the most promising turns are tried, which takes a tenth of a second at most. Return None if all of them lose.
    """
    return next((turn for turn in _dangerous(answers)[:_TRIED] if not _wins_after(answers, turn, most)), None)


def _dangerous(answers: Position) -> list[int]:
    """Return the turns, the most promising first."""
    found: list[int] = np.argsort(-answers.promise, kind="stable").tolist()
    return found


def _wins_after(answers: Position, answer: int, most: int) -> bool:
    """Return True if the player wins within ``most`` own turns after this answer of the other player."""
    if answers.lead[answer] == WON:
        return False
    held = int(answers.turns.hands[:, answer].sum())
    if held == 0:
        return True
    return held < most and next(winning_turns(answers.after(answer), most), None) is not None
