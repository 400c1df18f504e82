"""The texts of the chosen language, and how the language writes numbers and dates.

Every text for people goes through `gettext` (or one of its sisters) when the text is shown. It never does so while a
module is imported, because the language may be chosen later. Put the values in afterwards::

    from mile_bones.i18n import gettext as _
    _("Miles: {miles}").format(miles=format_number(425))

English has no catalogue. So nothing is read from disk before `install` chooses another language.
"""

from __future__ import annotations

import gettext as _catalogues
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache, reduce
from pathlib import Path
from typing import ParamSpec, TypeVar

from mile_bones.i18n.locales import FORMATS

_P = ParamSpec("_P")
_T = TypeVar("_T")

DOMAIN = "mile_bones"
ENGLISH = "en"
_LATIN = "0123456789"
_ISOLATE, _END_OF_ISOLATE, _RIGHT_TO_LEFT_MARK = "\u2068", "\u2069", "\u200f"
_LEFT_TO_RIGHT = re.compile("[^\\W\\d_\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[=×+]")
"""A letter of a script that is read from left to right, or a sign of a sum. Sums are read from left to right in every
script.
"""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
"""A letter of Hebrew, Arabic or a related script."""

_PLACE = re.compile(r"\{(\w+)\}")
_AFTER_A_WORD, _BEFORE_A_WORD = re.compile(r"[^\W\d_][ \xa0]\Z"), re.compile(r"[ \xa0][^\W\d_]")
_BEGINS_A_SENTENCE = re.compile(r"(?:\A|\n|[.!?…]\s|[¡¿])\Z")

_catalogue = _catalogues.NullTranslations()
_language = ENGLISH
_format = FORMATS[ENGLISH]
_computer = _the_computer = ""
"""The name of the computer on its own, and its name in a sentence. Both are empty if the language has only one name."""
_to_forget: list[Callable[[], object]] = []
_TEXTS = 8192
"""The maximal number of texts that each of the look-up functions keeps. The program has about 2,500 texts."""


def install(languages: Sequence[str] | None = None, *, folder: Path | None = None) -> str:
    """Choose the language of all texts that are shown later. Return its code.

    `languages` are codes such as ``"de"`` or ``"pt_BR"``, best first, or None for those of the environment or of
    Windows. `folder` holds the catalogues as ``<code>/LC_MESSAGES/mile_bones.mo``. The first language with a catalogue
    is chosen. English needs none, so a user who prefers English to German gets English. The texts are also English if
    there is no folder, or if it has none of the languages.
    """
    global _catalogue, _language, _format, _computer, _the_computer
    _language = _first_of((system_languages() or _of_windows()) if languages is None else languages, folder)
    _catalogue = _catalogues.NullTranslations()
    if _language != ENGLISH and folder is not None:
        with _file(folder, _language).open("rb") as file:
            _catalogue = _catalogues.GNUTranslations(file)
    _format = FORMATS.get(_language, FORMATS[ENGLISH])
    for forget in _to_forget:
        forget()
    _computer = str(gettext("Computer"))
    # Translators: with its article if it needs one: "l’ordinateur" in French. A capital letter comes by itself
    _the_computer = str(pgettext("in a sentence", "Computer"))
    if _the_computer in (_computer, "Computer"):
        _computer = _the_computer = ""
    return _language


def language() -> str:
    """Return the code of the chosen language. It is ``"en"`` until `install` chooses another."""
    return _language


def is_right_to_left() -> bool:
    """Return True if the chosen language is read from right to left."""
    return _format.right_to_left


