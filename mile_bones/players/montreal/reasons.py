"""The reasons why one step in Mille is better than another, as facts that its player can see.

As in Mile Bones, a reason depends only on the observation and the two steps. It is true, and it makes a difference
between them. The caller already knows which step is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import TWO, VALUES, Counts, Rank, rank_of
from mile_bones.games.montreal.names import ranks_name, ranks_words
from mile_bones.games.montreal.observation import Observation
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _


class Theme(StrEnum):
    """The kind of choice."""

    PILE = "pile"
    """The start of a turn: drawing or taking the pile."""
    SETS = "sets"
    """The cards to lay down or to keep."""
    DISCARDS = "discards"


class Code(StrEnum):
    """The fact that makes one step better than another. No name may change, because reviews keep these names."""

    GOES_OUT = "goes_out"
    TAKES_TWO = "takes_two"
    PILE_BRINGS = "pile_brings"  # count: cards of the pile, points: their points
    PILE_BURDENS = "pile_burdens"  # count: cards that would come into the hand, points: their points
    KEEPS_CLEAN = "keeps_clean"
    LAYS_IT = "lays_it"  # points: those of the card that the worse step discards
    LAID_COUNTS = "laid_counts"  # points: those of the cards that are laid down by the better step
    MORE_LAID = "more_laid"  # points, other_points: those of the cards that the better and the worse step lay down
    KNOWN_PAIR = "known_pair"  # rank: that of the worse card
    NO_PAIR = "no_pair"  # rank: that of the better card
    KEEP_WILD = "keep_wild"
    KEEP_FITTING = "keep_fitting"  # rank: that of the worse card
    KEEP_PAIR = "keep_pair"  # rank: that of the worse card
    LESS_LEFT = "less_left"  # points: those of the better card, other_points: those of the worse one
    CHEAP_PILE = "cheap_pile"  # points: those of the better card, other_points: those of the worse one


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact for the player in ``seat``, whose choice it is. The comments in ``Code`` say which fields are used."""

    code: Code
    seat: int
    rank: Rank = 0
    count: int = 0
    points: int = 0
    other_points: int = 0


def theme(better: Action, worse: Action) -> Theme:
    """Return the kind of choice between these two steps."""
    kinds = {better.kind, worse.kind}
    if kinds & {Kind.DRAW, Kind.PILE, Kind.TURNED}:
        return Theme.PILE
    return Theme.DISCARDS if kinds == {Kind.DISCARD} else Theme.SETS


def find(observation: Observation, better: Action, worse: Action) -> Reason | None:
    """Return the reason why ``better`` is better than ``worse``, or None if nothing that can be seen explains it."""
    if better == worse:
        return None
    if _goes_out(observation, better) and not _goes_out(observation, worse):
        return Reason(Code.GOES_OUT, observation.seat)
    by_theme = {Theme.PILE: _of_pile, Theme.SETS: _of_sets, Theme.DISCARDS: _of_discards}
    return by_theme[theme(better, worse)](observation, better, worse)


def _of_pile(seen: Observation, better: Action, worse: Action) -> Reason | None:
    if better.kind is worse.kind:
        return None
    if better.kind is Kind.TURNED:
        return Reason(Code.TAKES_TWO, seen.seat)
    if better.kind is Kind.PILE:
        return Reason(Code.PILE_BRINGS, seen.seat, count=len(seen.pile), points=_worth(seen.pile))
    below = seen.pile[:-1]
    if worse.kind is Kind.PILE and below:
        return Reason(Code.PILE_BURDENS, seen.seat, count=len(below), points=_worth(below))
    return None


def _of_sets(seen: Observation, better: Action, worse: Action) -> Reason | None:
    if _uses_wild(worse) and not _uses_wild(better) and not seen.own.has_wilds:
        return Reason(Code.KEEPS_CLEAN, seen.seat)
    if better.kind is not Kind.DISCARD and worse.kind is Kind.DISCARD:
        if worse.cards[0] in better.cards:
            return Reason(Code.LAYS_IT, seen.seat, points=_worth(worse.cards))
        return Reason(Code.LAID_COUNTS, seen.seat, points=_worth(better.cards))
    laid, other = _worth(better.cards), _worth(worse.cards)
    if Kind.DISCARD not in (better.kind, worse.kind) and laid > other:
        return Reason(Code.MORE_LAID, seen.seat, points=laid, other_points=other)
    if _twos(worse) > _twos(better):
        return Reason(Code.KEEP_WILD, seen.seat)
    return None


