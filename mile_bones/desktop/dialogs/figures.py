"""Texts, figures and tables about many games, for the statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mile_bones.desktop.dialogs.lists import NOTHING, LinesModel, LongList, list_view
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, spoken
from mile_bones.engine.spec import POINTS, Spec
from mile_bones.i18n import format_date, format_number, format_signed, listed, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.purse import leader_first, opponents_text, pair_names
from mile_bones.match.units import by_unit
from mile_bones.storage.statistics import Opponents, Purse, Span, Statistics

ROW = 29
"""The height of a row of figures at scale 1."""
STEP = 200
"""The width, in points, of a step in the table of hand scores."""


@dataclass(frozen=True)
class Sides:
    """The two sides of the statistics. ``names`` are their names, and ``you`` says whether the first side is the
    player.

    ``strangers`` is True for imported games, whose players are different people.
    """

    names: tuple[str, str]
    you: bool = False
    strangers: bool = False


def sides_of(span: Span) -> Sides:
    """Return the two sides between which the games of this span were played."""
    if span.pair is not None:
        return Sides(pair_names(span.pair))
    if span.imported:
        return Sides((_("Player"), _("Opponent")), strangers=True)
    return Sides((_("You"), _("Computer")), you=True)


def is_empty(found: Statistics) -> bool:
    """Return True if no game has been played."""
    return not (found.results or found.given_up or found.hands)


def summary(found: Statistics | None, sides: Sides, game: Spec) -> str:
    """Return a text about the number of games, and about who has won the last ones."""
    if found is None:
        return _("The history cannot be read.")
    if is_empty(found):
        return _("No finished game without help yet.")
    games, hands = len(found.results), found.hands
    drawn = games - sum(found.won)
    parts = [
        ngettext("{count} game finished", "{count} games finished", games).format(count=format_number(games)),
        ngettext("{count} drawn", "{count} drawn", drawn).format(count=format_number(drawn)) if drawn else "",
        _("{count} given up").format(count=format_number(found.given_up)) if found.given_up else "",
    ]
    if game.has_points:
        hand = ngettext("{count} hand", "{count} hands", hands)
        deal = ngettext("{count} deal", "{count} deals", hands)
        parts.append(by_unit(game, hand, deal).format(count=format_number(hands)))
    text = _("{parts}.").format(parts=listed(filter(None, parts)))
    streak = found.streak
    if sides.strangers:  # nobody has a streak in games of different people
        return text
    if streak > 1 and sides.you:
        text += " " + _("You have won the last {count}.").format(count=format_number(streak))
    elif abs(streak) > 1:
        name, count = sides.names[int(streak < 0)], format_number(abs(streak))
        text += " " + _("{name} has won the last {count}.").format(name=name, count=count)
    return text


def numbers(found: Statistics, sides: Sides, game: Spec) -> Plan:
    """Return a table of all figures for both sides: the figures that every game has, and those that only this game
    has.
    """
    names = sides.names
    columns = (
        Column(Cell("", 14, muted=True)),
        *(Column(Cell(name, 14, "Bold"), padding=14, least=150, most=220) for name in names),
    )
    return Plan(_("Statistics"), columns, rows_of(_lines(found, game), names), row_height=ROW, header_height=27)


def rows_of(lines: Sequence[tuple[str, Sequence[str]]], names: Sequence[str], lit: str = "") -> tuple[Row, ...]:
    """Return a row for each text of `lines`, with a value for each of `names`. The row with the text `lit` is amber."""
    return tuple(
        Row(
            (Cell(text, 15), *(Cell(value, 15, "Bold", muted=value == NOTHING) for value in values)),
            spoken(text, values, names),
            striped=number % 2 == 0,
            amber=text == lit,
        )
        for number, (text, values) in enumerate(lines)
    )


def _lines(found: Statistics, game: Spec) -> list[tuple[str, list[str]]]:
    games, hands = len(found.results), found.hands
    sums, wins = found.sums, found.games
    lines = [
        (_("Games won"), [_part(side.won, games) for side in wins]),
        (_("Longest winning streak"), [_plain(side.longest) for side in wins]),
    ]
    if game.has_points:
        won = by_unit(game, hand=_("Hands won"), deal=_("Deals won"))
        average = by_unit(game, hand=_("Average hand"), deal=_("Average deal"))
        lines += [
            (_("Best game"), [_plain(side.best) for side in wins]),
            (_("Average game"), [_mean(side.points, games) for side in wins]),
            (_("Widest win"), [_plain(side.widest) for side in wins]),
            (won, [_part(count, hands) for count in found.hands_won]),
            (average, [_mean(side[POINTS], hands) for side in sums]),
        ]
    for fact in game.parts.fact_columns:
        if fact.name != POINTS:
            counts = [side[fact.name] for side in sums]
            shown = _signed if fact.signed else _plain
            lines.append((fact.title(), [_part(count, hands) if fact.share else shown(count) for count in counts]))
            if fact.other is not None:
                lines.append((fact.other(), [_plain(count) for count in reversed(counts)]))
    return lines


def _plain(value: int) -> str:
    return format_number(value) if value else NOTHING


def _signed(value: int) -> str:
    return format_signed(value, plus=True) if value else NOTHING


def _part(value: int, whole: int) -> str:
    if not whole:
        return NOTHING
    return _("{value} ({percent}%)").format(value=format_number(value), percent=round(100 * value / whole))


def _mean(total: int, count: int) -> str:
    return format_number(round(total / count)) if count else NOTHING


def results_table(found: Statistics, sides: Sides) -> LongList:
    """Return a table of every finished game, the last one first."""
    results = found.results

    def line(row: int) -> tuple[str, ...]:
        game = results[-1 - row]
        return format_date(game.ended.date()), format_number(game.own), format_number(game.other)

    return table(_("Results over time"), (_("Date"), *sides.names), len(results), line)


def purses_table(purses: Sequence[tuple[Opponents, Purse]], game: Spec) -> LongList:
    """Return a table of these purses: the opponents, the number of games for stakes, and who is ahead."""

    def line(row: int) -> tuple[str, ...]:
        opponents, purse = purses[row]
        if isinstance(opponents, str):
            text, ahead = opponents_text(game.name, opponents), purse.ahead
        else:
            name, other = leader_first(opponents, purse)
            text, ahead = _("{name} against {other}").format(name=name, other=other), abs(purse.ahead)
        return text, format_number(purse.games), format_signed(ahead, plus=True)

    # Translators: the heads of a table. "Ahead": how much money the player has won from the opponent, with its sign.
    heads = (_("Against"), _("Games for stakes"), _("Ahead"))
    return table(_("Purse"), heads, len(purses), line)


def hands_title(game: Spec) -> str:
    """Return the title of the table and the chart of hand scores."""
    return by_unit(game, hand=_("Hand scores"), deal=_("Deal scores"))


def hands_table(found: Statistics, sides: Sides, game: Spec) -> LongList:
    """Return a table of the number of hands by their points."""
    head = by_unit(game, hand=_("Hand score"), deal=_("Deal score"))
    return steps_table(hands_title(game), (head, *sides.names), found.hands_by(STEP), STEP, format_number)


def steps_table(
    name: str, heads: Sequence[str], counts: Sequence[dict[int, int]], step: int, shown: Callable[[int], str]
) -> LongList:
    """Return a table of the number of hands in which each side had points in step `n`, which begins at ``n * step``.
    `shown` formats the points.
    """
    steps = sorted({number for side in counts for number in side})

    def line(row: int) -> tuple[str, ...]:
        least, most = (shown(points) for points in (steps[row] * step, (steps[row] + 1) * step - 1))
        points = _("{least} to {most} points").format(least=least, most=most)
        return points, *(format_number(side.get(steps[row], 0)) for side in counts)

    return table(name, heads, len(steps), line)


def table(name: str, heads: Sequence[str], rows: int, line: Callable[[int], Sequence[str]], words: int = 1) -> LongList:
    """Return a table of `rows` lines, each of which is made when it is shown.

    The first `words` columns are words, and the last of them takes the free room. The other columns are numbers.
    """
    model = LinesModel(heads, range(words, len(heads)), line)
    model.setRowCount(rows)
    view = list_view(name, model, (words - 1,))
    model.setParent(view)
    return view
