"""The sound thread and the device. The tests use miniaudio's own null device, which asks for samples that nobody
hears.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from mile_bones.desktop.sound import output as sound_output
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.mixer import Mixer
from mile_bones.desktop.sound.output import AUDIO, PITCH, VARIANTS, Output, open_device, opener, read_cue

miniaudio = pytest.importorskip("miniaudio")


class Tap(Mixer):
    """A mixer that keeps the samples it has given to the device while something sounded."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = array("h")

    def _mix(self, count: int) -> array[int]:
        block = super()._mix(count)
        self.heard.extend(block[0::2])
        return block


class Steady(Random):
    """A random generator that chooses the first item and never changes the pitch."""

    def choice(self, seq):
        return seq[0]

    def uniform(self, a: float, b: float) -> float:
        return 0.0


Make = Callable[..., Output]


@pytest.fixture
def make() -> Iterator[Make]:
    """Return a function that makes an output, on the null device by default. All outputs are closed after the test."""
    made = []

    def output(device=lambda: open_device(null=True), luck: Random | None = None, mixer: Mixer | None = None) -> Output:
        made.append(Output(device, luck or Random(1), mixer))
        return made[-1]

    yield output
    for one in made:
        one.close()
        assert one.wait_closed(5)


def until(true: Callable[[], bool]) -> None:
    """Wait until the other thread has made this true."""
    end = time.monotonic() + 600
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def heard(tap: Tap) -> list[int]:
    """Return all samples that sounded, without the silence around them."""
    until(lambda: len(tap.heard) > 0 and tap.is_silent)
    return np.trim_zeros(np.array(tap.heard)).tolist()


@pytest.mark.slow
def test_a_cue_reaches_the_device_as_it_is_in_its_file(make: Make) -> None:
    tap = Tap()
    make(luck=Steady(), mixer=tap).play(Cue.REMEDY)
    assert heard(tap) == np.trim_zeros(np.array(read_cue(Cue.REMEDY, 1))).tolist()


@pytest.mark.slow
def test_a_delayed_cue_is_mixed_in_after_its_delay(make: Make) -> None:
    tap = Tap()
    output = make(luck=Steady(), mixer=tap)
    output.play(Cue.LOW_DECK)
    output.play(Cue.STOP, 0.3)
    got = np.array(heard(tap), dtype=float)
    tick, bell = (np.array(read_cue(cue, 1), dtype=float) for cue in (Cue.LOW_DECK, Cue.STOP))
    found = [int(np.argmax(np.correlate(got, one[:1000]))) for one in (tick, bell)]
    assert found[1] - found[0] == pytest.approx(0.3 * 32_000, abs=0.15 * 32_000)
    assert np.max(np.abs(got)) <= 2 * 11_630


@pytest.mark.slow
def test_playing_a_cue_never_waits_for_the_device(make: Make) -> None:
    """The device opens only when this test allows it."""
    gate, asked = threading.Event(), []

    def slow() -> miniaudio.PlaybackDevice:
        asked.append(threading.current_thread().name)
        assert gate.wait(10)
        return open_device(null=True)

    tap = Tap()
    output = make(slow, mixer=tap)
    for _cue in range(100):
        output.play(Cue.MILES)
    until(lambda: bool(asked))
    assert asked == ["sound"] and not tap.heard
    assert output._notes.qsize() <= sound_output.WAITING, "the queue does not grow without limit"
    gate.set()
    assert heard(tap)


@pytest.mark.parametrize("usual", [1.0, 1.5])
def test_variants_and_pitches_change_from_play_to_play(
    make: Make, monkeypatch: pytest.MonkeyPatch, usual: float
) -> None:
    played = []
    monkeypatch.setattr(sound_output, "read_cue", lambda *asked: played.append(asked) or read_cue(*asked))
    output = make()
    for _cue in range(40):
        output._samples(Cue.DRAW, usual)
    variants = [variant for _cue, variant, _pitch in played]
    assert set(variants) == set(range(1, VARIANTS + 1))
    assert all(one != other for one, other in pairwise(variants)), "never the same variant twice in a row"
    pitches = [pitch for _cue, _variant, pitch in played]
    assert len(set(pitches)) == 40
    assert usual - PITCH <= min(pitches) < usual - 0.02 and usual + 0.02 < max(pitches) <= usual + PITCH


def test_a_missing_device_causes_silence_and_is_not_tried_again_at_once(make: Make, capfd) -> None:
    asked = []

    def none() -> miniaudio.PlaybackDevice:
        asked.append(1)
        raise miniaudio.MiniaudioError("no device", -401)

    output = make(none)
    for _cue in range(3):
        output.play(Cue.MILES)
    until(lambda: output._notes.empty())
    output.close()
    assert output.wait_closed(5)
    assert len(asked) == 1
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_missing_device_is_tried_again_after_a_while(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_output, "AGAIN_S", 0.0)
    tap, asked = Tap(), []

    def late() -> miniaudio.PlaybackDevice:
        asked.append(1)
        if len(asked) == 1:
            raise miniaudio.MiniaudioError("no device", -401)
        return open_device(null=True)

    output = make(late, mixer=tap)
    output.play(Cue.MILES)
    until(lambda: bool(asked))
    output.play(Cue.MILES)
    assert heard(tap) and len(asked) == 2


