"""The keys that are pressed at the table without looking for a place: each declared once, with its usual key.

A key is written as Qt writes it in files: "D", "Return", "Shift+F3"; empty: none. What a game of its own does with a
letter goes before these.
"""

from __future__ import annotations

import re
from functools import partial

from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.storage.settings import Setting

MARKS = 7
"""So many cards of a hand have a key: a hand of Mile Bones has no more."""

_KEY = re.compile(r"(?:(?:Ctrl|Alt|Shift|Meta)\+)*(?:\S|[A-Z][A-Za-z0-9 ]{0,18}[A-Za-z0-9])")


def is_key(text: str) -> bool:
    """It can be the name of a key, or is empty. Whether there is such a key the desktop knows."""
    return not text or (text.isprintable() and bool(_KEY.fullmatch(text)))


def _mark_words(number: int) -> str:
    return _("Mark card {number} of the hand").format(number=format_number(number))


MARK_KEYS = tuple(
    Setting("keys", f"mark {number}", str(number), partial(_mark_words, number), fits=is_key)
    for number in range(1, MARKS + 1)
)
DRAW_KEY = Setting("keys", "draw", "D", lambda: _("Draw a card"), fits=is_key)
DISCARD_KEY = Setting("keys", "discard", "X", lambda: _("Discard the marked card"), fits=is_key)
SMART_KEY = Setting("keys", "smart play", "Return", lambda: _("Smart play"), fits=is_key)
REPEAT_KEY = Setting("keys", "repeat", "R", lambda: _("Repeat the last message"), fits=is_key)
STANDING_KEY = Setting("keys", "standing", "S", lambda: _("Say how both stand"), fits=is_key)
LAST_MOVES_KEY = Setting("keys", "last moves", "L", lambda: _("Read the last five moves"), fits=is_key)
HINT_KEY = Setting("keys", "hint", "H", lambda: _("Ask the coach for a hint"), fits=is_key)
MUTE_KEY = Setting("keys", "mute", "M", lambda: _("Mute the sounds, or let them be heard again"), fits=is_key)

KEYS: tuple[Setting[str], ...] = (
    *MARK_KEYS,
    DRAW_KEY,
    DISCARD_KEY,
    SMART_KEY,
    REPEAT_KEY,
    STANDING_KEY,
    LAST_MOVES_KEY,
    HINT_KEY,
    MUTE_KEY,
)
"""All of them, in the order in which people meet them."""
