"""Puzzles in which the coach is sure of one action: mining with the coach of a game, and grades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from mile_bones.engine.record import Record
from mile_bones.games import spec
from mile_bones.lab.workers import spread
from mile_bones.match.coup import Grade, RatedCoup, solver_and_computer
from mile_bones.players import coach_spec, levels
from mile_bones.players.coach import ClearChoice


def mine(game: str, seed: int, numbers: Iterable[int], jobs: int = 1) -> Iterator[tuple[int, list[RatedCoup]]]:
    """Yield each of the games with these numbers, and the puzzles in it. The puzzles do not depend on ``jobs``."""
    return spread(partial(_of_game, game, seed), numbers, jobs, patience=0)


def _of_game(game: str, seed: int, number: int) -> list[RatedCoup]:
    coach = coach_spec(game)
    assert coach is not None and coach.find_choices is not None, "the caller has chosen such a game"
    return [_coup(game, choice) for choice in coach.find_choices(seed, number)]


def _coup(game: str, choice: ClearChoice) -> RatedCoup:
    found = spec(game)
    players = solver_and_computer(choice.against)
    record = Record(game, str(found.rule_sets[0].name), players, choice.body, found.target, assisted=True)
    return RatedCoup(
        record=record,
        theme=choice.theme,
        grade=grade(game, choice.level),
        level=choice.level,
        likely=None,
        tempting=choice.tempting,
        reason=choice.reason,
        rating=choice.rating,
    )


def grade(game: str, level: str) -> Grade:
    """Return the grade of a puzzle by the weakest level that finds its answer. It is gentle for the weakest level of
    the game, and hard for the strongest.
    """
    weakest, *_between, strongest = (each.name for each in levels(game))
    return {weakest: Grade.GENTLE, strongest: Grade.HARD}.get(level, Grade.TRICKY)
