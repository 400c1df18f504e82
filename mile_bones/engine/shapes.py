"""Checks of JSON values that come from outside: messages of bots, and records.

A check is a function that accepts a value or raises ShapeError for it. The docstring of a check says which values it
accepts. Some functions here make a ``Check`` from the checks of the parts. Such a check can be used for any number of
values.

Messages and records have separate checks, whose errors have different words: first those for messages, then those for
records. ``members``, for messages, ignores unknown members, so that later versions can add some; ``exactly``, for
records, refuses unknown members.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from mile_bones.engine.errors import MileBonesError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

Path: TypeAlias = tuple[str | int, ...]
"""The member names and indices that lead from the whole value to a part of it."""

Check: TypeAlias = Callable[[object, Path], object]
"""A function ``check(value, path)`` that raises ShapeError with the path if the value is not acceptable.

It may return the value, so that another check can use the result.
"""


class ShapeError(MileBonesError, ValueError):
    """Raised for a value that is not acceptable at its place. ``path`` leads to the value. ``reason`` is a text for
    people.
    """

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
    """Raised for a value that is acceptable alone, but contradicts other values."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _("it contradicts the rest"))


def must_fit(dotted_path: str, fits: bool) -> None:
    """Raise Contradiction at ``dotted_path`` ("own.battle") unless ``fits`` is True."""
    if not fits:
        raise Contradiction(tuple(dotted_path.split(".")))


class Codec(Protocol):
    """The module ``codec`` of a game, which writes observations and events as JSON and reads observations and actions.

    A value that exists for both seats is an object with two members: ``own`` for the viewer and ``other`` for the
    opponent. Three events have the same name in all games that have them: "dealt" and "hand_ended", each with the
    number of the ``hand``, and "game_ended", with the ``winner``.
    """

    @property
    def OBSERVATION(self) -> Mapping[str, Check]:  # noqa: N802 - the table of a module
        """The checks of the members of an observation, by member."""
        ...

    @property
    def EVENTS(self) -> Mapping[str, Mapping[str, Check]]:  # noqa: N802
        """The checks of the members of each event. The first key is the event's name (its member ``event``), the second
        is the name of the member.
        """
        ...

    def observation(self, observation: Any) -> Json:
        """Return the observation of a seat as JSON. Observations of spectators, and rule sets without a name, are not
        supported.
        """
        ...

    def read_observation(self, shape: object) -> Any:
        """Return the observation that was written as ``shape``. Raise ShapeError if it cannot be an observation.

        Raise Contradiction if its parts contradict each other: no table looks like that, so a player need not handle
        it.
        """
        ...

    def event(self, event: Any, seat: int) -> Json:
        """Return as JSON what the player in ``seat`` sees of the event."""
        ...

    def action(self, text: str) -> Any:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        ...


_WORDS: dict[Check, str] = {}


def called(check: Check, words: str) -> Check:
    """Let ``words_for`` return ``words`` for ``check``, and return ``check``. The words name the values that the check
    accepts.
    """
    _WORDS[check] = words
    return check


def words_for(check: Check) -> str:
    """Return the words with which ``docs/protocol.md`` names the values that ``check`` accepts, such as "list of
    cards".
    """
    return _WORDS.get(check, "value")


def whole(low: int, high: int) -> Check:
    """Make the check for a whole number from ``low`` to ``high``."""

    def check(value: object, path: Path) -> None:
        # bool is an int in Python, but true is not a number in JSON
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ShapeError(path, _("a whole number from {low} to {high} is expected").format(low=low, high=high))

    return called(check, "number")


