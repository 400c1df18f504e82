"""Devices by PulseAudio and files by libsndfile, where there is no miniaudio: both are libraries of the system.

PipeWire answers as PulseAudio does. OSError when this module is imported where one of the libraries is missing.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from array import array
from collections.abc import Generator
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_size_t, c_uint8, c_uint32, c_void_p

from mile_bones import resources
from mile_bones.desktop.sound.mixer import PERIOD_MS, RATE

_PERIOD = RATE * PERIOD_MS // 1000
_PLAYBACK = 1  # PA_STREAM_PLAYBACK
_SIGNED_16 = 3 if sys.byteorder == "little" else 4  # PA_SAMPLE_S16LE, PA_SAMPLE_S16BE
_USUAL = 0xFFFF_FFFF
_READ = 0x10  # SFM_READ

_Samples = Generator["array[int] | memoryview", int, None]


class SoundError(Exception):
    """There is no server, or it has ended; or the file is none."""


ERROR = SoundError


class _SampleSpec(ctypes.Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _BufferAttr(ctypes.Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class _FileInfo(ctypes.Structure):
    _fields_ = (
        ("frames", c_int64),
        *((n, c_int) for n in ("samplerate", "channels", "format", "sections", "seekable")),
    )


_pulse = ctypes.CDLL("libpulse-simple.so.0")
_pulse.pa_simple_new.restype = c_void_p
_pulse.pa_simple_new.argtypes = [
    c_char_p, c_char_p, c_int, c_char_p, c_char_p, POINTER(_SampleSpec), c_void_p, POINTER(_BufferAttr), POINTER(c_int)
]  # fmt: skip
_pulse.pa_simple_write.argtypes = [c_void_p, c_char_p, c_size_t, POINTER(c_int)]
_pulse.pa_simple_free.argtypes = [c_void_p]
_files = ctypes.CDLL("libsndfile.so.1")
_files.sf_open.restype = c_void_p
_files.sf_open.argtypes = [c_char_p, c_int, POINTER(_FileInfo)]
_files.sf_readf_short.restype = c_int64
_files.sf_readf_short.argtypes = [c_void_p, c_void_p, c_int64]
_files.sf_close.argtypes = [c_void_p]


class _Server:
    """A stream that the sound server plays."""

    def __init__(self) -> None:
        spec = _SampleSpec(_SIGNED_16, RATE, 1)
        room = _BufferAttr(_USUAL, 3 * 2 * _PERIOD, _USUAL, _USUAL, _USUAL)
        name = b"Mile Bones"
        self._stream = _pulse.pa_simple_new(None, name, _PLAYBACK, None, name, byref(spec), None, byref(room), None)
        if not self._stream:
            raise SoundError("no sound server answers")

    def write(self, samples: bytes) -> None:
        """Hand samples on; it waits until there is room."""
        if _pulse.pa_simple_write(self._stream, samples, len(samples), None) < 0:
            raise SoundError("the sound server has gone")

    def close(self) -> None:
        """Let go of it."""
        _pulse.pa_simple_free(self._stream)


class _Nobody:
    """Takes samples as fast as they would be heard."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def write(self, samples: bytes) -> None:
        """Wait as long as it lasts."""
        self._closed.wait(len(samples) / 2 / RATE)

    def close(self) -> None:
        """Wait no more."""
        self._closed.set()


class Device:
    """Asks for samples in a thread of its own while it runs. Stopped, it has no stream with the server."""

    def __init__(self, kind: type[_Server | _Nobody]) -> None:
        self._kind = kind
        self._stream: _Server | _Nobody | None = kind()
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()

    def start(self, samples: _Samples) -> None:
        """Ask this generator from now on."""
        if self._stream is None:
            self._stream = self._kind()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=_feed, args=(self._stream, samples, self._ends), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    close = stop


def _feed(
    stream: _Server | _Nobody, samples: Generator[array[int] | memoryview, int, None], ends: threading.Event
) -> None:
    try:
        while not ends.is_set():
            stream.write(samples.send(_PERIOD).tobytes())
    except SoundError:
        return  # whoever plays sees that nothing is asked for any more


def open_device(*, null: bool) -> Device:
    """A stream to the sound server, or one that nobody hears; SoundError where there is no server."""
    return Device(_Nobody if null else _Server)


def read(name: str, _rate: int) -> array[int]:
    """The samples of a resource. Their pitch stays as it is: to change it in Python would cost the window frames."""
    info = _FileInfo()
    file = _files.sf_open(bytes(resources.path(name)), _READ, byref(info))
    if not file:
        raise SoundError(f"{name} cannot be read")
    try:
        samples = array("h", bytes(2 * info.frames))
        _files.sf_readf_short(file, samples.buffer_info()[0], info.frames)
    finally:
        _files.sf_close(file)
    return samples
