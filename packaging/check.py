"""`make check` where there is no make: ``python packaging/check.py``, once set_up.py --work has been there.

Tests that need what only Linux and its relatives have leave themselves out on Windows and macOS; elsewhere CI takes a
test that is left out for one that has failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the tests that need no window, and return what pytest returns."""
    python = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    environment = dict(os.environ)
    if not sys.platform.startswith("linux"):
        environment.pop("CI", None)
    command = [python, "-m", "pytest", "--make", "check"]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
