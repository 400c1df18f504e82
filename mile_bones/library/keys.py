"""The keys that are pressed at the table without looking for a place: each declared once, with its usual key.

A key is written as Qt writes it in files: "D", "Return", "Shift+F3"; empty: none. What a game of its own does with a
letter goes before these.
"""

from __future__ import annotations

import re
from functools import partial

from mile_bones.engine.spec import Words
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.storage.settings import Group, Setting, declared_settings

MARKS = 7
"""So many cards of a hand have a key: a hand of Mile Bones has no more."""

_KEY = re.compile(r"(?:(?:Ctrl|Alt|Shift|Meta)\+)*(?:\S|[A-Z][A-Za-z0-9 ]{0,18}[A-Za-z0-9])")


def is_key(text: str) -> bool:
    """It can be the name of a key, or is empty. Whether there is such a key the desktop knows."""
    return not text or (text.isprintable() and bool(_KEY.fullmatch(text)))


def _mark_words(number: int) -> str:
    return _("Mark card {number} of the hand").format(number=format_number(number))


AT_THE_TABLE = Group("keys", lambda: _("Keys at the table"), "keyboard")
"""All keys. A dialog shows this group as one control."""


def _key(name: str, usual: str, words: Words) -> Setting[str]:
    return Setting("keys", name, usual, words, fits=is_key, group=AT_THE_TABLE, control="key").declared()


MARK_KEYS = tuple(_key(f"mark {number}", str(number), partial(_mark_words, number)) for number in range(1, MARKS + 1))
DRAW_KEY = _key("draw", "D", lambda: _("Draw a card"))
DISCARD_KEY = _key("discard", "X", lambda: _("Discard the marked card"))
SMART_KEY = _key("smart play", "Return", lambda: _("Smart play"))
REPEAT_KEY = _key("repeat", "R", lambda: _("Repeat the last message"))
STANDING_KEY = _key("standing", "S", lambda: _("Say how both stand"))
LAST_MOVES_KEY = _key("last moves", "L", lambda: _("Read the last five moves"))
HINT_KEY = _key("hint", "H", lambda: _("Ask the coach for a hint"))
MUTE_KEY = _key("mute", "M", lambda: _("Mute the sounds, or let them be heard again"))

KEYS: tuple[Setting[str], ...] = tuple(setting for setting in declared_settings() if setting.group is AT_THE_TABLE)
"""All of them, in the order in which people meet them."""
