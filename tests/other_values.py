"""Values for a setting of any kind: the default, or another value."""

from __future__ import annotations

from typing import Any

from mile_bones.library.keys import KEYS
from mile_bones.storage.settings import NAME, WINDOW, Setting


def usual(setting: Setting[Any]) -> Any:
    """Return the default."""
    return setting.default


def another(setting: Setting[Any]) -> Any:
    """Return a value that is not the default. Each key gets a different one."""
    if isinstance(setting.default, bool):
        return not setting.default
    if setting.choices is not None:
        return next(choice for choice in reversed(setting.choices) if choice != setting.default)
    if setting in KEYS:
        return f"Ctrl+Shift+F{1 + KEYS.index(setting)}"
    return {NAME: "Anna", WINDOW: "01d9d0cb"}.get(setting, "850")
