"""The level ``original``: a careful player that counts cards and weighs every choice in points."""

from __future__ import annotations

from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.players.milebones.attack import attack_value, keep_hazard
from mile_bones.players.milebones.distance import drive_value, finishing_card, keep_distance
from mile_bones.players.milebones.extension import extends
from mile_bones.players.milebones.remedies import keep_remedy, remedy_value
from mile_bones.players.milebones.safeties import any_safety, safety_to_play
from mile_bones.players.milebones.table_facts import TableFacts
from mile_bones.players.milebones.weights import STYLE, Weights


class OriginalPlayer:
    """A player that makes the play with the most points, or discards the least valuable card, by the weights in
    ``style``.
    """

    def __init__(self, style: Weights = STYLE) -> None:
        self._style = style

    def choose(self, observation: Observation) -> Action:
        """Return the action that is worth most. It follows from the observation alone."""
        if observation.phase is Phase.DRAW:
            coup = observation.coup
            return DRAW if coup is None else PLAY[coup]
        style = self._style
        sight = TableFacts(observation, style)
        if observation.phase is Phase.EXTEND:
            return EXTEND if extends(sight, style) else END_TRIP
        finish = finishing_card(sight)
        if finish is not None and observation.extended_by is None and extends(sight, style, spent=finish):
            return PLAY[finish]  # call the extension with the safeties still in the hand, where they will be useful
        safety = safety_to_play(sight, style) if finish is None else any_safety(sight)
        if safety is not None:
            return PLAY[safety]
        return _play_or_discard(sight, style) if finish is None else PLAY[finish]


def _play_or_discard(sight: TableFacts, style: Weights) -> Action:
    """Return the play that is worth most, or the discard that costs least if that is better."""
    best, choice = float("-inf"), None
    for card in range(Card.EXTRA_TANK):
        if not sight.counts[card]:
            continue
        face = Card(card)
        value = -keep_value(sight, face, style)
        if value > best:
            best, choice = value, DISCARD[card]
        if sight.playable >> card & 1:
            value = play_value(sight, face, style)
            if value > best:
                best, choice = value, PLAY[card]
    if choice is None:
        safety = any_safety(sight)
        assert safety is not None, "who is asked has a card"
        return PLAY[safety]
    return choice


def play_value(sight: TableFacts, card: Card, style: Weights) -> float:
    """Return the points for playing this legal card, which is not a safety."""
    if card <= Card.MILES_200:
        return drive_value(sight, card, style)
    if card <= Card.STOP:
        return attack_value(sight, card, style)
    return remedy_value(sight, card, style)


def keep_value(sight: TableFacts, card: Card, style: Weights) -> float:
    """Return the points that are lost with one card of this face. Not for safeties, which are never discarded."""
    if card <= Card.MILES_200:
        return keep_distance(sight, card, style)
    if card <= Card.STOP:
        return keep_hazard(sight, card, style)
    return keep_remedy(sight, card, style)
