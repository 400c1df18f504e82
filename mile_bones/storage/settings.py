"""A setting is one row: its place in mb.ini, its default, its values, its words, and its place in the options dialog.

Here are the rows that fit every game. The rows of keys, games and players are in ``mile_bones.library``. Its function
``all_settings`` lists every row. mb.ini, the options dialog and the menus are made from the rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from configparser import ConfigParser
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from mile_bones.engine.graphemes import cut
from mile_bones.engine.spec import Choice, Spec, Words
from mile_bones.i18n import format_decimal, format_number, format_percent, ngettext, own_name, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.i18n.locales import FORMATS

if TYPE_CHECKING:
    from mile_bones.storage.ini import Ini

T = TypeVar("T", str, bool)

_YES_OR_NO = (True, False)
_DISTANCES = ("4", "8", "12", "20", "30")

LONGEST_NAME = 31
"""Characters in the longest name of a player, as people count them."""

GEOMETRY = re.compile(r"(?:(-?\d{1,9}),(-?\d{1,9}) )?(\d{1,9})x(\d{1,9})( maximised)?( full)?")
"""Place and size of a window in pixels, and its states: "-1280,40 800x600 maximised". The place may be unknown."""
_OLDER_GEOMETRY = re.compile(r"(?:[0-9a-f]{2}){0,512}")


Control: TypeAlias = Literal["buttons", "key", "list", "points", "slider", "tick"]
"""The kind of control in the options dialog: a button for each value, a key to press, a list, a number, and so on."""


PAGES: Mapping[str, Words] = MappingProxyType(
    {
        # Translators: the page of the options about how to play
        "playing": lambda: _("Playing"),
        "game": lambda: _("Game"),
        "look": lambda: _("Picture and sound"),
        "keys": lambda: _("Keys"),
        # Translators: the page of the options that makes the game easier to see and to use
        "aids": lambda: _("Aids"),
    }
)
"""The pages of the options dialog, in their order, with their titles."""


class Group(NamedTuple):
    """A box with a title in the options dialog. It contains the controls of the settings that name this group.

    `page` is one of `PAGES`, and `topic` the page of the help about the group. `note` is a sentence below the controls.
    `leads` says for which games the group is in the left one of the two columns of its page.
    """

    page: str
    title: Words
    topic: str
    note: Words | None = None
    leads: Callable[[Spec], bool] = lambda game: False


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One setting: a text, or yes or no.

    `values` are the possible values of a text, with their words. If there are none, any text that `fits` is allowed.
    `words` returns the name of the setting in the language of the moment; read it as `label`. `line` is a remark about
    the setting. `group` is its box in the options dialog, or None if the dialog does not show it. `asked` says for
    which games the dialog shows it.
    """

    section: str
    key: str
    default: T
    words: Words
    values: tuple[Choice, ...] = ()
    line: Words | None = None
    fits: Callable[[T], bool] = lambda value: True
    group: Group | None = None
    control: Control = "list"
    asked: Callable[[Spec], bool] = lambda game: True

    @property
    def choices(self) -> tuple[T, ...] | None:
        """All values that the setting may have, or None if any text that fits is allowed."""
        if isinstance(self.default, bool):
            return _YES_OR_NO
        return tuple(choice.name for choice in self.values) or None  # type: ignore[misc]  # all of them are texts

    @property
    def label(self) -> str:
        """The name of the setting, in the chosen language."""
        return self.words()

    def declared(self) -> Setting[T]:
        """Append the setting to the list of all declared settings, and return it.

        Call this where the setting is defined.
        """
        _DECLARED.append(self)
        return self

    def allows(self, value: object) -> bool:
        """Return True if the setting can have this value."""
        if not isinstance(value, type(self.default)) or (self.choices is not None and value not in self.choices):
            return False
        return self.fits(value)

    def read(self, text: str | None) -> T:
        """Return the value of `text` from the file, or the default if `text` is None or not a valid value."""
        value: object = text
        if text is not None and isinstance(self.default, bool):
            value = ConfigParser.BOOLEAN_STATES.get(text.lower())
        if self.allows(value):
            return value  # type: ignore[return-value]  # `allows` has checked it
        return self.default


_DECLARED: list[Setting[Any]] = []


def declared_settings() -> tuple[Setting[Any], ...]:
    """Return the settings that the modules imported so far have declared, in that order."""
    return tuple(_DECLARED)


def _in_pixels(count: str) -> str:
    return ngettext("{count} pixel", "{count} pixels", int(count)).format(count=format_number(int(count)))


