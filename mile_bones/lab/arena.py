"""The arena: what one computer player is worth against another, in points a hand and in games won.

Luck is half taken out: every deal is played twice, with the same seat beginning and the players swapped. The players
get observations; a draw that nobody can avoid is made without asking them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from mile_bones.engine import IllegalAction, Rng
from mile_bones.games.milebones import DRAW, RULE_SETS, Deal, Rules
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.i18n import gettext as _
from mile_bones.players import LEVELS, Player, load_player


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """How ``a`` did against ``b``."""

    a: str
    b: str
    rules: str
    mean: float
    """Points of ``a`` less those of ``b``, a hand."""
    se: float
    """Standard error of ``mean`` in the same unit, from the spread over pairs of hands with the same deal.

    0 when there is one pair only: it has no spread.
    """
    hands: int
    game_share: float | None
    """The part of the games that ``a`` won, a drawn game counted half; None when no games were played."""
    games: int


def play(a: str, b: str, *, hands: int, seed: int, games: int = 0, rules: str = "mile-bones") -> ArenaResult:
    """Let level ``a`` play level ``b``; the same arguments always give the same result.

    ``hands`` hands, an even number from 2 on: every deal is played twice, each time from 0 to 0. ``games`` whole games
    besides, an even number too, every series of deals twice. ValueError, in plain words, for anything else and for
    names that do not exist.
    """
    if rules not in RULE_SETS:
        raise ValueError(_("“{name}” is not a rule set; there are: {known}").format(name=rules, known=_row(RULE_SETS)))
    for level in (a, b):
        if level not in LEVELS:
            raise ValueError(_("“{name}” is not a level; there are: {known}").format(name=level, known=_row(LEVELS)))
    if hands < 2 or hands % 2:
        raise ValueError(_("hands: an even number from 2 on is needed, not {number}").format(number=hands))
    if games < 0 or games % 2:
        raise ValueError(_("games: 0 or an even number is needed, not {number}").format(number=games))
    luck = Rng(seed)  # the players' own: what they may draw from must not tell them the deals
    players = load_player(a, luck.next64()), load_player(b, luck.next64())
    mean, error = compare_hands(players, hands // 2, seed, RULE_SETS[rules])
    share = compare_games(players, games // 2, seed, RULE_SETS[rules]) if games else None
    return ArenaResult(a, b, rules, mean, error, hands, share, games)


def compare_hands(players: tuple[Player, Player], deals: int, seed: int, rules: Rules) -> tuple[float, float]:
    """The points of the first player less those of the second, a hand, and the standard error of that.

    Each of the ``deals`` is played twice; the seats begin by turns from deal to deal.
    """
    swapped = players[::-1]
    differences = []
    for number in range(deals):
        deal = shuffled_deal(rules, seed, number, number % 2)
        here, there = play_hand(deal, players, rules), play_hand(deal, swapped, rules)
        differences.append((here[0] - here[1] + there[1] - there[0]) / 2)
    mean = sum(differences) / deals
    if deals == 1:
        return mean, 0.0
    variance = sum((difference - mean) ** 2 for difference in differences) / (deals - 1)
    return mean, sqrt(variance / deals)


def compare_games(players: tuple[Player, Player], series: int, seed: int, rules: Rules) -> float:
    """The part of the games that the first player wins, a drawn game counted half. Each series is played twice."""
    seeds = Rng(~seed)  # so that the games do not repeat the deals of the single hands
    swapped = players[::-1]
    won = 0.0
    for number in range(series):
        deals = seeds.next64()
        here = play_game(deals, number % 2, players, rules)
        there = play_game(deals, number % 2, swapped, rules)
        won += _share(here) + 1 - _share(there)
    return won / (2 * series)


def play_hand(
    deal: Deal, players: tuple[Player, Player], rules: Rules, number: int = 1, totals: tuple[int, int] = (0, 0)
) -> tuple[int, int]:
    """The points of both seats for hand ``number`` of a game that stands at ``totals``.

    IllegalAction when a player answers with what the rules forbid.
    """
    hand = Hand(rules, deal)
    seen = totals, totals[::-1]
    while hand.ended is None:
        if hand.draw_is_forced():
            hand.apply(DRAW)
            continue
        seat = hand.player
        action = players[seat].choose(hand.observation(seat, number, seen[seat]))
        refusal = hand.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        hand.apply(action)
    first, second = hand.score()
    return first.total, second.total


def play_game(seed: int, first: int, players: tuple[Player, Player], rules: Rules) -> tuple[int, int]:
    """The totals at the end of the game with this seed in which seat ``first`` begins the first hand."""
    totals, number = (0, 0), 0
    while max(totals) < rules.target:
        deal = shuffled_deal(rules, seed, number, (first + number) % 2)
        number += 1
        scores = play_hand(deal, players, rules, number, totals)
        totals = totals[0] + scores[0], totals[1] + scores[1]
    return totals


def _share(totals: tuple[int, int]) -> float:
    """The part of a game that goes to seat 0: 1, 0, or half of a drawn one."""
    return 0.5 if totals[0] == totals[1] else float(totals[0] > totals[1])


def _row(names: Iterable[str]) -> str:
    return ", ".join(names)
