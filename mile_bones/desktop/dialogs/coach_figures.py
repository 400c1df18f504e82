"""What the coach says of many games in words and tables, for the statistics: error rates and luck."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from mile_bones.desktop.dialogs.figures import Sides, has_points, table
from mile_bones.desktop.dialogs.lists import LongList
from mile_bones.engine.spec import Spec
from mile_bones.i18n import format_date, format_number, format_signed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.review_statistics import ReviewStatistics
from mile_bones.match.review import ErrorRate
from mile_bones.match.review_words import grade
from mile_bones.players import coach_spec
from mile_bones.players.coach import CoachSpec
from mile_bones.storage.statistics import Statistics

COST_STEP = 100
"""Points that the choices of a hand cost, which are counted together."""
LUCK_STEP = 200
"""The same of luck."""


class View(StrEnum):
    """What there is to be shown."""

    ERRORS = "errors"
    ERRORS_BY_HAND = "errors by hand"
    ERRORS_BY_KIND = "errors by kind"
    LUCK = "luck"
    LUCK_BY_HAND = "luck by hand"


_OF_LUCK = (View.LUCK, View.LUCK_BY_HAND)


def views(game: Spec) -> list[View]:
    """Those of this game: none without a coach."""
    coach = coach_spec(game.name)
    if coach is None:
        return []
    found = [View.ERRORS, View.ERRORS_BY_HAND, View.ERRORS_BY_KIND]
    if not has_points(game):  # where a game is one hand
        found.remove(View.ERRORS_BY_HAND)
    return [*found, *_OF_LUCK] if coach.knows_luck else found


def title(view: View, game: Spec) -> str:
    """What people call it."""
    deals = game.hands_are_deals
    return {
        View.ERRORS: _("Error rate over time"),
        View.ERRORS_BY_HAND: _("Error rate by deal") if deals else _("Error rate by hand"),
        View.ERRORS_BY_KIND: _("Error rate by kind of choice"),
        View.LUCK: _("Luck over time"),
        View.LUCK_BY_HAND: _("Luck by deal") if deals else _("Luck by hand"),
    }[view]


def unit(game: Spec) -> str:
    """Of what an error rate is a number."""
    if not has_points(game):
        return _("Points a game")
    return _("Points a deal") if game.hands_are_deals else _("Points a hand")


def summary(view: View, found: Statistics, reviews: ReviewStatistics, sides: Sides, game: Spec) -> str:
    """How much of it has been reviewed, which is something, and what that says in short."""
    coach = coach_spec(game.name)
    assert coach is not None, "without which there is no such view"
    of = max(found.hands, reviews.hands)
    text = ngettext("{count} of {all} hand reviewed.", "{count} of {all} hands reviewed.", of)
    if not has_points(game):
        text = ngettext("{count} of {all} game reviewed.", "{count} of {all} games reviewed.", of)
    elif game.hands_are_deals:
        text = ngettext("{count} of {all} deal reviewed.", "{count} of {all} deals reviewed.", of)
    texts = [
        text.format(count=format_number(reviews.hands), all=format_number(of)),
        _luck(reviews, game) if view in _OF_LUCK else _rates(reviews, sides, coach),
        _outdated(reviews.outdated, game) if reviews.outdated else "",
    ]
    return " ".join(text for text in texts if text)


def nothing(reviews: ReviewStatistics, game: Spec) -> str:
    """Where nothing has been reviewed, or by an earlier coach alone, how figures get here."""
    found = _outdated(reviews.outdated, game) if reviews.outdated else _("None of these games has been reviewed yet.")
    more = _(
        "When the coach has reviewed a game, its error rate and luck are added up here. Choose “Review this game” when "
        "a game is over, in the history, or in a replay."
    )
    return _("{sentence} {more}").format(sentence=found, more=more)


def view_table(view: View, reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    """The same as a chart."""
    if view is View.ERRORS:
        return _errors_table(reviews, sides, game)
    if view is View.ERRORS_BY_KIND:
        return _kinds_table(reviews, sides, game)
    if view is View.LUCK:
        return _luck_table(reviews, game)
    counts = by_step(reviews.costs, COST_STEP) if view is View.ERRORS_BY_HAND else luck_by_step(reviews)
    step = COST_STEP if view is View.ERRORS_BY_HAND else LUCK_STEP
    steps = sorted({number for side in counts for number in side})
    heads = sides.names if view is View.ERRORS_BY_HAND else luck_words()

    def line(row: int) -> tuple[str, ...]:
        least, most = (format_signed(points) for points in (steps[row] * step, (steps[row] + 1) * step - 1))
        points = _("{least} to {most} points").format(least=least, most=most)
        return points, *(format_number(side.get(steps[row], 0)) for side in counts)

    first = _("Deal") if game.hands_are_deals else _("Hand")
    return table(title(view, game), (first, *heads), len(steps), line)


def luck_words() -> tuple[str, str]:
    """The two parts of a result: skill is what is left of it without the luck."""
    return _("Luck"), _("Skill")


def by_step(counts: Sequence[dict[int, int]], step: int) -> tuple[dict[int, int], ...]:
    """How many hands have from ``n * step`` points to less than the next such sum, by ``n``."""
    found: tuple[dict[int, int], ...] = tuple({} for _side in counts)
    for steps, side in zip(found, counts, strict=True):
        for points, count in side.items():
            steps[points // step] = steps.get(points // step, 0) + count
    return found


def luck_by_step(reviews: ReviewStatistics) -> tuple[dict[int, int], ...]:
    """How many hands had so much luck, and how many came out so when it is taken away."""
    return by_step((reviews.luck, reviews.skill), LUCK_STEP)


def kinds(reviews: ReviewStatistics, game: Spec) -> list[tuple[str, tuple[ErrorRate, ErrorRate]]]:
    """Every kind of choice that the coach of the game knows, with its word and the error rates of both sides."""
    coach = coach_spec(game.name)
    assert coach is not None, "without which there is no such view"
    none = ErrorRate(hands=reviews.hands)
    return [(words(), reviews.themes.get(theme, (none, none))) for theme, words in coach.themes.items()]


def _errors_table(reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    """Every game of which something was reviewed, the last one first."""
    games = reviews.games

    def line(row: int) -> tuple[str, ...]:
        each = games[-1 - row]
        rates = (_points(rate.a_hand) for rate in each.rates)
        return format_date(each.ended.date()), *rates, format_number(each.rates[0].hands)

    heads = (_("Date"), *sides.names, _hands(game))
    return table(title(View.ERRORS, game), heads, len(games), line)


def _kinds_table(reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    lines = []
    for word, rates in (*kinds(reviews, game), (_("All of them"), reviews.rates)):
        cells = ((_points(rate.a_hand), format_number(rate.decisions)) for rate in rates)
        lines.append((word, *(text for both in cells for text in both)))
    heads = (_("Kind of choice"), *(head for name in sides.names for head in (name, _("Choices"))))
    return table(title(View.ERRORS_BY_KIND, game), heads, len(lines), lines.__getitem__)


def _luck_table(reviews: ReviewStatistics, game: Spec) -> LongList:
    games = reviews.games

    def line(row: int) -> tuple[str, ...]:
        each = games[-1 - row]
        whole = round(each.luck or 0)  # in whole points, so that what is read adds up as well
        told = (signed(each.result), signed(whole), signed(each.result - whole))
        return format_date(each.ended.date()), *told, format_number(each.rates[0].hands)

    heads = (_("Date"), _("Result"), *luck_words(), _hands(game))
    return table(title(View.LUCK, game), heads, len(games), line)


def signed(points: int) -> str:
    """With a plus before what is good."""
    return format_signed(points, plus=True)


def _points(points: float) -> str:
    return format_number(round(points))


def _hands(game: Spec) -> str:
    if not has_points(game):
        return _("Games")
    return _("Deals") if game.hands_are_deals else _("Hands")


def _rates(reviews: ReviewStatistics, sides: Sides, coach: CoachSpec) -> str:
    told = []
    for name, rate in zip(sides.names, reviews.rates, strict=True):
        word = grade(rate, coach.error_limits)
        text = _("{name} {points} ({word})") if word else _("{name} {points}")
        told.append(text.format(name=name, points=_points(rate.a_hand), word=word))
    return _("Error rate: {one}, {other}.").format(one=told[0], other=told[1])


def _luck(reviews: ReviewStatistics, game: Spec) -> str:
    luck = reviews.luck_of_hands
    if luck is None:
        return ""
    result, hands = round(reviews.result / reviews.hands), reviews.hands
    whole = round(luck / hands)
    text = _("On average a result of {result} a hand: {luck} of it luck, {skill} skill.")
    if game.hands_are_deals:
        text = _("On average a result of {result} a deal: {luck} of it luck, {skill} skill.")
    return text.format(result=signed(result), luck=signed(whole), skill=signed(result - whole))


def _outdated(count: int, game: Spec) -> str:
    text = ngettext(
        "{count} hand was reviewed by an earlier coach, and counts when it is reviewed again.",
        "{count} hands were reviewed by an earlier coach, and count when they are reviewed again.",
        count,
    )
    if not has_points(game):
        text = ngettext(
            "{count} game was reviewed by an earlier coach, and counts when it is reviewed again.",
            "{count} games were reviewed by an earlier coach, and count when they are reviewed again.",
            count,
        )
    elif game.hands_are_deals:
        text = ngettext(
            "{count} deal was reviewed by an earlier coach, and counts when it is reviewed again.",
            "{count} deals were reviewed by an earlier coach, and count when they are reviewed again.",
            count,
        )
    return text.format(count=format_number(count))
