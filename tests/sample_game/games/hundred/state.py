"""Hundred: both players hold two cards of each number from 1 to 9, face up. In turn they put a card on a pile.

A player who cannot keep the sum of the pile at a hundred or below has lost.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from mile_bones.engine.errors import NotationError, Refusal
from mile_bones.engine.open_game import OpenState
from mile_bones.engine.rng import Rng
from sample_game.games.hundred.spec import NAME

MOST, COPIES = 100, 2
CARDS = range(1, 10)


class Action(NamedTuple):
    """Put this card on the pile."""

    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


ACTIONS = tuple(map(Action, CARDS))


class Played(NamedTuple):
    seat: int
    card: int
    total: int

    def seen_by(self, seat: int | None) -> Self:
        return self


class GameEnded(NamedTuple):
    winner: int

    def seen_by(self, seat: int | None) -> Self:
        return self


Event = Played | GameEnded


class Observation(NamedTuple):
    """The table, which is the same for both players and spectators. Only the seat to act has legal actions."""

    seat: int | None
    first: int
    pile: tuple[int, ...] = ()
    is_closed: bool = False

    @property
    def mover(self) -> int:
        """The seat whose turn it is, or would be if the game were not over."""
        return (self.first + len(self.pile)) % 2

    @property
    def player(self) -> int | None:
        return self.mover if self.fitting() and not self.is_closed else None

    @property
    def to_act(self) -> bool:
        return self.seat is not None and self.player == self.seat

    @property
    def turn_begins(self) -> bool:
        return True

    def held(self, seat: int) -> list[int]:
        """Return the cards that ``seat`` still has."""
        played = self.pile[seat != self.first :: 2]
        return [card for card in CARDS for _copy in range(COPIES - played.count(card))]

    def why_not(self, action: Action) -> Refusal | None:
        if self.player is None:
            return Refusal("game_over")
        if action.card not in self.held(self.mover):
            return Refusal("not_in_hand", (action.card,))
        return Refusal("too_much", (action.card,)) if sum(self.pile) + action.card > MOST else None

    def fitting(self) -> tuple[Action, ...]:
        return tuple(Action(card) for card in sorted({*self.held(self.mover)}) if sum(self.pile) + card <= MOST)

    def legal_actions(self) -> tuple[Action, ...]:
        return self.fitting() if self.to_act else ()

    def for_spectators(self) -> Self:
        return self._replace(seat=None)

    def closed(self) -> Self:
        return self._replace(is_closed=True)


class HundredState(OpenState[Observation, Action, Event]):
    """A game of Hundred in progress."""

    closing = (GameEnded,)

    def legal_actions(self) -> tuple[Action, ...]:
        return self._now.fitting()

    def why_not(self, action: Action) -> Refusal | None:
        return self._now.why_not(action)

    def apply_legal(self, action: Action) -> tuple[Event, ...]:
        seat, pile = self._now.mover, (*self._now.pile, action.card)
        self._log.append((seat, action))
        self._now = self._now._replace(pile=pile)
        played = Played(seat, action.card, sum(pile))
        if self._now.fitting():
            return (played,)
        self._ended = GameEnded(seat)
        return played, self._ended


class Hundred:
    """The game of Hundred."""

    name = rules_name = NAME

    def new_state(self, seed: int | None = None, *, first: int = 0) -> HundredState:
        return HundredState(Observation(None, first))

    def parse_action(self, text: str) -> Action:
        for action in ACTIONS:
            if str(action) == text:
                return action
        raise NotationError(f"“{text}” is not an action")

    def resample(self, observation: Observation, rng: Rng) -> HundredState:
        if observation.player is None:
            raise ValueError("the game is over")
        return HundredState(observation)
