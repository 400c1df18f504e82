"""The ``Game`` of Mille, the rummy of Montréal."""

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
    """The game, which has one rule set with options."""

    name = NAME
    rules_name = NAME

    def __init__(self, rules: Rules = USUAL) -> None:
        self.rules = rules

    def new_state(self, seed: int | None = None, *, deal: Deal | Sequence[Deal] = (), first: int = 0) -> MontrealState:
        """Return the start of a game. The deals of ``deal`` (one or several) are played first.

        Later deals come from ``seed``, which is drawn at random if it is None. ``first`` plays first in the first deal,
        unless ``deal`` is given.
        """
        deals = (deal,) if isinstance(deal, Deal) else tuple(deal)
        if seed is None:
            import secrets  # imported late, because it loads OpenSSL

            seed = secrets.randbits(64)
        return MontrealState(self.rules, seed, deals, first)

    def parse_action(self, text: str) -> Action:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MontrealState:
        """Return a full state that agrees with ``observation``. Shuffle the unseen cards into the opponent's hand and
        the stock, and draw new luck for a reshuffle.

        The log of the state is empty, because the beginning of the deal is unknown. Raise ValueError if the game is
        over.
        """
        at = resampled_round(observation, rng)
        game = observation.totals, observation.naturals, observation.chapeaux
        totals, naturals, chapeaux = game if observation.seat == 0 else (pair[::-1] for pair in game)
        number = observation.hand_number
        return MontrealState.from_round(observation.rules, at, number, rng.next64(), totals, naturals, chapeaux)


def resampled_round(observation: Observation, rng: Rng) -> Round:
    """Return only the deal of the state that ``MontrealMille.resample`` returns, for a player who does not look beyond
    the deal.
    """
    unseen = [*listed(observation.unseen())]
    rng.shuffle(unseen)
    theirs = observation.other_cards - sum(observation.known[1])
    return imagined_round(observation, unseen[:theirs], unseen[theirs:], rng.next64())


def imagined_round(view: Observation, theirs: Sequence[Card], stock: Sequence[Card], luck: int) -> Round:
    """Return the deal as it would be with the imagined cards.

    The opponent holds ``theirs`` in addition to the known cards. ``stock`` is the stock, the next card first. ``luck``
    decides the order after a reshuffle. Raise ValueError if the game is over.
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
