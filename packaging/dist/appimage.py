"""Make one file that runs on any Linux desktop: ``python3 packaging/dist/appimage.py``, or ``make dist-appimage``.

It needs the folder that bundle.py makes, and these Debian packages: gcc libc6-dev libsquashfuse-dev libfuse3-dev
libzstd-dev liblzma-dev zlib1g-dev squashfs-tools. It writes the file and its SHA-256 into ``dist``.
"""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from bundle import FOLDER, TOOLS, check, write_desktop_files
from common import APP_ID, BUILD, DIST, ROOT, even_out, missing_packages, run, version, write_checksum

MOST_MIB = 75
"""The largest size of the file."""
TREE = BUILD / "appimage" / "AppDir"
_RUNTIME = BUILD / "appimage" / "runtime"
_LINKED = ("libc6-dev", "libfuse3-dev", "liblzma-dev", "libsquashfuse-dev", "libzstd-dev", "zlib1g-dev")
_TOOLS = {"mksquashfs": "squashfs-tools"}
# The AppImage looks at the name by which it is called. A link to it that is named "mille" plays in the terminal.
_APPRUN = """#!/bin/sh
case "${ARGV0##*/}" in
*mille) name=mille ;;
*) name=mile-bones ;;
esac
exec "${APPDIR:-${0%/*}}/usr/lib/mile-bones/$name" "$@"
"""


def main() -> None:
    """Build the file from the folder."""
    check(needed_packages())
    if "--check" in sys.argv:
        return
    if not FOLDER.is_dir():
        sys.exit("There is no bundle yet: make dist-bundle")
    lay_out()
    even_out(TREE)
    build_runtime(_RUNTIME)
    DIST.mkdir(exist_ok=True)
    image = DIST / f"Mile_Bones-{version()}-{platform.machine()}.AppImage"
    packed = BUILD / "appimage" / "packed.squashfs"
    compressed = ["-comp", "zstd", "-Xcompression-level", "22", "-b", "1M"]
    fixed = ["-root-owned", "-noappend", "-no-xattrs", "-no-progress", "-quiet"]
    run(["mksquashfs", TREE, packed, *compressed, *fixed])  # mksquashfs takes the time from SOURCE_DATE_EPOCH
    image.write_bytes(_RUNTIME.read_bytes() + packed.read_bytes())
    image.chmod(0o755)
    write_checksum(image)
    size = image.stat().st_size / 2**20
    if size > MOST_MIB:
        sys.exit(f"{image.name} has grown to {size:.1f} MiB.")
    print(f"dist/{image.name}: {size:.1f} MiB")


def needed_packages() -> list[str]:
    """Return the Debian packages that this build needs and that are not installed."""
    return missing_packages(TOOLS | _TOOLS) + [package for package in _LINKED if not _copyright(package).is_file()]


def _copyright(package: str) -> Path:
    return Path("/usr/share/doc", package, "copyright")


def lay_out() -> None:
    """Write the tree inside the AppImage: the folder of the bundle, and the files for desktops."""
    shutil.rmtree(TREE, ignore_errors=True)
    (TREE / "usr/lib").mkdir(parents=True)
    shutil.copytree(FOLDER, TREE / "usr/lib/mile-bones", symlinks=True)
    (TREE / "AppRun").write_text(_APPRUN, encoding="utf-8")
    (TREE / "AppRun").chmod(0o755)
    write_desktop_files(TREE / "usr/share")
    (TREE / f"{APP_ID}.desktop").symlink_to(f"usr/share/applications/{APP_ID}.desktop")
    (TREE / ".DirIcon").symlink_to(f"usr/share/icons/hicolor/256x256/apps/{APP_ID}.png")
    (TREE / f"{APP_ID}.png").symlink_to(".DirIcon")
    for package in _LINKED:
        target = TREE / "usr/share/doc/appimage-runtime" / f"{package}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(_copyright(package), target)


def build_runtime(program: Path) -> None:
    """Compile the program at the beginning of the file, and mark it as that of an AppImage of type 2."""
    libraries = ["-lsquashfuse_ll", "-lsquashfuse", "-lfuse3", "-lzstd", "-llzma", "-lz", "-lpthread", "-ldl"]
    flags = ["-static", "-O2", "-s", "-Wall", "-Wextra", "-D_FILE_OFFSET_BITS=64", "-Wl,--build-id=none"]
    run(["cc", *flags, "-o", program, ROOT / "packaging/appimage/runtime.c", *libraries])
    marked = bytearray(program.read_bytes())
    marked[8:11] = b"AI\x02"
    program.write_bytes(marked)


if __name__ == "__main__":
    main()
