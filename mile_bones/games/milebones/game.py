"""The ``Game`` of Mile Bones and mille(6)."""

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
    """The game with one rule set, which is given by its name or as ``Rules``."""

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
        """Return the start of a game. The hands of ``deal`` (one or several) are played first.

        Later hands are dealt from ``seed``, which is drawn at random if it is None. ``first`` begins the first hand,
        unless ``deal`` is given.
        """
        deals = (deal,) if isinstance(deal, Deal) else tuple(deal)
        if seed is None:
            import secrets  # imported late, because it loads OpenSSL

            seed = secrets.randbits(64)
        return MileBonesState(self.rules, seed, deals, first)

    def parse_action(self, text: str) -> Action:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MileBonesState:
        """Return a full state that agrees with ``observation``.

        Shuffle the unseen cards into the opponent's hand and the deck.

        The log of the state is empty, because the beginning of the hand is unknown.
        """
        unseen = [card for card in Card for _copy in range(observation.unseen()[card])]
        rng.shuffle(unseen)
        hand = imagined_hand(observation, unseen[: observation.other_cards], unseen[observation.other_cards :])
        totals = observation.totals if observation.seat == 0 else observation.totals[::-1]
        return MileBonesState.from_hand(hand, totals, observation.hand_number, rng.next64())


def imagined_hand(observation: Observation, theirs: Sequence[Card], deck: Sequence[Card]) -> Hand:
    """Return the hand as it would be if the opponent held ``theirs`` and the deck were ``deck``. The next card of
    ``deck`` is first.

    Raise ValueError if the game is over.
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
