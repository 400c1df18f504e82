"""The luck of a match: the cards of its deals, from a number or from a secret.

Deals from a number are made as everywhere in the project: deal k follows from the number and k by `engine.Rng`, which
is not cryptographic. Anyone who knows six cards can find a small number by trying one after the other. The number gives
away all other cards. A secret has 39 digits, too many to try, and its deals are made by SHA-256: the cards that have
been seen reveal nothing about the others without the secret. Only a match of the lab is dealt from a secret.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.hand import Deal, deal_out, shuffled_deal
from mile_bones.games.milebones.rules import Rules

SECRET: Final = 10**38
"""The smallest seed that is a secret. Smaller seeds are numbers."""
DIGITS: Final = len(str(SECRET))
"""The number of digits of a secret."""


def fresh_secret() -> int:
    """Return a seed that nobody can guess: one of 9 * 10**38, which is more than 129 bits."""
    return SECRET + secrets.randbelow(9 * SECRET)


def deal(rules: Rules, seed: int, number: int, first: int) -> Deal:
    """Return deal ``number`` (from 0) of this seed, in which seat ``first`` begins."""
    if seed < SECRET:
        return shuffled_deal(rules, seed, number, first)
    return deal_out(rules, SecretRng(f"deal {number} of {seed}"), first)


def game_seed(seed: int, number: int) -> int:
    """Return the seed that deals series ``number``. It comes from a separate stream, so that games do not repeat the
    single hands.
    """
    if seed >= SECRET:
        hidden = SecretRng(f"series {number} of {seed}")
        return SECRET + (hidden.next64() << 64 | hidden.next64()) % (9 * SECRET)
    stream = Rng(~seed)
    for _earlier in range(number):
        stream.next64()
    return stream.next64()


class SecretRng(Rng):
    """Random numbers that follow from ``words`` by SHA-256 alone."""

    __slots__ = ("_left", "_words")

    def __init__(self, words: str) -> None:
        super().__init__(0)
        self._words = words
        self._left: list[int] = []

    def next64(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""
        if not self._left:
            block = hashlib.sha256(f"{self._words}, block {self._state}".encode()).digest()
            self._state += 1
            self._left = [int.from_bytes(block[at : at + 8], "big") for at in range(24, -1, -8)]
        return self._left.pop()
