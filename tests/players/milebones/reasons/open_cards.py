"""The claims of each reason, checked against the true state of the game, with all cards open.

A reason is found without the hidden cards, but its claims are about them, too: the cards in the deck and in the
opponent's hand. The checks of ``naive`` are made again with the true cards. ``OPEN_CLAIMS`` has the checks that need
the future: they play the true hand on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from mile_bones.games.milebones.actions import END_TRIP, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.players.milebones.reasons.codes import Code, Reason
from players.milebones.reasons.naive import CHECKS, MILES_OF, REMEDY_OF, SAFETY_OF, Seat


class OpenSeat(Seat):
    """A seat at the open table: the hidden cards are those of the true state."""

    def __init__(self, state: MileBonesState) -> None:
        assert state.current_player is not None
        super().__init__(state.observation(state.current_player))
        self.state = state
        hand = state.clone()._hand
        self.theirs = tuple(hand.hands[1 - self.seen.seat])
        self.deck = tuple(reversed(hand.deck))
        """The cards of the deck, the next one first."""

    def hidden(self, card: Card) -> int:
        return self.theirs.count(card) + self.deck.count(card)

    def dealt(self) -> MileBonesState:
        return self.state.clone()

    def score(self, action: Action) -> Score:
        """Return the player's score if this action completes the trip, or answers that it ends."""
        state = self.dealt()
        actions = (END_TRIP,) if action == END_TRIP else self.ending(action)
        events = [event for each in actions for event in state.apply_action(each, deal=False)]
        (ended,) = [event for event in events if isinstance(event, HandEnded)]
        return ended.scores[self.seen.seat]

    def they_complete_next_turn(self, action: Action, without: Card | None = None) -> bool:
        """Return True if, after this action, the opponent can complete its trip in its next turn.

        The opponent does not play the card ``without``.
        """
        return any(
            state.observation(1 - self.seen.seat).own.miles == self.seen.goal
            for state in self._their_turns(self.after(action), without)
        )

    def _their_turns(self, state: MileBonesState, without: Card | None) -> Iterator[MileBonesState]:
        """Yield the state after each action of the opponent's turn."""
        if state.is_terminal() or state.needs_deal or state.current_player != 1 - self.seen.seat:
            yield state
            return
        for action in state.legal_actions():
            if action.card is None or action.card != without:
                following = state.clone()
                following.apply_action(action, deal=False)
                yield following
                if following.current_player == 1 - self.seen.seat and action.card not in MILES_OF:
                    yield from self._their_turns(following, without)

    def safe_trip_possible(self) -> bool:
        """Return True if the hand and every other card of the deck can make the miles to go without a 200."""
        held = [MILES_OF[card] for card in self.seen.hand if MILES_OF.get(card, 200) < 200]
        unseen = [card for card in MILES_OF if card != Card.MILES_200]
        copies = {MILES_OF[card]: self.rules.deck[card] - self.seen.exposed[card] - self.hand[card] for card in unseen}

        @cache
        def drawn(miles: int, cards: int, least: int) -> bool:
            return miles == 0 or (
                cards > 0
                and any(
                    drawn(miles - size * number, cards - number, size + 25)
                    for size in copies
                    if size >= least
                    for number in range(1, min(copies[size], cards, miles // size) + 1)
                )
            )

        rests = {self.to_go}
        for miles in held:
            rests |= {rest - miles for rest in rests if rest >= miles}
        return any(drawn(rest, self.seen.left // 2, 0) for rest in rests)


def true_in_the_open(state: MileBonesState, better: Action, worse: Action, reason: Reason) -> bool:
    """Return True if all claims of the reason are true in the true state."""
    seat = OpenSeat(state)
    further = OPEN_CLAIMS.get(reason.code)
    return (
        reason.seat == seat.seen.seat
        and CHECKS[reason.code](seat, better, worse, reason)
        and (further is None or further(seat, better, worse, reason))
    )


def _stops_last_card(s: OpenSeat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    guard = SAFETY_OF[r.card]
    if r.sure and guard in (*s.theirs, *s.deck):
        return False
    return not s.they_complete_next_turn(better, without=guard)


def _costs_no_turn(s: OpenSeat, better: Action, worse: Action, r: Reason) -> bool:
    state = s.after(better)
    return state.needs_deal or state.is_terminal() or state.current_player == s.seen.seat


def _goes(s: OpenSeat, better: Action, worse: Action, r: Reason) -> bool:
    return s.after(better).observation(s.seen.seat).own.can_go and not s.own.can_go


def _cannot_drive(s: OpenSeat, better: Action, worse: Action, r: Reason) -> bool:
    return not any(s.legal(PLAY[card]) for card in MILES_OF)


def _fewer_cures(s: OpenSeat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    one, other = (s.hidden(REMEDY_OF[card]) + s.hidden(SAFETY_OF[card]) for card in (r.card, r.other_card))
    return one < other


OPEN_CLAIMS: dict[Code, Callable[[OpenSeat, Action, Action, Reason], bool]] = {
    Code.STOPS_LAST_CARD: _stops_last_card,
    Code.LIMIT_STOPS_LAST_CARD: _stops_last_card,
    Code.CAN_WAIT: lambda s, b, w, r: not s.they_complete_next_turn(b),
    Code.NO_HURRY: lambda s, b, w, r: not s.they_complete_next_turn(b),
    Code.SAFETY_COSTS_NO_TURN: _costs_no_turn,
    Code.SAFETY_BEFORE_FINISH: _costs_no_turn,
    Code.GO_NOW: _goes,
    Code.SAFETY_STARTS: _goes,
    Code.NO_REMEDY_HELD: _goes,
    Code.ONLY_CURE: _goes,
    Code.CURE_NOW: _cannot_drive,
    Code.KEEP_GO: _cannot_drive,
    Code.FEWER_CURES: _fewer_cures,
    Code.SAFE_TRIP: lambda s, b, w, r: s.safe_trip_possible(),
    Code.DISCARD_200: lambda s, b, w, r: s.safe_trip_possible(),
    Code.FINISH_SHUT_OUT: lambda s, b, w, r: s.score(b).shut_out == 500,
    Code.FINISH_DELAYED: lambda s, b, w, r: s.score(b).delayed_action == 300,
    Code.SHUT_OUT_SURE: lambda s, b, w, r: s.score(END_TRIP).shut_out == 500,
    Code.FOURTH_SAFETY: lambda s, b, w, r: len(s.after(b).observation(s.seen.seat).own.safeties) == 4,
}
"""The claims about the future, by code."""
