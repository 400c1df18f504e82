"""Texts and tables for the statistics about the coach's reviews: error rates and luck."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from mile_bones.desktop.dialogs.figures import Sides, steps_table, table
from mile_bones.desktop.dialogs.lists import LongList
from mile_bones.engine.spec import Spec
from mile_bones.i18n import format_date, format_number, format_signed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.review_statistics import ReviewStatistics
from mile_bones.match.review import ErrorRate
from mile_bones.match.review_words import grade
from mile_bones.match.units import by_unit
from mile_bones.players import coach_spec
from mile_bones.players.coach import CoachSpec
from mile_bones.storage.statistics import Statistics

COST_STEP = 100
"""The width, in points, of a step in the table of hands by the cost of their choices."""
LUCK_STEP = 200
"""The width, in points, of a step in the table of hands by luck and skill."""


class View(StrEnum):
    """A view of the statistics that shows results of reviews."""

    ERRORS = "errors"
    ERRORS_BY_HAND = "errors by hand"
    ERRORS_BY_KIND = "errors by kind"
    LUCK = "luck"
    LUCK_BY_HAND = "luck by hand"


_OF_LUCK = (View.LUCK, View.LUCK_BY_HAND)


def views(game: Spec) -> list[View]:
    """Return the views for this game. There are none for a game without a coach."""
    coach = coach_spec(game.name)
    if coach is None:
        return []
    found = [View.ERRORS, View.ERRORS_BY_HAND, View.ERRORS_BY_KIND]
    if not game.has_points:  # in such a game, the whole game is a single hand
        found.remove(View.ERRORS_BY_HAND)
    return [*found, *_OF_LUCK] if coach.knows_luck else found


def title(view: View, game: Spec) -> str:
    """Return the title of a view."""
    return {
        View.ERRORS: _("Error rate over time"),
        View.ERRORS_BY_HAND: by_unit(game, hand=_("Error rate by hand"), deal=_("Error rate by deal")),
        View.ERRORS_BY_KIND: _("Error rate by kind of choice"),
        View.LUCK: _("Luck over time"),
        View.LUCK_BY_HAND: by_unit(game, hand=_("Luck by hand"), deal=_("Luck by deal")),
    }[view]


def unit(game: Spec) -> str:
    """Return the unit of an error rate."""
    return by_unit(game, hand=_("Points a hand"), deal=_("Points a deal"), whole=_("Per cent of the game"))


def summary(view: View, found: Statistics, reviews: ReviewStatistics, sides: Sides, game: Spec) -> str:
    """Return a text about how many of the hands have been reviewed, and a short result. At least one hand must have
    been reviewed.
    """
    coach = coach_spec(game.name)
    assert coach is not None, "a game without a coach has no such view"
    of = max(found.hands, reviews.hands)
    text = by_unit(
        game,
        hand=ngettext("{count} of {all} hand reviewed.", "{count} of {all} hands reviewed.", of),
        deal=ngettext("{count} of {all} deal reviewed.", "{count} of {all} deals reviewed.", of),
        whole=ngettext("{count} of {all} game reviewed.", "{count} of {all} games reviewed.", of),
    )
    texts = [
        text.format(count=format_number(reviews.hands), all=format_number(of)),
        _luck(reviews, game) if view in _OF_LUCK else _rates(reviews, sides, coach),
        _outdated(reviews.outdated, game) if reviews.outdated else "",
    ]
    return " ".join(text for text in texts if text)


def nothing(reviews: ReviewStatistics, game: Spec) -> str:
    """Return the text that is shown if the current coach has not reviewed anything. It says how to get figures."""
    found = _outdated(reviews.outdated, game) if reviews.outdated else _("None of these games has been reviewed yet.")
    more = _(
        "When the coach has reviewed a game, its error rate and luck are added up here. Choose “Review this game” when "
        "a game is over, in the history, or in a replay."
    )
    return _("{sentence} {more}").format(sentence=found, more=more)


def view_table(view: View, reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    """Return a table with the same figures as the chart of this view."""
    if view in (View.ERRORS, View.LUCK):
        return _games_table(view, reviews, sides, game)
    if view is View.ERRORS_BY_KIND:
        return _kinds_table(reviews, sides, game)
    first = by_unit(game, hand=_("Hand"), deal=_("Deal"))
    if view is View.ERRORS_BY_HAND:
        heads, counts, step = sides.names, by_step(reviews.costs, COST_STEP), COST_STEP
    else:
        heads, counts, step = luck_words(), luck_by_step(reviews), LUCK_STEP
    return steps_table(title(view, game), (first, *heads), counts, step, format_signed)


def luck_words() -> tuple[str, str]:
    """Return the names of the two parts of a result. Skill is the result without the luck."""
    return _("Luck"), _("Skill")


def by_step(counts: Sequence[dict[int, int]], step: int) -> tuple[dict[int, int], ...]:
    """Count the hands of each side by step. Step `n` is from ``n * step`` points to less than ``(n + 1) * step``."""
    found: tuple[dict[int, int], ...] = tuple({} for _side in counts)
    for steps, side in zip(found, counts, strict=True):
        for points, count in side.items():
            steps[points // step] = steps.get(points // step, 0) + count
    return found


def luck_by_step(reviews: ReviewStatistics) -> tuple[dict[int, int], ...]:
    """Count hands by their luck, and by their skill (the result without the luck), in steps of ``LUCK_STEP``."""
    return by_step((reviews.luck, reviews.skill), LUCK_STEP)


def kinds(reviews: ReviewStatistics, game: Spec) -> list[tuple[str, tuple[ErrorRate, ErrorRate]]]:
    """Return each kind of choice that the game's coach knows, with its name and the error rates of both sides."""
    coach = coach_spec(game.name)
    assert coach is not None, "a game without a coach has no such view"
    none = ErrorRate(hands=reviews.hands)
    return [(words(), reviews.themes.get(theme, (none, none))) for theme, words in coach.themes.items()]


