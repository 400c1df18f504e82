"""The dependencies of the Debian package. The charts are drawn with the modules that the package contains."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from packaging_scripts import FOLDER

DEBIAN = FOLDER / "debian"
ASIDE = """
import runpy, sys
class Nothing:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("scipy", "PyQt5", "PyQt6", "OpenGL"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_the_package_does_not_depend_on_scipy_or_another_qt() -> None:
    """Debian's python3-pyqtgraph depends on scipy and another Qt. Therefore, the package contains pyqtgraph itself."""
    binary = (DEBIAN / "control").read_text(encoding="utf-8").partition("\nPackage: ")[2]
    assert re.findall(r"python3-(?:pyqtgraph|scipy|pyqt\d)\S*", binary) == []
    assert "pyqtgraph" in (DEBIAN / "copyright").read_text(encoding="utf-8")


@pytest.mark.proof
def test_the_charts_are_drawn_with_the_modules_in_the_package(tmp_path: Path, root: Path) -> None:
    left_out = re.search(r"^NO_CHARTS = (.*)$", (DEBIAN / "rules").read_text(encoding="utf-8"), re.MULTILINE)
    found = importlib.util.find_spec("pyqtgraph")
    assert left_out is not None
    assert found is not None and found.origin is not None
    carried = tmp_path / "pyqtgraph"
    shutil.copytree(Path(found.origin).parent, carried)
    for name in left_out[1].split():
        shutil.rmtree(carried / name, ignore_errors=True)
    (tmp_path / "mile_bones").symlink_to(root / "mile_bones")
    (tmp_path / "resources").symlink_to(root / "resources")
    test = DEBIAN / "tests" / "charts"
    told = subprocess.run(
        [sys.executable, "-c", ASIDE, test, tmp_path], capture_output=True, text=True, timeout=120, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert f"by {carried}" in told.stdout
