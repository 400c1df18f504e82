"""Turns as the screen reader Orca speaks them.

The Orca of Debian 12 does not know announcements, and a newer Orca must not speak them twice. Orca talks to a speech
server that only records. Where Orca is not installed, AT-SPI events alone are checked.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from desktop.atspi_screen import SYSTEM_PYTHON, screen_with_reader
from desktop.ssip_server import SpeechServer, speech_server
from mile_bones.games import replay
from mile_bones.games.milebones import words
from mile_bones.games.milebones.events import Dealt, GameEnded, HandEnded
from mile_bones.storage.history import History
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record

LISTENER = Path(__file__).with_name("atspi_listener.py")
SEED = 123

pytestmark = [
    pytest.mark.gui,
    pytest.mark.proof,
    pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux"),
]


@contextmanager
def started(*command: str, env: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program for the duration of the context."""
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    missing = [tool for tool in ("openbox", "xdotool") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)} (make test names the packages)")
    # Orca kills every other Orca of this user, even one that belongs to another test or to a person. Therefore
    # pgrep must find none.
    tools = tmp_path_factory.mktemp("tools")
    (tools / "pgrep").symlink_to("/bin/false")
    with screen_with_reader() as environment, started("openbox", env=environment):
        yield environment | {"PATH": f"{tools}:{environment['PATH']}"}


@pytest.fixture
def game(tmp_path: Path, root: Path) -> list[str]:
    """The command line of a game with known cards."""
    (tmp_path / "mb.ini").write_text("[player]\nname = Anna\n[options]\nanimation = off\n", encoding="utf-8")
    return [sys.executable, "-m", "mile_bones", "--profile", str(tmp_path), "--seed", str(SEED), "--level", "easy"]


def press(screen: dict[str, str], key: str) -> None:
    subprocess.run(["xdotool", "key", key], env=screen, check=True)


def play_two_turns(screen: dict[str, str], server: SpeechServer) -> list[str]:
    """Play two turns by the keys for a hand. Return all that was spoken, including the echo of keys."""
    server.wait_for("Your turn: draw a card.")
    for _turn in range(2):
        for key, answer in (("d", "You drew"), ("1", "You may discard it."), ("x", "You discarded")):
            since = len(server.spoken)
            press(screen, key)
            server.wait_for(answer, since=since)
    return server.spoken


@pytest.mark.skipif(shutil.which("orca") is None, reason="Orca is not installed")
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "with a listener for announcements"])
def test_orca_speaks_each_event_of_two_turns_once(
    screen: dict[str, str], game: list[str], tmp_path_factory, root: Path, beside: bool
):
    with speech_server(Path(screen["XDG_RUNTIME_DIR"])) as server:
        home = tmp_path_factory.mktemp("home")
        screen |= {"HOME": str(home), "SPEECHD_ADDRESS": server.address, "PYTHONPATH": str(root)}
        with started("orca", "--replace", env=screen):
            server.wait_for("Screen reader on")
            listener = (SYSTEM_PYTHON, str(LISTENER)) if beside else ("true",)
            with started(*listener, env=screen), started(*game, env=screen):
                spoken = play_two_turns(screen, server)
    # The first words are heard either with the whole table, when Orca enters it, or as they are announced.
    assert any("Hand 1 is dealt. You begin. Your turn: draw a card." in said for said in spoken), spoken
    events = [said for said in spoken if said.startswith(("You drew", "You discarded"))]
    kinds = [said.split(" ")[1] for said in events]
    assert kinds == ["drew", "discarded", "drew", "discarded"], spoken
    assert all(
        "Computer" in said and said.endswith("Your turn: draw a card.") for said in events if "discarded" in said
    )
    assert "notification" not in " ".join(spoken).lower(), "Orca must not read the role of the notice"


SHEETS = ("Next hand", "New game", "Play again", "Close")
"""The first buttons of the dialogs that Orca reads: the sheets after a hand and a game, and the high scores."""


