"""Write ``mile_bones/i18n/locales.py``: the number and date formats of each language, from Babel's copy of the CLDR.

``make messages`` calls it, and a test compares the file with Babel's data. The game itself does not use Babel:
docs/decisions/070.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel import Locale

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "mile_bones" / "i18n" / "locales.py"
TRANSLATIONS = ROOT / "resources" / "translations"

_ENGLISH = ("en", "en_GB")
"""The language of the program's texts, and the locale of its formats: British English."""
_AT_LEAST_FIVE = {"es"}
"""Languages for which the CLDR has minimumGroupingDigits=2: 1234, but 12.345. Babel leaves that out."""
_FIRST_DAY = {"fr": "1er"}
"""The text for the first day of a month in a date, in languages in which it is not just a number. The CLDR does not
have this text.
"""
_CONTRACTIONS = {"es": {"a el": "al", "de el": "del"}}
"""Pairs of words that become one word, by language. The CLDR does not have these either."""

_HEAD = '''"""Number and date formats of each language. Made by packaging/make_locales.py from the Unicode CLDR."""

from __future__ import annotations

from typing import NamedTuple


class LocaleFormat(NamedTuple):
    """The formats of one language. `long_date` has the places {day}, {month} and {year}, `percent` has {number}."""

    name: str
    """The name of the language in that language, as in a list."""
    right_to_left: bool
    digits: str
    """Ten digits, from 0 to 9."""
    group: str
    """The sign between groups of three digits."""
    ungrouped: int
    """The largest number of digits that are not divided into groups."""
    decimal: str
    percent: str
    long_date: str
    first_day: str
    """The first day of a month, as in a date."""
    months: tuple[str, ...]
    """The names of the months, as in a date."""
    contractions: dict[str, str]
    """A preposition with an article, and the single word that replaces both."""


FORMATS = {
'''


def codes() -> list[str]:
    """Return the languages that have a catalogue, after English."""
    return ["en", *sorted(path.stem for path in TRANSLATIONS.glob("*.po"))]


def table() -> str:
    """Return the whole module as text."""
    return _HEAD + "".join(_entry(code) for code in codes()) + "}\n"


def _entry(code: str) -> str:
    locale = Locale.parse(dict([_ENGLISH]).get(code, code))
    system = locale.default_numbering_system
    symbols = locale.number_symbols[system]
    name = Locale.parse(code).get_display_name()
    assert name is not None
    fields = {
        "name": name[:1].upper() + name[1:],
        "right_to_left": locale.text_direction == "rtl",
        "digits": _DIGITS[system],
        "group": symbols["group"].replace("\u202f", "\u00a0"),  # Cabin has no narrow space; other fonts' are too thin
        "ungrouped": 4 if code in _AT_LEAST_FIVE else 3,
        "decimal": symbols["decimal"],
        "percent": _percent(locale.percent_formats[None].pattern, symbols),
        "long_date": _date(locale.date_formats["long"].pattern),
        "first_day": _FIRST_DAY.get(code, _DIGITS[system][1]),
        "months": _months(locale, _DIGITS[system]),
        "contractions": _CONTRACTIONS.get(code, {}),
    }
    lines = []
    for key, value in fields.items():
        if isinstance(value, tuple):
            inner = "".join(f"            {_quoted(month)},\n" for month in value)
            lines.append(f"        {key}=(\n{inner}        ),\n")
        else:
            shown = _quoted(value) if isinstance(value, str) else str(value).replace("'", '"')
            lines.append(f"        {key}={shown},\n")
    return f'    "{code}": LocaleFormat(\n{"".join(lines)}    ),\n'


_DIGITS = {
    "latn": "0123456789",
    "arabext": "۰۱۲۳۴۵۶۷۸۹",
    "arab": "٠١٢٣٤٥٦٧٨٩",
    "deva": "०१२३४५६७८९",
    "beng": "০১২৩৪৫৬৭৮৯",
}
"""The digits of each numbering system, by its name in the CLDR."""


def _percent(pattern: str, symbols: object) -> str:
    """Return the pattern with a place for the number, which consists of the signs # , . and 0."""
    assert isinstance(symbols, dict) or hasattr(symbols, "get")
    positive = pattern.partition(";")[0]
    number = "".join(sign for sign in positive if sign in "#,.0")
    return positive.replace(number, "{number}").replace("%", symbols.get("percentSign", "%"))


def _months(locale: Locale, digits: str) -> tuple[str, ...]:
    """Return the names of the months as in a date, or their numbers if the pattern has numbers."""
    if "MMMM" in locale.date_formats["long"].pattern:
        return tuple(locale.months["format"]["wide"].values())
    return tuple("".join(digits[int(figure)] for figure in str(month)) for month in range(1, 13))


def _date(pattern: str) -> str:
    """Return the pattern of a long date with places for its parts. Raise ValueError if it has other parts."""

    def part(found: re.Match[str]) -> str:
        if found[0].startswith("'"):
            return found[0].strip("'")
        if found[0][0] not in _PARTS:
            raise ValueError(f"unknown pattern of a long date: {pattern}")
        return _PARTS[found[0][0]]

    return re.sub(r"'[^']*'|([A-Za-z])\1*", part, pattern)


_PARTS = {"d": "{day}", "M": "{month}", "y": "{year}"}


def _quoted(text: str) -> str:
    """Return the text as a string literal, in the style of the formatter. Invisible characters are escaped."""
    shown = "".join(
        sign if sign.isprintable() and (sign == " " or not sign.isspace()) else f"\\u{ord(sign):04x}"
        for sign in text.replace("\\", "\\\\").replace('"', '\\"')
    )
    return f'"{shown}"'


if __name__ == "__main__":
    TARGET.write_text(table(), encoding="utf-8")
