"""The choice of hazards: which one costs the opponent most, given the cards seen so far."""

from __future__ import annotations

from mile_bones.games.milebones.cards import CURE, GUARD, Card
from mile_bones.players.milebones.table_facts import TableFacts
from mile_bones.players.milebones.weights import Weights

_HAZARD_CARDS = slice(Card.OUT_OF_GAS, Card.GASOLINE)


def attack_value(sight: TableFacts, hazard: Card, style: Weights) -> float:
    """Return the points for playing this legal hazard: the turns it costs, less the risk of a coup fourré."""
    if hazard == Card.SPEED_LIMIT:
        if sight.their_to_go <= 50:
            return style.attack_floor
        worth = style.attack_limit
    else:
        worth = style.attack_stop if hazard == Card.STOP else style.attack_battle
        if sight.their_to_go <= 200:
            worth += style.attack_near
    if sight.other.miles == 0:
        worth += style.attack_shut
    worth += style.attack_left * (sight.left / 40 - 1) + style.attack_race * (1 - sight.trip_chance)
    cure = CURE[hazard]
    worth *= 1 + style.attack_cure * (0.5 - sight.unseen[cure] / sight.observation.rules.deck[cure])
    risk = sight.guard_risk(hazard) * style.hold_trust
    return worth * (1 - risk) - style.coup_loss * risk


def keep_hazard(sight: TableFacts, hazard: Card, style: Weights) -> float:
    """Return the points for keeping this hazard in the hand: 0 if the opponent has laid down the safety against it."""
    if sight.other.safety_bits >> GUARD[hazard] & 1:
        return 0.0
    if hazard != Card.SPEED_LIMIT:
        worth = style.keep_hazard
    elif sight.their_to_go > 50:
        worth = style.keep_limit
    else:
        return 0.0
    worth -= style.keep_crowd * (sum(sight.counts[_HAZARD_CARDS]) - 1)
    return worth * (1 - sight.guard_risk(hazard) * style.hold_trust)
