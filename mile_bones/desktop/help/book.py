"""The pages of the help as text: what they are called, where they lead, and which of them speak of a word.

A page is one Markdown file, ``resources/help/<language>/<topic>.md``. A game that does not belong to the house has its
pages beside its modules, as ``help/<language>/<topic>.md``; they are a chapter behind the others. The first line of a
page is ``# Title``. A heading that links may lead to carries its name at the end: ``## Right of Way {#right-of-way}``.
Names stay the same in every language, so that a link never depends on a translation. Nothing here imports Qt.

The last line of a translated page says which English text it was made from, ``<!-- made from 0123456789ab -->``; so a
page that has aged can be told. ``packaging/help_pages.py`` writes that line.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from mile_bones import resources
from mile_bones.games import part_of, registered, spec
from mile_bones.i18n import gettext as _
from mile_bones.i18n import language

FIRST = "contents"
"""The topic that is shown when no other is asked for, or an unknown one."""
ENGLISH = "en"

_MADE_FROM = re.compile(r"\n*<!-- made from ([0-9a-f]+) -->\s*$")
_HEADING = re.compile(r"^(#+) +(.*?)(?: +\{#([a-z0-9-]+)\})?$", re.MULTILINE)
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
_TABLE_RULE = re.compile(r"^\|[\s:|-]+\|$", re.MULTILINE)
_MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`|^> ?|^- |^\d+\. |\|", re.MULTILINE)
_WORD = re.compile(r"\w+(?:['.-]\w+)*")

#: How much a word found in the title, the headings or the index words counts against one in the text.
_IN_TITLE, _IN_INDEX, _IN_HEADING, _IN_TEXT_AT_MOST = 40, 20, 10, 6


@dataclass(frozen=True)
class Heading:
    """A heading below the title. `anchor` is the name that links use, or None."""

    text: str
    anchor: str | None


@dataclass(frozen=True)
class Page:
    """One page. `markdown` is what is shown: the file without the names of its headings."""

    topic: str
    title: str
    markdown: str
    headings: tuple[Heading, ...]
    links: tuple[str, ...]
    images: tuple[str, ...]
    made_from: str | None = None
    """The `digest` of the English text that it translates; None: it is an English page."""

    @classmethod
    def parse(cls, topic: str, text: str) -> Page:
        """The page written in `text`. ValueError when it does not begin with a title."""
        if not text.startswith("# "):
            raise ValueError(f"the help page {topic!r} does not begin with a title")
        mark = _MADE_FROM.search(text)
        text = _MADE_FROM.sub("\n", text)
        title, *headings = (Heading(_plain(match[2]), match[3]) for match in _HEADING.finditer(text))
        return cls(
            topic=topic,
            title=title.text,
            markdown=_HEADING.sub(r"\1 \2", text),
            headings=tuple(headings),
            links=tuple(match[2] for match in _LINK.finditer(text)),
            images=tuple(match[2] for match in _IMAGE.finditer(text)),
            made_from=None if mark is None else mark[1],
        )

    @property
    def anchors(self) -> tuple[str, ...]:
        """The names of headings that links may lead to."""
        return tuple(heading.anchor for heading in self.headings if heading.anchor)

    @cached_property
    def lead(self) -> str:
        """The first paragraph as plain text: the page in a nutshell."""
        return " ".join(_plain(self.markdown.split("\n\n")[1]).split())

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All words of the page below its title, folded."""
        return tuple(words_of(_plain(self.markdown.partition("\n")[2])))


@dataclass(frozen=True)
class Section:
    """A chapter of the table of contents."""

    title: str
    topics: tuple[str, ...]


@dataclass(frozen=True)
class IndexEntry:
    """A word of the index and the place it leads to: a topic, or a topic and an anchor (``hazards#stop``)."""

    word: str
    target: str


class HelpBook:
    """All pages in one language, with their order and the index. Pages that are not translated are in English."""

    def __init__(self, language: str = ENGLISH) -> None:
        self._language = language
        library = json.loads(_read(language, "index.json"))
        self.sections = (*_sections(library), *_sections_of_games())
        topics = (FIRST, *(topic for section in self.sections for topic in section.topics))
        self.pages = {topic: Page.parse(topic, _read(language, f"{topic}.md")) for topic in topics}
        entries = (IndexEntry(*pair) for pair in library["index"].items())
        known = (entry for entry in entries if entry.target.partition("#")[0] in self.pages)
        self.index = tuple(sorted(known, key=lambda entry: alphabetical(entry.word)))

    def page(self, topic: str) -> Page:
        """The page of this topic, or the first page when there is none."""
        return self.pages.get(topic, self.pages[FIRST])

    def markdown(self, topic: str) -> str:
        """What is shown for this topic. The first page ends with the table of contents, and one that does not say what
        the English one says with a word about that."""
        page = self.page(topic)
        text = page.markdown if page.topic != FIRST else f"{page.markdown}\n{self._table_of_contents()}"
        note = self._note(page)
        return f"{text}\n\n*{note}*\n" if note else text

    def _note(self, page: Page) -> str:
        if self._language == ENGLISH:
            return ""
        if page.made_from is None:
            return _("This page has not been translated yet.")
        if page.made_from != digest(_read(ENGLISH, f"{page.topic}.md")):
            return _("The English page has changed since this one was translated.")
        return ""

    def search(self, query: str) -> tuple[Page, ...]:
        """The pages that hold every word of `query`, the best first. The beginning of a word is enough."""
        wanted = words_of(query)
        if not wanted:
            return ()
        found = [(self._score(page, wanted), page) for page in self.pages.values()]
        # The sort is stable: pages that count the same keep the order of the contents.
        return tuple(page for score, page in sorted(found, key=lambda pair: -pair[0]) if score)

    def _table_of_contents(self) -> str:
        parts = []
        for section in self.sections:
            parts.append(f"## {section.title}\n")
            parts += [f"- [{self.pages[topic].title}]({topic})" for topic in section.topics]
            parts.append("")
        return "\n".join(parts)

    @cached_property
    def _index_words(self) -> dict[str, list[str]]:
        words: dict[str, list[str]] = {topic: [] for topic in self.pages}
        for entry in self.index:
            words[entry.target.partition("#")[0]] += words_of(entry.word)
        return words

    def _score(self, page: Page, wanted: list[str]) -> int:
        """What the page is worth to somebody who looks for these words; 0 when one of them is not on it."""
        total = 0
        title = words_of(page.title)
        headings = [word for heading in page.headings for word in words_of(heading.text)]
        for word in wanted:
            points = (
                _IN_TITLE * _closeness(word, title)
                + _IN_INDEX * _closeness(word, self._index_words[page.topic])
                + _IN_HEADING * _closeness(word, headings)
                + min(_IN_TEXT_AT_MOST, sum(other.startswith(word) for other in page.words))
            )
            if not points:
                return 0
            total += points
        return total


