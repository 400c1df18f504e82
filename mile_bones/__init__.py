"""Mile Bones: a desktop card game of 700 miles, for one person and the computer."""

from __future__ import annotations

__version__: str


def __getattr__(name: str) -> str:
    """Look up `__version__` only when it is used: importlib.metadata takes longer than the rest of the start."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mile-bones")
    except PackageNotFoundError:  # a source tree that was never installed
        return "0+source"
