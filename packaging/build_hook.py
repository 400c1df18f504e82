"""The build hooks of hatchling: they compile the catalogues, fill in the addresses, and add files to the wheel.

hatchling calls them for the wheel and for the editable installation of ``make``, so an installed game always has its
translations. The source archive has the catalogues in the form that people edit. Files for the desktop and for ``man``
go below the ``share`` of the installation. The addresses are those of ``release.toml``.
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
"""The date in the compiled catalogues. Ours have no date, and Babel would write the current time."""


class FilesBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that calls `compile_catalogues` and adds `shared_files` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare the files before anything is packed."""
        root = Path(self.root)
        compile_catalogues(root / "resources" / "translations")
        if self.target_name == "wheel":
            build_data["shared_data"].update({str(file): place for file, place in shared_files(root)})


def shared_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file that belongs below the ``share`` of an installation, and its destination, which begins with
    ``share``.

    The metainfo is first written to ``build`` with the current addresses.
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
    """The hook that puts the authors and the addresses into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the fields to ``metadata`` before anything reads them."""
        metadata |= for_python()


def compile_catalogues(folder: Path, into: Path | None = None) -> list[Path]:
    """Make ``<language>/LC_MESSAGES/mile_bones.mo`` from each ``<language>.po``, in the folder `into` or else in
    `folder`.

    A file that would not change is left alone. A file is replaced atomically, so that a reader gets either the old or
    the new file. Texts that are fuzzy or have no translation are left out, so that they appear in English. Return the
    files, changed or not.
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
