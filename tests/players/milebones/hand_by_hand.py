"""The lookahead with hands of the scalar engine, one after the other: slow, and plainly right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import DRAW, Action, Observation
from mile_bones.games.milebones.hand import Hand
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import features, hidden_features
from mile_bones.players.milebones.judge import POINTS
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.stakes import Stakes


class HandByHand:
    """``policy`` plays on, for ``plies`` choices of either side; ``judge`` says what the open hand is worth then.

    A hand with no more than ``last_cards`` in the deck then is played to its end.
    """

    def __init__(self, policy: Network, judge: Network, stakes: Stakes, plies: int, last_cards: int = -1) -> None:
        self._policy = policy
        self._judge = judge
        self._stakes = stakes
        self._plies = plies
        self._last_cards = last_cards

    def worths(
        self, observation: Observation, actions: Sequence[Action], determinizations: Sequence[Hand]
    ) -> NDArray[np.float64]:
        """The worth of each action in each world to the seat that observes, in points."""
        totals = observation.totals if observation.seat == 0 else observation.totals[::-1]
        ends = []
        for action in actions:
            for imagined in determinizations:
                hand = imagined.clone()
                _do(hand, action)
                ends.append(hand)
        for _ply in range(self._plies):
            self._play_on([hand for hand in ends if hand.ended is None], totals)
        last = [hand for hand in ends if len(hand.deck) <= self._last_cards]
        while going := [hand for hand in last if hand.ended is None]:
            self._play_on(going, totals)
        worth = np.array([self._stakes.worth(hand, totals, observation.seat) for hand in ends])
        worth += POINTS * self._judged(ends, totals, observation.seat)
        return worth.reshape(len(actions), len(determinizations))

    def _play_on(self, hands: Sequence[Hand], totals: tuple[int, int]) -> None:
        views = [_view(hand, totals) for hand in hands]
        choices = [view.legal_actions() for view in views]
        asked = [number for number, actions in enumerate(choices) if len(actions) > 1]
        if asked:
            said = self._policy(np.float32([features(views[number]) for number in asked]))
            for number, line in zip(asked, said.tolist(), strict=True):
                phase = views[number].phase
                choices[number] = (max(choices[number], key=lambda action: line[place(action, phase)]),)
        for hand, (action,) in zip(hands, choices, strict=True):
            _do(hand, action)

    def _judged(self, hands: Sequence[Hand], totals: tuple[int, int], seat: int) -> NDArray[np.float64]:
        """The judge's word on each hand, from the side of ``seat``; nothing where the hand is over."""
        result = np.zeros(len(hands))
        going = [number for number, hand in enumerate(hands) if hand.ended is None]
        if going:
            rows = [features(_view(hands[number], totals)) + hidden_features(hands[number]) for number in going]
            signs = [1 if hands[number].player == seat else -1 for number in going]
            result[going] = self._judge(np.float32(rows))[:, 0] * signs
        return result


def _view(hand: Hand, totals: tuple[int, int]) -> Observation:
    """What the player to act sees; the number of the hand in the game makes no difference here."""
    return hand.observation(hand.player, 1, totals if hand.player == 0 else totals[::-1])


def _do(hand: Hand, action: Action) -> None:
    """The action, and the draws that nobody can avoid after it."""
    hand.apply(action)
    while hand.ended is None and hand.draw_is_forced():
        hand.apply(DRAW)
