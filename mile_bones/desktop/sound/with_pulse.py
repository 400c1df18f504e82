"""Devices with PulseAudio and files with libsndfile, for systems without miniaudio. Both are libraries of the system.

PipeWire can be used like PulseAudio. Importing this module raises OSError if one of the libraries is missing.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from array import array
from collections.abc import Generator
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_size_t, c_uint8, c_uint32, c_void_p

from mile_bones import resources
from mile_bones.desktop.sound.mixer import CHANNELS, PERIOD_MS, RATE

_PERIOD = RATE * PERIOD_MS // 1000
_PLAYBACK = 1  # PA_STREAM_PLAYBACK
_SIGNED_16 = 3 if sys.byteorder == "little" else 4  # PA_SAMPLE_S16LE, PA_SAMPLE_S16BE
_USUAL = 0xFFFF_FFFF
_READ = 0x10  # SFM_READ

_Samples = Generator["array[int] | memoryview", int, None]


class SoundError(Exception):
    """The exception that is raised if there is no server, if the server has ended, or if a file cannot be read."""


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
        spec = _SampleSpec(_SIGNED_16, RATE, CHANNELS)
        room = _BufferAttr(_USUAL, 3 * 2 * CHANNELS * _PERIOD, _USUAL, _USUAL, _USUAL)
        name = b"Mile Bones"
        self._stream = _pulse.pa_simple_new(None, name, _PLAYBACK, None, name, byref(spec), None, byref(room), None)
        if not self._stream:
            raise SoundError("no sound server answers")

    def write(self, samples: bytes) -> None:
        """Send samples to the server. The call waits until the server has room for them."""
        if _pulse.pa_simple_write(self._stream, samples, len(samples), None) < 0:
            raise SoundError("the sound server has gone")

    def close(self) -> None:
        _pulse.pa_simple_free(self._stream)


class _Nobody:
    """A silent stream, which takes samples as fast as they would be played."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def write(self, samples: bytes) -> None:
        """Wait as long as the samples would last."""
        self._closed.wait(len(samples) / 2 / CHANNELS / RATE)

    def close(self) -> None:
        """End the wait of ``write``."""
        self._closed.set()


class Device:
    """A device that requests samples in its own thread while it runs.

    A stopped device has no stream on the server.
    """

    def __init__(self, kind: type[_Server | _Nobody]) -> None:
        self._kind = kind
        self._stream: _Server | _Nobody | None = kind()
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()

    def start(self, samples: _Samples) -> None:
        """Request samples from this generator from now on."""
        if self._stream is None:
            self._stream = self._kind()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=_feed, args=(self._stream, samples, self._ends), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop requesting samples."""
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
        return  # the caller notices that no more samples are requested


def open_device(*, null: bool) -> Device:
    """Open a stream to the sound server, or a silent one. Raise SoundError if there is no server."""
    return Device(_Nobody if null else _Server)


def read(name: str, _rate: int) -> array[int]:
    """Return the samples of a resource. The rate is ignored, because changing the pitch in Python would cost frames."""
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
