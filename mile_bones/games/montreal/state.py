"""The state of a whole game of Mille up to its target: the deals, the totals, the naturals and the chapeaux."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.engine.aliases import Pair
from mile_bones.engine.hands import HandsState
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.cards import NOTATION, Card, notations
from mile_bones.games.montreal.deal import Deal, shuffled_deal
from mile_bones.games.montreal.events import Dealt, Event, GameEnded, HandEnded
from mile_bones.games.montreal.legality import legal_actions
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.payment import has_qualified, payment_of, winner_of
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import Score


class DealLog(NamedTuple):
    """The record of a deal in progress.

    ``actions`` grows while the deal is played; ``scores`` is None until its end. ``restocked`` is the order of the new
    stock, or None if there was no reshuffle.
    """

    deal: Deal
    actions: list[tuple[int, Action]]
    restocked: tuple[Card, ...] | None = None
    scores: tuple[Score, Score] | None = None


class MontrealState(HandsState[Rules, Deal, Round, DealLog, Action, Event]):
    """The state of a game with every card in it. Players and front ends get observations and events instead."""

    closing = (HandEnded, GameEnded)

    __slots__ = ("_chapeaux", "_game_ended", "_hand_ended", "_naturals")

    def __init__(self, rules: Rules, seed: int, deals: Sequence[Deal] = (), first: int = 0) -> None:
        self._naturals: Pair[int] = (0, 0)
        self._chapeaux: Pair[int] = (0, 0)
        self._hand_ended: HandEnded | None = None
        self._game_ended: GameEnded | None = None
        super().__init__(rules, seed, deals, first)

    @classmethod
    def from_round(
        cls,
        rules: Rules,
        at: Round,
        hand_number: int,
        seed: int,
        totals: Pair[int] = (0, 0),
        naturals: Pair[int] = (0, 0),
        chapeaux: Pair[int] = (0, 0),
    ) -> MontrealState:
        """Return a game in the middle of the deal ``at``. Its log is empty, because the earlier actions of the deal are
        unknown.
        """
        forgotten = Deal(at.first, ((), ()), at.deal.turned, ())
        state = cls._midway(rules, seed, at, [DealLog(forgotten, []) for _deal in range(hand_number)], totals)
        state._naturals, state._chapeaux = naturals, chapeaux
        state._hand_ended = state._game_ended = None
        return state

    @property
    def naturals(self) -> Pair[int]:
        """The naturals (stars on the score sheet) of both seats."""
        return self._naturals

    @property
    def chapeaux(self) -> Pair[int]:
        """The chapeaux (circles on the score sheet) of both seats."""
        return self._chapeaux

    @property
    def round(self) -> Round:
        """A copy of the deal in progress, which can be continued without a log.

        It is not for players, because it has all cards.
        """
        return self._hand.clone()

    @property
    def logs(self) -> tuple[DealLog, ...]:
        """The logs of all deals so far. The log of the current deal is the last.

        They are not for players, because they hold all cards.
        """
        return (*self._logs[:-1], self._logs[-1]._replace(restocked=self._hand.restocked))

    def ending(self) -> tuple[HandEnded, GameEnded] | None:
        """Return the events of the end of the last deal and of the game, or None if the game is not over."""
        if self._hand_ended is None or self._game_ended is None:
            return None
        return self._hand_ended, self._game_ended

    def legal_actions(self) -> tuple[Action, ...]:
        return () if self._hand_ended is not None else legal_actions(self._hand.view())

    def deal(self) -> tuple[Event, ...]:
        if not self.needs_deal:
            raise ValueError("the deal is not over")
        self._deal()
        return (self._dealt(),)

    def observation(self, viewer: int | None) -> Observation:
        """Return the observation of the seat ``viewer``. If ``viewer`` is None, return that of a spectator on the side
        of seat 0.

        Raise ValueError if ``viewer`` is not 0, 1 or None.
        """
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        seat = viewer or 0
        game = self._totals, self._naturals, self._chapeaux
        totals, naturals, chapeaux = game if seat == 0 else (pair[::-1] for pair in game)
        over = self._hand_ended is not None
        found = self._hand.observation(seat, self.rules, len(self._logs), totals, naturals, chapeaux, over=over)
        return found if viewer is not None else found.for_spectators()

    def is_terminal(self) -> bool:
        return self._game_ended is not None

    def returns(self) -> Pair[int]:
        if self._game_ended is None or self._game_ended.winner is None:
            return 0, 0
        return (1, -1) if self._game_ended.winner == 0 else (-1, 1)

    def clone(self) -> MontrealState:
        twin = super().clone()
        twin._naturals, twin._chapeaux = self._naturals, self._chapeaux
        twin._hand_ended, twin._game_ended = self._hand_ended, self._game_ended
        return twin

    def body(self) -> Deals:
        """Return the deals as the body of a record."""
        return Deals(self._recorded(_deal_record))

    @staticmethod
    def _draws(action: Action) -> bool:
        return action.kind is Kind.DRAW  # cards taken with the pile are known already

    def _shuffled(self, number: int, first: int) -> Deal:
        return shuffled_deal(self._seed, number, first)

    def _begin(self, deal: Deal) -> None:
        if deal.luck is None:
            deal = deal._replace(luck=Rng.for_deal(self._seed, len(self._logs)).next64())
        self._hand_ended = None
        self._hand = Round(deal)
        self._logs.append(DealLog(deal, []))

    def _dealt(self) -> Dealt:
        deal = self._logs[-1].deal
        return Dealt(len(self._logs), deal.first, deal.dealt, deal.turned, len(deal.stock))

    def _end_hand(self, events: list[Event]) -> None:
        at = self._hand
        assert at.ended is not None
        one, other = scores = at.score()
        self._totals = (self._totals[0] + one.total, self._totals[1] + other.total)
        self._naturals = (self._naturals[0] + one.naturals, self._naturals[1] + other.naturals)
        self._chapeaux = (self._chapeaux[0] + one.chapeau, self._chapeaux[1] + other.chapeau)
        self._logs[-1] = self._logs[-1]._replace(restocked=at.restocked, scores=scores)
        self._hand_ended = HandEnded(
            hand=len(self._logs),
            reason=at.ended,
            out=at.out,
            scores=scores,
            totals=self._totals,
            naturals=self._naturals,
            chapeaux=self._chapeaux,
            sets=(at.sets(0), at.sets(1)),
            hands=(at.cards(0), at.cards(1)),
            left=len(at.stock),
        )
        events.append(self._hand_ended)
        over, winner = winner_of(self._totals, self._naturals, len(self._logs), self.rules)
        if over:
            self._game_ended = self._end_of_game(winner)
            events.append(self._game_ended)

    def _end_of_game(self, winner: int | None) -> GameEnded:
        """Return the event of the end of the game. ``winner`` is None if nobody has won."""
        paid = None
        if winner is not None and self.rules.stake:
            paid = payment_of(winner, self._totals, self._naturals, self._chapeaux, self.rules)
        reached = winner is not None and has_qualified(winner, self._totals, self._naturals, self.rules)
        return GameEnded(winner, "target" if reached else "deals", self._totals, self._naturals, self._chapeaux, paid)


def _deal_record(log: DealLog) -> DealRecord:
    return DealRecord(
        first=log.deal.first,
        dealt=(notations(log.deal.dealt[0]), notations(log.deal.dealt[1])),
        turned=NOTATION[log.deal.turned],
        stock=notations(log.deal.stock),
        reshuffled=None if log.restocked is None else notations(log.restocked),
        actions=tuple(f"{seat} {action}" for seat, action in log.actions),
        score=None if log.scores is None else (log.scores[0].to_dict(), log.scores[1].to_dict()),
    )
