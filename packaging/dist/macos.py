"""Build the disk image for macOS into ``dist``: ``python3 packaging/dist/macos.py``, on macOS.

PyInstaller makes the application, with the properties that packaging/macos/properties.py says. It is signed "ad hoc",
which the processors of Apple ask for and which costs nothing, but by no developer whom Apple knows: who opens it for
the first time has to allow it in System Settings, under Privacy & Security.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

import bundle
from common import BUILD, DIST, run, version, write_checksum

APPLICATION = BUILD / "bundle" / "Mile Bones.app"
TRIES = 10
"""Something of macOS looks into a new volume while it is to be put away: "Resource busy" then, more often than not."""


def main() -> None:
    """Make the application, say in it where it comes from, and pack it."""
    bundle.main()
    inside = APPLICATION / "Contents" / "Resources" / "mile_bones" / "_resources"
    (inside / "installed_from").write_text("macos\n", encoding="utf-8")
    shutil.copytree(bundle.INSIDE / "mile_bones" / "_resources" / "licences", inside / "licences")
    run(["codesign", "--force", "--deep", "--sign", "-", APPLICATION])
    run(["codesign", "--verify", "--deep", "--strict", APPLICATION])
    image = pack()
    write_checksum(image)
    print(f"dist/{image.name}: {image.stat().st_size:,} bytes")


def pack() -> Path:
    """A disk image with the application, beside the folder where it belongs."""
    shown = BUILD / "bundle" / "image"
    shutil.rmtree(shown, ignore_errors=True)
    shown.mkdir()
    run(["cp", "-R", APPLICATION, shown])  # links and permissions as they are
    (shown / "Applications").symlink_to("/Applications")
    DIST.mkdir(exist_ok=True)
    image = Path(DIST / f"MileBones-{version()}-{platform.machine()}.dmg")
    create = ["hdiutil", "create", "-volname", "Mile Bones", "-srcfolder", shown, "-format", "ULFO", "-ov", image]
    for _time in range(TRIES):
        try:
            run(create)
        except subprocess.CalledProcessError:
            time.sleep(10)
        else:
            return image
    sys.exit("macos.py: hdiutil has made no image.")


if __name__ == "__main__":
    main()
