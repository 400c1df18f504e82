"""The luck of a match: the cards of its deals, from a number or from a secret.

A number deals as it does everywhere: deal k follows from it and k by `engine.Rng`. Whoever knows six cards can find a
small number by trying one after the other, and with it all other cards; and that generator is none of cryptography. A
secret has 39 digits, too many to try, and deals by SHA-256: without it, nothing follows from the cards that somebody
has seen about those that nobody has. Nothing but a match of the lab is dealt from secrets.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.hand import Deal, deal_out, shuffled_deal
from mile_bones.games.milebones.rules import Rules

SECRET: Final = 10**38
"""From here on a seed is a secret, below it a number."""
DIGITS: Final = len(str(SECRET))
"""How many digits a secret has."""


def fresh_secret() -> int:
    """A seed that nobody can guess: one of 9 * 10**38, which is more than 129 bits."""
    return SECRET + secrets.randbelow(9 * SECRET)


def deal(rules: Rules, seed: int, number: int, first: int) -> Deal:
    """Deal ``number`` (from 0) of this seed, in which seat ``first`` begins."""
    if seed < SECRET:
        return shuffled_deal(rules, seed, number, first)
    return deal_out(rules, SecretRng(f"deal {number} of {seed}"), first)


def game_seed(seed: int, number: int) -> int:
    """The seed that deals series ``number``, from a stream of its own: games shall not repeat the single hands."""
    if seed >= SECRET:
        hidden = SecretRng(f"series {number} of {seed}")
        return SECRET + (hidden.next64() << 64 | hidden.next64()) % (9 * SECRET)
    stream = Rng(~seed)
    for _earlier in range(number):
        stream.next64()
    return stream.next64()


class SecretRng(Rng):
    """Numbers that follow from ``words`` by SHA-256 alone."""

    __slots__ = ("_left", "_words")

    def __init__(self, words: str) -> None:
        super().__init__(0)
        self._words = words
        self._left: list[int] = []

    def next64(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        if not self._left:
            block = hashlib.sha256(f"{self._words}, block {self._state}".encode()).digest()
            self._state += 1
            self._left = [int.from_bytes(block[at : at + 8], "big") for at in range(24, -1, -8)]
        return self._left.pop()