def discard(screen: dict[str, str], server: SpeechServer, turns: int) -> None:
    """Draw and discard `turns` times, each time on the player's turn. Close the sheets in between.

    When Orca enters a window, it reads everything in it, and repeats announcements that come meanwhile. A repeated
    announcement causes no key here.
    """
    buttons = tuple(f"{sheet} {word}" for sheet in SHEETS for word in ("push button", "button"))
    since, drawn = 0, False
    while True:
        said = server.wait_for("Your turn: ", *buttons, since=since, seconds=60)
        since = server.spoken.index(said, since) + 1
        if any(button in said for button in buttons):
            press(screen, "Return")
            drawn = False
        elif "Your turn: draw a card." in said and not drawn:
            if not turns:
                return
            press(screen, "d")
            drawn = True
        elif "Your turn: play" in said and (drawn or "Trip to" not in said):  # with an empty deck nobody draws
            press(screen, "1")
            press(screen, "x")
            turns -= 1
            drawn = False


def played(folder: Path) -> list[str]:
    """Return the sentences about all plays that a profile has kept, as its player may know them."""
    profile = Profile(folder)
    history = History(profile.history_path, pytest.fail)
    records = [history.record(game.id) for game in reversed(history.games())]
    records.append(load_record(folder / "games" / "current-1.json"))
    told = []
    for record in records:
        assert record is not None
        for state, action in replay(record):
            events = [] if action is None else state.clone().apply_action(action)
            worth = [event for event in events if words.is_worth_telling(event, 0)]
            told += [
                words.event_text(event.seen_by(0), ("You", "Computer"), 0)
                for event in worth
                if not isinstance(event, (Dealt, HandEnded, GameEnded))
            ]
    return told


@pytest.mark.skipif(shutil.which("orca") is None, reason="Orca is not installed")
@pytest.mark.parametrize("turns", [25, pytest.param(500, marks=pytest.mark.long, id="1000 of both")])
def test_orca_speaks_each_play_once_on_a_busy_machine(
    screen: dict[str, str], game: list[str], tmp_path: Path, tmp_path_factory, root: Path, turns: int
):
    """Two other programs keep two processors busy, and another reader also listens for announcements."""
    busy = (sys.executable, "-c", "while True: pass")
    with speech_server(Path(screen["XDG_RUNTIME_DIR"])) as server, ExitStack() as stack:
        home = tmp_path_factory.mktemp("home")
        screen |= {"HOME": str(home), "SPEECHD_ADDRESS": server.address, "PYTHONPATH": str(root)}
        stack.enter_context(started("orca", "--replace", env=screen))
        server.wait_for("Screen reader on")
        for command in (busy, busy, (SYSTEM_PYTHON, str(LISTENER)), tuple(game)):
            stack.enter_context(started(*command, env=screen))
        discard(screen, server, turns)
    told = played(tmp_path)
    assert len(told) > 2.5 * turns
    # When a window comes back, Orca reads the whole table, including the last message.
    spoken = " ".join(said for said in server.spoken if "Trip to" not in said)
    known = sorted(set(told), key=len, reverse=True)
    assert re.findall("|".join(map(re.escape, known)), spoken) == told


def heard_of_a_turn(screen: dict[str, str], game: list[str], inside: dict[str, str], *listens: str) -> list[list[str]]:
    """Return the events that a listener gets until a card has been drawn: the kind, the text, and the role of the
    source of each.

    ``inside`` is the environment of the game.
    """
    heard = []
    with (
        started(SYSTEM_PYTHON, str(LISTENER), *listens, env=screen) as listener,
        started(*game, env=screen | inside),
    ):
        assert listener.stdout is not None
        for text in ("Your turn: draw a card.", "You drew "):
            if heard:
                press(screen, "d")
            while not heard or text not in heard[-1][1]:
                heard.append(json.loads(listener.stdout.readline()))
    return heard


def test_a_listener_for_announcements_gets_only_announcements(screen: dict[str, str], game: list[str], root: Path):
    heard = heard_of_a_turn(screen, game, {"PYTHONPATH": str(root)})
    # Orca 48 never leaves out the text of a notification, although it leaves out other simultaneous announcements.
    assert {(kind, role) for kind, _text, role in heard} == {("object:announcement", "notification")}


def test_an_old_reader_outside_a_sandbox_gets_notifications(screen: dict[str, str], game: list[str], root: Path):
    """In a sandbox, only the address of the AT-SPI bus is known, and the service of AT-SPI is not on the session
    bus.
    """
    ask = ["dbus-send", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"]
    address = subprocess.run(ask, env=screen, check=True, capture_output=True, text=True).stdout.strip()
    sandbox = {"AT_SPI_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "PYTHONPATH": str(root)}
    heard = heard_of_a_turn(screen, game, sandbox, "old")
    assert {kind for kind, _text, _role in heard} == {"object:state-changed:showing"}
