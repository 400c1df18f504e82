"""One hand in the scalar engine and as a row of the batched engine, with the value that each field of the row must
have.
"""

from __future__ import annotations

import numpy as np

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DRAW, Action, Kind
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, SAFETIES, Card
from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import Rules
from mile_bones.games.milebones.tableau import Tableau
from mile_bones.lab.batch import engine

PHASES = {Phase.DRAW: at.DRAW_OR_COUP, Phase.PLAY: at.PLAY_PHASE, Phase.EXTEND: at.EXTEND_PHASE}
ENDS = {None: 0, "trip": at.BY_TRIP, "cards": at.BY_CARDS}


class SideBySide:
    """The same deal in both engines, up to the first choice."""

    def __init__(self, rules: Rules, deal: Deal, totals: tuple[int, int] = (0, 0)) -> None:
        self.totals = totals
        self.hand = Hand(rules, deal)
        self.rows = np.full((1, at.WIDTH), 99, np.int16)
        self.decks = np.full((1, at.DECK), 99, np.int8)
        order = [card for pair in zip(deal.dealt[deal.first], deal.dealt[1 - deal.first], strict=True) for card in pair]
        engine.deal(
            self.rows,
            self.decks,
            np.array([[*order, *deal.deck]], np.int8),
            np.array([at.RULE_SETS.index(rules)], np.int8),
            np.array([deal.first], np.int8),
            np.array([totals], np.int16),
        )
        self.row, self.deck = self.rows[0], self.decks[0]
        self._draw()

    @classmethod
    def standing(cls, hand: Hand) -> SideBySide:
        """Return this position of the scalar engine together with its row."""
        pair: SideBySide = object.__new__(cls)
        pair.totals, pair.hand = (0, 0), hand
        pair._draw()
        pair.rows = np.array([pair.expected()], np.int16)
        pair.decks = np.zeros((1, at.DECK), np.int8)
        pair.row, pair.deck = pair.rows[0], pair.decks[0]
        pair.deck[at.DECK - len(hand.deck) :] = hand.deck[::-1]
        return pair

    @property
    def over(self) -> bool:
        """Whether the hand has ended according to the scalar engine."""
        return self.hand.ended is not None

    def observation(self) -> Observation:
        """Return the observation of the player to act."""
        seat = self.hand.player
        return self.hand.observation(seat, 1, self.totals if seat == 0 else self.totals[::-1])

    def number(self, action: Action) -> int:
        """Return the number that the batched engine gives to a legal action."""
        return number_of(action, self.hand.phase)

    def apply(self, action: Action) -> None:
        """Do the action in both engines. In the scalar engine, also do the forced draws after the action."""
        number = self.number(action)
        self.hand.apply(action)
        engine.step(self.row, self.deck, number)
        self._draw()

    def expected(self) -> list[int]:
        """Return the row that describes the same state as the scalar engine."""
        return row_of(self.hand, self.totals)

    def _draw(self) -> None:
        while not self.over and self.hand.draw_is_forced():
            self.hand.apply(DRAW)


def number_of(action: Action, phase: Phase) -> int:
    """Return the number that the batched engine gives to a legal action."""
    if phase is Phase.DRAW:
        return at.NO_COUP if action is DRAW else at.COUP
    if action.kind is Kind.EXTEND:
        return at.YES if action.yes else at.NO
    assert action.card is not None
    return action.card + (at.PLAYS if action.kind is Kind.PLAY else at.DISCARDING)


def row_of(hand: Hand, totals: tuple[int, int]) -> list[int]:
    """Return the row that describes `hand`."""
    row = [0] * at.WIDTH
    row[at.RULES] = at.RULE_SETS.index(hand.rules)
    row[at.PLAYER] = hand.player
    row[at.PHASE] = PHASES[hand.phase]
    row[at.COUP_HAZARD] = _or_none(hand.coup_hazard)
    row[at.GOAL] = hand.goal
    row[at.EXTENDED_BY] = _or_none(hand.extended_by)
    row[at.COMPLETED_BY] = _or_none(hand.completed_by)
    row[at.ENDED] = ENDS[hand.ended]
    row[at.FIRST] = hand.first
    row[at.LEFT] = len(hand.deck)
    row[at.TOTALS : at.TOTALS + 2] = totals
    row[at.EXPOSED : at.EXPOSED + at.FACES] = hand.exposed
    for seat in (0, 1):
        begin = at.SIDE + seat * at.SEAT
        row[begin : begin + at.SEAT] = _seat(hand, seat, hand.sides[seat])
    return row


def _seat(hand: Hand, seat: int, side: Tableau) -> list[int]:
    thrown = [card for card, by in zip(hand.discards, hand.discarded_by, strict=True) if by == seat]
    return [
        _or_none(side.battle),
        _or_none(side.speed),
        sum(1 << card - Card.EXTRA_TANK for card in side.safeties),
        sum(1 << card - Card.EXTRA_TANK for card in side.coups),
        side.miles,
        side.two_hundreds,
        side.can_go,
        side.limited,
        len(hand.hands[seat]),
        thrown[-1] if thrown else -1,
        *_counts(hand.hands[seat]),
        *_counts(thrown),
    ]


def last_cards(rules: Rules, rng: Rng) -> Hand:
    """Return a hand near its end: up to three cards in each hand and in the deck, and random cards on the table."""
    cards = [*Card, *(Card.MILES_25, Card.MILES_50, Card.SPEED_LIMIT, Card.STOP) * 3]  # safeties only once
    rng.shuffle(cards)
    cuts = [1 + rng.below(3), rng.below(4), rng.below(4)]
    dealt = [tuple(cards.pop() for _card in range(number)) for number in cuts]
    hand = Hand(rules, Deal(0, (dealt[0], dealt[1]), dealt[2]))
    if rng.below(4) == 0:
        hand.goal, hand.extended_by = rules.extended_goal, rng.below(2)
    for side in hand.sides:
        shown = (Card.GO, Card.GO, Card.REPAIRS, *BATTLE_HAZARDS)
        for card in (shown[rng.below(len(shown))] for _card in range(rng.below(3))):
            side.lay(card)
        if rng.below(3) == 0:
            side.lay(Card.SPEED_LIMIT if rng.below(2) else Card.END_OF_LIMIT)
        for card in SAFETIES:
            if card in cards and rng.below(3) == 0:
                cards.remove(card)
                side.lay_safety(card, coup=rng.below(2) == 0)
        for card in (Card.MILES_100,) * 6 if rng.below(4) else (Card.MILES_200, Card.MILES_100, Card.MILES_200):
            side.lay_distance(card)
        if rng.below(2):
            side.lay_distance(Card.MILES_50)
    return hand


def _or_none(value: int | None) -> int:
    return -1 if value is None else int(value)


def _counts(cards: list[Card]) -> list[int]:
    counts = [0] * at.FACES
    for card in cards:
        counts[card] += 1
    return counts
