"""The names of cards, ranks, sets and piles, the same for every front end."""

from __future__ import annotations

from collections.abc import Iterable

from mile_bones.games.montreal.cards import RANK_NOTATION, Card, Rank, rank_of, suit_of
from mile_bones.games.montreal.sets import Sets
from mile_bones.i18n import gettext as _
from mile_bones.i18n import in_digits, listed, ngettext, pgettext


def card_name(card: Card) -> str:
    """Return the name of the card as a text of its own, not in a sentence: "Queen of spades", "10 of hearts"."""
    rank = {
        "J": pgettext("card alone", "Jack"),
        "Q": pgettext("card alone", "Queen"),
        "K": pgettext("card alone", "King"),
        "A": pgettext("card alone", "Ace"),
    }.get(RANK_NOTATION[rank_of(card)], in_digits(RANK_NOTATION[rank_of(card)]))
    return pgettext("card alone", "{rank} of {suit}").format(rank=rank, suit=suit_name(card))


def card_words(card: Card) -> str:
    """Return the name of the card inside a sentence: "the queen of spades"."""
    text = {
        "J": _("the jack of {suit}"),
        "Q": _("the queen of {suit}"),
        "K": _("the king of {suit}"),
        "A": _("the ace of {suit}"),
    }.get(RANK_NOTATION[rank_of(card)], _("the {rank} of {suit}"))
    return text.format(rank=in_digits(RANK_NOTATION[rank_of(card)]), suit=suit_name(card))


def card_in_list(card: Card) -> str:
    """Return the name of the card in a list, after a colon or comma: "queen of spades"."""
    return pgettext("card in a list", "{rank} of {suit}").format(rank=_rank_in_sentence(card), suit=suit_name(card))


def cards_text(cards: Iterable[Card]) -> str:
    """Return a list of cards: "8 of spades, 8 of hearts, 2 of clubs"."""
    return listed(card_in_list(card) for card in cards)


def suit_name(card: Card) -> str:
    """Return the name of the card's suit: "spades"."""
    return (_("spades"), _("hearts"), _("diamonds"), _("clubs"))[suit_of(card)]


def ranks_name(rank: Rank) -> str:
    """Return the name of all cards of a rank as a text of its own, not in a sentence: "Sevens"."""
    return (
        pgettext("cards", "Twos"),
        pgettext("cards", "Threes"),
        pgettext("cards", "Fours"),
        pgettext("cards", "Fives"),
        pgettext("cards", "Sixes"),
        pgettext("cards", "Sevens"),
        pgettext("cards", "Eights"),
        pgettext("cards", "Nines"),
        pgettext("cards", "Tens"),
        pgettext("cards", "Jacks"),
        pgettext("cards", "Queens"),
        pgettext("cards", "Kings"),
        pgettext("cards", "Aces"),
    )[rank]


def ranks_words(rank: Rank) -> str:
    """Return the name of all cards of a rank inside a sentence: "sevens"."""
    return (
        pgettext("rank in a sentence", "twos"),
        pgettext("rank in a sentence", "threes"),
        pgettext("rank in a sentence", "fours"),
        pgettext("rank in a sentence", "fives"),
        pgettext("rank in a sentence", "sixes"),
        pgettext("rank in a sentence", "sevens"),
        pgettext("rank in a sentence", "eights"),
        pgettext("rank in a sentence", "nines"),
        pgettext("rank in a sentence", "tens"),
        pgettext("rank in a sentence", "jacks"),
        pgettext("rank in a sentence", "queens"),
        pgettext("rank in a sentence", "kings"),
        pgettext("rank in a sentence", "aces"),
    )[rank]


def set_text(sets: Sets, rank: Rank) -> str:
    """Return the state of a set: "Queens, 5 cards, 2 of them wild", "Eights, a natural: all eight"."""
    if sets.is_natural(rank):
        return _("{ranks}, a natural: all eight").format(ranks=ranks_name(rank))
    size, wilds = sets.size(rank), sets.wilds_in(rank)
    text = ngettext("{ranks}, {count} card", "{ranks}, {count} cards", size)
    if wilds:
        text = ngettext(
            "{ranks}, {count} cards, {wilds} of them wild", "{ranks}, {count} cards, {wilds} of them wild", wilds
        )
    return text.format(ranks=ranks_name(rank), count=size, wilds=wilds)


def stock_text(left: int) -> str:
    """Return a text with the name of the stock and its number of cards."""
    if not left:
        return _("Stock, empty")
    return ngettext("Stock, {count} card", "Stock, {count} cards", left).format(count=left)


def pile_text(pile: bytes) -> str:
    """Return a text with the name of the discard pile, its number of cards and its top card."""
    if not pile:
        return _("Discard pile, empty")
    text = ngettext("Discard pile, {count} card: {top}", "Discard pile, {count} cards, on top: {top}", len(pile))
    return text.format(count=len(pile), top=card_in_list(pile[-1]))


def hand_text(count: int, owner: str | None) -> str:
    """Return a text with the name of the hand and its number of cards. ``owner`` is the player's name, or None for the
    reader's own hand.
    """
    if owner is None:
        return ngettext("Your hand, {count} card", "Your hand, {count} cards", count).format(count=count)
    return ngettext("Hand of {name}, {count} card", "Hand of {name}, {count} cards", count).format(
        name=owner, count=count
    )


def _rank_in_sentence(card: Card) -> str:
    name = RANK_NOTATION[rank_of(card)]
    return {
        "J": pgettext("card in a sentence", "jack"),
        "Q": pgettext("card in a sentence", "queen"),
        "K": pgettext("card in a sentence", "king"),
        "A": pgettext("card in a sentence", "ace"),
    }.get(name, in_digits(name))
