"""The moments of a turn of Mille, and the tables that end it.

A moment is a table at which the turn has not ended. Steps that draw nothing lead from one moment to others, or end the
turn. Cards of the same sort are alike, so there are few moments: 4 or fewer in nine of ten choices, seldom over 50.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.round import Round
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.conversion import SORT_OF, Steps, situation_of
from mile_bones.players.montreal.players import ExpertPlayer
from mile_bones.players.montreal.turns import NEVER

ENDS = 3
"""The most ends of a moment that are worth trying."""
MOMENTS = 12
"""The most moments that are worth trying, apart from those that are needed to rate a legal step."""
MOST = 100
"""The most moments that are found at all. One turn in a thousand has more."""

Key: TypeAlias = tuple[int, ...]
"""All of a table on which its worth depends."""
DRAWN: Key = ()
"""The key of the unknown table after a draw."""


class Moment(NamedTuple):
    """A table at which the turn has not ended."""

    worth: float
    """The worth of its best end to the expert, in points of this deal."""
    ends: tuple[Key, ...]
    """The tables at which one step ends the turn, or draws. The one that the expert likes best comes first."""
    later: tuple[Key, ...]
    """The moments to which one step leads."""


class Turn(NamedTuple):
    """The rest of a turn: all that can still happen in it without a draw."""

    now: Key
    moments: dict[Key, Moment]
    ends: dict[Key, Steps]
    """The tables that end the turn, or draw, each with steps that lead to it."""
    afters: tuple[Key, ...]
    """The table after each legal step, in the order of the steps."""

    def reached(self, after: Key) -> list[Key]:
        """Return the moments that can be reached from this table without a draw, this table included."""
        found = [after] if after in self.moments else []
        for key in found:
            found += [each for each in self.moments[key].later if each in self.moments and each not in found]
        return found

    def likely(self) -> set[Key]:
        """Return the moments whose ends are worth trying: now, those that the expert likes best, and at least one for
        each legal step.
        """

        def order(key: Key) -> tuple[float, Key]:
            return -self.moments[key].worth, key

        found = {self.now, *sorted(self.moments, key=order)[:MOMENTS]}
        for after in set(self.afters):
            reached = self.reached(after)
            if reached and found.isdisjoint(reached):
                found.add(min(reached, key=order))
        return found


def rest_of_turn(observation: Observation, deal: Round, expert: ExpertPlayer) -> Turn:
    """Return what can happen until the turn ends. ``deal`` agrees with the observation; its hidden cards are not used.

    Whatever is found for a moment depends on nothing but its own table. If there are more moments than ``MOST``, those
    that take the fewest steps are found, and the way that the expert would go from now and after each legal step.
    """
    return _Search(observation, expert).turn(deal)


class _Search:
    """A search for the moments of a turn."""

    def __init__(self, observation: Observation, expert: ExpertPlayer) -> None:
        self._seat, self._rules = observation.seat, observation.rules
        self._expert = expert
        self._moments: dict[Key, Moment] = {}
        self._ends: dict[Key, Steps] = {}

    def turn(self, deal: Round) -> Turn:
        """Return the rest of the turn in this deal."""
        now = self._key(deal)
        afters = tuple(self._after(now, deal, action)[0] for action in self._seen(deal).legal_actions())
        first = waiting = self._look(now, deal, ())
        while waiting and len(self._moments) < MOST:
            key, there = next(iter(waiting.items()))
            later = self._look(key, *there)
            waiting = {after: each for after, each in (waiting | later).items() if after not in self._moments}
        if waiting:
            for there in ((deal, ()), *first.values()):
                self._follow(*there)
        return Turn(now, self._moments, self._ends, afters)

    def _look(self, key: Key, deal: Round, steps: Steps) -> dict[Key, tuple[Round, Steps]]:
        """Note a moment, and return the next ones, each with the deal and the steps so far."""
        worths: dict[Key, float] = {}
        later: dict[Key, tuple[Round, Steps]] = {}
        row = list(key[: here.SIZE])
        for action in self._seen(deal).legal_actions():
            after, moment = self._after(key, deal, action)
            if moment is not None:
                later[after] = moment, (*steps, action)
            elif after not in worths:
                worths[after] = 0.0 if action.kind is Kind.DRAW else self._expert.worth_of(row, action)
                self._ends.setdefault(after, (*steps, action))
        ends = sorted(worths, key=lambda end: (-worths[end], end))
        self._moments[key] = Moment(max(worths.values(), default=NEVER), tuple(ends), tuple(later))
        return later

    def _follow(self, deal: Round, steps: Steps) -> None:
        """Note the moments of the turn that the expert would play from here."""
        seen = self._seen(deal)
        if seen.phase is not Phase.PLAY:
            return
        for action in self._expert.plan(seen)[1]:
            key = self._key(deal)
            if key not in self._moments:
                self._look(key, deal, steps)
            moment = self._after(key, deal, action)[1]
            if moment is None:
                return
            deal, steps = moment, (*steps, action)

    def _after(self, key: Key, deal: Round, action: Action) -> tuple[Key, Round | None]:
        """Return the table after this action, and the deal if this table is a moment of the turn."""
        if action.kind is Kind.DRAW:
            return DRAWN, None
        if action.kind is Kind.DISCARD:
            return (*key, SORT_OF[action.cards[0]]), None
        after = deal.clone()
        after.do(action)
        return self._key(after), None if after.ended is not None else after

    def _seen(self, deal: Round) -> Observation:
        return deal.observation(self._seat, self._rules)

    def _key(self, deal: Round) -> Key:
        return key_of(self._seen(deal))


def key_of(seen: Observation) -> Key:
    """Return the key of the table that this seat sees. Cards of the same sort are alike."""
    known = [0] * here.SORTS
    for card, count in enumerate(seen.known[0]):
        known[SORT_OF[card]] += count
    return *situation_of(seen), *known
