"""Captions on the table that need more than one line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.layout import Rect

ENGLISH = "8-8-8 go down, the other 10 cards to your hand"
FRENCH = "Carreau\u00a0: à poser, les dix autres dans votre main\u00a0!"
"""A sentence whose punctuation marks must stay with the words before them."""
PERSIAN = "۸-۸-۸ پایین می‌رود، ده کارت دیگر به دست شما می‌آید"
"""A sentence whose comma is a different character."""


@pytest.mark.parametrize("text", [ENGLISH, FRENCH, PERSIAN, "One", ""])
@pytest.mark.parametrize("width", [120, 170, 900])
def test_a_sentence_is_broken_where_its_room_ends(qapp, text: str, width: int) -> None:
    caption = Caption()
    caption.place_at(Rect(0, 0, width, 40), 12.5, LIGHT, Qt.AlignmentFlag.AlignLeft)
    caption.set_sentence(text)
    assert caption.fits()
    assert caption.text.replace("\n", " ") == text
    assert ("\n" in caption.text) == (width < 900 and len(text) > 9)


def test_a_word_wider_than_the_room_gets_a_separate_line(qapp) -> None:
    caption = Caption()
    caption.place_at(Rect(0, 0, 60, 40), 12.5, LIGHT, Qt.AlignmentFlag.AlignLeft)
    caption.set_sentence("A Handwerkerversicherung is")
    assert caption.text == "A\nHandwerkerversicherung\nis"
