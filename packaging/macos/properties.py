"""The properties of the application for macOS: the Info.plist that PyInstaller puts into it."""

from __future__ import annotations

import re
from collections.abc import Iterable


def oldest_system(wheels: Iterable[str]) -> str:
    """Return the oldest macOS that can run all libraries from these wheels, given their ``WHEEL`` files as texts.

    On a newer macOS pip takes a wheel of NumPy that needs a newer macOS than Qt does.
    """
    asked = re.findall(r"-macosx_(\d+)_(\d+)_", "\n".join(wheels))
    return "{}.{}".format(*max((int(major), int(minor)) for major, minor in asked))


def properties(identifier: str, version: str, oldest: str) -> dict[str, object]:
    """Return the properties that PyInstaller does not know. ``oldest``: the macOS that the application needs."""
    return {
        "CFBundleIdentifier": identifier,
        "CFBundleName": "Mile Bones",
        "CFBundleDisplayName": "Mile Bones",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["de", "en", "es", "fa", "fr"],
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSBackgroundOnly": False,  # PyInstaller sets this for programs that use a terminal, too
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The Mile Bones authors. MIT; the fonts OFL-1.1.",
        "NSPrincipalClass": "NSApplication",
        "NSSupportsAutomaticGraphicsSwitching": True,
    }
