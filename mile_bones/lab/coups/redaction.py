"""Deals new hidden cards into a position, so that a puzzle reveals nothing about the real ones.

The solver then sits in seat 0, and sees exactly what the player saw in the original game.
"""

from __future__ import annotations

from dataclasses import replace

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import Record
from mile_bones.games.milebones.cards import notations
from mile_bones.games.milebones.events import Discarded, Drawn, Played
from mile_bones.games.milebones.hand import Hand
from mile_bones.match.position import Position
from mile_bones.players.milebones.determinizations import imagine, rng_for
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.network import Network, load_weights

_TRIES = 100
"""The number of worlds (imagined complete deals) to try. With some worlds the recorded actions would be illegal."""


def hidden(position: Position, seed: int) -> Position:
    """Return the position with other cards in the opponent's hand and in the deck, and with the player to act in seat
    0.

    The player to act sees the same as before. The new cards are drawn so that they are plausible after the opponent's
    actions. Raise ValueError if no such cards are found.
    """
    observation = position.observation()
    row = features(observation)
    rng = rng_for(seed, row)
    for world in imagine(observation, Network(load_weights("champion"), "guess_")(row), _TRIES, rng):
        try:
            found = Position.at_end(_with_cards(position, world))
        except ReplayError:
            continue
        if found.observation() == observation:
            return found if position.seat == 0 else Position.at_end(_swapped(found.record))
    raise ValueError("no other hidden cards keep the position as it is")


def _with_cards(position: Position, world: Hand) -> Record:
    """Return the record with the opponent's hand and the deck of this world in the last hand."""
    other = 1 - position.seat
    *earlier, last = position.record.hands
    dealt, deck = list(last.dealt[other]), list(last.deck)
    held, drawn = _held(position, other)
    for (pile, place), card in zip(held, world.hands[other], strict=True):
        (deck if pile == "deck" else dealt)[place] = card.notation
    deck[drawn:] = notations(world.deck)
    both = (tuple(dealt), last.dealt[1]) if other == 0 else (last.dealt[0], tuple(dealt))
    body = Hands((*earlier, replace(last, dealt=both, deck=tuple(deck))))
    return replace(position.record, body=body, id="", seed=None)


def _held(position: Position, seat: int) -> tuple[list[tuple[str, int]], int]:
    """Return the origin of each card that the seat holds, and the number of cards drawn from the deck.

    An origin is the name of a pile, "dealt" or "deck", and a place in it.
    """
    last = position.record.hands[-1]
    held = [(card, "dealt", place) for place, card in enumerate(last.dealt[seat])]
    drawn = 0
    for event in position.state().events_since_deal():
        if isinstance(event, Drawn):
            if event.seat == seat:
                assert event.card is not None, "nothing is hidden here"
                held.append((event.card.notation, "deck", drawn))
            drawn += 1
        elif isinstance(event, Played | Discarded) and event.seat == seat:
            held.remove(next(each for each in held if each[0] == event.card.notation))
    return [(pile, place) for _card, pile, place in held], drawn


def _swapped(record: Record) -> Record:
    """Return the record with the seats exchanged."""
    first, second = record.players
    return replace(record, players=(second, first), body=Hands(tuple(map(_swapped_hand, record.hands))), id="")


def _swapped_hand(hand: HandRecord) -> HandRecord:
    return HandRecord(
        first=1 - hand.first,
        dealt=hand.dealt[::-1],
        deck=hand.deck,
        actions=tuple(f"{1 - int(action[0])}{action[1:]}" for action in hand.actions),
        score=None if hand.score is None else hand.score[::-1],
    )
