"""``mile-bones arena A B``: measure a computer player against another, or against an external program."""

from __future__ import annotations

import argparse
import sys
from math import isfinite

from mile_bones.cli.common import (
    CommandError,
    Names,
    Parser,
    WrongArgumentsError,
    add_game,
    add_game_options,
    argument_for,
    check_known,
    chosen_options,
    chosen_target,
    rule_sets,
    which_game,
    whole_number,
)
from mile_bones.cli.measuring import (
    add_adjusted,
    add_numbers,
    add_running,
    check_even,
    check_luck,
    elsewhere,
    has_hands,
    under_way,
)
from mile_bones.i18n import gettext as _

_TIME_LIMIT = 10.0
_ON_INPUT = "-"
_FORFEIT = 1  # the exit status if the external program has forfeited


def run(words: list[str]) -> int:
    """Play the match and print the result. Return the exit status."""
    from mile_bones.lab import opponents

    game = which_game(words)
    known, known_rules = Names(opponents.names(game)), rule_sets(game)
    chosen = _parser(game, known, known_rules).parse_args(words)
    check_known("A", chosen.a, known)
    check_known("B", chosen.b, known)
    check_known("--rules", chosen.rules, known_rules)
    if has_hands(game):
        check_even(game, chosen.hands, chosen.games)
    else:
        check_even(game, chosen.games, argument="--games")
    if not chosen.games and (chosen_target(chosen) is not None or chosen_options(chosen, game)):
        raise WrongArgumentsError(_("a target and other options are those of whole games: --games G"))
    if (chosen.b is None) == (chosen.external is None):
        raise WrongArgumentsError(_("A needs one opponent: B, or --external with a command"))
    if chosen.external is None:
        return _internal(chosen)
    _check_external(chosen)
    if chosen.seed not in (None, _ON_INPUT):
        from mile_bones.lab.protocol.secrecy import begin_anew

        begin_anew(["arena", *words], ["arena", *_without_seed(words)], f"{chosen.seed}\n")
    return _external(chosen)


