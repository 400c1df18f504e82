"""The command ``mile-bones``, started as ``python -m mile_bones`` or as ``python`` with the path of this folder."""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__ and not getattr(sys, "frozen", False):
    # Started by its path: Python looks for modules in this folder, but they are in the folder above.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from mile_bones.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A bundle contains no Python to start: the processes of the lab are copies of this program.
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main())
