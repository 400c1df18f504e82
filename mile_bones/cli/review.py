"""``mile-bones review FILE``: tell luck from skill in a recorded game, and find the choices that cost something."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.cli.common import CommandError, Parser, from_one, path_name, place, whole_number
from mile_bones.cli.measuring import add_progress, progress_of
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.match.replaying import Replay

_LEAST_WORLDS = 2


def run(words: list[str]) -> int:
    """Review the game and print each hand when it is finished. Return the exit status."""
    parser = Parser(
        "mile-bones review",
        _("Tell luck from skill in a recorded game, hand by hand, and say which choices cost something."),
        _(
            "Every choice is judged by what the player could know: each action that was legal is tried in the same\n"
            "imagined worlds. A hand that is not finished is left out. The result does not depend on --jobs.\n"
            "\n"
            "--json prints one object at the end. “hands” has a list for each hand, with an object for each seat:\n"
            "“hand” (from 1), “seat” (0 or 1), “result” (points ahead of the other), “luck” and “skill”, which add\n"
            "up to it; null where nobody knows them. “choices” has every choice in which something was to be\n"
            "decided: “hand”, “action” (its number in the hand, from 1), “seat”, “chosen” and “best” (as in the\n"
            "record), “cost” (an object with the “points” of this hand and the “chance” to win the game, 0 to 1),\n"
            "“mark” (null, “doubtful”, “mistake” or “blunder”), “reason” (the name of one, null where the best was\n"
            "chosen), “cause” (null or what the best one changes most in the score: a “code”, and a “size” in\n"
            "points), “theme”, and “actions”, the best first, each with its “points” in this hand, its “chance” to\n"
            "win the game, and “worth”, a mix of both that orders them. “gap” is the difference in worth to the\n"
            "best, “se” its standard error, and “loss” the points that the error rate counts. “error_rates” has for\n"
            "each seat the sum of the losses as “cost”, “decisions”, the cost “a_hand”, and both by “themes”.\n"
            "“unfinished”: a hand was left out."
        ),
    )
    parser.add_argument("file", type=path_name, metavar="FILE", help=_("a recorded game"))
    parser.add_argument("--json", action="store_true", help=_("print for machines"))
    parser.add_argument(
        "--worlds", type=_from_two, metavar="N", help=_("the number of imagined worlds for a choice; without it, 2400")
    )
    parser.add_argument(
        "--jobs", type=from_one, metavar="J", help=_("the number of processes; without it, two at most")
    )
    parser.add_argument(
        "--resume",
        type=place,
        metavar="KEPT",
        help=_("keep what is finished in this file, and continue with its content"),
    )
    add_progress(parser)
    return _review(parser.parse_args(words))


def _review(chosen: argparse.Namespace) -> int:
    from mile_bones.games import spec as game_spec
    from mile_bones.lab import review_file, reviewing, workers
    from mile_bones.lab.progress import ReviewLine
    from mile_bones.lab.review_report import ReviewReport
    from mile_bones.match.review import WORLDS, HandReview, gathered, questions
    from mile_bones.players import coach_spec, load_coach

    replay = _read(chosen.file)
    game = replay.record.game
    spec = coach_spec(game)
    if spec is None:
        raise CommandError(_("there is no coach for {game}").format(game=game_spec(game).title()))
    workers.one_thread_each()  # before NumPy is loaded
    found = load_coach(game)
    assert found is not None
    report = ReviewReport(chosen.file, replay, spec, found, chosen.worlds or WORLDS)
    resumed = None if chosen.resume is None else review_file.opened(chosen.resume, replay, report.worlds)
    with progress_of(ReviewLine, chosen) as progress, resumed or contextlib.nullcontext() as kept:
        known = {} if kept is None else kept.finished
        asked = list(questions(replay, known))
        hands = [known[number] for number in sorted(known)]
        if not chosen.json:
            print("\n".join([report.head(), *map(report.hand, hands)]), flush=True)
        if progress is not None:
            over = sum(map(replay.is_over, range(1, replay.hands + 1)))
            progress.begin(asked, over, are_deals=game_spec(game).hands_are_deals)
        pieces = reviewing.reviewed(game, asked, report.worlds, chosen.jobs or reviewing.usual_jobs())
        with contextlib.closing(pieces):
            for piece in pieces:
                if progress is not None:
                    progress.add(piece)
                if isinstance(piece, HandReview):
                    if kept is not None:
                        kept.add(piece)
                    hands.append(piece)
                    if not chosen.json:
                        if progress is not None:
                            progress.close()
                        print(report.hand(piece), flush=True)
    review = gathered(replay, hands)
    print(report.to_json(review) if chosen.json else report.end(review))
    return 0


def _from_two(text: str) -> int:
    """Return the number in ``text``, 2 or more. One world would not give a standard error."""
    number = whole_number(text)
    if number < _LEAST_WORLDS:
        raise argparse.ArgumentTypeError(_("at least {count} are needed").format(count=_LEAST_WORLDS))
    return number


def _read(file: Path) -> Replay:
    from mile_bones.engine.errors import RecordError, ReplayError
    from mile_bones.match.faults import fault_text
    from mile_bones.match.replaying import Replay
    from mile_bones.storage.records import load_record

    text = _("“{name}” cannot be reviewed: {reason}")
    try:
        return Replay(load_record(file))
    except FileNotFoundError:
        raise CommandError(_("there is no file “{name}”").format(name=file)) from None
    except (RecordError, ReplayError) as error:
        raise CommandError(text.format(name=file, reason=fault_text(error))) from error
    except OSError as error:
        raise CommandError(text.format(name=file, reason=error.strerror or error)) from error
