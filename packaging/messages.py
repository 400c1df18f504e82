"""``make messages``: update the template of all texts and the catalogues of all languages, and check the translations.

1. Every text of ``mile_bones`` goes into the template ``resources/translations/mile_bones.pot``, with the comments
   that begin with "Translators:".
2. Each ``<language>.po`` beside it gets the new texts. A text that has changed a little keeps its translation, marked
   fuzzy, and its old form; one that is gone is kept at the end, commented out.
3. ``mile_bones/i18n/locales.py`` is written again, and the catalogues are compiled, for a game started from the source.

``--new LANGUAGE`` begins a language, ``--pseudo FOLDER`` compiles the pseudo-locale `xx` into a folder, ``--check``
changes nothing and reports outdated files. The exit status is 1 if a translation has a fault.
"""

from __future__ import annotations

import argparse
import io
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parent))
from build_hook import DOMAIN, compile_catalogues
from make_locales import TARGET as LOCALES
from make_locales import table

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
TEMPLATE = FOLDER / f"{DOMAIN}.pot"
PSEUDO = "xx"

_KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_COMMENT = "Translators:"
_CHURN = re.compile(
    r'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|Project-Id-Version'
    r'|Generated-By)[^\n]*\\n"\n',
    re.MULTILINE,
)
"""Lines of a header that change with every run, or that nobody here fills in."""
_HEAD = """\
# {what} of Mile Bones.
# This file is distributed under the same license as Mile Bones, the MIT License.
#"""
_PLURALS = {"fa": "nplurals=2; plural=(n > 1);"}
"""The plural rules of languages for which Babel's table differs from the CLDR."""


def template() -> Catalog:
    """Return all texts that the program has now, in the order of its files."""
    catalogue = Catalog(
        domain=DOMAIN,
        project="Mile Bones",
        header_comment=_HEAD.format(what="Template for the translations"),
        fuzzy=False,
    )
    for name, line, message, comments, context in extract_from_dir(
        ROOT / "mile_bones",
        [("**.py", "python")],
        keywords=_KEYWORDS,
        comment_tags=[_COMMENT],
        strip_comment_tags=False,
    ):
        catalogue.add(message, None, [(f"mile_bones/{name}", line)], auto_comments=comments, context=context)
    return catalogue


def written(catalogue: Catalog) -> str:
    """Return the text of the catalogue's file.

    The text has names of source files, but no line numbers or dates, because these change often.
    """
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False)
    return _CHURN.sub("", file.getvalue().decode())


def read(path: Path) -> Catalog:
    """Return the catalogue in a file, whose name is the language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, domain=DOMAIN)


def updated(path: Path, fresh: Catalog) -> str:
    """Return the new content of the file ``path``, with the texts of the template ``fresh``."""
    catalogue = read(path)
    catalogue.update(fresh, update_header_comment=False)
    for message in catalogue:
        if not message.id:
            continue
        guessed = message.fuzzy and _has_translation(message)  # the guess for an untranslated text is not fuzzy
        template = fresh.get(message.id, message.context)
        assert template is not None, "texts that are not in the template are obsolete"
        message.flags = template.flags | ({"fuzzy"} if guessed else set())  # not the flags of the old text
    return written(catalogue)


def begin(language: str) -> Path:
    """Make an empty catalogue for a new language. Raise ValueError if the CLDR does not know the language's code."""
    try:
        name = Locale.parse(language).get_display_name("en")
    except Exception as error:
        raise ValueError(f"{language} is not the code of a language: {error}") from error
    path = FOLDER / f"{language}.po"
    if path.exists():
        raise ValueError(f"{path.name} is there already")
    plural = _PLURALS.get(language) or get_plural(language).plural_forms
    head = (
        f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {plural.rstrip(";")};\\n"\n'
    )
    path.write_text(f"{_HEAD.format(what=f'{name} translation')}\n{head}", encoding="utf-8")
    return path


# ---------------------------------------------------------------------- faults of translations


def faults(catalogue: Catalog) -> Iterator[str]:
    """Yield the faults of translations, each as a sentence: different placeholders, tags, mnemonics, blanks at the
    ends.
    """
    for message in catalogue:
        if not message.id or message.fuzzy or not _has_translation(message):
            continue
        for text in message.string if isinstance(message.string, (tuple, list)) else (message.string,):
            for fault in _faults_of(message, text):
                yield f"{catalogue.locale_identifier}: “{_english(message)[-1]}”: {fault}: “{text}”"


