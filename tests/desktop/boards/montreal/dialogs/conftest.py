"""Fixtures for the dialogs of Mille: the same window as for all other dialogs."""

from desktop.dialogs.conftest import opened, window

__all__ = ["opened", "window"]
