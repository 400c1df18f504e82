"""Make a Flatpak runtime from Debian packages: ``python3 packaging/flatpak/debian_runtime.py``, as root.

It is for machines that cannot fetch the public runtime. For its users, the program is built with the public one. The
runtime made here is Debian 13 with the libraries that a graphical program finds in any runtime. It is also its own SDK,
and is installed for this user under the name in `NAME`. The script needs debootstrap and some minutes.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "dist"))
from common import BUILD, run

NAME = "org.milebones.DebianRuntime"
BRANCH = "13"
_SUITE = "trixie"
_FOLDER = BUILD / "flatpak" / "runtime"
_REMOTE = "mile-bones-debian-runtime"
_PACKAGES = (
    "python3",
    "python3-pip",
    "python3-venv",
    "ca-certificates",
    # The system libraries of Qt's wheel.
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libglib2.0-0t64",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    # Other packages that the runtime of a desktop has.
    "fonts-dejavu-core",
    "libasound2t64",
    "libpulse0",
)
_METADATA = """[Runtime]
name={name}
runtime={name}/{machine}/{branch}
sdk={name}/{machine}/{branch}
"""
# Folders that do not belong in a runtime, because nobody reads them, or because the host's own files are shown in them.
_LEFT_OUT = ("share/doc", "share/man", "share/info", "share/locale", "lib/systemd", "lib/udev", "games", "src")


def main() -> None:
    """Make the folder of the runtime if it is missing, export the runtime, and install or update it for this user."""
    if os.geteuid() != 0:
        sys.exit("debian_runtime.py: debootstrap needs root.")
    root = _FOLDER / "debian"
    if not (root / "usr").is_dir():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        chosen = ["--variant=minbase", f"--include={','.join(_PACKAGES)}"]
        run(["debootstrap", *chosen, _SUITE, root, mirror()])
    lay_out(root, _FOLDER / "export")
    repository = _FOLDER / "repo"
    run(
        [
            "flatpak",
            "build-export",
            "--runtime",
            "--files=usr",
            "--disable-sandbox",
            repository,
            _FOLDER / "export",
            BRANCH,
        ]
    )
    run(["flatpak", "remote-add", "--user", "--if-not-exists", "--no-gpg-verify", _REMOTE, repository])
    run(["flatpak", "install", "--user", "--noninteractive", "--or-update", _REMOTE, f"{NAME}//{BRANCH}"])


def mirror() -> str:
    """Return the address from which this machine's own apt gets its packages."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[0]


def lay_out(root: Path, export: Path) -> None:
    """Make the folder for `flatpak build-export`: /usr with /etc inside, and the metadata."""
    shutil.rmtree(export, ignore_errors=True)
    export.mkdir()
    run(["cp", "-a", root / "usr", export / "usr"])
    run(["cp", "-a", root / "etc", export / "usr" / "etc"])
    for name in _LEFT_OUT:
        shutil.rmtree(export / "usr" / name, ignore_errors=True)
    for name in ("passwd", "group", "shadow", "gshadow", "hostname", "hosts", "resolv.conf", "machine-id", "mtab"):
        (export / "usr" / "etc" / name).unlink(missing_ok=True)  # Flatpak puts the user's own files there
    text = _METADATA.format(name=NAME, machine=platform.machine(), branch=BRANCH)
    (export / "metadata").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
