"""Measures the value of hidden cards: hands of the expert against a player that sees all cards.

This player tries each legal action with the real cards, lets both sides play on to the end of the hand as the expert
does, and takes the action with the largest lead. Its opponent is the expert, so the replies that it assumes really
follow. It is not a level and never will be: no player of this program gets cards that it may not see. It only shows
here how much is decided by cards and not by skill.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.engine import step
from mile_bones.games.milebones.batch.imagined import rows_of
from mile_bones.games.milebones.batch.points import score
from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import deals
from mile_bones.lab.hands import Pair
from mile_bones.players.milebones.expert import ExpertPlayer, place
from mile_bones.players.milebones.policy import expert_policy
from mile_bones.players.milebones.rollouts import play_out

DEALS: Final = 8
"""Deals that are played side by side, each twice."""


def best_in_open_cards(hands: Sequence[Hand]) -> list[tuple[Action, int]]:
    """Return for each hand the best action of its player to act, and the lead in points at the end of the hand.

    Both sides play on as the expert.
    """
    offered, parts = [], []
    for hand in hands:
        observation = hand.observation(hand.player)
        actions = observation.legal_actions()
        theirs, coming = _copies(hand.hands[1 - hand.player], len(actions)), _copies(hand.deck[::-1], len(actions))
        rows, decks = rows_of(observation, theirs, coming)
        step(rows, decks, np.array([place(action, observation.phase) for action in actions]))
        offered.append(actions)
        parts.append((rows, decks))
    rows = np.concatenate([rows.T for rows, _decks in parts], axis=1).T
    play_out(expert_policy(), rows, np.concatenate([decks for _rows, decks in parts]), at.DECK)
    first, second = score(rows)
    pieces = np.split(first - second, np.cumsum([len(actions) for actions in offered])[:-1])
    found = []
    for hand, actions, ahead in zip(hands, offered, pieces, strict=True):
        mine = ahead if hand.player == 0 else -ahead
        found.append((actions[int(mine.argmax())], int(mine.max())))
    return found


def play_hands(hands: Sequence[Hand], seats: Sequence[int]) -> None:
    """Play all hands to their ends. In each hand the seat in ``seats`` sees all cards, and the expert has the other."""
    expert = ExpertPlayer(expert_policy())
    going = list(zip(hands, seats, strict=True))
    while going:
        for hand, seat in going:
            _until_asked(hand, seat, expert)
        going = [(hand, seat) for hand, seat in going if hand.ended is None]
        if going:
            asked = [hand for hand, _seat in going]
            for hand, (action, _ahead) in zip(asked, best_in_open_cards(asked), strict=True):
                hand.apply(action)


def block_of_pairs(rules: str, seed: int, number: int) -> list[Pair]:
    """Play ``DEALS`` deals in a row, each twice from 0 to 0.

    Return for each deal the leads of the player who sees all cards, in seat 0 and in seat 1.
    """
    chosen = RULE_SETS[rules]
    dealt = [deals.deal(chosen, seed, one, one % 2) for one in range(DEALS * number, DEALS * (number + 1))]
    hands, seats = [Hand(chosen, deal) for deal in dealt for _seat in (0, 1)], (0, 1) * DEALS
    play_hands(hands, seats)
    ahead = []
    for hand, seat in zip(hands, seats, strict=True):
        scores = hand.score()
        ahead.append(scores[seat].total - scores[1 - seat].total)
    return list(zip(ahead[::2], ahead[1::2], strict=True))


def _until_asked(hand: Hand, seat: int, expert: ExpertPlayer) -> None:
    """Make the forced draws and the expert's turns, until ``seat`` has a choice or the hand is over."""
    while hand.ended is None:
        if hand.draw_is_forced():
            hand.apply(DRAW)
        elif hand.player == seat:
            return
        else:
            hand.apply(expert.choose(hand.observation(hand.player)))


def _copies(cards: Iterable[int], number: int) -> NDArray[np.int8]:
    return np.tile(np.array(list(cards), np.int8), (number, 1))
