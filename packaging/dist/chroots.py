"""Folders with a Debian of their own, in which a package is built or tried as on a machine that has nothing else.

They are made by debootstrap, which needs root, from the mirror that this machine's apt uses, or another one. What runs
inside has its own processes, which end with it, and an own view of the mounts: nothing is left to be unmounted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from common import run

SUITE = "trixie"
"""Debian 13."""
_ENTER = """
mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" &&
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts" && mount --bind "$1/dev/pts/ptmx" "$1/dev/ptmx" &&
exec chroot "$@"
"""

_INSIDE = {
    "DEBIAN_FRONTEND": "noninteractive",
    "HOME": "/root",
    "LC_ALL": "C.UTF-8",
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games",
}


class Chroot:
    """One of them, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, *packages: str) -> None:
        """Get packages, without what they only recommend."""
        self.do("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *packages, online=True)

    def do(self, *command: str, online: bool = False) -> None:
        """Run a command inside, without the network unless it needs it. Ends the build when it fails."""
        run(self.inside(*command, online=online))

    def inside(self, *command: str, online: bool = False, **variables: str) -> list[str]:
        """Return the words that run a command inside, with `variables` in its environment."""
        own = ["--mount", "--pid", "--fork", "--kill-child", *([] if online else ["--net"])]
        clean = ["env", "--ignore-environment", *(f"{name}={value}" for name, value in (_INSIDE | variables).items())]
        return ["unshare", *own, "sh", "-c", _ENTER, "sh", str(self.folder), *clean, *command]

    def copy(self, folder: Path) -> Chroot:
        """Another one that is the same, instead of whatever lies in this folder."""
        if folder.exists():
            shutil.rmtree(folder)
        subprocess.run(["cp", "--archive", self.folder, folder], check=True)
        return Chroot(folder)


def make_chroot(folder: Path, mirror: str | None, suite: str = SUITE) -> Chroot:
    """A bare system; one that was made before is brought up to date. ``mirror`` None: the one of this machine's apt."""
    if os.geteuid() != 0:
        sys.exit("A chroot is made by root: sudo make dist-…")
    chroot = Chroot(folder)
    if not (folder / "made").is_file():
        if shutil.which("debootstrap") is None:
            sys.exit("debootstrap is missing: apt install debootstrap")
        if folder.exists():
            shutil.rmtree(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        run(["debootstrap", "--variant=minbase", suite, folder, mirror or _mirror()])
        # A mirror that stands still has a list of packages that has run out. Its signature is checked all the same.
        still = 'Acquire::Check-Valid-Until "false";\n'
        (folder / "etc" / "apt" / "apt.conf.d" / "still-mirror").write_text(still, encoding="utf-8")
        (folder / "made").touch()
    chroot.do("apt-get", "update", "--quiet", online=True)
    chroot.do("apt-get", "dist-upgrade", "--yes", "--quiet", online=True)
    return chroot


def _mirror() -> str:
    """Where this machine gets its Debian from."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    places = sorted({place for place in found if not place.rstrip("/").endswith("security")})
    if not places:
        sys.exit("This machine has no mirror of Debian in its apt: name one with --mirror.")
    return places[0]
