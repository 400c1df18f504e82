"""The pictures of a release, which the metainfo names: ``make release-pictures``.

They are scenes of ``make pictures`` at twice the resolution. Each has the name of its scene, in
``build/release-pictures``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "release-pictures"
SCENES = ("road", "coup", "hint", "mille-draw", "millieu-slide")
SIZE, SCALE = (800, 600), 2
PIXELS = (SIZE[0] * SCALE, SIZE[1] * SCALE)
_THEME = "light"


def main() -> None:
    """Take the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    size = f"{SIZE[0]}x{SIZE[1]}"
    how = ["--size", size, "--theme", _THEME, "--scale", str(SCALE), "--out", FOLDER]
    subprocess.run([sys.executable, ROOT / "tests/tools/pictures", *SCENES, *how], check=True)
    for scene in SCENES:
        (FOLDER / f"{scene}-{size}-{_THEME}-s{SCALE}.png").replace(FOLDER / f"{scene}.png")


if __name__ == "__main__":
    main()
