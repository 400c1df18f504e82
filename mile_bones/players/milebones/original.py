"""The level ``original``: a careful player that counts cards and weighs every choice in points."""

from __future__ import annotations

from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, CURE, DISTANCES, GUARD, MILES, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.players.milebones.table_facts import THREATS, TableFacts
from mile_bones.players.milebones.weights import STYLE, Weights

PLANNING = 300
"""With no more than this number of miles to go, the player looks for cards in the hand that reach the goal exactly."""


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
    """Return the points for standing ``rest`` miles before the goal with the cards that are left in the hand after
    ``card``.
    """
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


_SMALL_DISTANCES = DISTANCES[:4]


def extends(sight: TableFacts, style: Weights, spent: Card | None = None) -> bool:
    """Return True if an extension is worth calling. ``spent`` is the card that would end the trip if it is still in the
    hand.
    """
    gain = _driving(sight, spent) + _safety(sight) + _opponent(sight)
    return gain > style.extend_least


def _driving(sight: TableFacts, spent: Card | None) -> float:
    """Return the part of the gain from an extension that depends on the time and the cards for three hundred more
    miles.
    """
    counts, own = sight.counts, sight.own
    miles = sum(MILES[card] * counts[card] for card in _SMALL_DISTANCES)
    two_hundreds = counts[Card.MILES_200]
    played_200s = own.two_hundreds
    if spent == Card.MILES_200:
        two_hundreds -= 1
        played_200s += 1
    elif spent is not None:
        miles -= MILES[spent]
    gain = -760.0 + 9.7 * sight.left + 2.0 * miles
    if played_200s < sight.observation.rules.most_200s:
        gain += 342 * two_hundreds
    if played_200s == 0:
        gain -= 131  # the Safe trip is at stake
    return gain


def _safety(sight: TableFacts) -> float:
    """Return the part of the gain from an extension that depends on this seat's own safeties and Speed Limits. A held
    safety may become a coup fourré.
    """
    own = sight.own
    gain = 102.0 * len(own.safeties) + 247.0 * sum(sight.counts[Card.EXTRA_TANK :])
    if own.limited:
        gain -= 400
    elif not sight.armed >> Card.RIGHT_OF_WAY & 1:
        gain -= 51 * sight.unseen[Card.SPEED_LIMIT]
    return gain


def _opponent(sight: TableFacts) -> float:
    """Return the part of the gain from an extension that depends on the opponent: whether it can drive, and which
    hazards this seat could play.
    """
    other, counts = sight.other, sight.counts
    gain = 0.0
    if other.can_go:
        gain -= 304
    if other.miles == 0:
        gain -= 281  # the Shut-out is at stake
    if other.limited:
        gain += 213
    elif not other.safety_bits >> Card.RIGHT_OF_WAY & 1:
        gain += 89 * counts[Card.SPEED_LIMIT]
    return gain + 79 * sum(counts[hazard] for hazard in BATTLE_HAZARDS if not other.safety_bits >> GUARD[hazard] & 1)


_SAFETY_CARDS = slice(Card.EXTRA_TANK, None)


def safety_to_play(sight: TableFacts, style: Weights) -> Card | None:
    """Return a safety of the hand to lay down now, or None if each is worth holding back."""
    for safety in SAFETIES:
        if sight.counts[safety] and _should_be_played(sight, safety, style):
            return safety
    return None


def any_safety(sight: TableFacts) -> Card | None:
    """Return a safety of the hand, or None. At the end of a hand, a safety that was not played is 100 points lost."""
    return next((safety for safety in SAFETIES if sight.counts[safety]), None)


def coup_chance(sight: TableFacts, safety: Card, style: Weights) -> float:
    """Return the chance of a coup fourré with this safety if it is held back."""
    hazards = sum(sight.unseen[hazard] for hazard in THREATS[safety])
    if not hazards:
        return 0.0
    theirs = sight.observation.other_cards
    coming = theirs + min(sight.left / 2, sight.to_go / 30 + 4)  # cards that the opponent has or will draw
    rate = style.coup_rate * min(1.0, coming / (sight.left + theirs))
    return 1.0 - (1.0 - rate) ** hazards


def _should_be_played(sight: TableFacts, safety: Card, style: Weights) -> bool:
    own = sight.own
    if own.battle in THREATS[safety] and not sight.counts[CURE[own.battle]]:
        return True
    if safety == Card.RIGHT_OF_WAY:
        least = style.hold_least_row
        cures = own.limited or not own.can_go
    else:
        least = style.hold_least
        cures = own.battle is not None and GUARD.get(own.battle) == safety
    if cures:
        least += style.cure_bonus
    least += style.hold_more * (sum(sight.counts[_SAFETY_CARDS]) - 1)
    if sight.their_to_go <= 200 and sight.other.can_go:
        least += style.finish_risk
    return coup_chance(sight, safety, style) * style.coup_gain < least


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


_CURES = {remedy: hazard for hazard, remedy in CURE.items()}


def remedy_value(sight: TableFacts, remedy: Card, style: Weights) -> float:
    """Return the points for playing this legal remedy."""
    if remedy == Card.GO:
        return style.go_in_vain if sight.own.can_go else style.go
    if remedy == Card.END_OF_LIMIT:
        counts = sight.counts
        fast, slow = counts[Card.MILES_75] + counts[Card.MILES_100], counts[Card.MILES_25] + counts[Card.MILES_50]
        return style.end_limit + style.end_limit_fast * (fast - slow)
    return style.cure


def keep_remedy(sight: TableFacts, remedy: Card, style: Weights) -> float:
    """Return the points for keeping the last held copy of this remedy. They are 0 if this seat has the safety on the
    table.
    """
    hazard = _CURES[remedy]
    guard = GUARD[hazard]
    if sight.own.safety_bits >> guard & 1:
        return 0.0
    copies = sight.counts[remedy]
    armed = style.keep_armed if sight.armed >> guard & 1 else 1.0  # the safety in the hand can cure instead
    if remedy == Card.GO:
        worth = (style.keep_go, style.keep_go_second, style.keep_go_third)[min(copies, 3) - 1]
        return armed * (worth + style.keep_go_stop * (sight.unseen[Card.STOP] - 2) / copies)
    first = 1.0 if copies == 1 else style.keep_second
    worth = style.keep_end_limit if remedy == Card.END_OF_LIMIT else style.keep_remedy
    return armed * first * worth * min(1.0, sight.unseen[hazard] / 2)


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
        assert safety is not None, "the player is asked only with a card"
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
    """Return the points that are lost if one card of this face is discarded. The card must not be a safety, because
    safeties are never discarded.
    """
    if card <= Card.MILES_200:
        return keep_distance(sight, card, style)
    if card <= Card.STOP:
        return keep_hazard(sight, card, style)
    return keep_remedy(sight, card, style)
