"""Plays cues on a sound device, from a thread that opens the device, reads the files and feeds the device.

The caller only queues a note for that thread and never waits, because a sound server may take seconds to answer, or
never answer. If there is no device, nothing is played, and the thread tries again later. The sound library is imported
with the first cue: miniaudio, or PulseAudio's own library if that is missing.
"""

from __future__ import annotations

import os
import sys
import threading
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol, cast

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.mixer import RATE, Mixer
from mile_bones.desktop.worker_thread import SWITCH_S

AUDIO = "MILE_BONES_AUDIO"
"""The environment variable for sound: "off" for no sound at all, "null" for a silent device, anything else for the
system's device.
"""
VARIANTS = 3
"""The number of files for each cue. There are several, so that two plays rarely sound exactly the same."""
PITCH = 0.04
"""The maximum random change of a cue's pitch at each play, as a fraction of the pitch."""
RATE_STEP = 100
"""The step of the sample rates: cues are decoded only for rates that are a multiple of this number.

For some rates close to that of the file, such as 32,015, miniaudio's filter becomes unstable, and the result is noise
at full volume.
"""
IDLE_S = 3.0
"""The seconds of silence after which the device is stopped, so that nothing runs at an idle table."""
AGAIN_S = 20.0
"""The seconds after a failure in which nothing is tried."""
STUCK_S = 1.0
"""The seconds after which a device is considered lost, if it has requested no samples although there was something to
play.
"""
WAITING = 8
"""The maximum number of cues that wait for a slow device. Further cues would be played too late."""


class _Note(NamedTuple):
    """A cue for the thread to play, its time by the ``monotonic`` clock, the side from which it is heard, and its
    pitch.
    """

    cue: Cue
    due: float
    side: float
    pitch: float


class Device(Protocol):
    """A sound device, which requests samples while it runs."""

    def start(self, stream: Generator[array[int] | memoryview, int, None]) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Library(Protocol):
    """A module that opens devices and reads files."""

    ERROR: type[Exception]
    """The class of the exceptions of its functions and devices."""

    def open_device(self, *, null: bool) -> Device: ...
    def read(self, name: str, rate: int) -> array[int]: ...


Opener = Callable[[], Device]


def opener(environment: Mapping[str, str] = os.environ) -> Opener | None:
    """Return a function that opens the device that ``environment`` asks for, or None for no sound."""
    wanted = environment.get(AUDIO, "")
    return None if wanted == "off" else lambda: open_device(null=wanted == "null")


def open_device(*, null: bool = False) -> Device:
    """Open the sound device of this system, or a silent one. Raise the library's error if there is none."""
    return _needed().open_device(null=null)


def read_cue(cue: Cue, variant: int, pitch: float = 1.0) -> array[int]:
    """Return the samples of a cue, at about `pitch` times its pitch if the library can do that.

    ``variant`` begins at 1.
    """
    return _needed().read(f"sounds/{cue}_{variant}.flac", round(RATE / pitch / RATE_STEP) * RATE_STEP)


