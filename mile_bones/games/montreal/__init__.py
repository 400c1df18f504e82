"""Mille, the two-player rummy of Montréal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.games.montreal.actions import (
        ACTIONS,
        ADD,
        DISCARD,
        DRAW,
        LAY,
        PILE,
        TURNED,
        Action,
        Kind,
        parse_action,
    )
    from mile_bones.games.montreal.body import DealRecord, Deals
    from mile_bones.games.montreal.cards import (
        DECK_SIZE,
        FACES,
        HAND_SIZE,
        NOTATION,
        RANKS,
        TWO,
        VALUES,
        Card,
        Counts,
        Rank,
        counted,
        listed,
        parse_card,
        parse_cards,
        rank_of,
        suit_of,
        value,
    )
    from mile_bones.games.montreal.deal import Deal, deal_out, shuffled_deal
    from mile_bones.games.montreal.events import (
        Added,
        Dealt,
        Discarded,
        Drawn,
        Event,
        GameEnded,
        HandEnded,
        Laid,
        PileTaken,
        Reshuffled,
        TurnedTaken,
    )
    from mile_bones.games.montreal.game import MontrealMille, imagined_round, resampled_round
    from mile_bones.games.montreal.observation import Observation, Phase, SpectatorView
    from mile_bones.games.montreal.payment import Payment, PaymentLine, payment_of, winner_of
    from mile_bones.games.montreal.round import Round
    from mile_bones.games.montreal.rules import MOST_DEALS, NAME, USUAL, Rules
    from mile_bones.games.montreal.scoring import Score
    from mile_bones.games.montreal.sets import Sets
    from mile_bones.games.montreal.state import MontrealState

__all__ = [
    "ACTIONS",
    "ADD",
    "DECK_SIZE",
    "DISCARD",
    "DRAW",
    "FACES",
    "HAND_SIZE",
    "LAY",
    "MOST_DEALS",
    "NAME",
    "NOTATION",
    "PILE",
    "RANKS",
    "TURNED",
    "TWO",
    "USUAL",
    "VALUES",
    "Action",
    "Added",
    "Card",
    "Counts",
    "Deal",
    "DealRecord",
    "Deals",
    "Dealt",
    "Discarded",
    "Drawn",
    "Event",
    "GameEnded",
    "HandEnded",
    "Kind",
    "Laid",
    "MontrealMille",
    "MontrealState",
    "Observation",
    "Payment",
    "PaymentLine",
    "Phase",
    "PileTaken",
    "Rank",
    "Reshuffled",
    "Round",
    "Rules",
    "Score",
    "Sets",
    "SpectatorView",
    "TurnedTaken",
    "counted",
    "deal_out",
    "imagined_round",
    "listed",
    "parse_action",
    "parse_card",
    "parse_cards",
    "payment_of",
    "rank_of",
    "resampled_round",
    "shuffled_deal",
    "suit_of",
    "value",
    "winner_of",
]

__getattr__ = offering(
    __name__,
    {
        "actions": "ACTIONS ADD DISCARD DRAW LAY PILE TURNED Action Kind parse_action",
        "body": "DealRecord Deals",
        "cards": (
            "DECK_SIZE FACES HAND_SIZE NOTATION RANKS TWO VALUES Card Counts Rank counted listed parse_card "
            "parse_cards rank_of suit_of value"
        ),
        "deal": "Deal deal_out shuffled_deal",
        "events": "Added Dealt Discarded Drawn Event GameEnded HandEnded Laid PileTaken Reshuffled TurnedTaken",
        "game": "MontrealMille imagined_round resampled_round",
        "observation": "Observation Phase SpectatorView",
        "payment": "Payment PaymentLine payment_of winner_of",
        "round": "Round",
        "rules": "MOST_DEALS NAME USUAL Rules",
        "scoring": "Score",
        "sets": "Sets",
        "state": "MontrealState",
    },
)
