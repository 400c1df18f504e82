"""Mille, the rummy of Montréal, as a game of the house."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, parse_action
from mile_bones.games.montreal.cards import Card, listed
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.rules import NAME, USUAL, Rules
from mile_bones.games.montreal.state import MontrealState


class MontrealMille:
    """The game; it has one rule set, and options."""

    name = NAME
    rules_name = NAME

    def __init__(self, rules: Rules = USUAL) -> None:
        self.rules = rules

    def new_state(self, seed: int | None = None, *, deal: Deal | Sequence[Deal] = (), first: int = 0) -> MontrealState:
        """The start of a game.

        The deals come from ``deal`` (one, or one after another), and from ``seed`` once those are played; without a
        seed they cannot be foretold. ``first`` plays first in the first one unless ``deal`` says who does.
        """
        deals = (deal,) if isinstance(deal, Deal) else tuple(deal)
        if seed is None:
            import secrets  # late: OpenSSL comes with it

            seed = secrets.randbits(64)
        return MontrealState(self.rules, seed, deals, first)

    def parse_action(self, text: str) -> Action:
        """The action with this notation. NotationError for anything else."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MontrealState:
        """A full state that agrees with the observation: the unseen cards are dealt anew to opponent and stock, and the
        order of a reshuffle to come is another as well.

        Its log is empty: how the deal began is not known. ValueError when the game is over.
        """
        at = resampled_round(observation, rng)
        game = observation.totals, observation.naturals, observation.chapeaux
        totals, naturals, chapeaux = game if observation.seat == 0 else (pair[::-1] for pair in game)
        number = observation.hand_number
        return MontrealState.from_round(observation.rules, at, number, rng.next64(), totals, naturals, chapeaux)


def resampled_round(observation: Observation, rng: Rng) -> Round:
    """The same for the deal alone, which is all that a player needs who looks no further."""
    unseen = [*listed(observation.unseen())]
    rng.shuffle(unseen)
    theirs = observation.other_cards - sum(observation.known[1])
    return imagined_round(observation, unseen[:theirs], unseen[theirs:], rng.next64())


def imagined_round(view: Observation, theirs: Sequence[Card], stock: Sequence[Card], luck: int) -> Round:
    """The deal as it would be if the opponent held ``theirs`` beside the cards that are known, if ``stock`` were to
    come, the next card first, and if ``luck`` decided a reshuffle.

    ValueError when the game is over: nothing is left to imagine then.
    """
    if view.player is None:
        raise ValueError("the game is over: nothing can be resampled")
    at: Round = object.__new__(Round)
    turned = view.pile[0] if view.pile else 0
    at.deal = Deal(view.first, ((), ()), turned, (), luck)
    at.first, at.player, at.phase, at.turn = view.first, view.player, view.phase, view.turn
    at.stock = [*reversed(stock)]
    at.pile = [*view.pile]
    at.reshuffled, at.restocked = view.reshuffled, None
    at.ended = at.out = None
    other = bytearray(view.known[1])
    for card in theirs:
        other[card] += 1
    own = view.seat == 0
    at.hands = _by_seat(own, bytearray(view.hand), other)
    at.held = [*view.held] if own else [*reversed(view.held)]
    at.naturals = _by_seat(own, *(bytearray(sets.naturals) for sets in view.sets))
    at.wilds = _by_seat(own, *(bytearray(sets.wilds) for sets in view.sets))
    at.known = _by_seat(own, *map(bytearray, view.known))
    at.discarded = _by_seat(own, *map(bytearray, view.discarded))
    return at


def _by_seat(own: bool, first: bytearray, second: bytearray) -> tuple[bytearray, bytearray]:
    return (first, second) if own else (second, first)
