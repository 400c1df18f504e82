"""docs/protocol.md and the bots beside it agree with the program, example by example."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lab.protocol.words import command_line
from mile_bones.engine.shapes import Check, Json
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones import codec as milebones_codec
from mile_bones.games.milebones.cards import FULL_DECK, NOTATION
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.millieu.cube import index
from mile_bones.games.millieu.pieces import PIECES
from mile_bones.games.montreal.cards import RANK_NOTATION, SUIT_NOTATION
from mile_bones.lab.protocol import messages
from mile_bones.lab.protocol.bot import serve
from mile_bones.lab.protocol.lines import DEEPEST, LINE_LIMIT, parse_line, to_line
from mile_bones.lab.protocol.match import play_external
from mile_bones.lab.protocol.shapes import BEGINNINGS_AND_ENDINGS, BOT_SAYS, check_message, event_of, table_says
from mile_bones.players import load_player
from packaging_scripts import load

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SESSION = (ROOT / "docs" / "bots" / "session.txt").read_text(encoding="utf-8")
SAMPLE = ROOT / "docs" / "bots" / "greedy_bot.py"
SEED = 2325  # the hand of the session

SECTIONS = {
    title: (text, re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    for title, text in re.findall(r"^##+ (.+?)\n(.*?)(?=^##+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
"""The text of each section with its examples, by title."""


def section_of(direction: str, kind: str) -> str:
    return f"hello from the {direction}" if kind == "hello" else kind


TABLE_SAYS = table_says("mile-bones")
OF_MILLIEU = {kind: fields for kind, fields in table_says("millieu").items() if kind in ("question", "game_over")}
"""The messages whose fields, or the types of whose fields, differ from those in Mile Bones."""
OF_MILLE = {
    kind: fields
    for kind, fields in table_says("montreal-mille").items()
    if kind in ("hand_start", "question", "hand_over", "game_over")
}
OTHERS = {"Millieu": OF_MILLIEU, "Mille": OF_MILLE}
MESSAGES = [
    *((section_of("table", kind), fields, TABLE_SAYS) for kind, fields in TABLE_SAYS.items()),
    *((section_of("bot", kind), fields, BOT_SAYS) for kind, fields in BOT_SAYS.items()),
    *((f"{kind} of {name}", fields, known) for name, known in OTHERS.items() for kind, fields in known.items()),
]
ALIKE = {("montreal-mille", name): f"{name} of Mille" for name in ("drawn", "discarded")}
"""The titles of events that have the same name as an event of another game."""
EVENTS = [
    (game, ALIKE.get((game, title), title), fields)
    for game in GAMES
    for title, fields in spec(game).codec.EVENTS.items()
    if title not in BEGINNINGS_AND_ENDINGS
]
TABLES = [
    *((title, list(fields)) for title, fields, _known in MESSAGES),
    ("observation", list(milebones_codec.OBSERVATION)),
    ("observation of Millieu", list(spec("millieu").codec.OBSERVATION)),
    ("observation of Mille", list(spec("montreal-mille").codec.OBSERVATION)),
    ("side", list(milebones_codec.SIDE)),
    *((title, list(fields)) for _game, title, fields in EVENTS),
]


def unwrapped(example: str) -> Json:
    """Return the message that an example shows, which is wrapped over several lines."""
    return parse_line(" ".join(example.split("\n")).encode())


def spoken(sign: str) -> list[Json]:
    """Return the messages of one side of the session."""
    return [parse_line(line[2:].encode()) for line in SESSION.splitlines() if line.startswith(sign)]


def without_version(message: Json) -> Json:
    return {name: value for name, value in message.items() if name != "program"}


@pytest.mark.parametrize(("title", "fields"), TABLES)
def test_a_table_lists_exactly_the_fields_that_exist(title: str, fields: list[str]) -> None:
    rows = re.findall(r"^\| `(\w+)` \|", SECTIONS[title][0].split("| code |")[0], re.MULTILINE)
    assert rows == fields


@pytest.mark.parametrize(("title", "_fields", "known"), MESSAGES)
def test_the_example_of_a_message_is_valid(title: str, _fields: object, known: dict[str, dict[str, Check]]) -> None:
    (example,) = SECTIONS[title][1]
    message = unwrapped(example)
    kind = check_message(message, known)
    side = "bot" if known is BOT_SAYS else "table"
    other = next((name for name, says in OTHERS.items() if says is known), None)
    assert title == (section_of(side, kind) if other is None else f"{kind} of {other}")
    assert set(message) == {"type", *known[kind]}


@pytest.mark.parametrize(
    ("title", "game"),
    [("question", "mile-bones"), ("question of Millieu", "millieu"), ("question of Mille", "montreal-mille")],
)
def test_the_example_of_a_question_is_consistent(title: str, game: str) -> None:
    question = unwrapped(SECTIONS[title][1][0])
    observation = spec(game).codec.read_observation(question["observation"])
    assert list(question["observation"]) == list(spec(game).codec.OBSERVATION)
    assert [str(action) for action in observation.legal_actions()] == question["legal_actions"]


@pytest.mark.parametrize(("game", "title", "fields"), EVENTS)
def test_the_example_of_an_event_is_valid(game: str, title: str, fields: dict[str, Check]) -> None:
    (example,) = SECTIONS[title][1]
    event = unwrapped(example)
    event_of(spec(game))(event, ())
    assert set(event) == {"event", *fields}
    assert event["event"] == title.removesuffix(" of Mille")


@pytest.mark.parametrize(
    "title", [title for title, _fields, known in MESSAGES if title != "error" and known not in OTHERS.values()]
)
def test_an_example_is_taken_from_the_session(title: str) -> None:
    message = unwrapped(SECTIONS[title][1][0])
    assert without_version(message) in [without_version(said) for said in spoken("> ") + spoken("< ")]


def test_the_overview_lists_every_message() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(#(.+?)\) \| (\w+) \|", SECTIONS["A conversation"][0], re.MULTILINE)
    listed = {(side, kind) for kind, _anchor, side in rows}
    assert {kind for side, kind in listed if side in ("table", "both")} == set(TABLE_SAYS)
    assert {kind for side, kind in listed if side in ("bot", "both")} == set(BOT_SAYS)


def test_the_links_of_the_page_have_targets() -> None:
    anchors = {title.lower().replace(" ", "-").replace("'", "") for title in SECTIONS}
    links = re.findall(r"\]\((.+?)\)", PAGE)
    assert [link for link in links if link.startswith("#") and link[1:] not in anchors] == []
    assert [link for link in links if not link.startswith("#") and not (ROOT / "docs" / link).exists()] == []


def test_the_page_has_the_programs_limits_and_words() -> None:
    lines, words = " ".join(SECTIONS["Lines"][0].split()), " ".join(SECTIONS["Words"][0].split())
    assert f"at most {LINE_LIMIT:,} bytes" in lines
    assert f"nested at most {DEEPEST} deep" in lines
    assert " ".join(f"`{name}`" for name in NOTATION) in words
    counts = [int(number) for number in re.findall(r"\d+", words.split("in this order")[1].split("and one of each")[0])]
    assert (*counts, 1, 1, 1, 1) == FULL_DECK
    assert all(f"`{name}`" in words for name in RULE_SETS)
    pieces = " ".join(SECTIONS["Millieu"][0].split())
    assert " ".join(f"`{piece.name}`" for piece in PIECES) in pieces
    faces = " ".join(SECTIONS["Mille"][0].split())
    assert all(" ".join(f"`{name}`" for name in names) in faces for names in (RANK_NOTATION, SUIT_NOTATION))
    assert index(2, 1, 0) == 2 + 3 * 1, "as the page says"
    assert index(0, 0, 2) == 9 * 2


def test_our_bot_answers_as_in_the_session() -> None:
    asked = "".join(line[2:] + "\n" for line in SESSION.splitlines() if line.startswith("> "))
    out = subprocess.run(
        [sys.executable, "-m", "mile_bones", "bot", "easy"], input=asked, capture_output=True, text=True, check=False
    )
    assert (out.returncode, out.stderr) == (0, "")
    assert [json.loads(line) for line in out.stdout.splitlines()] == spoken("< ")


@pytest.mark.slow
def test_our_table_sends_what_the_session_shows(tmp_path: Path) -> None:
    """The match is played again, with a program between both sides that records it."""
    python = (sys.executable, "-m", "mile_bones", "bot", "easy")
    command = command_line(sys.executable, Path(__file__).with_name("tee.py"), tmp_path, *python)
    result = play_external("easy", command, hands=2, seed=SEED)
    assert result.forfeit is None
    conversations = [log.read_text(encoding="utf-8") for log in tmp_path.iterdir()]
    assert len(conversations) == 2

    def said(conversation: str) -> list[tuple[str, Json]]:
        return [(line[:2], without_version(json.loads(line[2:]))) for line in conversation.splitlines()]

    assert said(SESSION) in [said(conversation) for conversation in conversations]


def test_no_event_of_a_hand_is_lost_or_sent_twice() -> None:
    """The events before each question, applied in order, lead from the deal to the observation in the question."""
    table = spoken("> ")
    start = next(message for message in table if message["type"] == "hand_start")
    hand, left = list(start["cards"]), start["left"]
    miles = {0: 0, 1: 0}
    for message in table:
        for event in message.get("events", ()):
            if event["event"] == "drawn":
                left -= 1
                assert event["left"] == left
                assert (event["card"] is None) == (event["seat"] == 1)
                if event["seat"] == 0:
                    hand.append(event["card"])
            elif event["event"] in ("played", "discarded"):
                if event["seat"] == 0:
                    hand.remove(event["card"])
                if event["event"] == "played" and event["card"].isdecimal():
                    miles[event["seat"]] += int(event["card"])
        if message["type"] == "question":
            observation: dict[str, Any] = message["observation"]
            assert (observation["hand"], observation["left"]) == (hand, left)
            assert (observation["own"]["miles"], observation["other"]["miles"]) == (miles[0], miles[1])
    end = next(message for message in table if message["type"] == "hand_over")
    assert end["left"] == left
    assert end["scores"]["own"]["milestones"] == miles[0]


@pytest.mark.proof
@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
def test_the_sample_bot_plays_without_errors_and_about_as_well_as_easy(rules: str) -> None:
    command = command_line(sys.executable, "-I", "-S", SAMPLE)
    result = play_external("easy", command, hands=100, games=2, seed=3, rules=rules)
    assert result.forfeit is None
    assert result.name == "greedy"
    assert result.measured is not None
    assert abs(result.measured.mean) < 4 * result.measured.se  # about as good as easy


def test_the_sample_bot_is_short_and_imports_nothing_of_ours() -> None:
    source = SAMPLE.read_text(encoding="utf-8")
    code = [line for line in source.splitlines() if line.strip() and not line.lstrip().startswith(("#", '"""'))]
    assert len(code) <= 30
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) == {"json", "sys"}


