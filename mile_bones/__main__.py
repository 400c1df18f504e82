"""``python -m mile_bones`` does what the command ``mile-bones`` does; and so does ``python`` with this folder."""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__ and not getattr(sys, "frozen", False):
    # Started by the folder: Python then looks for modules in it, where it should look beside it.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from mile_bones.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A bundle has no Python to start: the lab's processes are this program once more.
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main())
