"""``mile-bones keeper``: the process that an arena in a bundle puts between itself and a bot. Nobody types this."""

from __future__ import annotations

from mile_bones.lab.protocol.supervisor import supervise


def run(words: list[str]) -> int:
    """Do what `mile_bones.lab.protocol.supervisor` does as a script, and return the exit status."""
    supervise(int(words[0]), words[1:])
    return 0
