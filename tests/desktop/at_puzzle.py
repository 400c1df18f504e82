"""Reads a puzzle in the window: the words and the buttons of its bar, and the marks on the table."""

from __future__ import annotations

from desktop.driver import Person, plain
from mile_bones.desktop.puzzle_bar import PuzzleBar


def settled(person: Person) -> None:
    """Wait until a puzzle is shown and takes an answer."""
    person.wait_until(lambda: person.window.puzzle.turns is not None and person.window.puzzle.turns.idle)


def bar(person: Person) -> PuzzleBar:
    found = person.window.puzzle.bar
    assert found is not None, "there is a puzzle"
    return found


def words(person: Person) -> str:
    return bar(person).words.text()


def shown(person: Person) -> set[str]:
    """Return the texts of the visible buttons."""
    return {plain(button.text()) for button in bar(person).buttons if button.isVisible()}


def suggested(person: Person) -> set[str]:
    """Return the places that are marked as the solution."""
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}
