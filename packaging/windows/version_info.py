"""The version information that Windows shows under Properties, Details, and in the task manager."""

from __future__ import annotations

from PyInstaller.utils.win32 import versioninfo


def version_info(version: str, program: str, description: str) -> versioninfo.VSVersionInfo:
    """Return the resource for one program. `version` contains only numbers and dots."""
    numbers = tuple(map(int, version.split(".")))
    four = (*numbers, 0, 0, 0, 0)[:4]
    words = {
        "CompanyName": "The Mile Bones authors",
        "FileDescription": description,
        "FileVersion": version,
        "InternalName": program,
        "LegalCopyright": "The Mile Bones authors. MIT; the fonts OFL-1.1.",
        "OriginalFilename": f"{program}.exe",
        "ProductName": "Mile Bones",
        "ProductVersion": version,
    }
    strings = [versioninfo.StringStruct(name, text) for name, text in words.items()]
    return versioninfo.VSVersionInfo(
        ffi=versioninfo.FixedFileInfo(filevers=four, prodvers=four),
        kids=[
            versioninfo.StringFileInfo([versioninfo.StringTable("040904B0", strings)]),
            versioninfo.VarFileInfo([versioninfo.VarStruct("Translation", [0x0409, 0x04B0])]),
        ],
    )