def system_languages() -> list[str]:
    """Return the codes in LANGUAGE, LC_ALL, LC_MESSAGES or LANG, best first. The first variable that is set counts."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value.split(":")
    return []


def _of_windows() -> list[str]:
    """Return the code of the display language of Windows, which no environment variable holds."""
    if sys.platform != "win32":
        return []
    import ctypes
    from locale import windows_locale

    return [windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), ENGLISH)]


def own_name(code: str) -> str:
    """Return the name of a language in that language. `code` is a key of `FORMATS`."""
    return FORMATS[code].name


def forgotten_with_the_language(maxsize: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Do the same as ``lru_cache``, but forget all results when another language is chosen.

    It is for functions that return texts.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        cached = lru_cache(maxsize)(function)
        _to_forget.append(cached.cache_clear)
        return cached  # type: ignore[return-value]  # typeshed leaves the arguments out

    return decorate


def _first_of(languages: Sequence[str], folder: Path | None) -> str:
    for wanted in languages:
        full = wanted.partition(".")[0].partition("@")[0].replace("-", "_")
        for code in (full, full.partition("_")[0]):
            if code in (ENGLISH, "C", "POSIX"):
                return ENGLISH
            if code.isidentifier() and folder is not None and _file(folder, code).is_file():
                return code
    return ENGLISH


def _file(folder: Path, code: str) -> Path:
    return folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo"


@forgotten_with_the_language(_TEXTS)
def gettext(message: str) -> str:
    """Return the message in the chosen language."""
    return _text(_catalogue.gettext(message))


@forgotten_with_the_language(_TEXTS)
def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of the message for the number `n`. The caller formats the message with the number."""
    return _text(_catalogue.ngettext(singular, plural, n))


@forgotten_with_the_language(_TEXTS)
def pgettext(context: str, message: str) -> str:
    """Return the message for this `context`.

    This is for words with several meanings, such as "Go" for the card and "Go" for the menu.
    """
    return _text(_catalogue.pgettext(context, message))


@forgotten_with_the_language(_TEXTS)
def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """Combine `pgettext` and `ngettext`."""
    return _text(_catalogue.npgettext(context, singular, plural, n))


class _Text(str):
    """A text that adapts inserted values to its language.

    Numbers get the digits and signs of the language, and the computer gets its article. A value that is read in the
    other direction, such as the name of a player, is isolated from the words around it.
    """

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        text = str(self)
        if _computer and _computer in named.values():
            text = _with_article(text, tuple(name for name, value in named.items() if value == _computer))
        for name, value in named.items():
            ascii_text = isinstance(value, str) and value.isascii() and not _format.right_to_left
            if not ascii_text and not (type(value) is int and _format.digits == _LATIN):
                named[name] = _shown(value)
        return text.format(*map(_shown, values), **named)


class _Whole(int):
    def __format__(self, form: str) -> str:
        return in_digits(format(int(self), form))


class _Decimal(float):
    def __format__(self, form: str) -> str:
        text = format(float(self), form)
        signs = str.maketrans({".": _format.decimal, ",": _format.group})
        number = in_digits(text.removesuffix("%").translate(signs))
        return _format.percent.format(number=number) if text.endswith("%") else number


class _Isolated(str):
    __slots__ = ()

    def __format__(self, form: str) -> str:
        return _ISOLATE + format(str(self), form) + _END_OF_ISOLATE


