"""The choice of distances: how many miles to play, with the exact end of the trip and the Safe trip in mind."""

from __future__ import annotations

from mile_bones.games.milebones.cards import DISTANCES, MILES, Card
from mile_bones.players.milebones.table_facts import TableFacts
from mile_bones.players.milebones.weights import Weights

PLANNING = 300
"""With no more than this number of miles to go, the cards in the hand are added up to reach the goal exactly."""


def finishing_card(sight: TableFacts) -> Card | None:
    """Return the distance card in the hand that ends the trip now, or None."""
    for card in DISTANCES:
        if MILES[card] == sight.to_go and sight.counts[card] and sight.playable >> card & 1:
            return card
    return None


def drive_value(sight: TableFacts, card: Card, style: Weights) -> float:
    """Return the points for playing this legal distance card if it does not end the trip."""
    value = style.drive + style.mile * MILES[card] + style.drive_late * (1 - sight.trip_chance)
    if sight.own.miles == 0:
        value += style.drive_first
    if card == Card.MILES_200 and sight.own.two_hundreds == 0:
        value -= style.safe_trip * sight.trip_chance
        if sight.fewest_cards(sight.to_go):
            value -= style.safe_sure  # the hand has all the miles that are needed without a 200
    rest = sight.to_go - MILES[card]
    return value + _end_value(sight, card, rest, style) if rest <= PLANNING else value


def _end_value(sight: TableFacts, card: Card, rest: int, style: Weights) -> float:
    """Return the points for being ``rest`` miles before the goal with the hand that is left after ``card``."""
    cards = sight.fewest_cards(rest, without=card)
    if cards:
        return (style.exact_one, style.exact_two, style.exact_more)[min(cards, 3) - 1]
    return {25: style.left_25, 50: style.left_50, 75: style.left_75}.get(rest, 0.0)


def keep_distance(sight: TableFacts, card: Card, style: Weights) -> float:
    """Return the points for keeping this distance card in the hand."""
    miles = MILES[card]
    if card == Card.MILES_200 and sight.own.two_hundreds >= sight.observation.rules.most_200s:
        return 0.0
    if miles > sight.to_go:
        extendable = sight.observation.extended_by is None and card != Card.MILES_200
        return style.keep_beyond * miles if extendable else 0.0
    if card == Card.MILES_200 and sight.own.two_hundreds == 0:
        return style.keep_200 * (1 - sight.trip_chance)
    value = style.keep_mile * miles - style.keep_many * (sum(sight.counts[: Card.MILES_200]) - 3)
    if sight.counts[card] > 2:
        value *= style.keep_double
    if sight.own.limited and miles <= 50:
        value += style.keep_slow
    if sight.to_go <= PLANNING:
        value += _keep_for_the_end(sight, card, style)
    return value


def _keep_for_the_end(sight: TableFacts, card: Card, style: Weights) -> float:
    whole = sight.fewest_cards(sight.to_go)
    if not whole:
        return 0.0
    rest = sight.fewest_cards(sight.to_go, without=card)
    if not rest:
        return style.keep_exact
    return style.keep_exact / 2 if rest > whole else 0.0
