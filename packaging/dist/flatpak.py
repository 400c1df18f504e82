"""Build the Flatpak into ``dist``: ``python3 packaging/dist/flatpak.py [--debian]``, or ``make dist-flatpak``.

It fetches the wheels of everything that the program needs, and writes their names and hashes beside the manifest. So
the build itself needs no network and takes nothing else. The result goes into a repository, ``build/flatpak/repo``,
which can be put on a server as it is, and into one file for users without a remote.

``--debian`` uses the runtime of ``packaging/flatpak/debian_runtime.py``. With it the program can be tried if the public
runtime cannot be fetched.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from common import APP_ID, BUILD, DIST, ROOT, digest, python_of, run, version

sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "packaging" / "flatpak"))
import debian_runtime
from versions import pip

PYTHON = "3.13"
"""The runtime's version of Python, which is also that of Debian 13."""
MANIFEST = ROOT / "packaging" / "flatpak" / f"{APP_ID}.yml"
_FOLDER = BUILD / "flatpak"
_NEWEST_GLIBC = 41
"""The minor version of glibc in the runtime. Wheels for older versions work, too."""


def main() -> None:
    """Fetch the sources, build, check the result, and pack it."""
    parser = argparse.ArgumentParser(description="Build the Flatpak.")
    parser.add_argument("--debian", action="store_true", help="on the runtime of debian_runtime.py")
    chosen = parser.parse_args()
    sources = _FOLDER / ("debian" if chosen.debian else "sources")
    gather(sources)
    manifest = sources / MANIFEST.name
    manifest.write_text(text_for(debian=chosen.debian), encoding="utf-8")
    for tool in ("flatpak", "flatpak-builder"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not installed; the manifest and its sources lie ready in {sources}.")
    known = json.loads(output("flatpak-builder", "--show-manifest", str(manifest)))
    runtimes = [f"{known[name]}//{known['runtime-version']}" for name in ("runtime", "sdk")]
    for runtime in runtimes:
        if subprocess.run(["flatpak", "info", runtime], capture_output=True, check=False).returncode != 0:
            sys.exit(
                f"The runtime is missing: flatpak install {runtime}. The manifest and its sources lie in {sources}."
            )
    built, repository = _FOLDER / "built", _FOLDER / "repo"
    how = ["--force-clean", "--disable-rofiles-fuse", "--subject", f"Mile Bones {version()}"]
    how += ["--state-dir", _FOLDER / "state", "--repo", repository]
    run(["flatpak-builder", *how, built, manifest])
    check(built)
    DIST.mkdir(exist_ok=True)
    packed = DIST / f"{APP_ID}-{version()}-{platform.machine()}.flatpak"
    run(["flatpak", "build-bundle", repository, packed, APP_ID])
    print(f"dist/{packed.name}: {packed.stat().st_size:,} bytes")


def gather(folder: Path) -> None:
    """Fetch the wheels, build the program's own wheel, and put all of them with the manifest's other files into this
    folder.
    """
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    python = python_of(BUILD / "flatpak-venv")
    run([*pip(python, "wheel"), "--no-deps", "--wheel-dir", wheels, ROOT])
    (own,) = wheels.glob("*.whl")
    target = ["--python-version", PYTHON, "--implementation", "cp", "--only-binary", ":all:"]
    for minor in range(_NEWEST_GLIBC, 16, -1):
        target += ["--platform", f"manylinux_2_{minor}_{platform.machine()}"]
    target += ["--platform", f"manylinux2014_{platform.machine()}"]
    run([*pip(python, "download"), "--dest", wheels, *target, f"{own}[terminal]"])
    written = json.dumps(source_list(wheels), indent=2)
    (folder / "sources.json").write_text(f"{written}\n", encoding="utf-8")
    shutil.copy(MANIFEST.parent / "finish.py", folder)
    shutil.copy(ROOT / "packaging" / "pyinstaller" / "trimming.py", folder)


def source_list(wheels: Path) -> list[dict[str, str]]:
    """Return the entries of a manifest for the files in this folder: their place, their destination and their hash."""
    return [
        {
            "type": "file",
            "path": f"{wheels.name}/{file.name}",
            "dest": "wheels",
            "sha256": digest(file),
        }
        for file in sorted(wheels.glob("*.whl"))
    ]


def text_for(*, debian: bool) -> str:
    """Return the manifest, either unchanged or for the runtime of Debian's packages."""
    text = MANIFEST.read_text(encoding="utf-8")
    if debian:
        for old in ("org.freedesktop.Platform", "org.freedesktop.Sdk"):
            text = text.replace(old, debian_runtime.NAME)
        text = text.replace('"25.08"', f'"{debian_runtime.BRANCH}"')
        text += "# Debian's tool of that name is an old one, which finds fault with the icon; check() calls the new.\n"
        text += "appstream-compose: false\n"
    return text


def check(built: Path) -> None:
    """End the build if something in the result is missing or wrong."""
    share = built / "export" / "share"
    needed = [f"applications/{APP_ID}.desktop"]
    needed += [f"icons/hicolor/{size}/apps/{APP_ID}.png" for size in ("64x64", "128x128", "512x512")]
    needed += [f"icons/hicolor/scalable/apps/{APP_ID}.svg"]
    if missing := [name for name in needed if not (share / name).is_file()]:
        sys.exit(f"The Flatpak does not export {', '.join(missing)}.")
    compose(share, _FOLDER / "catalogue")
    # The build's sandbox: it has /app, the runtime, and the files of the test.
    inside = (
        "flatpak build --die-with-parent --filesystem=/tmp --env=QT_QPA_PLATFORM=offscreen --env=MILE_BONES_AUDIO=off"
    )
    program = _FOLDER / "mile-bones"
    program.write_text(f'#!/bin/sh\nexec {inside} "{built}" mile-bones "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    run([ROOT / ".venv" / "bin" / "python", ROOT / "packaging" / "dist" / "frozen_play.py", program])


def compose(share: Path, folder: Path) -> None:
    """Check that a software centre can make an entry from the exported files."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(share, folder / "share")
    for old in (folder / "share").glob("appdata/*.appdata.xml"):  # flatpak-builder before 1.3 puts the file here
        (folder / "share" / "metainfo").mkdir(exist_ok=True)
        old.rename(folder / "share" / "metainfo" / f"{APP_ID}.metainfo.xml")
    places = ["--prefix=/", f"--origin={APP_ID}", f"--result-root={folder / 'made'}"]
    run(["appstreamcli", "compose", *places, f"--components={APP_ID}", folder])


def output(*command: str) -> str:
    """Return the output of a command. End the build if it fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work: {' '.join(map(str, error.cmd))}")
