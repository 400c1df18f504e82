"""Deals of Mille between two players (see ``Side``), a thousand a second.

The functions of the players are compiled unchanged, so that training plays exactly what is shipped. Only the table
between the players is added here. It stores cards as counts by sort (``players.montreal.situation``).
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from mile_bones.lab.batch.compiled import IS_COMPILED
from mile_bones.players.montreal import expert_inputs, experts, features, judges, network, proposals, situation, turns
from mile_bones.players.montreal.expert_inputs import TOLD, WORTH, tell
from mile_bones.players.montreal.experts import choose_turn
from mile_bones.players.montreal.network import SCALE
from mile_bones.players.montreal.proposals import PROPOSALS, propose, take_proposal
from mile_bones.players.montreal.situation import (
    DEAR,
    HAND,
    KNOWN,
    OWN,
    PILE,
    POINTS,
    RANK,
    RANKS,
    RESHUFFLED,
    SIZE,
    SORTS,
    STOCK,
    THEIR_CARDS,
    THEIR_POINTS,
    THEIR_WILDS,
    THEIRS,
    THROWN,
    TOP,
    UNSEEN,
    VALUES,
    WILDS,
    change,
    doubled,
    held,
    is_clean,
    value,
)
from mile_bones.players.montreal.turns import (
    PLAN,
    THROW,
    Judge,
    best_turn,
    lay_plan,
    take_pile,
    throw,
    worth_of_drawing,
    worth_of_taking,
)

Row: TypeAlias = Any
"""An array."""

Side: TypeAlias = tuple[Any, Judge, Any, Any]
"""A player: a function that finds a turn (such as ``turn_of_judge``), a judge, the judge's tools, and a network.

