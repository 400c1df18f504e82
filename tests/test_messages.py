"""The files of translators: the template has every text, no catalogue is outdated, and no translation is faulty."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import Catalog

from mile_bones import i18n, resources
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import locales

LANGUAGES = [Path(name).stem for name in resources.names("translations", ".po")]
TRANSLATED = ("_", "gettext", "ngettext", "pgettext", "npgettext")


@cache
def load(name: str) -> ModuleType:
    """Return a script of ``packaging`` as a module."""
    place = Path(__file__).parent.parent / "packaging" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    return load("messages")


@pytest.fixture(autouse=True)
def _back_to_english() -> Iterator[None]:
    yield
    i18n.install()


# ---------------------------------------------------------------------- the texts of the program


parsed = lru_cache(maxsize=1)(ast.parse)


def calls_while_imported(source: str) -> list[tuple[int, str]]:
    """Return the lines at which a text is translated during the import of a module. At that time the language is not
    known yet.
    """
    found = []

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    look(default)
            return
        if isinstance(node, ast.Raise):  # the raised text says why the module cannot be imported
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for part in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
                if part is not None:
                    look(part)
            return
        if isinstance(node, ast.Call) and name_of(node) in TRANSLATED:
            found.append((node.lineno, ast.unparse(node)))
        for child in ast.iter_child_nodes(node):
            look(child)

    look(parsed(source))
    return found


def calls_of_no_text(source: str) -> list[tuple[int, str]]:
    """Return the lines at which something other than a plain text is translated. Such a text is missing in the
    template.
    """
    return [
        (node.lineno, ast.unparse(node))
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call) and name_of(node) in TRANSLATED
        for text in texts_of(node)
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str))
    ]


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def texts_of(call: ast.Call) -> list[ast.expr]:
    """Return the arguments that are texts, without the number of ``ngettext``."""
    return call.args[: len(call.args) - ("ngettext" in name_of(call))]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("WORD = _('Go')", True),
        ("WORDS = {'go': pgettext('card', 'Go')}", True),
        ("def f(text=_('Go')): ...", True),
        ("class A:\n    word: str = _('Go')", True),
        ("@label(_('Go'))\ndef f(): ...", True),
        ("f = lambda text=_('Go'): text", True),
        ("f = lambda: _('Go')", False),
        ("try:\n    import numpy\nexcept ImportError:\n    raise ImportError(_('numpy is missing'))", False),
        ("def f():\n    return _('Go')", False),
        ("class A:\n    def f(self):\n        return _('Go')", False),
    ],
)
def test_a_text_translated_too_early_is_detected(line: str, found: bool) -> None:
    assert bool(calls_while_imported(line)) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("_(f'{name} draws')", True),
        ("_('{name}'.format(name=1))", True),
        ("_('%s draws' % name)", True),
        ("_('one ' + 'two')", True),
        ("pgettext(context, 'Go')", True),
        ("ngettext('one', 'many', count)", False),
        ("_('one ' 'two')", False),
    ],
)
def test_a_text_built_from_parts_is_detected(line: str, found: bool) -> None:
    assert bool(calls_of_no_text(line)) is found


@pytest.mark.slow
def test_every_text_is_a_literal_and_is_translated_when_it_is_shown(root: Path) -> None:
    wrong = [
        f"{path.relative_to(root)}:{line}: {text}"
        for path in sorted((root / "mile_bones").rglob("*.py"))
        if path.parent.name != "i18n"
        for source in [path.read_text(encoding="utf-8")]
        if any(f"{name}(" in source for name in TRANSLATED)
        for line, text in (*calls_while_imported(source), *calls_of_no_text(source))
    ]
    assert wrong == []


# ---------------------------------------------------------------------- template and catalogues


def test_the_template_names_files_but_not_lines(root: Path) -> None:
    text = (root / "resources" / "translations" / "mile_bones.pot").read_text(encoding="utf-8")
    places = [line for line in text.splitlines() if line.startswith("#: ")]
    assert "#: mile_bones/games/milebones/words.py" in places
    assert [line for line in places if ".py:" in line] == []
    assert "POT-Creation-Date" not in text


def test_the_template_has_comments_for_translators(messages: ModuleType, root: Path) -> None:
    template = messages.read(root / "resources" / "translations" / "mile_bones.pot")
    comments = {message.id: " ".join(message.auto_comments) for message in template if message.auto_comments}
    assert len(comments) > 20
    assert all(text.startswith("Translators:") for text in comments.values())


def test_the_four_languages_have_their_plural_rules() -> None:
    assert set(LANGUAGES) >= {"de", "es", "fa", "fr"}
    expected = {"de": "(n != 1)", "es": "(n != 1)", "fa": "(n > 1)", "fr": "(n > 1)"}
    plurals = {code: load("messages").read(Path("resources/translations", f"{code}.po")) for code in expected}
    assert {catalogue.num_plurals for catalogue in plurals.values()} == {2}
    assert {code: catalogue.plural_expr for code, catalogue in plurals.items()} == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_translation_has_a_fault(messages: ModuleType, root: Path, code: str) -> None:
    assert list(messages.faults(messages.read(root / "resources" / "translations" / f"{code}.po"))) == []


@pytest.mark.parametrize(
    ("english", "translated", "fault"),
    [
        ("{name} draws", "{name} zieht", None),
        ("{name} draws", "{nahme} zieht", "placeholders"),
        ("{name} draws", "zieht", "placeholders"),
        ("{name} draws", "{name zieht", "cannot be filled in"),
        ("{name} draws", "{name:>3} zieht", "placeholders"),
        ("<b>{name}</b>", "<b>{name}", "angle brackets"),
        ("&Undo", "&Zurück", None),
        ("&Undo", "Zurück", "&"),
        ("Hide & seek", "Verstecken & suchen", None),
        ("Go ", "Los", "blanks"),
        ("Games (*.games *.json)", "Partien (*.games *.json)", None),
        ("Games (*.json)", "Partien (json)", "file dialog"),
        (("{n} card", "{n} cards"), ("eine Karte", "{n} Karten"), "placeholders"),
        (("one card", "{n} cards"), ("eine Karte", "{n} Karten"), None),
    ],
)
def test_faults_of_a_translation_are_detected(
    messages: ModuleType, english: str | tuple[str, str], translated: str | tuple[str, str], fault: str | None
) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(english, translated)
    found = list(messages.faults(catalogue))
    assert [fault in one for one in found] == [True] if fault else found == []


def test_a_fuzzy_translation_is_neither_shown_nor_checked(messages: ModuleType, tmp_path: Path) -> None:
    catalogue = Catalog(locale="de", domain="mile_bones")
    catalogue.add("{name} draws", "zieht", flags=["fuzzy"])
    catalogue.add("Hand", "Blatt")
    (tmp_path / "de.po").write_text(messages.written(catalogue), encoding="utf-8")
    assert list(messages.faults(messages.read(tmp_path / "de.po"))) == []
    load("build_hook").compile_catalogues(tmp_path)
    i18n.install(["de"], folder=tmp_path)
    assert i18n.gettext("Hand") == "Blatt"
    assert i18n.gettext("{name} draws") == "{name} draws"


def test_a_slightly_changed_text_keeps_its_translation_as_fuzzy(messages: ModuleType, tmp_path: Path) -> None:
    old = Catalog(locale="de", domain="mile_bones")
    old.add("Draw a card first", "Ziehe erst eine Karte")
    old.add("It is gone", "Es ist weg")
    (tmp_path / "de.po").write_text(messages.written(old), encoding="utf-8")
    fresh = Catalog(domain="mile_bones")
    fresh.add("Draw a card first.")
    text = messages.updated(tmp_path / "de.po", fresh)
    assert "#, fuzzy" in text
    assert 'msgstr "Ziehe erst eine Karte"' in text
    assert '#~ msgstr "Es ist weg"' in text


def test_a_text_without_a_translation_is_not_guessed(messages: ModuleType, tmp_path: Path) -> None:
    old, fresh = Catalog(locale="de", domain="mile_bones"), Catalog(domain="mile_bones")
    old.add(("Draw a card first", "Draw cards first"))
    fresh.add("Draw a card first.")
    (tmp_path / "de.po").write_text(messages.written(old), encoding="utf-8")
    text = messages.updated(tmp_path / "de.po", fresh)
    (tmp_path / "de.po").write_text(text, encoding="utf-8")
    assert not messages.read(tmp_path / "de.po").get("Draw a card first.").fuzzy
    assert messages.updated(tmp_path / "de.po", fresh) == text


def test_an_unchanged_catalogue_is_not_written_again(tmp_path: Path, root: Path) -> None:
    hook = load("build_hook")
    (tmp_path / "de.po").write_bytes((root / "resources" / "translations" / "de.po").read_bytes())
    (made,) = hook.compile_catalogues(tmp_path)
    os.utime(made, (1, 1))
    assert hook.compile_catalogues(tmp_path) == [made]
    assert made.stat().st_mtime == 1
    with made.open("rb") as file:
        assert "1970-01-01" in gettext.GNUTranslations(file).info()["pot-creation-date"], (
            "the date must not be the present one"
        )


# ---------------------------------------------------------------------- numbers and dates, the pseudo-locale


def test_the_locale_data_are_those_of_the_unicode_cldr(messages: ModuleType, root: Path) -> None:
    assert set(locales.FORMATS) == {"en", *LANGUAGES}
    assert (root / "mile_bones" / "i18n" / "locales.py").read_text(encoding="utf-8") == load("make_locales").table()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("English", False, ",", "{number}%", "{day} {month} {year}")),
        ("nl", ("Nederlands", False, ".", "{number}%", "{day} {month} {year}")),
        ("ca", ("Català", False, ".", "{number}\u00a0%", "{day} {month} del {year}")),
        ("he", ("עברית", True, ",", "{number}%", "{day} ב{month} {year}")),
        ("ja", ("日本語", False, ",", "{number}%", "{year}年{month}月{day}日")),
    ],
)
def test_locale_data_for_a_new_language_are_generated(code: str, words: tuple[object, ...]) -> None:
    """The locale data of a new language need no manual work."""
    scope: dict[str, object] = {"LocaleFormat": locales.LocaleFormat}
    text = load("make_locales")._entry(code)
    found = eval(f"{{{text}}}", scope)[code]
    assert (found.name, found.right_to_left, found.group, found.percent, found.long_date) == words


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card first",
        "{name} plays {card}.",
        "&Undo: {move}",
        "<p><b>{title}</b></p><p>{text}</p>",
        " and ",
        "Games (*.json)",
    ],
)
def test_the_pseudo_locale_is_longer_and_keeps_what_the_program_needs(messages: ModuleType, text: str) -> None:
    shown = messages.pseudo(text)
    catalogue = Catalog(locale="en")
    catalogue.add(text, shown)
    assert list(messages.faults(catalogue)) == []
    assert shown.strip()[0] == "["
    assert "]" in shown
    assert shown != text
    letters = sum(map(str.isalpha, re.sub(r"\{.*?\}|<.*?>", "", text)))
    assert len(shown) >= len(text) + 0.4 * letters


@pytest.mark.slow
def test_a_new_language_is_started_with_one_command(messages: ModuleType, tmp_path: Path, root: Path) -> None:
    """A new translator's command is run in a copy of the sources."""
    for name in ("messages", "make_locales", "build_hook", "addresses"):
        (tmp_path / "packaging").mkdir(exist_ok=True)
        (tmp_path / "packaging" / f"{name}.py").write_bytes((root / "packaging" / f"{name}.py").read_bytes())
    (tmp_path / "mile_bones" / "i18n").mkdir(parents=True)
    (tmp_path / "mile_bones" / "table.py").write_text("def f():\n    return _('Draw a card')\n", encoding="utf-8")
    folder = tmp_path / "resources" / "translations"
    folder.mkdir(parents=True)
    script = tmp_path / "packaging" / "messages.py"
    out = subprocess.run([sys.executable, script, "--new", "nl"], capture_output=True, text=True, check=True)
    assert "nl: 0 of 1 texts, 0 to look at again" in out.stdout
    text = (folder / "nl.po").read_text(encoding="utf-8")
    assert "Plural-Forms: nplurals=2; plural=(n != 1);" in text
    assert "Nederlands" in (tmp_path / "mile_bones" / "i18n" / "locales.py").read_text(encoding="utf-8")
    (folder / "nl.po").write_text(
        text.replace('msgid "Draw a card"\nmsgstr ""', 'msgid "Draw a card"\nmsgstr "Pak een kaart"'), encoding="utf-8"
    )
    subprocess.run([sys.executable, script], capture_output=True, check=True)
    i18n.install(["nl"], folder=folder)
    assert i18n.gettext("Draw a card") == "Pak een kaart"
    wrong = subprocess.run([sys.executable, script, "--new", "klingon"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "klingon" in wrong.stderr


# ---------------------------------------------------------------------- glossaries


def terms(text: str) -> dict[str, str]:
    """Return the terms of a glossary with their translations."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {english: word for english, _what, word in rows if english not in ("English", "---")}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_a_word_for_every_term(code: str) -> None:
    found = terms(resources.read_text(f"translations/glossary-{code}.md"))
    assert found.keys() >= terms(resources.read_text("translations/glossary-de.md")).keys()
    assert len(found) >= 60
    assert all(found.values())
    assert {card_name(card) for card in Card if not card.miles} <= found.keys()


MENU_BAR = ("&Game", "&Move", "&View", "&Practice", "&Options", "&Help")
BARS = (
    ("&Back", "&Skip", "&Again", "&Leave"),  # of the lesson, where &Next replaces &Skip
    ("&Show me", "&Try again", "&Next", "&Copy", "&Leave"),  # of a position to solve, after a wrong answer
    ("&All values", "&Try again", "&Next", "&Copy", "&Leave"),
    ("&Review", "&From here…", "&Close", "Review &this game"),  # of the replay
    ("&Show my cards",),  # on the curtain, which hides the cards between two people's turns
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_buttons_beside_the_table_share_no_mnemonic_with_a_menu(messages: ModuleType, root: Path, code: str) -> None:
    """If a menu and a button have the same letter, pressing Alt with that letter opens neither."""
    catalogue = messages.read(root / "resources" / "translations" / f"{code}.po")

    def letters(texts: tuple[str, ...]) -> str:
        shown = [catalogue.get(text).string for text in texts]
        return "".join(text[text.index("&") + 1].casefold() for text in shown)

    menus = letters(MENU_BAR)
    for bar in BARS:
        buttons = letters(bar)
        assert len(set(menus + buttons)) == len(menus + buttons), (bar, menus, buttons)


def french(messages: ModuleType, root: Path) -> list[str]:
    """Return all texts of the French catalogue."""
    catalogue = messages.read(root / "resources" / "translations" / "fr.po")
    found = [message.string for message in catalogue if message.id]
    return [text for each in found for text in ((each,) if isinstance(each, str) else each)]


def test_no_french_word_before_a_name_may_need_elision(messages: ModuleType, root: Path) -> None:
    """A name may begin with a vowel, as "Ordinateur" does, and so do the aces among the ranks of Mille."""
    elided = re.compile(r"\b(?:[qQ]ue|[dD]e|[lL]e|[lL]a) \{(?:name|player|loser|winner|ranks)\}")
    texts = french(messages, root)
    assert len(texts) > 2000
    assert [text for text in texts if elided.search(text)] == []


def test_no_french_line_breaks_before_a_colon_or_inside_a_quotation(messages: ModuleType, root: Path) -> None:
    loose = re.compile(r"\w (?:[;:!»]|\?(?!:))|« ")  # "?: aide" is a key of the terminal
    pages = [page.read_text(encoding="utf-8") for page in (root / "resources" / "help" / "fr").glob("*.md")]
    assert len(pages) > 90
    assert [text for text in french(messages, root) + pages if loose.search(text)] == []
