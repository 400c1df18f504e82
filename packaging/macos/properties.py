"""The Info.plist of the application for macOS, which PyInstaller adds to it."""

from __future__ import annotations

import re
from collections.abc import Iterable


def oldest_system(wheels: Iterable[str]) -> str:
    """Return the oldest macOS that all libraries support. ``wheels`` are the texts of their ``WHEEL`` files.

    NumPy may need a newer one than Qt, in the wheel that pip chooses on a newer system.
    """
    asked = re.findall(r"-macosx_(\d+)_(\d+)_", "\n".join(wheels))
    return "{}.{}".format(*max((int(major), int(minor)) for major, minor in asked))


def properties(identifier: str, version: str, oldest: str) -> dict[str, object]:
    """Return the properties in addition to those of PyInstaller.

    ``oldest`` is the oldest system that the program supports.
    """
    return {
        "CFBundleIdentifier": identifier,
        "CFBundleName": "Mile Bones",
        "CFBundleDisplayName": "Mile Bones",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["de", "en", "es", "fa", "fr"],
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSBackgroundOnly": False,  # PyInstaller sets it to True for programs that write to a terminal
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The Mile Bones authors. MIT; the fonts OFL-1.1.",
        "NSPrincipalClass": "NSApplication",
        "NSSupportsAutomaticGraphicsSwitching": True,
    }
