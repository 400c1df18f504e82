"""The comment on a person's answer to a puzzle, in kind and plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.i18n import in_parts
from mile_bones.match import win_words
from mile_bones.match.cost_words import cost_text, worth_text
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.win_puzzle import WinPuzzle
from mile_bones.players import load_coach

if TYPE_CHECKING:
    from mile_bones.match.puzzle import Task
    from mile_bones.players.coach import Coach


def question(task: Task) -> str:
    """Return what the person has to do."""
    return win_words.question(task) if isinstance(task, WinPuzzle) else _("What would you play?")


def answer_words(task: Task, answer: Any | None) -> str:
    """Return sentences about the answer to any puzzle: its worth, and what is best. ``answer`` is None if the person
    gave no answer. The sentence about a wrong answer does not say what is best, so that the person can try again.
    """
    if isinstance(task, WinPuzzle):
        return win_words.verdict(task, answer)
    coach = load_coach(task.game)
    assert isinstance(task, Puzzle) and coach is not None, "the coach rated this position"
    return verdict(task, answer, coach)


def values_text(task: Task, answer: Any | None) -> str:
    """Return a text about the worth of the best actions, or "" if no coach has rated them."""
    return worths_text(task, answer) if isinstance(task, Puzzle) else ""


def action_text(puzzle: Puzzle, action: Any) -> str:
    """Return the words for an action, such as "discard Extra Tank"."""
    text: str = spec(puzzle.game).words.action_text(action, puzzle.position.observation())
    return text


def verdict(puzzle: Puzzle, answer: Any | None, coach: Coach) -> str:
    """Return sentences about the worth of the answer, the best action, and the reason why that is best. ``answer`` is
    None if the person gave no answer. If the answer is wrong, return only what it costs.
    """
    rating = puzzle.rating
    if answer is not None and not puzzle.is_solved_by(answer):
        cost = cost_text(rating.cost(answer), spec(puzzle.game))
        return _("Not this one: it costs about {cost}.").format(cost=cost)
    is_best = answer is not None and rating.is_best(answer)
    better = answer if is_best else puzzle.best
    worse = rating.next_best.action if is_best or answer is None else answer
    reason = coach.reason(puzzle.position.observation(), better, worse)
    best = action_text(puzzle, better)
    if answer is None:
        return _("Best is: {action}. {reason}").format(action=best, reason=reason)
    if is_best:
        return _("Well done, that is the best: {action}. {reason}").format(action=best, reason=reason)
    text = _("Good: that costs next to nothing. A little better still: {action}. {reason}")
    return text.format(action=best, reason=reason)


def worths_text(puzzle: Puzzle, answer: Any | None, most: int = 4) -> str:
    """Return a text with the ``most`` best actions and what each is worth. The answer is added if it is not among
    them.
    """
    worths = puzzle.rating.worths
    shown = [worth for number, worth in enumerate(worths) if number < most or worth.action == answer]
    text = _("{choice}: {worth}")
    told = [
        text.format(choice=action_text(puzzle, worth.action), worth=worth_text(worth, spec(puzzle.game)))
        for worth in shown
    ]
    text = _("On average: {choices}.")
    if len(shown) < len(worths):
        text = _("On average: {choices}; …")
    return text.format(choices=in_parts(told))
