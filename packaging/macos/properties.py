"""What macOS is told of the application: the Info.plist that PyInstaller puts into it."""

from __future__ import annotations


def properties(identifier: str, version: str) -> dict[str, object]:
    """The properties besides those that PyInstaller knows by itself."""
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
        "LSMinimumSystemVersion": "13.0",  # what Qt asks for
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The Mile Bones authors. MIT; the fonts OFL-1.1.",
        "NSSupportsAutomaticGraphicsSwitching": True,
    }
