"""The output of ``mile-bones arena``, for people and for machines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from mile_bones.games import spec
from mile_bones.i18n import format_number, in_parts, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.lab.deals import SECRET
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.statistics import Tally

_COLUMNS = (
    "a", "b", "rules", "seed", "hands", "mean", "se", "low", "high",
    "games", "won", "lost", "drawn", "game_share", "game_low", "game_high",
)  # fmt: skip
_ADJUSTED_COLUMNS = ("adjusted_mean", "adjusted_se", "adjusted_low", "adjusted_high", "worth")
_SEATS = ("as_first", "as_second")
_SEAT_COLUMNS = tuple(f"{seat}_{name}" for seat in _SEATS for name in ("won", "lost", "drawn", "share", "low", "high"))


def arena_text(result: ArenaResult) -> str:
    """Return the result as text for people, every number with its uncertainty."""
    if result.mean is None or result.se is None:
        return _games_text(result)
    parts = [
        ngettext(
            "{a} - {b}: {mean:+.0f} a hand, standard error {se:.0f}, over {hands} hand",
            "{a} - {b}: {mean:+.0f} a hand, standard error {se:.0f}, over {hands} hands",
            result.hands,
        ).format(a=result.a, b=result.b, mean=result.mean, se=result.se, hands=format_number(result.hands))
    ]
    if result.interval is not None:
        parts.append(
            _("95% interval {low:+.0f} to {high:+.0f}").format(low=result.interval[0], high=result.interval[1])
        )
    lines = [in_parts(parts)]
    if result.adjusted is not None:
        lines.append(_adjusted_text(result))
    if result.game_share is not None:
        games = Tally(result.won, result.lost, result.drawn)
        text = ngettext(
            "{a} won {share:.1%} of {games} game to {target}",
            "{a} won {share:.1%} of {games} games to {target}",
            games.games,
        ).format(
            a=result.a,
            share=result.game_share,
            games=format_number(games.games),
            target=format_number(result.target or spec(result.game).target or 0),
        )
        lines.append(in_parts((text, *_spread(games))))
    return "\n".join(lines)


def _adjusted_text(result: ArenaResult) -> str:
    assert result.adjusted is not None
    parts = [
        _("luck-adjusted: {mean:+.0f} a hand, standard error {se:.1f}").format(
            mean=result.adjusted.mean, se=result.adjusted.se
        )
    ]
    if result.adjusted_interval is not None:
        low, high = result.adjusted_interval
        parts.append(_("95% interval {low:+.0f} to {high:+.0f}").format(low=low, high=high))
    if result.worth is not None:
        parts.append(_("as sure as {times:.1f} times as many hands with their luck").format(times=result.worth))
    return in_parts(parts)


def _games_text(result: ArenaResult) -> str:
    """Return the result of a game without hands as text: first for all games, then by the side that began."""
    all_games = Tally(result.won, result.lost, result.drawn)
    texts = [
        (
            ngettext(
                "{a} - {b}: {a} won {share:.1%} of {games} game",
                "{a} - {b}: {a} won {share:.1%} of {games} games",
                all_games.games,
            ),
            all_games,
        )
    ]
    if result.seats is not None:
        first, second = result.seats
        began = Tally(first.won + second.lost, first.lost + second.won, first.drawn + second.drawn)
        if result.a != result.b:
            texts += [
                (_("where {a} began: {share:.1%} of {games}"), first),
                (_("where {b} began: {share:.1%} of {games}"), second),
            ]
        texts.append((_("the one who began won {share:.1%} of {games}"), began))
    return "\n".join(
        in_parts(
            (
                text.format(a=result.a, b=result.b, share=games.share, games=format_number(games.games)),
                *_spread(games),
            )
        )
        for text, games in texts
    )


def _spread(games: Tally) -> tuple[str, str]:
    assert games.interval is not None
    low, high = games.interval
    return (
        _("95% interval {low:.1%} to {high:.1%}").format(low=low, high=high),
        _("won {won}, lost {lost}, drawn {drawn}").format(
            won=format_number(games.won), lost=format_number(games.lost), drawn=format_number(games.drawn)
        ),
    )


def arena_shape(result: ArenaResult) -> dict[str, object]:
    """Return the result as a JSON object; ``mile-bones arena --help`` describes it."""
    shape: dict[str, object] = {
        "a": result.a,
        "b": result.b,
        "rules": result.rules,
        "seed": shown_seed(result.seed),
        "mean": result.mean,
        "se": result.se,
        "interval": result.interval,
        "hands": result.hands,
        "game_share": result.game_share,
        "game_interval": result.game_interval,
        "games": result.games,
        "won": result.won,
        "lost": result.lost,
        "drawn": result.drawn,
    }
    if result.target is not None:
        shape["target"] = result.target
    if result.options:
        shape["options"] = dict(result.options)
    if result.adjusted is not None:
        shape |= {
            "adjusted_mean": result.adjusted.mean,
            "adjusted_se": result.adjusted.se,
            "adjusted_interval": result.adjusted_interval,
            "worth": result.worth,
        }
    if result.seats is None:
        return shape
    sides = {
        name: games._asdict() | {"share": games.share, "interval": games.interval}
        for name, games in zip(_SEATS, result.seats, strict=True)
    }
    return {"game": result.game, **shape, **sides}


def shown_seed(seed: int) -> int | str:
    """Return the seed for machines. A secret seed becomes text, because few programs can read integers that large."""
    return seed if seed < SECRET else str(seed)


def arena_json(result: ArenaResult) -> str:
    """Return the result for machines, as JSON on one line."""
    return json.dumps(arena_shape(result))


def arena_csv(results: Iterable[ArenaResult]) -> str:
    r"""Return the results as a CSV table: a line of titles, and a line for each result.

    The format is RFC 4180, except that lines end with a line feed only. All results are from one game. If the game has
    no hands, there are columns for each seat. If luck was computed, there are columns for the luck-adjusted numbers.
    """
    rows = [_row(result) for result in results]
    columns = list(_COLUMNS)
    for more in (_ADJUSTED_COLUMNS, _SEAT_COLUMNS):
        if rows and more[0] in rows[0]:
            columns += more
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row[name] for name in columns] for row in rows)
    return text.getvalue().removesuffix("\n")


def _row(result: ArenaResult) -> dict[str, object]:
    low, high = result.interval or (None, None)
    game_low, game_high = result.game_interval or (None, None)
    row = arena_shape(result) | {"low": low, "high": high, "game_low": game_low, "game_high": game_high}
    if result.adjusted is not None:
        row["adjusted_low"], row["adjusted_high"] = result.adjusted_interval or (None, None)
    for seat, games in zip(_SEATS, result.seats or (), strict=False):
        low, high = games.interval or (None, None)
        found = games._asdict() | {"share": games.share, "low": low, "high": high}
        row |= {f"{seat}_{name}": value for name, value in found.items()}
    return row
