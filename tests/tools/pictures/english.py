"""Finds the English of a text that is shown now. The tool needs this because scenes are written in English, whatever
the language of the window.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from mile_bones import i18n

TEMPLATE = Path(__file__).resolve().parents[3] / "resources" / "translations" / "mile_bones.pot"


def in_english(text: str) -> tuple[str, ...]:
    """Return the English texts of the program that `text` may be a translation of, without marks for mnemonics.

    There are several if a language has one word for several English words: "Hand" and "Deal" are both "Runde" in
    German. A text that is not from the program is returned unchanged.
    """
    plain = text.replace("&", "")
    return _reversed().get(plain, (plain,))


def starts_with(text: str, english: str) -> bool:
    """Return True if a text that is shown now begins with `english` in English."""
    return any(one.startswith(english) for one in in_english(text))


@cache
def _texts() -> tuple[tuple[str | None, str], ...]:
    """Return all texts with their contexts. If a text has a plural, return the singular."""
    with TEMPLATE.open("rb") as file:
        catalogue = read_po(file)
    ids = ((message.context, message.id) for message in catalogue if message.id)
    return tuple((context, text if isinstance(text, str) else text[0]) for context, text in ids)


@i18n.forgotten_with_the_language(1)
def _reversed() -> dict[str, tuple[str, ...]]:
    if i18n.language() == i18n.ENGLISH:
        return {}
    said = (
        (i18n.gettext(text) if context is None else i18n.pgettext(context, text), text) for context, text in _texts()
    )
    found: dict[str, tuple[str, ...]] = {}
    for shown, text in said:
        plain = shown.replace("&", "")
        found[plain] = (*found.get(plain, ()), text.replace("&", ""))
    return found
