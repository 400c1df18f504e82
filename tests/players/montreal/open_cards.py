"""The claims of each reason in Mille, checked against the true state of the game, with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import TWO, VALUES, listed, rank_of
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players.montreal.reasons import Code, Reason


class Step(NamedTuple):
    """One step at the open table: the observation of its player, and the state before and after it."""

    seen: Observation
    action: Action
    before: MontrealState
    after: MontrealState

    @property
    def goes_out(self) -> bool:
        return self.after.needs_deal or self.after.is_terminal()

    @property
    def held(self) -> list[int]:
        """The cards in the player's hand after the step."""
        return list(listed(bytes(self.after.round.hands[self.seen.seat])))

    @property
    def removed(self) -> list[int]:
        """The cards that leave the player's hand."""
        left = self.held
        return [card for card in listed(self.seen.hand) if card not in left or not left.remove(card)]

    @property
    def laid(self) -> int:
        """The points that the step adds to the player's sets."""
        now, then = (state.observation(self.seen.seat).sets[0] for state in (self.before, self.after))
        return _points(then) - _points(now)

    @property
    def they_can_take_the_pile(self) -> bool:
        """Whether the opponent, who is now to act, can take the pile with cards of its true hand."""
        return not self.goes_out and any(action.kind is Kind.PILE for action in self.after.legal_actions())


def _points(sets: object) -> int:
    return sum(VALUES[card] for rank in sets.ranks for card in sets.cards(rank))  # type: ignore[attr-defined]


def taken(state: MontrealState, action: Action) -> Step:
    """Return the step, taken on a copy of the true state."""
    assert state.current_player is not None
    before, after = state.clone(), state.clone()
    after.apply_action(action, deal=False)
    return Step(state.observation(state.current_player), action, before, after)


def true_in_the_open(state: MontrealState, better: Action, worse: Action, reason: Reason) -> bool:
    """Return True if all claims of the reason are true in the true state."""
    good, bad = taken(state, better), taken(state, worse)
    return reason.seat == good.seen.seat and CLAIMS[reason.code](good, bad, reason)


def _worth(cards: Sequence[int]) -> int:
    return sum(VALUES[card] for card in cards)


def _pile_brings(good: Step, bad: Step, r: Reason) -> bool:
    pile = list(good.seen.pile)
    return good.action.kind is Kind.PILE and (len(pile), _worth(pile)) == (r.count, r.points)


def _pile_burdens(good: Step, bad: Step, r: Reason) -> bool:
    return (
        bad.action.kind is Kind.PILE
        and len(bad.held) - (sum(good.seen.hand) - 2) == r.count
        and _worth(good.seen.pile[:-1]) == r.points
    )


def _of_rank(cards: Sequence[int], rank: int) -> int:
    return sum(rank_of(card) == rank for card in cards)


def _keep_pair(good: Step, bad: Step, r: Reason) -> bool:
    table = bad.before.round
    elsewhere = [*table.stock, *listed(bytes(table.hands[1 - good.seen.seat])), *table.pile]
    return (
        _discards(bad, r.rank)
        and _of_rank(list(listed(good.seen.hand)), r.rank) >= 2
        and bool(_of_rank(elsewhere, r.rank))
    )


def _discards(step: Step, rank: int) -> bool:
    return step.action.kind is Kind.DISCARD and rank_of(step.action.cards[0]) == rank


def _two_discards(good: Step, bad: Step, r: Reason) -> bool:
    values = tuple(VALUES[step.action.cards[0]] for step in (good, bad))
    return {good.action.kind, bad.action.kind} == {Kind.DISCARD} and values == (r.points, r.other_points)


def _fits(good: Step, bad: Step, r: Reason) -> bool:
    """Return True if the card that ``bad`` discards could be added to a set on the table."""
    adds = [action for action in bad.before.legal_actions() if action.kind is Kind.ADD and action.rank == r.rank]
    return _discards(bad, r.rank) and any(set(bad.action.cards) <= set(action.cards) for action in adds)


CLAIMS: dict[Code, Callable[[Step, Step, Reason], bool]] = {
    Code.GOES_OUT: lambda g, b, r: g.goes_out and not g.held and not b.goes_out,
    Code.TAKES_TWO: lambda g, b, r: g.action.kind is Kind.TURNED and TWO in map(rank_of, g.held),
    Code.PILE_BRINGS: _pile_brings,
    Code.PILE_BURDENS: _pile_burdens,
    Code.KEEPS_CLEAN: lambda g, b, r: (
        not any(g.seen.sets[0].wilds)
        and not any(g.after.observation(g.seen.seat).sets[0].wilds)
        and any(b.after.observation(g.seen.seat).sets[0].wilds)
    ),
    Code.LAYS_IT: lambda g, b, r: (
        b.action.kind is Kind.DISCARD
        and g.laid >= r.points == _worth(b.action.cards)
        and b.action.cards[0] in g.removed
    ),
    Code.LAID_COUNTS: lambda g, b, r: g.laid == r.points > 0 == b.laid,
    Code.MORE_LAID: lambda g, b, r: (g.laid, b.laid) == (r.points, r.other_points) and g.laid > b.laid,
    Code.KNOWN_PAIR: lambda g, b, r: _discards(b, r.rank) and b.they_can_take_the_pile,
    Code.NO_PAIR: lambda g, b, r: _discards(g, r.rank) and not g.they_can_take_the_pile,
    Code.KEEP_WILD: lambda g, b, r: _of_rank(g.held, TWO) > _of_rank(b.held, TWO),
    Code.KEEP_FITTING: _fits,
    Code.KEEP_PAIR: _keep_pair,
    Code.LESS_LEFT: lambda g, b, r: _two_discards(g, b, r) and r.points > r.other_points,
    Code.CHEAP_PILE: lambda g, b, r: _two_discards(g, b, r) and r.points < r.other_points,
}
"""The claims of each reason, by code."""