def _in_seconds(milliseconds: str) -> str:
    seconds = int(milliseconds) / 1000
    # Translators: a span of time in seconds, such as 0.5 or 2
    return _("{seconds} s").format(seconds=format_decimal(seconds, 0 if seconds == int(seconds) else 1))


NAME = Setting(
    "player", "name", "", lambda: _("Your name"), fits=lambda name: cut(name, LONGEST_NAME) == name
).declared()
"""The player's name; empty until one has been given."""

_METHOD = Group("playing", lambda: _("Method of playing"), "options#method", leads=lambda game: True)
_MOUSE = Group("playing", lambda: _("Mouse"), "options#mouse", leads=lambda game: game.has_hand)
_HAND = Group("playing", lambda: _("Your hand"), "options#sort")
_TURN = Group("playing", lambda: _("Your turn"), "millieu-playing")
_LANGUAGE = Group("look", lambda: _("Language"), "options", leads=lambda game: True)
_PICTURE = Group("look", lambda: _("Picture"), "themes-and-animation", leads=lambda game: True)
_SOUND = Group("look", lambda: _("Sound"), "sound")
_VOICE = Group("look", lambda: _("Voice"), "accessibility")
_ONE_KEY = Group(
    "aids",
    lambda: _("One key"),
    "accessibility",
    lambda: _("Everything in the window is lit in turn, so long each. Space, Enter or any click takes what is lit."),
    leads=lambda game: True,
)
_CONTRAST = Group(
    "aids",
    lambda: _("High contrast"),
    "themes-and-animation",
    lambda: _("These apply only in the high-contrast theme."),
)

