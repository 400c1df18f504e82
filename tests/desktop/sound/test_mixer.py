"""The mixer turns cues into one stream of samples. It needs no device."""

from __future__ import annotations

from array import array
from importlib.util import find_spec
from itertools import pairwise

import pytest

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.mixer import FADE, FULL, Mixer
from mile_bones.desktop.sound.output import PITCH, read_cue

PEAK = 11627
"""The peak level of a cue, -9 dBFS."""


def pulled(mixer: Mixer, *counts: int) -> list[int]:
    """Return the samples that a device gets. The device asks for these numbers of samples, one number after another."""
    stream, got = mixer.stream(), array("h")
    for count in counts:
        block = stream.send(count)
        before = len(got)
        got.frombytes(bytes(block))
        assert len(got) - before == count
    return list(got)


def test_without_a_cue_the_mixer_gives_as_much_silence_as_is_asked_for() -> None:
    mixer = Mixer()
    assert pulled(mixer, 640, 1, 3000) == [0] * 3641
    assert mixer.is_silent and mixer.pulled == 3641


@pytest.mark.parametrize("blocks", [(100,), (7, 93), (3,) * 34, (50, 1, 50)])
def test_a_single_cue_passes_unchanged(blocks: tuple[int, ...]) -> None:
    mixer, samples = Mixer(), array("h", range(-40, 40))
    mixer.add(samples)
    assert pulled(mixer, *blocks) == [*samples, *[0] * (sum(blocks) - 80)]
    assert mixer.is_silent


@pytest.mark.parametrize("wait", [1, 10, 35, 60])
def test_a_cue_begins_after_its_delay_in_samples(wait: int) -> None:
    mixer, samples = Mixer(), array("h", range(1, 21))
    mixer.add(samples, wait)
    assert not mixer.is_silent
    assert pulled(mixer, *(10,) * 10) == [*[0] * wait, *samples, *[0] * (80 - wait)]


def test_two_cues_are_added_up() -> None:
    mixer = Mixer()
    mixer.add(array("h", [100] * 30))
    mixer.add(array("h", [-30] * 10), 15)
    assert pulled(mixer, 16, 16) == [*[100] * 15, *[70] * 10, *[100] * 5, 0, 0]


@pytest.mark.parametrize(("gain", "heard"), [(FULL, 1000), (FULL // 2, 500), (0, 0)])
def test_a_new_gain_is_heard_at_once(gain: int, heard: int) -> None:
    mixer = Mixer()
    mixer.add(array("h", [1000] * 20))
    stream = mixer.stream()
    assert list(stream.send(10)) == [1000] * 10
    mixer.gain = gain
    assert list(stream.send(10)) == [heard] * 10


def test_a_third_cue_makes_the_first_fade_out_without_a_click() -> None:
    mixer = Mixer()
    for value in (3000, 200, 10):
        mixer.add(array("h", [value] * 2000))
    got = pulled(mixer, 640, 640)
    fall = [sample - 210 for sample in got[:FADE]]
    assert fall[0] > 2900 and fall == sorted(fall, reverse=True)
    assert max(before - after for before, after in pairwise(got)) <= 3000 // FADE + 1
    assert got[FADE:] == [210] * (1280 - FADE)


@pytest.mark.parametrize("count", [2, 3, 10])
def test_any_number_of_cues_stays_within_16_bits(count: int) -> None:
    mixer = Mixer()
    for _cue in range(count):
        mixer.add(array("h", [PEAK, -PEAK] * 500))
    got = pulled(mixer, 500, 500)
    assert max(got) <= 32767 and min(got) >= -32768
    assert set(map(abs, got[FADE:])) == {2 * PEAK}


def test_cleared_cues_are_not_heard() -> None:
    mixer = Mixer()
    mixer.add(array("h", [5] * 100))
    mixer.clear()
    assert mixer.is_silent and pulled(mixer, 100) == [0] * 100


@pytest.mark.skipif(find_spec("miniaudio") is None, reason="libsndfile alone changes no pitch")
@pytest.mark.parametrize("pitch", [0.96, 1.04])
def test_a_change_of_pitch_changes_the_length(pitch: float) -> None:
    plain, other = read_cue(Cue.STOP, 1), read_cue(Cue.STOP, 1, pitch)
    assert len(other) == pytest.approx(len(plain) / pitch, rel=0.002)
    assert max(map(abs, other)) <= PEAK * 1.02


def test_a_cue_is_as_loud_at_every_pitch() -> None:
    plain = max(map(abs, read_cue(Cue.STOP, 1)))
    for step in range(-100, 101, 2):  # some of these steps are less than a tenth of a percent
        pitched = read_cue(Cue.STOP, 1, 1 + PITCH * (step / 100) ** 3)
        assert max(map(abs, pitched)) < 1.1 * plain, step
