"""The help in another language. A missing page is shown in English, and an outdated page says that it is outdated."""

from __future__ import annotations

import importlib.util
import json
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from mile_bones import i18n, resources
from mile_bones.desktop.help import book
from mile_bones.desktop.help.book import FIRST, HelpBook, Page, current_book, digest

LANGUAGES = [Path(name).stem for name in resources.names("translations", ".po")]
ENGLISH = "# Draw deck\n\nDraw a [card](hazards) first.\n\n## How {#how}\n\n![Go](card:go)\n"
GERMAN = "# Stapel\n\nZiehe zuerst eine [Karte](hazards).\n\n## Wie {#how}\n\n![Los](card:go)\n"


@cache
def script(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("help_pages", root / "packaging" / "help_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def pages(root: Path) -> ModuleType:
    return script(root)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a help with two pages, of which only one is translated into German. Return its folder."""
    for language, texts in (
        ("en", {"draw-deck": ENGLISH, "hazards": "# Hazards\n\nRed.\n"}),
        ("de", {"draw-deck": GERMAN}),
    ):
        (tmp_path / language).mkdir()
        for topic, text in texts.items():
            (tmp_path / language / f"{topic}.md").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_page_is_up_to_date_until_the_english_one_changes(pages: ModuleType, folder: Path) -> None:
    assert pages.state("de", folder) == ([], ["draw-deck"], ["hazards"])
    pages.mark("de", ["draw-deck"], folder)
    assert pages.state("de", folder) == (["draw-deck"], [], ["hazards"])
    assert pages.faults("de", folder) == []
    (folder / "en" / "draw-deck.md").write_text(ENGLISH + "\nMore.\n", encoding="utf-8")
    assert pages.state("de", folder) == ([], ["draw-deck"], ["hazards"])
    pages.mark("de", [], folder)
    assert pages.state("de", folder) == (["draw-deck"], [], ["hazards"])
    assert (folder / "de" / "draw-deck.md").read_text(encoding="utf-8").count("made from") == 1


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("](hazards)", "](hazard)", "links"),
        ("card:go", "card:stop", "images"),
        ("{#how}", "{#wie}", "anchors"),
    ],
)
def test_a_page_must_have_the_links_and_images_of_the_english_one(
    pages: ModuleType, folder: Path, old: str, new: str, fault: str
) -> None:
    path = folder / "de" / "draw-deck.md"
    path.write_text(GERMAN.replace(old, new), encoding="utf-8")
    pages.mark("de", [], folder)
    (found,) = pages.faults("de", folder)
    assert fault in found


def test_a_page_without_a_mark_or_an_english_page_is_a_fault(pages: ModuleType, folder: Path) -> None:
    (folder / "de" / "nonsense.md").write_text("# Unsinn\n\nNichts.\n", encoding="utf-8")
    assert [text.partition(":")[0] for text in pages.faults("de", folder)] == ["de/draw-deck.md", "de/nonsense.md"]
    with pytest.raises(ValueError, match="nonsense"):
        pages.mark("de", ["nonsense"], folder)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_shipped_translations_of_the_help_have_no_faults(pages: ModuleType, code: str) -> None:
    assert pages.faults(code) == []


def test_the_mark_of_a_translated_page_is_not_shown() -> None:
    page = Page.parse("draw-deck", f"{GERMAN}\n<!-- made from {digest(ENGLISH)} -->\n")
    assert page.made_from == digest(ENGLISH)
    assert "made from" not in page.markdown
    assert page.anchors == ("how",)


def test_a_book_uses_english_pages_as_needed_and_marks_outdated_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    """The German help has one current page and one outdated page. Its index names a page that no longer exists."""
    english = root / "resources" / "help" / "en"
    (tmp_path / "help").mkdir()
    shutil.copytree(english, tmp_path / "help" / "en")
    german = tmp_path / "help" / "de"
    german.mkdir()
    fresh = digest((english / "hazards.md").read_text(encoding="utf-8"))
    (german / "hazards.md").write_text(f"# Gefahren\n\nRot.\n\n<!-- made from {fresh} -->\n", encoding="utf-8")
    (german / "safeties.md").write_text("# Schutz\n\nBlau.\n\n<!-- made from 0123456789ab -->\n", encoding="utf-8")
    index = {"Gefahr": "hazards", "Gestrichen": "gone"}
    sections = [{"title": "Die Karten", "topics": ["distance-cards", "hazards"]}]
    (german / "index.json").write_text(json.dumps({"sections": sections, "index": index}), encoding="utf-8")
    monkeypatch.setattr(book.resources, "read_text", lambda name: _read(tmp_path, name))
    found, usual = HelpBook("de"), HelpBook("en")
    assert found.pages.keys() == usual.pages.keys()
    assert [section.topics for section in found.sections] == [section.topics for section in usual.sections]
    assert "Die Karten" in [section.title for section in found.sections]
    assert [entry.word for entry in found.index] == ["Gefahr"]
    assert found.page("hazards").title == "Gefahren"
    assert found.markdown("hazards").endswith("Rot.\n")
    assert "has changed since" in found.markdown("safeties")
    assert "not been translated" in found.markdown("remedies")
    assert "not been translated" not in usual.markdown("remedies")
    assert "(hazards)" in found.markdown(FIRST)


def _read(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except OSError:
        raise resources.ResourceError(name) from None


def test_the_current_book_is_that_of_the_language() -> None:
    assert current_book().page("hazards").made_from is None
    assert i18n.language() == "en"
