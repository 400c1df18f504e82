"""The rules about what may be played, and the reasons why a card may not be played.

``playable`` decides about all 19 faces at once, as a set of bits (``1 << card``), because the engine, observations and
players need them at every turn. ``why_not_play`` finds the reason for one card that may not be played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.errors import Refusal
from mile_bones.games.milebones.cards import (
    BATTLE_HAZARDS,
    CURE,
    DISTANCES,
    GUARD,
    MILES,
    SAFETIES,
    Card,
)
from mile_bones.games.milebones.tableau import Side, hazard_showing

if TYPE_CHECKING:
    from mile_bones.games.milebones.rules import Rules

ALL_SAFETY_BITS = sum(1 << card for card in SAFETIES)
_FIRST_SAFETY = int(Card.EXTRA_TANK)
_LIMIT_BIT = 1 << Card.SPEED_LIMIT
_END_OF_LIMIT_BIT = 1 << Card.END_OF_LIMIT
_GO_BIT = 1 << Card.GO
_RIGHT_OF_WAY_BIT = 1 << Card.RIGHT_OF_WAY
_TWO_HUNDRED_BIT = 1 << Card.MILES_200
_UNDER_LIMIT_BITS = 1 << Card.MILES_25 | 1 << Card.MILES_50

_DISTANCES_WITHIN = [sum(1 << card for card in DISTANCES if MILES[card] <= left * 25) for left in range(200 // 25 + 1)]
"""The bits of the distances that fit into the miles to go: 0, 25, 50 ... 175, and 200 or more."""

_REMEDIES_ON: dict[Card | None, int] = {
    None: _GO_BIT,
    Card.STOP: _GO_BIT,
    Card.GO: 0,
    **{CURE[hazard]: _GO_BIT for hazard in BATTLE_HAZARDS if hazard != Card.STOP},
    **{hazard: 1 << CURE[hazard] for hazard in BATTLE_HAZARDS},
}
"""The bits of the remedies that may be played on each top card of a Battle pile."""

_ATTACKS_AGAINST = [
    sum(1 << hazard for hazard in BATTLE_HAZARDS if not (bits << Card.EXTRA_TANK) >> GUARD[hazard] & 1)
    for bits in range(16)
]
"""The bits of the battle hazards against which the attacked side has no safety. The index is the four safety bits of
that side.
"""


def playable(own: Side, other: Side, goal: int, rules: Rules) -> int:
    """Return the faces that a player with the side ``own`` could play now, whether held or not, as bits ``1 <<
    card``.
    """
    bits = ALL_SAFETY_BITS | _REMEDIES_ON[own.battle]
    if own.can_go:
        distances = _DISTANCES_WITHIN[min((goal - own.miles) // 25, 8)]
        if own.two_hundreds >= rules.most_200s:
            distances &= ~_TWO_HUNDRED_BIT
        if own.limited:
            distances &= _UNDER_LIMIT_BITS
        bits |= distances
    if own.limited:
        bits |= _END_OF_LIMIT_BIT
    if other.can_go:
        bits |= _ATTACKS_AGAINST[other.safety_bits >> _FIRST_SAFETY]
    if (
        not other.limited
        and not other.safety_bits & _RIGHT_OF_WAY_BIT
        and (other.can_go or not rules.limit_needs_going)
    ):
        bits |= _LIMIT_BIT
    return bits


def useful(own: Side, other: Side, goal: int, rules: Rules) -> int:
    """Return the faces of ``playable`` that count as useful when the deck is out. The mille(6) program decides in the
    same way.
    """
    bits = playable(own, other, goal, rules)
    if goal - other.miles <= 50:
        bits &= ~_LIMIT_BIT
    if own.can_go:
        bits &= ~_GO_BIT
    return bits


def why_not_play(card: Card, own: Side, other: Side, goal: int, rules: Rules) -> Refusal | None:
    """Return None if the card may be played, or else a reason. If there are several reasons, it is the one that the
    player can best do something about.
    """
    if playable(own, other, goal, rules) >> card & 1:
        return None
    if card in DISTANCES:
        return _why_not_drive(card, own, goal, rules)
    if card in GUARD:
        return _why_not_attack(card, other)
    if card == Card.END_OF_LIMIT:
        return Refusal("no_limit")
    if card == Card.GO:
        showing = hazard_showing(own)
        return Refusal("remedy_first", (showing, CURE[showing])) if showing is not None else Refusal("going_already")
    return Refusal("nothing_to_cure", (card,))


def _why_not_drive(card: Card, own: Side, goal: int, rules: Rules) -> Refusal:
    if not own.can_go:
        showing = hazard_showing(own)
        return Refusal("need_go") if showing is None else Refusal("stopped_by", (showing, CURE[showing]))
    if MILES[card] > goal - own.miles:
        return Refusal("too_far", (goal - own.miles,))
    if own.limited and MILES[card] > 50:
        return Refusal("limit")
    return Refusal("too_many_200s", (rules.most_200s,))


def _why_not_attack(card: Card, other: Side) -> Refusal:
    if other.safety_bits >> GUARD[card] & 1:
        return Refusal("protected", (GUARD[card],))
    if card == Card.SPEED_LIMIT and other.limited:
        return Refusal("limited_already")
    showing = hazard_showing(other)
    return Refusal("not_going") if showing is None else Refusal("hit_already", (showing,))
