"""A whole game of Mille to its target: deal after deal, the totals, the stars and the circles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from mile_bones.engine import IllegalAction, Refusal, Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.cards import NOTATION, Card, notations
from mile_bones.games.montreal.deal import Deal, shuffled_deal
from mile_bones.games.montreal.events import Dealt, Event, GameEnded, HandEnded
from mile_bones.games.montreal.legality import legal_actions, why_not
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.payment import has_qualified, payment_of, winner_of
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import Score

Pair = tuple[int, int]


class DealLog(NamedTuple):
    """What a record tells of a deal. ``actions`` grows while it is played; the rest is None until its end, and
    ``restocked``, the order of the new stock, where nothing was shuffled anew."""

    deal: Deal
    actions: list[tuple[int, Action]]
    restocked: tuple[Card, ...] | None = None
    scores: tuple[Score, Score] | None = None


class MontrealState:
    """The true state of a game: it knows every card. Players and front ends get observations and events instead.

    Deals come from ``deals`` as long as there are any, then from ``seed``. ``first`` plays first in the first deal;
    after that the players do so by turns.
    """

    closing = (HandEnded, GameEnded)

    __slots__ = (
        "_chapeaux",
        "_deals",
        "_first",
        "_game_ended",
        "_hand_ended",
        "_logs",
        "_naturals",
        "_records",
        "_round",
        "_seed",
        "_totals",
        "rules",
    )

    def __init__(self, rules: Rules, seed: int, deals: Sequence[Deal] = (), first: int = 0) -> None:
        self.rules = rules
        self._seed = seed
        self._deals = tuple(deals)
        self._first = deals[0].first if deals else first
        self._logs: list[DealLog] = []
        self._records: tuple[DealRecord, ...] = ()  # of deals that have ended, once somebody has asked for them
        self._totals: Pair = (0, 0)
        self._naturals: Pair = (0, 0)
        self._chapeaux: Pair = (0, 0)
        self._hand_ended: HandEnded | None = None
        self._game_ended: GameEnded | None = None
        self._deal()

    @classmethod
    def from_round(
        cls,
        rules: Rules,
        at: Round,
        hand_number: int,
        seed: int,
        totals: Pair = (0, 0),
        naturals: Pair = (0, 0),
        chapeaux: Pair = (0, 0),
    ) -> MontrealState:
        """A game that stands in the middle of a deal whose beginning nobody remembers; it has no log."""
        state = cls.__new__(cls)
        state.rules = rules
        state._seed = seed
        state._deals = ()
        state._first = at.first ^ (hand_number - 1) % 2
        forgotten = Deal(at.first, ((), ()), at.deal.turned, ())
        state._logs = [DealLog(forgotten, []) for _deal in range(hand_number)]
        state._records = ()
        state._totals, state._naturals, state._chapeaux = totals, naturals, chapeaux
        state._hand_ended = state._game_ended = None
        state._round = at
        return state

    @property
    def current_player(self) -> int | None:
        """The seat to act, None at the end of the game and between two deals."""
        return None if self._hand_ended is not None else self._round.player

    @property
    def needs_deal(self) -> bool:
        """A deal has ended, and the next is due: ``deal`` does it."""
        return self._hand_ended is not None and self._game_ended is None

    @property
    def totals(self) -> Pair:
        """The points of both seats from the deals that have ended."""
        return self._totals

    @property
    def naturals(self) -> Pair:
        """The stars of both seats."""
        return self._naturals

    @property
    def chapeaux(self) -> Pair:
        """The circles of both seats."""
        return self._chapeaux

    @property
    def first(self) -> int:
        """The seat that played first in this deal."""
        return self._round.first

    @property
    def hand_number(self) -> int:
        """The number of this deal, from 1."""
        return len(self._logs)

    @property
    def round(self) -> Round:
        """A copy of the deal in progress, for whoever plays on without a log. Not for players: it holds all cards."""
        return self._round.clone()

    @property
    def logs(self) -> tuple[DealLog, ...]:
        """Every deal so far, the present one last. Not for players: it holds all cards."""
        return (*self._logs[:-1], self._present())

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, through all deals."""
        return tuple(action for log in self._logs for _seat, action in log.actions)

    def opening(self) -> tuple[Event, ...]:
        """The present deal, nothing hidden."""
        return (self._dealt(),)

    def events_since_deal(self) -> tuple[Event, ...]:
        """What has happened since the present deal began, nothing hidden; without its end."""
        log = self._logs[-1]
        again = MontrealState(self.rules, 0, (log.deal,))
        events = (event for _seat, action in log.actions for event in again.apply_legal(action, deal=False))
        return tuple(takewhile(lambda event: not isinstance(event, HandEnded), events))

    def ending(self) -> tuple[HandEnded, GameEnded] | None:
        """How the game ended, told once more; None while it goes on."""
        if self._hand_ended is None or self._game_ended is None:
            return None
        return self._hand_ended, self._game_ended

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, in a fixed order; empty at the end of the game."""
        return () if self._hand_ended is not None else legal_actions(self._round.view())

    def why_not(self, action: Action) -> Refusal | None:
        """None when the player to act may do it, else the reason."""
        if self._game_ended is not None:
            return Refusal("game_over")
        if self._hand_ended is not None:
            return Refusal("hand_over")
        return why_not(self._round.view(), action)

    def apply_action(self, action: Action, *, deal: bool = True) -> tuple[Event, ...]:
        """Do it and return what happened, nothing hidden. IllegalAction when it is not legal; then nothing changes.

        Where it ends a deal, the next is dealt at once; ``deal`` False: the table stays as it is until ``deal``.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action, deal=deal)

    def apply_legal(self, action: Action, *, deal: bool = True) -> tuple[Event, ...]:
        """``apply_action`` for whoever has just asked ``why_not``: it is not checked again."""
        at = self._round
        self._logs[-1].actions.append((at.player, action))
        events = at.apply(action)
        if at.ended is not None:
            self._end_deal(events)
            if deal and self._game_ended is None:
                events += self.deal()
        return tuple(events)

    def deal(self) -> tuple[Event, ...]:
        """Deal once more. ValueError unless ``needs_deal``."""
        if not self.needs_deal:
            raise ValueError("the deal is not over")
        self._deal()
        return (self._dealt(),)

    def observation(self, viewer: int | None) -> Observation:
        """All that this seat may know; None: all that a spectator on the side of seat 0 may.

        ValueError for a seat other than 0 and 1.
        """
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        seat = viewer or 0
        game = self._totals, self._naturals, self._chapeaux
        totals, naturals, chapeaux = game if seat == 0 else (pair[::-1] for pair in game)
        over = self._hand_ended is not None
        found = self._round.observation(seat, self.rules, len(self._logs), totals, naturals, chapeaux, over=over)
        return found if viewer is not None else found.for_spectators()

    def is_terminal(self) -> bool:
        """The game has ended."""
        return self._game_ended is not None

    def returns(self) -> Pair:
        """(+1, -1), (-1, +1) or (0, 0) at the end of the game; (0, 0) before."""
        if self._game_ended is None or self._game_ended.winner is None:
            return 0, 0
        return (1, -1) if self._game_ended.winner == 0 else (-1, 1)

    def clone(self) -> MontrealState:
        """An independent copy."""
        twin = MontrealState.__new__(MontrealState)
        twin.rules, twin._seed, twin._deals, twin._first = self.rules, self._seed, self._deals, self._first
        twin._totals, twin._naturals, twin._chapeaux = self._totals, self._naturals, self._chapeaux
        twin._hand_ended, twin._game_ended, twin._records = self._hand_ended, self._game_ended, self._records
        twin._round = self._round.clone()
        twin._logs = [*self._logs[:-1], self._logs[-1]._replace(actions=self._logs[-1].actions[:])]
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """This player has done them all, in the present deal, and no card was drawn with them.

        What was taken with the pile had been seen before.
        """
        done = self._logs[-1].actions
        whose = self.current_player if seat is None else seat
        if self._game_ended is not None or not 0 < actions <= len(done):
            return False
        return all(mover == whose and action.kind is not Kind.DRAW for mover, action in done[-actions:])

    def before(self, actions: int) -> MontrealState:
        """The game as it stood before its last ``actions`` actions. The cards to come stay what they were."""
        done = self.actions
        deals = (*(log.deal for log in self._logs), *self._deals[len(self._logs) :])
        state = MontrealState(self.rules, self._seed, deals, self._first)
        for action in done[: len(done) - actions]:
            state.apply_legal(action)
        return state

    def body(self) -> Deals:
        """The deals as a record holds them."""
        more = tuple(_deal_record(log) for log in self.logs[len(self._records) :])
        deals = self._records + more
        self._records = deals[: len(self._logs) - 1]  # they stay as they are, and a game is saved after every action
        return Deals(deals)

    def _present(self) -> DealLog:
        scores = None if self._hand_ended is None else self._hand_ended.scores
        return self._logs[-1]._replace(restocked=self._round.restocked, scores=scores)

    def _deal(self) -> None:
        if self._logs:
            self._logs[-1] = self._present()
        self._hand_ended = None
        number = len(self._logs)
        first = (self._first + number) % 2
        deal = self._deals[number] if number < len(self._deals) else shuffled_deal(self._seed, number, first)
        if deal.luck is None:
            deal = deal._replace(luck=Rng.for_deal(self._seed, number).next64())
        self._round = Round(deal)
        self._logs.append(DealLog(deal, []))

    def _dealt(self) -> Dealt:
        deal = self._logs[-1].deal
        return Dealt(len(self._logs), deal.first, deal.dealt, deal.turned, len(deal.stock))

    def _end_deal(self, events: list[Event]) -> None:
        at = self._round
        assert at.ended is not None
        one, other = scores = at.score()
        self._totals = (self._totals[0] + one.total, self._totals[1] + other.total)
        self._naturals = (self._naturals[0] + one.naturals, self._naturals[1] + other.naturals)
        self._chapeaux = (self._chapeaux[0] + one.chapeau, self._chapeaux[1] + other.chapeau)
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
        """``winner`` has won, or nobody has: the target was reached, or the deals are over."""
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