METHOD = Setting(
    "options",
    "method",
    "both",
    lambda: _("Method of playing"),
    (
        Choice(
            "both",
            lambda: _("Both"),
            lambda: _("Drag a card or a piece to its place, or click it and then its place."),
        ),
        Choice("drag", lambda: _("Drag and drop"), lambda: _("Drag a card or a piece to its place.")),
        Choice("click", lambda: _("Click and click"), lambda: _("Click a card or a piece, then its place.")),
    ),
    group=_METHOD,
    control="buttons",
).declared()
DRAG_DISTANCE = Setting(
    "options",
    "drag distance",
    "4",
    lambda: _("A press becomes a drag after"),
    tuple(Choice(pixels, partial(_in_pixels, pixels)) for pixels in _DISTANCES),
    group=_MOUSE,
).declared()
"""The distance is in logical pixels. A large distance helps if a hand trembles."""
DOUBLE_CLICK = Setting(
    "options",
    "double click",
    True,
    lambda: _("Double-click for smart play"),
    line=lambda: _("Off: a double-click is two clicks."),
    group=_MOUSE,
    control="tick",
).declared()
SORT = Setting(
    "options",
    "sort",
    True,
    lambda: _("Sort my hand automatically"),
    line=lambda: _("Off: drag cards within the hand to arrange them."),
    group=_HAND,
    control="tick",
    asked=lambda game: game.has_hand,
).declared()
AUTO_DRAW = Setting(
    "options",
    "draw by itself",
    False,
    lambda: _("Draw automatically"),
    line=lambda: _("A card is drawn at the start of your turn, unless you can do something else."),
    group=_HAND,
    control="tick",
    asked=lambda game: game.has_hand,
).declared()
ASK_DISCARD = Setting(
    "options",
    "ask before discarding",
    False,
    lambda: _("Ask before discarding"),
    group=_HAND,
    control="tick",
    asked=lambda game: game.has_hand,
).declared()
DONE = Setting(
    "options",
    "wait for done",
    False,
    lambda: _("End your turn with “Done”"),
    line=lambda: _("Until then each of its steps can be taken back. Off: it ends with its last step."),
    group=_TURN,
    control="tick",
    asked=lambda game: game.has_steps,
).declared()
LANGUAGE = Setting(
    "options",
    "language",
    "system",
    lambda: _("Language"),
    (
        # Translators: the language of the program is that of the desktop
        Choice("system", lambda: pgettext("language", "Follow system")),
        *(Choice(code, partial(own_name, code)) for code in FORMATS),
    ),
    group=_LANGUAGE,
).declared()
"""Each language is shown by its own name, so that people who read no other language can find it."""
ANIMATION = Setting(
    "options",
    "animation",
    "normal",
    lambda: _("Animation"),
    (
        Choice("slow", lambda: pgettext("animation", "Slow")),
        Choice("normal", lambda: pgettext("animation", "Normal")),
        Choice("fast", lambda: pgettext("animation", "Fast")),
        Choice("off", lambda: pgettext("animation", "Off")),
    ),
    group=_PICTURE,
).declared()
THEME = Setting(
    "options",
    "theme",
    "system",
    lambda: _("Theme"),
    (
        Choice("system", lambda: pgettext("theme", "Follow system")),
        Choice("light", lambda: pgettext("theme", "Light")),
        Choice("dark", lambda: pgettext("theme", "Dark")),
        Choice("contrast", lambda: pgettext("theme", "High contrast")),
    ),
    group=_PICTURE,
).declared()
TEXT = Setting(
    "options",
    "text size",
    "100",
    lambda: _("Text size"),
    tuple(Choice(str(percent), partial(format_percent, percent)) for percent in (100, 125, 150, 200, 250)),
    group=_PICTURE,
).declared()
"""The size of all text, in percent of the size that follows from the window and the system's text size."""
VOLUME = Setting(
    "options",
    "volume",
    "80",
    lambda: _("Volume"),
    tuple(Choice(str(percent), partial(format_percent, percent)) for percent in range(10, 101, 10)),
    group=_SOUND,
    control="slider",
).declared()
"""The volume of the sounds, in percent."""
MUTE = Setting("options", "mute", False, lambda: _("Mute all sounds"), group=_SOUND, control="tick").declared()
MONO = Setting("options", "mono", False, lambda: _("Same sound for both ears"), group=_SOUND, control="tick").declared()
SPEECH = Setting(
    "options",
    "speech",
    "off",
    lambda: _("Read aloud"),
    (
        Choice("off", lambda: pgettext("speech", "Off")),
        Choice("short", lambda: pgettext("speech", "Short")),
        Choice("normal", lambda: pgettext("speech", "Normal")),
        Choice("full", lambda: pgettext("speech", "Full")),
    ),
    group=_VOICE,
).declared()
"""The amount of text that the game reads aloud with its own voice."""
SCANNING = Setting(
    "options",
    "scanning",
    "off",
    lambda: _("Scanning"),
    (
        # Translators: everything in the window is lit in turn, and one key takes what is lit; this switches it off
        Choice("off", lambda: pgettext("scanning", "Off")),
        *(Choice(pace, partial(_in_seconds, pace)) for pace in ("500", "1000", "1500", "2000", "3000", "5000")),
    ),
    group=_ONE_KEY,
).declared()
"""The milliseconds for which each control in the window is lit in turn, so that one key can choose it."""
OUTLINES = Setting(
    "options",
    "outlines",
    "usual",
    # Translators: how wide the lines are in high contrast
    lambda: _("Outlines"),
    (
        Choice("usual", lambda: pgettext("outlines", "Usual")),
        Choice("thick", lambda: pgettext("outlines", "Thick")),
        Choice("thicker", lambda: pgettext("outlines", "Very thick")),
    ),
    group=_CONTRAST,
).declared()
LARGE_INDICES = Setting(
    "options",
    "large indices",
    False,
    # Translators: the signs in the corners of the cards, by which they are known in a fan
    lambda: _("Large indices on the cards"),
    group=_CONTRAST,
    control="tick",
).declared()

LOG = Setting(
    "options",
    "log",
    "auto",
    lambda: _("Log"),
    (
        Choice("auto", lambda: pgettext("log", "Where there is room")),
        Choice("open", lambda: pgettext("log", "Unfolded")),
        Choice("folded", lambda: pgettext("log", "Folded")),
    ),
).declared()
"""The state of the log beside or below the table."""

WINDOW = Setting(
    "window",
    "geometry",
    "",
    lambda: _("Size and place of the window"),
    fits=lambda text: bool(GEOMETRY.fullmatch(text) or _OLDER_GEOMETRY.fullmatch(text)),
).declared()
"""A text in the format of ``GEOMETRY``, or empty until the window has been changed or closed once.

Earlier versions stored the bytes of Qt.
"""


class Settings:
    """The settings in an mb.ini, by their declarations."""

    def __init__(self, ini: Ini) -> None:
        self._ini = ini

    def get(self, setting: Setting[T]) -> T:
        """Return the value, or the default if the file has none or an invalid one."""
        return setting.read(self._ini.get(setting.section, setting.key))

    def update(self, changes: Mapping[Setting[Any], str | bool]) -> None:
        """Change these settings in one step. Raise ValueError, and change nothing, if a value is not allowed."""
        for setting, value in changes.items():
            if not setting.allows(value):
                raise ValueError(f"{value!r} is not a value of the setting {setting.section}/{setting.key}")
        self._ini.update({(setting.section, setting.key): _text(value) for setting, value in changes.items()})


def _text(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
