"""``mile-bones bot LEVEL``: a computer player that reads questions on its standard input and answers on its output."""

from __future__ import annotations

import sys

from mile_bones.cli.common import CommandError, Parser, add_game, check_known, levels, which_game, whole_number
from mile_bones.i18n import gettext as _

_NO_COMMON_VERSION = 1


def run(words: list[str]) -> int:
    """Answer questions until the standard input ends or a message says bye. Return the exit status."""
    parser = Parser(
        "mile-bones bot",
        _("Play for another program: messages come on the standard input, answers go to the standard output."),
        _(
            "Every message is a JSON object on a line of its own; docs/protocol.md describes them. Any program can\n"
            "play against this one with it; “mile-bones arena LEVEL --external COMMAND” is one that does."
        ),
    )
    game = which_game(words)
    known_levels = levels(game)
    add_game(parser)
    parser.add_argument("level", metavar="LEVEL", help=_("a player: {names}").format(names=known_levels))
    parser.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help=_("the player's own luck, if it needs any")
    )
    chosen = parser.parse_args(words)
    check_known("LEVEL", chosen.level, known_levels)
    if sys.stdin is None or sys.stdout is None:  # None on Windows without a console
        raise CommandError(_("there is no standard input and output to talk on"))

    from mile_bones.lab import workers
    from mile_bones.lab.protocol import bot
    from mile_bones.players import load_player

    workers.one_thread_each()  # so that an answer is the same as in the arena, to the last digit
    player = load_player(game, chosen.level, chosen.seed)
    agreed = bot.serve(game, player, f"Mile Bones {chosen.level}", sys.stdin.buffer, sys.stdout.buffer)
    return 0 if agreed else _NO_COMMON_VERSION
