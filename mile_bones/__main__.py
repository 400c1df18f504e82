"""``python -m mile_bones`` does what the command ``mile-bones`` does."""

from __future__ import annotations

import sys

from mile_bones.cli import main

if __name__ == "__main__":
    sys.exit(main())
