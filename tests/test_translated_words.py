"""The words of the translations: corrected words stay corrected, and the help quotes the words on the screen."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from mile_bones import resources

LANGUAGES = [Path(name).stem for name in resources.names("translations", ".po")]
FORBIDDEN = {
    "de": ["braucht es", "zweiten Gedanken wert"],
    "es": ["[Gg]olpes? (?:del día|pasado|de días)", "sin contragolpe", "[Rr]endición"],
    "fa": ["به جای ورق آزاد", "کرم خط‌چین"],
}
"""By language, forms that have been replaced everywhere by better ones."""
QUOTED = {"en": "“([^”]+)”", "de": "„([^“]+)“", "es": "«([^»]+)»", "fr": r"«\s*([^»]+?)\s*»", "fa": "«([^»]+)»"}
BOLD = r"\*\*([^*]+)\*\*"
STRESSED = {
    "about": {"mile bones 2.1"},
    "battle-pile": {"go"},
    "millieu": {"neighbours", "place", "slide", "capture"},
    "montreal-mille": {"draw", "lay down", "discard"},
    "montreal-mille-scoring": {"natural"},
    "options": {"a natural is required to win"},
    "rule-sets": {"speed limit"},
}
"""By topic, bold words that are part of their sentence and may be inflected in translations."""


def without_marks(text: str) -> str:
    """Return a text of the screen as the help quotes it: without the mnemonic, and without punctuation at the end."""
    text = re.sub(r"&(\w)", r"\1", text).strip("\u200e\u200f")
    return re.sub(r"\s+", " ", text).rstrip("….:!? ").casefold()


@cache
def catalogue(code: str) -> dict[str, list[str]]:
    """Return every English text of the program, without marks, with its translations."""
    with Path(resources.path("translations"), f"{code}.po").open("rb") as file:
        found: dict[str, list[str]] = {}
        for message in read_po(file, locale=code):
            texts = [message.string] if isinstance(message.string, str) else [*message.string]
            for english in (message.id,) if isinstance(message.id, str) else message.id:
                found.setdefault(without_marks(english), []).extend(texts)
    return found


@cache
def pages(code: str) -> dict[str, str]:
    return {page.stem: page.read_text(encoding="utf-8") for page in Path(resources.path("help"), code).glob("*.md")}


def all_texts(code: str) -> list[str]:
    return [text for texts in catalogue(code).values() for text in texts] + [*pages(code).values()]


@pytest.mark.parametrize("code", FORBIDDEN)
def test_translations_do_not_contain_words_that_were_replaced(code: str) -> None:
    forbidden = re.compile("|".join(FORBIDDEN[code]))
    texts = [*all_texts(code), Path(resources.path("help"), code, "index.json").read_text(encoding="utf-8")]
    assert len(texts) > 2000
    assert [text for text in texts if forbidden.search(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_help_quotes_the_words_on_the_screen(code: str) -> None:
    """If an English page quotes a text of the program, in quotation marks or bold, the translated page must quote the
    translation.
    """
    known, looked_at = catalogue(code), 0
    for topic, english in pages("en").items():
        for form, own in ((QUOTED["en"], QUOTED[code]), (BOLD, BOLD)):
            here = {without_marks(text) for text in re.findall(own, pages(code)[topic])}
            for text in map(without_marks, re.findall(form, english)):
                if text in known and text not in STRESSED.get(topic, ()):
                    looked_at += 1
                    assert not here.isdisjoint(map(without_marks, known[text])), (topic, text, known[text])
    assert looked_at > 290


def test_persian_texts_separate_a_card_or_piece_from_a_name() -> None:
    """With only a space between them, both would be read as one name."""
    bare = re.compile(
        r"\{(?:name|player)\} \{(?:card|cards|piece|other_remedy)\}|\{(?:name|player)\} \{other\}(?! امتیاز)"
        r"|\{(?:card|other)\} \{(?:card|piece|other|name|player)\} را"
    )
    assert [text for text in all_texts("fa") if bare.search(text)] == []
