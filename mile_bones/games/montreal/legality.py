"""The rules about which steps of a turn are legal, and the reasons why other steps are not.

Both need only a ``Turn``: the part of the table that matters for the player to act. The state and the observations can
both make a ``Turn``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from mile_bones.engine.errors import Refusal
from mile_bones.games.montreal.actions import ADD, DISCARD, DRAW, LAY, PILE, TURNED, Action, Kind
from mile_bones.games.montreal.cards import RANKS, TWO, Card, Counts, Rank, rank_of


class Turn(NamedTuple):
    """The situation of the player to act."""

    drawn: bool
    """True if, in this turn, the player has drawn a card, taken the pile, or taken the turned card."""
    hand: Counts
    naturals: Counts
    """The naturals of the player's own sets. ``Sets`` explains naturals."""
    top: Card | None
    """The top card of the discard pile, or None if the pile is empty."""
    can_draw: bool
    """True if there is a card to draw, or there are discards for a new stock."""
    first: bool
    """True if nobody has done anything yet in this deal."""


def legal_actions(turn: Turn) -> tuple[Action, ...]:
    """Return every legal step, in the order of ``ACTIONS``."""
    return _in_play(turn) if turn.drawn else _at_draw(turn)


def can_begin(turn: Turn) -> bool:
    """Return True if there is something to draw or to take."""
    return turn.can_draw or bool(_at_draw(turn))


def can_restock(left: int, pile: int, *, reshuffled: bool) -> bool:
    """Return True if a card can be drawn when ``left`` cards are in the stock and ``pile`` cards are in the discard
    pile.
    """
    return left > 0 or (pile > 1 and not reshuffled)


def _at_draw(turn: Turn) -> tuple[Action, ...]:
    start = (DRAW,) if turn.can_draw else ()
    if turn.top is None:
        return start
    rank = turn.top >> 2
    pairs = _pairs(rank, bytes(turn.hand[4 * rank : 4 * rank + 4]))
    return (*start, *pairs, TURNED) if turn.first and rank == TWO else (*start, *pairs)


def _in_play(turn: Turn) -> tuple[Action, ...]:
    hand, naturals = bytes(turn.hand), turn.naturals
    twos = hand[:4]
    found: list[Action] = []
    added: list[Action] = []
    for rank, start in _STARTS:
        end = start + 4
        own = hand[start:end]
        if naturals[start:end] != _NO_FOUR:
            added += _additions(rank, own, twos)
        elif own != _NO_FOUR:
            found += _new_sets(rank, own, twos)
    found += added
    found += [action for action, count in zip(DISCARD, hand, strict=True) if count]
    return tuple(found)


_NO_FOUR = bytes(4)
_STARTS = tuple((rank, 4 * rank) for rank in RANKS)
_SETS = tuple(tuple(action for action in LAY.values() if action.rank == rank) for rank in RANKS)


# The cards of one rank can be held in 81 ways. In a game only few of these ways occur, combined with few ways to hold
# 2s, but the same combinations occur again and again.
@lru_cache(maxsize=1 << 14)
def _new_sets(rank: Rank, own: bytes, twos: bytes) -> tuple[Action, ...]:
    """Return the new sets of ``rank`` that can be made.

    ``own`` has the number of held cards of the rank, and ``twos`` the number of held 2s; both are by suit.
    """
    if rank == TWO:
        return _possible(_SETS[rank], {}, own)
    if sum(own) + sum(twos) < 3:
        return ()
    return _possible(_SETS[rank], {4 * rank + suit: count for suit, count in enumerate(own)}, twos)


@lru_cache(maxsize=1 << 14)
def _additions(rank: Rank, own: bytes, twos: bytes) -> tuple[Action, ...]:
    """Return the cards that can be added to a set of ``rank``, with ``own`` and ``twos`` as in ``_new_sets``."""
    cards = [suit for suit, count in enumerate(twos) if count]
    if rank != TWO:
        cards += [4 * rank + suit for suit, count in enumerate(own) if count]
    return tuple(ADD[card, rank] for card in cards)


@lru_cache(maxsize=1 << 11)
def _pairs(rank: Rank, own: bytes) -> tuple[Action, ...]:
    """Return the pairs of ``rank`` with which a pile can be taken. ``rank`` is that of the pile's top card; ``own`` is
    as in ``_new_sets``.
    """
    held = {4 * rank + suit: count for suit, count in enumerate(own)}
    return _possible((action for action in PILE.values() if action.rank == rank), held, _NO_FOUR)


def _possible(actions: Iterable[Action], own: Mapping[Card, int], twos: bytes) -> tuple[Action, ...]:
    """Return the actions whose cards are all held. ``own`` has the numbers of held cards by card, and ``twos`` has the
    numbers of held 2s by suit.
    """
    held = {**dict(enumerate(twos)), **own}
    return tuple(action for action in actions if all(action.cards.count(card) <= held[card] for card in action.cards))


def why_not(turn: Turn, action: Action) -> Refusal | None:
    """Return None if the player to act may take ``action``, or else the reason why not."""
    kind = action.kind
    if kind is Kind.DRAW:
        if turn.drawn:
            return Refusal("drawn_already")
        return None if turn.can_draw else Refusal("nothing_to_draw")
    if kind is Kind.PILE or kind is Kind.TURNED:
        return _why_not_take(turn, action)
    if not turn.drawn:
        return Refusal("draw_first")
    for card in action.cards:
        if action.cards.count(card) > turn.hand[card]:
            return Refusal("not_in_hand", (card,))
    if kind is Kind.DISCARD:
        return None
    assert action.rank is not None
    has_set = any(turn.naturals[4 * action.rank : 4 * action.rank + 4])
    if kind is Kind.LAY and has_set:
        return Refusal("has_set", (action.rank,))
    if kind is Kind.ADD and not has_set:
        return Refusal("no_set", (action.rank,))
    return None


def _why_not_take(turn: Turn, action: Action) -> Refusal | None:
    if turn.drawn:
        return Refusal("drawn_already")
    assert turn.top is not None, "the pile has a top card until it is taken"
    if action.kind is Kind.TURNED:
        if not turn.first:
            return Refusal("not_the_first_turn")
        return None if rank_of(turn.top) == TWO else Refusal("not_a_two", (turn.top,))
    if rank_of(turn.top) != action.rank:
        return Refusal("another_rank", (turn.top,))
    for card in action.cards:
        if action.cards.count(card) > turn.hand[card]:
            return Refusal("not_in_hand", (card,))
    return None


CODES = frozenset(
    {
        *("game_over", "hand_over", "drawn_already", "nothing_to_draw", "draw_first", "not_in_hand", "has_set"),
        *("no_set", "not_the_first_turn", "not_a_two", "another_rank"),
    }
)
"""All codes of refusals that the rules can give."""