class _NoNumpy:
    """An importer that hides NumPy from one thread, and leaves everything else to the other importers."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "numpy" and threading.get_ident() == self._thread:
            raise ModuleNotFoundError("sounds are played without this module", name=name)


@contextmanager
def _without_numpy() -> Iterator[None]:
    """Let miniaudio be imported without NumPy, which it uses where it is installed.

    Importing NumPy would take half of the time and most of the memory, and miniaudio does not need NumPy. A computer
    player that thinks in another thread can still import NumPy.
    """
    importer = _NoNumpy()
    sys.meta_path.insert(0, importer)
    try:
        yield
    finally:
        sys.meta_path.remove(importer)


@cache
def library() -> Library | None:
    """Return the module that plays sounds: miniaudio's, or else PulseAudio's.

    Return None if both are missing. The game is then silent.
    """
    with _without_numpy():
        for name in ("with_miniaudio", "with_pulse"):
            with suppress(ImportError, OSError):  # not installed, or for another system
                return cast("Library", import_module(f"mile_bones.desktop.sound.{name}"))
    return None


def can_play() -> bool:
    """Return True if a library that plays sounds is installed. This function does not load miniaudio."""
    return find_spec("miniaudio") is not None or library() is not None


def _needed() -> Library:
    found = library()
    assert found is not None
    return found


class Output:
    """Plays cues on a device. ``device`` is a function that opens the device and is called in the thread. ``luck`` is
    the source of random variants and pitches.
    """

    def __init__(self, device: Opener, luck: Random, mixer: Mixer | None = None) -> None:
        self._open = device
        self._luck = luck
        self.mixer = mixer or Mixer()
        self._notes: SimpleQueue[_Note | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._device: Any = None
        self._stream_runs = False
        self._not_before = 0.0
        self._last: dict[Cue, int] = {}
        self._heard = (0.0, 0)  # when the device last requested samples, and their number until then

    def play(self, cue: Cue, after_s: float = 0.0, side: float = 0.0, pitch: float = 1.0) -> None:
        """Play `cue` in `after_s` seconds, or drop it if that is not possible. ``side`` is -1 for the left, and 1 for
        the right. ``pitch`` multiplies the pitch.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="sound", daemon=True)
            self._thread.start()
        if self._notes.qsize() < WAITING:
            self._notes.put(_Note(cue, monotonic() + after_s, side, pitch))

    def close(self) -> None:
        """Play no more sounds. The thread ends when the device allows it. This method does not wait for that."""
        self._notes.put(None)

    def wait_closed(self, seconds: float) -> bool:
        """Return True if the thread ends within `seconds`, or was never started."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # ------------------------------------------------------------------ in the thread

    def _work(self) -> None:
        sys.setswitchinterval(SWITCH_S)
        found = library()
        if found is None:
            return
        while True:
            try:
                note = self._notes.get(timeout=IDLE_S if self._stream_runs else None)
            except Empty:
                self._rest(found.ERROR)
                continue
            if note is None:
                self._let_go()
                return
            if monotonic() >= self._not_before:
                try:
                    self._sound(note)
                except found.ERROR:
                    self._let_go()
                    self._not_before = monotonic() + AGAIN_S

    def _sound(self, note: _Note) -> None:
        if self._is_stuck():
            self._let_go()
        if self._device is None:
            self._device = self._open()
        wait = max(0.0, note.due - monotonic())
        self.mixer.add(self._samples(note.cue, note.pitch), round(wait * RATE), level=note.cue.level, side=note.side)
        if not self._stream_runs:
            self._device.start(self.mixer.stream())
            self._stream_runs = True
            self._heard = monotonic(), self.mixer.pulled

    def _samples(self, cue: Cue, pitch: float) -> array[int]:
        """Return the samples of a cue, at a random pitch near ``pitch``. The variant differs from the last one."""
        variant = self._luck.choice([one for one in range(1, VARIANTS + 1) if one != self._last.get(cue)])
        self._last[cue] = variant
        return read_cue(cue, variant, pitch + self._luck.uniform(-PITCH, PITCH))

    def _is_stuck(self) -> bool:
        """Return True if the device is running but requests nothing, because it was pulled out or its server has
        ended.
        """
        if not self._stream_runs:
            return False
        now, pulled = monotonic(), self.mixer.pulled
        if pulled != self._heard[1]:
            self._heard = now, pulled
        return now - self._heard[0] > STUCK_S

    def _rest(self, error: type[Exception]) -> None:
        """Stop the device, because nothing was played for a while."""
        if self._is_stuck():
            self._let_go()
        elif self.mixer.is_silent:
            try:
                self._device.stop()
            except error:
                self._let_go()
            self._stream_runs = False

    def _let_go(self) -> None:
        """Close the device, no matter in which state it is."""
        device, self._device = self._device, None
        self._stream_runs = False
        if device is not None:
            device.close()
        self.mixer.clear()
