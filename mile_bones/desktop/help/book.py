"""The help pages as text: their titles, their links, and the search for words.

A page is one Markdown file, ``resources/help/<language>/<topic>.md``. A game from outside this repository has its pages
beside its modules, as ``help/<language>/<topic>.md``. These pages form a chapter after the other chapters. The first
line of a page is ``# Title``. A heading that is the target of links has its name at the end: ``## Right of Way
{#right-of-way}``. Names are the same in every language, so that a link never depends on a translation. Nothing here
imports Qt.

The last line of a translated page contains the digest of its English original, ``<!-- made from 0123456789ab -->``.
With the digest an outdated page can be recognised. ``packaging/help_pages.py`` writes this line.
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
"""The topic that is shown if no topic or an unknown one is given."""
ENGLISH = "en"

_MADE_FROM = re.compile(r"\n*<!-- made from ([0-9a-f]+) -->\s*$")
_HEADING = re.compile(r"^(#+) +(.*?)(?: +\{#([a-z0-9-]+)\})?$", re.MULTILINE)
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
_TABLE_RULE = re.compile(r"^\|[\s:|-]+\|$", re.MULTILINE)
_MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`|^> ?|^- |^\d+\. |\|", re.MULTILINE)
_WORD = re.compile(r"\w+(?:['.-]\w+)*")

#: The value of a word found in the title, the index words, the headings, and the maximum value of one in the text.
_IN_TITLE, _IN_INDEX, _IN_HEADING, _IN_TEXT_AT_MOST = 40, 20, 10, 6


@dataclass(frozen=True)
class Heading:
    """A heading below the title. `anchor` is the name that links use, or None."""

    text: str
    anchor: str | None


@dataclass(frozen=True)
class Page:
    """A page of the help. `markdown` is the text to show: the file without the names of its headings."""

    topic: str
    title: str
    markdown: str
    headings: tuple[Heading, ...]
    links: tuple[str, ...]
    images: tuple[str, ...]
    made_from: str | None = None
    """The `digest` of the English original of a translated page, or None for an English page."""

    @classmethod
    def parse(cls, topic: str, text: str) -> Page:
        """Return the page written in `text`. Raise ValueError if it does not begin with a title."""
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
        """The names of the headings that links may lead to."""
        return tuple(heading.anchor for heading in self.headings if heading.anchor)

    @cached_property
    def lead(self) -> str:
        """The first paragraph as plain text, which sums up the page."""
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
    """A word of the index and its target: a topic, or a topic and an anchor (``hazards#stop``)."""

    word: str
    target: str


class HelpBook:
    """All pages in one language, with their order and the index. A page without a translation is in English."""

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
        """Return the page of this topic, or the first page if there is none."""
        return self.pages.get(topic, self.pages[FIRST])

    def markdown(self, topic: str) -> str:
        """Return the text to show for this topic.

        The first page ends with the table of contents. A page whose translation is missing or outdated ends with a note
        about this.
        """
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
        """Return the pages that contain every word of `query`, the best first. The beginning of a word is enough to
        find it.
        """
        wanted = words_of(query)
        if not wanted:
            return ()
        found = [(self._score(page, wanted), page) for page in self.pages.values()]
        # The sort is stable: pages with equal scores keep the order of the contents.
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
        """Return a number for how well the page fits a search for `wanted`, or 0 if one of the words is not on the
        page.
        """
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
    """Return the digest of an English page, which is written into its translations."""
    return hashlib.sha256(english.encode()).hexdigest()[:12]


def _sections(library: dict[str, Any]) -> tuple[Section, ...]:
    """Return the chapters with the topics of the English contents, which may be newer than the contents of a
    translation.

    A chapter gets the title of the translated chapter that contains its first topic.
    """
    english = json.loads(_read(ENGLISH, "index.json"))["sections"]
    titles = {topic: one["title"] for one in library["sections"] for topic in one["topics"]}
    return tuple(Section(titles.get(one["topics"][0], one["title"]), tuple(one["topics"])) for one in english)


@lru_cache(maxsize=2)
def open_book(language: str) -> HelpBook:
    """Return the book in this language. The book is read only once."""
    return HelpBook(language)


def current_book() -> HelpBook:
    """Return the book in the language of the program, or the English one if there is none."""
    return open_book(language() if _has(language()) else ENGLISH)


def whats_this(topic: str) -> str:
    """Return a short explanation of the topic as HTML: the title of its page and the first paragraph.

    For an unknown topic, explain how to get help.
    """
    book = current_book()
    page = book.pages.get(topic, book.page("getting-help"))
    # Translators: nothing to translate: a title and a paragraph
    return _("<p><b>{title}</b></p><p>{text}</p>").format(title=_html(page.title), text=_html(page.lead))


def fold(text: str) -> str:
    """Return the text in the form for comparing: lower case, no accents, plain apostrophes. The length of the text does
    not change.
    """
    return "".join(unicodedata.normalize("NFKD", letter)[0].lower()[0] for letter in text).replace("’", "'")


_AFTER = "\U0010ffff"
"""A character that sorts after all letters. After a letter, it makes a key that sorts later than every word beginning
with that letter.
"""
_PERSIAN_ORDER = str.maketrans(
    {"پ": f"ب{_AFTER}", "چ": f"ج{_AFTER}", "ژ": f"ز{_AFTER}", "ک": "ك", "گ": f"ك{_AFTER}", "ی": "ي"}
    | {"و": "ه", "ه": "و", "\u200c": ""}
)
"""A table that puts letters in the order of the Persian alphabet. In Unicode, the letters that Persian has added, and
those that it writes differently, come after all Arabic letters.
"""


def alphabetical(word: str) -> str:
    """Return the sort key of a word of the index. Persian is sorted by its own alphabet."""
    return fold(word).translate(_PERSIAN_ORDER)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return _WORD.findall(fold(text))


def _closeness(word: str, others: Iterable[str]) -> int:
    """Return 2 if `word` is one of the `others`, 1 if one of the `others` begins with `word`, else 0."""
    return max((2 if other == word else 1 for other in others if other.startswith(word)), default=0)


def _plain(markdown: str) -> str:
    """Return a piece of Markdown as plain text, without marks and pictures."""
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
    """Return the help folders beside the modules of games, by the name of the game."""
    beside = {game: Path(str(part_of(game, "games", "spec").__file__)).with_name("help") for game in registered()}
    return {game: folder for game, folder in beside.items() if folder.is_dir()}


def _sections_of_games() -> list[Section]:
    """Return a chapter for each game that has its pages beside its modules."""
    pages = {game: sorted(path.stem for path in (folder / ENGLISH).glob("*.md")) for game, folder in _folders().items()}
    return [Section(spec(game).title(), tuple(topics)) for game, topics in pages.items()]


def _read(language: str, name: str) -> str:
    """Return a file of the help in this language, or in English if it is not translated.

    Raise ResourceError if there is none.
    """
    beside = next((folder for folder in _folders().values() if (folder / ENGLISH / name).is_file()), None)
    if beside is not None:
        own = beside / language / name
        return (own if own.is_file() else beside / ENGLISH / name).read_text("utf-8")
    try:
        return resources.read_text(f"help/{language}/{name}")
    except resources.ResourceError:
        return resources.read_text(f"help/{ENGLISH}/{name}")
