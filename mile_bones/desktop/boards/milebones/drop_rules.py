"""Which gesture means which action: the game knows which pile is meant. No Qt."""

from __future__ import annotations

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.games.milebones import DISCARD, DISTANCES, GUARD, PLAY, SAFETIES, Action, Card, Observation
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext


def accepting(card: Card) -> tuple[str, ...]:
    """The places on which this card may be put to play it, whether that is legal now or not."""
    if card in DISTANCES:
        return (slot_names.miles(True),)
    if card in GUARD:
        return (slot_names.battle(False), slot_names.speed(False))
    piles = (slot_names.battle(True), slot_names.speed(True))
    if card in SAFETIES:
        return (*piles, *(slot_names.safety(True, index) for index in range(slot_names.SAFETY_PLACES)))
    return piles


def destination(card: Card, safeties: int, *, mine: bool = True) -> str:
    """Where a played card comes to lie. ``safeties``: how many the player had before; ``mine``: the viewer plays it."""
    if card in DISTANCES:
        return slot_names.miles(mine)
    if card in SAFETIES:
        return slot_names.safety(mine, min(safeties, slot_names.SAFETY_PLACES - 1))
    side = mine != (card in GUARD)
    return slot_names.speed(side) if card in (Card.SPEED_LIMIT, Card.END_OF_LIMIT) else slot_names.battle(side)


def action_at(card: Card, place: str | None) -> Action | None:
    """What putting the card there means; None where it means nothing."""
    if place == slot_names.DISCARD:
        return DISCARD[card]
    return PLAY[card] if place in accepting(card) else None


def smart_action(card: Card, legal: tuple[Action, ...]) -> Action:
    """Smart play: a legal play is played, anything else is discarded."""
    return PLAY[card] if PLAY[card] in legal else DISCARD[card]


def targets(card: Card, observation: Observation) -> dict[str, str]:
    """The places that light up for a card, with the words of their pills."""
    legal = observation.legal_actions()
    found = {}
    if PLAY[card] in legal:
        words = _("Play here")
        found[destination(card, len(observation.own.safeties))] = words
        if card in SAFETIES:
            found[slot_names.battle(True)] = words
    if DISCARD[card] in legal:
        found[slot_names.DISCARD] = _("Discard")
    return found


def aimed_at(card: Card, place: str | None, observation: Observation) -> str | None:
    """The lit place that is meant when the pointer is over ``place``."""
    lit = targets(card, observation)
    if place in lit:
        return place
    if place in accepting(card) and PLAY[card] in observation.legal_actions():
        return destination(card, len(observation.own.safeties))
    return None


def name_in_sentence(place: str) -> str:
    """What a ``destination`` of the viewer's cards is called in the middle of a sentence."""
    names = {
        slot_names.battle(True): pgettext("inside a sentence", "your Battle pile"),
        slot_names.battle(False): pgettext("inside a sentence", "the computer's Battle pile"),
        slot_names.speed(True): pgettext("inside a sentence", "your Speed Limit pile"),
        slot_names.speed(False): pgettext("inside a sentence", "the computer's Speed Limit pile"),
        slot_names.miles(True): pgettext("inside a sentence", "your Miles"),
    }
    for index in range(slot_names.SAFETY_PLACES):
        name = pgettext("inside a sentence", "your safety place {place}").format(place=index + 1)
        names[slot_names.safety(True, index)] = name
    return names[place]


def misplaced(card: Card) -> str:
    """Where such a card goes, for one who put it elsewhere."""
    if card in DISTANCES:
        return _("Distance cards go on your Miles.")
    if card in GUARD:
        return _("Hazards go on the computer's Battle or Speed Limit pile.")
    if card in SAFETIES:
        return _("Safeties go on your Battle or Speed Limit pile, or on a safety place.")
    return _("Remedies go on your Battle or Speed Limit pile.")


def where_to(card: Card, observation: Observation, reason: str) -> str:
    """What can be done with this card of the hand now. ``reason``: why it cannot be played, if so."""
    legal = observation.legal_actions()
    if PLAY[card] in legal:
        pile = name_in_sentence(destination(card, len(observation.own.safeties)))
        if DISCARD[card] in legal:
            return _("{card}: put it on {place}, or discard it.").format(card=card_name(card), place=pile)
        return _("{card}: put it on {place}.").format(card=card_name(card), place=pile)
    if DISCARD[card] in legal:
        return _("{card}. {reason}. You may discard it.").format(card=card_name(card), reason=reason)
    return _("{card}. Draw a card first.").format(card=card_name(card))
