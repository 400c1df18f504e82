"""Bots to play against: each is a tiny program, started as a real process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.protocol.words import command_line

HONEST = """
import json, os, sys, time
def say(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\\n")
    sys.stdout.flush()
def hello(said):
    say({"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "small"})
def question(said):
    say({"type": "action", "id": said["id"], "action": said["legal_actions"][0]})
def other(said):
    pass
"""
LISTEN = """
for line in sys.stdin:
    said = json.loads(line)
    {"hello": hello, "question": question}.get(said["type"], other)(said)
"""


@pytest.fixture
def small_bot(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a bot and returns its command. The bot does the first legal action, except where
    the given source defines functions of the bot again.
    """

    def write(source: str) -> str:
        path = tmp_path / "small_bot.py"
        path.write_text(HONEST + source + LISTEN, encoding="utf-8")
        return command_line(sys.executable, "-I", "-S", path)

    return write


@pytest.fixture
def own_bot() -> Callable[[str], str]:
    """Return a function that returns the command of our own bot with the given level."""
    return lambda level: command_line(sys.executable, "-m", "mile_bones", "bot", level)
