"""The models and names of all places of the Mille table, made from an observation. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.fan_model import FanModel
from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, KEYS
from mile_bones.desktop.boards.montreal.layout import Content
from mile_bones.desktop.boards.montreal.naming import (
    set_caption,
    short_set_caption,
    taken_set,
    whose_sets,
)
from mile_bones.desktop.table.model import BACK, SlotModel
from mile_bones.games.montreal.actions import DRAW, TURNED
from mile_bones.games.montreal.cards import EIGHT, NONE, RANKS, TWO, VALUES, Card, Rank, rank_of
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.names import card_name, cards_text, hand_text, pile_text, stock_text
from mile_bones.games.montreal.observation import Observation, Phase, SpectatorView
from mile_bones.games.montreal.sets import Sets
from mile_bones.i18n import forgotten_with_the_language, format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _

STAR, GOLD, COMPASS = "star", "gold", "compass"
"""The marks behind the caption of a set: ``STAR`` if a natural is still possible, ``GOLD`` if the set is a natural,
``COMPASS`` if the set has a wild card.
"""


class Caption(NamedTuple):
    """The words over a place, shorter words for a place with little room, and the mark behind the words."""

    text: str
    short: str
    mark: str = ""


def owner(seat: int, observation: Observation, names: Sequence[str]) -> str | None:
    """Return the name of the player in ``seat``, or None for the viewer, who is "you". If a spectator watches, both
    players have names.
    """
    return None if seat == observation.seat and not isinstance(observation, SpectatorView) else names[seat]


def empty_table() -> Observation:
    """Return an observation of the empty table, to be shown before the first game begins."""
    start = MontrealMille().new_state(seed=0).observation(0)
    return start._replace(hand=NONE, held=(0, 0), pile=b"", left=104, player=None, phase=Phase.OVER)


@forgotten_with_the_language(4)
def slot_models(
    observation: Observation,
    cards: tuple[Card, ...],
    names: tuple[str, str],
    *,
    playing: bool = True,
    near: int | None = None,
    pair: tuple[int, ...] = (),
) -> Mapping[str, SlotModel]:
    """Return the models of all places, seen from the seat of the observation. ``cards`` are the cards of the open hand,
    in the order of the hand.

    ``playing``: the viewer can do what the rules allow. ``near`` is the seat with the open hand, or None for the
    viewer's seat. ``pair`` are the indices of the cards in the hand that can take the pile.
    """
    seat = observation.seat
    may = playing and observation.to_act
    models: dict[str, SlotModel] = {}
    for mine, sets, player in ((True, observation.own, seat), (False, observation.other, 1 - seat)):
        whose = owner(player, observation, names)
        for rank in RANKS:
            place = slot_names.own_set(rank) if mine else slot_names.other_set(rank)
            models[place] = _set(sets, rank, whose)
    near = seat if near is None else near
    hidden = hidden_cards(observation, near)
    whose = owner(1 - near, observation, names)
    models[slot_names.OTHER_HAND] = FanModel(cards=(BACK,) * hidden, name=hand_text(hidden, whose))
    models[slot_names.STOCK] = _stock(observation, may_draw=may and observation.why_not(DRAW) is None)
    models[slot_names.PILE] = _pile(observation, can_take=bool(pair), playing=may)
    models[slot_names.LOOK] = SlotModel(name=_("All cards of the discard pile"))
    models[slot_names.TAKE] = _take(observation, pair=bool(pair))
    models[slot_names.LAY] = SlotModel(
        icon="hand", caption=_("Lay down"), name=_("Lay down a new set"), usable=may and observation.phase is Phase.PLAY
    )
    models.update(_hand(cards, owner(near, observation, names), usable=playing))
    return models


def hidden_cards(observation: Observation, near: int) -> int:
    """Return the number of cards in the hidden hand. The hand of seat ``near`` is the open one."""
    return observation.held[1 if near == observation.seat else 0]


def _set(sets: Sets, rank: Rank, whose: str | None) -> FanModel:
    cards = sets.cards(rank)
    size, wilds = len(cards), sets.wilds_in(rank)
    if not cards:
        return FanModel(name=_("{set}: none").format(set=whose_sets(rank, whose)))
    if sets.is_natural(rank):
        text = _("{set}: a natural, all eight cards")
    elif wilds:
        text = ngettext("{set}: {count} cards, {wilds} wild", "{set}: {count} cards, {wilds} wild", wilds)
    else:
        text = _("{set}: {count} cards, no wild")
    return FanModel(
        face=ART[cards[-1]],
        cards=tuple(ART[card] for card in cards),
        wilds=wilds,
        name=text.format(set=whose_sets(rank, whose), count=size, wilds=wilds),
        description=cards_text(cards),
    )


def _stock(observation: Observation, *, may_draw: bool) -> SlotModel:
    left = observation.left
    text = stock_text(left)
    if not left:
        again = may_draw and _("Press to shuffle the discards and draw")
        return SlotModel(icon="draw", name=text, description=again or "", usable=may_draw)
    return SlotModel(
        face=BACK,
        icon="draw",
        depth=min(2, left - 1),
        name=text,
        description=_("Press to draw a card") if may_draw else "",
        usable=may_draw,
    )


def _pile(observation: Observation, *, can_take: bool, playing: bool) -> FanModel:
    pile = observation.pile
    text = pile_text(pile)
    if can_take:
        text = _("{pile}; you can take it").format(pile=text)
    return FanModel(
        face=ART[pile[-1]] if pile else None,
        icon="discard",
        cards=tuple(ART[card] for card in pile),
        top_only=not can_take,
        newest_last=True,
        name=text,
        usable=playing and observation.phase is Phase.PLAY,
    )


def _take(observation: Observation, *, pair: bool) -> SlotModel:
    turned = observation.why_not(TURNED) is None
    text = _("Take the 2") if turned else _("Take the pile")
    return SlotModel(caption=text, name=text, description=take_hint(observation) if pair or turned else "", usable=True)


def take_hint(observation: Observation) -> str:
    """Return a sentence, without a full stop, about the button that takes the pile or the turned-up 2: which cards go
    onto the table and which come to the hand.
    """
    if observation.why_not(TURNED) is None:
        return _("It goes to your hand, and no set is needed")
    top = observation.top
    if top is None:
        return ""
    rest = len(observation.pile) - 1
    if not rest:
        return _("{set} go down").format(set=taken_set(rank_of(top)))
    return ngettext(
        "{set} go down, the other card to your hand", "{set} go down, the other {count} cards to your hand", rest
    ).format(set=taken_set(rank_of(top)), count=format_number(rest))


def may_take(observation: Observation, *, pair: bool) -> bool:
    """Return True if the table has the button that takes the pile or the turned-up 2."""
    return pair or (observation.to_act and observation.why_not(TURNED) is None)


def _hand(cards: Sequence[Card], whose: str | None, *, usable: bool) -> dict[str, SlotModel]:
    found = {}
    for index, card in enumerate(cards):
        place = _("Card {place} of {count}, {card}")
        if whose is not None:
            place = _("Hand of {name}, card {place} of {count}, {card}")
        name = place.format(name=whose, place=index + 1, count=len(cards), card=valued_name(card))
        found[slot_names.hand(index)] = SlotModel(face=ART[card], name=name, usable=usable)
    return found


def valued_name(card: Card) -> str:
    """Return a card's name with what is special about it: "Queen of spades, 100 points", "2 of hearts, wild"."""
    if rank_of(card) == TWO:
        return _("{card}, wild").format(card=card_name(card))
    if VALUES[card] >= 50:
        return _("{card}, {points} points").format(card=card_name(card), points=VALUES[card])
    return card_name(card)


