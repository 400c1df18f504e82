"""Hands and games between computer players without a screen, also mirrored.

A mirrored hand is played twice with the same cards and the same seat beginning, but with the players swapped. This
removes half of the luck. The players get observations; a draw without an alternative is made without asking them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from mile_bones.engine.errors import IllegalAction
from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.rules import Rules
from mile_bones.lab import deals
from mile_bones.players.milebones import MileBonesPlayer

if TYPE_CHECKING:
    from mile_bones.players.milebones.luck import LuckJudge

Pair: TypeAlias = tuple[int, int]
"""The first player's result minus the second player's: for a deal, and for the same deal with the seats swapped."""
LuckPair: TypeAlias = tuple[float, float]
"""The luck in each of the two values of a ``Pair``, in points."""

_LUCK_DIGITS = 1
"""Luck is kept to a tenth of a point; smaller digits differ from one processor to the next."""


def play_hand(
    deal: Deal, players: tuple[MileBonesPlayer, MileBonesPlayer], rules: Rules, number: int = 1, totals: Pair = (0, 0)
) -> Pair:
    """Return the points of both seats for hand ``number`` of a game that stands at ``totals``.

    Raise IllegalAction if a player answers with an action that the rules forbid.
    """
    first, second = _played(deal, players, rules, number, totals)[0].score()
    return first.total, second.total


def _played(
    deal: Deal, players: tuple[MileBonesPlayer, MileBonesPlayer], rules: Rules, number: int = 1, totals: Pair = (0, 0)
) -> tuple[Hand, list[Action]]:
    """Play a hand. Return it at its end, and the actions."""
    hand, actions = Hand(rules, deal), list[Action]()
    seen = totals, totals[::-1]
    while hand.ended is None:
        if hand.draw_is_forced():
            hand.apply(DRAW)
            actions.append(DRAW)
            continue
        seat = hand.player
        action = players[seat].choose(hand.observation(seat, number, seen[seat]))
        refusal = hand.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        hand.apply(action)
        actions.append(action)
    return hand, actions


def play_game(seed: int, first: int, players: tuple[MileBonesPlayer, MileBonesPlayer], rules: Rules) -> tuple[int, int]:
    """Return the totals at the end of the game with this seed in which seat ``first`` begins the first hand."""
    totals, number = (0, 0), 0
    while max(totals) < rules.target:
        deal = deals.deal(rules, seed, number, (first + number) % 2)
        number += 1
        scores = play_hand(deal, players, rules, number, totals)
        totals = totals[0] + scores[0], totals[1] + scores[1]
    return totals


def mirrored_hands(
    players: tuple[MileBonesPlayer, MileBonesPlayer], seed: int, numbers: Iterable[int], rules: Rules
) -> Iterator[Pair]:
    """Play the deals with these numbers twice each, from 0 to 0, and yield pairs of differences in points.

    The seats take turns in beginning.
    """
    for number in numbers:
        deal = deals.deal(rules, seed, number, number % 2)
        here, there = play_hand(deal, players, rules), play_hand(deal, players[::-1], rules)
        yield here[0] - here[1], there[1] - there[0]


def mirrored_hands_with_luck(
    players: tuple[MileBonesPlayer, MileBonesPlayer],
    seed: int,
    numbers: Iterable[int],
    rules: Rules,
    judge: LuckJudge,
    levels: tuple[str, str],
) -> Iterator[tuple[Pair, LuckPair]]:
    """Play the same hands as ``mirrored_hands``, and yield each pair with its luck. ``levels`` are those of the
    players.
    """
    for number in numbers:
        deal = deals.deal(rules, seed, number, number % 2)
        ahead, luck = [], []
        for sign, order, names in ((1, players, levels), (-1, players[::-1], levels[::-1])):
            hand, actions = _played(deal, order, rules)
            first, second = hand.score()
            ahead.append(sign * (first.total - second.total))
            luck.append(sign * round(judge.luck(rules, deal, actions, names).total, _LUCK_DIGITS))
        yield (ahead[0], ahead[1]), (luck[0], luck[1])


def mirrored_games(
    players: tuple[MileBonesPlayer, MileBonesPlayer], seed: int, series: Iterable[int], rules: Rules
) -> Iterator[Pair]:
    """Play the series with these numbers twice each, and yield a pair for each number. A won game is 1, a lost one -1,
    a drawn one 0.
    """
    for number in series:
        own = deals.game_seed(seed, number)
        here, there = (play_game(own, number % 2, order, rules) for order in (players, players[::-1]))
        yield _sign(here[0] - here[1]), _sign(there[1] - there[0])


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