The judge decides on drawing, and finds or proposes turns. The network chooses among these turns. If the player has no
network, this entry may be anything.
"""

MOST_TURNS = 400
"""Longer deals are not remembered to their end."""
EXPLORED = 0.15
"""The share of turns in which the learner plays a random proposal, to learn its value."""
ALL = np.array([8] * RANKS + [2, 2])
"""The number of cards of each sort, by its place in a part of a situation."""
DECK = np.repeat(np.arange(SORTS), [6 if rank in (9, 10) else 8 for rank in range(RANKS)] + [2, 2])
"""Every card, as its sort."""


class Table(NamedTuple):
    """The state of a deal. What a player has is kept by seat.

    ``dear`` has the numbers of dear jacks and queens that are laid down. ``now`` has three numbers: the cards in the
    stock, 1 if the discards have become a new stock (else 0), and the top card of the pile (-1 if it is empty).
    """

    hand: Row
    known: Row
    own: Row
    wilds: Row
    dear: Row
    points: Row
    thrown: Row
    pile: Row
    now: Row


def opine(number: int, worths: Row, tools: Any) -> None:
    """Do the same as ``network.opine``, with loops instead of matrix products."""
    flat, one, one_bias, two, two_bias, out, out_bias = tools
    first, second = one.shape[1], two.shape[1]
    hidden, last = np.empty(first, np.float32), np.empty(second, np.float32)
    for which in range(number):
        hidden[:] = one_bias
        for place in range(TOLD):
            told = flat[which * TOLD + place]
            if told != 0:
                for unit in range(first):
                    hidden[unit] += told * one[place, unit]
        last[:] = two_bias
        for unit in range(first):
            if hidden[unit] > 0:
                for other in range(second):
                    last[other] += hidden[unit] * two[unit, other]
        worth = out_bias[0] + flat[which * TOLD + WORTH]
        for unit in range(second):
            if last[unit] > 0:
                worth += last[unit] * out[unit, 0]
        worths[which] = SCALE * worth


def turn_of_judge(row: Row, plan: Row, work: Any, judge: Judge, weights: Any, _network: Any) -> None:
    """Find the turn of a player that is only a judge."""
    best_turn(row, plan, work[0], judge, weights)


def turn_of_expert(row: Row, plan: Row, work: Any, judge: Judge, weights: Any, network: Any) -> None:
    """Find the turn of the expert."""
    choose_turn(row, plan, work[1], work[0], judge, weights, network)


def turn_of_learner(row: Row, plan: Row, work: Any, judge: Judge, weights: Any, network: Any) -> None:
    """Find the turn of an expert that still learns."""
    if np.random.random() < EXPLORED:
        number = propose(row, plan, work[1], work[0], judge, weights)
        take_proposal(work[1], np.random.randint(number), plan)
    else:
        choose_turn(row, plan, work[1], work[0], judge, weights, network)


def judge_eagerly(row: Row, sorts: Row, number: int, worths: Row, _tools: Any) -> None:
    """Play about like the level ``easy``: lay down all that is possible, and discard a dear card without a twin.

    To go out is worth more than anything else.
    """
    for which in range(number):
        rank = RANK[sorts[which]]
        kept = 60 if rank == 0 or row[HAND + rank] > 1 else 0
        worths[which] = 100 * row[POINTS] + VALUES[sorts[which]] - kept - 1e6


def look(player: int, table: Table, row: Row) -> None:
    """Write what this player knows about the table into ``row``."""
    hand, known, own, wilds, dear, points, thrown, pile, now = table
    other = 1 - player
    for place in range(SORTS):
        row[HAND + place] = hand[player, place]
        row[KNOWN + place] = known[other, place]
        row[PILE + place] = pile[place]
        row[UNSEEN + place] = ALL[place] - hand[player, place] - known[other, place] - pile[place]
    cards = 0
    for rank in range(RANKS):
        row[OWN + rank], row[WILDS + rank] = own[player, rank], wilds[player, rank]
        row[THEIRS + rank], row[THEIR_WILDS + rank] = own[other, rank], wilds[other, rank]
        row[THROWN + rank] = thrown[other, rank]
        row[UNSEEN + rank] -= own[player, rank] + own[other, rank]
        row[UNSEEN] -= wilds[player, rank] + wilds[other, rank]
        cards += hand[other, rank]
    for place in range(RANKS, SORTS):
        row[UNSEEN + place] -= dear[player, place - RANKS] + dear[other, place - RANKS]
    row[POINTS], row[THEIR_POINTS], row[THEIR_CARDS] = points[player], points[other], cards
    row[STOCK], row[RESHUFFLED], row[TOP] = now[0], now[1], now[2]


def put_back(player: int, table: Table, row: Row) -> None:
    """Set the hand and the sets of this player to those in ``row``. If cards leave the hand, known ones leave first."""
    hand, known, own, wilds = table.hand, table.known, table.own, table.wilds
    for place in range(SORTS):
        gone = max(0, hand[player, place] - row[HAND + place])
        known[player, place] = max(0, known[player, place] - gone)
        hand[player, place] = row[HAND + place]
    for place in range(RANKS, SORTS):
        known[player, place] = min(known[player, place], hand[player, place])
        known[player, RANK[place]] = max(known[player, RANK[place]], known[player, place])
    for rank in range(RANKS):
        own[player, rank], wilds[player, rank] = row[OWN + rank], row[WILDS + rank]
    table.points[player] = row[POINTS]


def draw(player: int, table: Table, deck: Row, at: int) -> int:
    """Draw the next card of the deck. Return the place of the following card in ``deck``."""
    hand, pile, now = table.hand, table.pile, table.now
    if now[0] == 0:  # the discards except the top card become the new stock
        number = 0
        change(pile, 0, now[2], -1)
        for place in range(SORTS):
            there = pile[place]
            if place < RANKS and DEAR[place] >= 0:
                there -= pile[DEAR[place]]
            for _card in range(there):
                deck[number] = place
                number += 1
        np.random.shuffle(deck[:number])
        pile[:] = 0
        change(pile, 0, now[2], 1)
        table.known[:] = hand
        now[0], now[1] = number, 1
        at = 0
    change(hand[player], 0, deck[at], 1)
    now[0] -= 1
    return at + 1


def begin(player: int, table: Table, deck: Row, at: int, row: Row, space: Any, judge: Judge, tools: Any) -> int:
    """Do the first part of a turn: draw or take the pile.

    Return the place of the next card in ``deck``, or -1 if the player can neither draw nor take the pile.
    """
    known, dear, pile, now = table.known, table.dear, table.pile, table.now
    look(player, table, row)
    can_draw = now[0] > 0 or (now[1] == 0 and held(row, PILE) > 1)
    can_take = row[HAND + RANK[row[TOP]]] >= 2
    if not can_draw and not can_take:
        return -1
    taking = can_take
    if can_take and can_draw:
        taking = worth_of_taking(row, space, judge, tools) >= worth_of_drawing(row, space, judge, tools)
    if not taking:
        return draw(player, table, deck, at)
    top = row[TOP]
    jacks, queens = row[HAND + 13] + row[PILE + 13], row[HAND + 14] + row[PILE + 14]
    table.hand[player] += pile
    change(known[player], 0, top, 1)
    take_pile(row)
    put_back(player, table, row)
    dear[player, 0] += jacks - row[HAND + 13]
    dear[player, 1] += queens - row[HAND + 14]
    change(pile, 0, top, -1)
    known[player] += pile
    pile[:] = 0
    now[2] = -1
    return at


def play_deal(
    deck: Row, first: int, seat: int, work: Any, side: Side, other: Side, rows: Row
) -> tuple[int, int, int, int]:
    """Play one deal. ``side`` plays ``seat``, ``other`` plays the other seat, and seat ``first`` begins.

    The cards of the deck come as in the game: both hands by turns, the card turned up, the stock. Return the points of
    both seats, the seat that went out (-1 for nobody), and the number of tables written into ``rows``. These are the
    tables after turns of ``seat``, one after the other, as inputs of the network.
    """
    turn_of, judge, weights, network = side
    other_turn_of, other_judge, other_weights, other_network = other
    space = work[0]
    hand: Row = np.zeros((2, SORTS), np.int64)
    known: Row = np.zeros((2, SORTS), np.int64)
    own, wilds = np.zeros((2, RANKS), np.int64), np.zeros((2, RANKS), np.int64)
    dear, points, thrown = np.zeros((2, 2), np.int64), np.zeros(2, np.int64), np.zeros((2, RANKS), np.int64)
    pile: Row = np.zeros(SORTS, np.int64)
    now: Row = np.zeros(3, np.int64)
    table = Table(hand, known, own, wilds, dear, points, thrown, pile, now)
    row: Row = np.zeros(SIZE, np.int64)
    plan: Row = np.zeros(PLAN, np.int64)
    for place in range(30):
        change(hand[first ^ (place & 1)], 0, deck[place], 1)
    change(pile, 0, deck[30], 1)
    now[0], now[2] = 73, deck[30]
    at, number, out, player, turn = 31, 0, -1, first, 0
    while out < 0:
        turn += 1
        if turn == 1 and now[2] == 0:  # a 2 that is the first card turned up is always taken
            change(hand[player], 0, 0, 1)
            known[player, 0] += 1
            pile[:] = 0
            now[2] = -1
        elif player == seat:
            at = begin(player, table, deck, at, row, space, judge, weights)
        else:
            at = begin(player, table, deck, at, row, space, other_judge, other_weights)
        if at < 0:
            break
        look(player, table, row)
        if held(row, HAND) == 0:
            out = player
            break
        if player == seat:
            turn_of(row, plan, work, judge, weights, network)
        else:
            other_turn_of(row, plan, work, other_judge, other_weights, other_network)
        jacks, queens = row[HAND + 13], row[HAND + 14]
        lay_plan(row, plan)
        dear[player, 0] += jacks - row[HAND + 13]
        dear[player, 1] += queens - row[HAND + 14]
        put_back(player, table, row)
        left = held(row, HAND)
        if left == 0:
            out = player
            break
        card = plan[THROW]
        if left > 1 and player == seat and (number + 1) * TOLD <= rows.shape[0]:
            rows[number * TOLD : (number + 1) * TOLD] = 0
            tell(rows, number * TOLD, row, card, weights)
            number += 1
        throw(row, card)
        put_back(player, table, row)
        change(pile, 0, card, 1)
        now[2] = card
        thrown[player, RANK[card]] += 1
        if left == 1:
            out = player
        player = 1 - player
    scores = np.zeros(2, np.int64)
    for each in range(2):
        look(each, table, row)
        scores[each] = row[POINTS] + doubled(row, OWN, WILDS)
        if each != out:
            scores[each] -= value(row, HAND)
        elif is_clean(row, WILDS):
            scores[each] *= 2
    return scores[0], scores[1], out, number


def play_deals(deals: int, seed: int, side: Side, other: Side, rows: Row, outcomes: Row, ahead: Row, last: Row) -> int:
    """Play mirrored deals: each twice with the seats swapped. The seats take turns in beginning.

    ``ahead`` takes the lead of ``side`` in each deal, in points. ``rows`` takes tables after its turns, and
    ``outcomes`` the leads in their deals, in hundreds of points. ``last`` becomes True for the last of these tables in
    each deal, and False for the others. Return the number of these tables.
    """
    line: Row = np.zeros(SIZE, np.int64)
    numbers: Row = np.zeros(SORTS)
    space = (line.copy(), line.copy(), numbers, line.copy(), line.copy(), line.copy(), line.copy())
    work = (space, (np.zeros(PROPOSALS * PLAN, np.int64), np.zeros(PROPOSALS)))
    filled = 0
    for deal in range(deals):
        np.random.seed(seed + deal // 2)
        deck = DECK.copy()
        np.random.shuffle(deck)
        seat = deal & 1
        room = rows[filled * TOLD : min(filled + MOST_TURNS, outcomes.shape[0]) * TOLD]
        one, two, _out, number = play_deal(deck, deal >> 1 & 1, seat, work, side, other, room)
        ahead[deal] = one - two if seat == 0 else two - one
        outcomes[filled : filled + number] = ahead[deal] / SCALE
        last[filled : filled + number] = False
        filled += number
        if number > 0:
            last[filled - 1] = True
    return filled


def machine_code() -> dict[str, Any]:
    """Return these functions and all functions of the players by name, so that each calls the others.

    They are compiled with the extra ``lab``. Otherwise they are plain Python, which is about a hundred times slower.
    """
    space: dict[str, Any] = {}
    functions: dict[str, FunctionType] = {}
    for module in (situation, features, judges, expert_inputs, turns, proposals, network, experts, _this_module()):
        space.update(vars(module))
        own = {name: thing for name, thing in vars(module).items() if isinstance(thing, FunctionType)}
        functions.update({name: thing for name, thing in own.items() if thing.__module__ == module.__name__})
    for name, function in functions.items():
        space[name] = _compiled(FunctionType(function.__code__, space, name, function.__defaults__))
    return space


def _compiled(function: FunctionType) -> Any:
    if not IS_COMPILED:
        return function
    import numba

    return numba.njit(fastmath=True)(function)


def _this_module() -> ModuleType:
    import sys

    return sys.modules[__name__]
