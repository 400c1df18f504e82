"""The bill of materials of a bundle (CycloneDX 1.6): ``python components.py FILE SYSTEM-LIBRARY...``.

It runs in the environment that the bundle was made from, as licences.py does. It ends the build if it does not know the
licence or the version of a component. `packaging/release.py finish` checks the result against the schema and puts it
beside the packages that were made from the bundle.
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

# The licences of packages whose metadata name them only in classifiers.
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
"""The licences of Debian's libraries, by the beginning of the package's name."""
_NAMESPACE = uuid.UUID("5b1f1ab8-9c7c-4b52-8c8a-1b3d0f8ab1de")


def main(target: Path, libraries: list[Path]) -> None:
    """Write the bill into this file. The same bundle gives the same bill."""
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
    """Return one component, with its licence as an SPDX expression."""
    return {
        "type": kind,
        "bom-ref": purl,
        "name": name,
        "version": number,
        "licenses": [{"expression": licence}],
        "purl": purl,
    }


def python() -> dict[str, Any]:
    """Return the interpreter with its library."""
    number = sys.version.split()[0]
    return component("Python", number, "Python-2.0.1", f"pkg:generic/cpython@{number}", "platform")


def qt() -> list[dict[str, Any]]:
    """Return Qt's own libraries and ICU's, which are in one wheel with PySide6."""
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
    """Return the Python packages."""
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
    """Return the libraries inside NumPy's wheel."""
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
    """Return the Debian packages from which libraries were taken."""
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
