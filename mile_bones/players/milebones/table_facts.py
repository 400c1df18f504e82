"""The facts that a careful player reads off the table once a turn, before it weighs anything."""

from __future__ import annotations

from mile_bones.games.milebones.cards import GUARD, HAZARDS, MILES, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.milebones.weights import Weights

THREATS = {safety: tuple(hazard for hazard in HAZARDS if GUARD[hazard] == safety) for safety in SAFETIES}
"""For each safety, the hazards against which it protects."""

_UNIT = MILES[Card.MILES_25]


class TableFacts:
    """Counts and chances from an observation; they use only what the seat may know.

    ``counts`` are the cards in the player's hand, by card number. ``unseen`` are the cards in the deck or in the
    opponent's hand, by card number. ``armed`` has the player's safeties, played or held, as bits. ``to_go`` and
    ``their_to_go`` are miles to the goal. ``playable`` has the faces that may be played now, held or not, as bits.
    ``guard_held`` is the chance that the opponent holds a safety that nobody has shown. ``trip_chance`` is a rough
    chance that this seat completes the trip.
    """

    __slots__ = (
        "armed",
        "counts",
        "guard_held",
        "left",
        "observation",
        "other",
        "own",
        "playable",
        "their_to_go",
        "to_go",
        "trip_chance",
        "unseen",
    )

    def __init__(self, observation: Observation, style: Weights) -> None:
        self.observation = observation
        self.own = observation.own
        self.other = observation.other
        self.left = observation.left
        self.counts = [0] * len(Card)
        self.armed = self.own.safety_bits
        for card in observation.hand:
            self.counts[card] += 1
            if card >= Card.EXTRA_TANK:
                self.armed |= 1 << card
        self.unseen = [
            deck - shown - held
            for deck, shown, held in zip(observation.rules.deck, observation.exposed, self.counts, strict=True)
        ]
        self.to_go = observation.goal - self.own.miles
        self.their_to_go = observation.goal - self.other.miles
        self.playable = observation.playable_bits()
        # Half of the cards that have left the deck went to the opponent. If a safety is among them, the
        # opponent still holds it, because nobody has shown it.
        drawn = (sum(observation.rules.deck) - self.left) / 2
        self.guard_held = drawn / (drawn + self.left)
        self.trip_chance = self._trip_chance(style.pace)

    def guard_risk(self, hazard: Card) -> float:
        """Return the chance that the opponent holds the safety against this hazard."""
        return self.guard_held if self.unseen[GUARD[hazard]] else 0.0

    def fewest_cards(self, rest: int, without: Card | None = None) -> int:
        """Return the fewest distance cards of the hand that add up to exactly ``rest`` miles, or 0 if none do.

        One card of the face ``without`` is left out. A 200 counts only if the Safe trip is lost already and another 200
        is allowed.
        """
        last = Card.MILES_200 if self._may_play_another_200() else Card.MILES_100
        layers = [1]  # layers[k]: all sums of k cards, as bits in units of 25 miles
        for card in range(last + 1):
            units = MILES[card] // _UNIT
            for _copy in range(self.counts[card] - (card == without)):
                layers.append(0)
                for k in range(len(layers) - 1, 0, -1):
                    layers[k] |= layers[k - 1] << units
        bit = rest // _UNIT
        for k, sums in enumerate(layers):
            if sums >> bit & 1:
                return k
        return 0

    def _may_play_another_200(self) -> bool:
        return 0 < self.own.two_hundreds < self.observation.rules.most_200s

    def _trip_chance(self, pace: float) -> float:
        """Return a rough chance of completing the trip. It compares the turns that each side still needs, at ``pace``
        miles a turn, and the turns that the deck allows.
        """
        mine = self.to_go / pace + (0 if self.own.can_go else 2)
        theirs = self.their_to_go / pace + (1 if self.other.can_go else 3)
        turns = self.left / 2 + (len(self.observation.hand) if self.left < 8 else 3)
        ahead = min(turns, theirs) - mine
        return min(max(0.5 + 0.075 * ahead, 0.05), 0.95)
