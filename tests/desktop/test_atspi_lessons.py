"""The lessons, and coups of the day, by a player who has nothing but AT-SPI, in each language and with large text.

``atspi_lesson.py`` is the player. This module gives it the words of the language, and compares its report with the
lesson and with the book of coups.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from desktop.atspi_screen import play, screen_with_reader
from desktop.driver import plain
from mile_bones import i18n, resources
from mile_bones.desktop.boards.milebones.models import coup_call
from mile_bones.i18n import format_date
from mile_bones.i18n import gettext as _
from mile_bones.i18n.locales import FORMATS
from mile_bones.library import coups
from mile_bones.match.lesson import LessonCourse

PLAYER = Path(__file__).with_name("atspi_lesson.py")
ON_A_DAY = """
import sys
from datetime import datetime
from mile_bones import cli
from mile_bones.desktop import app
day = datetime.fromisoformat(sys.argv.pop(1))
app.datetime = type("Clock", (), {"now": staticmethod(lambda: day)})
sys.exit(cli.main(sys.argv[1:]))
"""
"""A program that starts Mile Bones with a clock that stands. The first argument is the date."""
ENTRIES = {
    "mile-bones": lambda: _("&First hand, a lesson"),
    "montreal-mille": lambda: _("&First deal, a lesson"),
    "millieu": lambda: _("&First mill, a lesson"),
}
KINDS = {"mile-bones": ("PLAY", "DISCARD", "EXTEND")}
KINDS |= {"montreal-mille": ("DRAW", "TURNED", "PILE", "LAY", "ADD", "DISCARD")}
"""The kinds of best actions in the books of coups."""
FIRST_DAY = date(2026, 11, 30)

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux"),
]


@pytest.fixture(scope="module")
def screen() -> Iterator[dict[str, str]]:
    """Yield the environment of a person with a screen reader."""
    with screen_with_reader() as environment:
        yield environment


@pytest.fixture
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let this process speak the language of the case, and yield its code."""
    yield i18n.install([request.param], folder=resources.path("translations"))
    i18n.install(["en"])


def cases(proof: set[tuple[str, ...]], *firsts: tuple[str, ...]) -> list:
    """Return the cases: each of ``firsts`` in each language. Those in ``proof`` belong to `make proof`, all others to
    `make long`.
    """
    found = [(*first, code) for first in firsts for code in FORMATS]
    assert proof <= set(found)
    return [pytest.param(*case, marks=pytest.mark.proof if case in proof else pytest.mark.long) for case in found]


def account(screen: dict[str, str], folder: Path, root: Path, game: str, day: date, **words: object) -> dict:
    """Run the window on this day and the player with these words. Return the player's report.

    The language of the window is that of this process. Nothing may have failed, and every focusable object must have a
    name.
    """
    settings = f"animation = off\ntext size = 200\nlanguage = {i18n.language()}\n"
    (folder / "mb.ini").write_text(f"[player]\nname = Anna\n[options]\n{settings}", encoding="utf-8")
    options = ["--profile", str(folder), "--game", game, "--level", "easy"]
    command = [sys.executable, "-c", ON_A_DAY, day.isoformat(), *options]
    words |= {"suggested": _("Suggested"), "quit": plain(_("&Quit")), "lit": _("Play here")}
    words["goes here"] = [
        _("The suggested card goes here"),
        _("The suggested cards go here"),
        _("The suggested piece goes here"),
    ]
    words["invitations"] = [coup_call(), _("Press to draw a card")]
    told, status, errors = play(command, [str(PLAYER), json.dumps(words)], screen, root)
    assert status == 0 and "Traceback" not in errors, errors
    assert told["nameless"] == []
    return told


@pytest.mark.parametrize(
    ("game", "language"),
    cases(
        {("mile-bones", "fa"), ("montreal-mille", "de"), ("millieu", "fr")},
        *((game,) for game in ENTRIES),
    ),
    indirect=["language"],
)
def test_a_lesson_can_be_taken_through_at_spi(
    game: str, language: str, screen: dict[str, str], tmp_path: Path, root: Path
) -> None:
    course = LessonCourse(game)
    lesson = course.lesson
    told = account(
        screen,
        tmp_path,
        root,
        game,
        FIRST_DAY,
        task="lesson",
        bar=lesson.title(),
        entry=plain(ENTRIES[game]()),
        next=plain(_("&Next")),
        answers=[*map(plain, (_("&No, end here"), _("&Go out"), _("&Go on")))],
        ends=[*map(plain, (_("&Back to your game"), _("&Play")))],
    )
    texts = [step.words() for step in lesson.steps]
    places = [
        _("{title}: step {number} of {count}").format(title=lesson.title(), number=number, count=course.length)
        for number in range(1, course.length + 1)
    ]
    both, pairs = _("{sentence}. {next_sentence}"), zip(places, texts, strict=True)
    assert told["steps"] == [both.format(sentence=place, next_sentence=text) for place, text in pairs]
    said = " ".join(told["announced"])
    assert [text for text in texts if text not in said] == [], "each text is announced"
    end = told["dialogs"][-1]
    assert (end["name"], end["description"]) == (lesson.end_title(), lesson.end_words())
    assert told["ways"].count("read") == sum(step.action is None for step in lesson.steps)


@pytest.mark.parametrize(
    ("game", "kind", "language"),
    cases(
        {("mile-bones", "PLAY", "es"), ("montreal-mille", "LAY", "fa")},
        *((game, kind) for game, kinds in KINDS.items() for kind in kinds),
    ),
    indirect=["language"],
)
def test_a_coup_of_the_day_can_be_solved_through_at_spi(
    game: str, kind: str, language: str, screen: dict[str, str], tmp_path: Path, root: Path
) -> None:
    days = (FIRST_DAY + timedelta(days=number) for number in range(coups.count(game)))
    day = next(day for day in days if coups.coup_of(day, game).puzzle.best.kind.name == kind)
    done = _("Well done, that is the best: {action}. {reason}").partition("{action}")[0]
    told = account(
        screen,
        tmp_path,
        root,
        game,
        day,
        task="coup",
        bar=_("Coup of the day"),
        entry=plain(_("&Coup of the day")),
        show=plain(_("&Show me")),
        again=plain(_("&Try again")),
        answers=[plain(answer) for answer in (_("&No, end here"), _("&Yes, go on")) if kind == "EXTEND"],
        **{"well done": done},
        confirmations=[plain(_("&Go out"))],
    )
    assert told["told"][0].startswith(_("Coup of {date}").format(date=format_date(day)))
    assert done in told["told"][-1] and any(done in said for said in told["announced"])
