"""The client of speech-dispatcher, with a server that writes down what it receives."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.ssip_server import SpeechServer, speech_server
from mile_bones.desktop.speech import ssip
from mile_bones.desktop.speech.ssip import SpeechClient

pytestmark = pytest.mark.skipif(not ssip.can_speak(), reason="speech-dispatcher is at home on Linux and its relatives")


@pytest.fixture
def server() -> Iterator[SpeechServer]:
    with tempfile.TemporaryDirectory(prefix="mb-") as folder, speech_server(Path(folder)) as made:
        yield made


@pytest.fixture
def client(server: SpeechServer) -> Iterator[SpeechClient]:
    made = SpeechClient({ssip.ADDRESS: server.address})
    yield made
    made.close()


def test_sentences_are_said_in_their_order(server: SpeechServer, client: SpeechClient):
    client.say("You drew 25 Miles.", "en")
    client.say("Your turn:\nplay or discard a card.", "en")
    server.wait_for("Your turn")
    assert server.spoken == ["You drew 25 Miles.", "Your turn: play or discard a card."]
    assert server.commands[0].startswith("SET SELF CLIENT_NAME ")


def test_the_language_is_sent_only_when_it_changes(server: SpeechServer, client: SpeechClient):
    for text, language in (("One", "en"), ("Two", "en"), ("Drei", "de")):
        client.say(text, language)
    server.wait_for("Drei")
    assert [line for line in server.commands if "LANGUAGE" in line] == ["SET SELF LANGUAGE en", "SET SELF LANGUAGE de"]


def test_an_interrupting_sentence_replaces_the_current_one(server: SpeechServer, client: SpeechClient):
    client.say("A long story", "en")
    server.wait_for("story")
    client.say("Draw deck", "en", interrupt=True)
    server.wait_for("Draw deck")
    assert "CANCEL SELF" in server.commands


def test_a_line_that_begins_with_a_dot_does_not_end_the_message(server: SpeechServer, client: SpeechClient):
    client.say(".", "en")
    client.say(".5 miles", "en")
    client.say("Done", "en")
    server.wait_for("Done")
    assert server.spoken == [".", ".5 miles", "Done"]


def test_without_a_server_no_call_waits_or_raises(tmp_path: Path):
    client = SpeechClient({ssip.ADDRESS: f"unix_socket:{tmp_path / 'nobody'}"})
    start = time.monotonic()
    for number in range(100):
        client.say(f"Sentence {number}", "en")
    assert time.monotonic() - start < 60, "each sentence waits for a second or more"
    client.close()


def test_a_server_that_goes_away_causes_no_error(server: SpeechServer, client: SpeechClient):
    client.say("One", "en")
    server.wait_for("One")
    server.close()
    client.say("Two", "en")
    client.say("Three", "en")


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"XDG_RUNTIME_DIR": "/run/user/7"}, Path("/run/user/7/speech-dispatcher/speechd.sock")),
        ({ssip.ADDRESS: "unix_socket:/x/y"}, Path("/x/y")),
        ({ssip.ADDRESS: "inet_socket:example:17", "XDG_RUNTIME_DIR": "/run/user/7"}, None),
        ({ssip.ADDRESS: "inet_socket", "XDG_RUNTIME_DIR": "/run/user/7"}, None),
        ({}, None),
    ],
)
def test_the_server_is_sought_at_its_local_socket_but_not_on_a_network(environment, wanted):
    assert ssip.server_socket(environment) == wanted


def test_nothing_is_sent_over_a_network(server: SpeechServer):
    """A server that listens on a network port is not even contacted."""
    with socket.create_server(("127.0.0.1", 0)) as network:
        network.settimeout(0.3)
        client = SpeechClient({ssip.ADDRESS: f"inet_socket:127.0.0.1:{network.getsockname()[1]}"})
        client.say("My hand", "en")
        client.close()
        with pytest.raises(TimeoutError):
            network.accept()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a socket away")
def test_nothing_is_sent_to_the_socket_of_another_user(server: SpeechServer, client: SpeechClient):
    os.chown(server.address.partition(":")[2], 65534, 65534)
    client.say("My hand", "en")
    client.close()
    client._thread.join()
    assert server.spoken == server.commands == []
