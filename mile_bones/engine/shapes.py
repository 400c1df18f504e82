"""Values from outside, as JSON knows them: what may stand where, and what is said of what does not.

A ``Check`` is made once, of the checks of its parts, and tried on any number of values. Members of an object that no
check names are passed over: a later program may say more than this one knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from mile_bones.engine.errors import MileBonesError
from mile_bones.i18n import gettext as _

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""

Check: TypeAlias = Callable[[object, str], None]
"""``check(value, path)`` raises ShapeError, naming the path, when the value is not what may stand there."""


class ShapeError(MileBonesError, ValueError):
    """A value that cannot stand where it stands. ``path`` leads to it ("own.battle"), ``reason`` is for people."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"“{path}”: {reason}")
        self.path = path
        self.reason = reason


class Contradiction(ShapeError):
    """A value that could stand there, but not beside the others."""

    def __init__(self, path: str) -> None:
        super().__init__(path, _("it contradicts the rest"))


def must_fit(path: str, fits: bool) -> None:
    """Contradiction at this path unless it ``fits`` the rest."""
    if not fits:
        raise Contradiction(path)


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

    def check(value: object, path: str) -> None:
        # bool is an int for Python, but true is no number for anybody else
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ShapeError(path, _("a whole number from {low} to {high} is expected").format(low=low, high=high))

    return check


def text(value: object, path: str) -> None:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ShapeError(path, _("a text is expected"))


def flag(value: object, path: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise ShapeError(path, _("true or false is expected"))


def one_of(words: Iterable[str]) -> Check:
    """One of these words."""
    known = frozenset(words)
    row = ", ".join(sorted(known))

    def check(value: object, path: str) -> None:
        if not isinstance(value, str) or value not in known:
            raise ShapeError(path, _("one of these is expected: {words}").format(words=row))

    return check


def maybe(inner: Check) -> Check:
    """Null, or what ``inner`` takes."""

    def check(value: object, path: str) -> None:
        if value is not None:
            inner(value, path)

    return check


def nothing(value: object, path: str) -> None:
    """Null alone."""
    if value is not None:
        raise ShapeError(path, _("nothing can stand here"))


def items(inner: Check, number: int | None = None) -> Check:
    """A list of what ``inner`` takes, of just this ``number`` if it is given."""

    def check(value: object, path: str) -> None:
        if not isinstance(value, list):
            raise ShapeError(path, _("a list is expected"))
        if number is not None and len(value) != number:
            raise ShapeError(path, _("{number} of them are expected").format(number=number))
        for place, item in enumerate(value):
            inner(item, f"{path}[{place}]")

    return check


def members(fields: Mapping[str, Check]) -> Check:
    """An object with at least these members."""

    def check(value: object, path: str) -> None:
        if not isinstance(value, dict):
            raise ShapeError(path, _("an object is expected"))
        for name, inner in fields.items():
            here = f"{path}.{name}" if path else name
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
