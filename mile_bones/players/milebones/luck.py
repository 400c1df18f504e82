"""The luck of a seat with the deal and with each draw, in points of the hand.

A network that sees both hands estimates what the table is worth after a draw. The estimate assumes that both sides
continue as the expert plays, or as a weaker level if it is known that one plays. The luck of the card that came is the
estimate with that card, less the mean of the estimates with every card that might have come instead. This mean is taken
over the cards that truly remained, whose order was left to chance. So luck is 0 on average, however good or bad the
network is, and the result without luck has the same mean as the result. (Neil Burch, Martin Schmid, Matej Moravčík,
Dustin Morrill and Michael Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
Information Games", 2018.) To keep the mean of luck at 0, the network may look at which cards remain, but never at their
order. docs/decisions/059 has the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.cards import FULL_DECK, HAZARDS, Card
from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.legality import playable
from mile_bones.games.milebones.rules import RULE_SETS, Rules
from mile_bones.players.coach import Luck
from mile_bones.players.milebones.features import BLOCKS, COMMON, FACES, features
from mile_bones.players.milebones.network import LAYERS, POINTS, load_weights

_OWN_BLOCKS = 6  # the blocks of ``features`` that depend on the cards in the hand; they come first
CHANGING = sum(block.length for block in BLOCKS[:_OWN_BLOCKS])
_HELD = sum(block.length for block in BLOCKS[:2])  # a hand, and which of its cards can be played
FIXED = sum(block.length for block in BLOCKS[_OWN_BLOCKS:]) + _HELD
KNOWN_LEVELS = ("easy", "original")
"""Levels whose play the network has learned. All other levels count as the expert."""
INPUTS = CHANGING + FIXED + 2 * FACES + 2 * len(KNOWN_LEVELS)
"""The number of inputs. They are: ``features`` of the seat that drew; the first two blocks of ``features`` of the other
hand; the number of cards of each face that remain in the deck (a tenth of the number, and the share); and which of
``KNOWN_LEVELS`` continues to play in the seat that drew and in the other seat.
"""

_ONE_CARD: NDArray[np.int64] = np.eye(FACES, dtype=np.int64)
_PAIRS = np.array([*combinations_with_replacement(range(FACES), 2)])
_TWO_CARDS: NDArray[np.int64] = _ONE_CARD[_PAIRS].sum(axis=1)
_FACES = np.arange(FACES)


class _Moment(NamedTuple):
    """A draw of one card, or of two cards at once, and the hand before it. Counts of cards are by face."""

    action: int
    """The number of actions of the hand before the draw."""
    seat: int
    came: tuple[Card, ...]
    own: list[int]
    other: list[int]
    deck: list[int]
    levels: list[bool]
    """Which of ``KNOWN_LEVELS`` plays in the seat that drew, then the same for the other seat."""
    own_bits: int
    """The faces that the seat that drew could play, held or not, as bits."""
    other_bits: int
    table: list[int]
    """The blocks of ``features`` that do not depend on the drawn cards; empty if no other card could have come."""


class LuckJudge:
    """A judge of luck: the network, with the array names of ``network.LAYERS``, and the fair value of a deal
    (``fair``).

    ``fair`` is the network's value of a deal for the seat that begins, on average over all deals, in points. Its axes
    are the rule set (in the order of ``RULE_SETS``), the level of the seat that begins, and that of the other seat (0,
    or 1 plus the index in ``KNOWN_LEVELS``).
    """

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        exact = [np.ascontiguousarray(weights[name], np.float32) for name in LAYERS]
        one, self._one_bias, self._two, self._two_bias, self._out, self._out_bias = exact
        after, levels = CHANGING + FIXED, INPUTS - 2 * len(KNOWN_LEVELS)
        self._fixed = np.concatenate([one[CHANGING:after], one[levels:]])
        self._changing = np.concatenate([one[:CHANGING], one[after:levels]])
        self._fair = dict(zip(RULE_SETS, weights["fair"].astype(np.float64), strict=True))

    def luck(
        self,
        rules: Rules,
        deal: Deal,
        actions: Sequence[Action],
        levels: tuple[str | None, str | None] = (None, None),
    ) -> Luck:
        """Return the luck of a hand that began with ``deal`` and continued with the legal ``actions``. The hand may be
        unfinished.

        ``levels`` are the levels that play, by seat. None, or a level that is not in ``KNOWN_LEVELS``, counts as the
        expert. Whatever the levels are, luck is 0 on average; but if they are the levels that really play, more of the
        luck is found. Raise ValueError for rules with a deck that is not the usual one, or rules that the network has
        not learned.
        """
        if rules.deck != FULL_DECK or rules.name not in self._fair:
            raise ValueError("no model has learned the worth of cards by these rules")
        moments = list(_moments(rules, deal, actions or (DRAW,), levels))
        begin, draws = 0.0, []
        for number, (moment, values) in enumerate(zip(moments, self._values(moments), strict=True)):
            sign = 1 - 2 * moment.seat
            before, lucks = _lucks(moment, values)
            if number == 0:  # no player makes a choice between the deal and the first draw
                fair = self._fair[rules.name][_kind(levels[moment.seat]), _kind(levels[1 - moment.seat])]
                begin = sign * (before - float(fair))
            draws += [(moment.action, moment.seat, sign * luck) for luck in lucks]
        return Luck(begin, tuple(draws) if actions else ())

    def _values(self, moments: Sequence[_Moment]) -> list[NDArray[np.float64]]:
        """Return an array of worths for each moment: the worth of the hand to the seat that draws, after each card that
        may come.

        The array is by face, or in the order of ``_PAIRS`` if two cards come. Points on the table are left out, because
        they are the same after all cards. The worths are 0 if no other card could have come.
        """
        result = [np.zeros(len(_ONE_CARD if len(moment.came) == 1 else _TWO_CARDS)) for moment in moments]
        asked = [number for number, moment in enumerate(moments) if moment.table]
        if not asked:
            return result
        open_moments = [moments[number] for number in asked]
        own, other, deck, levels = (np.array([moment[place] for moment in open_moments]) for place in (3, 4, 5, 6))
        bits = np.array([(moment.own_bits, moment.other_bits) for moment in open_moments])[:, :, None] >> _FACES & 1
        table = np.array([moment.table for moment in open_moments])
        known = np.concatenate([table, held_inputs(other, bits[:, 1]), levels], axis=1).astype(np.float32) @ self._fixed
        cards = [_ONE_CARD if len(moment.came) == 1 else _TWO_CARDS for moment in open_moments]
        possible = [(came <= left).all(axis=1) for came, left in zip(cards, deck, strict=True)]
        which = np.repeat(np.arange(len(asked)), [line.sum() for line in possible])
        came = np.concatenate([all_cards[line] for all_cards, line in zip(cards, possible, strict=True)])
        changing = changing_inputs(own[which] + came, other[which], deck[which] - came, bits[which, 0])
        said = self._said(known[which], changing)
        ends = np.cumsum([line.sum() for line in possible])[:-1]
        for number, line, values in zip(asked, possible, np.split(said, ends), strict=True):
            result[number][line] = values
        return result

    def _said(self, known: NDArray[np.float32], changing: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the network's output in points. ``known`` is the part of the first layer that comes from the fixed
        inputs.
        """
        hidden: NDArray[np.float32] = changing @ self._changing
        hidden += known
        hidden += self._one_bias
        np.maximum(hidden, 0, out=hidden)
        hidden = hidden @ self._two
        hidden += self._two_bias
        np.maximum(hidden, 0, out=hidden)
        result: NDArray[np.float64] = (hidden @ self._out)[:, 0].astype(np.float64) + float(self._out_bias[0])
        result *= POINTS
        return result


