"""The files beside the packages of a release: checksums, the list of components, pictures, and a table of sizes."""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

from addresses import pictures

_MIB = 1 << 20
_INSTALLED = b"xa.installed-size\0"
_NO_PACKAGES = (".sha256", ".json", ".md", "SUMS")


def describe(root: Path, version: str, environment: Path | None = None) -> None:
    """Write the files of this module into ``dist``, where the packages of this version are.

    `environment` is a Python whose packages are listed. If it is None, the wheel is installed in a new environment.
    """
    dist = root / "dist"
    wheel = dist / f"mile_bones-{version}-py3-none-any.whl"
    list_components(root, environment or installed(wheel, root / "build" / "release-venv"), version)
    list_components_of_bundle(root, version)
    shots = dist / "pictures"
    shutil.rmtree(shots, ignore_errors=True)
    shots.mkdir()
    metainfo = next((root / "packaging").glob("*.metainfo.xml")).read_text(encoding="utf-8")
    for name in pictures(metainfo):
        shutil.copy(root / "build" / "release-pictures" / name, shots)
    packages = [path for path in sorted(dist.iterdir()) if path.is_file() and not path.name.endswith(_NO_PACKAGES)]
    table = sizes([*packages, *sorted(dist.glob("debian/*.deb"))])
    (dist / "SIZES.md").write_text(table, encoding="utf-8")
    print(table, end="")
    sums = dist / "SHA256SUMS"
    sums.unlink(missing_ok=True)
    files = sorted(path for path in dist.rglob("*") if path.is_file() and path.suffix != ".sha256")
    sums.write_text("".join(f"{digest(path)}  {path.relative_to(dist).as_posix()}\n" for path in files), "utf-8")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sizes(packages: list[Path]) -> str:
    """Return a Markdown table with the size of each package, and its installed size if that is known."""
    lines = ["| package | packed | installed |", "| --- | ---: | ---: |"]
    for path in packages:
        inside = unpacked(path)
        lines.append(
            f"| {path.name} | {path.stat().st_size / _MIB:.1f} MiB | {inside / _MIB:.1f} MiB |"
            if inside
            else f"| {path.name} | {path.stat().st_size / _MIB:.1f} MiB | |"
        )
    return "\n".join(lines) + "\n"


def unpacked(path: Path) -> int:
    """Return the size in bytes of a package's files when installed, without its dependencies. Return 0 if that is not
    known without an installation.
    """
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return sum(each.file_size for each in archive.infolist())
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            return sum(each.size for each in archive)
    if path.suffix == ".deb" and shutil.which("dpkg-deb"):
        asked = ["dpkg-deb", "--field", str(path), "Installed-Size"]
        return int(subprocess.run(asked, check=True, capture_output=True, text=True).stdout or 0) * 1024
    if path.suffix == ".AppImage":  # an AppImage is used as one file
        return path.stat().st_size
    if path.suffix == ".flatpak":
        return _told_by_flatpak(path)
    return 0


def _told_by_flatpak(path: Path) -> int:
    """Return the installed size from the metadata of a Flatpak's commit.

    An entry of the metadata is a name, padded to 24 bytes, and a number in eight bytes.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.rfind(_INSTALLED)
        return int.from_bytes(data[at + 24 : at + 32], "big") if at >= 0 else 0


def installed(wheel: Path, folder: Path) -> Path:
    """Return the Python of a new environment that has the wheel with its dependencies, and nothing else."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", f"{wheel}[terminal]"], check=True)
    subprocess.run([*pip, "uninstall", "--quiet", "--yes", "setuptools", "pip"], check=True)
    return python


def list_components(root: Path, python: Path, version: str) -> Path:
    """Write the packages of an environment as a bill of materials in CycloneDX form, checked against its schema."""
    target = root / "dist" / f"mile-bones-{version}.cdx.json"
    moment = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--pyproject", root / "pyproject.toml"]
    command += ["--output-reproducible", "--spec-version", "1.6", "--validate", "--output-file", target, python]
    subprocess.run(command, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": moment})
    return target


def list_components_of_bundle(root: Path, version: str) -> Path | None:
    """Copy the bill of materials of the bundle to the packages made from it, checked against its schema.

    Return the copy, or None if there is no such package.
    """
    made = [path for path in (root / "dist").iterdir() if path.suffix == ".AppImage" or "-bundle_" in path.name]
    if not made:
        return None
    known = root / "build" / "bundle" / "components.cdx.json"
    text = known.read_text(encoding="utf-8") if known.is_file() else "{}"
    told = json.loads(text).get("metadata", {}).get("component", {}).get("version")
    if told != version:
        sys.exit(f"{known.name} is that of {told or 'nothing'}: make dist-bundle.")
    # imported late, because importing the schema's grammars takes seconds
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    if (fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)) is not None:
        sys.exit(f"{known.name}: {fault}")
    return Path(shutil.copy(known, root / "dist" / f"mile-bones-bundle-{version}.cdx.json"))
