"""Whole games between two levels, without a screen, played by the same ``Match`` as in every front end.

``Match`` costs more than the loop of ``hands``, which is why Mile Bones has that loop (docs/decisions/046); in games
with milliseconds of thinking a turn, nobody notices the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from mile_bones.engine.aliases import Option
from mile_bones.engine.game import Player
from mile_bones.engine.record import Record
from mile_bones.lab import opponents
from mile_bones.lab.hands import Pair
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Setup
from mile_bones.players import levels

_USUAL: Mapping[str, Option] = MappingProxyType({})


def play_game(
    game: str, rules: str, players: tuple[Player[Any, Any], Player[Any, Any]], options: Mapping[str, Option] = _USUAL
) -> int:
    """Play a game with these options. Return 1 if the player in seat 0, who begins, wins, -1 if the player in seat 1
    wins, or 0 for a draw.

    The game must be one without deals. Raise IllegalAction if a player answers with an action that the rules forbid.
    """
    level = levels(game)[0].name  # the record is not kept, so it does not matter who the players are in it
    setup = Setup(game, (Computer(level, level), Computer(level, level)), rules, options=options)
    match = Match.start(setup, keep_nothing)
    while (question := match.question()) is not None:
        match.submit(question.seat, players[question.seat].choose(question.observation), question.ply)
    return outcome(match)


def outcome(match: Match) -> int:
    """Return 1 if seat 0 has won, -1 if seat 1 has, else 0."""
    return 0 if match.winner is None else 1 - 2 * match.winner


def swapped_games(
    game: str, rules: str, a: str, b: str, luck: Iterable[tuple[int, int]], options: Mapping[str, Option] = _USUAL
) -> Iterator[Pair]:
    """Yield pairs of games with these options; ``a`` begins the first game of each pair and ``b`` the second.

    A game is 1 if ``a`` won, -1 if it lost, 0 if drawn. ``luck`` yields the seeds of the players, two for each pair of
    games; the openings of the games follow from the seeds.
    """
    for here, there in luck:
        first = play_game(game, rules, (opponents.load(game, a, here), opponents.load(game, b, here)), options)
        second = play_game(game, rules, (opponents.load(game, b, there), opponents.load(game, a, there)), options)
        yield first, -second


def keep_nothing(_record: Record) -> None:
    """Do nothing with the record: the games of an arena are counted, not kept."""
