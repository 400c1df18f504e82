"""Packages that offer names of their modules, and import a module when somebody first asks for a name of it (PEP 562).

Otherwise whoever wants one small thing of a package would pay for all of it, above all at the start of the window.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def offering(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package; ``names`` tells of each of its modules what the package offers of it, with
    blanks between the names."""
    modules = {name: module for module, offered in names.items() for name in offered.split()}

    def find(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{modules[name]}"), name)
        setattr(sys.modules[package], name, found)  # so that this is not asked again
        return found

    return find
