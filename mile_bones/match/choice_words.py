"""The words for one choice of a review: the action, its cost, and the alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games import spec
from mile_bones.i18n import capitalized, format_number, format_signed, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.match.review import Choice, position
from mile_bones.match.review_words import better_text, done_text, mark_title
from mile_bones.players.coach import SURE, Coach, Worth

if TYPE_CHECKING:
    from mile_bones.match.replaying import Replay


class Alternative(NamedTuple):
    """An action that could be chosen: its name, the points that it brings on average, and its cost.

    The cost is the difference to the best action. It is empty for the best action itself. ``sentence`` has all of this
    as a sentence.
    """

    text: str
    points: str
    cost: str
    sentence: str
    is_best: bool
    was_chosen: bool


class ChoiceText(NamedTuple):
    """The verdict on a choice. ``title`` is a word or two, and ``text`` has sentences. The best alternative comes
    first.
    """

    title: str
    text: str
    alternatives: tuple[Alternative, ...]


def cost_is_sure(choice: Choice) -> bool:
    """Return True if another action was surely better than the chosen one, though perhaps only a little."""
    return choice.is_decision and choice.cost > SURE * choice.se


def choice_text(
    replay: Replay, choice: Choice, coach: Coach | None, names: Sequence[str], you: int | None
) -> ChoiceText:
    """Return the words for a choice. ``names`` are the names of the players, by seat. ``you`` is the seat of a lone
    person. Without a coach the text gives no reason.
    """
    chose = _("You chose: {action}.") if choice.seat == you else _("{name} chose: {action}.")
    chose = chose.format(name=names[choice.seat], action=done_text(replay, choice))
    title, verdict = _verdict(replay, choice, coach)
    text = _("{sentence} {next_sentence}").format(sentence=chose, next_sentence=verdict) if verdict else chose
    return ChoiceText(title, text, _alternatives(replay, choice))


def _verdict(replay: Replay, choice: Choice, coach: Coach | None) -> tuple[str, str]:
    if not choice.is_decision:
        return pgettext("choice", "All the same"), _("It hardly mattered what was done.")
    if choice.chosen == choice.best:
        return pgettext("choice", "The best"), ""
    if not cost_is_sure(choice):
        better = _action(replay, choice, choice.best)
        text = _("It may be as good as the best: {action}.").format(action=better)
        return pgettext("choice", "As good as the best"), text
    title = pgettext("choice", "Nearly the best") if choice.mark is None else mark_title(choice.mark)
    return title, better_text(replay, choice, coach)


def _action(replay: Replay, choice: Choice, notation: str) -> str:
    observation, actions = position(replay, choice)
    text: str = spec(replay.record.game).words.action_text(actions[notation], observation)
    return text


def _alternatives(replay: Replay, choice: Choice) -> tuple[Alternative, ...]:
    observation, actions = position(replay, choice)
    words = spec(replay.record.game).words
    return tuple(
        _alternative(choice, worth, capitalized(words.action_text(actions[worth.action], observation)))
        for worth in choice.rating.worths
    )


def _alternative(choice: Choice, worth: Worth, text: str) -> Alternative:
    is_best, was_chosen = worth.action == choice.best, worth.action == choice.chosen
    points, cost = format_signed(round(worth.points)), round(choice.rating.cost(worth.action))
    if is_best:
        sentence = _("{choice}: {points} points on average, the best.").format(choice=text, points=points)
    else:
        sentence = _("{choice}: {points} points on average, costs {cost}.").format(
            choice=text, points=points, cost=format_number(cost)
        )
    if was_chosen:
        sentence = _("{sentence} {next_sentence}").format(sentence=sentence, next_sentence=_("This was chosen."))
    return Alternative(text, points, "" if is_best else format_signed(-cost), sentence, is_best, was_chosen)
