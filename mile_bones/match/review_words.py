"""The words for a review. They are kind and plain."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mile_bones.games import spec
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.match.cost_words import cost_text, costs_nothing
from mile_bones.match.review import Choice, ErrorRate, position
from mile_bones.players import coach_spec
from mile_bones.players.coach import Coach, Mark

if TYPE_CHECKING:
    from mile_bones.match.replaying import Replay


def mark_title(mark: Mark) -> str:
    """Return the name of a mark that people see."""
    return {
        Mark.DOUBTFUL: pgettext("choice", "Doubtful"),
        Mark.MISTAKE: pgettext("choice", "Mistake"),
        Mark.BLUNDER: pgettext("choice", "Blunder"),
    }[mark]


_GOOD, _LEARNING = 3, 4
"""The indices of "Good" and "Learning" in ``grades``."""


def grades() -> tuple[str, ...]:
    """Return the words for error rates, the lowest rate first."""
    return (
        pgettext("error rate", "Champion"),
        pgettext("error rate", "Expert"),
        pgettext("error rate", "Strong"),
        pgettext("error rate", "Good"),
        pgettext("error rate", "Learning"),
        pgettext("error rate", "At random"),
    )


def grade(rate: ErrorRate, limits: Sequence[float], marks: Sequence[Mark] = ()) -> str | None:
    """Return the word for an error rate, or None if there was nothing to decide. ``limits`` are the thresholds between
    the words.

    ``marks`` are the marks of the same choices. With a mistake in every hand the word is at best "Good", and with a
    blunder in every hand at best "Learning", however little the other choices cost.
    """
    if not rate.decisions:
        return None
    blunders = marks.count(Mark.BLUNDER)
    dear = blunders + marks.count(Mark.MISTAKE)
    best = _LEARNING if blunders >= rate.hands else _GOOD if dear >= rate.hands else 0
    return grades()[max(best, bisect_right(limits, rate.a_hand))]


def result_word(result: int) -> str:
    """Return the result of a game in a word ("Won"), for games in which only the winner matters."""
    if result == 0:
        return pgettext("result", "Drawn")
    return pgettext("result", "Won") if result > 0 else pgettext("result", "Lost")


def done_text(replay: Replay, choice: Choice) -> str:
    """Return the words for the chosen action, such as "discard Extra Tank"."""
    observation, actions = position(replay, choice)
    text: str = spec(replay.record.game).words.action_text(actions[choice.chosen], observation)
    return text


def better_text(replay: Replay, choice: Choice, coach: Coach | None) -> str:
    """Return sentences about what the choice cost, what would have been better, and, with a coach, why.

    The choice must have cost something.
    """
    observation, actions = position(replay, choice)
    better, worse = actions[choice.best], actions[choice.chosen]
    game = spec(replay.record.game)
    found, error = coach_spec(replay.record.game), round(choice.se)
    text = _("Costs about {cost}. Better: {action}.")
    if error and found is not None and found.says_error:
        text = ngettext(
            "Costs about {cost}, give or take {error} point. Better: {action}.",
            "Costs about {cost}, give or take {error} points. Better: {action}.",
            error,
        )
    if costs_nothing(choice.cost, game):
        text = _("Costs almost nothing. Better: {action}.")
    if choice.rating.best.chance == 1 and not game.has_points:
        text = _("Misses a sure win, and costs about {cost}. Better: {action}.")
    text = text.format(
        cost=cost_text(choice.cost, game),
        error=format_number(error),
        action=game.words.action_text(better, observation),
    )
    if coach is None:
        return text
    return _("{sentence} {reason}").format(sentence=text, reason=coach.reason(observation, better, worse, choice.cause))
