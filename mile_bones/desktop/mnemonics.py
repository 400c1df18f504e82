"""The letters by which menus and dialogs are used without a mouse, where nobody has chosen them by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def with_mnemonics(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """The texts as Qt reads them, each with a letter marked that no other of them has, and that is not ``taken``.

    As many of them as possible have one; the first letters of words go before others.
    """
    places = [_places(text) for text in texts]
    owner: dict[str, int] = {}  # of each letter, the text that has it

    def find(number: int, tried: set[str]) -> bool:
        """Let this text have a letter, and the one that has it another, if need be."""
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
    """Return the letters that are marked in these texts, for those that have one."""
    return [text[text.index("&") + 1] for text in texts if "&" in text]


def _places(text: str) -> dict[str, int]:
    """The letters of a text, each with where it stands first, in the order in which they are wanted."""
    numbers = [number for number, letter in enumerate(text) if letter.isalnum()]
    numbers.sort(key=lambda number: number > 0 and text[number - 1].isalnum())
    found: dict[str, int] = {}
    for number in numbers:
        found.setdefault(text[number].casefold(), number)
    return found


def _marked(text: str, at: int | None) -> str:
    head, tail = (text, "") if at is None else (text[:at], text[at:])
    return head.replace("&", "&&") + ("" if at is None else "&") + tail.replace("&", "&&")
