"""The purse of two players: what they have paid each other in all games for stakes, in words.

The figures are those of the statistics. So assisted games do not count, and clearing the statistics empties every
purse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.engine.record import PlayerInfo
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.match.seats import lone_person, shown_names
from mile_bones.players import find_level, levels
from mile_bones.storage.rows import HUMAN
from mile_bones.storage.settings import LONGEST_NAME
from mile_bones.storage.statistics import Opponents, Purse, Statistics, in_order

if TYPE_CHECKING:
    from collections.abc import Sequence


def opponents_of(players: tuple[PlayerInfo, PlayerInfo]) -> Opponents | None:
    """Return the key of the purse of these players in ``Statistics.purses``, or None for two computers."""
    person = lone_person(players)
    if person is not None:
        return players[1 - person].level or ""
    if players[0].kind != HUMAN:
        return None
    first, second = (cut(player.written_name, LONGEST_NAME) for player in players)
    return in_order(first, second)


def purse_text(game: str, opponents: Opponents, purse: Purse) -> str:
    """Return a sentence about a purse: "Against Strong you are 56 ahead after 7 games." """
    count, amount = format_number(purse.games), format_number(abs(purse.ahead))
    if isinstance(opponents, str):
        opponent = opponents_text(game, opponents)
        if not purse.ahead:
            text = ngettext(
                "Against {opponent} you are even after {count} game for stakes.",
                "Against {opponent} you are even after {count} games for stakes.",
                purse.games,
            )
        elif purse.ahead > 0:
            # Translators: {opponent} is a level, like "Strong"; {amount} is money, in stakes
            text = ngettext(
                "Against {opponent} you are {amount} ahead after {count} game for stakes.",
                "Against {opponent} you are {amount} ahead after {count} games for stakes.",
                purse.games,
            )
        else:
            text = ngettext(
                "Against {opponent} you are {amount} behind after {count} game for stakes.",
                "Against {opponent} you are {amount} behind after {count} games for stakes.",
                purse.games,
            )
        return text.format(opponent=opponent, amount=amount, count=count)
    name, other = leader_first(opponents, purse)
    if not purse.ahead:
        text = ngettext(
            "{name} and {other} are even after {count} game for stakes.",
            "{name} and {other} are even after {count} games for stakes.",
            purse.games,
        )
    else:
        # Translators: two people; {amount} is money, in stakes
        text = ngettext(
            "{name} is {amount} ahead of {other} after {count} game for stakes.",
            "{name} is {amount} ahead of {other} after {count} games for stakes.",
            purse.games,
        )
    return text.format(name=name, other=other, amount=amount, count=count)


def opponents_text(game: str, opponents: Opponents) -> str:
    """Return the title of the level that a person has played, or the names of two people."""
    if isinstance(opponents, str):
        level = find_level(game, opponents)
        return legible(opponents, LONGEST_NAME) if level is None else level.title()
    name, other = pair_names(opponents)
    return _("{name} and {other}").format(name=name, other=other)


def purses_in_order(game: str, found: Statistics) -> Sequence[tuple[Opponents, Purse]]:
    """Return the purses of all opponents: the levels, the easiest first, and then people by their names."""
    known = [level.name for level in levels(game)]

    def key(item: tuple[Opponents, Purse]) -> tuple[int, str]:
        opponents = item[0]
        if isinstance(opponents, str):
            return (known.index(opponents) if opponents in known else len(known)), opponents
        return len(known) + 1, " ".join(opponents).casefold()

    return sorted(found.purses.items(), key=key)


def leader_first(pair: tuple[str, str], purse: Purse) -> tuple[str, str]:
    """Return the names to show for two people, that of the one who is ahead first."""
    name, other = pair_names(pair)
    return (other, name) if purse.ahead < 0 else (name, other)


def pair_names(pair: tuple[str, str]) -> tuple[str, str]:
    """Return the names to show for two people. Identical names are made different."""
    return shown_names("", (PlayerInfo(pair[0], HUMAN), PlayerInfo(pair[1], HUMAN)))
