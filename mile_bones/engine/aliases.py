"""Type aliases that many packages share."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pair: TypeAlias = tuple[T, T]
"""Two values, the first for seat 0 and the second for seat 1."""

Option: TypeAlias = str | int | bool
"""The value of a game's option."""
