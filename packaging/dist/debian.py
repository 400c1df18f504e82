"""``make dist-debian``: the package for Debian 13 and later, which uses Debian's Qt and Python.

The package contains the committed files. It is built in a bare chroot without the network, checked by lintian, and
installed in a second bare chroot. There the tests of ``packaging/debian/tests`` play it. Afterwards it is removed,
which must leave nothing. The results are in ``dist/debian``.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from chroots import Chroot, make_chroot
from common import BUILD, DIST, ROOT, source_date, unpack, version

sys.path.insert(0, str(ROOT / "packaging"))
from addresses import AUTHOR, addresses

NAME = "mile-bones"
WORK = BUILD / "debian"
OUT = DIST / "debian"
REVISION = 1
"""The number of times that this version has been packaged. It is raised when only ``packaging/debian`` has changed."""
PLAYER = "player"
"""The user who plays in the second chroot: no game is played as root."""
TOOLS = ("build-essential", "debhelper", "lintian")
LEFT_ALONE = ("var/lib/apt", "var/lib/dpkg", "var/cache", "var/log", "srv", "tmp", "run", "proc", "sys", "dev", "home")
"""Folders in which the package system and the tests keep their own files."""


def main() -> None:
    """Build, check and try the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", help="where Debian is fetched from; usually the mirror of this machine's apt")
    parser.add_argument("--revision", type=int, default=REVISION, help="the last part of the package's version")
    chosen = parser.parse_args()
    bare = make_chroot(WORK / "bare", chosen.mirror)
    package = build(bare.copy(WORK / "builder"), chosen.revision)
    try_out(bare.copy(WORK / "clean"), package)
    print(f"{package.relative_to(ROOT)}: {package.stat().st_size:,} bytes")


def build(builder: Chroot, revision: int) -> Path:
    """Build and check the package in this chroot. Return its path."""
    place = builder.folder / "build"
    source = write_source(place, revision)
    builder.install(*TOOLS)
    builder.do("apt-get", "build-dep", "--yes", "--quiet", "--no-install-recommends", f"/build/{source}", online=True)
    builder.do("sh", "-c", f"cd /build/{source} && dpkg-buildpackage --unsigned-source --unsigned-changes")
    changes = next(place.glob("*.changes"))
    judge = ["lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", "--info"]
    if unknown := not_yet_known():
        judge += ["--suppress-tags", ",".join(unknown)]
    builder.do(*judge, f"/build/{changes.name}")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    for file in place.iterdir():
        if file.is_file():
            shutil.copy2(file, OUT)
    return next(OUT.glob("*.deb"))


def write_source(place: Path, revision: int) -> str:
    """Write the parts of the source package into this folder. Return the name of its own folder there."""
    number = version()
    source = f"{NAME}-{number}"
    place.mkdir(parents=True)
    packed = subprocess.run(
        ["git", "archive", f"--prefix={source}/", "HEAD"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        unpack(archive, place)
    pack = ["xz", "--threads=1", "--stdout", "-9"]
    (place / f"{NAME}_{number}.orig.tar.xz").write_bytes(
        subprocess.run(pack, input=packed, check=True, capture_output=True).stdout
    )
    debian = place / source / "debian"
    shutil.copytree(place / source / "packaging" / "debian", debian)
    control = (debian / "control").read_text(encoding="utf-8")
    (debian / "control").write_text(filled(control, homepage=addresses().home), encoding="utf-8")
    date = format_datetime(datetime.fromtimestamp(source_date(), UTC))
    (debian / "changelog").write_text(
        f"{NAME} ({number}-{revision}) unstable; urgency=medium\n\n  * See /usr/share/doc/{NAME}/changelog.gz.\n\n"
        f" -- {maintainer()}  {date}\n",
        encoding="utf-8",
    )
    return source


def filled(control: str, homepage: str) -> str:
    """Return the control file with maintainer and home page filled in. Without a home page, the line for it is left
    out.
    """
    lines = control.replace("@MAINTAINER@", maintainer()).splitlines(keepends=True)
    if not homepage:
        lines = [line for line in lines if "@HOMEPAGE@" not in line]
    return "".join(lines).replace("@HOMEPAGE@", homepage)


def maintainer() -> str:
    """Return the maintainer of the package: the authors, with the address in release.toml."""
    return f"{AUTHOR} <{addresses().contact or 'unknown@invalid'}>"


def not_yet_known() -> list[str]:
    """Return lintian's tags that appear only because the project has no mail address or home page yet."""
    mail = [] if addresses().contact else ["bogus-mail-host", "bogus-mail-host-in-debian-changelog"]
    page = [] if addresses().home else ["appstream-metadata-validation-failed"]  # the warning url-homepage-missing
    return mail + page


def try_out(clean: Chroot, package: Path) -> None:
    """Install the package in a bare system, play it, and remove it."""
    tests = ROOT / "packaging" / "debian" / "tests"
    shutil.copy2(package, clean.folder / "srv")
    shutil.copytree(tests, clean.folder / "srv" / "tests")
    clean.install(*_needed(tests / "control"))
    clean.do("useradd", "--create-home", PLAYER)
    before = files(clean)
    clean.install(f"/srv/{package.name}")
    for test in sorted(test for test in tests.iterdir() if test.name != "control"):
        clean.do("runuser", "--user", PLAYER, "--", "env", f"HOME=/home/{PLAYER}", f"/srv/tests/{test.name}")
    clean.do("apt-get", "purge", "--yes", "--quiet", NAME)
    ours = {file for file in files(clean) - before if NAME in str(file) or "mile_bones" in str(file)}
    if ours:
        raise SystemExit(f"The removal leaves {sorted(map(str, ours))}")


def _needed(control: Path) -> list[str]:
    """Return the packages that the tests need besides this one."""
    words = [
        line.split()[1:] for line in control.read_text(encoding="utf-8").splitlines() if line.startswith("Depends:")
    ]
    return sorted({word.strip(",") for line in words for word in line} - {"@"})


def files(chroot: Chroot) -> set[Path]:
    """Return all files in the chroot, except those of the package system."""
    found = set()
    for folder, folders, names in os.walk(chroot.folder):
        inside = Path(folder).relative_to(chroot.folder)
        folders[:] = [name for name in folders if str(inside / name) not in LEFT_ALONE]
        found.update(inside / name for name in (*folders, *names))
    return found


if __name__ == "__main__":
    main()
