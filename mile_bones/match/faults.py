"""The faults of a record in words for people."""

from __future__ import annotations

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.i18n import capitalized
from mile_bones.i18n import gettext as _


def fault_text(error: RecordError | ReplayError) -> str:
    """Return a text with the place of the first fault, and the reason. It begins with a small letter and has no full
    stop.
    """
    if isinstance(error, RecordError):
        return _("line {line}, column {column}: {reason}").format(
            line=error.line, column=error.column, reason=error.reason
        )
    places = {
        (True, True): _("hand {hand}, action {action}: {reason}"),
        (True, False): _("hand {hand}: {reason}"),
        (False, True): _("action {action}: {reason}"),
        (False, False): "{reason}",
    }
    if error.in_deal:
        places |= {
            (True, True): _("deal {hand}, action {action}: {reason}"),
            (True, False): _("deal {hand}: {reason}"),
        }
    text = places[error.hand is not None, error.action is not None]
    return text.format(hand=error.hand, action=error.action, reason=error.reason)


def fault_sentence(error: RecordError | ReplayError) -> str:
    """Return the place of the first fault, and the reason, as a complete sentence."""
    text = fault_text(error)
    return _("{sentence}.").format(sentence=capitalized(text))
