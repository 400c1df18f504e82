"""Words of other languages on a screen that was made for English ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mile_bones import i18n
from mile_bones.games.milebones import RULE_SETS, Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.terminal.board import COMPUTER, Scene, draw
from mile_bones.terminal.plain import plain
from test_i18n import write_catalogue


@pytest.fixture(autouse=True)
def _back_to_english() -> Iterator[None]:
    yield
    i18n.install()


def test_french_signs_have_letters_of_ascii() -> None:
    assert plain("« Cœur » : 2 × n° 5") == '" Coeur " : 2 x no 5'


@pytest.mark.parametrize("name", ["Fin de limitation", "Véhicule prioritaire", "Geschwindigkeitsbegrenzung"])
def test_the_name_of_a_card_stays_in_its_column(tmp_path: Path, name: str) -> None:
    write_catalogue(tmp_path, "fr", {"Right of Way": name})
    i18n.install(["fr"], folder=tmp_path)
    rules = RULE_SETS["mille"]
    view = Hand(rules, shuffled_deal(rules, 1, 0, 0)).observation(0)
    slots = (None, Card.RIGHT_OF_WAY, *(None for _ in range(5)))
    lines = draw(Scene(view, slots, (0, 0), ">", ("You", "Computer"))).lines()
    line = "".join(span.text for span in lines[7])
    assert line[2:COMPUTER].rstrip()[:8] == name[:8]
    assert line[COMPUTER:].startswith("--DISCARD--")
    assert line[COMPUTER - 1] in " ."
