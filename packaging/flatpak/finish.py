"""Finish the installed program for the manifest: ``python3 finish.py /app``, inside the build.

It removes the files that a bundle leaves out as well, records that this is a Flatpak, copies the licences to the place
that Flatpak has for them, and compiles the modules. Flatpak gives all files the same old date, so compiled files must
not depend on the date.
"""

from __future__ import annotations

import compileall
import shutil
import sys
from pathlib import Path
from py_compile import PycInvalidationMode

from trimming import is_needed

APP_ID = "org.milebones.MileBones"
TOOLS = ("assistant", "balsam", "designer", "linguist", "lrelease", "lupdate", "qml", "svgtoqml")
"""The beginnings of the names of developers' programs that Qt's wheel has beside its libraries."""
FOR_DEVELOPERS = ("Qt/libexec", "doc", "glue", "include", "scripts", "typesystems")


def main(prefix: Path) -> None:
    """Finish the program in the folder ``prefix``."""
    (packages,) = prefix.glob("lib/python3*/site-packages")
    trim(packages)
    (packages / "mile_bones" / "_resources" / "installed_from").write_text("flatpak\n", encoding="utf-8")
    keep_licences(packages, prefix / "share" / "licenses" / APP_ID)
    for name in ("activate", "activate.csh", "activate.fish", "Activate.ps1"):
        (prefix / "bin" / name).unlink(missing_ok=True)
    compileall.compile_dir(packages, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)


def trim(packages: Path) -> None:
    """Remove the parts of Qt that the program does not need."""
    qt = packages / "PySide6"
    for name in FOR_DEVELOPERS:
        shutil.rmtree(qt / name, ignore_errors=True)
    for file in sorted(qt.rglob("*")):
        name = file.relative_to(packages).as_posix()
        tool = file.parent == qt and (file.name.startswith(TOOLS) or file.suffix == ".pyi")
        if file.is_file() and (tool or not is_needed(name)):
            file.unlink()
    for folder in sorted((place for place in qt.rglob("*") if place.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def keep_licences(packages: Path, into: Path) -> None:
    """Copy each package's licence files into a folder with the name of the package."""
    for metadata in packages.glob("*.dist-info"):
        for file in (metadata / "licenses").rglob("*"):
            if file.is_file():
                place = into / metadata.name.partition("-")[0] / file.relative_to(metadata / "licenses")
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