def _of_discards(seen: Observation, better: Action, worse: Action) -> Reason | None:
    good, bad = better.cards[0], worse.cards[0]
    rank, kept = rank_of(good), rank_of(bad)
    if rank == kept:
        return None
    points, other_points = VALUES[good], VALUES[bad]
    if kept == TWO:
        return Reason(Code.KEEP_WILD, seen.seat)
    if _of_rank(seen.known[1], kept) >= 2 > _of_rank(seen.known[1], rank):
        return Reason(Code.KNOWN_PAIR, seen.seat, kept)
    if _may_hold(seen, rank) < 2 <= _may_hold(seen, kept):
        return Reason(Code.NO_PAIR, seen.seat, rank)
    if seen.own.has(kept) and not seen.own.has(rank):
        return Reason(Code.KEEP_FITTING, seen.seat, kept)
    held, other = _of_rank(seen.hand, rank), _of_rank(seen.hand, kept)
    if (held < 2 <= other or other == 2 < held) and _may_come(seen, kept):
        return Reason(Code.KEEP_PAIR, seen.seat, kept)
    if points > other_points:
        return Reason(Code.LESS_LEFT, seen.seat, points=points, other_points=other_points)
    if points < other_points:
        return Reason(Code.CHEAP_PILE, seen.seat, points=points, other_points=other_points)
    return None


def _goes_out(seen: Observation, action: Action) -> bool:
    """Return True if the action leaves no card in the hand."""
    if action.kind in (Kind.DRAW, Kind.TURNED) or (action.kind is Kind.PILE and len(seen.pile) > 1):
        return False
    return sum(seen.hand) == len(action.cards)


def _twos(action: Action) -> int:
    """Return the number of 2s that leave the hand."""
    return sum(rank_of(card) == TWO for card in action.cards)


def _uses_wild(action: Action) -> bool:
    return action.kind in (Kind.LAY, Kind.ADD) and action.rank != TWO and any(rank_of(c) == TWO for c in action.cards)


def _may_hold(seen: Observation, rank: Rank) -> int:
    """Return the most cards of a rank that the opponent may hold."""
    hidden = seen.other_cards - sum(seen.known[1])
    return _of_rank(seen.known[1], rank) + min(hidden, _of_rank(seen.unseen(), rank))


def _may_come(seen: Observation, rank: Rank) -> bool:
    return _of_rank(seen.unseen(), rank) + _of_rank(seen.known[1], rank) > 0


def _of_rank(counts: Counts, rank: Rank) -> int:
    return sum(counts[4 * rank : 4 * rank + 4])


def _worth(cards: Sequence[int]) -> int:
    return sum(VALUES[card] for card in cards)


def sentence(reason: Reason) -> str:
    """Return the reason as a sentence. It names nobody: the other player is "the opponent"."""
    return _SENTENCES[reason.code](reason).format(
        ranks=ranks_words(reason.rank),
        ranks_alone=ranks_name(reason.rank),
        count=reason.count,
        points=format_number(reason.points),
        other_points=format_number(reason.other_points),
    )


_SENTENCES: dict[Code, Callable[[Reason], str]] = {
    Code.GOES_OUT: lambda r: _("That goes out, and the deal ends at once."),
    Code.TAKES_TWO: lambda r: _("A 2 fits into any set."),
    Code.PILE_BRINGS: lambda r: ngettext(
        "The pile brings {count} card, worth {points} points.",
        "The pile brings {count} cards, worth {points} points.",
        r.count,
    ),
    Code.PILE_BURDENS: lambda r: ngettext(
        "The pile would bring {count} card into the hand, worth {points} points that may be lost there.",
        "The pile would bring {count} cards into the hand, worth {points} points that may be lost there.",
        r.count,
    ),
    Code.KEEPS_CLEAN: lambda r: _("No 2 is used as a wild yet, and going out without one doubles all points."),
    Code.LAYS_IT: lambda r: _("The card can be laid down at once, where it counts {points} points."),
    Code.LAID_COUNTS: lambda r: _(
        "What is laid down counts {points} points; in the hand it would cost as many when the deal ends."
    ),
    Code.MORE_LAID: lambda r: _("That lays down {points} points, against {other_points}."),
    Code.KNOWN_PAIR: lambda r: _("The opponent is known to hold two {ranks}, and could take the pile with them."),
    Code.NO_PAIR: lambda r: _("The opponent cannot hold two {ranks}, and so cannot take the pile."),
    Code.KEEP_WILD: lambda r: _("A 2 fits into any set."),
    Code.KEEP_FITTING: lambda r: _("{ranks_alone} can still be added to the set on the table."),
    # Translators: {ranks} are cards of one rank in a sentence, as in "a pair of queens".
    Code.KEEP_PAIR: lambda r: _("A pair of {ranks} may still become a set, or take the pile."),
    Code.LESS_LEFT: lambda r: _(
        "When the deal ends, a card of {points} points costs more in the hand than one of {other_points}."
    ),
    Code.CHEAP_PILE: lambda r: _(
        "With a card of {points} points the pile is worth less than with one of {other_points}."
    ),
}
