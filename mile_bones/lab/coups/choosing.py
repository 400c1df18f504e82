"""Out of what was mined: which positions become coups of the day, how hard each is, and in which order they come."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mile_bones.engine import PlayerInfo
from mile_bones.lab.coups.hiding import hidden
from mile_bones.lab.coups.mining import Found, Mined
from mile_bones.match.coup import Coup, Grade
from mile_bones.match.position import Position
from mile_bones.players.milebones.coup_themes import CoupTheme, coup_theme

CERTAIN, FAIRLY, DOUBTED = 0.9999, 0.999, 0.99
"""How much the expert's network gave the best action: nearly always all of it, so that less is rare, and telling."""
MOST_EXTENSIONS = 1 / 12
"""Of all. ``easy`` never extends, so that the answer is always the same there."""
APART = 3
"""Days until a theme comes again, where there are others."""


def coups(mined: Iterable[Mined], seed: int) -> list[Coup]:
    """All positions that were mined. ``seed``: of the hidden cards."""
    return [_coup(game, found, seed) for game in mined for found in game.found]


def _coup(game: Mined, found: Found, seed: int) -> Coup:
    choice = found.choice
    there = Position(game.record, choice.hand, choice.action)
    against = game.record.players[1 - choice.seat].level
    position = hidden(there, seed)
    best, tempting = position.legal_action(choice.best), position.legal_action(choice.chosen)
    assert choice.reason is not None, "as the tempting action is not the best"
    return Coup(
        record=replace(
            position.record,
            players=(PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", against)),
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
    """How hard a position is."""
    if likely < DOUBTED or (not original_finds_it and likely < CERTAIN):
        return Grade.HARD
    return Grade.GENTLE if original_finds_it and likely >= FAIRLY else Grade.TRICKY


def chosen(found: Sequence[Coup], number: int) -> list[Coup]:
    """So many of them, or all but too many extensions: of every theme alike as far as there are enough, of one theme of
    every reason alike, of one reason the hardest first."""
    kinds: dict[str, dict[str, list[Coup]]] = defaultdict(lambda: defaultdict(list))
    for coup in sorted(found, key=lambda coup: (-list(Grade).index(coup.grade), coup.likely)):
        kinds[coup.theme][coup.reason].append(coup)
    left = {theme: _by_turns(list(reasons.values())) for theme, reasons in sorted(kinds.items())}
    extensions = left.get(CoupTheme.EXTENSION.value, [])
    del extensions[int(number * MOST_EXTENSIONS) :]
    return _by_turns(list(left.values()))[:number]


def _by_turns(piles: Sequence[Sequence[Coup]]) -> list[Coup]:
    """The first of each, then the second of each, and so on."""
    longest = max(map(len, piles), default=0)
    return [pile[place] for place in range(longest) for pile in piles if place < len(pile)]


def in_order(some: Sequence[Coup]) -> list[Coup]:
    """As the days bring them: no theme soon again, and themes and grades spread over the whole time."""
    left = sorted(some, key=lambda coup: coup.record.digest())
    themes, grades = Counter(coup.theme for coup in left), Counter(coup.grade for coup in left)
    themes_left, grades_left = themes.copy(), grades.copy()
    order: list[Coup] = []
    while left:
        recent = {coup.theme for coup in order[-APART:]}

        def how_due(coup: Coup) -> tuple[bool, float]:
            shares = themes_left[coup.theme] / themes[coup.theme], grades_left[coup.grade] / grades[coup.grade]
            return coup.theme not in recent, sum(shares)  # noqa: B023 - it is asked at once

        best = max(left, key=how_due)
        left.remove(best)
        themes_left[best.theme] -= 1
        grades_left[best.grade] -= 1
        order.append(best)
    return order
