"""Make a .deb with its own Python and Qt, for systems without PySide6: ``make dist-bundle-deb``.

The package is made from the folder of bundle.py. It is installed in /opt, as Debian's policy asks of packages from
elsewhere. It has a menu entry, icons, metainfo and manual pages, and is written into ``dist``, with its SHA-256.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bundle import FOLDER, TOOLS, check, oldest_glibc, write_desktop_files
from common import (
    BUILD,
    DIST,
    ROOT,
    even_out,
    missing_packages,
    run,
    source_date,
    version,
    write_checksum,
)

sys.path.insert(0, str(Path(__file__).parent.parent))
from addresses import addresses

NAME = "mile-bones-bundle"
PLACE = "opt/mile-bones"
TREE = BUILD / "bundle-deb"
_LANGUAGES = ("", "de", "es", "fa", "fr")
# The libraries that PySide6 expects on the system, by their names in Debian 12 and later and Ubuntu 22.04 and later.
_DEPENDS = (
    "libdbus-1-3",
    "libegl1",
    "libexpat1",
    "libfontconfig1",
    "libfreetype6",
    "libgcc-s1",
    "libgl1",
    "libglib2.0-0t64 | libglib2.0-0",
    "libstdc++6 (>= 11)",
    "libwayland-client0",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libx11-6",
    "libx11-xcb1",
    "libxcb1",
    "zlib1g",
)
_CONTROL = """Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: The Mile Bones authors <{contact}>
Section: games
Priority: optional
Installed-Size: {size}
Depends: libc6 (>= {glibc}), {depends}
Recommends: libasound2t64 | libasound2 | libpulse0, speech-dispatcher
Conflicts: mile-bones
Provides: mile-bones
{home}Description: card game of 700 miles, hazards and safeties
 Race 700 miles against the computer, past hazards and speed limits, by the
 rules of Mile Bones for Windows or of mille(6); or play Mille, the rummy of
 Montreal, and Millieu, a game on a cube.
 .
 This package brings Python and Qt along, for systems that have no PySide6.
 Its game for the terminal is called mile-bones-mille.
"""
_COPYRIGHT = """Mile Bones {version}, https://opensource.org/license/mit

{licence}

Everything else in /{place} is used under the licences in
/{place}/_internal/mile_bones/_resources/licences, which the window About shows, too.
Qt and PySide6 are under the LGPL, version 3; the file "Qt, PySide6.txt" there says how they are replaced.
On Debian systems the text of the LGPL, version 3, is in /usr/share/common-licenses/LGPL-3.
"""


def main() -> None:
    """Build the package from the folder."""
    check(missing_packages(TOOLS | {"dpkg-deb": "dpkg"}))
    if "--check" in sys.argv:
        return
    if not FOLDER.is_dir():
        sys.exit("There is no bundle yet: make dist-bundle")
    shutil.rmtree(TREE, ignore_errors=True)
    lay_out()
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()
    size = sum((file.lstat().st_size + 1023) // 1024 for file in TREE.rglob("*"))
    control = TREE / "DEBIAN" / "control"
    control.parent.mkdir(mode=0o755)
    words = {"name": NAME, "version": version(), "architecture": architecture, "size": size}
    known = addresses()
    words |= {"contact": known.contact or "nobody@localhost", "home": f"Homepage: {known.home}\n" if known.home else ""}
    words |= {"depends": ", ".join(_DEPENDS), "glibc": oldest_glibc(FOLDER)}
    control.write_text(_CONTROL.format(**words), encoding="utf-8")
    even_out(TREE)
    DIST.mkdir(exist_ok=True)
    package = DIST / f"{NAME}_{version()}_{architecture}.deb"
    run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", TREE, package])
    write_checksum(package)
    print(f"dist/{package.name}: {package.stat().st_size / 2**20:.1f} MiB, installed {size / 1024:.0f} MiB")


def lay_out() -> None:
    """Write the files as they will be installed."""
    share = TREE / "usr/share"
    shutil.copytree(FOLDER, TREE / PLACE, symlinks=True)
    (TREE / PLACE / "_internal/mile_bones/_resources/installed_from").write_text("bundle-deb\n", encoding="utf-8")
    for library in (TREE / PLACE).rglob("*.so*"):
        if not library.is_symlink():
            library.chmod(0o644)
    programs = TREE / "usr/games"
    programs.mkdir(parents=True)
    (programs / "mile-bones").symlink_to(f"/{PLACE}/mile-bones")
    (programs / "mile-bones-mille").symlink_to(f"/{PLACE}/mille")  # because the package bsdgames has a program mille
    write_desktop_files(share)
    for language in _LANGUAGES:
        for name, command in (("mile-bones", "mile-bones"), ("mille", "mile-bones-mille")):
            page = (ROOT / "packaging" / (f"{name}.{language}.6" if language else f"{name}.6")).read_bytes()
            write_packed(share / "man" / language / "man6" / f"{command}.6.gz", page)
    document = share / "doc" / NAME
    document.mkdir(parents=True)
    text = _COPYRIGHT.format(version=version(), place=PLACE, licence=(ROOT / "LICENSE").read_text("utf-8").strip())
    (document / "copyright").write_text(text, encoding="utf-8")
    write_packed(document / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    when = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(source_date()))
    contact = addresses().contact or "nobody@localhost"
    entry = f"{NAME} ({version()}) unstable; urgency=medium\n\n  * Made of the release.\n\n -- The Mile Bones authors "
    write_packed(document / "changelog.Debian.gz", f"{entry}<{contact}>  {when}\n".encode())


def write_packed(file: Path, content: bytes) -> None:
    """Write a file as Debian's policy wants it: packed, without the name and the time of packing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    main()
