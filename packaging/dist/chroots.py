"""Folders that contain a whole Debian. In such a folder, a package is built or tried as on a machine that has nothing
else.

debootstrap makes the folders, which needs root, from the mirror of this machine's apt or another one. Programs inside
have their own processes, which end with them, and their own mounts, so that nothing has to be unmounted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from common import run

SUITE = "trixie"
"""The suite of Debian 13."""
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
    """A Debian system in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, *packages: str) -> None:
        """Install packages and their dependencies, but not the packages that they recommend."""
        self.do("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *packages, online=True)

    def do(self, *command: str, online: bool = False) -> None:
        """Run a command inside the system, without the network unless ``online``. End the build if the command
        fails.
        """
        run(self.inside(*command, online=online))

    def inside(self, *command: str, online: bool = False, **variables: str) -> list[str]:
        """Return the words that run a command inside, with `variables` in its environment."""
        own = ["--mount", "--pid", "--fork", "--kill-child", *([] if online else ["--net"])]
        clean = ["env", "--ignore-environment", *(f"{name}={value}" for name, value in (_INSIDE | variables).items())]
        return ["unshare", *own, "sh", "-c", _ENTER, "sh", str(self.folder), *clean, *command]

    def copy(self, folder: Path) -> Chroot:
        """Copy the system to another folder, which is replaced. Return the copy."""
        if folder.exists():
            shutil.rmtree(folder)
        subprocess.run(["cp", "--archive", self.folder, folder], check=True)
        return Chroot(folder)


def make_chroot(folder: Path, mirror: str | None, suite: str = SUITE) -> Chroot:
    """Make a bare system, or update one that was made before.

    ``mirror`` is the address of a Debian mirror. If it is None, use the mirror of this machine's apt.
    """
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
        # If a mirror is not updated any more, its package list has expired and would be refused. Its signature
        # is still checked.
        still = 'Acquire::Check-Valid-Until "false";\n'
        (folder / "etc" / "apt" / "apt.conf.d" / "still-mirror").write_text(still, encoding="utf-8")
        (folder / "made").touch()
    chroot.do("apt-get", "update", "--quiet", online=True)
    chroot.do("apt-get", "dist-upgrade", "--yes", "--quiet", online=True)
    return chroot


def _mirror() -> str:
    """Return the mirror of this machine's apt."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    places = sorted({place for place in found if not place.rstrip("/").endswith("security")})
    if not places:
        sys.exit("This machine has no mirror of Debian in its apt: name one with --mirror.")
    return places[0]
