"""Keyboard navigation on a table: arrow keys move within a group of places, the Tab key to the next group. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mile_bones.desktop.table.layout import Rect, neighbour


class FocusGroups:
    """Groups of places, each with one Tab stop. The Tab stop is the place that had the focus last, or else the first
    place.

    A place in no group is a group by itself. Therefore, if there are no groups, the Tab key stops at every place.
    """

    def __init__(self, groups: Sequence[Sequence[str]] = ()) -> None:
        self._groups = {place: tuple(group) for group in groups for place in group}
        self._last: dict[tuple[str, ...], str] = {}

    def members(self, place: str) -> tuple[str, ...]:
        """Return the group of ``place``."""
        return self._groups.get(place, (place,))

    def enter(self, place: str) -> None:
        """Remember that the focus is at ``place`` now."""
        self._last[self.members(place)] = place

    def stop(self, place: str, shown: Collection[str]) -> str | None:
        """Return the place of the group of ``place`` at which the Tab key stops, or None if no place of the group is in
        ``shown``.
        """
        group = self.members(place)
        last = self._last.get(group)
        return last if last in shown else next((member for member in group if member in shown), None)

    def heir(self, place: str, shown: Collection[str]) -> str | None:
        """Return the place that gets the focus when ``place`` goes away, or None if the whole group is gone.

        The result is the nearest place of the group. Of two equally near places it is the one before ``place``.
        """
        group = self.members(place)
        here = group.index(place)
        left = [index for index, member in enumerate(group) if member in shown]
        return group[min(left, key=lambda index: (abs(index - here), index))] if left else None

    def step(self, places: Mapping[str, Rect], start: str, dx: int, dy: int) -> str | None:
        """Return the place that an arrow key leads to, or None at the edge of the table.

        The focus moves within the group first. From the edge of the group it moves to the nearest place beyond the
        group, or else from the end of a row to the next row of the group. For ``dx`` and ``dy`` see ``neighbour``.
        """
        group = self.members(start)
        within = {place: rect for place, rect in places.items() if place in group}
        found = neighbour(within, start, dx, dy)
        if found is not None:
            return found
        beyond = {place: rect for place, rect in places.items() if place == start or place not in group}
        return neighbour(beyond, start, dx, dy) or (self._next_row(within, start, dx) if dx else None)

    def _next_row(self, within: Mapping[str, Rect], start: str, dx: int) -> str | None:
        """Return the first place of the next row of the group, or the last place of the row before, as text continues
        from line to line.
        """
        order = [place for place in self.members(start) if place in within]
        row = [place for place in order if abs(within[place].centre[1] - within[start].centre[1]) <= 1]
        if len(row) < 2:
            return None
        forward = 1 if within[row[-1]].x > within[row[0]].x else -1
        at = order.index(row[-1]) + 1 if dx == forward else order.index(row[0]) - 1
        return order[at] if 0 <= at < len(order) else None
