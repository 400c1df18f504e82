"""The walk from stop to stop: the next stop, groups of stops, and the rest after some rounds. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mile_bones.i18n import gettext as _

MOST_TOGETHER = 7
"""The maximum number of stops in one round. More stops are divided into groups, and the player first selects a
group.
"""
ROUNDS_INSIDE = 2
"""The number of rounds within a group after which the walk continues outside the group."""
ROUNDS = 3
"""The number of rounds outside all groups after which the walk rests."""
_BACK = "back"


class Stop(NamedTuple):
    """One thing to be lit. If the stop has an ``act``, the key does the act. Otherwise the stop is a group, and the key
    goes to the stops ``inside``.

    ``key`` identifies the stop among its neighbours, even after the stops were made again. ``lights`` are the things to
    light, in a form that only the caller needs to know. ``stays``: after the act, the walk continues from this stop
    instead of from the beginning.
    """

    key: str
    text: str
    act: Callable[[], object] | None = None
    inside: Callable[[], Sequence[Stop]] | None = None
    lights: Sequence[Any] = ()
    stays: bool = False


def group(key: str, text: str, stops: Sequence[Stop], *, lights: Sequence[Any] | None = None) -> list[Stop]:
    """Return `stops` as a list with one group. A single stop is returned without a group. If there are no stops, the
    list is empty.
    """
    if len(stops) < 2:
        return list(stops)
    lit = [light for stop in stops for light in stop.lights] if lights is None else lights
    return [Stop(key, text, inside=lambda: parted(stops), lights=lit)]


def parted(stops: Sequence[Stop]) -> list[Stop]:
    """Return many stops divided into groups of about equal size. Each group is named after its first and last stop. A
    small number of stops is returned unchanged.
    """
    if len(stops) <= MOST_TOGETHER:
        return list(stops)
    count = min(MOST_TOGETHER, -(-len(stops) // MOST_TOGETHER))
    cuts = [round(number * len(stops) / count) for number in range(count + 1)]
    found: list[Stop] = []
    for start, end in pairwise(cuts):
        part = stops[start:end]
        text = _("{first} to {last}").format(first=part[0].text, last=part[-1].text)
        found += group(f"part of {part[0].key}", text, part)
    return found


class Walk:
    """Walks through the stops of ``root``, which is called again at every step because the stops may have changed."""

    def __init__(self, root: Callable[[], Sequence[Stop]]) -> None:
        self._root = root
        self._path: list[str] = []
        self._here: str | None = None
        self._rounds = 0

    @property
    def current(self) -> Stop | None:
        """The stop that is lit, or None while the walk rests."""
        if self._here is None:
            return None
        stops = self._level()
        found = next((stop for stop in stops if stop.key == self._here), None)
        return found if found is not None else next(iter(stops), None)

    @property
    def depth(self) -> int:
        """The number of groups that the walk is inside of."""
        return len(self._path)

    def begin(self) -> None:
        """Start again at the first stop of all."""
        self._path.clear()
        self._enter()

    def step(self) -> None:
        """Move to the next stop. After the last stop of a round, go to the first stop again, leave the group, or
        rest.
        """
        if self._here is None:
            return
        keys = [stop.key for stop in self._level()]
        index = keys.index(self._here) + 1 if self._here in keys else 0
        if index < len(keys):
            self._here = keys[index]
            return
        self._rounds += 1
        if self._path and self._rounds >= ROUNDS_INSIDE:
            self._leave()
            self.step()
        elif not keys or self._rounds >= ROUNDS:
            self._here = None
        else:
            self._here = keys[0]

    def select(self) -> bool:
        """Select the lit stop: enter it if it is a group, else do its act. If the walk rests, start again. Return True
        if an act was done.
        """
        stop = self.current
        if stop is None:
            self.begin()
        elif stop.inside is not None:
            self._path.append(stop.key)
            self._enter()
        elif stop.key == _BACK and stop.act is None:
            self._leave()
        elif stop.act is not None:
            self._rounds = 0
            self._here = stop.key
            if not stop.stays:
                self._path.clear()
                self._here = None
            stop.act()
            return True
        return False

    def _enter(self) -> None:
        self._rounds = 0
        self._here = next((stop.key for stop in self._level()), None)

    def _leave(self) -> None:
        self._here = self._path.pop()
        self._rounds = 0

    def _level(self) -> list[Stop]:
        """Return the stops of the present level. If groups no longer exist, leave them first."""
        stops = list(self._root())
        for depth, key in enumerate(self._path):
            found = next((stop for stop in stops if stop.key == key and stop.inside is not None), None)
            if found is None or found.inside is None:
                del self._path[depth:]
                self._rounds = 0
                break
            # Translators: leaves a group of things that are lit one after another
            stops = [*found.inside(), _BACK_STOP._replace(text=_("Back"), lights=found.lights)]
        return stops


_BACK_STOP = Stop(_BACK, "")
