"""The comment on a person's answer to a puzzle, in kind and plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mile_bones.games import spec
from mile_bones.i18n import format_number, format_signed, in_parts
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.match.puzzle import Puzzle
    from mile_bones.players.coach import Coach

_APART = 35.0
"""In points. If the cost of an action and the points that it loses in the hand differ by this or more, the difference
is explained.
"""


def action_text(puzzle: Puzzle, action: Any) -> str:
    """Return the words for an action, such as "discard Extra Tank"."""
    text: str = spec(puzzle.game).words.action_text(action, puzzle.position.observation())
    return text


def verdict(puzzle: Puzzle, answer: Any | None, coach: Coach) -> str:
    """Return sentences about the worth of the answer, the best action, and the reason why that is best. ``answer`` is
    None if the person gave no answer.
    """
    rating = puzzle.rating
    is_best = answer is not None and rating.cost(answer) == 0
    better = answer if is_best else puzzle.best
    worse = rating.next_best.action if is_best or answer is None else answer
    reason = coach.reason(puzzle.position.observation(), better, worse)
    best = action_text(puzzle, better)
    if answer is None:
        return _("Best is: {action}. {reason}").format(action=best, reason=reason)
    if is_best:
        return _("Well done, that is the best: {action}. {reason}").format(action=best, reason=reason)
    if puzzle.is_solved_by(answer):
        text = _("Good: that costs next to nothing. A little better still: {action}. {reason}")
        return text.format(action=best, reason=reason)
    points = format_number(round(rating.cost(answer)))
    text = _("Not this time: that costs about {points} points. Better: {action}. {reason}")
    return text.format(points=points, action=best, reason=reason)


def worths_text(puzzle: Puzzle, answer: Any | None, most: int = 4) -> str:
    """Return a text with the ``most`` best actions, each with its points and its cost. The answer is added if it is not
    among them.
    """
    rating = puzzle.rating
    worths = rating.worths
    shown = [worth for number, worth in enumerate(worths) if number < most or worth.action == answer]
    told = []
    for worth in shown:
        text = _("{choice}: {points}, costs {cost}") if worth is not worths[0] else _("{choice}: {points}")
        cost = format_number(round(rating.cost(worth.action)))
        choice = action_text(puzzle, worth.action)
        told.append(text.format(choice=choice, points=format_signed(round(worth.points)), cost=cost))
    text = _("Points on average: {choices}.") if len(shown) == len(worths) else _("Points on average: {choices}; …")
    text = text.format(choices=in_parts(told))
    if all(abs(rating.cost(worth.action) - (rating.best.points - worth.points)) < _APART for worth in shown):
        return text
    note = _("The cost also counts what a choice does for the game.")
    return _("{sentence} {next_sentence}").format(sentence=text, next_sentence=note)
