"""Does the same as `make check` on systems without make: ``python packaging/check.py``, after ``set_up.py --work``.

Tests that need something that only Linux and its relatives have skip themselves on Windows and macOS. Elsewhere CI
counts a skipped test as failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the tests that need no window, and return the exit status of pytest."""
    python = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    environment = dict(os.environ)
    if not sys.platform.startswith("linux"):
        environment.pop("CI", None)
    command = [python, "-m", "pytest", "--make", "check"]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
