"""Mile Bones and mille(6) as games of the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mile_bones.engine.errors import NotationError
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action, parse_action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.rules import MILE_BONES, NAME, RULE_SETS, Rules
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.games.milebones.tableau import Tableau
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation


class MileBones:
    """The game under one rule set: the name of a usual one, or any ``Rules``."""

    name = NAME

    def __init__(self, rules: str | Rules = MILE_BONES) -> None:
        if isinstance(rules, str):
            if rules not in RULE_SETS:
                raise NotationError(_("“{name}” is not a rule set of Mile Bones").format(name=rules))
            rules = RULE_SETS[rules]
        self.rules = rules

    @property
    def rules_name(self) -> str:
        """The name of the rule set: "mile-bones" or "mille"."""
        return self.rules.name

    def new_state(self, seed: int | None = None, *, deal: Deal | Sequence[Deal] = (), first: int = 0) -> MileBonesState:
        """The start of a game.

        The hands come from ``deal`` (one, or one after another), and from ``seed`` once those are played; without a
        seed they cannot be foretold. ``first`` begins the first hand unless ``deal`` says who does.
        """
        deals = (deal,) if isinstance(deal, Deal) else tuple(deal)
        if seed is None:
            import secrets  # late: OpenSSL comes with it

            seed = secrets.randbits(64)
        return MileBonesState(self.rules, seed, deals, first)

    def parse_action(self, text: str) -> Action:
        """The action with this notation. NotationError for anything else."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MileBonesState:
        """A full state that agrees with the observation: the unseen cards are dealt anew to opponent and deck.

        Its log is empty: how the hand began is not known.
        """
        unseen = [card for card in Card for _copy in range(observation.unseen()[card])]
        rng.shuffle(unseen)
        hand = imagined_hand(observation, unseen[: observation.other_cards], unseen[observation.other_cards :])
        totals = observation.totals if observation.seat == 0 else observation.totals[::-1]
        return MileBonesState.from_hand(hand, totals, observation.hand_number, rng.next64())


def imagined_hand(observation: Observation, theirs: Sequence[Card], deck: Sequence[Card]) -> Hand:
    """The hand as it would be if the opponent held ``theirs`` and ``deck`` were to come, the next card first.

    ValueError when the game is over: nothing is left to imagine then.
    """
    if observation.player is None:
        raise ValueError("the game is over: nothing can be resampled")
    seat = observation.seat
    own = (observation.hand, tuple(theirs))
    hand = Hand(observation.rules, Deal(observation.first, own if seat == 0 else own[::-1], tuple(deck)))
    sides = (Tableau.from_view(observation.own), Tableau.from_view(observation.other))
    hand.sides = sides if seat == 0 else sides[::-1]
    hand.discards = list(observation.discards)
    hand.discarded_by = list(observation.discarded_by)
    hand.exposed = list(observation.exposed)
    hand.phase = observation.phase
    hand.coup_hazard = observation.coup_hazard
    hand.goal = observation.goal
    hand.extended_by = observation.extended_by
    hand.player = observation.player
    return hand
