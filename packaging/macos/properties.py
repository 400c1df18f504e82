"""What macOS is told of the application: the Info.plist that PyInstaller puts into it."""

from __future__ import annotations

import re
from collections.abc import Iterable


def oldest_system(wheels: Iterable[str]) -> str:
    """The oldest macOS that all libraries bear which wheels brought, of which these are the ``WHEEL`` files.

    Qt is content with an older one than NumPy in the wheel that pip takes on a newer system.
    """
    asked = re.findall(r"-macosx_(\d+)_(\d+)_", "\n".join(wheels))
    return "{}.{}".format(*max((int(major), int(minor)) for major, minor in asked))


def properties(identifier: str, version: str, oldest: str) -> dict[str, object]:
    """The properties besides those that PyInstaller knows by itself; ``oldest``: the system that it asks for."""
    return {
        "CFBundleIdentifier": identifier,
        "CFBundleName": "Mile Bones",
        "CFBundleDisplayName": "Mile Bones",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["de", "en", "es", "fa", "fr"],
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSBackgroundOnly": False,  # PyInstaller would say so of a program that writes to a terminal, too
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The Mile Bones authors. MIT; the fonts OFL-1.1.",
        "NSPrincipalClass": "NSApplication",
        "NSSupportsAutomaticGraphicsSwitching": True,
    }
