"""Sound without miniaudio: it goes through a real PulseAudio server, whose card nobody hears. Its output is
recorded.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.output import read_cue

pytestmark = pytest.mark.slow

PIECE = 1000
"""The length of a piece in samples, short enough for a busy machine to play most pieces without a break."""
PLAY = """
import sys
sys.modules["miniaudio"] = None
from random import Random
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.output import AUDIO, Output, library, opener
import os, time
class Steady(Random):
    def choice(self, seq):
        return seq[0]
output = Output(opener(os.environ), Steady())
output.play(Cue.TRIP)
end = time.monotonic() + 600
while time.monotonic() < end and not (output.mixer.pulled > 32_000 * 1.5 and output.mixer.is_silent):
    if output._not_before:
        break
    time.sleep(0.01)
print(library().__name__.rpartition(".")[2], output.mixer.pulled > 32_000, "numpy" in sys.modules)
output.close()
assert output.wait_closed(10)
"""


@pytest.fixture
def server(tmp_path: Path, need_tools) -> Iterator[dict[str, str]]:
    """Return an environment in which a program uses a private PulseAudio server. The only card of this server discards
    all sound.
    """
    need_tools("pulseaudio", "parec")
    socket = tmp_path / "native"
    room = {**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "PULSE_SERVER": f"unix:{socket}"}
    room.pop("MILE_BONES_AUDIO", None)
    room.pop("DBUS_SESSION_BUS_ADDRESS", None)
    modules = [
        "--load=module-null-sink sink_name=nowhere rate=32000 channels=1",
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
    ]
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", *modules]
    with subprocess.Popen(command, env=room, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 600
        while not socket.exists():
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.01)
        yield room
        process.terminate()


def play(room: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=room, capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_a_cue_reaches_the_server_as_it_is_in_its_file(server: dict[str, str]) -> None:
    record = [
        "parec",
        "--device=nowhere.monitor",
        "--rate=32000",
        "--channels=1",
        "--format=s16ne",
        "--latency-msec=20",
    ]
    with subprocess.Popen(record, env=server, stdout=subprocess.PIPE) as recorder:
        assert recorder.stdout is not None
        heard = recorder.stdout.read(640)  # from here on, the recorder listens
        assert play(server) == "with_pulse True False"
        recorder.terminate()
        heard += recorder.stdout.read()
    got = np.array(array("h", heard[: len(heard) // 2 * 2]), dtype=float)
    cue = np.array(read_cue(Cue.TRIP, 1), dtype=float)
    pieces = [cue[start : start + PIECE] for start in range(0, 10 * PIECE, PIECE)]
    assert sum(likeness(got, piece) > 0.99 for piece in pieces) >= len(pieces) / 2


def likeness(sound: np.ndarray, piece: np.ndarray) -> float:
    """Return how well the best place of the sound matches the piece, at any volume. 1 is a perfect match."""
    energy = np.convolve(sound * sound, np.ones(len(piece)), "valid")
    return float(np.max(np.correlate(sound, piece) / np.sqrt(energy * (piece @ piece) + 1)))


def test_without_a_server_there_is_silence_and_no_error(tmp_path: Path) -> None:
    nowhere = {**os.environ, "PULSE_SERVER": "/nowhere", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    nowhere.pop("MILE_BONES_AUDIO", None)
    assert play(nowhere) == "with_pulse False False"


def test_the_null_device_asks_for_samples_as_well(tmp_path: Path) -> None:
    assert play({**os.environ, "MILE_BONES_AUDIO": "null"}) == "with_pulse True False"
