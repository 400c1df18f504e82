"""Make the sounds of ``resources/sounds``: ``python packaging/make_sounds.py [FOLDER]``. It needs soundfile, which
writes FLAC. With ``--measure`` it writes nothing. It prints the length, loudness, peak and bass of each sound instead.

All sounds are our own, synthesised here from sines and noise. The files are committed. Each run makes the same files
byte for byte; a test makes the sounds again and compares.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from pathlib import Path

import numpy as np
import soundfile

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FOLDER = ROOT / "resources" / "sounds"
VARIANTS = 3


def make(folder: Path) -> None:
    """Write every variant of every cue."""
    from synthesis.cues import BESIDE, CUES, ROWS
    from synthesis.instruments import RATE
    from synthesis.levels import level

    from mile_bones.desktop.sound.cue import Cue

    folder.mkdir(parents=True, exist_ok=True)
    for name, cue in CUES.items():
        for variant in range(1, VARIANTS + 1):
            luck = np.random.Generator(np.random.PCG64((zlib.crc32(name.encode()), variant)))
            try:
                sound = level(cue(luck, variant), Cue(name).level, row=ROWS.get(name), softer=BESIDE.get(name, 0.0))
            except ValueError as error:
                sys.exit(f"{name}: {error}")
            soundfile.write(
                folder / f"{name}_{variant}.flac", sound, RATE, "PCM_16", format="FLAC", compression_level=1.0
            )


def measure(folder: Path) -> None:
    """Print what the sounds in this folder measure, the softest cue first."""
    from synthesis.cues import ROWS
    from synthesis.levels import in_a_row, loudness, low_part

    from mile_bones.desktop.sound.cue import Cue

    print(f"{'cue':20}{'level':10}{'seconds':>9}{'LUFS':>8}{'dBFS':>8}{'below 300 Hz':>14}")
    for cue in sorted(Cue, key=lambda cue: (cue.level, cue.rank)):
        rows = []
        for variant in range(1, VARIANTS + 1):
            sound, rate = soundfile.read(folder / f"{cue}_{variant}.flac")
            peak = 20 * np.log10(np.max(np.abs(sound)))
            rows.append((len(sound) / rate, loudness(in_a_row(sound, ROWS.get(cue))), peak, 100 * low_part(sound)))
        seconds, loud, peak, low = np.max(rows, axis=0)
        print(f"{cue:20}{cue.level.name.lower():10}{seconds:9.2f}{loud:8.1f}{peak:8.1f}{low:12.0f} %")
    print(f"All files: {sum(file.stat().st_size for file in folder.glob('*.flac')):,} bytes")


def main() -> None:
    """Make the sounds, or measure them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--measure", action="store_true", help="write nothing, and print what the sounds measure")
    given = parser.parse_args()
    (measure if given.measure else make)(given.folder)


if __name__ == "__main__":
    main()
