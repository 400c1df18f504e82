"""Access to all files of the game that are not code: cards, icons, fonts, help, translations.

In a checkout the files are in ``resources/`` beside the package, in an installed wheel in ``mile_bones/_resources``.
A name is a relative path with forward slashes, such as ``"cards/go.svg"``.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_resources"
_CHECKOUT = _PACKAGE.parent / "resources"


class ResourceError(LookupError):
    """No resource has this name, or the name leads out of the resources. The fault is the program's, not the user's."""


def path(name: str) -> Path:
    """Return the path of a file or folder. Raise `ResourceError` if there is none with this name."""
    found = _inside(name)
    if not found.exists():
        raise ResourceError(f"no resource is named {name!r}")
    return found


def read_bytes(name: str) -> bytes:
    """Return the whole file. Raise `ResourceError` if there is none with this name."""
    found = path(name)
    if not found.is_file():
        raise ResourceError(f"the resource {name!r} is a folder, not a file")
    return found.read_bytes()


def read_text(name: str) -> str:
    """Return the whole file as text (UTF-8, line ends as ``\\n``). Raise `ResourceError` if there is none."""
    return read_bytes(name).decode("utf-8").replace("\r\n", "\n")


def names(folder: str, suffix: str = "") -> tuple[str, ...]:
    """Return the names of the files directly in `folder` that end in `suffix`, in alphabetical order.

    Each name begins with the folder, so the other functions here take it. Raise `ResourceError` if there is no such
    folder.
    """
    found = path(folder)
    if not found.is_dir():
        raise ResourceError(f"the resource {folder!r} is not a folder")
    files = (entry.name for entry in found.iterdir() if entry.is_file())
    return tuple(sorted(f"{folder}/{name}" for name in files if name.endswith(suffix)))


def _inside(name: str) -> Path:
    """Return the path for `name`. Raise `ResourceError` unless it is a plain relative path on every system."""
    parts = name.split("/")
    if any(part in ("", ".", "..") for part in parts) or any(character in name for character in "\\:\0"):
        raise ResourceError(f"{name!r} is not the name of a resource")
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT).joinpath(*parts)
