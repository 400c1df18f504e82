"""Where tests write what is thrown away afterwards."""

from __future__ import annotations

import os
import shutil

_MEMORY = "/dev/shm"
_ENOUGH = 2 << 30
"""Bytes: many times what all tests write."""


def in_memory() -> str | None:
    """A folder in which to sync and to remove cost nothing; None where the system has none, or none of use."""
    if not (os.access(_MEMORY, os.W_OK) and hasattr(os, "statvfs")):
        return None
    if os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC:  # in containers, as a rule; tests write programs, too
        return None
    return _MEMORY if shutil.disk_usage(_MEMORY).free >= _ENOUGH else None