@pytest.mark.slow
def test_the_pages_command_plays_against_the_sample_bot() -> None:
    command, *_of_other_games = re.findall(r"^mile-bones arena .*$", PAGE, re.MULTILINE)
    words = shlex.split(command)[1:]
    external, hands = words.index("--external") + 1, words.index("--hands") + 1
    python, script = shlex.split(words[external])
    assert (python, ROOT / script) == ("python3", SAMPLE)
    words[external], words[hands] = command_line(sys.executable, script), "2"
    out = subprocess.run(
        [sys.executable, "-m", "mile_bones", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (out.returncode, out.stderr) == (0, "")
    assert out.stdout.startswith("original - greedy: ")


def test_our_bot_reports_the_error_that_the_page_shows() -> None:
    sink = io.BytesIO()
    hello = to_line(messages.table_hello("mile-bones", 1))
    serve("mile-bones", load_player("mile-bones", "easy"), "ours", io.BytesIO(hello + b"Your turn!\n"), sink)
    assert parse_line(sink.getvalue().splitlines()[1]) == unwrapped(SECTIONS["error"][1][0])


def test_the_page_lists_every_error_code_of_the_program() -> None:
    """The codes are found as literals in the calls that make an error."""
    made = set()
    for path in (ROOT / "mile_bones" / "lab" / "protocol").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        made |= set(re.findall(r"(?:ProtocolError|BotFailure|_fail)\(\s*\"(\w+)\"", source))
    listed = set(re.findall(r"^\| `(\w+)` \| (?:both|table|bot) \|", SECTIONS["error"][0], re.MULTILINE))
    assert made == listed | {"timeout", "ended", "not_started"}


def test_the_pages_tables_have_the_types_that_the_program_checks() -> None:
    page = load("protocol_page")
    assert page.written(PAGE) == PAGE, "run packaging/protocol_page.py"
    changed = PAGE.replace("| `left` | number |", "| `left` | text |")
    assert changed != PAGE and page.written(changed) == PAGE


def test_a_field_without_a_meaning_is_reported_with_its_section() -> None:
    page = load("protocol_page")
    without = re.sub(r"(?m)^\| `two_hundreds` .*\n", "", PAGE)
    with pytest.raises(ValueError, match="side: write the meaning of two_hundreds"):
        page.written(without)
