"""The rows of the score panel of the Mille table, made from an observation. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.games.montreal.cards import value
from mile_bones.games.montreal.observation import Observation, SpectatorView
from mile_bones.i18n import format_signed, pgettext
from mile_bones.i18n import gettext as _

STARS, CIRCLES = "stars", "circles"
"""The marks that show naturals and chapeaux."""
Pair = tuple[int, int]


class ScoreRow(NamedTuple):
    """A line of the panel: its label, and its values for the near side and the far side.

    ``figures`` are painted, and ``said`` is read by a screen reader. ``mark`` is painted before each figure whose
    number in ``marks`` is not 0.
    """

    label: str
    figures: tuple[str, str]
    said: tuple[str, str]
    mark: str = ""
    marks: Pair = (0, 0)
    is_total: bool = False


def score_rows(observation: Observation, *, turned: bool = False, hands: Pair | None = None) -> tuple[ScoreRow, ...]:
    """Return all lines except the games won. The near side's figures are first.

    ``turned``: the open hand is that of the other seat, which is then the near side. ``hands`` are the points that the
    cards left in both hands cost, the near hand first, or None before the deal has been counted.
    """
    seen = observation
    totals, stars, circles, sets = seen.totals, seen.naturals, seen.chapeaux, seen.sets
    if turned:
        totals, stars, circles, sets = totals[::-1], stars[::-1], circles[::-1], sets[::-1]
    laid = sets[0].value, sets[1].value
    target = seen.rules.target
    return (
        _numbers(pgettext("score panel", "Laid down"), laid),
        _in_hand(seen, turned=turned) if hands is None else _numbers(_in_hand_label(), hands),
        _numbers(pgettext("score panel", "Total"), totals)._replace(is_total=True),
        _numbers(pgettext("score panel", "To go"), (max(0, target - totals[0]), max(0, target - totals[1]))),
        # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card.
        _numbers(pgettext("score panel", "Naturals"), stars)._replace(mark=STARS, marks=stars),
        # Translators: a chapeau (French for hat) is a deal with less than no points.
        _numbers(pgettext("score panel", "Chapeaux"), circles)._replace(mark=CIRCLES, marks=circles),
    )


def side_texts(name: str, rows: Sequence[ScoreRow], lane: int, target: int) -> tuple[str, ...]:
    """Return texts for one line about the state of a side, the longest first. ``rows`` are the lines of the panel.

    ``lane`` is 0 for the near side.
    """
    facts = {
        "name": name,
        "laid": rows[0].figures[lane],
        "total": rows[2].figures[lane],
        "target": format_signed(target),
    }
    texts = (
        _("{name}: {total} of {target} points, {laid} laid down"),
        _("{name}: {total}, {laid} laid down"),
    )
    return tuple(text.format(**facts) for text in texts)


def _in_hand(seen: Observation, *, turned: bool) -> ScoreRow:
    """Return the line with the points that the cards in the hands will cost. The value of a hidden hand is unknown."""
    held = seen.held[::-1] if turned else seen.held
    closed = isinstance(seen, SpectatorView)
    near = 0 if not held[0] else None if closed else -value(seen.hand)
    far = None if held[1] else 0
    # Translators: what the cards in a hand that nobody sees are worth, where there is room for one sign.
    hidden = pgettext("score panel", "?")
    unknown = pgettext("score panel, spoken", "unknown")
    return ScoreRow(
        _in_hand_label(),
        (hidden if near is None else format_signed(near), hidden if far is None else format_signed(far)),
        (unknown if near is None else format_signed(near), unknown if far is None else format_signed(far)),
    )


def _in_hand_label() -> str:
    return pgettext("score panel", "In hand")


def _numbers(label: str, values: Pair) -> ScoreRow:
    texts = format_signed(values[0]), format_signed(values[1])
    return ScoreRow(label, texts, texts)
