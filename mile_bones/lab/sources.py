"""A short text that changes as soon as one of a set of source files changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]
"""The folder of all modules."""


def digest(folder: Path, patterns: Iterable[str]) -> str:
    """Return a hash of the names and contents of all files in this folder that match one of the patterns."""
    text = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in folder.glob(pattern)):
        text.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return text.hexdigest()[:16]
