"""The words for one choice of a review: the action, its cost, and the alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games import spec
from mile_bones.i18n import capitalized, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.match.cost_words import cost_figures, cost_text, worth_figures, worth_text
from mile_bones.match.review import Choice, position
from mile_bones.match.review_words import better_text, done_text, mark_title
from mile_bones.players.coach import Coach, Worth

if TYPE_CHECKING:
    from mile_bones.engine.spec import Spec
    from mile_bones.match.replaying import Replay


class Alternative(NamedTuple):
    """An action that could be chosen: its name, what it is worth, and its cost.

    ``worth`` and ``cost`` are figures in both currencies of the game. The cost is empty for the best action.
    ``sentence`` has all of this as a sentence.
    """

    text: str
    worth: str
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
    if not choice.is_surely_worse:
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
    game = spec(replay.record.game)
    return tuple(
        _alternative(game, choice, worth, capitalized(game.words.action_text(actions[worth.action], observation)))
        for worth in choice.rating.worths
    )


def _alternative(game: Spec, choice: Choice, worth: Worth, text: str) -> Alternative:
    is_best, was_chosen = worth.action == choice.best, worth.action == choice.chosen
    words, cost = worth_text(worth, game), choice.rating.cost(worth.action)
    if is_best:
        sentence = _("{choice}: {worth}, the best.").format(choice=text, worth=words)
    else:
        sentence = _("{choice}: {worth}, costs {cost}.").format(choice=text, worth=words, cost=cost_text(cost, game))
    if was_chosen:
        sentence = _("{sentence} {next_sentence}").format(sentence=sentence, next_sentence=_("This was chosen."))
    costs = "" if is_best else cost_figures(cost, game)
    return Alternative(text, worth_figures(worth, game), costs, sentence, is_best, was_chosen)
