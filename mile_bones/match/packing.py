"""Short texts for the names of cards and actions in a book of puzzles, and for whole records of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
"""The letters that replace names, in twos if there are more names. JSON writes all of them without an escape."""


class Signs:
    """A code that replaces each of the ``names`` by one letter, or by two letters if there are too many names."""

    def __init__(self, names: Sequence[str]) -> None:
        signs = LETTERS if len(names) <= len(LETTERS) else ["".join(pair) for pair in product(LETTERS, repeat=2)]
        self._names = dict(zip(signs, names, strict=False))
        self._signs = {name: sign for sign, name in self._names.items()}
        self._width = len(signs[0])

    def names(self, text: str) -> tuple[str, ...]:
        """Return the names that the text replaces."""
        return tuple(self._names[text[at : at + self._width]] for at in range(0, len(text), self._width))

    def text(self, names: Iterable[str]) -> str:
        """Return the text that replaces the names."""
        return "".join(self._signs[name] for name in names)


class Names(NamedTuple):
    """The names that occur in JSON values: those of cards, those of actions, and for each kind of object those of its
    members.
    """

    cards: list[str]
    actions: list[str]
    members: list[list[str]]


def names_in(values: Iterable[Any]) -> Names:
    """Return the names in the bodies of some records, sorted."""
    texts, members = set[str](), set[tuple[str, ...]]()
    waiting = [*values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            texts.add(value)
        elif isinstance(value, dict):
            members.add(tuple(value))
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    actions = set(filter(_is_action, texts))
    return Names(sorted(texts - actions), sorted(actions), [[*names] for names in sorted(members)])


def _is_action(text: str) -> bool:
    """Return True if the text is an action, with the seat before it, and not a card."""
    return " " in text


class Packing:
    """A code for the body of a record, as JSON values, in which texts become short.

    A card or a list of cards becomes a text of signs, and so does a list of actions. The first character of the text
    says which of them it is. An object becomes an object with one member, a list of its values. The name of this member
    is the place of the object's own names in ``members``.
    """

    _CARD, _CARDS, _ACTIONS = "1ca"

    def __init__(self, members: Sequence[Sequence[str]], cards: Signs, actions: Signs) -> None:
        self._members, self.cards, self.actions = members, cards, actions

    def packed(self, value: Any) -> Any:
        """Return a value of the body in the code."""
        if isinstance(value, dict):
            return {str(self._members.index([*value])): [self.packed(each) for each in value.values()]}
        if isinstance(value, str):
            return self._CARD + self.cards.text((value,))
        if not isinstance(value, list):
            return value
        if not value or not isinstance(value[0], str):
            return [self.packed(each) for each in value]
        return (
            self._ACTIONS + self.actions.text(value) if _is_action(value[0]) else self._CARDS + self.cards.text(value)
        )

    def unpacked(self, value: Any) -> Any:
        """Return the value that ``packed`` has coded."""
        if isinstance(value, dict):
            ((place, values),) = value.items()
            return dict(zip(self._members[int(place)], map(self.unpacked, values), strict=True))
        if isinstance(value, str):
            kind, signs = value[0], value[1:]
            names = (self.actions if kind == self._ACTIONS else self.cards).names(signs)
            return names[0] if kind == self._CARD else [*names]
        return [*map(self.unpacked, value)] if isinstance(value, list) else value
