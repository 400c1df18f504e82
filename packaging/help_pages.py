"""Checks the translated pages of the help: ``python packaging/help_pages.py`` lists missing and outdated pages.

``--mark LANGUAGE [TOPIC ...]`` marks these pages, or all that exist without a topic, as translations of the present
English pages. Do this last, after you have translated a page or updated an outdated one.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
HELP = ROOT / "resources" / "help"
sys.path.insert(0, str(ROOT))

from mile_bones.desktop.help.book import ENGLISH, Page, digest  # noqa: E402  # it is found by the line above


class State(NamedTuple):
    """The topics of one language's pages, by their state."""

    fresh: list[str]
    aged: list[str]
    missing: list[str]


def state(language: str, folder: Path = HELP) -> State:
    """Compare the pages of a language with the English ones."""
    found = State([], [], [])
    for english in sorted((folder / ENGLISH).glob("*.md")):
        page = folder / language / english.name
        if not page.is_file():
            found.missing.append(english.stem)
        elif _made_from(page) == digest(english.read_text(encoding="utf-8")):
            found.fresh.append(english.stem)
        else:
            found.aged.append(english.stem)
    return found


def faults(language: str, folder: Path = HELP) -> list[str]:
    """Return the faults of the translated pages, each as a sentence: other links, pictures or names of headings."""
    found = []
    for path in sorted((folder / language).glob("*.md")):
        english = folder / ENGLISH / path.name
        if not english.is_file():
            found.append(f"{language}/{path.name}: there is no such page in English")
            continue
        page, original = (Page.parse(path.stem, one.read_text(encoding="utf-8")) for one in (path, english))
        if page.made_from is None:
            found.append(f"{language}/{path.name}: it does not say which English text it was made from")
        elif page.made_from == digest(english.read_text(encoding="utf-8")):
            found += [
                f"{language}/{path.name}: its {what} are not those of the English page"
                for what in ("links", "images", "anchors")
                if sorted(getattr(page, what)) != sorted(getattr(original, what))
            ]
    return found


def mark(language: str, topics: list[str], folder: Path = HELP) -> list[Path]:
    """Mark these pages, or all, as made from the present English pages. Raise ValueError if there is no such page."""
    paths = [folder / language / f"{topic}.md" for topic in topics] or sorted((folder / language).glob("*.md"))
    missing = [path for path in paths if not path.is_file() or not (folder / ENGLISH / path.name).is_file()]
    if missing:
        raise ValueError(f"there is no page {missing[0].stem} in {language}, or none in English")
    for path in paths:
        english = digest((folder / ENGLISH / path.name).read_text(encoding="utf-8"))
        text = _MARK.sub("", path.read_text(encoding="utf-8")).rstrip("\n")
        path.write_text(f"{text}\n\n<!-- made from {english} -->\n", encoding="utf-8")
    return paths


_MARK = re.compile(r"\n*<!-- made from [0-9a-f]+ -->\s*$")


def _made_from(path: Path) -> str | None:
    return Page.parse(path.stem, path.read_text(encoding="utf-8")).made_from


def main(argv: list[str] | None = None) -> int:
    """Do what the arguments ask for. Return 1 if a page has a fault, or else 0."""
    parser = argparse.ArgumentParser(description="Pages of the help in other languages.")
    parser.add_argument("--mark", nargs="+", metavar=("LANGUAGE", "TOPIC"), help="these pages are up to date")
    chosen = parser.parse_args(argv)
    if chosen.mark:
        try:
            print(f"{len(mark(chosen.mark[0], chosen.mark[1:]))} pages marked")
        except ValueError as error:
            sys.exit(str(error))
    wrong = []
    for path in sorted((ROOT / "resources" / "translations").glob("*.po")):
        found = state(path.stem)
        count = sum(map(len, found))
        print(f"{path.stem}: {len(found.fresh)} of {count} pages of the help, {len(found.aged)} have aged")
        for topic in found.aged:
            print(f"  {path.stem}/{topic}.md")
        wrong += faults(path.stem)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
