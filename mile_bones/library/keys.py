"""The keys for actions at the table, each declared once with its default.

A key is written as Qt writes it in files, such as "D", "Return" or "Shift+F3"; an empty text means no key. If a game
uses a letter for something else, the game's use has priority.
"""

from __future__ import annotations

import re
from functools import partial

from mile_bones.engine.spec import Words
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.storage.settings import Group, Setting, declared_settings

MARKS = 7
"""The number of cards that can be marked by key. A hand of Mile Bones has no more than seven."""

_KEY = re.compile(r"(?:(?:Ctrl|Alt|Shift|Meta)\+)*(?:\S|[A-Z][A-Za-z0-9 ]{0,18}[A-Za-z0-9])")


def is_key(text: str) -> bool:
    """Return True if ``text`` is empty or looks like the name of a key. Only the desktop knows which keys exist."""
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
"""All keys, in the order in which the dialog shows them."""