def _games_table(view: View, reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    """Return a table of the reviewed games, the last one first. Its figures are the error rates, or the result, luck
    and skill.
    """
    names = (_("Result"), *luck_words()) if view is View.LUCK else sides.names

    def line(row: int) -> tuple[str, ...]:
        each = reviews.games[-1 - row]
        told = [_points(rate.a_hand) for rate in each.rates]
        if view is View.LUCK:
            luck = round(each.luck or 0)  # whole points, so that the figures shown add up to the result
            told = [signed(points) for points in (each.result, luck, each.result - luck)]
        return format_date(each.ended.date()), *told, format_number(each.rates[0].hands)

    heads = (_("Date"), *names, by_unit(game, hand=_("Hands"), deal=_("Deals"), whole=_("Games")))
    return table(title(view, game), heads, len(reviews.games), line)


def _kinds_table(reviews: ReviewStatistics, sides: Sides, game: Spec) -> LongList:
    lines = []
    for word, rates in (*kinds(reviews, game), (_("All of them"), reviews.rates)):
        cells = ((_points(rate.a_hand), format_number(rate.decisions)) for rate in rates)
        lines.append((word, *(text for both in cells for text in both)))
    heads = (_("Kind of choice"), *(head for name in sides.names for head in (name, _("Choices"))))
    return table(title(View.ERRORS_BY_KIND, game), heads, len(lines), lines.__getitem__)


def signed(points: int) -> str:
    """Format points, with a plus sign if they are positive."""
    return format_signed(points, plus=True)


def _points(points: float) -> str:
    return format_number(round(points))


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
    text = by_unit(
        game,
        hand=_("On average a result of {result} a hand: {luck} of it luck, {skill} skill."),
        deal=_("On average a result of {result} a deal: {luck} of it luck, {skill} skill."),
    )
    return text.format(result=signed(result), luck=signed(whole), skill=signed(result - whole))


def _outdated(count: int, game: Spec) -> str:
    text = by_unit(
        game,
        hand=ngettext(
            "{count} hand was reviewed by an earlier coach, and counts when it is reviewed again.",
            "{count} hands were reviewed by an earlier coach, and count when they are reviewed again.",
            count,
        ),
        deal=ngettext(
            "{count} deal was reviewed by an earlier coach, and counts when it is reviewed again.",
            "{count} deals were reviewed by an earlier coach, and count when they are reviewed again.",
            count,
        ),
        whole=ngettext(
            "{count} game was reviewed by an earlier coach, and counts when it is reviewed again.",
            "{count} games were reviewed by an earlier coach, and count when they are reviewed again.",
            count,
        ),
    )
    return text.format(count=format_number(count))
