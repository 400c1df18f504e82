"""Chooses mnemonics (letters that reach menu entries and buttons without a mouse) for texts that have none yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def with_mnemonics(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Return the texts as Qt reads them, with a mnemonic marked in as many of them as possible.

    No two texts have the same letter, and no text has a letter of ``taken``. The first letters of words are preferred.
    """
    places = [_places(text) for text in texts]
    owner: dict[str, int] = {}  # by letter: the index of the text that has this letter

    def find(number: int, tried: set[str]) -> bool:
        """Find a letter for this text. If necessary, give another text another letter. Return True if a letter was
        found.
        """
        for letter in places[number]:
            if letter in tried:
                continue
            tried.add(letter)
            if letter not in owner or find(owner[letter], tried):
                owner[letter] = number
                return True
        return False

    for number in range(len(texts)):
        find(number, {letter.casefold() for letter in taken})
    marks = {number: places[number][letter] for letter, number in owner.items()}
    return [_marked(text, marks.get(number)) for number, text in enumerate(texts)]


def marked_letters(texts: Iterable[str]) -> list[str]:
    """Return the letters that are marked in these texts. Texts without a marked letter are left out."""
    return [text[text.index("&") + 1] for text in texts if "&" in text]


def _places(text: str) -> dict[str, int]:
    """Return the position of the first occurrence of each letter in ``text``, by letter. The preferred letters come
    first.
    """
    numbers = [number for number, letter in enumerate(text) if letter.isalnum()]
    numbers.sort(key=lambda number: number > 0 and text[number - 1].isalnum())
    found: dict[str, int] = {}
    for number in numbers:
        found.setdefault(text[number].casefold(), number)
    return found


def _marked(text: str, at: int | None) -> str:
    head, tail = (text, "") if at is None else (text[:at], text[at:])
    return head.replace("&", "&&") + ("" if at is None else "&") + tail.replace("&", "&&")
