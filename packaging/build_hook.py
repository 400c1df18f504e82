"""What a build does before it packs or installs: catalogues are compiled, addresses filled in, the rest is laid ready.

hatchling calls it for the wheel, and for the editable installation of ``make``; so nobody who installs the game ever
meets texts without their translation. The source archive holds the catalogues as people edit them. What a desktop and
``man`` look for goes where the installation has its ``share``, and the addresses are those of ``release.toml``.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from addresses import APP_ID, for_python, metainfo

DOMAIN = "mile_bones"
_NO_DATE = datetime.fromtimestamp(0, UTC)
"""Our catalogues do not say when they were made; Babel would write this very minute into what it makes of them."""


class FilesBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls `compile_catalogues`, and adds `shared_files` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before anything is packed."""
        root = Path(self.root)
        compile_catalogues(root / "resources" / "translations")
        if self.target_name == "wheel":
            build_data["shared_data"].update({str(file): place for file, place in shared_files(root)})


def shared_files(root: Path) -> Iterator[tuple[Path, str]]:
    """What lies below the ``share`` of an installation: each file, and its place from there upward.

    The metainfo is written to ``build`` first, with today's addresses.
    """
    packaging = root / "packaging"
    yield packaging / f"{APP_ID}.desktop", f"share/applications/{APP_ID}.desktop"
    shipped = root / "build" / f"{APP_ID}.metainfo.xml"
    shipped.parent.mkdir(exist_ok=True)
    shipped.write_text(metainfo(), encoding="utf-8")
    yield shipped, f"share/metainfo/{shipped.name}"
    for icon in sorted((packaging / "icons").rglob(f"{APP_ID}.*")):
        yield icon, f"share/icons/{icon.relative_to(packaging / 'icons').as_posix()}"
    for page in sorted(packaging.glob("*.6")):
        name, _dot, language = page.stem.partition(".")  # mille.6 is English, mille.de.6 German
        yield page, f"share/man/{f'{language}/' if language else ''}man6/{name}.6"


class AddressMetadataHook(MetadataHookInterface):
    """Puts the authors and the addresses into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Before anything reads them."""
        metadata |= for_python()


def compile_catalogues(folder: Path, into: Path | None = None) -> list[Path]:
    """Make ``<language>/LC_MESSAGES/mile_bones.mo`` out of each ``<language>.po``, in the folder `into` or in the same.

    What would stay the same is left alone, and a reader finds the old file or the new one, never a part. Texts that
    are marked fuzzy, or have no translation, are left out: they appear in English. Returns the files, changed or not.
    """
    made = []
    for source in sorted(folder.glob("*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, domain=DOMAIN)
        catalogue.creation_date = _NO_DATE
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
