"""Sentences about what is special about a won game."""

from __future__ import annotations

from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.achievements import Achievements


def feat_texts(achievements: Achievements) -> list[str]:
    """Return sentences about special achievements in the game."""
    texts = []
    if achievements.streak > 1:
        texts.append(
            ngettext("{count} game won in a row.", "{count} games won in a row.", achievements.streak).format(
                count=format_number(achievements.streak)
            )
        )
    if achievements.best:
        texts.append(_("A record: your highest total so far."))
    elif achievements.widest:
        texts.append(_("A record: your widest win so far."))
    return texts