def _faults_of(message: Message, text: str) -> Iterator[str]:
    english = _english(message)
    try:
        if all(_places(text) != _places(one) for one in english):
            yield f"its placeholders are not {' '.join(sorted(_places(english[-1]))) or 'none'}"
    except ValueError as error:
        yield f"it cannot be filled in: {error}"
    if all(_tags(text) != _tags(one) for one in english):
        yield "its marks in angle brackets are others"
    if not text.strip():
        yield "it is empty"
    elif _edges(text) != _edges(english[-1]):
        yield "it begins or ends with other blanks"
    if _pattern(text) != _pattern(english[-1]):
        yield f"it does not end with{_pattern(english[-1])}, as a file dialog needs it"
    if _mnemonics(text) != _mnemonics(english[-1]):
        yield "it has not as many letters behind & as the English text"


def _english(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, (tuple, list)) else (message.id,)


def _has_translation(message: Message) -> bool:
    return any(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def _places(text: str) -> frozenset[str]:
    """Return the places that ``str.format`` fills in, each with its format."""
    parts = string.Formatter().parse(text)
    return frozenset(f"{name}{f':{spec}' if spec else ''}" for _literal, name, spec, _how in parts if name is not None)


def _tags(text: str) -> list[str]:
    return sorted(re.findall(r"</?[a-z]+[^<>]*>", text))


_PATTERN = re.compile(r" \(\*\.\w+( \*\.\w+)*\)$")
"""The pattern at the end of the name of a file type in a file dialog."""


def _pattern(text: str) -> str:
    match = _PATTERN.search(text)
    return "" if match is None else match[0]


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _mnemonics(text: str) -> int:
    return len(re.findall(r"&\S", text.replace("&&", "").replace("&nbsp;", "")))


# ---------------------------------------------------------------------- the pseudo-locale

_ACCENTED = str.maketrans("aceilnorsuyzACEILNORSUYZ", "áçéíłñóřšúýžÁÇÉÍŁÑÓŘŠÚÝŽ")
_LONGER = 0.4
_KEPT = re.compile(r"(\{[^{}]*\}|</?[a-zA-Z]+[^<>]*>|&\w)")


def pseudo(text: str) -> str:
    """Return a fake translation: accented, 40 % longer, in brackets. The parts that the program needs do not change."""
    text, pattern, _rest = text.partition(match[0]) if (match := _PATTERN.search(text)) else (text, "", "")
    parts = _KEPT.split(text)
    accented = "".join(part if number % 2 else part.translate(_ACCENTED) for number, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    more = "·" * round(letters * _LONGER)
    begin, end = _edges(accented)
    middle = accented[len(begin) : len(accented) - len(end)]
    return f"{begin}[{middle}{more}]{end}{pattern}" if middle else text


def compile_pseudo(folder: Path, fresh: Catalog | None = None) -> Path:
    """Compile the pseudo-locale into this folder. Return the file."""
    made = Catalog(locale="en", domain=DOMAIN)
    for message in template() if fresh is None else fresh:
        if message.id and isinstance(message.id, (tuple, list)):
            made.add(tuple(message.id), tuple(pseudo(one) for one in message.id), context=message.context)
        elif message.id:
            made.add(message.id, pseudo(message.id), context=message.context)
    path = folder / PSEUDO / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, made)
    return path


# ---------------------------------------------------------------------- all of it


def stale() -> Iterator[tuple[Path, str]]:
    """Yield the files that are outdated, each with its new text."""
    fresh = template()
    wanted = [(TEMPLATE, written(fresh)), (LOCALES, table())]
    wanted += [(path, updated(path, fresh)) for path in sorted(FOLDER.glob("*.po"))]
    for path, text in wanted:
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield path, text


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments ask for. Return the exit status."""
    parser = argparse.ArgumentParser(description="Template, catalogues and formats of all languages.")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin this language, such as nl or pt_BR")
    parser.add_argument("--pseudo", type=Path, metavar="FOLDER", help="compile the pseudo-locale into this folder")
    parser.add_argument("--check", action="store_true", help="change nothing; say what is stale")
    chosen = parser.parse_args(argv)
    if chosen.pseudo is not None:
        print(compile_pseudo(chosen.pseudo))
        return 0
    if chosen.new is not None:
        try:
            print(begin(chosen.new))
        except ValueError as error:
            sys.exit(str(error))
    aged = list(stale())
    for path, text in aged:
        print(f"{'stale' if chosen.check else 'written'}: {path.relative_to(ROOT)}")
        if not chosen.check:
            path.write_text(text, encoding="utf-8")
    if not chosen.check:
        compile_catalogues(FOLDER)
    wrong = 0
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = read(path)
        for fault in faults(catalogue):
            wrong += 1
            print(fault)
        print(progress(path.stem, catalogue))
    return 1 if wrong or (chosen.check and aged) else 0


def progress(language: str, catalogue: Catalog) -> str:
    """Return the progress of a language in one line."""
    texts = [message for message in catalogue if message.id]
    done = sum(_has_translation(message) and not message.fuzzy for message in texts)
    fuzzy = sum(message.fuzzy for message in texts)
    return f"{language}: {done} of {len(texts)} texts, {fuzzy} to look at again"


if __name__ == "__main__":
    sys.exit(main())
