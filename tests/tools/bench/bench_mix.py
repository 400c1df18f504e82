"""Measures how an imagined hand sounds: ``python tests/tools/bench/bench_mix.py [--pictures FOLDER]``.

The cues of a hand are played through the real player of variants and the real mixer, at full volume. The tool prints
the loudness of the loudest 400 ms of each part (ITU-R BS.1770) for one ear and for both, the highest sample, the part
of the energy below 300 Hz, and the time that the mixer takes for 20 ms. With ``--pictures``, it writes a spectrogram
with the curve of loudness, and the mix as a WAV file. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import sys
import wave
from array import array
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from synthesis.levels import loudness, low_part  # noqa: E402 - found by the line above

from mile_bones.desktop.sound.cue import Cue  # noqa: E402
from mile_bones.desktop.sound.mixer import PERIOD_MS, RATE, Mixer  # noqa: E402
from mile_bones.desktop.sound.output import VARIANTS, read_cue  # noqa: E402

PARTS: list[tuple[str, float, list[tuple[float, Cue, float]]]] = [
    (
        "a deal",
        1.6,
        [(0.0, Cue.SHUFFLED, 0.0), *((0.65 + 0.07 * card, Cue.DEALT, -0.5 + 0.12 * card) for card in range(7))],
    ),
    ("a draw", 0.9, [(0.0, Cue.DRAW, 0.3), (0.22, Cue.CARD_LANDED, 0.4)]),
    ("a card picked up and put back", 0.9, [(0.0, Cue.CARD_LIFTED, 0.0), (0.5, Cue.CARD_LANDED, 0.0)]),
    ("a card discarded", 0.8, [(0.0, Cue.CARD_LIFTED, 0.0), (0.35, Cue.DISCARD, 0.4)]),
    ("a card refused, an undo", 1.3, [(0.0, Cue.REFUSED, 0.0), (0.6, Cue.UNDONE, 0.0)]),
    ("Go", 1.0, [(0.0, Cue.GO, -0.3)]),
    ("25 miles", 0.8, [(0.0, Cue.MILES_25, 0.5)]),
    ("50 miles", 0.8, [(0.0, Cue.MILES_50, 0.5)]),
    ("75 miles", 0.8, [(0.0, Cue.MILES_75, 0.5)]),
    ("100 miles", 0.9, [(0.0, Cue.MILES_100, 0.5)]),
    ("200 miles", 1.1, [(0.0, Cue.MILES_200, 0.5)]),
    ("a hazard for you", 1.1, [(0.0, Cue.HAZARD_YOU, -0.3), (0.24, Cue.FLAT, -0.3)]),
    ("a remedy", 1.0, [(0.0, Cue.REMEDY, -0.3)]),
    ("a safety, and a draw", 1.2, [(0.0, Cue.SAFETY, 0.6), (0.2, Cue.DRAW, 0.3), (0.42, Cue.CARD_LANDED, 0.3)]),
    ("a hazard for the computer", 1.1, [(0.0, Cue.HAZARD_COMPUTER, -0.3), (0.24, Cue.ACCIDENT, -0.3)]),
    ("a coup fourré over a hazard", 1.3, [(0.0, Cue.STOP, -0.3), (0.2, Cue.COUP, -0.3), (0.4, Cue.DRAW, 0.3)]),
    ("five cards left", 0.8, [(0.0, Cue.DRAW, 0.3), (0.24, Cue.LOW_DECK, 0.3)]),
    ("the trip, a hand won", 1.8, [(0.0, Cue.TRIP, 0.0), (0.62, Cue.HAND_WON, 0.0)]),
    ("a hand lost", 1.4, [(0.0, Cue.HAND_LOST, 0.0)]),
    ("a game of Mile Bones won", 3.2, [(0.0, Cue.TRIP, 0.0), (0.62, Cue.GAME_WON, 0.0)]),
    ("a game of Mille won", 2.9, [(0.0, Cue.GAME_WON_MONTREAL, 0.0)]),
    ("a game of Millieu won", 2.9, [(0.0, Cue.GAME_WON_MILLIEU, 0.0)]),
    ("everything at once", 1.6, [(0.02 * number, cue, 0.0) for number, cue in enumerate(Cue)]),
]
"""The parts of the hand: a name, the length in seconds, and cues with their times and sides."""
BLOCK = RATE * PERIOD_MS // 1000


def mixed(notes: list[tuple[float, Cue, float]], seconds: float, luck: Random) -> tuple[np.ndarray, list[float]]:
    """Return the samples of both ears as a table with two rows, and the time of each call of the mixer in ms."""
    mixer, heard, times = Mixer(), array("h"), []
    stream, waiting = mixer.stream(), sorted(notes)
    for block in range(round(seconds * 1000 / PERIOD_MS)):
        while waiting and waiting[0][0] <= block * PERIOD_MS / 1000:
            _when, cue, side = waiting.pop(0)
            mixer.add(read_cue(cue, luck.randint(1, VARIANTS)), level=cue.level, side=side)
        start = perf_counter()
        got = stream.send(BLOCK)
        if not mixer.is_silent:
            times.append(1000 * (perf_counter() - start))
        heard.frombytes(bytes(got))
    return np.array(heard, dtype=float).reshape(-1, 2).T / 32768, times


def both(ears: np.ndarray) -> float:
    """Return the loudness for both ears together, whose energies are added."""
    loud = [loudness(ear) for ear in ears]
    return float(10 * np.log10(sum(10 ** (each / 10) for each in loud)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write a spectrogram and the mix here")
    given = parser.parse_args()
    luck, whole, times = Random(1), [], []
    print(f"{'':32}{'level':10}{'one ear':>8}{'both':>8}{'dBFS':>8}{'< 300 Hz':>10}")
    for name, seconds, notes in PARTS:
        ears, took = mixed(notes, seconds, luck)
        whole.append(ears)
        times += took
        level = max(cue.level for _when, cue, _side in notes)
        peak = 20 * np.log10(np.max(np.abs(ears)))
        one = max(map(loudness, ears))
        low = 100 * low_part(ears.sum(axis=0))
        print(f"{name:32}{level.name.lower():10}{one:8.1f}{both(ears):8.1f}{peak:8.1f}{low:8.0f} %")
    ears = np.concatenate(whole, axis=1)
    print(f"The whole: {ears.shape[1] / RATE:.1f} s, highest sample {20 * np.log10(np.max(np.abs(ears))):.1f} dBFS")
    usual, high = np.percentile(times, (50, 99))
    print(f"The mixer takes {usual:.2f} ms for {PERIOD_MS} ms while something sounds, and {high:.2f} ms in one of 100.")
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)
        draw(ears, given.pictures / "mix.png")
        with wave.open(str(given.pictures / "mix.wav"), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((ears.T * 32767).astype("<i2").tobytes())


def draw(ears: np.ndarray, to: Path) -> None:
    """Write a spectrogram of the mix, in rows of twelve seconds, with the loudness of each moment as a curve."""
    from PySide6.QtGui import QColor, QImage, QPainter

    sound, column, row_s = ears.mean(axis=0), RATE // 100, 12
    bands = np.geomspace(60, 15_000, 220)
    rows = []
    for begin in range(0, len(sound), row_s * RATE):
        piece = np.pad(sound[begin : begin + row_s * RATE + 2048], (0, 2048))
        starts = range(0, min(row_s * RATE, len(piece) - 2048), column)
        spectra = np.abs(np.fft.rfft([piece[at : at + 2048] * np.hanning(2048) for at in starts], axis=1))
        indices = np.clip((bands * 2048 / RATE).astype(int), 1, 1023)
        strength = np.clip((20 * np.log10(spectra[:, indices] + 1e-6) + 50) / 90, 0, 1)
        rows.append((strength.T[::-1], [loudness(piece[at : at + round(0.4 * RATE)]) for at in starts]))
    image = QImage(row_s * 100, 320 * len(rows), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for number, (strength, loud) in enumerate(rows):
        top = 320 * number
        grey = np.ascontiguousarray(255 - 255 * strength).astype(np.uint8)
        high, wide = grey.shape
        painter.drawImage(0, top, QImage(grey.tobytes(), wide, high, wide, QImage.Format.Format_Grayscale8))
        line = top + int(220 * (1 - np.log(300 / 60) / np.log(15_000 / 60)))
        painter.setPen(QColor("red"))
        painter.drawLine(0, line, wide, line)
        for level, colour in ((-32, "green"), (-26, "orange"), (-20, "red")):
            painter.setPen(QColor(colour))
            painter.drawLine(0, top + 220 + 4 * -(level + 14), wide, top + 220 + 4 * -(level + 14))
        painter.setPen(QColor("black"))
        for x, value in enumerate(loud):
            painter.drawPoint(x, top + 220 + int(np.clip(4 * -(value + 14), 0, 99)))
    painter.end()
    image.save(str(to))


if __name__ == "__main__":
    main()
