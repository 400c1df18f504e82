"""The sentences for measured causes: what a better action changes in the score of the hand, on average."""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players.coach import Cause

GAME = "game"
"""The code of the cause that more games are won. Its size is in games of 100."""
THEIR = "their_"
"""The beginning of a code about the opponent's points, which become fewer."""


def sentence(cause: Cause) -> str:
    """Return the cause as a sentence. Raise KeyError if there is no such cause."""
    code, size = cause
    if code in _SENTENCES:
        text = _SENTENCES[code](size)
    elif code.startswith(THEIR):
        text = ngettext("{effect}: {size} point less on average.", "{effect}: {size} points less on average.", size)
    else:
        # Translators: {effect} is a clause such as "A Shut-out becomes more likely".
        text = ngettext("{effect}: {size} point more on average.", "{effect}: {size} points more on average.", size)
    effect = "" if code in _SENTENCES else _EFFECTS[code]()
    return text.format(effect=effect, size=format_number(size))


_SENTENCES: dict[str, Callable[[int], str]] = {
    GAME: lambda n: ngettext(
        "It wins {size} more of 100 games like this one.", "It wins {size} more of 100 games like this one.", n
    ),
    "milestones": lambda n: ngettext(
        "By the end of the hand it brings {size} mile more on average.",
        "By the end of the hand it brings {size} miles more on average.",
        n,
    ),
    "safeties": lambda n: ngettext(
        "Safeties then bring {size} point more on average.", "Safeties then bring {size} points more on average.", n
    ),
    f"{THEIR}milestones": lambda n: ngettext(
        "The opponent drives {size} mile less on average.", "The opponent drives {size} miles less on average.", n
    ),
    f"{THEIR}safeties": lambda n: ngettext(
        "Safeties bring the opponent {size} point less on average.",
        "Safeties bring the opponent {size} points less on average.",
        n,
    ),
}

_EFFECTS: dict[str, Callable[[], str]] = {
    "all_safeties": lambda: _("All four safeties become more likely"),
    "coups_fourres": lambda: _("A coup fourré becomes more likely"),
    "trip_completed": lambda: _("The trip is completed more often"),
    "safe_trip": lambda: _("A Safe trip becomes more likely"),
    "delayed_action": lambda: _("Delayed action becomes more likely"),
    "extension": lambda: _("An extended trip is completed more often"),
    "shut_out": lambda: _("A Shut-out becomes more likely"),
    f"{THEIR}all_safeties": lambda: _("The opponent has all four safeties less often"),
    f"{THEIR}coups_fourres": lambda: _("The opponent makes fewer coups fourrés"),
    f"{THEIR}trip_completed": lambda: _("The opponent completes the trip less often"),
    f"{THEIR}safe_trip": lambda: _("The opponent makes a Safe trip less often"),
    f"{THEIR}delayed_action": lambda: _("The opponent gains Delayed action less often"),
    f"{THEIR}extension": lambda: _("The opponent completes an extended trip less often"),
    f"{THEIR}shut_out": lambda: _("The opponent makes a Shut-out less often"),
}
"""The items of the score sheet that are gained more or less often, each with what then happens."""

CODES = frozenset({*_SENTENCES, *_EFFECTS})
"""The codes of all causes. No code may change, because reviews keep them."""
