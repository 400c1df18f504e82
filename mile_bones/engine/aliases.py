"""Types that many rooms speak of, by name."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pair: TypeAlias = tuple[T, T]
"""One for each seat."""

Option: TypeAlias = str | int | bool
"""What an option of a game can be."""
