"""What the manifest does with the installed program: ``python3 finish.py /app``, within the build.

Takes away what a bundle leaves out, too, says that this is a Flatpak, puts the licences where Flatpak keeps them, and
compiles: Flatpak gives all files the same old date, so that compiled files must not depend on it.
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
"""How the programs for developers begin that Qt's wheel brings beside its libraries."""
FOR_DEVELOPERS = ("Qt/libexec", "doc", "glue", "include", "scripts", "typesystems")


def main(prefix: Path) -> None:
    """Finish what lies in this folder."""
    (packages,) = prefix.glob("lib/python3*/site-packages")
    trim(packages)
    (packages / "mile_bones" / "_resources" / "installed_from").write_text("flatpak\n", encoding="utf-8")
    keep_licences(packages, prefix / "share" / "licenses" / APP_ID)
    for name in ("activate", "activate.csh", "activate.fish", "Activate.ps1"):
        (prefix / "bin" / name).unlink(missing_ok=True)
    compileall.compile_dir(packages, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)


def trim(packages: Path) -> None:
    """Take away what of Qt the program has no use for."""
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
    """Copy what each package says of its licence, under the name of the package."""
    for metadata in packages.glob("*.dist-info"):
        for file in (metadata / "licenses").rglob("*"):
            if file.is_file():
                place = into / metadata.name.partition("-")[0] / file.relative_to(metadata / "licenses")
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
