"""All objects that can be reached from an object, found by the references that the garbage collector follows."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType

from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.state import HandLog, MileBonesState


def all_within(thing: object) -> Iterator[object]:
    """Yield every object that can be reached from ``thing``.

    Classes, modules and enums end the search, because they are shared by all. A function counts with what it was given
    (closure, defaults, attributes), but not with the module in which it is defined.
    """
    todo, known = [thing], set()
    while todo:
        item = todo.pop()
        if id(item) in known or isinstance(item, type | ModuleType):
            continue
        known.add(id(item))
        yield item
        todo += _held_by(item)


def _held_by(item: object) -> list[object]:
    if isinstance(item, Enum | BuiltinFunctionType):
        return []
    if isinstance(item, FunctionType):
        return [item.__closure__, item.__defaults__, item.__kwdefaults__, item.__dict__]
    return gc.get_referents(item)


def hidden_within(state: MileBonesState) -> set[int]:
    """Return the ids of all objects that no player may hold a reference to: the state, its hand, and its lists of
    cards, deals and logs.
    """
    kinds = (MileBonesState, Hand, Deal, HandLog, list)
    return {id(item) for item in all_within(state) if isinstance(item, kinds)}


def is_alive(kind: type, identity: int) -> bool:
    """Return True if an object of this class still exists at this address, so that something refers to it."""
    gc.collect()
    return any(type(item) is kind and id(item) == identity for item in gc.get_objects())