@pytest.mark.slow
def test_a_device_that_vanishes_is_replaced_by_another(make: Make, monkeypatch) -> None:
    monkeypatch.setattr(sound_output, "STUCK_S", 0.05)
    tap, devices = Tap(), []

    def device() -> miniaudio.PlaybackDevice:
        devices.append(open_device(null=True))
        return devices[-1]

    output = make(device, mixer=tap)
    output.play(Cue.STOP)
    until(lambda: len(tap.heard) > 1000)
    miniaudio.lib.ma_device_stop(devices[0]._device)  # the device asks for no more samples, and reports nothing
    end = time.monotonic() + 600
    while len(devices) == 1:
        assert time.monotonic() < end
        output.play(Cue.MILES)
        time.sleep(0.1)
    before = len(tap.heard)
    until(lambda: len(tap.heard) > before + 1000)


@pytest.mark.slow
def test_at_an_idle_table_no_device_runs(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_output, "IDLE_S", 0.2)
    tap, devices = Tap(), []

    def device() -> miniaudio.PlaybackDevice:
        devices.append(open_device(null=True))
        return devices[-1]

    output = make(device, mixer=tap)
    output.play(Cue.LOW_DECK)
    until(lambda: bool(devices) and devices[0].running)
    until(lambda: not devices[0].running)
    before = len(heard(tap))
    output.play(Cue.LOW_DECK)
    until(lambda: len(tap.heard) > before + 1000)
    assert len(devices) == 1, "the same device, started again"


@pytest.mark.parametrize(("value", "sounds"), [("off", False), ("null", True)])
def test_an_environment_variable_decides_whether_there_is_sound(value: str, *, sounds: bool) -> None:
    device = opener({AUDIO: value})
    assert (device is not None) is sounds
    if device is not None:
        assert device().backend == "Null"


def test_the_tests_make_no_sound() -> None:
    assert os.environ[AUDIO] == "off" and opener() is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a device")
def test_without_a_sound_card_nothing_is_written_to_the_terminal() -> None:
    """ALSA alone would write thirty lines."""
    script = (
        "from random import Random\n"
        "from mile_bones.desktop.sound.cue import Cue\n"
        "from mile_bones.desktop.sound.output import Output, opener\n"
        "output = Output(opener(), Random())\n"
        "output.play(Cue.MILES)\n"
        "output.close()\n"
        "print(output.wait_closed(20), output._device, output._not_before > 0)\n"
    )
    nowhere = {"PULSE_SERVER": "/nowhere", "ALSA_CONFIG_PATH": "/nowhere", "HOME": "/nowhere"}
    room = {name: value for name, value in os.environ.items() if name not in (AUDIO, "XDG_RUNTIME_DIR")} | nowhere
    run = subprocess.run([sys.executable, "-c", script], env=room, capture_output=True, text=True, timeout=600)
    assert (run.stdout, run.stderr, run.returncode) == ("True None True\n", "", 0)


@pytest.mark.slow
def test_miniaudio_is_loaded_only_with_the_first_sound() -> None:
    script = (
        "import sys\n"
        "import mile_bones.desktop.main_window, mile_bones.desktop.controllers.sound\n"
        "from random import Random\n"
        "from mile_bones.desktop.sound.cue import Cue\n"
        "from mile_bones.desktop.sound.output import Output, opener\n"
        "output = Output(opener({'MILE_BONES_AUDIO': 'null'}), Random())\n"
        "print('miniaudio' in sys.modules, end=' ')\n"
        "output.play(Cue.MILES)\n"
        "output.close()\n"
        "print(output.wait_closed(20), 'miniaudio' in sys.modules, 'numpy' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600)
    assert run.stdout == "False True True False\n", "and NumPy not at all"


@pytest.mark.slow
def test_numpy_is_hidden_from_the_sound_but_not_from_other_threads() -> None:
    """A computer player that thinks in another thread may need NumPy."""
    script = (
        "import sys, threading\n"
        "from mile_bones.desktop.sound.output import _without_numpy\n"
        "with _without_numpy():\n"
        "    import miniaudio\n"
        "    other = threading.Thread(target=lambda: __import__('numpy'))\n"
        "    print(miniaudio.numpy, end=' ')\n"
        "    other.start()\n"
        "    other.join()\n"
        "import numpy\n"
        "print('numpy' in sys.modules, numpy.arange(3).sum())\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600)
    assert run.stdout == "None True 3\n"
