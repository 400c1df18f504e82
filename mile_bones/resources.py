"""The one door to everything that ships with the game and is not code: cards, icons, fonts, help, translations.

In a checkout the files lie in ``resources/`` beside the package, in an installed wheel in ``mile_bones/_resources``;
callers never learn which. A name is a relative path with forward slashes, such as ``"cards/go.svg"``.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_resources"
_CHECKOUT = _PACKAGE.parent / "resources"


class ResourceError(LookupError):
    """A name that leads out of the resources, or to nothing. It is a fault of the program, never of its user."""


def path(name: str) -> Path:
    """Where the file or folder lies. Raises `ResourceError` when there is none of that name."""
    found = _inside(name)
    if not found.exists():
        raise ResourceError(f"no resource is named {name!r}")
    return found


def read_bytes(name: str) -> bytes:
    """The whole file. Raises `ResourceError` when there is none of that name."""
    found = path(name)
    if not found.is_file():
        raise ResourceError(f"the resource {name!r} is a folder, not a file")
    return found.read_bytes()


def read_text(name: str) -> str:
    """The whole file as text (UTF-8, line ends as ``\\n``). Raises `ResourceError` when there is none of that name."""
    return read_bytes(name).decode("utf-8").replace("\r\n", "\n")


def names(folder: str, suffix: str = "") -> tuple[str, ...]:
    """The names, in alphabetical order, of the files directly in `folder` that end in `suffix`.

    Each begins with the folder, so that it can be handed back to the other functions here. Raises `ResourceError` when
    there is no such folder.
    """
    found = path(folder)
    if not found.is_dir():
        raise ResourceError(f"the resource {folder!r} is not a folder")
    files = (entry.name for entry in found.iterdir() if entry.is_file())
    return tuple(sorted(f"{folder}/{name}" for name in files if name.endswith(suffix)))


def _inside(name: str) -> Path:
    """The place that `name` speaks of, refused unless it is a plain relative path on every system."""
    parts = name.split("/")
    if any(part in ("", ".", "..") for part in parts) or any(character in name for character in "\\:\0"):
        raise ResourceError(f"{name!r} is not the name of a resource")
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT).joinpath(*parts)
