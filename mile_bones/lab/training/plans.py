"""The plan of a run that can be broken off: only the same plan goes on with what is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mile_bones.i18n import gettext as _


class OtherPlanError(ValueError):
    """The folder holds a run of another plan; the text says what differs."""


def check_same(there: Mapping[str, Any], here: Mapping[str, Any], names: Iterable[str], folder: Path) -> None:
    """OtherPlanError where the plan in the folder has another value under one of these names."""
    for name in names:
        if there.get(name) != here[name]:
            raise OtherPlanError(
                _("“{folder}” holds another run: {name} is {there} there, not {here}").format(
                    folder=folder, name=name, there=there.get(name), here=here[name]
                )
            )
