"""What a build does before it packs or installs: the catalogues are compiled, and the project gets its addresses.

hatchling calls it for the wheel, and for the editable installation of ``make``; so nobody who installs the game ever
meets texts without their translation. The source archive holds the catalogues as people edit them. The addresses come
from ``release.toml``, where every other format takes them from, too.
"""

from __future__ import annotations

import io
import os
import tomllib
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

DOMAIN = "mile_bones"


class CatalogueBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls `compile_catalogues`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before anything is packed."""
        compile_catalogues(Path(self.root) / "resources" / "translations")


class AddressMetadataHook(MetadataHookInterface):
    """Puts `addresses` into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Before anything reads them."""
        metadata["urls"] = addresses(Path(self.root) / "packaging" / "release.toml")


def addresses(settings: Path) -> dict[str, str]:
    """Where the project is found, by the names that package indexes know; empty as long as it has no address."""
    told = tomllib.loads(settings.read_text(encoding="utf-8"))
    address = told["address"].rstrip("/")
    return {"Homepage": address, "Issues": told["issues"].format(address=address)} if address else {}


def compile_catalogues(folder: Path, into: Path | None = None) -> list[Path]:
    """Make ``<language>/LC_MESSAGES/mile_bones.mo`` out of each ``<language>.po``, in the folder `into` or in the same.

    What would stay the same is left alone, and a reader finds the old file or the new one, never a part. Texts that
    are marked fuzzy, or have no translation, are left out: they appear in English. Returns the files, changed or not.
    """
    made = []
    for source in sorted(folder.glob("*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, domain=DOMAIN)
        packed = io.BytesIO()
        write_mo(packed, catalogue)
        target = (into or folder) / source.stem / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if not target.is_file() or target.read_bytes() != packed.getvalue():
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{DOMAIN}.{os.getpid()}")
            part.write_bytes(packed.getvalue())
            part.replace(target)
        made.append(target)
    return made
