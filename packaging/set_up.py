"""Make ``.venv`` ready: ``python3 packaging/set_up.py`` to play, ``python3 packaging/set_up.py --work`` to develop.

The Makefile calls this script. It needs only Python. It creates the virtual environment, installs the game into it, and
checks the system packages that pip cannot install. On Debian and its derivatives it installs missing packages if it
runs as root. Otherwise it prints the command for that and stops. It may be run again at any time. It installs the
versions of packaging/versions.txt. ``--versions newest`` and ``--versions oldest`` take the newest or oldest versions
in the ranges of pyproject.toml instead.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from versions import VERSIONS, pip, write_oldest

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)

# The tools of the tests and linters. Each is a command that must be present, with the Debian packages that contain it.
TOOLS = {
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "setxkbmap": "x11-xkb-utils",
    "orca": "orca",
    "pulseaudio": "pulseaudio",
    "parec": "pulseaudio-utils",
    "import": "imagemagick",
    "dbus-run-session": "dbus",
    "dbus-launch": "dbus-x11",
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
    "man": "man-db",
    "cc": "gcc libc6-dev",
    "mksquashfs": "squashfs-tools libsquashfuse-dev libfuse3-dev libzstd-dev liblzma-dev zlib1g-dev",
}
# The tests control AT-SPI from the system's Python, because Debian builds the bindings for that Python only.
ACCESSIBILITY = ("at-spi2-core", "gir1.2-atspi-2.0", "python3-pyatspi")


def main() -> None:
    """Do what the arguments ask for, or exit with a sentence about the obstacle."""
    parser = argparse.ArgumentParser(description="Make .venv ready to play.")
    parser.add_argument("--work", action="store_true", help="with all that tests and linters use")
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv", help="the environment to make, instead of .venv")
    parser.add_argument(
        "--versions",
        choices=("pinned", "newest", "oldest"),
        default="pinned",
        help="which versions to install, of those that pyproject.toml admits; usually those of packaging/versions.txt",
    )
    chosen = parser.parse_args()
    python = make_venv(chosen.venv)
    install_game(python, chosen.versions, for_work=chosen.work)
    unpack_shiboken(python)
    if sys.platform.startswith("linux"):
        need_qt_libraries(python)
        if chosen.work:
            want_tools()


def make_venv(folder: Path) -> Path:
    """Create the virtual environment, unless there is one that works. Return the path of its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if works(python, "-m", "pip", "--version"):
        return python
    if not works(sys.executable, "-c", "import ensurepip, venv"):
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        get_packages([package], f"This Python cannot create a virtual environment: {package} is missing.")
    import venv

    print(f"Creating {folder.name} with Python {sys.version.split()[0]} ...", flush=True)
    venv.create(folder, clear=True, with_pip=True)
    return python


def install_game(python: Path, versions: str, *, for_work: bool) -> None:
    """Install the game as editable, so that a change of the code needs no new installation."""
    print("Installing Mile Bones and what it needs (about 150 MB the first time) ...", flush=True)
    constraints = write_oldest() if versions == "oldest" else VERSIONS if versions == "pinned" else None
    group = ["--group", "dev"] if for_work else []
    renew = ["--upgrade", "--upgrade-strategy", "eager"] if constraints is None else []
    subprocess.run([*pip(python, "install", constraints), *renew, *group, "--editable", "."], cwd=ROOT, check=True)


def unpack_shiboken(python: Path) -> None:
    """Unpack shiboken's Python modules to files beside it, and compile them.

    Its library contains them as source, and compiles all of them whenever PySide6 is imported: docs/decisions/084.
    Files of an earlier version are overwritten. If the files cannot be written, the library still works, but compiles
    them at every import.
    """
    ask = "import pathlib, shiboken6; print(pathlib.Path(shiboken6.__file__).parent / 'files.dir')"
    unpack = {**os.environ, "SBK_EMBED": "0"}
    unpacked = subprocess.run([str(python), "-c", ask], env=unpack, check=True, capture_output=True, text=True)
    folder = Path(unpacked.stdout.splitlines()[-1])
    if folder.is_dir():
        subprocess.run([str(python), "-m", "compileall", "-q", str(folder)], check=True)


def need_qt_libraries(python: Path) -> None:
    """Make sure that Qt finds the system libraries that it needs. Install missing ones, or exit if that is not
    possible.
    """
    sys.path.insert(0, str(ROOT))
    from mile_bones.desktop.display import DEBIAN_PACKAGES

    ask = (
        "from pathlib import Path; import importlib.util as u; from mile_bones.desktop.display import missing_library;"
        "print(missing_library(Path(u.find_spec('PySide6').origin).parent, x11=True) or '')"
    )
    answer = subprocess.run([str(python), "-c", ask], cwd=ROOT, check=True, capture_output=True, text=True)
    if missing := answer.stdout.strip():
        get_packages(list(DEBIAN_PACKAGES), f"Qt cannot start: the system library {missing} is missing.")


def want_tools() -> None:
    """Install the missing tools if possible, else print their names. The checks that need missing tools are skipped."""
    missing = [
        package for command, packages in TOOLS.items() if shutil.which(command) is None for package in packages.split()
    ]
    if not works("/usr/bin/python3", "-c", "import pyatspi"):
        missing += ACCESSIBILITY
    if not missing:
        return
    if can_install():
        get_packages(missing, "")
    else:
        print(f"Some checks will be left out. For all of them: sudo apt install {' '.join(missing)}", flush=True)


def get_packages(packages: list[str], reason: str) -> None:
    """Install system packages if we are root on Debian; otherwise exit with the reason and the command."""
    if not can_install():
        sys.exit("\n".join((reason, f"On Debian or Ubuntu: sudo apt install {' '.join(packages)}")))
    print(f"Installing {' '.join(packages)} ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=True)
    subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
        env=quiet,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def can_install() -> bool:
    """Return True if we are root on a system with apt."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def works(*command: object) -> bool:
    """Return True if the command can be started and succeeds."""
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit(
            f"Mile Bones needs Python {OLDEST[0]}.{OLDEST[1]} or later; {sys.executable} is {sys.version.split()[0]}. "
            "With another one: make PYTHON=python3.12 run"
        )
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work: {' '.join(error.cmd)}")
