"""``mile-bones crosstable``: measure every computer player against every other."""

from __future__ import annotations

from mile_bones.cli.common import (
    CommandError,
    Names,
    Parser,
    WrongArgumentsError,
    add_game,
    check_known,
    levels,
    place,
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


def run(words: list[str]) -> int:
    """Play all matches and print the table. Return the exit status."""
    game = which_game(words)
    known_levels, known_rules = levels(game), rule_sets(game)
    chosen = _parser(game, known_levels, known_rules).parse_args(words)
    for name in chosen.levels:
        check_known("--levels", name, known_levels)
    for name in chosen.rules:
        check_known("--rules", name, known_rules)
    slow_hands = chosen.hands if chosen.slow_hands is None else chosen.slow_hands
    slow_games = chosen.games if chosen.slow_games is None else chosen.slow_games
    if has_hands(game):
        check_even(game, chosen.hands, chosen.games, slow_games)
        check_even(game, slow_hands, argument="--slow-hands")
    else:
        check_even(game, chosen.games, argument="--games")
        check_even(game, slow_games, argument="--slow-games")
    if len(set(chosen.levels)) < 2:
        raise WrongArgumentsError(_("argument --levels: at least two different ones are needed"))

    from mile_bones.lab import crosstable, crosstable_report, workers

    if chosen.adjusted:
        check_luck(chosen.game)
    plan = crosstable.Plan(
        levels=tuple(name for name in known_levels if name in chosen.levels),
        rules=tuple(name for name in known_rules if name in chosen.rules),
        hands=chosen.hands,
        slow_hands=slow_hands,
        games=chosen.games,
        slow_games=slow_games,
        seed=chosen.seed,
        game=game,
        adjusted=chosen.adjusted,
    )
    try:
        if chosen.write is not None:
            crosstable_report.check_document(chosen.write, game)  # checked now, and not after hours of measuring
        with under_way(chosen) as progress, elsewhere(chosen) as spread:
            table = crosstable.measure(plan, chosen.jobs or workers.cores(), chosen.resume, progress, spread)
        if chosen.write is not None:
            crosstable_report.write_document(chosen.write, table)
    except crosstable_report.DocumentError as error:
        raise CommandError(str(error)) from error
    if chosen.json:
        print(crosstable_report.crosstable_json(table))
    elif chosen.csv:
        print(crosstable_report.crosstable_csv(table))
    elif chosen.markdown:
        print(crosstable_report.crosstable_markdown(table))
    else:
        print(crosstable_report.crosstable_text(table))
    return 0


def _parser(game: str, known_levels: Names, known_rules: Names) -> Parser:
    parser = Parser(
        "mile-bones crosstable",
        _("Measure every computer player against every other, under all rules."),
        _(
            "Each match is one of “mile-bones arena”: --json prints a list of its objects, --csv a line for each.\n"
            "With --resume, every match is kept in its own file in DIR and continues from there."
        ),
    )
    add_game(parser)
    add_numbers(parser, game)
    parser.add_argument(
        "--seed", type=whole_number, required=True, metavar="S", help=_("the same number gives the same hands")
    )
    fewer = _("how many games where a player takes part that thinks for long; without it, as many as elsewhere")
    if has_hands(game):
        parser.add_argument(
            "--slow-hands",
            type=whole_number,
            metavar="M",
            help=_("how many hands where a player takes part that thinks for long; without it, as many as elsewhere"),
        )
        fewer = _("how many games there; without it, as many as elsewhere")
    else:
        parser.set_defaults(slow_hands=0)
    parser.add_argument("--slow-games", type=whole_number, metavar="G", help=fewer)
    parser.add_argument(
        "--levels",
        nargs="+",
        default=known_levels,
        metavar="NAME",
        help=_("these players only: {names}").format(names=known_levels),
    )
    parser.add_argument(
        "--rules",
        nargs="+",
        default=known_rules,
        metavar="NAME",
        help=_("these rules only: {names}").format(names=known_rules),
    )
    add_adjusted(parser, _("put what the results are without the luck of the cards into the tables"))
    add_running(parser, "DIR", _("keep what is finished in this folder, and continue with its content"))
    parser.add_argument(
        "--write",
        type=place,
        metavar="DOCUMENT",
        help=_("put the table into this Markdown document, between its two “crosstable” marks"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("print a list for machines"))
    form.add_argument("--csv", action="store_true", help=_("print a table for machines"))
    form.add_argument("--markdown", action="store_true", help=_("print a table for a document"))
    return parser
