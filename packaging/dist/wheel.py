"""Build the wheel and the source archive into ``dist``, and check them: ``make dist-wheel``.

The source archive is made from the committed files, and the wheel from the source archive. Then everything is built
again in another place and with other file permissions, and must give the same bytes. Finally the wheel is installed
into a new environment, with an empty home folder, and played.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from common import BUILD, DIST, ROOT, python_of, run, unpack, version

sys.path.insert(0, str(Path(__file__).parent.parent))
from addresses import APP_ID, addresses
from versions import pip

_HERE = Path(__file__).parent
_VENV = BUILD / "wheel-venv"


def main() -> None:
    """Build the wheel and the source archive, compare, check and try them. End with the first fault."""
    python = python_of(_VENV)
    run([*pip(python, "install"), "--group", "release"])
    with tempfile.TemporaryDirectory(prefix="mile-bones-wheel-") as folder:
        first, second = Path(folder, "one"), Path(folder, "quite another")
        built = build(python, first, umask=0o022)
        for one, other in zip(built, build(python, second, umask=0o077), strict=True):
            if one.read_bytes() != other.read_bytes():
                sys.exit(f"Built a second time {one.name} is not the same.")
        wheel, source = built
        if run_from_tree(python, first) != wheel.read_bytes():
            sys.exit("The wheel of the source archive is not that of the source.")
        check(python, wheel, source, first / "source")
        try_out(wheel, Path(folder, "home"))
        DIST.mkdir(exist_ok=True)
        for file in built:
            shutil.copy(file, DIST)
            print(f"dist/{file.name}: {file.stat().st_size:,} bytes")


def build(python: Path, folder: Path, umask: int) -> tuple[Path, Path]:
    """Build wheel and source archive in this folder, which must not exist yet. Return their paths."""
    before = os.umask(umask)
    try:
        source = exported(folder / "source")
        out = folder / "built"
        run([python, "-m", "build", "--no-isolation", "--outdir", out, source], folder=source)
    finally:
        os.umask(before)
    (wheel,), (archive,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, archive


def run_from_tree(python: Path, folder: Path) -> bytes:
    """Return the wheel that is built directly from the tree, without a source archive."""
    source, out = folder / "source", folder / "straight"
    run([python, "-m", "build", "--no-isolation", "--wheel", "--outdir", out, source], folder=source)
    (wheel,) = out.glob("*.whl")
    return wheel.read_bytes()


def exported(folder: Path) -> Path:
    """Copy the committed files to a new folder, and return it.

    Without git, as in an unpacked source archive, copy the files that the archive contains.
    """
    if not (ROOT / ".git").exists():
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("build", "dist", ".*", "__pycache__", "*.mo"))
        return Path(shutil.copy(ROOT / ".gitignore", folder)).parent
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True).stdout:
        print("What is not committed is left out.", flush=True)
    folder.mkdir(parents=True)
    tar = folder.with_suffix(".tar")
    run(["git", "archive", "--output", tar, "HEAD"])
    with tarfile.open(tar) as archive:
        unpack(archive, folder)
    return folder


def check(python: Path, wheel: Path, source: Path, tree: Path) -> None:
    """Check the wheel and the source archive with the usual tools. A tool that finds a fault ends the build."""
    tools = python.parent
    run([tools / "twine", "check", "--strict", wheel, source])
    run([tools / "check-wheel-contents", "--config", tree / "pyproject.toml", wheel])
    run([tools / "validate-pyproject", tree / "pyproject.toml"])
    run([tools / "reuse", "--root", tree, "lint", "--quiet"])
    rate(python, source)
    with zipfile.ZipFile(wheel) as archive:
        told = archive.read(f"mile_bones-{version()}.dist-info/METADATA").decode()
    if ("Project-URL: Homepage, " in told) != bool(addresses().home):
        sys.exit("The wheel does not have the address of packaging/release.toml.")


def rate(python: Path, source: Path) -> None:
    """Let pyroma rate the source archive. Only the addresses that the project does not have yet may be missing."""
    command = [python, "-c", "import sys, pyroma; pyroma.main()", source]
    words = [str(word) for word in command]
    told = subprocess.run(words, cwd=source.parent, capture_output=True, text=True, check=False).stdout
    known = addresses()
    missing = set(re.findall(r"^(?:Your package|The|You) .*", told, re.MULTILINE))
    awaited = {line for line in missing if (not known.contact and "author-email" in line)}
    awaited |= {line for line in missing if (not known.home and "project home page" in line)}
    if "Final rating" not in told or missing - awaited:
        sys.exit(told)
    print(f"pyroma: {re.search('Final rating: .*', told)[0]}{''.join(f', {line}' for line in sorted(awaited))}")


def try_out(wheel: Path, home: Path) -> None:
    """Install the wheel in an empty environment, check that a desktop and ``man`` find their files, and play."""
    home.mkdir()
    venv = home / "venv"
    python = python_of(venv)
    clean = {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    run([*pip(python, "install"), f"{wheel}[terminal]"], clean)
    share = venv / "share"
    sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512]
    needed = [f"applications/{APP_ID}.desktop", f"metainfo/{APP_ID}.metainfo.xml", "man/man6/mille.6"]
    needed += [f"man/{language}/man6/mille.6" for language in ("de", "es", "fa", "fr")]
    needed += [f"icons/hicolor/{size}x{size}/apps/{APP_ID}.png" for size in sizes]
    needed += [f"icons/hicolor/scalable/apps/{APP_ID}.svg"]
    if missing := [name for name in needed if not (share / name).is_file()]:
        sys.exit(f"The wheel does not install {', '.join(missing)}.")
    commands = python.parent
    run([commands / "mile-bones", "--version"], clean, home)
    run([commands / "mille", "--version"], clean, home)
    run([commands / "mile-bones", "arena", "original", "easy", "--hands", "2", "--seed", "1"], clean, home)
    run([python, _HERE / "play_in_window.py", home / "profile"], clean, home)
    ask = "from mile_bones.installation import installation; print(installation().tool, installation().place)"
    told = subprocess.run([str(python), "-c", ask], cwd=home, check=True, capture_output=True, text=True).stdout
    if told.strip() != f"pip {wheel.name}":
        sys.exit(f"It says that it was installed by {told.strip()}.")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work: {' '.join(map(str, error.cmd))}")
