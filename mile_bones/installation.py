"""Where this copy of the program was installed from, and how its user brings it up to date: it never does so by itself.

A package that is not Python's own says what it is with one word in the file ``installed_from`` of its resources:
`DEBIAN`, `BUNDLE_DEB`, `WINDOWS`, `MACOS` or `FLATPAK`. An AppImage is known by what its runtime sets, any other frozen
program by that; and what pip, pipx, uv or a source tree installed by the marks that they leave.
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
"""The resource with the word of a package; there is none in a checkout and in a wheel."""
DEBIAN, BUNDLE_DEB, WINDOWS, MACOS, FLATPAK = WORDS = ("debian", "bundle-deb", "windows", "macos", "flatpak")
APPIMAGE, FOLDER, SOURCE, PYTHON = "appimage", "folder", "source", "python"
"""What no word says: an AppImage, a folder with everything in it, a source tree, a package of Python."""
NAME = "mile-bones"
"""What Python's tools call the program."""
_UPGRADES = {
    "pip": f"pip install --upgrade {NAME}",
    "pipx": f"pipx upgrade {NAME}",
    "uv": f"uv pip install --upgrade {NAME}",
    "uv tool": f"uv tool upgrade {NAME}",
}


class Package(Protocol):
    """What is asked of an ``importlib.metadata.Distribution``."""

    def read_text(self, filename: str) -> str | None: ...


@dataclass(frozen=True)
class Installation:
    """Where a copy came from: one of `WORDS`, or `APPIMAGE`, `FOLDER`, `SOURCE` or `PYTHON`.

    `place` is the AppImage, the folder of the source, or the name of the file that a tool of Python was given; empty
    where that does not matter. `tool` is what installed a package of Python, empty when nobody knows.
    """

    source: str
    place: str = ""
    tool: str = ""

    @property
    def has_its_own_qt(self) -> bool:
        """Whether Qt and Python came inside, rather than as packages that somebody else looks after."""
        return self.source in (BUNDLE_DEB, WINDOWS, MACOS, FLATPAK, APPIMAGE, FOLDER)


def installation() -> Installation:
    """Where the copy that is running came from."""
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
    """What these marks tell.

    `word` is that of the package, `prefix` the environment of the Python that runs, and `code` the folder of the
    modules: the variables of an AppImage are inherited by all that is started from it, so it must lie inside.
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
    """The path or address that a tool was told to install from, and whether the files are used where they lie."""
    from urllib.request import url2pathname  # with all of HTTP, which nobody else here needs

    try:
        told = json.loads(package.read_text("direct_url.json") or "{}")
        address = urlsplit(told["url"])
        place = url2pathname(address.path) if address.scheme == "file" else unquote(address.path)
        return place.rstrip("/\\"), told.get("dir_info", {}).get("editable") is True
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", False  # from an index by its name; or damaged, and not worth a word


def installation_text(came: Installation, address: str = "") -> str:
    """Lines that say where it was installed from and how it is brought up to date.

    `address` is that of the project's page, empty while it has none.
    """
    texts = [_how(came), _("It never looks for new versions by itself.")]
    if address:
        texts.append(_("New versions are announced at {address}").format(address=address))
    return "\n".join(texts)


def project_address() -> str:
    """The address of the project's page, as the package says it; empty when it names none."""
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
