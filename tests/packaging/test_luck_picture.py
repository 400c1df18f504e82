"""The picture of docs/luck.md shows the measured numbers."""

from __future__ import annotations

import json
import re
import shutil
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mile_bones.games.milebones.rules import NAME
from mile_bones.players import levels
from packaging_scripts import load

PARTS = ("luck.md", "luck.svg", "luck.json", "players.md")


@pytest.fixture
def docs(root: Path, tmp_path: Path) -> Path:
    """A copy of the documents from which the picture is made."""
    for name in PARTS:
        shutil.copy(root / "docs" / name, tmp_path)
    return tmp_path


def test_picture_and_tables_agree_with_the_numbers(root: Path, docs: Path) -> None:
    """If this test fails: python packaging/luck_picture.py."""
    load("luck_picture").main(docs)
    for name in PARTS:
        assert (docs / name).read_bytes() == (root / "docs" / name).read_bytes(), name


def test_changed_numbers_change_the_picture(docs: Path) -> None:
    script, before = load("luck_picture"), (docs / "luck.svg").read_text(encoding="utf-8")
    found = json.loads((docs / "luck.json").read_text(encoding="utf-8"))
    found["rules"]["mile-bones"]["open_cards"]["mean"] = 1234
    (docs / "luck.json").write_text(json.dumps(found), encoding="utf-8")
    page = (docs / "players.md").read_text(encoding="utf-8")
    page = re.sub(r"^\| original \| \+\d+ ±", "| original | +333 ±", page, count=1, flags=re.MULTILINE)
    (docs / "players.md").write_text(page, encoding="utf-8")
    script.main(docs)
    picture = (docs / "luck.svg").read_text(encoding="utf-8")
    said = {text.text for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")}
    assert picture != before
    assert {"+1,234", "+333", "original – easy", "games to 5,000 won"} <= said
    assert "+1,234 ± " in (docs / "luck.md").read_text(encoding="utf-8")


def test_every_pair_of_levels_is_read_from_the_cross_table(docs: Path) -> None:
    pairs = load("luck_picture").read_pairs((docs / "players.md").read_text(encoding="utf-8"))
    assert len(pairs) == len(list(combinations(levels(NAME), 2)))
    assert all(pair.games_between[0] < pair.games < pair.games_between[1] for pair in pairs)
    assert [pair.points for pair in pairs] == sorted(pair.points for pair in pairs)
