"""Out of the nodes of ``json_text`` into plain values; what is not of the right kind is a fault at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from mile_bones.engine.excerpt import excerpt
from mile_bones.engine.json_text import Node, fault
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.errors import RecordError

T = TypeVar("T")


class Reader:
    """Reads parts of a record out of its text. Each method gives the value of a node, or raises RecordError there."""

    def __init__(self, text: str) -> None:
        self._text = text

    def members(self, node: Node) -> dict[str, Node]:
        """The members of an object, by name."""
        return self._typed(node, dict, _("an object in braces is expected here"))

    def items(self, node: Node) -> list[Node]:
        """The items of a list."""
        return self._typed(node, list, _("a list in brackets is expected here"))

    def string(self, node: Node) -> str:
        """A text."""
        return self._typed(node, str, _("a text in quotes is expected here"))

    def truth(self, node: Node) -> bool:
        """True or false."""
        return self._typed(node, bool, _("true or false is expected here"))

    def number(self, node: Node) -> int:
        """A whole number."""
        if isinstance(node.value, bool):  # which Python counts among the numbers
            raise self.wrong(node, _("a whole number is expected here"))
        return self._typed(node, int, _("a whole number is expected here"))

    def seat(self, node: Node) -> int:
        """The seat of the player who begins."""
        first = self.number(node)
        if first not in (0, 1):
            raise self.wrong(node, _("the first player is 0 or 1"))
        return first

    def strings(self, node: Node) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.string(item) for item in self.items(node))

    def pair(self, node: Node, read: Callable[[Node], T]) -> tuple[T, T]:
        """A list of two, one for each player."""
        items = self.items(node)
        if len(items) != 2:
            raise self.wrong(node, _("a list of two is expected here, one for each player"))
        return read(items[0]), read(items[1])

    def need(self, members: dict[str, Node], node: Node, name: str) -> Node:
        """The member of ``node`` with this name, which must be there."""
        if name not in members:
            raise self.wrong(node, _("“{name}” is missing").format(name=name))
        return members[name]

    def only(self, members: dict[str, Node], *names: str) -> None:
        """Refuse members with other names than these."""
        for name, node in members.items():
            if name not in names:
                raise self.wrong(node, _("“{name}” is not a part of a record").format(name=excerpt(name)))

    def wrong(self, node: Node, reason: str) -> RecordError:
        """The fault that lies where this node begins."""
        return fault(self._text, node.offset, reason)

    def _typed(self, node: Node, kind: type[T], reason: str) -> T:
        if not isinstance(node.value, kind):
            raise self.wrong(node, reason)
        return node.value
