"""The gestures of the Mille table and the actions that they mean. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.table.drop_rules import DropRules, Ends, Sources
from mile_bones.desktop.table.model import BACK
from mile_bones.games.montreal.actions import ADD, DISCARD, DRAW, LAY, PILE, TURNED, Action, Kind
from mile_bones.games.montreal.cards import TWO, VALUES, Card, Rank, rank_of
from mile_bones.games.montreal.names import card_name, cards_text, ranks_words
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.sets import Sets
from mile_bones.games.montreal.words import action_text
from mile_bones.i18n import capitalized, format_number, ngettext
from mile_bones.i18n import gettext as _

SET_SIZE = 3
"""The number of cards in a new set. Further cards are added one by one."""


def rank_meant(cards: Sequence[Card]) -> Rank | None:
    """Return the rank of a set of these cards. Return None if the cards have several ranks or if there are no cards."""
    ranks = {rank_of(card) for card in cards}
    if len(ranks) == 1:
        return ranks.pop()
    ranks.discard(TWO)
    return ranks.pop() if len(ranks) == 1 else None


def new_set(cards: Sequence[Card]) -> tuple[Action, ...]:
    """Return the actions that lay down all these cards as a new set: first an action with three cards, then one action
    for each of the others. Return no action if the cards make no set.
    """
    rank = rank_meant(cards)
    if rank is None or len(cards) < SET_SIZE:
        return ()
    naturals = sorted(card for card in cards if rank_of(card) == rank)
    wilds = sorted(card for card in cards if rank_of(card) != rank)
    own = min(len(naturals), SET_SIZE)
    first = (*naturals[:own], *wilds[: SET_SIZE - own])
    return LAY[first], *additions((*naturals[own:], *wilds[SET_SIZE - own :]), rank)


def additions(cards: Sequence[Card], rank: Rank) -> tuple[Action, ...]:
    """Return the actions that add all these cards to the set of ``rank``, naturals first. A 2 fits in every set.

    Return no action if one of the cards does not fit.
    """
    if any(rank_of(card) not in (rank, TWO) for card in cards):
        return ()
    naturals_first = sorted(cards, key=lambda card: (rank_of(card) != rank, card))
    return tuple(ADD[card, rank] for card in naturals_first)


def laid(cards: Sequence[Card], sets: Sets) -> tuple[Action, ...]:
    """Return the actions that lay down these cards, by adding them to the set of their rank or as a new set."""
    rank = rank_meant(cards)
    return additions(cards, rank) if rank is not None and sets.has(rank) else new_set(cards)


def pile_with(cards: Sequence[Card]) -> Action | None:
    """Return the action that takes the pile with these cards, or None if they are not two cards of one rank."""
    return PILE.get(tuple(sorted(cards)))


def places_of_pair(hand: Sequence[Card], top: Card | None) -> tuple[int, ...]:
    """Return the indices of the first two cards of the hand that can take a pile with the card ``top``, or ()."""
    fitting = [index for index, card in enumerate(hand) if top is not None and rank_of(card) == rank_of(top)]
    return tuple(fitting[:2]) if len(fitting) > 1 else ()


class MontrealDropRules(DropRules):
    """The rules for the cards of the hand, the stock and the pile. ``cards`` are the cards of the hand, in the order of
    the hand. ``names`` are the players' names, by seat.
    """

    def __init__(self, observation: Observation, cards: Sequence[Card], names: Sequence[str]) -> None:
        self._seen = observation
        self._hand = tuple(cards)
        self._names = names
        self._draws = observation.to_act and observation.phase is Phase.DRAW
        self._plays = observation.to_act and observation.phase is Phase.PLAY

    def _cards(self, sources: Sources) -> tuple[Card, ...]:
        indices = [slot_names.hand_index(source) for source in sources]
        return tuple(self._hand[index] for index in indices if index is not None)

    def may_lift(self, place: str) -> bool:
        """Return True for a card of the hand, and for the stock if its next card may be dragged to the hand.

        In the player's turn, return True for the pile too. If the player drags it in vain, a message says why.
        """
        if place == slot_names.STOCK:
            return self._draws and self._seen.left > 0
        if place == slot_names.PILE:
            return self._seen.to_act and self._seen.top is not None
        return self.may_select(place)

    def may_select(self, place: str) -> bool:
        index = slot_names.hand_index(place)
        return index is not None and index < len(self._hand)

    def is_home(self, place: str) -> bool:
        return slot_names.hand_index(place) is not None

    # ------------------------------------------------------------------ meanings of gestures

    def targets(self, sources: Sources) -> dict[str, str]:
        cards = self._cards(sources)
        found: dict[str, str] = {}
        if self._draws:
            pair = self.pile_action(cards)
            if pair is not None and self._seen.why_not(pair) is None:
                found[slot_names.PILE] = _("Take the pile")
        if not self._plays:
            return found
        for rank in self._seen.own.ranks:
            if additions(cards, rank):
                found[slot_names.own_set(rank)] = _("Add: {points}").format(points=_points(cards))
        rank = rank_meant(cards)
        if new_set(cards) and rank is not None and not self._seen.own.has(rank):
            found[slot_names.LAY] = _("New set: {points}").format(points=_points(cards))
        if len(cards) == 1:
            found[slot_names.PILE] = _("Discard")
        return found

    def actions_at(self, sources: Sources, place: str) -> tuple[Action, ...]:
        if sources == (slot_names.STOCK,):
            return (DRAW,) if self.is_home(place) else ()
        cards = self._cards(sources)
        rank = slot_names.set_rank(place)
        if rank is not None:
            return additions(cards, rank)
        if place == slot_names.LAY:
            return laid(cards, self._seen.own)
        if place == slot_names.STOCK and self._draws:
            return (DRAW,)
        if place not in (slot_names.PILE, slot_names.TAKE):
            return ()
        if not self._draws:
            return (DISCARD[cards[0]],) if len(cards) == 1 and place == slot_names.PILE else ()
        pair = self.pile_action(cards)
        return () if pair is None else (pair,)

    def actions_of_drop(self, sources: Sources, place: str, chosen: Sources) -> tuple[Action, ...]:
        """Return the actions for dropping ``sources`` at ``place``. The pile is taken by dropping it in the hand.

        A pile that is dropped on its own place was only pressed.
        """
        if sources != (slot_names.PILE,):
            return self.actions_at(sources, place)
        if self.is_home(place):
            return self.takes(chosen) if self._draws else ()
        return self.actions_at(chosen, place) if chosen and place == slot_names.PILE else ()

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[Action, ...]:
        if place == slot_names.STOCK:
            return (DRAW,)
        if place == slot_names.TAKE:
            return self.takes(chosen)
        return ()

    @property
    def takes_turned(self) -> bool:
        """Whether the 2 that was turned up by the deal may be taken alone."""
        return self._draws and self._seen.why_not(TURNED) is None

    def takes(self, selected: Sources) -> tuple[Action, ...]:
        """Return the action that takes the turned-up 2 if that is possible, else the action that takes the pile with
        the ``selected`` pair.

        If the selected cards cannot take the pile, the first pair that fits is used.
        """
        if self.takes_turned:
            return (TURNED,)
        pair = self.pile_action(self._cards(selected))
        if pair is None or self._seen.why_not(pair) is not None:
            pair = pile_with([self._hand[index] for index in self.pair()])
        return () if pair is None else (pair,)

    def takes_with_pair(self, selected: Sources) -> tuple[Action, ...]:
        """Return the action of the key that takes the pile. The key takes the pile if possible, and only otherwise the
        2 that was turned up.
        """
        pair = self.pile_action(self._cards(selected)) or pile_with([self._hand[index] for index in self.pair()])
        return (pair,) if pair is not None else (TURNED,) if self.takes_turned else ()

    def pile_action(self, cards: Sequence[Card]) -> Action | None:
        """Return the action that takes the pile with these ``cards``, or None.

        A single card takes its second card along if there is only one way to take the pile with it.
        """
        if len(cards) != 1 or not self._draws:
            return pile_with(cards)
        ways = self._ways(cards[0])
        return ways[0] if len(ways) == 1 else None

    def _ways(self, card: Card) -> list[Action]:
        """Return the actions that take the pile with this card and another one."""
        return [action for action in self._seen.legal_actions() if action.kind is Kind.PILE and card in action.cards]

    def pair(self) -> tuple[int, ...]:
        """Return the indices of the first two cards of the hand that can take the pile now, or () if there are none."""
        found = places_of_pair(self._hand, self._seen.top) if self._draws else ()
        pair = pile_with([self._hand[index] for index in found])
        return found if pair is not None and self._seen.why_not(pair) is None else ()

    def smart_actions(self, place: str) -> tuple[Action, ...]:
        """Return the actions of smart play at ``place``. For the stock, return the draw. For the pile, take it. For a
        natural card, add the card to the set of its rank, or lay down three or more cards of its rank as a new set.

        No 2 of the hand is laid down, except to take a pile with a 2 on top, and nothing is discarded.
        """
        if place == slot_names.STOCK:
            return self.actions_of(place)
        if place == slot_names.PILE:
            return self.takes(()) if self._draws else ()
        (card,) = self._cards((place,))
        rank = rank_of(card)
        if rank == TWO or not self._seen.to_act:
            return ()
        if self._seen.own.has(rank):
            return additions((card,), rank)
        return new_set([other for other in self._hand if rank_of(other) == rank])

    def all_of_rank(self, place: str) -> Sources:
        """Return the places of all cards of the hand that have the same rank as the card at ``place``."""
        index = slot_names.hand_index(place)
        if index is None or index >= len(self._hand):
            return ()
        rank = rank_of(self._hand[index])
        return tuple(slot_names.hand(other) for other, card in enumerate(self._hand) if rank_of(card) == rank)

    # ------------------------------------------------------------------ sentences

    def where_to(self, sources: Sources) -> str:
        cards = self._cards(sources)
        if sources == (slot_names.PILE,):
            return self._pile_to_hand()
        if not cards:
            return _("Drag the card to your hand to draw it.") if sources else ""
        named = _named(cards)
        lit = self.targets(sources)
        if slot_names.LAY in lit:
            text = _("{cards}: lay them down for {points} points.")
        elif slot_names.PILE in lit and self._draws:
            text = _("{cards}: take the pile with them.")
            pair = self.pile_action(cards)
            named = named if pair is None else _named(pair.cards)
        elif any(slot_names.set_rank(place) is not None for place in lit):
            return self._addable(named, cards, lit)
        elif slot_names.PILE in lit:
            text = _("{cards}: you may discard it.")
        elif self._draws:
            text = _("{cards}. Draw a card first.")
        elif self._plays:
            return _("{cards}. {reason}").format(cards=named, reason=self._no_set(cards))
        else:
            text = _("{cards}.")
        return text.format(cards=named, points=_points(cards))

    def _addable(self, named: str, cards: Sequence[Card], lit: dict[str, str]) -> str:
        discards = slot_names.PILE in lit
        if rank_meant(cards) in (None, TWO):
            text = _("{cards}: add to the set that you want.")
            if discards:
                text = _("{cards}: add to the set that you want, or discard it.")
            return text.format(cards=named)
        text = _("{cards}: add to your {ranks}.")
        if discards:
            text = _("{cards}: add to your {ranks}, or discard it.")
        return text.format(cards=named, ranks=ranks_words(rank_meant(cards) or TWO))

    def _no_set(self, cards: Sequence[Card]) -> str:
        """Return why these cards cannot be laid down."""
        rank = rank_meant(cards)
        if rank is None:
            return _("A set has cards of one rank, and 2s as wild cards.")
        if rank == TWO and not self._seen.own.has(TWO):
            missing = SET_SIZE - len(cards)
            return ngettext(
                "2s alone need {count} more for a set of 2s; or add them to another set.",
                "2s alone need {count} more for a set of 2s; or add them to another set.",
                missing,
            ).format(count=missing)
        missing = SET_SIZE - len(cards)
        return ngettext(
            "A new set needs three cards: {count} more.", "A new set needs three cards: {count} more.", missing
        ).format(count=missing)

    def refused_at(self, sources: Sources, place: str) -> str:
        cards = self._cards(sources)
        if sources == (slot_names.PILE,):
            return self._pile_to_hand()
        if not cards:
            return _("A card of the stock goes to your hand.") if sources else self.choose_first(place)
        rank = slot_names.set_rank(place)
        if place == slot_names.PILE and self._draws:
            if len(cards) == 1 and len(self._ways(cards[0])) > 1:
                return _("Select the other card, too: more than one fits.")
            return self._without_others(cards) or self.cannot_take()
        if place == slot_names.PILE:
            return _("Discard a single card.")
        if rank is not None:
            return _("Only {ranks} and 2s go to that set.").format(ranks=ranks_words(rank))
        if place == slot_names.LAY:
            return self._no_set(cards)
        if place in (*slot_names.OTHER_SETS, slot_names.OTHER_HAND):
            return _("You add to your own sets alone.")
        return _("Cards go to your sets, or to the discard pile.")

    def _without_others(self, cards: Sequence[Card]) -> str:
        """Return a sentence about the ``cards`` that are not of the rank on top of the pile, or "" if all are."""
        top = self._seen.top
        others = [card for card in cards if top is not None and rank_of(card) != rank_of(top)]
        if not others:
            return ""
        text = _("{cards}: not of the rank on top. Two cards of that rank take the pile.")
        return text.format(cards=_named(others))

    def _pile_to_hand(self) -> str:
        """Return where the pile is dragged to take it, or why it cannot be taken."""
        if self.takes_turned:
            return _("Drag the 2 to your hand to take it.")
        return _("Drag the pile to your hand to take it.") if self.pair() else self.cannot_take()

    def _button_takes(self) -> str:
        """Return which button takes the pile, or why the pile cannot be taken."""
        if self.takes_turned:
            return _("“Take the 2” takes it to your hand.")
        return _("“Take the pile” takes all of it.") if self.pair() else self.cannot_take()

    def cannot_take(self) -> str:
        """Return why the pile cannot be taken."""
        if self._plays:
            return _("You have your card already: lay down, add or discard.")
        return _("Two cards of the rank on top take the pile.")

    def stays(self, sources: Sources) -> str:
        cards = self._cards(sources)
        if sources == (slot_names.PILE,):
            return self._button_takes()
        if not cards:
            return _("The card stays in the stock.")
        if len(cards) == 1:
            return _("{card} stays in your hand.").format(card=card_name(cards[0]))
        return ngettext(
            "{count} card stays in your hand and is no longer selected.",
            "{count} cards stay in your hand and are no longer selected.",
            len(cards),
        ).format(count=len(cards))

    def choose_first(self, place: str) -> str:
        """Return a sentence about what the player must select before pressing ``place``, or an empty string if no card
        can go to that place.
        """
        if place == slot_names.PILE and self._draws:
            return self._button_takes()
        if place == slot_names.PILE:
            return _("Select the card to discard first.")
        if place == slot_names.LAY:
            return _("Select three cards of one rank or more first; 2s are wild.")
        if slot_names.set_rank(place) is not None:
            return _("Select the cards to add first.")
        return ""

    def drag_it(self, place: str) -> str:
        return _("Drag the cards to where they go.")


def _named(cards: Sequence[Card]) -> str:
    """Return the names of the cards for the beginning of a sentence."""
    return card_name(cards[0]) if len(cards) == 1 else capitalized(cards_text(cards))


def _points(cards: Sequence[Card]) -> str:
    return format_number(sum(VALUES[card] for card in cards))


def places(action: Action, hand: Sequence[Card]) -> tuple[frozenset[str], str]:
    """Return the places of the action's cards in the ``hand``, and the target of the action."""
    left: list[Card | None] = [*hand]
    sources = []
    for card in action.cards:
        index = left.index(card)
        left[index] = None
        sources.append(slot_names.hand(index))
    if action.kind is Kind.ADD:
        assert action.rank is not None
        return frozenset(sources), slot_names.own_set(action.rank)
    ends = {Kind.DRAW: slot_names.STOCK, Kind.LAY: slot_names.LAY}
    return frozenset(sources), ends.get(action.kind, slot_names.PILE)


def ends(
    action: Action, seen: Observation, seat: int, hand: Sequence[Card], near: int, *, suggested: bool
) -> Ends | None:
    """Return the marks of a step of ``seat``, or None. ``hand`` is the open hand, which belongs to seat ``near``.

    A new set of the far side is not marked, because it has no place before it is laid down. If it is suggested to take
    the 2 that the deal turned up, the button is marked, because a press on the pile does not take that card.
    """
    is_open = seat == near and all(hand.count(card) >= action.cards.count(card) for card in action.cards)
    sources, target = places(action, hand if is_open else action.cards)
    if action.kind is Kind.ADD and action.rank is not None and seat != seen.seat:
        target = slot_names.other_set(action.rank)
    if action.kind is Kind.TURNED and suggested:
        target = slot_names.TAKE
    if target == slot_names.LAY and seat != near:
        return None
    faces = tuple(ART[card] for card in action.cards) or (BACK,)
    better = _("Better: {action}").format(action=action_text(action))
    return Ends(sources if is_open else frozenset(), target, faces, _("The suggested cards go here"), better)
