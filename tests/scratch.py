"""The place for files that tests write and throw away."""

from __future__ import annotations

import os
import shutil

_MEMORY = "/dev/shm"
_ENOUGH = 2 << 30
"""A size in bytes: many times the amount that all tests write."""


def in_memory() -> str | None:
    """Return a folder in memory, where syncing and deleting are free, or None if the system has no usable one."""
    if not (os.access(_MEMORY, os.W_OK) and hasattr(os, "statvfs")):
        return None
    if os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC:  # usual in containers; tests also write programs
        return None
    return _MEMORY if shutil.disk_usage(_MEMORY).free >= _ENOUGH else None
