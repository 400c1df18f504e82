"""Make a folder with the program and all it needs: ``python3 packaging/dist/bundle.py``, or ``make dist-bundle``.

The folder is ``build/bundle/mile-bones``. The AppImage, the .deb with its own Qt and the installers for other systems
are made from this folder. It contains the Python that runs this script. The bundle runs on systems whose C library is
at least as new as the one with which that Python is linked.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from common import APP_ID, BUILD, ROOT, end_with_missing, even_out, missing_packages, python_of, run
from icons import write_icons

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(ROOT))
from addresses import metainfo
from versions import pip

from mile_bones.desktop.display import install_command

FOLDER = BUILD / "bundle" / "mile-bones"
INSIDE = FOLDER / "_internal"
COMPONENTS = FOLDER.with_name("components.cdx.json")
"""The list of components, for the release."""
MOST_MIB = 170
"""The largest size of the folder on the disk."""
TOOLS = {"cc": "gcc libc6-dev", "objdump": "binutils"}
"""The commands that the build calls, and the Debian packages that contain them."""
_PYINSTALLER = ROOT / "packaging" / "pyinstaller"
SUPPORT = BUILD / "bundle" / "support"

# shiboken has its Python modules inside its library, and compiles them at every start. If it finds this folder, it
# imports the modules from there like any others.
_UNPACK = """
import sys, pathlib, PySide6.QtCore
target = pathlib.Path(sys.argv[1])
archive = sys.modules["shibokensupport.signature.loader"].__loader__.zfile
archive.extractall(target, [name for name in archive.namelist() if name.startswith("shibokensupport/")])
"""
_NOT_FOR_PROGRAMS = ("lib/enum_sig.py", "lib/pyi_generator.py")
_NO_STUBS = '''"""Stands in for a module that is there for the writing of stubs, which nobody does from a bundle."""
'''
# The first line compiles a regular expression, which takes two thirds as long as all others of the start together. The
# expression is seldom needed.
_EAGER = """arglistParser = ArglistParser()


def _parse_arglist(argstr):
    return arglistParser.parse(argstr)
"""
_LATE = """from functools import cache


@cache
def _arglist_parser():
    return ArglistParser()


def _parse_arglist(argstr):
    return _arglist_parser().parse(argstr)
"""
_FILES_DIR = """Because this folder exists, shiboken imports its modules like all others, from the archive of the
program. If you replace PySide6 and shiboken6 by other versions, delete this folder: their own modules are then used.
"""


def main() -> None:
    """Build the folder, with the Python that runs this script."""
    check(missing_packages(TOOLS) if sys.platform == "linux" else [])
    if "--check" in sys.argv:
        return
    python = tools()
    unpack_support(python)
    write_icons(SUPPORT)
    places = ["--distpath", BUILD / "bundle", "--workpath", BUILD / "bundle" / "work"]
    spec = _PYINSTALLER / "mile-bones.spec"
    # PyInstaller is not started in the project's root, where it would take the source tree instead of the installed
    # package.
    command = [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR", *places, spec]
    # Without columns in tracebacks the byte code is more than a tenth smaller. The hash seed is fixed, because
    # another one would write sets in another order.
    run(command, {"PYTHONNODEBUGRANGES": "1", "PYTHONHASHSEED": "0"}, folder=BUILD)
    texts = INSIDE / "mile_bones" / "_resources" / "licences"
    libraries = from_the_system()
    run([python, Path(__file__).with_name("licences.py"), texts, *libraries])
    run([python, Path(__file__).with_name("components.py"), COMPONENTS, *libraries])
    if sys.platform == "linux":
        shutil.copy(python.resolve(), INSIDE / "mile-bones")
        build_launcher(FOLDER / "mile-bones", needed_libraries(python.resolve()))
        (FOLDER / "mille").symlink_to("mile-bones")
        leave_out_symbols()
        even_out(FOLDER)
        size = sum(file.lstat().st_size for file in FOLDER.rglob("*")) / 2**20
        if size > MOST_MIB:
            sys.exit(f"The folder has grown to {size:.0f} MiB.")
        print(f"{FOLDER.relative_to(ROOT)}: {size:.0f} MiB, for glibc {oldest_glibc(FOLDER)} and later")


def check(missing: Sequence[str]) -> None:
    """End if system packages are missing, or if this Python cannot be used for a bundle."""
    end_with_missing(missing)
    if sys.platform == "linux" and any(
        "libpython" in name for name in needed_libraries(Path(sys.executable).resolve())
    ):
        sys.exit("This Python is a library, which is slower than one that is a program, such as Debian's.")


def from_the_system() -> list[Path]:
    """Return the libraries of the system that are in the bundle, by their paths on this machine."""
    if sys.platform != "linux":
        return []
    found = (BUILD / "bundle" / "work" / "mile-bones" / "COLLECT-00.toc").read_text(encoding="utf-8")
    places = {Path(place) for _name, place, kind in ast.literal_eval(found)[-1] if kind == "BINARY"}
    return sorted(place for place in places if place.is_relative_to("/usr/lib") or place.is_relative_to("/lib"))


def leave_out_symbols() -> None:
    """Strip debugging symbols from the libraries of miniaudio and ICU. NumPy's libraries would break without theirs."""
    for library in (*INSIDE.glob("_miniaudio.*"), *INSIDE.glob("PySide6/Qt/lib/libicu*")):
        run(["strip", "--strip-unneeded", library])


