"""What a text that is shown now would be in English: scenes are written in it, whatever language the window speaks."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from mile_bones import i18n

TEMPLATE = Path(__file__).resolve().parents[2] / "resources" / "translations" / "mile_bones.pot"


def in_english(text: str) -> set[str]:
    """The English of a text of the program, without a mark for its letter: one, or several where the language says them
    in the same words. What is none of its texts is left as it is."""
    plain = text.replace("&", "")
    return _reversed(i18n.language()).get(plain, {plain})


@cache
def _texts() -> tuple[tuple[str | None, str], ...]:
    """All texts with their contexts; of those with a plural, the one for one thing."""
    with TEMPLATE.open("rb") as file:
        catalogue = read_po(file)
    ids = ((message.context, message.id) for message in catalogue if message.id)
    return tuple((context, text if isinstance(text, str) else text[0]) for context, text in ids)


@cache
def _reversed(language: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    if language == i18n.ENGLISH:
        return found
    for context, text in _texts():
        said = i18n.gettext(text) if context is None else i18n.pgettext(context, text)
        found.setdefault(said.replace("&", ""), set()).add(text.replace("&", ""))
    return found
