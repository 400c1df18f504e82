"""Rows made from an observation and imagined cards. The imagined cards take the places that the observation does not
show.
"""

from __future__ import annotations

import numpy as np

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.engine import draw_what_is_forced, empty
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.tableau import TableauView

_PHASES = {Phase.DRAW: at.DRAW_OR_COUP, Phase.PLAY: at.PLAY_PHASE, Phase.EXTEND: at.EXTEND_PHASE}


def rows_of(observation: Observation, theirs: Deck, coming: Deck) -> tuple[Row, Deck]:
    """Return rows and decks of hands with the imagined cards: one line of ``theirs`` (the opponent's cards) and of
    ``coming`` (the deck) for each hand.

    Raise ValueError if the game is over, or if its rules are not a usual rule set.
    """
    if observation.player is None:
        raise ValueError("the game is over: nothing can be imagined")
    if observation.rules not in at.RULE_SETS:
        raise ValueError("rows can hold only the usual rule sets")
    seat = observation.seat
    rows = empty(len(theirs))
    rows[:] = _row(observation)
    base = (1 - seat) * at.SEAT + at.HAND
    every = np.arange(len(theirs))
    for cards in theirs.T:
        rows[every, base + cards] += 1
    decks = np.zeros((len(theirs), at.DECK), np.int8)
    decks[:, at.DECK - observation.left :] = coming
    draw_what_is_forced(rows, decks)
    return rows, decks


def _row(observation: Observation) -> list[int]:
    """Return the row of everything that the observation shows. The opponent's hand is empty in it."""
    seat = observation.seat
    row = [0] * at.WIDTH
    row[at.RULES] = at.RULE_SETS.index(observation.rules)
    row[at.PLAYER] = seat if observation.to_act else 1 - seat
    row[at.PHASE] = _PHASES[observation.phase]
    row[at.COUP_HAZARD] = _or_none(observation.coup_hazard)
    row[at.GOAL] = observation.goal
    row[at.EXTENDED_BY] = _or_none(observation.extended_by)
    row[at.COMPLETED_BY] = -1
    row[at.FIRST] = observation.first
    row[at.LEFT] = observation.left
    row[at.TOTALS + seat], row[at.TOTALS + 1 - seat] = observation.totals
    row[at.EXPOSED : at.EXPOSED + at.FACES] = observation.exposed
    held = {seat: len(observation.hand), 1 - seat: observation.other_cards}
    for who, view in ((seat, observation.own), (1 - seat, observation.other)):
        thrown = [card for card, by in zip(observation.discards, observation.discarded_by, strict=True) if by == who]
        begin = at.SIDE + who * at.SEAT
        hand = observation.hand if who == seat else ()
        row[begin : begin + at.SEAT] = _seat(view, held[who], hand, thrown)
    return row


def _seat(view: TableauView, held: int, hand: tuple[Card, ...], thrown: list[Card]) -> list[int]:
    return [
        _or_none(view.battle),
        _or_none(view.speed),
        view.safety_bits >> tables.FIRST_SAFETY,
        sum(1 << card - tables.FIRST_SAFETY for card in view.coups),
        view.miles,
        view.two_hundreds,
        view.can_go,
        view.limited,
        held,
        thrown[-1] if thrown else -1,
        *_counts(hand),
        *_counts(thrown),
    ]


def _or_none(value: int | None) -> int:
    return -1 if value is None else int(value)


def _counts(cards: tuple[Card, ...] | list[Card]) -> list[int]:
    counts = [0] * at.FACES
    for card in cards:
        counts[card] += 1
    return counts
