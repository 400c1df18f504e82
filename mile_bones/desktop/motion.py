"""Whether the system asks for reduced motion, where that can be read."""

from __future__ import annotations


def reduced() -> bool:
    """The system's wish; False where it does not say."""
    return False
