"""``mile-bones improve``: improve a trained player, or continue an earlier run."""

from __future__ import annotations

from mile_bones.cli.common import Parser, from_one, place, whole_number
from mile_bones.cli.train import needs_lab, refusals, tell
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Improve the player until a round gains too little. Return the exit status."""
    chosen = _parser().parse_args(words)
    needs_lab()

    from mile_bones import resources
    from mile_bones.lab import workers
    from mile_bones.lab.training.export import NotAPlayerError
    from mile_bones.lab.training.improve import PLAN, Improvement, Plan
    from mile_bones.lab.training.plans import OtherPlanError

    plan = Plan(
        seed=chosen.seed,
        player=str(chosen.player or resources.path("players/expert.npz")),
        champion=str(chosen.champion or resources.path("players/champion.npz")),
        rounds=chosen.rounds,
        batches=chosen.batches,
    )
    with refusals(chosen.folder, PLAN, NotAPlayerError, OtherPlanError, workers.WorkerDied):
        jobs = chosen.jobs or workers.cores()
        improvement = Improvement(plan, chosen.folder)
        improvement.go(jobs, tell)
        improvement.finish(jobs, tell)
    return 0


def _parser() -> Parser:
    parser = Parser(
        "mile-bones improve",
        _(
            "Make a better player out of a trained one: its choices are looked at closely, and it learns from that,\n"
            "round after round, until a round gains less than five points a hand. Needs the extra “lab”."
        ),
        _(
            "DIR keeps the choices that were looked at (round-1 and so on), the player after each round (player-1.npz\n"
            "and so on), what the matches between them brought (rounds.jsonl), and the best player (player.npz),\n"
            "with what the champion needs besides (champion.npz). The same command goes on where the last one\n"
            "stopped. The same seed gives the same players only with the same versions and a\n"
            "processor of the same kind."
        ),
    )
    parser.add_argument(
        "folder", type=place, metavar="DIR", help=_("the folder of the run: a new one, or one to continue")
    )
    parser.add_argument("--seed", type=whole_number, required=True, metavar="S", help=_("the luck of the run"))
    parser.add_argument(
        "--player", type=place, metavar="FILE", help=_("begin with this trained player (.npz); without it, with Expert")
    )
    parser.add_argument(
        "--champion",
        type=place,
        metavar="FILE",
        help=_("what guesses cards and judges (.npz); without it, what Champion does that with"),
    )
    parser.add_argument(
        "--rounds",
        type=whole_number,
        default=4,
        metavar="N",
        help=_("the most rounds (4); with 0 only what Champion needs is made for the player"),
    )
    parser.add_argument(
        "--batches",
        type=from_one,
        default=190,
        metavar="N",
        help=_("the number of batches of about 14,000 choices in a round (190)"),
    )
    parser.add_argument(
        "--jobs", type=from_one, metavar="J", help=_("the number of processes; without it, one for every core")
    )
    return parser
