"""The table in words for a spectator of both players, with all cards open."""

from __future__ import annotations

from mile_bones.games import spec
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import NAME
from mile_bones.games.milebones.tableau import TableauView
from mile_bones.games.milebones.words import card_name, going_text, pile_text
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _


def table_text(views: tuple[Observation, Observation], names: tuple[str, str]) -> str:
    """Return both sides of the table as lines of text. ``views`` are the seats' observations, ``names`` the players."""
    view = views[0]
    lines = [
        _("Hand {number}, {rules}: {goal} miles, totals {first} to {second}").format(
            number=view.hand_number,
            rules=spec(NAME).rules_title(view.rules.name),
            goal=format_number(view.goal),
            first=format_number(view.totals[0]),
            second=format_number(view.totals[1]),
        ),
        ngettext("{number} card in the deck", "{number} cards in the deck", view.left).format(number=view.left),
    ]
    if view.discards:
        lines[-1] = _("{deck}, {card} thrown away last").format(deck=lines[-1], card=card_name(view.discards[-1]))
    for name, seen in zip(names, views, strict=True):
        head = _("{name}, to act").format(name=name) if seen.to_act else name
        lines += [f"{head}: {_side(seen.own)}", "    " + _hand(seen.hand)]
    return "\n".join(lines)


def _side(side: TableauView) -> str:
    text = _("{miles} miles, {going}, Battle {battle}, Speed {speed}").format(
        miles=format_number(side.miles),
        going=going_text(side),
        battle=pile_text(side.battle),
        speed=pile_text(side.speed),
    )
    return ", ".join([text, *[_safety(card, side) for card in side.safeties]])


def _safety(card: Card, side: TableauView) -> str:
    return _("{card} (coup fourré)").format(card=card_name(card)) if card in side.coups else card_name(card)


def _hand(cards: tuple[Card, ...]) -> str:
    held = ", ".join(card_name(card) for card in sorted(cards)) or pgettext("hand", "nothing")
    return _("holds {cards}").format(cards=held)
