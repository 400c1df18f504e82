"""Try the two commands of README, and make lint, on bare systems: ``sudo make test-systems``.

Each system is a Debian that debootstrap makes, with Python, git and make. It gets a clone of the committed source.
There the program is set up, a hand is played in the real window under Xvfb, and tests and lint are run. At the end a
table is printed; the logs are in ``build/systems``. All three systems together take half an hour, and two gigabytes
each.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from chroots import Chroot, make_chroot
from common import BUILD, ROOT, run

SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13", "sid": "Debian sid"}
BARE = ("ca-certificates", "git", "make", "python3")
"""The packages that a new user has before the two commands."""
WINDOW = ("openbox", "xauth", "xdotool", "xvfb")
"""The packages that show a window and press its keys."""
STEPS = {
    "make run": f"""
        make .venv/ready-to-play
        apt-get install --yes --quiet --no-install-recommends {" ".join(WINDOW)}
        mkdir --parents /usr/games
        ln --symbolic --force /srv/project/.venv/bin/mile-bones /usr/games/mile-bones
        packaging/debian/tests/window""",
    "make test": "make test",
    "make lint": "make lint",
}
"""The commands of each step. The first step plays the program that make run starts, with the keys of a package test."""
LOGS = BUILD / "systems"
_FAILED = "failed"
_VERSIONS = """
import platform, PySide6, numpy
print(*(".".join(each.split(".")[:3]) for each in (platform.python_version(), PySide6.__version__, numpy.__version__)))
"""


def main() -> None:
    """Try each system, print the table, and end with 1 if anything failed."""
    parser = argparse.ArgumentParser(description="Try make run, make test and make lint on bare systems.")
    parser.add_argument("--mirror", help="where Debian is fetched from; usually the mirror of this machine's apt")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"some of {', '.join(SUITES)}; usually all")
    chosen = parser.parse_args()
    if unknown := sorted(set(chosen.suites) - SUITES.keys()):
        parser.error(f"not known: {', '.join(unknown)}")
    rows = [try_out(suite, chosen.mirror) for suite in chosen.suites or SUITES]
    print("| system | Python, PySide6, NumPy |", " | ".join(f"`{step}`" for step in STEPS), "|")
    print("| --- " * (2 + len(STEPS)) + "|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.exit(any(cell.startswith(_FAILED) for row in rows for cell in row))


def try_out(suite: str, mirror: str | None) -> list[str]:
    """Return the cells of a system's row: its name, its versions, and the result of each step."""
    system = make_chroot(LOGS / suite, mirror, suite).copy(LOGS / f"{suite}-with")
    system.install(*BARE)
    trust_what_this_machine_trusts(system)
    run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, system.folder / "srv" / "project"])
    ends = [step(system, suite, name) for name in STEPS]
    asked = inside(system, f".venv/bin/python -c '{_VERSIONS}'")
    versions = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
    return [SUITES[suite], ", ".join(versions), *ends]


def trust_what_this_machine_trusts(system: Chroot) -> None:
    """Copy the certificates of this machine, so that pip works through a proxy that has its own certificates."""
    certificates = Path("etc/ssl/certs/ca-certificates.crt")
    if (Path("/") / certificates).is_file():
        shutil.copy(Path("/") / certificates, system.folder / certificates)


def step(system: Chroot, suite: str, name: str) -> str:
    """Run one step, write its log, and return its result."""
    print(f"{SUITES[suite]}: {name}", flush=True)
    log = LOGS / f"{suite}-{name.replace(' ', '-')}.log"
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run(inside(system, STEPS[name]), stdout=file, stderr=subprocess.STDOUT, check=False)
    counted = re.findall(r"=+ (.*(?:passed|failed|error).*) in .*=+", log.read_text(encoding="utf-8"))
    end = counted[-1] if counted else f"exit status {done.returncode}"
    return end if done.returncode == 0 else f"{_FAILED}: {end} ({log.relative_to(ROOT)})"


def inside(system: Chroot, command: str) -> list[str]:
    """Return the command that runs a shell command in the clone, with this machine's settings for pip and proxies."""
    known = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "_proxy" in name.lower()}
    return system.inside("sh", "-ec", f"cd /srv/project\n{command}", online=True, **known)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work: {' '.join(map(str, error.cmd))}")