def pile_cards_text(pile: Sequence[Card]) -> str:
    """Return a sentence that lists all cards of the pile by rank."""
    if not pile:
        return _("The discard pile is empty.")
    return _("In the discard pile: {cards}.").format(cards=cards_text(sorted(pile, key=KEYS[BY_RANK])))


def captions(observation: Observation, near: int) -> dict[str, Caption]:
    """Return the captions of the places. ``near`` is the seat whose hand lies open."""
    found = {}
    for mine, sets in ((True, observation.own), (False, observation.other)):
        for rank in sets.ranks:
            place = slot_names.own_set(rank) if mine else slot_names.other_set(rank)
            size = sets.size(rank)
            mark = COMPASS if sets.wilds_in(rank) else GOLD if size == EIGHT else STAR
            found[place] = Caption(set_caption(rank, size), short_set_caption(rank, size), mark)
    left = format_number(observation.left)
    found[slot_names.STOCK] = Caption(*(_("Stock: {count}").format(count=left),) * 2)
    count = format_number(len(observation.pile))
    found[slot_names.PILE] = Caption(*(_("Discard pile: {count}").format(count=count),) * 2)
    held = format_number(hidden_cards(observation, near))
    found[slot_names.OTHER_HAND] = Caption(
        _("In hand: {count}").format(count=held), pgettext("caption", "Hand: {count}").format(count=held)
    )
    return found


def content(observation: Observation, cards: Sequence[Card], near: int, *, pair: bool) -> Content:
    """Return the numbers of cards on the table. ``near`` is the seat whose hand lies open."""
    own, other = observation.sets
    own_sets = tuple((slot_names.own_set(rank), own.size(rank)) for rank in own.ranks)
    other_sets = tuple((slot_names.other_set(rank), other.size(rank)) for rank in other.ranks)
    turned = near != observation.seat
    return Content(
        near_sets=other_sets if turned else own_sets,
        far_sets=own_sets if turned else other_sets,
        pile=len(observation.pile),
        other_hand=hidden_cards(observation, near),
        ranks=tuple(rank_of(card) for card in cards),
        may_take=may_take(observation, pair=pair),
    )
