"""The judge of the level strong, which was not trained: the worth of a table after a turn (see ``turns``), in points of
this deal.
"""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.players.montreal.features import Facts, chance_of_taking, facts_of, without
from mile_bones.players.montreal.situation import (
    HAND,
    KNOWN,
    OWN,
    POINTS,
    RANK,
    RANKS,
    STOCK,
    THEIR_CARDS,
    THEIR_POINTS,
    THEIR_WILDS,
    THEIRS,
    THROWN,
    UNSEEN,
    VALUES,
    WILDS,
    Numbers,
    Row,
    Weights,
    doubled,
    their_hand,
)

WEIGHTS = (
    0.2,  # 0: the player loses 1 / (1 + this * the opponent's cards) of the points in the hand
    0.009,  # 1: added to the part that is lost, for each card by which the stock is below twenty
    0.25,  # 2: a held pair: part of a card's points, for each card of its rank to come
    2.6,  # 3: a held pair: points, for each card of its rank to come
    0.36,  # 4: three or more cards that are not laid down: part of their points
    6.6,  # 5: three or more cards that are not laid down: points
    0.6,  # 6: held cards that could be added to a set: part of their points
    5.7,  # 7: two held cards that could be added to a set, and may take the pile: points
    0.42,  # 8: a single card: points, for each card of its rank to come
    0.34,  # 9: part of the opponent's hand if no card prevents going out; half of it with one such card, and so on
    36.0,  # 10: a 2 in the hand
    0.2,  # 11: part of the player's points for going out without a wild; divided like weight 9
    4.2,  # 12: gain from taking the pile, for each point of its top card
    0.56,  # 13: gain from taking the pile, for each point of the cards below the top card
    4.5,  # 14: gain from taking the pile, for each card in it
    9.6,  # 15: gain from taking the pile, whatever is in it
    0.46,  # 16: factor for the chance that the opponent holds a pair of a rank that it has laid down
    0.56,  # 17: factor for the chance that the opponent holds a pair of a rank that it has discarded
)


class Weighed(NamedTuple):
    """The level strong's judgement of a table before the discard, in points."""

    laid: float
    """The lead of this seat with the cards on the table."""
    haste: float
    """The part of the points in the hand that the player will probably lose."""
    facts: Facts
    theirs: float
    """The estimated points in the opponent's hand."""
    hopes: float
    """The points that the cards in the hand are expected to bring."""
    clean: float
    """The gain from going out without a wild."""


class Considered(NamedTuple):
    """The parts of the judgement that depend on the discard."""

    points: int
    """The points that the cards in the hand are worth."""
    hoped: float
    near: float
    """1 if no card keeps the player from going out, a half with one such card, and so on."""
    wilds: int
    danger: float
    """The probability that the opponent takes the pile."""
    gain: float
    """The gain of the opponent from taking the pile."""


def weigh(row: Row, weights: Weights) -> Weighed:
    """Return the judgement of a table before the discard."""
    laid = row[POINTS] + doubled(row, OWN, WILDS) - row[THEIR_POINTS] - doubled(row, THEIRS, THEIR_WILDS)
    haste = 1.0 / (1.0 + weights[0] * row[THEIR_CARDS]) + weights[1] * max(0, 20 - row[STOCK])
    facts, theirs = facts_of(row), their_hand(row)
    hopes = 0.0
    for rank in range(1, RANKS):
        number = row[HAND + rank]
        if number > 0:
            hopes += hope(row, rank, number, weights)
    return Weighed(laid, haste, facts, theirs, hopes, weights[11] * row[POINTS] if facts.clean else 0.0)


def consider(row: Row, sort: int, weighed: Weighed, weights: Weights) -> Considered:
    """Return the judgement of discarding a card of this sort."""
    facts = weighed.facts
    rank = RANK[sort]
    cards = row[HAND + rank]
    wilds, hoped = row[HAND], weighed.hopes
    if rank == 0:
        wilds -= 1
    else:
        hoped += hope(row, rank, cards - 1, weights) - hope(row, rank, cards, weights)
    singles, pairs = without(row, rank, facts.singles, facts.pairs)
    filled = min(wilds, pairs)
    far = singles + 2 * pairs - 2 * filled
    far -= min((wilds - filled) // 2, singles)
    danger = chance_of_taking(row, rank, facts.each)
    if row[KNOWN + rank] < 2:
        if row[THEIRS + rank] > 0:
            danger *= weights[16]
        elif row[THROWN + rank] > 0:
            danger *= weights[17]
    gain = weights[12] * VALUES[sort] + weights[13] * facts.pile_points + weights[14] * facts.pile + weights[15]
    return Considered(facts.points - VALUES[sort], hoped, 1.0 / (1.0 + far), wilds, danger, gain)


def worth_of(weighed: Weighed, considered: Considered, weights: Weights) -> float:
    """Return the worth: the points by which this seat is ahead in this deal, from both parts of the judgement."""
    worth = weighed.laid - weighed.haste * considered.points + considered.hoped
    worth += considered.near * (weights[9] * weighed.theirs + weighed.clean)
    return worth + weights[10] * considered.wilds - considered.danger * considered.gain


def judge_strongly(row: Row, sorts: Row, number: int, worths: Numbers, weights: Weights) -> None:
    """Put the worth of discarding each of the first ``number`` sorts into ``worths``.

    The worth sums what is laid down, what may be lost with the hand, the pairs that may take a pile, the number of
    cards left before going out, and what the opponent could do with the pile.
    """
    weighed = weigh(row, weights)
    for place in range(number):
        worths[place] = worth_of(weighed, consider(row, sorts[place], weighed, weights), weights)


def hope(row: Row, rank: int, number: int, weights: Weights) -> float:
    """Return the expected points from ``number`` cards of a rank in the hand."""
    if number == 0:
        return 0.0
    there = row[UNSEEN + rank] + row[KNOWN + rank]
    points = VALUES[rank]
    if row[OWN + rank] > 0:
        may_take = weights[7] if number >= 2 and there > 0 else 0.0
        return weights[6] * points * number + may_take
    if number >= 3:
        return weights[4] * points * number + weights[5]
    if number == 2:
        return (weights[2] * points + weights[3]) * min(there, 3)
    return weights[8] * min(there, 3)
