"""The words for what a choice costs, in both currencies: points of this hand, and per cent of the game."""

from __future__ import annotations

from mile_bones.engine.spec import Spec
from mile_bones.i18n import format_number, format_percent, format_signed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players.coach import Cost, Rating, Worth


def cost_text(cost: Cost, game: Spec) -> str:
    """Return the words that follow "costs about", such as "90 points and 3% of the game"."""
    points, percent = _rounded(cost)
    if not game.has_points or not points or (points < 0 and percent <= 0):
        return _percent_text(percent)
    if points < 0:
        # Translators: the end of a sentence that says what a choice costs; the choice also brings some points.
        text = ngettext(
            "{percent} of the game, and brings {points} point",
            "{percent} of the game, and brings {points} points",
            -points,
        )
    elif percent < 0:
        # Translators: the end of a sentence that says what a choice costs; it also adds to the chance to win the game.
        text = ngettext(
            "{points} point, and brings {percent} of the game",
            "{points} points, and brings {percent} of the game",
            points,
        )
    elif percent:
        text = ngettext("{points} point and {percent} of the game", "{points} points and {percent} of the game", points)
    else:
        text = ngettext("{points} point", "{points} points", points)
    return text.format(points=format_number(abs(points)), percent=format_percent(abs(percent)))


def costs_nothing(cost: Cost, game: Spec) -> bool:
    """Return True if neither figure of the cost rounds to more than 0."""
    points, percent = _rounded(cost)
    return percent <= 0 and (points <= 0 or not game.has_points)


def _percent_text(percent: int) -> str:
    text = _("{percent} of the game") if percent > 0 else _("at most {percent} of the game")
    return text.format(percent=format_percent(max(percent, 1)))


def cost_figures(cost: Cost, game: Spec) -> str:
    """Return what a choice costs as signed figures, such as "−90, −3%"."""
    points, percent = _rounded(cost)
    return _figures(-points, -percent, game)


def worth_figures(worth: Worth, game: Spec) -> str:
    """Return the points that an action brings on average and its chance as figures, such as "20, 54%"."""
    return _figures(round(worth.points), round(100 * worth.chance), game)


def _figures(points: int, percent: int, game: Spec) -> str:
    figures = format_percent(percent)
    if game.has_points:
        figures = _("{points}, {percent}").format(points=format_signed(points), percent=figures)
    return figures


def worth_text(worth: Worth, game: Spec) -> str:
    """Return the points that an action brings on average and its chance in words: "20 points, 54% to win"."""
    if not game.has_points:
        return _("{percent} to win").format(percent=chance_figure(worth))
    points = round(worth.points)
    text = ngettext("{points} point, {percent} to win", "{points} points, {percent} to win", abs(points))
    return text.format(points=format_signed(points), percent=chance_figure(worth))


def alike_text(rating: Rating, game: Spec) -> str:
    """Return the sentence for a choice between actions that are worth about the same."""
    if rating.best.worth == rating.worths[-1].worth:
        return _("As far as is known, every choice is equally good.")
    return _("Every choice comes to about the same: {worth}.").format(worth=worth_text(rating.best, game))


def chance_figure(worth: Worth) -> str:
    """Return the chance of winning the game, such as "54%"."""
    return format_percent(round(100 * worth.chance))


def _rounded(cost: Cost) -> tuple[int, int]:
    """Return whole points and whole per cent."""
    return round(cost.points), round(100 * cost.chance)
