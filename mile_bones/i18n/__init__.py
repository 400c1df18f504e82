"""The words of the chosen language.

Every text that a person reads goes through `gettext` (or one of its sisters) at the moment it is shown, never while a
module is imported: a language chosen later must reach every text. Put the values in afterwards::

    from mile_bones.i18n import gettext as _
    _("Miles: {miles}").format(miles=format_number(425))

English needs no catalogue, so nothing is read from disk until `install` finds one.
"""

from __future__ import annotations

import gettext as _catalogues
from collections.abc import Sequence
from datetime import date
from pathlib import Path

DOMAIN = "mile_bones"

_chosen = _catalogues.NullTranslations()


def install(languages: Sequence[str] | None = None, *, folder: Path | None = None) -> None:
    """Choose the language of every text shown from now on.

    `languages` are codes such as ``"de"`` or ``"pt_BR"``, best first; None takes those of the environment (LANGUAGE,
    LC_ALL, LC_MESSAGES, LANG). `folder` holds the catalogues as ``<code>/LC_MESSAGES/mile_bones.mo``. Without a folder,
    or when none of the languages is in it, the texts are English.
    """
    global _chosen
    if folder is None:
        _chosen = _catalogues.NullTranslations()
    else:
        _chosen = _catalogues.translation(DOMAIN, str(folder), languages, fallback=True)


def gettext(message: str) -> str:
    """The message in the chosen language."""
    return _chosen.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form that fits the number `n`; the caller formats it in."""
    return _chosen.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message as it is said in `context`, for words that mean several things ("Go" the card, "Go" the menu)."""
    return _chosen.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """`pgettext` and `ngettext` in one."""
    return _chosen.npgettext(context, singular, plural, n)


def capitalized(text: str) -> str:
    """The same as it begins a sentence, or a line of its own."""
    return text[:1].upper() + text[1:]


def format_number(value: int) -> str:
    """A whole number as people write it: 1275 is "1,275"."""
    return f"{value:,}".replace(",", pgettext("between the thousands of a number", ","))


def format_signed(value: int) -> str:
    """A number that may be less than nothing, with a true minus: before the figures, also among words that are read
    from right to left."""
    return format_number(value).replace("-", "\u200e\u2212")


def format_date(day: date) -> str:
    """A date as people write it: "4 May 2026"."""
    return pgettext("date", "{day} {month} {year}").format(day=day.day, month=_month(day.month), year=day.year)


def _month(number: int) -> str:
    """The name of a month, 1 to 12, in the form it takes inside a date."""
    return (
        pgettext("month in a date", "January"),
        pgettext("month in a date", "February"),
        pgettext("month in a date", "March"),
        pgettext("month in a date", "April"),
        pgettext("month in a date", "May"),
        pgettext("month in a date", "June"),
        pgettext("month in a date", "July"),
        pgettext("month in a date", "August"),
        pgettext("month in a date", "September"),
        pgettext("month in a date", "October"),
        pgettext("month in a date", "November"),
        pgettext("month in a date", "December"),
    )[number - 1]
