"""Make the sounds of ``resources/sounds``: ``python packaging/make_sounds.py``. It needs soundfile, which writes FLAC.

All sounds are our own, synthesised here from sines and noise. The files are committed. Each run makes the same files
byte for byte; a test makes the sounds again and compares.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import numpy as np
import soundfile

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = 3


def main(folder: Path = ROOT / "resources" / "sounds") -> None:
    """Write every variant of every cue."""
    from synthesis.cues import CUES
    from synthesis.instruments import RATE
    from synthesis.levels import level

    folder.mkdir(parents=True, exist_ok=True)
    for cue in CUES:
        name = cue.__name__
        for variant in range(1, VARIANTS + 1):
            luck = np.random.Generator(np.random.PCG64((zlib.crc32(name.encode()), variant)))
            try:
                sound = level(cue(luck))
            except ValueError as error:
                sys.exit(f"{name}: {error}")
            soundfile.write(
                folder / f"{name}_{variant}.flac", sound, RATE, "PCM_16", format="FLAC", compression_level=1.0
            )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
