"""Try AppImage and .deb on Debian 12 and 13 without Python: ``sudo make dist-bundle-try``.

debootstrap makes the systems, which have only the libraries that every desktop has, and they are kept for the next
time. In each, apt installs the .deb, and smoke.py tries everything in the .deb and in the AppImage. This needs root,
and the results of `make dist-appimage` and `make dist-bundle-deb` in ``dist``.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import sys

from bundle_deb import NAME
from chroots import make_chroot
from common import BUILD, DIST, ROOT, run, version

SUITES = ("bookworm", "trixie")
DESKTOP = ("fonts-dejavu-core", "libasound2", "libpulse0")
"""Packages of every desktop. Its other packages are dependencies of the .deb."""


def main() -> None:
    """Try one system after the other, and end with the first failure."""
    parser = argparse.ArgumentParser(description="Try AppImage and .deb in systems without Python.")
    parser.add_argument("--mirror", help="of Debian; else the one of this machine's apt")
    chosen = parser.parse_args()
    image = DIST / f"Mile_Bones-{version()}-{platform.machine()}.AppImage"
    (package,) = DIST.glob(f"{NAME}_{version()}_*.deb")
    for suite in SUITES:
        bare = make_chroot(BUILD / "try" / suite, chosen.mirror, suite)
        system = bare.copy(BUILD / "try" / f"{suite}-with")
        shutil.copy(package, system.folder / "tmp")
        system.install(f"/tmp/{package.name}", *DESKTOP)  # noqa: S108 - inside
        if (system.folder / "usr/bin/python3").exists():
            sys.exit(f"{suite} has a Python, so that this tells nothing.")
        for program in (image, "/usr/games/mile-bones"):
            print(f"{program} in {suite}", flush=True)
            smoke = ROOT / "packaging" / "dist" / "smoke.py"
            run([ROOT / ".venv/bin/python", smoke, program, "--root", system.folder])


if __name__ == "__main__":
    main()
