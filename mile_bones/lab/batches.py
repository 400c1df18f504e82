"""A match between two levels, cut into batches that can be played anywhere and in any order.

A batch is a number of consecutive mirrored deals or series of deals. Its size does not depend on the number of
processes. Its luck follows from the seed of the match and the number of the batch alone, so that a match has only one
result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from mile_bones.engine.aliases import Option
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game, spec
from mile_bones.games.milebones.rules import NAME, RULE_SETS
from mile_bones.lab import dealt, opponents
from mile_bones.lab.deals import SECRET, SecretRng
from mile_bones.lab.games import swapped_games
from mile_bones.lab.hands import LuckPair, Pair, mirrored_games, mirrored_hands, mirrored_hands_with_luck

DEALS: Final = 8
"""Deals in a batch of hands: 16 hands, half a minute for a player that thinks for 50 milliseconds a turn."""
SERIES: Final = 2
"""Series of deals in a batch of games: two series make 4 games, about 18 hands."""


class Kind(StrEnum):
    """The kind of a batch."""

    HANDS = "hands"
    GAMES = "games"


LENGTH: Final = {Kind.HANDS: DEALS, Kind.GAMES: SERIES}
"""The number of pairs in a full batch."""

Values: TypeAlias = tuple[Pair, ...]
"""The results of a batch in order. There is a pair for each deal, for each series, or for each two games with the seats
swapped.
"""


class Played(NamedTuple):
    """The results of a batch that has been played."""

    values: Values
    luck: tuple[LuckPair, ...] | None = None
    """The luck in each of the values, or None for games and if luck was not asked for."""

    def first(self, pairs: int) -> Played:
        """Return the results of the first ``pairs`` pairs. They equal the results of a batch that has only ``pairs``
        pairs.
        """
        return Played(self.values[:pairs], None if self.luck is None else self.luck[:pairs])


class Place(NamedTuple):
    """The identity of a batch in a match: its kind, and its number within the kind, from 0."""

    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class Match:
    """The players, rules and seed of a match.

    ``target`` and ``options`` are settings of its whole games that differ from the usual ones. A single hand has no
    target, and nothing is paid for it.
    """

    a: str
    b: str
    rules: str
    seed: int
    game: str = GAMES[0]
    target: int | None = None
    options: tuple[tuple[str, Option], ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """A part of a match. The last batch of its kind may be shorter than the others."""

    place: Place
    pairs: int
    """The number of deals or series, each played twice."""


def cut(hands: int, games: int) -> Iterator[Batch]:
    """Yield the batches of a match of ``hands`` hands and ``games`` games, both even."""
    for kind, pairs in ((Kind.HANDS, hands // 2), (Kind.GAMES, games // 2)):
        for number, first in enumerate(range(0, pairs, LENGTH[kind])):
            yield Batch(Place(kind, number), min(LENGTH[kind], pairs - first))


def play_block(match: Match, batch: Batch, *, luck: bool = False) -> Played:
    """Play one batch and return its results. A shorter batch gives the first results of the full one.

    With ``luck``, also compute the luck of each single hand, which only Mile Bones supports; the play is the same.
    Raise IllegalAction if a player answers with an action that the rules forbid.
    """
    kind, number = batch.place
    first = number * LENGTH[kind]
    numbers = range(first, first + batch.pairs)
    if not spec(match.game).has_deals:
        seeds = ((game_luck(match.seed, pair, 0), game_luck(match.seed, pair, 1)) for pair in numbers)
        return Played(tuple(swapped_games(match.game, match.rules, match.a, match.b, seeds, dict(match.options))))
    seed = players_seed(match.seed, batch.place)
    players = opponents.load(match.game, match.a, seed), opponents.load(match.game, match.b, seed)
    if match.game != NAME:
        if kind is Kind.HANDS:
            return Played(tuple(dealt.mirrored_deals(match.game, match.rules, players, match.seed, numbers)))
        game = load_game(match.game, match.rules, options=dict(match.options), target=match.target)
        return Played(tuple(dealt.mirrored_games(game, players, match.seed, numbers)))
    rules = RULE_SETS[match.rules]
    if kind is Kind.GAMES:
        return Played(tuple(mirrored_games(players, match.seed, numbers, rules)))
    if not luck:
        return Played(tuple(mirrored_hands(players, match.seed, numbers, rules)))
    from mile_bones.players.milebones.luck import luck_judge

    levels = match.a, match.b
    both = list(mirrored_hands_with_luck(players, match.seed, numbers, rules, luck_judge(), levels))
    return Played(tuple(values for values, _lucks in both), tuple(lucks for _values, lucks in both))


def game_luck(seed: int, pair: int, side: int) -> int:
    """Return the seed for both players of a game without deals; the opening of the game follows from this seed as well.

    Every game has its own seed: otherwise the two games of a pair between equal players would be identical.
    """
    return players_seed(seed, Place(Kind.GAMES, 2 * pair + side))


def players_seed(seed: int, place: Place) -> int:
    """Return the seed for both players of a batch. The random numbers that the players get from this seed must not
    reveal the deals.

    Both players get the same seed, so that a level scores exactly 0 against itself even if some of its play is random.
    """
    if seed >= SECRET:
        return SecretRng(f"luck in {place.kind} {place.number} of {seed}").next64()
    own = Rng(~Rng(seed).next64()).next64()  # another stream than the hands' (`seed`) and the games' (`~seed`)
    return Rng.for_deal(own, 2 * place.number + (place.kind is Kind.GAMES)).next64()
