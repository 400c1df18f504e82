"""Number and date formats of each language. Made by packaging/make_locales.py from the Unicode CLDR."""

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
    "en": LocaleFormat(
        name="English",
        right_to_left=False,
        digits="0123456789",
        group=",",
        ungrouped=3,
        decimal=".",
        percent="{number}%",
        long_date="{day} {month} {year}",
        first_day="1",
        months=(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ),
        contractions={},
    ),
    "de": LocaleFormat(
        name="Deutsch",
        right_to_left=False,
        digits="0123456789",
        group=".",
        ungrouped=3,
        decimal=",",
        percent="{number}\u00a0%",
        long_date="{day}. {month} {year}",
        first_day="1",
        months=(
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ),
        contractions={},
    ),
    "es": LocaleFormat(
        name="Español",
        right_to_left=False,
        digits="0123456789",
        group=".",
        ungrouped=4,
        decimal=",",
        percent="{number}\u00a0%",
        long_date="{day} de {month} de {year}",
        first_day="1",
        months=(
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ),
        contractions={"a el": "al", "de el": "del"},
    ),
    "fa": LocaleFormat(
        name="فارسی",
        right_to_left=True,
        digits="۰۱۲۳۴۵۶۷۸۹",
        group="٬",
        ungrouped=3,
        decimal="٫",
        percent="{number}٪",
        long_date="{day} {month} {year}",
        first_day="۱",
        months=(
            "ژانویه",
            "فوریه",
            "مارس",
            "آوریل",
            "مه",
            "ژوئن",
            "ژوئیه",
            "اوت",
            "سپتامبر",
            "اکتبر",
            "نوامبر",
            "دسامبر",
        ),
        contractions={},
    ),
    "fr": LocaleFormat(
        name="Français",
        right_to_left=False,
        digits="0123456789",
        group="\u00a0",
        ungrouped=3,
        decimal=",",
        percent="{number}\u00a0%",
        long_date="{day} {month} {year}",
        first_day="1er",
        months=(
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ),
        contractions={},
    ),
}
