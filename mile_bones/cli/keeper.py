"""``mile-bones keeper``: the process that an arena in a bundle starts between itself and a bot.

People do not use it.
"""

from __future__ import annotations

from mile_bones.lab.protocol.supervisor import supervise


def run(words: list[str]) -> int:
    """Run ``mile_bones.lab.protocol.supervisor`` as if it were started as a script. Return the exit status."""
    supervise(int(words[0]), words[1:])
    return 0
