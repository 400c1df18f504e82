"""Devices and files by miniaudio, which is imported with this module."""

from __future__ import annotations

import ctypes
from array import array
from contextlib import suppress

import miniaudio

from mile_bones import resources
from mile_bones.desktop.sound.mixer import PERIOD_MS, RATE

ERROR = miniaudio.MiniaudioError


def open_device(*, null: bool) -> miniaudio.PlaybackDevice:
    """The sound device of this system, or one that nobody hears; miniaudio's error where there is none.

    Left to itself miniaudio would take its null device then, and ask for samples for ever. JACK is left out: its
    library writes to the terminal that it has no server, and who has one has one of the others as well.
    """
    _hush_alsa()
    left_out = (miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM, miniaudio.Backend.JACK)
    return miniaudio.PlaybackDevice(
        output_format=miniaudio.SampleFormat.SIGNED16,
        nchannels=1,
        sample_rate=RATE,
        buffersize_msec=PERIOD_MS,
        thread_prio=miniaudio.ThreadPriority.NORMAL,
        backends=[miniaudio.Backend.NULL] if null else [one for one in miniaudio.Backend if one not in left_out],
        app_name="Mile Bones",
    )


@ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
def _say_nothing(*_what: object) -> None:
    """For ALSA to call in place of its own, which writes thirty lines to the terminal where there is no sound card."""


def _hush_alsa() -> None:
    with suppress(OSError, AttributeError):  # it is not there, or no longer calls anybody
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing)


def read(name: str, rate: int) -> array[int]:
    """The samples of a resource as if so many of them were a second, by which its pitch changes."""
    data = resources.read_bytes(name)
    return miniaudio.decode(data, miniaudio.SampleFormat.SIGNED16, nchannels=1, sample_rate=rate).samples
