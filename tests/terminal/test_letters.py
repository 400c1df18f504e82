"""Texts of other languages on a screen that was designed for English ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from mile_bones import i18n, resources
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.i18n import locales
from mile_bones.terminal.board import COMPUTER, WINDOW, Scene, draw
from mile_bones.terminal.canvas import columns
from mile_bones.terminal.plain import plain, plain_row
from test_i18n import write_catalogue


@pytest.fixture(autouse=True)
def _back_to_english() -> Iterator[None]:
    yield
    i18n.install()


def test_french_characters_have_ascii_replacements() -> None:
    assert plain("« Cœur » : 2 × n° 5") == '" Coeur " : 2 x no 5'


IN_ASCII = [code for code in locales.FORMATS if "?" not in plain(locales.FORMATS[code].name)]
"""The languages that mille can write in ASCII."""


def test_four_languages_can_be_written_in_ascii() -> None:
    assert IN_ASCII == ["en", "de", "es", "fr"]


@pytest.mark.slow
@pytest.mark.parametrize("code", IN_ASCII)
def test_texts_of_the_ascii_languages_get_no_question_marks(code: str) -> None:
    folder = Path(resources.path("translations"))
    with (folder / ("mile_bones.pot" if code == "en" else f"{code}.po")).open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        for texts in (message.id, message.string):
            for text in (texts,) if isinstance(texts, str) else texts:
                assert plain(text).count("?") == text.count("?"), text
    i18n.install([code], folder=folder)
    for month in range(1, 13):
        assert "?" not in plain(i18n.format_date(date(2026, month, 1)))
    for text in (
        i18n.format_number(12345),
        i18n.format_signed(-12345),
        i18n.format_decimal(-1.5, 1),
        i18n.format_percent(7),
    ):
        assert "?" not in plain(text)


@pytest.mark.parametrize(
    "text", ["Du wirfst „25 Meilen“ ab", "¿De verdad?", "Weiß", "+-12…", "Fin de limitation", "A|é|ß"]
)
def test_ascii_replacements_keep_the_columns_of_a_row(text: str) -> None:
    before, after = plain_row(f"  {text}".ljust(30) + "| 4711"), plain_row("P " + text)
    assert before.endswith("| 4711") and len(before) == 36
    assert len(after) == len(columns("P " + text)) and after.isascii()


def test_joiners_and_direction_marks_take_no_column(tmp_path: Path) -> None:
    texts = {"Games": "بازی‌ها", "--MILEAGE--": "--مایل‌ها--", "p: pick": "p: کشیدن", "w: toggle window": "w: پنجرهٔ دیگر"}
    texts |= {"q: quit": "q: خروج", "Spare Tire": "چرخ‌های زاپاس"}
    write_catalogue(tmp_path, "fa", texts)
    i18n.install(["fa"], folder=tmp_path)
    rules = RULE_SETS["mille"]
    view = Hand(rules, shuffled_deal(rules, 1, 0, 0)).observation(0)
    slots = (None, Card.SPARE_TIRE, *(None for _ in range(5)))
    error = i18n.gettext("{name} is gone").format(name="game-1.json")
    drawn = draw(Scene(view, slots, (0, 0), ">", ("You", "Computer"), error=f"بازی‌ها: {error}")).text()
    assert not set("\ufffd\u200e\u200f\u2066\u2067\u2068\u2069") & set(drawn)
    lines = [columns(line) for line in drawn.splitlines()]
    assert all(line[WINDOW] == "|" for line in lines[:16])
    assert all(line[80:] == [] for line in lines)
    games = next(line for line in lines if "".join(line).endswith("بازی‌ها     0     0"))
    assert (games[64], games[70], "".join(games[53:59])) == ("0", "0", "بازی‌ها")
    assert "".join(lines[11][WINDOW + 2 : WINDOW + 12]) == "p: کشیدن  "
    assert "بازی‌ها: game-1.json is gone" in drawn


@pytest.mark.parametrize("name", ["Fin de limitation", "Véhicule prioritaire", "Geschwindigkeitsbegrenzung"])
def test_a_long_card_name_stays_in_its_column(tmp_path: Path, name: str) -> None:
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
