"""Puzzles in which one turn surely wins: mining with the coach of a game, grades, and the choice for the book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.record import Record
from mile_bones.games import spec
from mile_bones.lab.coups.choosing import by_turns, in_order
from mile_bones.lab.workers import spread
from mile_bones.match.coup import Grade, WinCoup, solver_and_computer
from mile_bones.players import coach_spec, levels
from mile_bones.players.coach import Win


def mine(game: str, seed: int, numbers: Iterable[int], jobs: int = 1) -> Iterator[tuple[int, list[WinCoup]]]:
    """Yield each of the games with these numbers, and the puzzles in it. The puzzles do not depend on ``jobs``."""
    return spread(partial(_of_game, game, seed), numbers, jobs, patience=0)


def _of_game(game: str, seed: int, number: int) -> list[WinCoup]:
    coach = coach_spec(game)
    assert coach is not None and coach.find_wins is not None, "the caller has chosen such a game"
    return [_coup(game, win) for win in coach.find_wins(seed, number)]


def _coup(game: str, win: Win) -> WinCoup:
    found = spec(game)
    players = solver_and_computer(levels(game)[0].name)
    rules = found.rule_sets[0].name
    record = Record(game, str(rules), players, ActionList(win.first, win.actions), found.target, assisted=True)
    return WinCoup(record, theme(win.turns), grade(game, win), win.level, win.turns, win.solutions)


def theme(turns: int) -> str:
    """Return the theme of a win in this number of turns: a key of ``CoachSpec.coup_themes``."""
    return f"win_{turns}"


def grade(game: str, win: Win) -> Grade:
    """Return the grade of a puzzle. It is hard if only the strongest level finds the turn. Otherwise it is gentle for a
    win in two turns, and tricky for a longer one.
    """
    if win.level == levels(game)[-1].name:
        return Grade.HARD
    return Grade.GENTLE if win.turns == 2 else Grade.TRICKY


def chosen(found: Sequence[WinCoup], number: int) -> list[WinCoup]:
    """Return up to ``number`` coups in the order of their days, spread evenly over themes, and in each over grades."""
    kinds: dict[str, dict[Grade, dict[bytes, WinCoup]]] = defaultdict(lambda: defaultdict(dict))
    for coup in sorted(found, key=lambda coup: coup.record.digest()):
        kinds[coup.theme][coup.grade][coup.record.digest()] = coup
    themes = [by_turns([list(pile.values()) for pile in grades.values()]) for grades in kinds.values()]
    return in_order(by_turns(themes)[:number])


def counts(coups: Iterable[WinCoup]) -> Counter[tuple[str, Grade]]:
    """Return the number of coups of each theme and grade."""
    return Counter((coup.theme, coup.grade) for coup in coups)
