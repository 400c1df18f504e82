"""Icons for Windows and macOS, made from the PNG files in ``packaging/icons``: several sizes in one file."""

from __future__ import annotations

import struct
from pathlib import Path

from common import APP_ID, ROOT

_PNG = ROOT / "packaging" / "icons" / "hicolor"
_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# The names that macOS uses for each size in pixels, at usual and at double resolution.
_ICNS_NAMES = {
    16: ("icp4",),
    32: ("icp5", "ic11"),
    64: ("ic12",),
    128: ("ic07",),
    256: ("ic08", "ic13"),
    512: ("ic09", "ic14"),
}


def png(size: int) -> bytes:
    """Return the icon as a PNG file, `size` pixels wide."""
    return (_PNG / f"{size}x{size}" / "apps" / f"{APP_ID}.png").read_bytes()


def ico() -> bytes:
    """Return an icon for Windows: a list of pictures, then the pictures, each a PNG file (supported since Vista)."""
    pictures = [png(size) for size in _ICO_SIZES]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    for size, picture in zip(_ICO_SIZES, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + b"".join(pictures)


def icns() -> bytes:
    """Return an icon for macOS: pictures one after another, each after its name and length."""
    parts = b"".join(
        name.encode() + struct.pack(">I", 8 + len(png(size))) + png(size)
        for size, names in _ICNS_NAMES.items()
        for name in names
    )
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def write_icons(folder: Path) -> None:
    """Write both icons into this folder, for PyInstaller and the installer."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mile-bones.ico").write_bytes(ico())
    (folder / "mile-bones.icns").write_bytes(icns())