@cache
def luck_judge() -> LuckJudge:
    """Return the judge of luck with the weights that ship; it is loaded once."""
    return LuckJudge(load_weights("luck"))


def _moments(
    rules: Rules, deal: Deal, actions: Sequence[Action], levels: tuple[str | None, str | None]
) -> Iterator[_Moment]:
    hand = Hand(rules, deal)
    known = [[level == name for name in KNOWN_LEVELS] for level in levels]
    for number, action in enumerate(actions):
        seat, left = hand.player, len(hand.deck)
        hand.apply(action)
        drawn = left - len(hand.deck)
        if not drawn:
            continue
        came = tuple(hand.hands[seat][-drawn:])
        own, other, deck = _counts(hand.hands[seat]), _counts(hand.hands[1 - seat]), _counts(hand.deck)
        for card in came:
            own[card] -= 1
            deck[card] += 1
        mine, theirs = hand.sides[seat], hand.sides[1 - seat]
        certain = not hand.deck or sum(map(bool, deck)) == 1
        yield _Moment(
            number,
            seat,
            came,
            own,
            other,
            deck,
            known[seat] + known[1 - seat],
            playable(mine, theirs, hand.goal, rules),
            playable(theirs, mine, hand.goal, rules),
            [] if certain else features(hand.observation(seat))[CHANGING:],
        )


def _lucks(moment: _Moment, values: NDArray[np.float64]) -> tuple[float, list[float]]:
    """Return two things, both for the seat that drew: the worth of the hand before the cards came, and the luck of each
    card.
    """
    deck = np.array(moment.deck)
    chances = deck / deck.sum()
    if len(moment.came) == 1:
        before = float(values @ chances)
        return before, [float(values[moment.came[0]]) - before]
    # The first of two cards is worth the mean over the cards that may come after it.
    pairs = np.zeros((FACES, FACES))
    one, other = _PAIRS.T
    pairs[one, other] = pairs[other, one] = values
    after = (pairs @ deck - pairs.diagonal()) / (deck.sum() - 1)
    before = float(after @ chances)
    first, second = moment.came
    return before, [float(after[first]) - before, float(pairs[first, second] - after[first])]


def _kind(level: str | None) -> int:
    return KNOWN_LEVELS.index(level) + 1 if level in KNOWN_LEVELS else 0


def _counts(cards: Sequence[Card]) -> list[int]:
    counts = [0] * FACES
    for card in cards:
        counts[card] += 1
    return counts


def held_inputs(counts: NDArray[np.int64], playable_faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first two blocks of ``features`` for many hands."""
    steps = (counts[:, :COMMON, None] >= np.arange(1, 4)).reshape(len(counts), 3 * COMMON)
    return np.concatenate([steps, counts[:, COMMON:], (counts > 0) & (playable_faces > 0)], axis=1)


def changing_inputs(
    own: NDArray[np.int64], other: NDArray[np.int64], deck: NDArray[np.int64], playable_faces: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return the inputs that depend on the drawn cards: the first blocks of ``features``, and the cards that remain in
    the deck.
    """
    unseen = other + deck
    hazards = (unseen[:, list(HAZARDS), None] >= np.arange(1, 3)).reshape(len(own), 2 * len(HAZARDS))
    blocks = [
        held_inputs(own, playable_faces),
        unseen[:, :COMMON],
        hazards,
        unseen[:, [Card.MILES_200]] >= 1,
        unseen[:, COMMON:],
        deck / 10,
        deck / deck.sum(axis=1, keepdims=True),
    ]
    return np.concatenate(blocks, axis=1, dtype=np.float32)
