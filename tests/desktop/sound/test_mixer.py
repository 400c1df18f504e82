"""The mixer turns cues into one stream of samples. It needs no device."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise

import pytest

from mile_bones.desktop.sound.cue import Cue, Level
from mile_bones.desktop.sound.mixer import CEILING, FADE, FULL, Mixer
from mile_bones.desktop.sound.output import PITCH, read_cue

PEAK = 11627
"""The peak level of a cue, -9 dBFS."""


def pulled(mixer: Mixer, *counts: int) -> list[int]:
    """Return the samples that the left ear gets. The device asks for these numbers of samples, one after another."""
    return ears(mixer, *counts)[0]


def ears(mixer: Mixer, *counts: int) -> tuple[list[int], list[int]]:
    """Return the samples that each ear gets."""
    stream, got = mixer.stream(), array("h")
    for count in counts:
        block = stream.send(count)
        before = len(got)
        got.frombytes(bytes(block))
        assert len(got) - before == 2 * count
    return list(got[0::2]), list(got[1::2])


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
    following = flowing(mixer)
    assert following(10) == [1000] * 10
    mixer.gain = gain
    assert following(10) == [heard] * 10


def flowing(mixer: Mixer) -> Callable[[int], list[int]]:
    """Return a function that returns the next samples of the left ear."""
    stream = mixer.stream()
    return lambda count: list(array("h", bytes(stream.send(count)))[0::2])


def test_a_fifth_cue_makes_the_first_fade_out_without_a_click() -> None:
    mixer = Mixer()
    following = flowing(mixer)
    for value in (3000, 200, 10, 5):
        mixer.add(array("h", [value] * 2000))
    assert following(10) == [3215] * 10
    mixer.add(array("h", [1] * 2000))
    got = following(640)
    fall = [sample - 216 for sample in got[:FADE]]
    assert fall[0] > 2900 and fall == sorted(fall, reverse=True)
    assert max(before - after for before, after in pairwise(got)) <= 3000 // FADE + 1
    assert got[FADE:] == [216] * (640 - FADE)


def test_the_softest_cue_makes_room_first() -> None:
    mixer = Mixer()
    following = flowing(mixer)
    for value, level in ((1000, Level.EVENT), (100, Level.HANDLING), (20, Level.EVENT), (4, Level.EVENT)):
        mixer.add(array("h", [value] * 4000), level=level)
    following(640)
    mixer.add(array("h", [2] * 4000), level=Level.EVENT)
    assert following(640)[FADE:] == [1026] * (640 - FADE)


def test_a_new_moment_replaces_the_moment_before() -> None:
    mixer = Mixer()
    following = flowing(mixer)
    mixer.add(array("h", [1000] * 4000), level=Level.MOMENT)
    following(640)
    mixer.add(array("h", [300] * 4000), level=Level.MOMENT)
    assert following(640)[FADE:] == [300] * (640 - FADE)


def test_a_louder_cue_turns_softer_cues_down_by_six_decibels() -> None:
    mixer = Mixer()
    following = flowing(mixer)
    mixer.add(array("h", [1000] * 40_000), level=Level.HANDLING)
    assert following(640) == [1000] * 640
    mixer.add(array("h", [0] * 1280), level=Level.EVENT)
    falling = following(640)
    assert falling == sorted(falling, reverse=True) and falling[FADE:] == [500] * (640 - FADE)
    assert max(before - after for before, after in pairwise(falling)) < 10, "no click"
    assert following(640) == [500] * 640
    rising = [sample for _block in range(20) for sample in following(640)]
    assert rising == sorted(rising) and rising[0] < 520 and rising[-1] == 1000
    assert rising.index(1000) > 6000, "it comes back slowly"


def test_cues_of_one_level_do_not_turn_each_other_down() -> None:
    mixer = Mixer()
    for _cue in range(2):
        mixer.add(array("h", [1000] * 1000), level=Level.EVENT)
    assert pulled(mixer, 640) == [2000] * 640


@pytest.mark.parametrize(("side", "left", "right"), [(-1.0, 1000, 699), (-0.5, 1000, 851), (0.0, 1000, 1000)])
def test_a_cue_comes_a_little_from_its_side(side: float, left: int, right: int) -> None:
    for sign, expected in ((1, (left, right)), (-1, (right, left))):
        mixer = Mixer()
        mixer.add(array("h", [1000] * 100), side=sign * side)
        heard = ears(mixer, 100)
        assert [samples[50] for samples in heard] == pytest.approx(expected, abs=2)


@pytest.mark.parametrize("count", [2, 3, 10])
def test_any_number_of_cues_stays_below_minus_three_decibels(count: int) -> None:
    mixer = Mixer()
    for _cue in range(count):
        mixer.add(array("h", [PEAK, -PEAK] * 500))
    got = pulled(mixer, 500, 500)
    assert max(got) <= CEILING and min(got) >= -CEILING


def test_in_mono_both_ears_hear_the_same() -> None:
    mixer = Mixer()
    mixer.mono = True
    mixer.add(array("h", [1000] * 100), side=1.0)
    mixer.add(array("h", [100] * 100), side=-0.5)
    assert ears(mixer, 100) == ([1100] * 100, [1100] * 100)


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
