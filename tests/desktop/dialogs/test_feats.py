"""The sentences about what is special about a won game."""

from __future__ import annotations

import pytest

from mile_bones.desktop.dialogs.feats import feat_texts
from mile_bones.library.achievements import Achievements


@pytest.mark.parametrize(
    ("feats", "texts"),
    [
        (Achievements(1), []),
        (Achievements(3), ["3 games won in a row."]),
        (Achievements(1, widest=True), ["A record: your widest win so far."]),
        (
            Achievements(12, best=True, widest=True),
            ["12 games won in a row.", "A record: your highest total so far."],
        ),
    ],
)
def test_only_what_is_special_is_said(feats: Achievements, texts: list[str]) -> None:
    assert feat_texts(feats) == texts
