"""The language of texts: English without a catalogue, another language from its catalogue, and back."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from mile_bones import i18n


@pytest.fixture(autouse=True)
def _back_to_english() -> Iterator[None]:
    yield
    i18n.install()


def write_catalogue(folder: Path, language: str, texts: dict[str, str]) -> None:
    """Write a compiled catalogue (.mo) as msgfmt does."""
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    pairs = [(key.encode(), text.encode()) for key, text in sorted({"": head, **texts}.items())]
    start = 28 + 16 * len(pairs)
    keys = b"".join(key + b"\0" for key, _text in pairs)
    values = b"".join(text + b"\0" for _key, text in pairs)
    index: list[int] = []
    for column, offset in ((0, start), (1, start + len(keys))):
        for pair in pairs:
            index += (len(pair[column]), offset)
            offset += len(pair[column]) + 1
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    place = folder / language / "LC_MESSAGES" / "mile_bones.mo"
    place.parent.mkdir(parents=True)
    place.write_bytes(header + struct.pack(f"<{len(index)}I", *index) + keys + values)


def test_english_needs_no_catalogue() -> None:
    assert i18n.gettext("Draw a card first") == "Draw a card first"
    assert i18n.pgettext("card", "Go") == "Go"
    assert [i18n.ngettext("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["{n} cards", "{n} card", "{n} cards"]
    assert i18n.npgettext("deck", "one", "many", 1) == "one"


def test_a_catalogue_changes_every_kind_of_text(tmp_path: Path) -> None:
    write_catalogue(
        tmp_path,
        "de",
        {
            "Draw a card first": "Ziehe erst eine Karte",
            "card\x04Go": "Los",
            "{n} card\0{n} cards": "{n} Karte\0{n} Karten",
        },
    )
    i18n.install(["de"], folder=tmp_path)
    assert i18n.gettext("Draw a card first") == "Ziehe erst eine Karte"
    assert i18n.pgettext("card", "Go") == "Los"
    assert i18n.gettext("Go") == "Go", "without its context the text is a different one"
    assert i18n.ngettext("{n} card", "{n} cards", 3) == "{n} Karten"
    assert i18n.format_number(1275) == "1.275"
    assert i18n.format_date(date(2026, 5, 4)) == "4. Mai 2026"
    i18n.install()
    assert i18n.gettext("Draw a card first") == "Draw a card first"


def test_the_environment_chooses_the_language_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_catalogue(tmp_path, "qaa", {"Hand": "Beurt"})
    # The language is unknown to the system. The system's messages in a known language, such as "No such file",
    # would stay for later tests.
    monkeypatch.setenv("LANGUAGE", "qaa")
    i18n.install(folder=tmp_path)
    assert i18n.gettext("Hand") == "Beurt"


def test_windows_chooses_the_language_if_the_environment_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("de", "es"):
        write_catalogue(tmp_path, language, {})
    number = {"german": 0x0407, "unknown": 0x1234}
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number[shown])
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel), raising=False)
    shown = "german"
    assert i18n.install(folder=tmp_path) == "de"
    shown = "unknown"
    assert i18n.install(folder=tmp_path) == "en"
    shown = "german"
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert i18n.install(folder=tmp_path) == "es"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["fr", "de"], "de"),
        (["de_AT.UTF-8"], "de"),
        (["de-CH"], "de"),
        (["en_GB", "de"], "en"),
        (["C", "de"], "en"),
        (["eo", "fr"], "en"),
        (["../de"], "en"),
        ([], "en"),
    ],
)
def test_the_first_available_language_is_taken_or_english(tmp_path: Path, wanted: list[str], found: str) -> None:
    write_catalogue(tmp_path, "de", {"Hand": "Blatt"})
    assert i18n.install(wanted, folder=tmp_path) == found
    assert i18n.language() == found
    assert i18n.gettext("Hand") == {"de": "Blatt", "en": "Hand"}[found]


def test_cached_texts_are_forgotten_with_the_language(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "de", {"Hand": "Blatt"})
    asked = []

    @i18n.forgotten_with_the_language(10)
    def text(number: int) -> str:
        asked.append(number)
        return f"{number} {i18n.gettext('Hand')}"

    assert [text(1), text(1)] == ["1 Hand", "1 Hand"]
    assert asked == [1], "the text is cached"
    i18n.install(["de"], folder=tmp_path)
    assert text(1) == "1 Blatt"


@pytest.mark.parametrize(
    ("code", "thousands", "ten_thousands", "decimal", "percent", "day"),
    [
        ("en", "1,275", "12,750", "12.3", "45%", "4 May 2026"),
        ("de", "1.275", "12.750", "12,3", "45\u00a0%", "4. Mai 2026"),
        ("fr", "1\u00a0275", "12\u00a0750", "12,3", "45\u00a0%", "4 mai 2026"),
        ("es", "1275", "12.750", "12,3", "45\u00a0%", "4 de mayo de 2026"),
        ("fa", "۱٬۲۷۵", "۱۲٬۷۵۰", "۱۲٫۳", "۴۵٪", "۴ مه ۲۰۲۶"),
    ],
)
def test_numbers_and_dates_follow_the_language(
    tmp_path: Path, code: str, thousands: str, ten_thousands: str, decimal: str, percent: str, day: str
) -> None:
    """Persian has its own digits. The expected texts were copied by hand from the Unicode CLDR, with one exception: the
    space in a French number is not the narrow one, which the typeface does not have.
    """
    if code != "en":
        write_catalogue(tmp_path, code, {})
    i18n.install([code], folder=tmp_path)
    assert i18n.format_number(1275) == thousands
    assert i18n.format_number(12750) == ten_thousands
    assert i18n.format_decimal(12.34, 1) == decimal
    assert i18n.format_decimal(-12.34, 1) == "\u200e\u2212" + decimal
    assert i18n.format_percent(45) == percent
    assert i18n.format_date(date(2026, 5, 4)) == day
    assert i18n.is_right_to_left() == (code == "fa")
    assert i18n.format_number(999) == i18n.format_number(999).strip("٬., ")


def test_numbers_in_a_text_have_the_digits_of_its_language(tmp_path: Path) -> None:
    texts = {"{n} card": "{n} ورق", "{share:.1f} of {name}": "{share:.1f} {name}", "Hand {n:>3}": "{n:>3} دست"}
    write_catalogue(tmp_path, "fa", {**texts, "card\x04{n}": "{n}", "one\0{n} cards": "یک\0{n} ورق"})
    i18n.install(["fa"], folder=tmp_path)
    assert i18n.gettext("{n} card").format(n=12) == "۱۲ ورق"
    assert i18n.gettext("{share:.1f} of {name}").format(share=1.25, name="ر2") == "۱٫۲ ر2", "names stay unchanged"
    assert i18n.gettext("Hand {n:>3}").format(n=7) == "  ۷ دست"
    assert i18n.pgettext("card", "{n}").format(n=5) == "۵"
    assert i18n.ngettext("one", "{n} cards", 40).format(n=40) == "۴۰ ورق"
    assert i18n.format_time(datetime(2026, 5, 4, 20, 15)) == "۲۰:۱۵"  # noqa: DTZ001  # a local time
    i18n.install()
    assert i18n.gettext("{n} card").format(n=12) == "12 card"
    assert i18n.format_time(datetime(2026, 5, 4, 8, 5)) == "08:05"  # noqa: DTZ001


@pytest.mark.parametrize(
    ("code", "share", "speed"),
    [("en", "12.5% of 1,234.5", "0.0"), ("de", "12,5\u00a0% of 1.234,5", "0,0"), ("fa", "۱۲٫۵٪ of ۱٬۲۳۴٫۵", "۰٫۰")],
)
def test_fractions_in_a_text_have_the_separators_of_its_language(
    tmp_path: Path, code: str, share: str, speed: str
) -> None:
    write_catalogue(tmp_path, code, {})
    i18n.install([code], folder=tmp_path)
    assert i18n.gettext("{share:.1%} of {all:,.1f}").format(share=0.125, all=1234.5) == share
    assert i18n.gettext("{speed:.1f}").format(speed=0.0) == speed


FSI, PDI, RLM, LRM = "\u2068", "\u2069", "\u200f", "\u200e"


@pytest.mark.parametrize(
    ("language", "value", "shown"),
    [
        ("fa", "Anna", f"{FSI}Anna{PDI}"),
        ("fa", "علی", "علی"),
        ("fa", "علی B.", f"{FSI}علی B.{PDI}"),
        ("fa", "Ångström", f"{FSI}Ångström{PDI}"),
        ("fa", "a1-b2", f"{FSI}a1-b2{PDI}"),
        ("fa", "۲ × ۳", f"{FSI}۲ × ۳{PDI}"),
        ("fa", "1847205113", "1847205113"),
        ("fa", "۴ مه ۲۰۲۶", "۴ مه ۲۰۲۶"),
        ("de", "Anna", "Anna"),
        ("de", "Ångström", "Ångström"),
        ("de", "2 × 3", "2 × 3"),
        ("de", "علی", f"{FSI}علی{PDI}"),
        ("en", "Anna", "Anna"),
        ("en", "علی", f"{FSI}علی{PDI}"),
    ],
)
def test_words_in_the_other_direction_are_isolated_in_their_sentence(
    tmp_path: Path, language: str, value: str, shown: str
) -> None:
    text = {"fa": "{name} در نوبت", "de": "{name} ist dran", "en": "{name} to play"}[language]
    for code in ("fa", "de"):
        write_catalogue(tmp_path, code, {"{name} to play": text})
    i18n.install([language], folder=tmp_path)
    said = i18n.gettext("{name} to play").format(name=value)
    assert said == text.replace("{name}", shown)


def test_a_text_beginning_with_a_foreign_word_keeps_its_direction(tmp_path: Path) -> None:
    texts = {"About Mile Bones": "Mile Bones چیست", "Mile Bones": "Mile Bones", "{name} wins": "{name} برد"}
    write_catalogue(tmp_path, "fa", texts)
    i18n.install(["fa"], folder=tmp_path)
    assert i18n.gettext("About Mile Bones") == f"{RLM}Mile Bones چیست"
    assert i18n.gettext("Mile Bones") == "Mile Bones", "no mark is needed without words in the other direction"
    assert i18n.gettext("{name} wins") == "{name} برد", "a name is isolated and does not decide the direction"
    assert i18n.format_number(-1275) == f"{LRM}-۱٬۲۷۵"


def test_a_list_has_the_separators_of_its_language(tmp_path: Path) -> None:
    assert (i18n.listed([]), i18n.listed(["a"]), i18n.listed("abc")) == ("", "a", "a, b, c")
    assert (i18n.in_parts([]), i18n.in_parts(["a"]), i18n.in_parts("abc")) == ("", "a", "a; b; c")
    write_catalogue(tmp_path, "fa", {"{before}, {next}": "{before}، {next}", "{before}; {next}": "{before}؛ {next}"})
    i18n.install(["fa"], folder=tmp_path)
    assert i18n.listed(["علی", "Anna"]) == f"علی، {FSI}Anna{PDI}"
    assert i18n.in_parts(["علی", "زهرا"]) == "علی؛ زهرا"


def test_a_number_that_rounds_to_zero_has_no_minus() -> None:
    assert [i18n.format_decimal(value, 1) for value in (-0.04, -0.05001, 0.0)] == ["0.0", "\u200e\u22120.1", "0.0"]


def test_an_unavailable_language_leaves_english(tmp_path: Path) -> None:
    i18n.install(["eo"], folder=tmp_path / "nowhere")
    assert i18n.gettext("Hand") == "Hand"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999, "999"), (1275, "1,275"), (-1000, "-1,000"), (1234567, "1,234,567")]
)
def test_numbers_have_a_separator_between_their_thousands(number: int, text: str) -> None:
    assert i18n.format_number(number) == text


@pytest.mark.parametrize(
    ("number", "text"), [(-1380, "\u200e\u22121,380"), (-5, "\u200e\u22125"), (0, "0"), (1275, "1,275")]
)
def test_a_negative_number_has_a_true_minus_that_stays_before_it(number: int, text: str) -> None:
    assert i18n.format_signed(number) == text


def test_a_plus_stays_before_its_number(tmp_path: Path) -> None:
    assert [i18n.format_signed(number, plus=True) for number in (400, 0, -5)] == ["+400", "0", f"{LRM}\u22125"]
    write_catalogue(tmp_path, "fa", {})
    i18n.install(["fa"], folder=tmp_path)
    assert [i18n.format_signed(number, plus=True) for number in (400, -5)] == [f"{LRM}+۴۰۰", f"{LRM}\u2212۵"]


def test_digits_of_any_language_are_read_as_numbers() -> None:
    assert i18n.latin_digits("۱۲٬۳۴۵ ٦٧ 89 ½ آ") == "12٬345 67 89 ½ آ"


def test_the_first_day_of_a_french_month_is_an_ordinal(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "fr", {})
    i18n.install(["fr"], folder=tmp_path)
    assert i18n.format_date(date(2026, 5, 1)) == "1er mai 2026"
    assert i18n.format_date(date(2026, 5, 31)) == "31 mai 2026"


def test_dates_contain_the_name_of_the_month() -> None:
    assert i18n.format_date(date(2026, 5, 4)) == "4 May 2026"
    assert len({i18n.format_date(date(2026, month, 1)) for month in range(1, 13)}) == 12
    assert i18n.format_date(date(2026, 5, 1)) == "1 May 2026"
    assert i18n.format_date(date(1999, 12, 31)) == "31 December 1999"


def test_importing_i18n_imports_nothing_heavy(root: Path) -> None:
    """Every package imports this module, so it must not import half the standard library."""
    heavy = {"locale", "email", "importlib.metadata", "json", "PySide6"}
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r}); import mile_bones.i18n; print(*{heavy!r} & set(sys.modules))"
    )
    out = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == []
