"""The ways in which a sentence is told to listeners. They depend on the events that listeners register for on the bus
of AT-SPI.
"""

from __future__ import annotations

import pytest

from mile_bones.desktop.screen_reader import _ways

OLD = ("Focus::", "Object:TextCaretMoved:", "Object:StateChanged:Showing")
"""The events of Orca 43."""
NEW = (*OLD, "Object:Announcement:")
LOG = ("Object:Announcement:",)
LOOK = ("Object:StateChanged:Showing",)
BOTH = ("Object:Announcement:", "Object:StateChanged:Showing")
ALL = ("Object:",)


def registered(*listeners: tuple[str, ...]) -> str:
    """Return the answer of the registry as PySide writes it."""
    pairs = [f'[Argument: (ss) ":1.{n}", "{event}"]' for n, events in enumerate(listeners) for event in events]
    return f"<QDBusMessage(type=MethodReturn, contents=([Argument: a(ss) {{{', '.join(pairs)}}}]) )>"


@pytest.mark.parametrize(
    ("listeners", "announced", "shown"),
    [
        ((), False, True),
        ((OLD,), False, True),
        ((NEW,), True, False),
        ((LOG,), True, False),
        ((OLD, LOG), True, True),  # the reader does not know announcements, the other listener knows nothing else
        ((OLD, BOTH), True, True),
        ((OLD, ALL), True, True),
        ((NEW, LOG), True, False),
        ((NEW, LOOK), True, False),  # with "shown" as well, the reader would speak twice
        ((BOTH,), True, False),
        ((LOOK,), False, True),
        ((LOG, LOOK), True, True),
    ],
)
def test_every_reader_gets_each_sentence_once(listeners, announced: bool, shown: bool) -> None:
    assert _ways(registered(*listeners)) == (announced, shown)
