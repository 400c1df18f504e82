"""Build the disk image for macOS into ``dist``: ``python3 packaging/dist/macos.py``, on macOS.

PyInstaller makes the application, with the properties in packaging/macos/properties.py. It is signed "ad hoc", which
Apple's processors require and which costs nothing, but not by a developer registered with Apple. Users have to allow it
in System Settings, under Privacy & Security, when they open it for the first time.
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
"""The number of attempts to make the image.

Often a service of macOS is still reading a new volume when the volume is to be unmounted. The error is "Resource busy"
then.
"""


def main() -> None:
    """Make the application, note in it how it was installed, and pack it."""
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
    """Make a disk image with the application and a link to the folder where it belongs. Return its path."""
    shown = BUILD / "bundle" / "image"
    shutil.rmtree(shown, ignore_errors=True)
    shown.mkdir()
    run(["cp", "-R", APPLICATION, shown])  # keeps links and permissions
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
