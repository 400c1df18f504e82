"""Try AppImage and .deb in Debian 12 and 13 that have no Python: ``sudo make dist-bundle-try``.

The systems are made by debootstrap, with nothing but the libraries that every desktop has, and kept for the next time.
In each the .deb is installed by apt, and smoke.py tries everything in the one and in the other. It needs root, and
what lies in ``dist`` after `make dist-appimage` and `make dist-bundle-deb`.
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
"""Every desktop has them; what else it has is what the .deb depends on."""


def main() -> None:
    """One system after the other; the first thing that does not work ends it."""
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
