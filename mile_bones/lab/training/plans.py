"""The plan of a run that can be stopped and resumed, but only with the same plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mile_bones.i18n import gettext as _


class OtherPlanError(ValueError):
    """Raised if the folder holds a run of another plan; the message gives the difference."""


def check_same(there: Mapping[str, Any], here: Mapping[str, Any], names: Iterable[str], folder: Path) -> None:
    """Raise OtherPlanError if the plan in the folder has another value under one of these names."""
    for name in names:
        if there.get(name) != here[name]:
            raise OtherPlanError(
                _("“{folder}” holds another run: {name} is {there} there, not {here}").format(
                    folder=folder, name=name, there=there.get(name), here=here[name]
                )
            )
