"""Selection of the coups of the day from the mined positions, their grades of difficulty, and their order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeVar

from mile_bones.lab.coups.mining import Found, Mined
from mile_bones.lab.coups.redaction import hidden
from mile_bones.match.coup import Coup, Grade, RatedCoup, solver_and_computer
from mile_bones.match.position import Position
from mile_bones.players.milebones.coup_themes import CoupTheme, coup_theme

AnyCoup = TypeVar("AnyCoup", bound=Coup)

CERTAIN, DOUBTED = 0.99, 0.93
"""Thresholds for the expert's probability of the best action. In two of three positions the probability is 0.99 or
more.
"""
_GRADES = list(Grade)
MOST = 1 / 12
"""The largest share of all coups that may have the same theme and reason.

It also limits all extensions together. ``easy`` never extends, so that the answer to these puzzles is always to extend.
"""

WEEK = 7
"""Days."""


def coups(mined: Iterable[Mined], seed: int) -> list[RatedCoup]:
    """Return a coup for each mined position. ``seed`` determines the hidden cards that replace the real ones."""
    return [_coup(game, found, seed) for game in mined for found in game.found]


def _coup(game: Mined, found: Found, seed: int) -> RatedCoup:
    choice = found.choice
    there = Position(game.record, choice.hand, choice.action)
    against = game.record.players[1 - choice.seat].level
    position = hidden(there, seed)
    best, tempting = position.legal_action(choice.best), position.legal_action(choice.chosen)
    assert choice.reason is not None, "there is a reason, because the tempting action is not the best"
    return RatedCoup(
        record=replace(
            position.record,
            players=solver_and_computer(against),
            assisted=True,
        ),
        theme=coup_theme(position.observation(), best, tempting).value,
        grade=grade(found.original == choice.best, found.likely),
        level="original" if found.original == choice.best else "expert",
        likely=found.likely,
        tempting=choice.chosen,
        reason=choice.reason,
        rating=choice.rating,
    )


def grade(original_finds_it: bool, likely: float) -> Grade:
    """Return the grade of a position.

    The position is hard if ``likely``, the expert's probability of the best action, is below ``DOUBTED``. Otherwise two
    things make it easier: ``original`` finds the action, and ``likely`` is at least ``CERTAIN``.
    """
    if likely < DOUBTED:
        return Grade.HARD
    return (Grade.HARD, Grade.TRICKY, Grade.GENTLE)[original_finds_it + (likely >= CERTAIN)]


def chosen(found: Sequence[RatedCoup], number: int, share: float = MOST) -> list[RatedCoup]:
    """Return up to ``number`` coups, spread evenly over the themes.

    Within a theme, they are spread evenly over the reasons. Within a reason, the hardest come first. ``share`` is the
    largest share of all coups that may have the same theme and reason; the others are left out. If a theme has too few
    coups, more are taken from the others.
    """
    most = int(number * share)
    kinds: dict[str, dict[str, list[RatedCoup]]] = defaultdict(lambda: defaultdict(list))
    for coup in sorted(found, key=lambda coup: (-_GRADES.index(coup.grade), coup.likely or 0.0, coup.record.digest())):
        kinds[coup.theme][coup.reason].append(coup)
    themes = {theme: by_turns([pile[:most] for pile in reasons.values()]) for theme, reasons in kinds.items()}
    del themes.get(CoupTheme.EXTENSION.value, [])[most:]
    return by_turns(list(themes.values()))[:number]


def by_turns(piles: Sequence[Sequence[AnyCoup]]) -> list[AnyCoup]:
    """Return the first of each pile, then the second of each, and so on."""
    longest = max(map(len, piles), default=0)
    return [pile[place] for place in range(longest) for pile in piles if place < len(pile)]


def in_order(some: Sequence[AnyCoup]) -> list[AnyCoup]:
    """Return the coups in the order of their days.

    Every theme is spread evenly over the whole time and, if possible, never comes on two days in a row. When a theme is
    due, the next coup is one of its remaining coups. It has the grade that has come least often so far, in relation to
    its share of all coups.
    """
    left: dict[str, dict[Grade, list[AnyCoup]]] = defaultdict(lambda: defaultdict(list))
    for coup in sorted(some, key=lambda coup: coup.record.digest()):
        left[coup.theme][coup.grade].append(coup)
    all_of, had = Counter(coup.grade for coup in some), Counter[Grade]()
    order = []
    for theme in _spread(Counter(coup.theme for coup in some)):
        grades = [grade for grade in _GRADES if left[theme][grade]]
        due = min(grades, key=lambda grade: (had[grade] + 0.5) / all_of[grade])
        had[due] += 1
        order.append(left[theme][due].pop())
    mix_grades(order)
    return order


def mix_grades(order: list[AnyCoup]) -> None:
    """Swap coups of the same theme in place so that, if possible, no week has only one grade."""
    for begin in range(len(order) - WEEK + 1):
        if _is_dull(order, begin):
            pairs = product(range(begin, begin + WEEK), range(len(order)))
            next((pair for pair in pairs if _can_change(order, *pair)), None)


def _can_change(order: list[AnyCoup], one: int, other: int) -> bool:
    """Swap two coups if they have the same theme and different grades, and if no week around them then has only one
    grade.

    Return whether they were swapped.
    """
    if order[one].theme != order[other].theme or order[one].grade == order[other].grade:
        return False
    order[one], order[other] = order[other], order[one]
    around = {begin for day in (one, other) for begin in range(max(0, day - WEEK + 1), day + 1)}
    if not any(_is_dull(order, begin) for begin in around):
        return True
    order[one], order[other] = order[other], order[one]
    return False


def _is_dull(order: Sequence[Coup], begin: int) -> bool:
    week = order[begin : begin + WEEK]
    return len(week) == WEEK and len({coup.grade for coup in week}) == 1


def _spread(numbers: Mapping[str, int]) -> list[str]:
    """Return each name as often as ``numbers`` says, spread evenly and, if possible, never twice in a row."""
    times = sorted(((time + 0.5) / number, name) for name, number in numbers.items() for time in range(number))
    waiting, order = [name for _time, name in times], list[str]()
    while waiting:
        other = next((name for name in waiting if not order or name != order[-1]), None)
        if other is None:  # only one name is left; its remaining copies are inserted below
            break
        order.append(other)
        waiting.remove(other)
    for name in waiting:
        gaps = range(len(order) - 1, 0, -1)
        order.insert(next((gap for gap in gaps if name not in order[gap - 1 : gap + 1]), len(order)), name)
    return order
