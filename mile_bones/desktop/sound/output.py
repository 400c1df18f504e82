"""The way to the loudspeaker: a thread that finds the device, reads the cues and lets the device ask for them.

Whoever plays a cue only leaves a note for that thread, and never waits: a sound server may take seconds to answer, or
never do so. Where no device is to be had nothing happens, and it is tried again some time later; what plays is
imported with the first cue: miniaudio, or PulseAudio's own library where that is missing.
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
"""In the environment: "off" for no sound at all, "null" for a device that nobody hears. Else what the system has."""
VARIANTS = 3
"""Files for each cue, so that no two sound quite alike."""
PITCH = 0.04
"""By how much of itself the pitch of a cue changes at most, from play to play."""
RATE_STEP = 100
"""Cues are decoded for rates that are a multiple of it: for some that nearly are that of the file, such as 32,015,
miniaudio's filter gets out of hand, and what is heard is noise at full loudness."""
IDLE_S = 3.0
"""After so much silence the device is stopped: at an idle table nothing runs."""
AGAIN_S = 20.0
"""After a failure nothing is tried for so long."""
STUCK_S = 1.0
"""A device that has not asked for anything in so long, while there was something to be heard, is gone."""
WAITING = 8
"""Cues that wait at most for a device that takes its time. More would come too late anyway."""


class _Note(NamedTuple):
    """What the thread is to play, and the moment for it, by the clock."""

    cue: Cue
    due: float


class Device(Protocol):
    """It asks for samples while it runs."""

    def start(self, stream: Generator[array[int] | memoryview, int, None]) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Library(Protocol):
    """A module that has devices and reads files."""

    ERROR: type[Exception]
    """What its functions and devices raise."""

    def open_device(self, *, null: bool) -> Device: ...
    def read(self, name: str, rate: int) -> array[int]: ...


Opener = Callable[[], Device]


def opener(environment: Mapping[str, str] = os.environ) -> Opener | None:
    """What opens the device that this environment wants; None where it wants no sound."""
    wanted = environment.get(AUDIO, "")
    return None if wanted == "off" else lambda: open_device(null=wanted == "null")


def open_device(*, null: bool = False) -> Device:
    """The sound device of this system, or one that nobody hears; the library's error where there is none."""
    return _needed().open_device(null=null)


def read_cue(cue: Cue, variant: int, pitch: float = 1.0) -> array[int]:
    """The samples of a cue, at about so many times its pitch, where the library can do that. ``variant``: from 1."""
    return _needed().read(f"sounds/{cue}_{variant}.flac", round(RATE / pitch / RATE_STEP) * RATE_STEP)


class _NoNumpy:
    """An importer that finds no NumPy for one thread, and leaves everything else to the others."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "numpy" and threading.get_ident() == self._thread:
            raise ModuleNotFoundError("sounds are played without this module", name=name)


@contextmanager
def _without_numpy() -> Iterator[None]:
    """miniaudio takes NumPy along where it is installed, which is half of its time and most of its memory. It does as
    well without; a player who thinks in another thread still gets it."""
    importer = _NoNumpy()
    sys.meta_path.insert(0, importer)
    try:
        yield
    finally:
        sys.meta_path.remove(importer)


@cache
def library() -> Library | None:
    """What plays here: miniaudio, or where that is missing PulseAudio; None without either: the game is silent."""
    with _without_numpy():
        for name in ("with_miniaudio", "with_pulse"):
            with suppress(ImportError, OSError):  # not installed, or for another system
                return cast("Library", import_module(f"mile_bones.desktop.sound.{name}"))
    return None


def can_play() -> bool:
    """Whether something is installed that plays; miniaudio is not loaded to find that out."""
    return find_spec("miniaudio") is not None or library() is not None


def _needed() -> Library:
    found = library()
    assert found is not None
    return found


class Output:
    """Plays cues on a device. ``device`` opens one, in the thread; ``luck`` chooses variants and pitches."""

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
        self._heard = (0.0, 0)  # when it was last seen that the device asks, and how much it had asked for

    def play(self, cue: Cue, after_s: float = 0.0) -> None:
        """Let this be heard so many seconds from now; it is left out where that cannot be."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="sound", daemon=True)
            self._thread.start()
        if self._notes.qsize() < WAITING:
            self._notes.put(_Note(cue, monotonic() + after_s))

    def close(self) -> None:
        """No more sounds. The thread ends by itself, when the device lets it; nobody waits for that."""
        self._notes.put(None)

    def wait_closed(self, seconds: float) -> bool:
        """Whether the thread ends within this time, or was never needed."""
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
        self.mixer.add(self._samples(note.cue), round(wait * RATE))
        if not self._stream_runs:
            self._device.start(self.mixer.stream())
            self._stream_runs = True
            self._heard = monotonic(), self.mixer.pulled

    def _samples(self, cue: Cue) -> array[int]:
        """Another variant than the last time, at another pitch."""
        variant = self._luck.choice([one for one in range(1, VARIANTS + 1) if one != self._last.get(cue)])
        self._last[cue] = variant
        return read_cue(cue, variant, 1 + self._luck.uniform(-PITCH, PITCH))

    def _is_stuck(self) -> bool:
        """The device runs, but asks for nothing any more: it was pulled out, or its server has ended."""
        if not self._stream_runs:
            return False
        now, pulled = monotonic(), self.mixer.pulled
        if pulled != self._heard[1]:
            self._heard = now, pulled
        return now - self._heard[0] > STUCK_S

    def _rest(self, error: type[Exception]) -> None:
        """Nothing was played for a while."""
        if self._is_stuck():
            self._let_go()
        elif self.mixer.is_silent:
            try:
                self._device.stop()
            except error:
                self._let_go()
            self._stream_runs = False

    def _let_go(self) -> None:
        """Give the device back, whatever has become of it."""
        device, self._device = self._device, None
        self._stream_runs = False
        if device is not None:
            device.close()
        self.mixer.clear()