def _shown(value: object) -> object:
    if isinstance(value, str):
        return _Isolated(value) if _runs_against_the_language(value) else value
    if isinstance(value, float):
        return _Decimal(value)
    if _format.digits == _LATIN:
        return value
    return _Whole(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _runs_against_the_language(value: str) -> bool:
    """Return True if the value is read against the direction of the language. Such a value would reorder its
    neighbours.
    """
    if _format.right_to_left:
        return _LEFT_TO_RIGHT.search(value) is not None
    return not value.isascii() and _RIGHT_TO_LEFT.search(value) is not None


@forgotten_with_the_language(512)
def _with_article(text: str, places: Sequence[str]) -> str:
    """Put the computer, with its article, into those of ``places`` that are next to a word.

    "{points}: {name}" is not a sentence, so the name in it stays without an article.
    """
    made, end = "", 0
    for place in _PLACE.finditer(text):
        made, end = made + text[end : place.start()], place.end()
        if place[1] not in places or not (_AFTER_A_WORD.search(made) or _BEFORE_A_WORD.match(text, end)):
            made += place[0]
        elif _BEGINS_A_SENTENCE.search(made):
            made += capitalized(_the_computer)
        else:
            made = _contracted(made, _the_computer)
    return made + text[end:]


def _contracted(before: str, after: str) -> str:
    """Join both texts with the contractions of the language: Spanish "de" and "el" become "del"."""
    for apart, together in _format.contractions.items():
        first, _blank, second = apart.partition(" ")
        begin = len(before) - len(first) - 1
        if re.search(rf"\b{first} \Z", before, re.IGNORECASE) and after.startswith(f"{second} "):
            own = capitalized(together) if before[begin].isupper() else together
            return before[:begin] + own + after[len(second) :]
    return before + after


def _text(text: str) -> str:
    """Return the text as it is shown. If it begins with a foreign word, mark from which side the whole text is read."""
    if _format.right_to_left and text[:1].isalpha() and text[0].isascii() and _RIGHT_TO_LEFT.search(text):
        text = _RIGHT_TO_LEFT_MARK + text
    return _Text(text)


def capitalized(text: str) -> str:
    """Return the text with a capital letter, for the beginning of a sentence or line."""
    return text[:1].upper() + text[1:]


def listed(texts: Iterable[str]) -> str:
    """Join texts with commas, such as "Go, Repairs". Return "" if there are none."""
    return _joined(gettext("{before}, {next}"), texts)


def in_parts(texts: Iterable[str]) -> str:
    """Join parts of a sentence with semicolons. This is for parts that may contain commas."""
    return _joined(gettext("{before}; {next}"), texts)


def _joined(pattern: str, texts: Iterable[str]) -> str:
    first, *others = tuple(texts) or ("",)
    return reduce(lambda before, text: pattern.format(before=before, next=text), others, first)


def format_number(value: int) -> str:
    """Return a whole number as people write it: 1275 is "1,275"."""
    text = str(abs(value))
    if len(text) > _format.ungrouped:
        text = f"{abs(value):,}".replace(",", _format.group)
    less = "\u200e-" if _format.right_to_left else "-"  # the mark keeps the sign before the figures
    return (less if value < 0 else "") + in_digits(text)


def format_signed(value: int, *, plus: bool = False) -> str:
    """Return a number with a true minus sign if it is negative.

    With ``plus``, a positive number has its sign too. The sign is before the figures in every direction of reading.
    """
    more = "\u200e+" if _format.right_to_left else "+"
    sign = "\u200e\u2212" if value < 0 else more if plus and value > 0 else ""
    return sign + format_number(abs(value))


def format_decimal(value: float, places: int) -> str:
    """Return a number with this many decimal `places`: 12.3456 with one is "12.3". The minus is a true minus."""
    whole, _point, rest = f"{abs(value):.{places}f}".partition(".")
    text = format_number(int(whole))
    if rest:
        text += _format.decimal + in_digits(rest)
    return f"\u200e\u2212{text}" if value < 0 and any(figure in "123456789" for figure in whole + rest) else text


def format_percent(number: int) -> str:
    """Return a percentage: 45 is "45%". The minus is a true minus."""
    return _format.percent.format(number=format_signed(number))


def format_date(day: date) -> str:
    """Return a date as people write it: "4 May 2026"."""
    number = _format.first_day if day.day == 1 else in_digits(str(day.day))
    month = _format.months[day.month - 1]
    return _format.long_date.format(day=number, month=month, year=in_digits(str(day.year)))


def format_time(moment: datetime) -> str:
    """Return the time of a moment: "20:15"."""
    return in_digits(f"{moment:%H:%M}")


def latin_digits(text: str) -> str:
    """Return the text with the digits 0 to 9. Typed text may have the digits of any language."""
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text)


def in_digits(text: str) -> str:
    """Return the text with the digits of the language. This is for a number without group signs, such as a year."""
    return text if _format.digits == _LATIN else text.translate(str.maketrans(_LATIN, _format.digits))
