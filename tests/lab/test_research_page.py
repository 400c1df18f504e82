"""docs/research.md: its tables agree with the code, and its examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mile_bones.lab import mile_bones_v0
from mile_bones.lab.rl import blocks, choices
from players.milebones.positions import position

pytestmark = pytest.mark.slow  # these tests start other programs

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def actions_table() -> str:
    """Return the table of actions as it must be in the page."""
    table = position("25 GO")
    rows = [(number, str(choices.action_at(number, table))) for number in range(2 * choices.FACES)]
    rows += [
        (choices.EXTEND_YES, "extend the trip to 1000 miles"),
        (choices.EXTEND_NO, "end the trip at 700 miles"),
        (choices.COUP, "coup fourré: play the safety against the hazard that has just come, before the draw"),
        (choices.DRAW_INSTEAD, "draw instead, and give up the coup fourré"),
    ]
    return "\n".join(["| number | action |", "|---|---|", *[f"| {number} | {text} |" for number, text in rows]])


def blocks_table() -> str:
    """Return the table of the vector's blocks as it must be in the page."""
    rows, start = [], 0
    for block in blocks.BLOCKS:
        rows.append(f"| `{block.name}` | {start} | {block.length} | {block.low} to {block.high} | {block.meaning} |")
        start += block.length
    return "\n".join(["| block | offset | length | range | meaning |", "|---|---|---|---|---|", *rows])


def test_the_tables_of_the_page_agree_with_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert actions_table() in page
    assert blocks_table() in page
    assert f"`Box` of {blocks.SIZE} numbers" in page
    assert f"`Discrete({choices.ACTIONS})`" in page
    assert mile_bones_v0.ILLEGAL == {"hand": -5, "game": -1}
    assert "gets −5 when the target is a hand" in page


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("example", examples())
def test_an_example_of_the_page_runs(example: str) -> None:
    out = subprocess.run([sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False)
    assert (out.returncode, out.stderr) == (0, "")
    assert out.stdout.strip()


def test_the_links_of_the_research_page_have_targets() -> None:
    links = re.findall(r"\]\(([^)#]+)", PAGE.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (PAGE.parent / link).exists()] == []
