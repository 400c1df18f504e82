"""Where the keyboard goes on a table: arrow keys walk within a group of places, the Tab key goes to the next. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mile_bones.desktop.table.layout import Rect, neighbour


class FocusGroups:
    """Places in groups, each with one stop of the Tab key: the place where the focus was last, at first the first.

    A place in no group is one by itself, so without groups the Tab key goes everywhere, as do the arrow keys.
    """

    def __init__(self, groups: Sequence[Sequence[str]] = ()) -> None:
        self._groups = {place: tuple(group) for group in groups for place in group}
        self._last: dict[tuple[str, ...], str] = {}

    def members(self, place: str) -> tuple[str, ...]:
        """The group of this place."""
        return self._groups.get(place, (place,))

    def enter(self, place: str) -> None:
        """The focus is here now."""
        self._last[self.members(place)] = place

    def stop(self, place: str, shown: Collection[str]) -> str | None:
        """Where the Tab key stops in the group of ``place``, among the places that are ``shown``; None: nowhere."""
        group = self.members(place)
        last = self._last.get(group)
        return last if last in shown else next((member for member in group if member in shown), None)

    def heir(self, place: str, shown: Collection[str]) -> str | None:
        """Who gets the focus when ``place`` goes away: the nearest of its group, the one before it rather than the one
        behind; None where all of them are gone."""
        group = self.members(place)
        here = group.index(place)
        left = [index for index, member in enumerate(group) if member in shown]
        return group[min(left, key=lambda index: (abs(index - here), index))] if left else None

    def step(self, places: Mapping[str, Rect], start: str, dx: int, dy: int) -> str | None:
        """Where an arrow key leads: within the group, at its edge to the nearest place beyond, and at the end of a row
        to the next row of the group; None at the edge of the table. ``dx`` and ``dy`` as for ``neighbour``."""
        group = self.members(start)
        within = {place: rect for place, rect in places.items() if place in group}
        found = neighbour(within, start, dx, dy)
        if found is not None:
            return found
        beyond = {place: rect for place, rect in places.items() if place == start or place not in group}
        return neighbour(beyond, start, dx, dy) or (self._next_row(within, start, dx) if dx else None)

    def _next_row(self, within: Mapping[str, Rect], start: str, dx: int) -> str | None:
        """What comes before or after the row of ``start`` in its group, as a text goes on in the next line."""
        order = [place for place in self.members(start) if place in within]
        row = [place for place in order if abs(within[place].centre[1] - within[start].centre[1]) <= 1]
        if len(row) < 2:
            return None
        forward = 1 if within[row[-1]].x > within[row[0]].x else -1
        at = order.index(row[-1]) + 1 if dx == forward else order.index(row[0]) - 1
        return order[at] if 0 <= at < len(order) else None
