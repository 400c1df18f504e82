"""The scripts of ``packaging``, loaded as modules. They are not a package: each script finds the scripts beside it
through its own folder.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[1] / "packaging"


def load(name: str, folder: Path = FOLDER) -> ModuleType:
    """Load the script of this name, such as ``"addresses"`` or ``"dist/common"``, again, and return its module."""
    file = folder / f"{name}.py"
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module  # dataclasses look up their module there
    before = list(sys.path)
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = before
    return module
