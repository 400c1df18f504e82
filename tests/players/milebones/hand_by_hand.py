"""The lookahead with hands of the scalar engine, one after the other: slow, but obviously correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.legality import playable
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.scoring import lasting_points
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import FACES, NEXT_CARDS, _hand, features
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.stakes import UNIT


class StakesByHand:
    """``Stakes`` for one hand at a time."""

    def __init__(self, chances: NDArray[np.floating], slopes: NDArray[np.floating], game_part: float) -> None:
        self._chances = dict(zip(RULE_SETS, chances.astype(np.float64), strict=True))
        self._slopes = dict(zip(RULE_SETS, slopes.tolist(), strict=True))
        self._game_part = game_part

    @classmethod
    def of_champion(cls, weights: Mapping[str, NDArray[np.floating]]) -> StakesByHand:
        """Return the stakes that are shipped with the champion."""
        return cls(weights["chances"], weights["slopes"], float(weights["game_part"]))

    def worth(self, hand: Hand, totals: tuple[int, int], seat: int, coming: tuple[int, int] | None = None) -> float:
        """Return the worth of ``hand`` to ``seat`` in points. The worth follows from the scores of the hand.

        With ``coming``, by seat, the hand is valued as if it ended with that many points more than its lasting points.
        ``totals`` are the points of earlier hands, by seat.
        """
        if coming is None:
            points = [score.total for score in hand.score()]
        else:
            points = [lasting_points(side).total + more for side, more in zip(hand.sides, coming, strict=True)]
        other = 1 - seat
        mine, theirs = totals[seat] + points[seat], totals[other] + points[other]
        rules = hand.rules
        if max(mine, theirs) >= rules.target:
            chance = 0.5 if mine == theirs else float(mine > theirs)
        elif hand.first == other:  # this seat begins the next hand
            chance = self._chances[rules.name][mine // UNIT, theirs // UNIT]
        else:
            chance = 1 - self._chances[rules.name][theirs // UNIT, mine // UNIT]
        in_game = (chance - 0.5) / self._slopes[rules.name]
        return float((1 - self._game_part) * (points[seat] - points[other]) + self._game_part * in_game)


def hidden_features(hand: Hand) -> list[int]:
    """Return the features that the player to act does not see: the opponent's hand and the next cards.

    The opponent's hand is encoded as in the first two blocks. For each of the next ``NEXT_CARDS`` cards there is a
    place for every face.
    """
    other = 1 - hand.player
    counts = [0] * FACES
    for card in hand.hands[other]:
        counts[card] += 1
    row = _hand(counts, playable(hand.sides[other], hand.sides[hand.player], hand.goal, hand.rules))
    coming = [0] * (NEXT_CARDS * FACES)
    for number, card in enumerate(hand.deck[: -NEXT_CARDS - 1 : -1]):
        coming[number * FACES + card] = 1
    return row + coming


class HandByHand:
    """A lookahead in which ``policy`` plays both sides for ``plies`` choices, and the judge of ``weights`` values the
    result.

    The judge is a network that estimates the worth of an open hand. A hand with at most ``last_cards`` cards left in
    the deck after these choices is played to its end.
    """

    def __init__(
        self, policy: Policy, weights: Mapping[str, NDArray[np.floating]], plies: int, last_cards: int = -1
    ) -> None:
        self._policy = policy
        self._judge = Network(weights, "judge_")
        self._outcomes = weights["outcomes"].tolist()
        self._stakes = StakesByHand.of_champion(weights)
        self._plies = plies
        self._last_cards = last_cards

    def worths(
        self, observation: Observation, actions: Sequence[Action], determinizations: Sequence[Hand]
    ) -> NDArray[np.float64]:
        """Return the worth in points of each action (row) in each world (column) to the observing seat."""
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
        worths = [self._worth(hand, totals, observation.seat) for hand in ends]
        return np.array(worths).reshape(len(actions), len(determinizations))

    def _play_on(self, hands: Sequence[Hand], totals: tuple[int, int]) -> None:
        views = [_view(hand, totals) for hand in hands]
        choices = [view.legal_actions() for view in views]
        asked = [number for number, actions in enumerate(choices) if len(actions) > 1]
        if asked:
            said = np.array([self._policy(views[number]) for number in asked])
            for number, line in zip(asked, said.tolist(), strict=True):
                phase = views[number].phase
                choices[number] = (max(choices[number], key=lambda action: line[place(action, phase)]),)
        for hand, (action,) in zip(hands, choices, strict=True):
            _do(hand, action)

    def _worth(self, hand: Hand, totals: tuple[int, int], seat: int) -> float:
        """Return the worth of a finished hand. For an unfinished hand, return the average worth of all outcomes that
        the judge predicts.
        """
        if hand.ended is not None:
            return self._stakes.worth(hand, totals, seat)
        said = self._judge(np.float32(features(_view(hand, totals)) + hidden_features(hand))).astype(np.float64)
        chances = np.exp(said - said.max()) / np.exp(said - said.max()).sum()
        result = 0.0
        for chance, group in zip(chances.tolist(), self._outcomes, strict=True):
            for own, other in group:
                coming = (own, other) if hand.player == 0 else (other, own)
                result += chance / len(group) * self._stakes.worth(hand, totals, seat, coming)
        return result


def _view(hand: Hand, totals: tuple[int, int]) -> Observation:
    """Return what the player to act sees. The number of the hand in the game makes no difference here."""
    return hand.observation(hand.player, 1, totals if hand.player == 0 else totals[::-1])


def _do(hand: Hand, action: Action) -> None:
    """Do the action, and the forced draws after it."""
    hand.apply(action)
    while hand.ended is None and hand.draw_is_forced():
        hand.apply(DRAW)
