"""The public addresses of the project, all of which follow from one setting in ``release.toml``, and where they go.

As long as that setting is empty nothing that is built speaks of an address, and the metainfo has no screenshots: they
would have to lie somewhere.

``python packaging/addresses.py`` prints the metainfo as it is built today, for whoever packs the program.
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
    """Each is empty as long as there is none; `pictures` has a place for the version."""

    home: str
    issues: str
    pictures: str
    contact: str = ""


def addresses(settings: Path = SETTINGS) -> Addresses:
    """What the settings say."""
    told = tomllib.loads(settings.read_text(encoding="utf-8"))
    contact = told["contact"]
    if not (home := told["address"].rstrip("/")):
        return Addresses("", "", "", contact)
    return Addresses(
        home, told["issues"].replace("{address}", home), told["pictures"].replace("{address}", home), contact
    )


def for_python(settings: Path = SETTINGS) -> dict[str, Any]:
    """The same as fields of the table ``[project]`` of pyproject.toml: who made it, and where it is found."""
    known = addresses(settings)
    author = {"name": AUTHOR} | ({"email": known.contact} if known.contact else {})
    return {"authors": [author], "urls": {"Homepage": known.home, "Issues": known.issues} if known.home else {}}


def filled_metainfo(source: str, known: Addresses, version: str) -> str:
    """The metainfo as it is shipped: with the addresses, or without what needs one."""
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
    """The files that the screenshots of the metainfo are, without their place."""
    return [image[2] for image in _IMAGE.finditer(source)]


def version_of(root: Path) -> str:
    """The version that a source tree has now."""
    return str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def metainfo() -> str:
    """The metainfo of this source tree as it is shipped."""
    return filled_metainfo(METAINFO.read_text(encoding="utf-8"), addresses(), version_of(ROOT))


if __name__ == "__main__":
    print(metainfo(), end="")