def needed_libraries(program: Path) -> list[str]:
    """Return the names of the libraries with which this program is linked."""
    return re.findall(r"^ +NEEDED +(\S+)$", told(["objdump", "-p", program]), re.MULTILINE)


def build_launcher(program: Path, libraries: Sequence[str]) -> None:
    """Compile the launcher, which starts Python. It checks that these libraries are on the system."""
    names = "".join(f'"{library}",' for library in libraries)
    words = [f"-DNEEDED={names}", f'-DCURE="{install_command()}"'] if libraries else []
    flags = ["-O2", "-Wall", "-Wextra", "-s", *words]
    run(["cc", *flags, "-o", program, _PYINSTALLER / "launcher.c", "-ldl"])


def told(command: Sequence[str | Path]) -> str:
    """Return the output of a command."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def tools() -> Path:
    """Return the Python of a virtual environment with the program, its dependencies, and PyInstaller."""
    python = python_of(BUILD / "bundle-venv")
    install = pip(python, "install")
    run([*install, "--group", "bundle", ".[terminal]"])
    run([*install, "--force-reinstall", "--no-deps", "."])  # needed because the source may change without the version
    return python


def unpack_support(python: Path) -> None:
    """Write shiboken's own modules into a folder, so that they are compiled only once."""
    SUPPORT.mkdir(parents=True, exist_ok=True)
    run([python, "-c", _UNPACK, SUPPORT])
    signature = SUPPORT / "shibokensupport" / "signature"
    for name in _NOT_FOR_PROGRAMS:
        (signature / name).write_text(_NO_STUBS, encoding="utf-8")
    parser = (signature / "parser.py").read_text("utf-8")
    if parser.count(_EAGER) != 1:
        sys.exit("Another release of shiboken parses otherwise: look at packaging/dist/bundle.py.")
    (signature / "parser.py").write_text(parser.replace(_EAGER, _LATE), "utf-8")
    (SUPPORT / "files.dir").mkdir(exist_ok=True)
    (SUPPORT / "files.dir" / "README.txt").write_text(_FILES_DIR, encoding="utf-8")


def write_desktop_files(share: Path) -> None:
    """Write menu entry, icons and metainfo into the folder `share`, the future ``/usr/share``."""
    for folder in ("applications", "metainfo"):
        (share / folder).mkdir(parents=True)
    shutil.copy(ROOT / "packaging" / f"{APP_ID}.desktop", share / "applications")
    (share / "metainfo" / f"{APP_ID}.metainfo.xml").write_text(metainfo(), encoding="utf-8")
    shutil.copytree(ROOT / "packaging/icons", share / "icons")


def oldest_glibc(folder: Path) -> str:
    """Return the oldest version of the C library with which everything in this folder runs."""
    found = {(2, 0)}
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink() and file.open("rb").read(4) == b"\x7fELF":
            versions = re.findall(r"GLIBC_(\d+)\.(\d+)", told(["objdump", "-T", file]))
            found.update((int(one), int(two)) for one, two in versions)
    return ".".join(map(str, max(found)))


if __name__ == "__main__":
    main()
