"""A match between two levels, cut into batches that can be played anywhere and in any order.

A batch is some mirrored deals (or series of deals) in a row. How large it is does not depend on how many processes
play, and its luck follows from the match's seed and its own number alone, so that a match has one result only.
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
"""Deals in a batch of hands: 16 hands. Half a minute of a player that thinks for 50 milliseconds."""
SERIES: Final = 2
"""Series of deals in a batch of games: 4 games, some 18 hands."""


class Kind(StrEnum):
    """What is played in a batch."""

    HANDS = "hands"
    GAMES = "games"


LENGTH: Final = {Kind.HANDS: DEALS, Kind.GAMES: SERIES}
"""How many pairs a whole batch has."""

Values: TypeAlias = tuple[Pair, ...]
"""What came out of a batch, a pair for each deal or series, or two games with the seats swapped, in their order."""


class Played(NamedTuple):
    """A batch that has been played."""

    values: Values
    luck: tuple[LuckPair, ...] | None = None
    """How much of each of the values was luck; None where nobody asked, and for games."""

    def first(self, pairs: int) -> Played:
        """The beginning of it: what a shorter batch would have been."""
        return Played(self.values[:pairs], None if self.luck is None else self.luck[:pairs])


class Place(NamedTuple):
    """Which batch of a match: batches of each kind count from 0."""

    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, under which rules, with which luck. ``target`` and ``options``: what is not usual about its whole
    games; a hand alone has no target, and is not paid for."""

    a: str
    b: str
    rules: str
    seed: int
    game: str = GAMES[0]
    target: int | None = None
    options: tuple[tuple[str, Option], ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """A part of a match. The last one of its kind may be shorter than the others."""

    place: Place
    pairs: int
    """How many deals or series are played, each twice."""


def cut(hands: int, games: int) -> Iterator[Batch]:
    """The batches of so many hands and games, both even."""
    for kind, pairs in ((Kind.HANDS, hands // 2), (Kind.GAMES, games // 2)):
        for number, first in enumerate(range(0, pairs, LENGTH[kind])):
            yield Batch(Place(kind, number), min(LENGTH[kind], pairs - first))


def play_block(match: Match, batch: Batch, *, luck: bool = False) -> Played:
    """Play one batch. A shorter one gives the first values of the whole one.

    With ``luck`` that of single hands is reckoned as well, which only Mile Bones has; what is played is the same.
    IllegalAction when a player answers with what the rules forbid.
    """
    kind, number = batch.place
    first = number * LENGTH[kind]
    numbers = range(first, first + batch.pairs)
    if not spec(match.game).has_deals:
        seeds = ((game_luck(match.seed, pair, 0), game_luck(match.seed, pair, 1)) for pair in numbers)
        return Played(tuple(swapped_games(match.game, match.rules, match.a, match.b, seeds)))
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
    """The seed of both players of a game of which no cards are dealt: its opening follows from it as well.

    Every game has its own: else the two games of a pair between equal players would be the same one.
    """
    return players_seed(seed, Place(Kind.GAMES, 2 * pair + side))


def players_seed(seed: int, place: Place) -> int:
    """The seed of both players of a batch; what they draw from it must not tell them the deals.

    Both get the same, so that a level is worth nothing against itself even when it leaves something to chance.
    """
    if seed >= SECRET:
        return SecretRng(f"luck in {place.kind} {place.number} of {seed}").next64()
    own = Rng(~Rng(seed).next64()).next64()  # away from the streams of the hands (`seed`) and of the games (`~seed`)
    return Rng.for_deal(own, 2 * place.number + (place.kind is Kind.GAMES)).next64()
