"""``mile-bones reviewer``: the process that reviews a game for a window. People use ``mile-bones review``."""

from __future__ import annotations

import sys

from mile_bones.cli.common import CommandError, Parser
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Review the game that comes on the standard input. Return the exit status."""
    parser = Parser(
        "mile-bones reviewer",
        _("Review a game for the window that has started this. Use “mile-bones review FILE” instead."),
    )
    parser.parse_args(words)
    if sys.stdin is None or sys.stdout is None:  # None on Windows without a console
        raise CommandError(_("there is no standard input and output to talk on"))

    from mile_bones.lab.reviewing import serve

    return serve(sys.stdin.buffer, sys.stdout.buffer)