def _parser(game: str, known: Names, known_rules: Names) -> Parser:
    parser = Parser(
        "mile-bones arena",
        _("Let two computer players play each other, and say by how much the one is better."),
        _(
            "Every deal is played twice with the seats swapped, so N hands are N / 2 deals. --json prints an object:\n"
            "“mean” is the difference in points a hand (A less B), “se” its standard error, “interval” where it lies\n"
            "with a confidence of 95%, “hands” their number, “game_share” the share of the whole “games” that A\n"
            "won (“won”, “lost”, “drawn”), a drawn one counted half, with its “game_interval”; null stands for what\n"
            "was not measured; “target” and “options” are there where they were asked for. --csv prints the same as\n"
            "a table. --external has an object of its own: docs/protocol.md describes it.\n"
            "\n"
            "With --adjusted the luck of every hand is reckoned: what its deal and each card that was drawn did for A\n"
            "beyond what cards do on average. The first line is the result as it was played; the second, called\n"
            "luck-adjusted, is that of the same hands less their luck. Both mean the same difference; the second is\n"
            "surer, and says how many times as many hands with their luck would be as sure. --json has it as\n"
            "“adjusted_mean”, “adjusted_se”, “adjusted_interval” and “worth”.\n"
            "\n"
            "In a game in which nothing is dealt there are games only, and A begins half of them: “as_first” tells of\n"
            "these, “as_second” of the others.\n"
            "\n"
            "The result does not depend on --jobs or --ray. With --resume, finished parts are kept in FILE, and a\n"
            "match that was broken off continues from there; a larger --hands or --games lets it grow.\n"
            "\n"
            "A program from outside shall not know the cards: with --external leave --seed out, and the cards follow\n"
            "from a secret, which is printed at the end. “--seed -” reads a number or such a secret from the standard\n"
            "input, to deal the same cards once more. A small number can be found out by trying."
        ),
    )
    parser.add_argument("a", metavar="A", help=_("a player: {names}").format(names=known))
    parser.add_argument("b", nargs="?", metavar="B", help=_("its opponent"))
    parser.add_argument("--external", metavar="COMMAND", help=_("its opponent is the program that this command starts"))
    parser.add_argument(
        "--time-limit", type=_seconds, metavar="SECONDS", help=_("that program loses when an answer takes longer (10)")
    )
    add_game(parser)
    add_numbers(parser, game)
    parser.add_argument(
        "--seed",
        type=_seed,
        metavar="S",
        help=_("the same number gives the same hands; - reads it from the standard input"),
    )
    parser.add_argument(
        "--rules",
        default=known_rules[0],
        metavar="NAME",
        help=_("the rules: {names}; without it, {usual}").format(names=known_rules, usual=known_rules[0]),
    )
    add_game_options(
        parser, game, target_help=_("the points that win a whole game: {offered} or any others; without it, the first")
    )
    add_adjusted(parser, _("tell besides what the result is without the luck of the cards"))
    add_running(parser, "FILE", _("keep what is finished in this file, and continue with its content"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("print an object for machines"))
    form.add_argument("--csv", action="store_true", help=_("print a table for machines"))
    return parser


def _internal(chosen: argparse.Namespace) -> int:
    if chosen.time_limit is not None:
        raise WrongArgumentsError(_("--time-limit is for --external alone"))
    if chosen.seed is None:
        raise WrongArgumentsError(_("a number is needed: --seed S"))
    seed = _read_seed() if chosen.seed == _ON_INPUT else chosen.seed

    from mile_bones.lab import arena, arena_report, workers

    if chosen.adjusted:
        check_luck(chosen.game)
    with under_way(chosen) as progress, elsewhere(chosen) as spread:
        result = arena.play(
            chosen.a,
            chosen.b,
            hands=chosen.hands,
            seed=seed,
            games=chosen.games,
            rules=chosen.rules,
            game=chosen.game,
            target=chosen_target(chosen),
            options=chosen_options(chosen, chosen.game),
            jobs=chosen.jobs or workers.cores(),
            resume=chosen.resume,
            watch=progress,
            adjusted=chosen.adjusted,
            elsewhere=spread,
        )
    if chosen.json:
        print(arena_report.arena_json(result))
    elif chosen.csv:
        print(arena_report.arena_csv([result]))
    else:
        print(arena_report.arena_text(result))
    return 0


def _check_external(chosen: argparse.Namespace) -> None:
    given = [
        name
        for name, value in (
            ("--jobs", chosen.jobs),
            ("--ray", chosen.ray),
            ("--resume", chosen.resume),
            ("--csv", chosen.csv or None),
            ("--target", chosen_target(chosen)),
            *((argument_for(name), value) for name, value in chosen_options(chosen, chosen.game).items()),
            ("--adjusted", chosen.adjusted or None),
        )
        if value is not None
    ]
    if given:
        raise WrongArgumentsError(_("{argument} does not go with --external").format(argument=given[0]))


def _external(chosen: argparse.Namespace) -> int:
    from mile_bones.lab.deals import fresh_secret
    from mile_bones.lab.protocol.lines import short
    from mile_bones.lab.protocol.match import play_external
    from mile_bones.lab.protocol.report import external_json, external_text
    from mile_bones.lab.protocol.secrecy import hide_memory

    hide_memory()
    if chosen.seed is None:
        seed = fresh_secret()
    else:
        seed = _read_seed() if chosen.seed == _ON_INPUT else chosen.seed
    with under_way(chosen) as progress:
        result = play_external(
            chosen.a,
            chosen.external,
            hands=chosen.hands,
            seed=seed,
            games=chosen.games,
            rules=chosen.rules,
            game=chosen.game,
            time_limit=_TIME_LIMIT if chosen.time_limit is None else chosen.time_limit,
            watch=progress,
        )
    if result.forfeit is not None and result.forfeit.code == "not_started":
        text = _("argument --external: “{command}” {reason}")
        raise WrongArgumentsError(text.format(command=short(chosen.external), reason=result.forfeit.reason))
    print(external_json(result) if chosen.json else external_text(result))
    return 0 if result.forfeit is None else _FORFEIT


def _seed(text: str) -> int | str:
    """Return a number, the secret of an earlier match, or "-" if the seed is on the standard input."""
    from mile_bones.lab.deals import DIGITS

    if text == _ON_INPUT:
        return text
    if len(text) == DIGITS and text.isascii() and text.isdigit() and not text.startswith("0"):
        return int(text)
    return whole_number(text)


def _read_seed() -> int:
    """Return the seed from the standard input. Raise CommandError if there is none."""
    if sys.stdin is None:  # None on Windows without a console
        raise CommandError(_("there is no standard input to read the seed from"))
    if sys.stdin.isatty():
        print(_("Seed: "), end="", file=sys.stderr, flush=True)
    try:
        return int(_seed(sys.stdin.readline().strip()))
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise CommandError(_("the standard input has no seed: {reason}").format(reason=error)) from None


def _without_seed(words: list[str]) -> list[str]:
    """Return the arguments with "-" in place of the seed, so that other programs cannot see the seed."""
    hidden = [f"--seed={_ON_INPUT}" if word.startswith("--seed=") else word for word in words]
    for place, word in enumerate(hidden[:-1]):
        if word == "--seed":
            hidden[place + 1] = _ON_INPUT
    return hidden


def _seconds(text: str) -> float:
    """Return a positive number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(_("“{text}” is not a number of seconds").format(text=text))
    return number
