"""``mile-bones replay FILE...``: check every card, action and score of recorded games, and print the scores."""

from __future__ import annotations

import sys

from mile_bones.cli.common import Parser, path_name
from mile_bones.i18n import gettext as _

_RECORD_DOES_NOT_HOLD = 1


def run(words: list[str]) -> int:
    """Check every file and print the results. Return the exit status."""
    parser = Parser(
        "mile-bones replay",
        _("Check recorded games action by action and print their score sheets."),
        _(
            "--json prints one line for each file, an object with “file” and “ok”. For a record that holds it goes\n"
            "on with “game”, “rules”, “players” (names), “hands” (a list; the “score” of each has two objects, or\n"
            "is null while the hand is not finished; in Mille they are its deals), “totals”, “finished” and\n"
            "“winner” (0, 1 or null). For any other it has “fault”: “reason”, and “hand” and “action”, or “line”\n"
            "and “column”, all counted from 1."
        ),
    )
    parser.add_argument("files", nargs="+", type=path_name, metavar="FILE", help=_("a recorded game"))
    parser.add_argument("--json", action="store_true", help=_("print for machines"))
    chosen = parser.parse_args(words)

    from mile_bones.lab import report

    all_hold = True
    for file in chosen.files:
        found = report.check(file)
        all_hold = all_hold and found.fault is None
        if chosen.json:
            print(found.to_json())
        elif found.fault is None:
            print(found.score_sheet())
        else:
            print(found.sentence(), file=sys.stderr)
    return 0 if all_hold else _RECORD_DOES_NOT_HOLD
