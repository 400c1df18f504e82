"""Whole games between two levels, without a screen: the ``Match`` that plays them is the one of every front end.

It costs more than the loop of ``hands``, which is why Mile Bones has that one (docs/decisions/046); where a turn takes
milliseconds of thinking nobody notices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mile_bones.engine.game import Player
from mile_bones.engine.record import Record
from mile_bones.lab import opponents
from mile_bones.lab.hands import Pair
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Setup


def play_game(
    game: str, rules: str, players: tuple[Player[Any, Any], Player[Any, Any]], levels: tuple[str, str]
) -> int:
    """1 when the player in seat 0, who begins, wins; -1 when the other does, 0 for a draw. ``levels``: who they are.

    Only for a game in which nothing is dealt. IllegalAction when a player answers with what the rules forbid.
    """
    one, other = (Computer(level, level) for level in levels)
    match = Match.start(Setup(game, (one, other), rules), keep_nothing)
    while (question := match.question()) is not None:
        match.submit(question.seat, players[question.seat].choose(question.observation), question.ply)
    return outcome(match)


def outcome(match: Match) -> int:
    """1 when seat 0 has won, -1 when seat 1 has, else 0."""
    return 0 if match.winner is None else 1 - 2 * match.winner


def swapped_games(game: str, rules: str, a: str, b: str, luck: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    """Pairs of games, with ``a`` beginning the first of each and ``b`` the second: 1 is a game that ``a`` won, -1 one
    that it lost, 0 a drawn one. ``luck`` has a seed for the players of each game, from which the openings follow."""
    for here, there in luck:
        first = play_game(game, rules, (opponents.load(game, a, here), opponents.load(game, b, here)), (a, b))
        second = play_game(game, rules, (opponents.load(game, b, there), opponents.load(game, a, there)), (b, a))
        yield first, -second


def keep_nothing(_record: Record) -> None:
    """The games of an arena are counted, not kept."""
