"""Run ``make check`` on a system without make: ``python packaging/check.py``, after ``set_up.py --work``.

Tests that need Linux or a similar system are skipped on Windows and macOS. On Linux, CI counts a skipped test as a
failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the tests that do not need a window. Return the exit status of pytest."""
    python = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    environment = dict(os.environ)
    if not sys.platform.startswith("linux"):
        environment.pop("CI", None)
    command = [python, "-m", "pytest", "--make", "check"]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
