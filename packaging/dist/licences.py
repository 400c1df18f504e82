"""The licences of everything inside a bundle: ``python licences.py TEXTS SYSTEM-LIBRARY...``.

It runs in the environment that the bundle was made from. It writes a file for each maker into the folder TEXTS; the
About window shows these files. It ends the build if anything in the bundle has no licence text.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "pyinstaller"))
from module_archive import read_names

_TEXTS = Path(__file__).resolve().parents[1] / "pyinstaller"
PACKAGES: tuple[str, ...] = (
    "cffi",
    "colorama",
    "filelock",
    "linkify-it-py",
    "markdown-it-py",
    "mdurl",
    "miniaudio",
    "numpy",
    "platformdirs",
    "Pygments",
    *(("pyinstaller",) if sys.platform != "linux" else ()),  # on Linux the bundle does not contain it
    "pyqtgraph",
    "rich",
    "textual",
    "typing_extensions",
)
_OF_THEIR_OWN = ("PySide6_Essentials", "shiboken6")
_OURS = {"mile_bones", "shibokensupport", "start"}
_RULE = "\n\n" + "-" * 78 + "\n\n"
_QT = """Qt {qt} and PySide6 with Shiboken {qt}, copyright The Qt Company Ltd. and other contributors, are used under
the GNU Lesser General Public License, version 3, which adds to the GNU General Public License, version 3. Both follow
here.

The libraries lie in this program's folder as they were published, each in a file of its own:

  Qt        {inside}/PySide6/Qt/lib, with plugins in {inside}/PySide6/Qt/plugins
  PySide6   {inside}/PySide6
  Shiboken  {inside}/shiboken6

You may replace them by other versions, such as one that you have changed, and go on using the program:

  1. Have the folder where you may write: an AppImage is unpacked with --appimage-extract, and the folder
     squashfs-root/usr/lib/mile-bones is what this is about; a folder of the system is copied.
  2. Lay the libraries of your Qt, of the same major version and built for the same system, over those of the same name,
     and its plugins over the plugins.
  3. For another PySide6, lay its files over those in PySide6 and shiboken6, and delete the folder shiboken6/files.dir.
     It needs a PySide6 for the Python that is inside, {python}, or one of the stable interface (abi3).
  4. Start mile-bones in that folder.

Nothing checks whether the libraries are the original ones. The source code of these versions is that of Qt and of
"pyside-setup" {qt}, as The Qt Company publishes it: https://code.qt.io. The Python modules of Shiboken have been
compiled from what the library carries. Those that serve to write stubs, pyi_generator and enum_sig, have been replaced
by empty ones, and parser makes one of its regular expressions when it is needed.
"""


def main(target: Path, libraries: list[Path]) -> None:
    """Write all texts into the folder, which is created."""
    archive = target.parents[2] / "modules"
    if archive.is_file():  # only on Linux
        end_with_strangers(read_names(archive))
    target.mkdir(parents=True, exist_ok=True)
    texts = {"Qt, PySide6": _qt(), "Qt: parts of others": (_TEXTS / "COPYING.Qt-third-party").read_text("utf-8")}
    texts["Python"] = _python()
    texts |= {metadata.distribution(name).name: _package(name) for name in PACKAGES}
    texts |= _of_the_system(libraries)
    for name, text in texts.items():
        (target / f"{name.replace(': ', ' - ')}.txt").write_text(text.strip() + "\n", encoding="utf-8")


def end_with_strangers(modules: Iterable[str]) -> None:
    """End the build if one of these modules belongs to a package that is not listed above."""
    packages = metadata.packages_distributions()
    known = {*PACKAGES, *_OF_THEIR_OWN}
    tops = {name.partition(".")[0] for name in modules} - sys.stdlib_module_names - _OURS
    tops = {name for name in tops if not name.startswith("_sysconfigdata_")}  # the settings with which Python was built
    strangers = sorted(name for name in tops if not known.intersection(packages.get(name, ())))
    if strangers:
        sys.exit(f"Nobody says under which licence these are: {', '.join(strangers)}")


def _qt() -> str:
    inside = "Contents/Frameworks" if sys.platform == "darwin" else "_internal"
    version = metadata.version("PySide6_Essentials")
    words = _QT.format(qt=version, inside=inside, python=f"{sys.version_info.major}.{sys.version_info.minor}")
    lesser, general = ((_TEXTS / f"COPYING.{name}").read_text("utf-8") for name in ("LGPL-3", "GPL-3"))
    return _RULE.join((words, lesser, general))


def _python() -> str:
    found = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if not found.is_file():  # where Python's installer for Windows puts it
        found = Path(sys.base_prefix, "LICENSE.txt")
    return f"Python {sys.version.split()[0]}\n\n{found.read_text('utf-8')}"


def _package(name: str) -> str:
    """Return all texts about licences in a Python package."""
    found = metadata.distribution(name)
    known = ("licen", "copying", "notice", "authors")
    files = [file for file in found.files or () if ".dist-info" in str(file) and file.suffix != ".json"]
    texts = [Path(str(found.locate_file(file))) for file in files if any(word in str(file).lower() for word in known)]
    if not texts:
        sys.exit(f"{name} brings no licence along.")
    return _RULE.join(
        (f"{found.name} {found.version}", *(text.read_text("utf-8", "replace") for text in sorted(texts)))
    )


def _of_the_system(libraries: list[Path]) -> dict[str, str]:
    """Return the copyright files of the Debian packages from which these libraries were taken."""
    packages = {package_of(library) for library in libraries}
    return {name: Path("/usr/share/doc", name, "copyright").read_text("utf-8") for name in sorted(packages)}


def package_of(library: Path) -> str:
    """Return the Debian package that a library was taken from."""
    for path in (library, library.resolve(), Path("/usr", *library.parts[1:])):
        told = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False).stdout
        package = told.partition(":")[0]
        if package and Path("/usr/share/doc", package, "copyright").is_file():
            return package
    sys.exit(f"Nobody says under which licence {library} is.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(word) for word in sys.argv[2:]])
