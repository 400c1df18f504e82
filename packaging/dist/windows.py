"""Build the installer for Windows into ``dist``: ``python packaging/dist/windows.py``, on Windows.

The installer contains the folder of bundle.py unchanged. The build needs Inno Setup 6.3 or later. Its compiler ISCC
must be on the path or where Inno Setup's own installer puts it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import bundle
from common import APP_ID, DIST, ROOT, run, version, write_checksum

SCRIPT = ROOT / "packaging" / "windows" / "mile-bones.iss"


def main() -> None:
    """Make the folder, note in it how the program is installed, and pack it."""
    bundle.main()
    (bundle.INSIDE / "mile_bones" / "_resources" / "installed_from").write_text("windows\n", encoding="utf-8")
    installer = pack(compiler())
    write_checksum(installer)
    print(f"dist/{installer.name}: {installer.stat().st_size:,} bytes")


def compiler() -> list[str]:
    """Return the command of Inno Setup's compiler."""
    places = {Path(place) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)") if (place := os.environ.get(name))}
    usual = sorted(file for place in places for file in place.glob("Inno Setup */ISCC.exe"))
    found = shutil.which("ISCC") or (str(usual[-1]) if usual else None)
    if found is None:
        sys.exit("windows.py: Inno Setup is not installed.")
    return [found]


def pack(inno: list[str]) -> Path:
    """Make the installer from the folder with this compiler. Return its path."""
    known = {
        "Id": APP_ID,
        "Version": version(),
        "Folder": bundle.FOLDER,
        "Icon": bundle.SUPPORT / "mile-bones.ico",
        "Out": DIST,
    }
    run([*inno, "/Q", *(f"/D{name}={value}" for name, value in known.items()), SCRIPT])
    return DIST / f"MileBones-{version()}-setup.exe"


if __name__ == "__main__":
    main()
