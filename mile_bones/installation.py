"""The origin of this copy of the program, and how its user updates it. The program never updates itself.

In a package for a system, the file ``installed_from`` of the resources holds one word: `DEBIAN`, `BUNDLE_DEB`,
`WINDOWS`, `MACOS` or `FLATPAK`. An AppImage is recognised by the variables that its runtime sets, and another frozen
program by ``sys.frozen``. pip, pipx, uv and source trees leave files by which they are recognised.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from mile_bones import resources
from mile_bones.i18n import gettext as _

FILE = "installed_from"
"""The name of the resource with that word. A checkout and a wheel have no such file."""
DEBIAN, BUNDLE_DEB, WINDOWS, MACOS, FLATPAK = WORDS = ("debian", "bundle-deb", "windows", "macos", "flatpak")
APPIMAGE, FOLDER, SOURCE, PYTHON = "appimage", "folder", "source", "python"
"""The origins that have no word: an AppImage, a folder with everything in it, a source tree, a Python package."""
NAME = "mile-bones"
"""The name of the Python package."""
_UPGRADES = {
    "pip": f"pip install --upgrade {NAME}",
    "pipx": f"pipx upgrade {NAME}",
    "uv": f"uv pip install --upgrade {NAME}",
    "uv tool": f"uv tool upgrade {NAME}",
}


class Package(Protocol):
    """The part of ``importlib.metadata.Distribution`` that is used here."""

    def read_text(self, filename: str) -> str | None: ...


@dataclass(frozen=True)
class Installation:
    """The origin of a copy of the program.

    `source` is one of `WORDS`, or `APPIMAGE`, `FOLDER`, `SOURCE` or `PYTHON`. `place` is the path of the AppImage, the
    folder of the source, or the name of the file that a Python tool installed. It is empty for other sources. `tool` is
    the name of the Python tool, or empty if unknown.
    """

    source: str
    place: str = ""
    tool: str = ""

    @property
    def has_its_own_qt(self) -> bool:
        """Whether Qt and Python are part of the copy. Otherwise they are packages of their own."""
        return self.source in (BUNDLE_DEB, WINDOWS, MACOS, FLATPAK, APPIMAGE, FOLDER)


def installation() -> Installation:
    """Return the origin of the running copy."""
    try:
        word = resources.read_text(FILE).strip()
    except resources.ResourceError:
        word = ""
    try:
        package: Package | None = metadata.distribution(NAME)
    except metadata.PackageNotFoundError:
        package = None
    return traced(
        word=word,
        environ=os.environ,
        frozen=bool(getattr(sys, "frozen", False)),
        package=package,
        prefix=Path(sys.prefix),
        code=Path(__file__).resolve().parent,
    )


def traced(
    *, word: str, environ: Mapping[str, str], frozen: bool, package: Package | None, prefix: Path, code: Path
) -> Installation:
    """Return the origin that these facts show.

    `word` is the word in `FILE`, or empty. `prefix` is the environment of the running Python, and `code` the folder of
    the modules. A program that was started from an AppImage inherits the AppImage's variables. So they count only if
    `code` is inside.
    """
    inside = environ.get("APPDIR")
    if (image := environ.get("APPIMAGE")) and inside and code.is_relative_to(Path(inside).resolve()):
        return Installation(APPIMAGE, place=image)
    if word in WORDS:
        return Installation(word)
    if frozen:
        return Installation(FOLDER)
    if package is None:
        return Installation(SOURCE, place=str(code.parent))
    if (prefix / "pipx_metadata.json").is_file():
        tool = "pipx"
    elif (prefix / "uv-receipt.toml").is_file():
        tool = "uv tool"
    else:
        tool = (package.read_text("INSTALLER") or "").strip()
    place, editable = _given(package)
    if editable:
        return Installation(SOURCE, place=place)
    return Installation(PYTHON, place=place.replace("\\", "/").rpartition("/")[2], tool=tool)


def _given(package: Package) -> tuple[str, bool]:
    """Return the path or address that a tool installed from, and whether the installation is editable."""
    from urllib.request import url2pathname  # late: it loads Python's HTTP modules

    try:
        told = json.loads(package.read_text("direct_url.json") or "{}")
        address = urlsplit(told["url"])
        place = url2pathname(address.path) if address.scheme == "file" else unquote(address.path)
        return place.rstrip("/\\"), told.get("dir_info", {}).get("editable") is True
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", False  # installed by name from an index, or the file is damaged


def installation_text(came: Installation, address: str = "") -> str:
    """Return lines for people about the origin of a copy and how to update it.

    `address` is the address of the project's page, or empty if it has none.
    """
    texts = [_how(came), _("It never looks for new versions by itself.")]
    if address:
        texts.append(_("New versions are announced at {address}").format(address=address))
    return "\n".join(texts)


def project_address() -> str:
    """Return the address of the project's page from the metadata of the package, or "" if it has none."""
    try:
        urls = metadata.metadata(NAME).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    named = (url.partition(",") for url in urls)
    return next((address.strip() for name, _comma, address in named if name.strip() == "Homepage"), "")


def _how(came: Installation) -> str:
    if came.source == DEBIAN:
        return _(
            "Installed as a package of the system, with the system’s Qt. It is updated with the system, or by"
            " installing a newer package."
        )
    if came.source == BUNDLE_DEB:
        return _(
            "Installed as a package of the system, with a Qt of its own. To update it, install a newer package; your"
            " games stay."
        )
    if came.source == WINDOWS:
        return _("Installed by the installer for Windows. To update it, run that of a newer version; your games stay.")
    if came.source == MACOS:
        return _(
            "Installed from a disk image for macOS. To update it, put the program of a newer one in its place; your"
            " games stay."
        )
    if came.source == FLATPAK:
        return _(
            "Installed as a Flatpak. It is updated by your software centre, or by {command}; your games stay."
        ).format(command="flatpak update")
    if came.source == APPIMAGE:
        return _(
            "Started from the AppImage {file}. To update it, put a newer one in its place; your games stay."
        ).format(file=came.place)
    if came.source == FOLDER:
        return _(
            "Started from a folder that has all it needs. To update it, put a newer folder in its place; your games"
            " stay."
        )
    if came.source == SOURCE:
        return _("Started from its source code in {folder}. To update it, get newer source code there.").format(
            folder=came.place
        )
    if came.place:
        return _with_a_file(came)
    if came.tool in _UPGRADES:
        return _("Installed with {tool}. To update it: {command}").format(tool=came.tool, command=_UPGRADES[came.tool])
    if came.tool:
        return _("Installed with {tool}. Update it with {tool}, too.").format(tool=came.tool)
    return _("Installed as a package of Python. Update it with whatever installed it.")


def _with_a_file(came: Installation) -> str:
    if came.tool:
        return _("Installed with {tool} from {file}. To update it, install a newer one with {tool}.").format(
            tool=came.tool, file=came.place
        )
    return _("Installed from {file}. To update it, install a newer one in the same way.").format(file=came.place)
