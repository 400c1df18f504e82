"""The dialogs of this game belong to the same kind of window as all others."""

from desktop.dialogs.conftest import opened, window

__all__ = ["opened", "window"]
