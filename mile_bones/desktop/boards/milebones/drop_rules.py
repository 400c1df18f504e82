"""The gestures of Mile Bones and the actions that they mean. No Qt. The engine decides which pile a card goes to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.models import ART, PILES_FOR_A_COUP, use_of
from mile_bones.desktop.table.drop_rules import DropRules, Ends, Sources
from mile_bones.desktop.table.model import BACK
from mile_bones.engine.errors import Refusal
from mile_bones.games.milebones.actions import DISCARD, DRAW, PLAY, Action, Kind
from mile_bones.games.milebones.cards import DISTANCES, GUARD, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.words import card_name, refusal_text
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext


class MileBonesDropRules(DropRules):
    """The rules for the cards of the hand. ``cards`` are the cards of the hand, in the order of the hand. ``names`` are
    the players' names, by seat.
    """

    def __init__(self, observation: Observation, cards: Sequence[Card], names: Sequence[str]) -> None:
        self._observation = observation
        self._cards = tuple(cards)
        self._names = names
        self._opponent = names[1 - observation.seat]

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        return self._observation.legal_actions()

    def _card(self, sources: Sources) -> Card:
        (source,) = sources
        index = slot_names.hand_index(source)
        assert index is not None
        return self._cards[index]

    def may_lift(self, place: str) -> bool:
        index = slot_names.hand_index(place)
        return index is not None and index < len(self._cards)

    def targets(self, sources: Sources) -> dict[str, str]:
        card = self._card(sources)
        found = {}
        if PLAY[card] in self._legal:
            words = _("Play here")
            found[self._destination(card)] = words
            if card in SAFETIES:
                coup = self._observation.coup == card
                found |= dict.fromkeys(PILES_FOR_A_COUP if coup else (slot_names.battle(True),), words)
        if DISCARD[card] in self._legal:
            found[slot_names.DISCARD] = _("Discard")
        return found

    def aimed_at(self, sources: Sources, place: str) -> str | None:
        """Return the place that the card at ``sources`` would go to while it is held over ``place``, or None.

        If ``place`` is lit, return ``place``. If ``place`` is not lit but accepts the card, and the card may be played
        now, return the place where the card would lie.
        """
        card = self._card(sources)
        if place in self.targets(sources):
            return place
        return self._destination(card) if place in accepting(card) and PLAY[card] in self._legal else None

    def actions_at(self, sources: Sources, place: str) -> tuple[Action, ...]:
        card = self._card(sources)
        if place == slot_names.DISCARD:
            return (DISCARD[card],)
        return (PLAY[card],) if place in accepting(card) else ()

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[Action, ...]:
        return (DRAW,) if place == slot_names.DRAW else ()

    def smart_actions(self, place: str) -> tuple[Action, ...]:
        """Return the action that plays the card if that is legal, else the action that discards it."""
        card = self._card((place,))
        return (PLAY[card] if PLAY[card] in self._legal else DISCARD[card],)

    def is_home(self, place: str) -> bool:
        """Return True for every place of the hand, even if there is no card."""
        return slot_names.hand_index(place) is not None

    def where_to(self, sources: Sources) -> str:
        card = self._card(sources)
        name, discard = card_name(card), DISCARD[card] in self._legal
        if PLAY[card] in self._legal:
            pile = name_in_sentence(self._destination(card), self._opponent)
            if discard:
                return _("{card}: put it on {place}, or discard it.").format(card=name, place=pile)
            return _("{card}: put it on {place}.").format(card=name, place=pile)
        if discard:
            reason = use_of(card, self._observation, self._names, self._legal)
            return _("{card}. {reason}. You may discard it.").format(card=name, reason=reason)
        coup = self._observation.coup
        if coup is not None:
            text = _("{card}. Play {coup} first, or draw to give up the coup.")
            return text.format(card=name, coup=card_name(coup))
        return _("{card}. Draw a card first.").format(card=name)

    def cannot_move(self, place: str) -> str:
        """Return a sentence for a place to which a card of the hand can go now, because the card comes first."""
        held = ((slot_names.hand(index),) for index in range(len(self._cards)))
        return self.choose_first(place) if any(place in self.targets(sources) for sources in held) else ""

    def drag_it(self, place: str) -> str:
        """Return the sentence of the rules about a coup fourré if ``place`` has another card and the player has not
        drawn yet.
        """
        coup = self._observation.coup
        if coup is None or DRAW not in self._legal or self._card((place,)) == coup:
            return super().drag_it(place)
        text = refusal_text(Refusal("coup_or_draw", (coup,)), self._names, self._observation.seat)
        return _("{sentence}.").format(sentence=text)

    def refused_at(self, sources: Sources, place: str) -> str:
        """Return a sentence about where cards of this kind go. The sentence does not depend on ``place``."""
        card = self._card(sources)
        if card in DISTANCES:
            return _("Distance cards go on your Miles pile.")
        if card in GUARD:
            return _("Hazards go on the Battle or Speed Limit pile of {name}.").format(name=self._opponent)
        if card in SAFETIES:
            return _("Safeties go on your Battle or Speed Limit pile, or on a safety place.")
        return _("Remedies go on your Battle or Speed Limit pile.")

    def stays(self, sources: Sources) -> str:
        return _("{card} stays in your hand.").format(card=card_name(self._card(sources)))

    def _destination(self, card: Card) -> str:
        return destination(card, len(self._observation.own.safeties))


def accepting(card: Card) -> tuple[str, ...]:
    """Return the places onto which the player may drop this card to play it. The card need not be legal at the
    moment.
    """
    if card in DISTANCES:
        return (slot_names.miles(True),)
    if card in GUARD:
        return (slot_names.battle(False), slot_names.speed(False))
    piles = (slot_names.battle(True), slot_names.speed(True))
    if card in SAFETIES:
        return (*piles, *(slot_names.safety(True, index) for index in range(slot_names.SAFETY_PLACES)))
    return piles


def destination(card: Card, safeties: int, *, mine: bool = True) -> str:
    """Return the place where a card lies after it was played. ``safeties`` is the number of safeties that the player
    had before. ``mine``: the viewer plays the card.
    """
    if card in DISTANCES:
        return slot_names.miles(mine)
    if card in SAFETIES:
        return slot_names.safety(mine, min(safeties, slot_names.SAFETY_PLACES - 1))
    side = mine != (card in GUARD)
    return slot_names.speed(side) if card in (Card.SPEED_LIMIT, Card.END_OF_LIMIT) else slot_names.battle(side)


def ends(
    action: Action, seen: Observation, seat: int, hand: Sequence[Card], near: int, *, suggested: bool
) -> Ends | None:
    """Return the marks of an action of ``seat``, or None. ``hand`` is the open hand, which belongs to seat ``near``.

    Drawing and a coup fourré are not marked as suggestions, because the deck and the safety have marks of their own.
    """
    card = action.card
    if action.kind is Kind.EXTEND or (suggested and (card is None or seen.phase is not Phase.PLAY)):
        return None
    if card is None:
        return Ends(frozenset(), slot_names.DRAW, (BACK,), "", _("Better: draw a card"))
    mine = seat == seen.seat
    target = slot_names.DISCARD
    if action.kind is not Kind.DISCARD:
        target = destination(card, len((seen.own if mine else seen.other).safeties), mine=mine)
    sources = {slot_names.hand(hand.index(card))} if seat == near and card in hand else ()
    better = _("Better: {card} here").format(card=card_name(card))
    return Ends(frozenset(sources), target, (ART[card],), _("The suggested card goes here"), better)


def name_in_sentence(place: str, opponent: str) -> str:
    """Return the name of a ``destination`` of one of the viewer's cards, in the form for the middle of a sentence."""
    names = {
        slot_names.battle(True): pgettext("inside a sentence", "your Battle pile"),
        slot_names.battle(False): pgettext("inside a sentence", "the Battle pile of {name}").format(name=opponent),
        slot_names.speed(True): pgettext("inside a sentence", "your Speed Limit pile"),
        slot_names.speed(False): pgettext("inside a sentence", "the Speed Limit pile of {name}").format(name=opponent),
        slot_names.miles(True): pgettext("inside a sentence", "your Miles pile"),
    }
    for index in range(slot_names.SAFETY_PLACES):
        name = pgettext("inside a sentence", "your safety place {place}").format(place=index + 1)
        names[slot_names.safety(True, index)] = name
    return names[place]
