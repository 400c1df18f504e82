"""The sounds that ship with the game: at three levels, short, small, and identical to the output of their script."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import miniaudio
import numpy as np
import pytest

from mile_bones import resources
from mile_bones.desktop.sound.cue import Cue, Level
from mile_bones.desktop.sound.output import VARIANTS, read_cue
from mile_bones.desktop.table.durations import DEAL_STEP_MS

RATE = 48_000
"""The sample rate for which BS.1770 gives the coefficients of its filters."""
# ITU-R BS.1770-5, tables 1 and 2: the shelving filter for the head, and the high-pass.
FILTERS = (
    ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)
FILES = resources.names("sounds", ".flac")


def weighted(samples: np.ndarray) -> np.ndarray:
    """Return the samples after K-weighting. Silence is added at the end of the samples, for the decay of the
    filters.
    """
    z = np.exp(-1j * np.linspace(0, np.pi, len(samples) // 2 + 1))
    response = np.ones(len(z), dtype=complex)
    for b, a in FILTERS:
        response *= (b[0] + b[1] * z + b[2] * z**2) / (a[0] + a[1] * z + a[2] * z**2)
    return np.fft.irfft(np.fft.rfft(samples) * response, len(samples))


def loudness(samples: np.ndarray) -> float:
    """Return the loudness of the loudest 400 ms in LUFS. Silence is added at both ends."""
    window = round(0.4 * RATE)
    padded = np.concatenate((np.zeros(window), samples, np.zeros(window)))
    power = np.concatenate(([0.0], np.cumsum(weighted(padded) ** 2)))
    return float(-0.691 + 10 * np.log10(np.max(power[window:] - power[:-window]) / window))


@cache
def decoded(name: str, rate: int) -> np.ndarray:
    data = resources.read_bytes(name)
    samples = miniaudio.decode(data, miniaudio.SampleFormat.FLOAT32, nchannels=1, sample_rate=rate).samples
    return np.frombuffer(samples, dtype=np.float32).astype(float)


def test_a_known_sine_is_as_loud_as_the_standard_says() -> None:
    """BS.1770: a sine of 997 Hz at 0 dBFS in one channel reads -3.01 LKFS."""
    sine = np.sin(2 * np.pi * 997 * np.arange(RATE) / RATE)
    assert loudness(sine) == pytest.approx(-3.01, abs=0.05)


def test_every_cue_has_its_variants_and_there_are_no_other_files() -> None:
    assert sorted(FILES) == sorted(f"sounds/{cue}_{variant}.flac" for cue in Cue for variant in range(1, VARIANTS + 1))
    assert resources.names("sounds") == FILES


def test_no_variant_is_a_copy() -> None:
    assert len({resources.read_bytes(name) for name in FILES}) == len(FILES)


def test_all_sounds_together_are_small() -> None:
    assert sum(resources.path(name).stat().st_size for name in FILES) <= 1_500_000


PEAKS = {Level.HANDLING: -12.0, Level.EVENT: -9.2, Level.MOMENT: -6.0}
LOUDNESS = {Level.HANDLING: -32.0, Level.EVENT: -26.0, Level.MOMENT: -20.0}
BESIDE = {Cue.CARD_LIFTED, Cue.CARD_LANDED, Cue.OUT_OF_GAS, Cue.FLAT, Cue.ACCIDENT, Cue.STOP, Cue.LIMIT}
"""The cues that are heard just before or after another cue."""
ROWS = {Cue.DEALT: DEAL_STEP_MS / 1000, Cue.PASSED: 0.12}
"""The cues that are heard in a row, with the seconds from one to the next."""
LONGEST = {Level.HANDLING: 0.7, Level.EVENT: 1.1, Level.MOMENT: 3.0}


def cue_of(name: str) -> Cue:
    """Return the cue that a file belongs to."""
    return Cue(name.removeprefix("sounds/").rpartition("_")[0])


@pytest.mark.parametrize("name", FILES)
def test_each_sound_is_short_and_below_the_peak_of_its_level(name: str) -> None:
    level = cue_of(name).level
    info = miniaudio.flac_get_info(resources.read_bytes(name))
    assert info.nchannels == 1 and info.duration < (1.5 if cue_of(name) is Cue.DRIVE else LONGEST[level])
    samples = decoded(name, info.sample_rate)
    assert 20 * np.log10(np.max(np.abs(samples))) < PEAKS[level] + 0.05
    assert abs(np.mean(samples)) < 0.005, "direct current"
    assert np.max(np.abs(samples[-32:])) < 0.01, "a click at the end"


def in_a_row(samples: np.ndarray, apart: float, count: int) -> np.ndarray:
    """Return the sound played ``count`` times, ``apart`` seconds from one to the next."""
    step = round(apart * RATE)
    row = np.zeros(step * (count - 1) + len(samples))
    for start in range(0, step * count, step):
        row[start : start + len(samples)] += samples
    return row


@pytest.mark.slow
@pytest.mark.parametrize("cue", Cue)
def test_each_cue_is_as_loud_as_its_level(cue: Cue) -> None:
    for variant in range(1, VARIANTS + 1):
        samples = decoded(f"sounds/{cue}_{variant}.flac", RATE)
        found = loudness(in_a_row(samples, ROWS[cue], 7) if cue in ROWS else samples)
        assert found == pytest.approx(LOUDNESS[cue.level] - (4 if cue in BESIDE else 0), abs=1), variant


@pytest.mark.parametrize("name", FILES)
def test_small_loudspeakers_play_most_of_each_sound(name: str) -> None:
    samples = decoded(name, 32_000)
    power = np.abs(np.fft.rfft(samples)) ** 2
    low = power[np.fft.rfftfreq(len(samples), 1 / 32_000) < 300].sum()
    assert low < 0.3 * power.sum()


def notes(cue: Cue, moments: tuple[float, ...], low: float, high: float) -> list[float]:
    """Return the pitch at each of these moments, in Hz: the lowest strong pitch between ``low`` and ``high``."""
    samples = np.array(read_cue(cue, 1), dtype=float)
    found = []
    for moment in moments:
        piece = samples[round(moment * 32_000) :][:1600]
        size = 1 << 17
        spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), size))
        hz = np.fft.rfftfreq(size, 1 / 32_000)
        spectrum[(hz < low) | (hz > high)] = 0
        first = int(np.argmax(spectrum > 0.3 * spectrum.max()))
        near = (hz >= hz[first]) & (hz < hz[first] * 1.2)
        found.append(float(hz[near][np.argmax(spectrum[near])]))
    return found


def steps(pitches: list[float]) -> list[int]:
    """Return the steps from note to note in semitones."""
    return [round(12 * np.log2(after / before)) for before, after in pairwise(pitches)]


@pytest.mark.parametrize(
    ("cue", "moments", "low", "high", "semitones"),
    [
        (Cue.HAZARD_YOU, (0.13, 0.32), 240, 400, [-3]),  # a falling minor third
        (Cue.HAZARD_COMPUTER, (0.12, 0.26), 480, 800, [-3]),
        (Cue.REMEDY, (0.23, 0.38), 450, 760, [4]),  # a rising third
        (Cue.TRIP, (0.03, 0.145, 0.26, 0.42), 330, 900, [5, 4, 3]),  # four notes on a horn
        (Cue.GAME_WON, (0.02, 0.15, 0.28, 0.43, 0.8, 0.93, 1.06), 330, 900, [0, 0, 5, 4, -4, 4]),  # seven
        (Cue.HAND_WON, (0.02, 0.14), 330, 560, [4]),
        (Cue.HAND_LOST, (0.1, 0.6), 480, 700, [0]),  # it does not fall
        (Cue.HAND_LOST, (0.1, 0.6), 320, 360, [-1]),
    ],
)
def test_tunes_have_the_intervals_of_the_style_guide(cue: Cue, moments, low, high, semitones) -> None:
    assert steps(notes(cue, moments, low, high)) == semitones


@pytest.mark.parametrize("cue", [Cue.GAME_WON, Cue.GAME_WON_MONTREAL, Cue.GAME_WON_MILLIEU])
def test_a_fanfare_for_a_game_lasts_two_to_three_seconds(cue: Cue) -> None:
    for variant in range(1, VARIANTS + 1):
        assert 2.0 <= len(read_cue(cue, variant)) / 32_000 <= 3.0


def test_a_loss_ends_softly_in_about_a_second() -> None:
    assert 0.8 <= len(read_cue(Cue.HAND_LOST, 1)) / 32_000 <= 1.1
    assert Cue.HAND_LOST.level is Level.EVENT


def test_more_miles_sound_lower_and_longer() -> None:
    distances = [Cue.MILES_25, Cue.MILES_50, Cue.MILES_75, Cue.MILES_100, Cue.MILES_200]
    pitches, lengths = [], []
    for cue in distances:
        pitches.append(notes(cue, (0.012,), 300, 1200)[0])
        lengths.append(max(len(read_cue(cue, variant)) for variant in range(1, VARIANTS + 1)))
    assert all(after < 0.9 * before for before, after in pairwise(pitches)), pitches
    assert all(after > 1.1 * before for before, after in pairwise(lengths)), lengths


@pytest.mark.long
def test_the_script_reproduces_the_shipped_sounds(root: Path, tmp_path: Path) -> None:
    script = root / "packaging" / "make_sounds.py"
    for run in ("first", "second"):
        subprocess.run([sys.executable, str(script), str(tmp_path / run)], check=True, timeout=600)
    for name in FILES:
        file = name.removeprefix("sounds/")
        made = (tmp_path / "first" / file).read_bytes()
        assert made == (tmp_path / "second" / file).read_bytes(), f"{file} differs from run to run"
        again = np.array(miniaudio.decode(made, nchannels=1, sample_rate=32_000).samples)
        shipped = np.array(miniaudio.decode(resources.read_bytes(name), nchannels=1, sample_rate=32_000).samples)
        assert np.array_equal(again, shipped), f"{file} differs from the output of the script"
