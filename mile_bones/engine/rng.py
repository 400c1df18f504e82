"""The random generator of every deal: small, specified, and the same in every Python version.

It is SplitMix64 (Guy Steele, Doug Lea, Christine Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014)
with the constants of Sebastiano Vigna's public reference implementation. Python does not promise that
``random.shuffle`` stays the same between its versions.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

T = TypeVar("T")


class Rng:
    """A stream of 64-bit numbers that depends only on ``seed``. The seed may be any integer; only its lowest 64 bits
    count.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    @classmethod
    def for_deal(cls, seed: int, number: int) -> Rng:
        """Return the stream that shuffles deal ``number`` (from 0) of the game with this seed.

        The seed is mixed first, so that neighbouring seeds or numbers give unrelated streams.
        """
        return cls(cls(cls(seed).next64() + number).next64())

    def next64(self) -> int:
        """Return the next number, from 0 to 2**64 - 1."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1, with all numbers equally likely. Raise ValueError unless 1 <= bound
        <= 2**64.
        """
        if not 1 <= bound <= _MASK + 1:
            raise ValueError(f"bound must be 1 to 2**64, not {bound}")
        limit = (_MASK + 1) - (_MASK + 1) % bound  # from this number on, the remainders would favour small results
        while True:
            number = self.next64()
            if number < limit:
                return number % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle ``items`` in place, with all orders equally likely (Fisher and Yates, from the end)."""
        next64 = self.next64
        for last in range(len(items) - 1, 0, -1):
            count = last + 1
            while (number := next64()) >= (_MASK + 1) - (_MASK + 1) % count:  # the same as ``below``, in half the time
                pass
            other = number % count
            items[last], items[other] = items[other], items[last]
