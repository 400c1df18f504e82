"""Names of cards and sets on the table, in addition to the words of the game. No Qt."""

from __future__ import annotations

from mile_bones.games.montreal.cards import RANK_NOTATION, Rank
from mile_bones.games.montreal.names import ranks_name
from mile_bones.i18n import format_number, in_digits, pgettext
from mile_bones.i18n import gettext as _


def set_caption(rank: Rank, count: int) -> str:
    """Return the caption over a set, such as "Sevens 6"."""
    return pgettext("caption", "{cards} {count}").format(cards=ranks_name(rank), count=format_number(count))


def short_set_caption(rank: Rank, count: int) -> str:
    """Return the short caption over a set, for little room, such as "7s: 6"."""
    short = (
        pgettext("cards, in short", "2s"),
        pgettext("cards, in short", "3s"),
        pgettext("cards, in short", "4s"),
        pgettext("cards, in short", "5s"),
        pgettext("cards, in short", "6s"),
        pgettext("cards, in short", "7s"),
        pgettext("cards, in short", "8s"),
        pgettext("cards, in short", "9s"),
        pgettext("cards, in short", "10s"),
        pgettext("cards, in short", "Js"),
        pgettext("cards, in short", "Qs"),
        pgettext("cards, in short", "Ks"),
        pgettext("cards, in short", "As"),
    )
    return pgettext("caption", "{cards}: {count}").format(cards=short[rank], count=format_number(count))


def taken_set(rank: Rank) -> str:
    """Return a short name for three cards of a rank, such as "8-8-8"."""
    return "-".join((in_digits(RANK_NOTATION[rank]),) * 3)


def whose_sets(rank: Rank, owner: str | None) -> str:
    """Return the name of a set with its owner, such as "Your Sevens". ``owner`` is None for the viewer."""
    if owner is None:
        return _("Your {cards}").format(cards=ranks_name(rank))
    return _("{cards} of {name}").format(cards=ranks_name(rank), name=owner)
