"""What ``mile-bones arena`` prints, for people and for machines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.lab.deals import SECRET
from mile_bones.lab.match_progress import ArenaResult

_COLUMNS = (
    "a", "b", "rules", "seed", "hands", "mean", "se", "low", "high",
    "games", "won", "lost", "drawn", "game_share", "game_low", "game_high",
)  # fmt: skip


def arena_text(result: ArenaResult) -> str:
    """The result for people: no number without its uncertainty."""
    parts = [
        ngettext(
            "{a} - {b}: {mean:+.0f} a hand, standard error {se:.0f}, over {hands} hand",
            "{a} - {b}: {mean:+.0f} a hand, standard error {se:.0f}, over {hands} hands",
            result.hands,
        ).format(a=result.a, b=result.b, mean=result.mean, se=result.se, hands=format_number(result.hands))
    ]
    if result.interval is not None:
        parts.append(
            _("95 % interval {low:+.0f} to {high:+.0f}").format(low=result.interval[0], high=result.interval[1])
        )
    lines = ["; ".join(parts)]
    if result.game_share is not None and result.game_interval is not None:
        low, high = result.game_interval
        lines.append(
            "; ".join(
                (
                    ngettext(
                        "{a} won {share:.1%} of {games} game to 5,000",
                        "{a} won {share:.1%} of {games} games to 5,000",
                        result.games,
                    ).format(a=result.a, share=result.game_share, games=format_number(result.games)),
                    _("95 % interval {low:.1%} to {high:.1%}").format(low=low, high=high),
                    _("won {won}, lost {lost}, drawn {drawn}").format(
                        won=format_number(result.won),
                        lost=format_number(result.lost),
                        drawn=format_number(result.drawn),
                    ),
                )
            )
        )
    return "\n".join(lines)


def arena_shape(result: ArenaResult) -> dict[str, object]:
    """The result as JSON knows it; ``mile-bones arena --help`` describes it."""
    return {
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


def shown_seed(seed: int) -> int | str:
    """A seed as machines read it: a secret as text, as few of them have numbers that large."""
    return seed if seed < SECRET else str(seed)


def arena_json(result: ArenaResult) -> str:
    """The result for machines, on one line."""
    return json.dumps(arena_shape(result))


def arena_csv(results: Iterable[ArenaResult]) -> str:
    """Results as a table for machines (RFC 4180, but lines end as here): a line of titles, and one for each."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for result in results:
        low, high = result.interval or (None, None)
        game_low, game_high = result.game_interval or (None, None)
        shape = arena_shape(result) | {"low": low, "high": high, "game_low": game_low, "game_high": game_high}
        writer.writerow([shape[name] for name in _COLUMNS])
    return text.getvalue().removesuffix("\n")
