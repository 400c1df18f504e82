"""``python -m mile_bones`` does what the command ``mile-bones`` does."""

from __future__ import annotations

import sys

from mile_bones.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A bundle has no Python to start: the lab's processes are this program once more.
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main())
