"""Writes down the announcements and the new notifications that reach a screen reader. Each is written as a line of
JSON.

A line holds the kind of the event, the text, and the role of the object that sent the event. The program is run by the
system's Python, with python3-pyatspi. With an argument, it behaves as an old screen reader, which does not know
announcements.
"""

from __future__ import annotations

import json
import sys

import gi

gi.require_version("Atspi", "2.0")

import pyatspi  # noqa: E402
from gi.repository import Atspi  # noqa: E402


def announced(event: Atspi.Event) -> None:
    print(json.dumps([event.type.rstrip(":"), event.any_data, event.source.getRoleName()]), flush=True)


def appeared(event: Atspi.Event) -> None:
    event.source.clear_cache()  # this listener does not hear when a name changes
    if event.detail1 and event.source.getRoleName() == "notification":
        print(json.dumps([event.type, event.source.name, event.source.getRoleName()]), flush=True)


if not sys.argv[1:]:
    pyatspi.Registry.registerEventListener(announced, "object:announcement")
pyatspi.Registry.registerEventListener(appeared, "object:state-changed:showing")
pyatspi.Registry.start()
