"""A deal in progress: stock, discard pile, both hands and both players' sets, and the effect of each action.

``Round.do`` and ``Round.apply`` do not check an action; ``MontrealState`` checks it before it calls them.
"""

from __future__ import annotations

from mile_bones.engine.errors import Refusal
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import NONE, TWO, Card, counted, listed
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.events import (
    Added,
    Discarded,
    Drawn,
    Event,
    HandReason,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.legality import Turn, can_begin, can_restock, why_not
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import Score, score_side
from mile_bones.games.montreal.sets import Sets, is_natural

# Looking up an enumeration member takes a tenth of the time if it has a name in the module. Every action needs these.
_DRAW, _PILE, _TURNED, _LAY, _ADD, _DISCARD = Kind.DRAW, Kind.PILE, Kind.TURNED, Kind.LAY, Kind.ADD, Kind.DISCARD
_TO_DRAW, _TO_PLAY = Phase.DRAW, Phase.PLAY


class Round:
    """A deal in progress. ``player`` is the seat to act. ``ended`` is the reason why the deal is over, or None.

    Some attributes are pairs of ``Counts``, by seat: ``hands``, ``naturals`` and ``wilds`` (see ``Sets``), ``known``
    (the cards of the hand that the opponent knows) and ``discarded`` (all discards of this seat). The last item of
    ``stock`` is the next card, and the last item of ``pile`` is its top card. ``turn`` counts the turns of both
    players, from 1.
    """

    __slots__ = (
        "deal",
        "discarded",
        "ended",
        "first",
        "hands",
        "held",
        "known",
        "naturals",
        "out",
        "phase",
        "pile",
        "player",
        "reshuffled",
        "restocked",
        "stock",
        "turn",
        "wilds",
    )

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.first = self.player = deal.first
        self.stock = [*reversed(deal.stock)]
        self.pile = [deal.turned]
        self.hands = (bytearray(counted(deal.dealt[0])), bytearray(counted(deal.dealt[1])))
        self.held = [len(deal.dealt[0]), len(deal.dealt[1])]
        self.naturals = (bytearray(NONE), bytearray(NONE))
        self.wilds = (bytearray(NONE), bytearray(NONE))
        self.known = (bytearray(NONE), bytearray(NONE))
        self.discarded = (bytearray(NONE), bytearray(NONE))
        self.phase = _TO_DRAW
        self.turn = 1
        self.reshuffled = False
        self.restocked: tuple[Card, ...] | None = None  # the new stock as it was shuffled, the next card first
        self.ended: HandReason | None = None
        self.out: int | None = None

    def clone(self) -> Round:
        """Return an independent copy."""
        twin: Round = object.__new__(Round)
        twin.deal, twin.first, twin.player = self.deal, self.first, self.player
        twin.phase, twin.turn, twin.ended, twin.out = self.phase, self.turn, self.ended, self.out
        twin.reshuffled, twin.restocked = self.reshuffled, self.restocked
        twin.stock, twin.pile, twin.held = self.stock[:], self.pile[:], self.held[:]
        twin.hands = (self.hands[0][:], self.hands[1][:])
        twin.naturals = (self.naturals[0][:], self.naturals[1][:])
        twin.wilds = (self.wilds[0][:], self.wilds[1][:])
        twin.known = (self.known[0][:], self.known[1][:])
        twin.discarded = (self.discarded[0][:], self.discarded[1][:])
        return twin

    def view(self) -> Turn:
        """Return the situation of the player to act."""
        player, pile = self.player, self.pile
        return Turn(
            self.phase is _TO_PLAY,
            self.hands[player],
            self.naturals[player],
            pile[-1] if pile else None,
            can_restock(len(self.stock), len(pile), reshuffled=self.reshuffled),
            self.turn == 1 and self.phase is _TO_DRAW,
        )

    def why_not(self, action: Action) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not."""
        return why_not(self.view(), action)

    def sets(self, seat: int) -> Sets:
        """Return the sets of ``seat``."""
        return Sets(bytes(self.naturals[seat]), bytes(self.wilds[seat]))

    def observation(
        self,
        seat: int,
        rules: Rules,
        hand_number: int = 1,
        totals: tuple[int, int] = (0, 0),
        naturals: tuple[int, int] = (0, 0),
        chapeaux: tuple[int, int] = (0, 0),
        *,
        over: bool = False,
    ) -> Observation:
        """Return the observation of ``seat``.

        ``totals``, ``naturals`` and ``chapeaux`` are those of the game, the value of ``seat`` first. ``over`` is True
        if nobody is to act, because the deal has ended.
        """
        other = 1 - seat
        return Observation(
            seat,
            rules,
            hand_number,
            self.first,
            Phase.OVER if over else self.phase,
            None if over else self.player,
            self.turn,
            bytes(self.hands[seat]),
            (self.held[seat], self.held[other]),
            (self.sets(seat), self.sets(other)),
            (bytes(self.known[seat]), bytes(self.known[other])),
            (bytes(self.discarded[seat]), bytes(self.discarded[other])),
            bytes(self.pile),
            len(self.stock),
            self.reshuffled,
            totals,
            naturals,
            chapeaux,
        )

    def score(self) -> tuple[Score, Score]:
        """Return both score columns of the deal as it is now."""
        return (
            score_side(self.sets(0), self.hands[0], out=self.out == 0),
            score_side(self.sets(1), self.hands[1], out=self.out == 1),
        )

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Return the cards in a hand, in the order of their numbers."""
        return listed(self.hands[seat])

    def do(self, action: Action) -> None:
        """Take a legal action. If the deal ends, set ``ended``."""
        kind, player = action.kind, self.player
        hand, known = self.hands[player], self.known[player]
        if kind is _DRAW:
            if not self.stock:
                self._restock()
            hand[self.stock.pop()] += 1
            self.held[player] += 1
            self.phase = _TO_PLAY
            return
        if kind is _TURNED:
            card = self.pile.pop()
            hand[card] += 1
            known[card] += 1
            self.held[player] += 1
            self.phase = _TO_PLAY
            return
        for card in action.cards:
            hand[card] -= 1
            if known[card]:
                known[card] -= 1
        self.held[player] -= len(action.cards)
        if kind is _DISCARD:
            card = action.cards[0]
            self.pile.append(card)
            self.discarded[player][card] += 1
            if self.held[player]:
                self._next_turn()
                return
        elif kind is _PILE:
            self._take_pile(action.cards, hand, known)
        else:
            self._lay(action)
        if not self.held[player]:
            self.ended = "out"
            self.out = player

    def apply(self, action: Action) -> list[Event]:
        """Take a legal action and return the events, except the end of the deal."""
        kind, player = action.kind, self.player
        if kind is _DRAW:
            events: list[Event] = []
            if not self.stock:
                self._restock()
                events.append(Reshuffled(player, len(self.stock)))
            card = self.stock[-1]
            self.do(action)
            return [*events, Drawn(player, card, len(self.stock))]
        if kind is _PILE:
            *rest, top = self.pile
            self.do(action)
            first, second = action.cards
            return [PileTaken(player, (first, second), top, tuple(rest), self._is_natural(player, action))]
        if kind is _TURNED:
            card = self.pile[-1]
            self.do(action)
            return [TurnedTaken(player, card)]
        self.do(action)
        if kind is _LAY:
            assert action.rank is not None
            return [Laid(player, action.cards, action.rank)]
        if kind is _ADD:
            assert action.rank is not None
            return [Added(player, action.cards[0], action.rank, self._is_natural(player, action))]
        return [Discarded(player, action.cards[0])]

    def _is_natural(self, seat: int, action: Action) -> bool:
        assert action.rank is not None
        return is_natural(self.naturals[seat], self.wilds[seat], action.rank)

    def _take_pile(self, pair: tuple[Card, ...], hand: bytearray, known: bytearray) -> None:
        """Lay down ``pair`` with the top card of the pile, and take the other cards of the pile into the hand. ``pair``
        has already left the hand.

        Both players know the cards that were in the pile.
        """
        player, pile = self.player, self.pile
        naturals = self.naturals[player]
        naturals[pair[0]] += 1
        naturals[pair[1]] += 1
        naturals[pile.pop()] += 1
        for card in pile:
            hand[card] += 1
            known[card] += 1
        self.held[player] += len(pile)
        pile.clear()
        self.phase = _TO_PLAY

    def _lay(self, action: Action) -> None:
        rank = action.rank
        assert rank is not None
        naturals, wilds = self.naturals[self.player], self.wilds[self.player]
        for card in action.cards:
            if card >> 2 == rank:
                naturals[card] += 1
            else:
                assert card >> 2 == TWO
                wilds[4 * rank + card] += 1

    def _restock(self) -> None:
        """Make the new stock of the discards without their top card.

        The old stock is empty. So each player has seen all cards except those in the other's hand, and therefore knows
        that hand.
        """
        top = self.pile.pop()
        self.restocked = self.deal.new_stock(self.pile)
        self.stock = [*reversed(self.restocked)]
        self.pile = [top]
        self.reshuffled = True
        self.known = (self.hands[0][:], self.hands[1][:])

    def _next_turn(self) -> None:
        self.player = 1 - self.player
        self.turn += 1
        self.phase = _TO_DRAW
        if not self.stock and not can_begin(self.view()):
            self.ended = "stock"
