"""Checks of values from outside, as JSON knows them.

A ``Check`` is made once, of the checks of its parts, and tried on any number of values. Messages of bots and records
have checks of their own, which differ in their words. ``members`` passes over the members of a message that it does not
name, since a later program may say more than this one knows. ``exactly`` refuses such members of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from mile_bones.engine.errors import MileBonesError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""

Path: TypeAlias = tuple[str | int, ...]
"""The names of members and the indices of items that lead from the whole value to a part of it."""

Check: TypeAlias = Callable[[object, Path], object]
"""``check(value, path)`` raises ShapeError with the path when the value is not what may stand there. It may return the
value for another check that is made of it."""


class ShapeError(MileBonesError, ValueError):
    """A value that may not stand where it stands. ``path`` leads to the value, ``reason`` is for people."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"“{self.dotted_path}”: {self.reason}"

    @property
    def dotted_path(self) -> str:
        """The path as people read it ("own.battle", "hands[3].deck")."""
        dotted = ""
        for part in self.path:
            dotted += f"[{part}]" if isinstance(part, int) else f".{part}" if dotted else part
        return dotted


class Contradiction(ShapeError):
    """A value that could stand there, but not beside the others."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _("it contradicts the rest"))


def must_fit(dotted_path: str, fits: bool) -> None:
    """Raise Contradiction at this path ("own.battle") unless the value there ``fits`` the rest."""
    if not fits:
        raise Contradiction(tuple(dotted_path.split(".")))


class Codec(Protocol):
    """What a game's observations, events and actions are as JSON: the module ``codec`` of a game.

    Whatever both seats have is an object with ``own``, which is the viewer's, and ``other``. Three events are called
    alike by all games that have them: "dealt" and "hand_ended", each with the number of the ``hand``, and "game_ended",
    with the ``winner``.
    """

    @property
    def OBSERVATION(self) -> Mapping[str, Check]:  # noqa: N802 - the table of a module
        """The members of an observation."""
        ...

    @property
    def EVENTS(self) -> Mapping[str, Mapping[str, Check]]:  # noqa: N802
        """The members of each event by its name, which stands in the member ``event``."""
        ...

    def observation(self, observation: Any) -> Json:
        """All that a seat knows. Only for the observation of a seat, and for a rule set that has a name."""
        ...

    def read_observation(self, shape: object) -> Any:
        """The observation that was written so. ShapeError where it cannot be one, Contradiction where its parts do not
        go together: no table looks like that, and a player need not expect it."""
        ...

    def event(self, event: Any, seat: int) -> Json:
        """What the player in ``seat`` sees of the event."""
        ...

    def action(self, text: str) -> Any:
        """The action with this notation. NotationError for anything else."""
        ...


def whole(low: int, high: int) -> Check:
    """A whole number from ``low`` to ``high``."""

    def check(value: object, path: Path) -> None:
        # bool is an int for Python, but true is no number for anybody else
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ShapeError(path, _("a whole number from {low} to {high} is expected").format(low=low, high=high))

    return check


def text(value: object, path: Path) -> None:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ShapeError(path, _("a text is expected"))


def flag(value: object, path: Path) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise ShapeError(path, _("true or false is expected"))


def one_of(words: Iterable[str]) -> Check:
    """One of these words."""
    known = frozenset(words)
    row = ", ".join(sorted(known))

    def check(value: object, path: Path) -> None:
        if not isinstance(value, str) or value not in known:
            raise ShapeError(path, _("one of these is expected: {words}").format(words=row))

    return check


def maybe(inner: Check) -> Check:
    """Null, or what ``inner`` takes."""

    def check(value: object, path: Path) -> None:
        if value is not None:
            inner(value, path)

    return check


def nothing(value: object, path: Path) -> None:
    """Null alone."""
    if value is not None:
        raise ShapeError(path, _("nothing can stand here"))


def items(inner: Check, number: int | None = None) -> Check:
    """A list of what ``inner`` takes, of just this ``number`` if it is given."""

    def check(value: object, path: Path) -> None:
        if not isinstance(value, list):
            raise ShapeError(path, _("a list is expected"))
        if number is not None and len(value) != number:
            raise ShapeError(path, _("{number} of them are expected").format(number=number))
        for place, item in enumerate(value):
            inner(item, (*path, place))

    return check


def members(fields: Mapping[str, Check]) -> Check:
    """An object with at least these members."""

    def check(value: object, path: Path) -> None:
        if not isinstance(value, dict):
            raise ShapeError(path, _("an object is expected"))
        for name, inner in fields.items():
            here = (*path, name)
            if name not in value:
                raise ShapeError(here, _("it is missing"))
            inner(value[name], here)

    return check


def both(inner: Check) -> Check:
    """An object with the reader's own side and the other's."""
    return members({"own": inner, "other": inner})


def own_and_other(pair: tuple[object, object], seat: int = 0) -> Json:
    """Two values by seat as the player in ``seat`` reads them."""
    return {"own": pair[seat], "other": pair[1 - seat]}


_MANY = 10**12

seat = whole(0, 1)
count = whole(0, _MANY)
from_one = whole(1, _MANY)
points = whole(-_MANY, _MANY)


# --- records ----------------------------------------------------------------------------------------------------------


def string(value: object, path: Path) -> str:
    """A text, which may be empty. Return it."""
    if type(value) is not str:
        raise ShapeError(path, _("a text in quotes is expected here"))
    return value


def truth(value: object, path: Path) -> None:
    """True or false."""
    if type(value) is not bool:
        raise ShapeError(path, _("true or false is expected here"))


def number(value: object, path: Path) -> int:
    """A whole number. Return it."""
    if type(value) is not int:  # a truth value has a type of its own
        raise ShapeError(path, _("a whole number is expected here"))
    return value


def obj(value: object, path: Path) -> Json:
    """An object with any members. Return it."""
    if type(value) is not dict:
        raise ShapeError(path, _("an object in braces is expected here"))
    return value


def array(value: object, path: Path) -> list[Any]:
    """A list of any items. Return it."""
    if type(value) is not list:
        raise ShapeError(path, _("a list in brackets is expected here"))
    return value


def each(inner: Check) -> Check:
    """A list of what ``inner`` takes."""

    def check(value: object, path: Path) -> None:
        for place, item in enumerate(array(value, path)):
            inner(item, (*path, place))

    return check


def texts(value: object, path: Path) -> None:
    """A list of texts."""
    if not set(map(type, array(value, path))) <= {str}:
        _each_text(value, path)


_each_text = each(string)


def numbers(value: object, path: Path) -> None:
    """An object whose members, of any names, are whole numbers."""
    found = obj(value, path)
    if not set(map(type, found.values())) <= {int}:
        for name, item in found.items():
            number(item, (*path, name))


def pair(inner: Check) -> Check:
    """A list of two of what ``inner`` takes, one for each player."""

    def check(value: object, path: Path) -> None:
        found = array(value, path)
        if len(found) != 2:
            raise ShapeError(path, _("a list of two is expected here, one for each player"))
        inner(found[0], (*path, 0))
        inner(found[1], (*path, 1))

    return check


def member(whole: Json, path: Path, name: str, inner: Check) -> Any:
    """Return the member ``name`` of the object at ``path``, which must be there and pass ``inner``."""
    if name not in whole:
        raise ShapeError(path, _("“{name}” is missing").format(name=name))
    inner(whole[name], (*path, name))
    return whole[name]


def only(whole: Json, path: Path, names: Collection[str]) -> None:
    """Refuse the first member of the object at ``path`` that has none of these names."""
    for name in whole:
        if name not in names:
            raise ShapeError((*path, name), _("“{name}” is not a part of a record").format(name=excerpt(name)))


def exactly(fields: Mapping[str, Check], optional: Collection[str] = ()) -> Check:
    """An object with these members, checked in this order, and no others. The ``optional`` ones may be missing."""

    def check(value: object, path: Path) -> None:
        found = obj(value, path)
        only(found, path, fields)
        for name, inner in fields.items():
            if name in found or name not in optional:
                member(found, path, name, inner)

    return check
