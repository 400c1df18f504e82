"""Commands as they are written on this system."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path


def command_line(*words: str | Path) -> str:
    """Return a command line as a user would write it on this system."""
    texts = [str(word) for word in words]
    return subprocess.list2cmdline(texts) if sys.platform == "win32" else shlex.join(texts)
