"""Draw sentences for people to judge: `python tests/tools/sample_sentences.py --seed 1 [--number 300]`.

Each sentence has a number, its kind, its place, the code or the heading that it belongs to, and the sentence before it
in the same text. A reader marks the sentences that had to be read twice. The same seed draws the same sentences as long
as no text of the project changes.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
SHARES = {
    "docstring": 110,
    "test name": 50,
    "comment": 40,
    "document": 40,
    "decision": 20,
    "message": 15,
    "commit subject": 15,
    "help": 10,
}
"""The number of sentences of each kind in a draw of 300."""
COMMITS = 60
"""The number of latest commits whose subjects are drawn from."""


class Found(NamedTuple):
    """A sentence, and where it is. ``about`` is the code or the heading that it belongs to, or empty."""

    kind: str
    place: str
    about: str
    sentence: str
    before: str = ""
    """The sentence before it in the same text, or empty."""


def sentences(text: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence of a text, and the sentence before it. A sentence ends with a full stop or a paragraph."""
    before = ""
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|>]|\d+\.) )", text):
        plain = " ".join(paragraph.split())
        for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z`“(*])", plain):
            if len(sentence.split()) > 2:
                yield sentence, before
            before = sentence


def of_code(path: Path) -> Iterator[Found]:
    """Yield the sentences of docstrings and comments, and the names of tests, of a Python file."""
    name, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Found("test name", f"{name}:{node.lineno}", "", node.name)
        body = getattr(node, "body", None)
        before = node
        for child in body if isinstance(body, list) else ():
            value = child.value if isinstance(child, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                about = "the module" if isinstance(before, ast.Module) else lines[before.lineno - 1].strip()
                for sentence, earlier in sentences(value.value):
                    yield Found("docstring", f"{name}:{child.lineno}", about, sentence, earlier)
            before = child
    for line, text in comments(source):
        for sentence, earlier in sentences(text):
            yield Found("comment", f"{name}:{line}", lines[line - 1].strip(), sentence, earlier)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield each comment with its line. Lines of comment that follow one another are one comment."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type != tokenize.NL]
    first, parts = 0, list[str]()
    for token in tokens:
        text = token.string.lstrip("# ")
        if token.type == tokenize.COMMENT and not text.startswith(("noqa", "type:", "fmt:", "---")):
            first = first if parts else token.start[0]
            parts.append(text)
        elif parts:
            yield first, " ".join(parts)
            parts = []


def of_pages() -> Iterator[Found]:
    """Yield the sentences of the documents, decisions and help pages, without their code and tables."""
    pages = {"document": [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/*.md")]}
    pages["decision"] = [*ROOT.glob("docs/decisions/*.md")]
    pages["help"] = [*ROOT.glob("resources/help/en/*.md")]
    for kind, paths in pages.items():
        for path in sorted(paths):
            text = re.sub(r"(?ms)^```.*?^```|^ *\|.*?$|<!--.*?-->", "", path.read_text(encoding="utf-8"))
            for heading, part in re.findall(r"(?ms)^#+ ([^\n]+)\n(.*?)(?=^#+ |\Z)", text):
                for sentence, earlier in sentences(part):
                    yield Found(kind, str(path.relative_to(ROOT)), heading, sentence, earlier)


def of_messages() -> Iterator[Found]:
    """Yield the messages of the program for people, from the template of the catalogues."""
    with (ROOT / "resources" / "translations" / "mile_bones.pot").open("rb") as template:
        for message in read_po(template):
            texts = message.id if isinstance(message.id, tuple) else (message.id,)
            for sentence, earlier in (found for text in texts for found in sentences(text)):
                yield Found("message", message.locations[0][0], "", sentence, earlier)


def of_commits() -> Iterator[Found]:
    """Yield the subjects of the latest commits."""
    log = subprocess.run(
        ["git", "log", "--no-merges", f"-{COMMITS}", "--format=%h %s"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for line in log.stdout.splitlines():
        number, subject = line.split(" ", 1)
        yield Found("commit subject", number, "", subject)


@cache
def every() -> tuple[Found, ...]:
    """Return all sentences of the project."""
    code = [path for top in ("mile_bones", "tests", "packaging") for path in sorted((ROOT / top).rglob("*.py"))]
    return (*(found for path in code for found in of_code(path)), *of_pages(), *of_messages(), *of_commits())


def drawn(seed: int, number: int) -> list[Found]:
    """Return ``number`` sentences of all kinds, drawn by ``seed``, in a random order."""
    chance = random.Random(seed)
    chosen: list[Found] = []
    for kind, share in SHARES.items():
        of_kind = [found for found in every() if found.kind == kind]
        chosen += chance.sample(of_kind, round(share * number / sum(SHARES.values())))
    chance.shuffle(chosen)
    return chosen


def main() -> None:
    """Print the sentences."""
    parser = argparse.ArgumentParser(description="Draw sentences of the project for people to judge.")
    parser.add_argument("--seed", type=int, required=True, help="the number from which the draw follows")
    parser.add_argument("--number", type=int, default=300, help="the number of sentences (300)")
    chosen = parser.parse_args()
    for place, found in enumerate(drawn(chosen.seed, chosen.number), 1):
        about = f" [{found.about}]" if found.about else ""
        print(f"{place}. ({found.kind}, {found.place}){about}")
        if found.before:
            print(f"   before: {found.before}")
        print(f"   SENTENCE: {found.sentence}")


if __name__ == "__main__":
    main()
