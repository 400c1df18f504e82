"""The sentences for measured causes: what a better action changes in the score of the hand, on average."""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.i18n import format_number, ngettext
from mile_bones.players.coach import Cause

GAME = "game"
"""The code of the cause that more games are won. Its size is in games of 100."""
THEIR = "their_"
"""The beginning of a code about the opponent's points, which become fewer."""


def sentence(cause: Cause) -> str:
    """Return the cause as a sentence. Raise KeyError if there is no such cause."""
    return _SENTENCES[cause.code](cause.size).format(size=format_number(cause.size))


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
    "all_safeties": lambda n: ngettext(
        "All four safeties become more likely: {size} point more on average.",
        "All four safeties become more likely: {size} points more on average.",
        n,
    ),
    "coups_fourres": lambda n: ngettext(
        "A coup fourré becomes more likely: {size} point more on average.",
        "A coup fourré becomes more likely: {size} points more on average.",
        n,
    ),
    "trip_completed": lambda n: ngettext(
        "The trip is completed more often: {size} point more on average.",
        "The trip is completed more often: {size} points more on average.",
        n,
    ),
    "safe_trip": lambda n: ngettext(
        "A Safe trip becomes more likely: {size} point more on average.",
        "A Safe trip becomes more likely: {size} points more on average.",
        n,
    ),
    "delayed_action": lambda n: ngettext(
        "Delayed action becomes more likely: {size} point more on average.",
        "Delayed action becomes more likely: {size} points more on average.",
        n,
    ),
    "extension": lambda n: ngettext(
        "An extended trip is completed more often: {size} point more on average.",
        "An extended trip is completed more often: {size} points more on average.",
        n,
    ),
    "shut_out": lambda n: ngettext(
        "A Shut-out becomes more likely: {size} point more on average.",
        "A Shut-out becomes more likely: {size} points more on average.",
        n,
    ),
    f"{THEIR}milestones": lambda n: ngettext(
        "The opponent drives {size} mile less on average.", "The opponent drives {size} miles less on average.", n
    ),
    f"{THEIR}safeties": lambda n: ngettext(
        "Safeties bring the opponent {size} point less on average.",
        "Safeties bring the opponent {size} points less on average.",
        n,
    ),
    f"{THEIR}all_safeties": lambda n: ngettext(
        "The opponent has all four safeties less often: {size} point less on average.",
        "The opponent has all four safeties less often: {size} points less on average.",
        n,
    ),
    f"{THEIR}coups_fourres": lambda n: ngettext(
        "The opponent makes fewer coups fourrés: {size} point less on average.",
        "The opponent makes fewer coups fourrés: {size} points less on average.",
        n,
    ),
    f"{THEIR}trip_completed": lambda n: ngettext(
        "The opponent completes the trip less often: {size} point less on average.",
        "The opponent completes the trip less often: {size} points less on average.",
        n,
    ),
    f"{THEIR}safe_trip": lambda n: ngettext(
        "The opponent makes a Safe trip less often: {size} point less on average.",
        "The opponent makes a Safe trip less often: {size} points less on average.",
        n,
    ),
    f"{THEIR}delayed_action": lambda n: ngettext(
        "The opponent gains Delayed action less often: {size} point less on average.",
        "The opponent gains Delayed action less often: {size} points less on average.",
        n,
    ),
    f"{THEIR}extension": lambda n: ngettext(
        "The opponent completes an extended trip less often: {size} point less on average.",
        "The opponent completes an extended trip less often: {size} points less on average.",
        n,
    ),
    f"{THEIR}shut_out": lambda n: ngettext(
        "The opponent makes a Shut-out less often: {size} point less on average.",
        "The opponent makes a Shut-out less often: {size} points less on average.",
        n,
    ),
}

CODES = frozenset(_SENTENCES)
"""The codes of all causes. No code may change, because reviews keep them."""
