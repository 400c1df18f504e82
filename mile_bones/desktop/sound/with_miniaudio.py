"""Devices and files with miniaudio, which is imported by this module."""

from __future__ import annotations

import ctypes
from array import array
from contextlib import suppress

import miniaudio

from mile_bones import resources
from mile_bones.desktop.sound.mixer import CHANNELS, PERIOD_MS, RATE

ERROR = miniaudio.MiniaudioError


def open_device(*, null: bool) -> miniaudio.PlaybackDevice:
    """Open the sound device of this system, or a silent one. Raise miniaudio's error if there is none.

    By default miniaudio would fall back to its null device and request samples for ever. JACK is left out, because its
    library prints a message to the terminal if there is no server. Systems with JACK have another backend, too.
    """
    _hush_alsa()
    left_out = (miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM, miniaudio.Backend.JACK)
    return miniaudio.PlaybackDevice(
        output_format=miniaudio.SampleFormat.SIGNED16,
        nchannels=CHANNELS,
        sample_rate=RATE,
        buffersize_msec=PERIOD_MS,
        thread_prio=miniaudio.ThreadPriority.NORMAL,
        backends=[miniaudio.Backend.NULL] if null else [one for one in miniaudio.Backend if one not in left_out],
        app_name="Mile Bones",
    )


@ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
def _say_nothing(*_what: object) -> None:
    """Replace ALSA's own error handler, which prints thirty lines to the terminal if there is no sound card."""


def _hush_alsa() -> None:
    with suppress(OSError, AttributeError):  # ALSA is missing, or no longer has such a handler
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing)


def read(name: str, rate: int) -> array[int]:
    """Return the samples of a resource, resampled to `rate`. When these samples are played at `RATE`, their pitch is
    changed.
    """
    data = resources.read_bytes(name)
    return miniaudio.decode(data, miniaudio.SampleFormat.SIGNED16, nchannels=1, sample_rate=rate).samples
