"""How each language writes numbers and dates. Made by packaging/make_locales.py from the Unicode CLDR."""

from __future__ import annotations

from typing import NamedTuple


class LocaleFormat(NamedTuple):
    """What one language does; `long_date` has places for {day}, {month} and {year}, `percent` for {number}."""

    name: str
    """The language in its own words, as it stands in a list."""
    right_to_left: bool
    digits: str
    """From 0 to 9."""
    group: str
    """Between thousands."""
    ungrouped: int
    """A number of so many digits is not divided yet."""
    decimal: str
    percent: str
    long_date: str
    first_day: str
    """The first of a month, as it stands inside a date."""
    months: tuple[str, ...]
    """As they stand inside a date."""
    contractions: dict[str, str]
    """A preposition and an article that become one word."""


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