def text(value: object, path: Path) -> None:
    """Accept a text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ShapeError(path, _("a text is expected"))


called(text, "text")


def flag(value: object, path: Path) -> None:
    """Accept true or false."""
    if not isinstance(value, bool):
        raise ShapeError(path, _("true or false is expected"))


called(flag, "true or false")


def one_of(words: Iterable[str]) -> Check:
    """Make the check for one of ``words``."""
    order = tuple(words)
    known = frozenset(order)
    row = ", ".join(sorted(known))

    def check(value: object, path: Path) -> None:
        if not isinstance(value, str) or value not in known:
            raise ShapeError(path, _("one of these is expected: {words}").format(words=row))

    *several, last = (f'`"{word}"`' for word in order)
    return called(check, f"{', '.join(several)} or {last}" if several else last)


def maybe(inner: Check) -> Check:
    """Make the check that accepts null, and every value that ``inner`` accepts."""

    def check(value: object, path: Path) -> None:
        if value is not None:
            inner(value, path)

    return called(check, f"{words_for(inner)} or null")


def nothing(value: object, path: Path) -> None:
    """Accept only null."""
    if value is not None:
        raise ShapeError(path, _("nothing can stand here"))


called(nothing, "null")


def items(inner: Check, number: int | None = None) -> Check:
    """Make the check for a list whose items ``inner`` accepts. It must have exactly ``number`` items, unless that is
    None.
    """

    def check(value: object, path: Path) -> None:
        if not isinstance(value, list):
            raise ShapeError(path, _("a list is expected"))
        if number is not None and len(value) != number:
            raise ShapeError(path, _("{number} of them are expected").format(number=number))
        for place, item in enumerate(value):
            inner(item, (*path, place))

    one, *rest = words_for(inner).split(" or ")
    several = " or ".join((f"{one}s", *rest))
    return called(check, f"list of {several}" if number is None else f"list of {number} {several}")


def members(fields: Mapping[str, Check]) -> Check:
    """Make the check for an object with at least the members ``fields``, each with its check."""

    def check(value: object, path: Path) -> None:
        if not isinstance(value, dict):
            raise ShapeError(path, _("an object is expected"))
        for name, inner in fields.items():
            here = (*path, name)
            if name not in value:
                raise ShapeError(here, _("it is missing"))
            inner(value[name], here)

    return called(check, "object")


def both(inner: Check) -> Check:
    """Make the check for an object with the members ``own`` and ``other``, both of which ``inner`` accepts."""
    return called(members({"own": inner, "other": inner}), f"own and other: {words_for(inner)}")


def own_and_other(pair: tuple[object, object], seat: int = 0) -> Json:
    """Return an object with the members ``own`` and ``other``, as the player in ``seat`` reads them. ``pair`` has the
    values by seat.
    """
    return {"own": pair[seat], "other": pair[1 - seat]}


_MANY = 10**12

seat = called(whole(0, 1), "seat")
count = whole(0, _MANY)
from_one = whole(1, _MANY)
points = whole(-_MANY, _MANY)


# --- records ----------------------------------------------------------------------------------------------------------


def string(value: object, path: Path) -> str:
    """Accept a text, which may be empty, and return it."""
    if type(value) is not str:
        raise ShapeError(path, _("a text in quotes is expected here"))
    return value


def truth(value: object, path: Path) -> None:
    """Accept true or false."""
    if type(value) is not bool:
        raise ShapeError(path, _("true or false is expected here"))


def number(value: object, path: Path) -> int:
    """Accept a whole number and return it."""
    if type(value) is not int:  # isinstance would accept True and False, which are ints
        raise ShapeError(path, _("a whole number is expected here"))
    return value


def obj(value: object, path: Path) -> Json:
    """Accept an object with any members and return it."""
    if type(value) is not dict:
        raise ShapeError(path, _("an object in braces is expected here"))
    return value


def array(value: object, path: Path) -> list[Any]:
    """Accept a list of any items and return it."""
    if type(value) is not list:
        raise ShapeError(path, _("a list in brackets is expected here"))
    return value


def each(inner: Check) -> Check:
    """Make the check for a list whose items ``inner`` accepts."""

    def check(value: object, path: Path) -> None:
        for place, item in enumerate(array(value, path)):
            inner(item, (*path, place))

    return check


def texts(value: object, path: Path) -> None:
    """Accept a list of texts."""
    if not set(map(type, array(value, path))) <= {str}:
        _each_text(value, path)


_each_text = each(string)


def numbers(value: object, path: Path) -> None:
    """Accept an object whose members are whole numbers. The members may have any names."""
    found = obj(value, path)
    if not set(map(type, found.values())) <= {int}:
        for name, item in found.items():
            number(item, (*path, name))


def pair(inner: Check) -> Check:
    """Make the check for a list of two items, one for each player. ``inner`` must accept both."""

    def check(value: object, path: Path) -> None:
        found = array(value, path)
        if len(found) != 2:
            raise ShapeError(path, _("a list of two is expected here, one for each player"))
        inner(found[0], (*path, 0))
        inner(found[1], (*path, 1))

    return check


def member(whole: Json, path: Path, name: str, inner: Check) -> Any:
    """Return the member ``name`` of the object at ``path``.

    Raise ShapeError if it is missing or ``inner`` refuses it.
    """
    if name not in whole:
        raise ShapeError(path, _("“{name}” is missing").format(name=name))
    inner(whole[name], (*path, name))
    return whole[name]


def only(whole: Json, path: Path, names: Collection[str]) -> None:
    """Raise ShapeError at the first member of the object at ``path`` whose name is not in ``names``."""
    for name in whole:
        if name not in names:
            raise ShapeError((*path, name), _("“{name}” is not a part of a record").format(name=excerpt(name)))


def exactly(fields: Mapping[str, Check], optional: Collection[str] = ()) -> Check:
    """Make the check for an object with the members ``fields`` and no others.

    The members are checked in the order of ``fields``. Those in ``optional`` may be missing.
    """

    def check(value: object, path: Path) -> None:
        found = obj(value, path)
        only(found, path, fields)
        for name, inner in fields.items():
            if name in found or name not in optional:
                member(found, path, name, inner)

    return check
