"""What is inside a bundle, as a bill of materials (CycloneDX 1.6): ``python components.py FILE SYSTEM-LIBRARY...``.

It runs in the environment that the bundle was made of, as licences.py does, and ends the build when something has no
licence or version that is known here. `packaging/release.py finish` checks it against the schema and lays it beside the
packages that were made of the bundle.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import uuid
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy
from common import source_date, version
from licences import PACKAGES, package_of

# What the metadata of these packages leave to their classifiers.
_UNTOLD = {
    "colorama": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdurl": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
}
_DEBIAN = (
    ("libbz2", "bzip2-1.0.6"),
    ("libffi", "MIT"),
    ("liblzma", "0BSD"),
    ("libsqlite3", "blessing"),
    ("libxcb", "X11"),
    ("libxkbcommon", "MIT"),
    ("libzstd", "BSD-3-Clause"),
)
"""Licences of the libraries themselves, by how the names of their packages begin."""
_NAMESPACE = uuid.UUID("5b1f1ab8-9c7c-4b52-8c8a-1b3d0f8ab1de")


def main(target: Path, libraries: list[Path]) -> None:
    """Write the bill into this file; the same bundle has the same."""
    own = component("mile-bones", version(), "MIT AND OFL-1.1", f"pkg:pypi/mile-bones@{version()}", "application")
    parts = [python(), *qt(), *packages(), *inside_numpy(), *of_the_system(libraries)]
    parts.sort(key=lambda part: part["bom-ref"])
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, json.dumps([own, parts]))}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(source_date())),
            "component": own,
        },
        "components": parts,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    target.write_text(json.dumps(bill, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def component(name: str, number: str, licence: str, purl: str, kind: str = "library") -> dict[str, Any]:
    """One part, with its licence as an SPDX expression."""
    return {
        "type": kind,
        "bom-ref": purl,
        "name": name,
        "version": number,
        "licenses": [{"expression": licence}],
        "purl": purl,
    }


def python() -> dict[str, Any]:
    """The interpreter and its library."""
    number = sys.version.split()[0]
    return component("Python", number, "Python-2.0.1", f"pkg:generic/cpython@{number}", "platform")


def qt() -> list[dict[str, Any]]:
    """Qt's own libraries and ICU's, which lie in one wheel with PySide6."""
    number, shown = metadata.version("PySide6_Essentials"), "LGPL-3.0-only"
    found = [component("Qt", number, shown, f"pkg:generic/qt@{number}", "framework")]
    for name in ("PySide6_Essentials", "shiboken6"):
        assert shown in str(metadata.metadata(name)["License"])
        known = metadata.version(name)
        found.append(component(name, known, shown, f"pkg:pypi/{name.lower().replace('_', '-')}@{known}"))
    files = (str(file) for file in metadata.files("PySide6_Essentials") or ())
    icu = {name[1] for file in files if (name := re.search(r"libicudata\.so\.(\d+)", file))}
    return found + [component("ICU", number, "ICU", f"pkg:generic/icu@{number}") for number in sorted(icu)]


def packages() -> list[dict[str, Any]]:
    """Those of Python."""
    found = []
    for name in PACKAGES:
        known = metadata.metadata(name)
        told = known["License-Expression"] or _UNTOLD.get(name) or known["License"]
        if not told:
            sys.exit(f"{name} does not say under which licence it is.")
        where = f"pkg:pypi/{name.lower().replace('_', '-')}@{known['Version']}"
        found.append(component(name, known["Version"], told, where))
    return found


def inside_numpy() -> list[dict[str, Any]]:
    """Libraries that NumPy's wheel brings along."""
    blas = numpy.show_config(mode="dicts")["Build Dependencies"]["blas"]["version"]
    found = [component("OpenBLAS", blas, "BSD-3-Clause", f"pkg:generic/openblas@{blas}")]
    files = " ".join(str(file) for file in metadata.files("numpy") or ())
    for name in ("libgfortran", "libquadmath"):
        number = re.search(rf"{name}-[^ ]*\.so\.([\d.]+)", files)
        if number is not None:
            licence = "GPL-3.0-or-later WITH GCC-exception-3.1" if name == "libgfortran" else "LGPL-2.1-or-later"
            found.append(component(name, number[1], licence, f"pkg:generic/{name}@{number[1]}"))
    return found


def of_the_system(libraries: list[Path]) -> list[dict[str, Any]]:
    """Packages of Debian from which libraries were taken along."""
    found = []
    for package in sorted({package_of(library) for library in libraries}):
        asked = ["dpkg-query", "--show", "--showformat", "${Version} ${Architecture}", package]
        number, architecture = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
        licence = next((told for begin, told in _DEBIAN if package.startswith(begin)), None)
        if licence is None:
            sys.exit(f"Nobody says under which licence {package} is.")
        where = f"pkg:deb/debian/{package}@{number.replace('+', '%2B')}?arch={architecture}"
        found.append(component(package, number, licence, where))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(word) for word in sys.argv[2:]])