def digest(english: str) -> str:
    """What a translated page is marked with, of the English text that it was made from."""
    return hashlib.sha256(english.encode()).hexdigest()[:12]


def _sections(library: dict[str, Any]) -> tuple[Section, ...]:
    """The chapters with the topics of the English contents, which may be newer than those of a translation.

    A chapter has the title of the translated one in which its first topic lies.
    """
    english = json.loads(_read(ENGLISH, "index.json"))["sections"]
    titles = {topic: one["title"] for one in library["sections"] for topic in one["topics"]}
    return tuple(Section(titles.get(one["topics"][0], one["title"]), tuple(one["topics"])) for one in english)


@lru_cache(maxsize=2)
def open_book(language: str) -> HelpBook:
    """The book in this language, read once."""
    return HelpBook(language)


def current_book() -> HelpBook:
    """The book in the language of the program, or the English one where nobody has written it in that language."""
    return open_book(language() if _has(language()) else ENGLISH)


def whats_this(topic: str) -> str:
    """A short explanation of the topic as HTML: the title of its page and the first paragraph.

    An unknown topic says how to get help.
    """
    book = current_book()
    page = book.pages.get(topic, book.page("getting-help"))
    # Translators: nothing to translate: a title and a paragraph
    return _("<p><b>{title}</b></p><p>{text}</p>").format(title=_html(page.title), text=_html(page.lead))


def fold(text: str) -> str:
    """The text as it is compared: small letters, no accents, plain apostrophes. It keeps its length."""
    return "".join(unicodedata.normalize("NFKD", letter)[0].lower()[0] for letter in text).replace("’", "'")


_AFTER = "\U0010ffff"
"""Behind a letter: later than every word that begins with this letter."""
_PERSIAN_ORDER = str.maketrans(
    {"پ": f"ب{_AFTER}", "چ": f"ج{_AFTER}", "ژ": f"ز{_AFTER}", "ک": "ك", "گ": f"ك{_AFTER}", "ی": "ي"}
    | {"و": "ه", "ه": "و", "\u200c": ""}
)
"""Unicode has the letters that Persian added, and those that it writes in a way of its own, behind all Arabic ones."""


def alphabetical(word: str) -> str:
    """What a word is put in order by, in an index: Persian in the order of its own alphabet."""
    return fold(word).translate(_PERSIAN_ORDER)


def words_of(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def _closeness(word: str, others: Iterable[str]) -> int:
    """2 when the word is among the others, 1 when one of them begins with it, else 0."""
    return max((2 if other == word else 1 for other in others if other.startswith(word)), default=0)


def _plain(markdown: str) -> str:
    """What a reader sees of a piece of Markdown, without pictures."""
    text = _IMAGE.sub("", _HEADING.sub(r"\2", markdown))
    return _MARKS.sub("", _TABLE_RULE.sub("", _LINK.sub(r"\1", text)))


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _has(language: str) -> bool:
    try:
        return resources.path(f"help/{language}").is_dir()
    except resources.ResourceError:
        return False


def _folders() -> dict[str, Path]:
    """The folders of help that lie beside the modules of a game, by the name of the game."""
    beside = {game: Path(str(part_of(game, "games", "spec").__file__)).with_name("help") for game in registered()}
    return {game: folder for game, folder in beside.items() if folder.is_dir()}


def _sections_of_games() -> list[Section]:
    """A chapter for each game that has its pages beside its modules."""
    pages = {game: sorted(path.stem for path in (folder / ENGLISH).glob("*.md")) for game, folder in _folders().items()}
    return [Section(spec(game).title(), tuple(topics)) for game, topics in pages.items()]


def _read(language: str, name: str) -> str:
    """A file of the help in this language, or in English where it is not translated. ResourceError: there is none."""
    beside = next((folder for folder in _folders().values() if (folder / ENGLISH / name).is_file()), None)
    if beside is not None:
        own = beside / language / name
        return (own if own.is_file() else beside / ENGLISH / name).read_text("utf-8")
    try:
        return resources.read_text(f"help/{language}/{name}")
    except resources.ResourceError:
        return resources.read_text(f"help/{ENGLISH}/{name}")
