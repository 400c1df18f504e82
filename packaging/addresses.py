"""The public addresses of the project, and functions that put them into files. All addresses follow from one setting in
``release.toml``.

As long as that setting is empty, nothing that is built contains an address. The metainfo then has no screenshots,
because they would need one.

``python packaging/addresses.py`` prints the metainfo as it would be built now, for packagers.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "packaging" / "release.toml"
APP_ID = "org.milebones.MileBones"
AUTHOR = "The Mile Bones authors"
METAINFO = ROOT / "packaging" / f"{APP_ID}.metainfo.xml"

_SCREENSHOTS = re.compile(r"^ *<screenshots>\n.*^ *</screenshots>\n", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"(<image [^>]*>)([\w-]+\.png)(</image>)")
_BEFORE_URLS = "  <launchable "


@dataclass(frozen=True)
class Addresses:
    """The addresses. An address that does not exist is empty. `pictures` contains ``{version}``, to be replaced with
    the version.
    """

    home: str
    issues: str
    pictures: str
    contact: str = ""


def addresses(settings: Path = SETTINGS) -> Addresses:
    """Return the addresses that follow from the settings."""
    told = tomllib.loads(settings.read_text(encoding="utf-8"))
    contact = told["contact"]
    if not (home := told["address"].rstrip("/")):
        return Addresses("", "", "", contact)
    return Addresses(
        home, told["issues"].replace("{address}", home), told["pictures"].replace("{address}", home), contact
    )


def for_python(settings: Path = SETTINGS) -> dict[str, Any]:
    """Return the fields of the table ``[project]`` of pyproject.toml with the author and the addresses."""
    known = addresses(settings)
    author = {"name": AUTHOR} | ({"email": known.contact} if known.contact else {})
    return {"authors": [author], "urls": {"Homepage": known.home, "Issues": known.issues} if known.home else {}}


def filled_metainfo(source: str, known: Addresses, version: str) -> str:
    """Return the metainfo to ship: with the addresses, or without the parts that need one."""
    if not known.home:
        return _SCREENSHOTS.sub("", source)
    place = known.pictures.replace("{version}", version)
    urls = "".join(
        f'  <url type="{kind}">{escape(address)}</url>\n'
        for kind, address in (("homepage", known.home), ("bugtracker", known.issues))
    )
    with_urls = source.replace(_BEFORE_URLS, urls + _BEFORE_URLS, 1)
    return _IMAGE.sub(lambda image: f"{image[1]}{escape(place)}/{image[2]}{image[3]}", with_urls)


def pictures(source: str) -> list[str]:
    """Return the file names of the screenshots in the metainfo, without their folder."""
    return [image[2] for image in _IMAGE.finditer(source)]


def version_of(root: Path) -> str:
    """Return the current version of a source tree."""
    return str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def metainfo() -> str:
    """Return the metainfo of this source tree as it is shipped."""
    return filled_metainfo(METAINFO.read_text(encoding="utf-8"), addresses(), version_of(ROOT))


if __name__ == "__main__":
    print(metainfo(), end="")
