"""``mile-bones train``: train a player by self-play, or continue an earlier run."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from mile_bones.cli.common import (
    CommandError,
    Parser,
    WrongArgumentsError,
    from_one,
    place,
    tell_interrupted,
    whole_number,
)
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Train to the end of the plan. Return the exit status."""
    chosen = _parser().parse_args(words)
    if chosen.memory and chosen.against is None:
        raise WrongArgumentsError(_("argument --memory: it needs --against"))
    device = _device(chosen.device)

    from mile_bones.lab import workers
    from mile_bones.lab.training.export import NotAPlayerError
    from mile_bones.lab.training.networks import WidthError
    from mile_bones.lab.training.plans import OtherPlanError
    from mile_bones.lab.training.train import CHECKPOINT, DamagedError, Plan, Run

    plan = Plan(
        seed=chosen.seed,
        choices=chosen.millions * 1_000_000,
        hidden=chosen.hidden,
        cores=chosen.cores or workers.cores(),
        device=device,
        against=str(chosen.against) if chosen.against else None,
        memory=chosen.memory,
        start=str(chosen.start) if chosen.start else None,
    )
    with refusals(chosen.folder, CHECKPOINT, DamagedError, NotAPlayerError, OtherPlanError, WidthError):
        training = Run.open(plan, chosen.folder)
        training.go(tell)
        training.finish(tell)
    return 0


@contextlib.contextmanager
def refusals(folder: Path, begun: str, *errors: type[Exception]) -> Iterator[None]:
    """Raise CommandError in place of ``errors`` and of errors of the disk, in a long run.

    After Ctrl+C, report how to continue, if the file ``begun`` in ``folder`` shows that there is a run to continue.
    """
    try:
        yield
    except errors as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        if error.filename is None:  # an error of the output, from `tell`
            raise
        raise CommandError(
            _("“{file}” cannot be used: {reason}").format(file=error.filename, reason=error.strerror)
        ) from error
    except KeyboardInterrupt:
        if (folder / begun).exists():
            tell_interrupted(folder)
        raise


def _parser() -> Parser:
    parser = Parser(
        "mile-bones train",
        _("Make a player by letting a network play against itself. Needs the extra “lab”."),
        _(
            "DIR keeps the checkpoint (checkpoint.pt), the strength as it grows (curve.jsonl) and the player\n"
            "(player.npz), at the end also what the champion needs (champion.npz). The same command goes on where\n"
            "the last one stopped, at most two minutes lost. The same seed gives the same player only with the same\n"
            "versions, cores and device."
        ),
    )
    parser.add_argument(
        "folder", type=place, metavar="DIR", help=_("the folder of the run: a new one, or one to continue")
    )
    parser.add_argument("--seed", type=whole_number, required=True, metavar="S", help=_("the luck of the run"))
    parser.add_argument(
        "--millions",
        type=from_one,
        default=150,
        metavar="N",
        help=_("the number of million choices to learn from (150)"),
    )
    parser.add_argument("--hidden", type=from_one, default=256, metavar="N", help=_("the width of the network (256)"))
    parser.add_argument(
        "--against",
        type=place,
        metavar="FILE",
        help=_("play all hands against this trained player (.npz), which does not learn: what a new one gains"),
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help=_("with --against: remember what that one did last, which no player of the game does"),
    )
    parser.add_argument(
        "--start",
        type=place,
        metavar="FILE",
        help=_("begin as this trained player (.npz), not as one that knows nothing"),
    )
    parser.add_argument("--cores", type=from_one, metavar="N", help=_("the number of cores to use; without it, all"))
    parser.add_argument("--device", metavar="NAME", help=_("cpu or cuda; without it, a GPU where there is one"))
    return parser


def needs_lab() -> None:
    """Raise CommandError if the packages for training are not installed."""
    try:
        import numba  # noqa: F401  # without it this would take weeks
        import torch  # noqa: F401
    except ModuleNotFoundError as error:
        raise CommandError(
            _("“{name}” is missing; it belongs to the extra “lab”: pip install 'mile-bones[lab]'").format(
                name=error.name
            )
        ) from None
    except ImportError as error:  # such as a numba that is too old for this NumPy
        raise CommandError(_("the extra “lab” does not work here: {reason}").format(reason=error)) from None


def _device(wanted: str | None) -> str:
    """Return the device to calculate on. Raise CommandError if the packages for training are not installed."""
    needs_lab()
    import torch

    device = wanted or ("cuda" if torch.cuda.is_available() else "cpu")
    if device not in ("cpu", "cuda") or (device == "cuda" and not torch.cuda.is_available()):
        raise WrongArgumentsError(_("argument --device: there is no “{name}” here").format(name=device))
    return device


def tell(line: str) -> None:
    """Print one line about a long run, with the time of day."""
    print(time.strftime("%H:%M:%S"), line, flush=True)
