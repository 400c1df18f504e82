"""``mile-bones [FILE]``: play in the window."""

from __future__ import annotations

import mile_bones
from mile_bones.cli.common import (
    Parser,
    WrongArgumentsError,
    add_game,
    add_game_arguments,
    add_game_options,
    check_game_arguments,
    check_known,
    chosen_options,
    chosen_target,
    place,
    refuse,
    rule_sets,
    which_game,
)
from mile_bones.games import spec
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Open the window. Return the exit status when it has been closed."""
    parser = Parser(
        "mile-bones",
        _("Mile Bones, a card game of 700 miles; Mille, the rummy of Montréal; and Millieu, a game on a cube."),
        _(
            "without a window:\n"
            "  mile-bones replay FILE...   check recorded games and print their score sheets\n"
            "  mile-bones review FILE      tell luck from skill in a recorded game, choice by choice\n"
            "  mile-bones arena A B ...    let two computer players play each other\n"
            "  mile-bones crosstable ...   measure every computer player against every other\n"
            "  mile-bones bot LEVEL        a computer player that speaks over standard input and output\n"
            "  mile-bones train ...        train a computer player by playing against itself\n"
            "  mile-bones improve ...      make a trained computer player better\n"
            "  mile-bones menu             put it into the menu of the desktop, after pipx or uv\n"
            "Each explains itself with --help. A record that is called “replay” opens as ./replay."
        ),
    )
    game = which_game(words)
    known_rules = rule_sets(game)
    parser.add_argument("file", nargs="?", type=place, metavar="FILE", help=_("a recorded game to continue"))
    add_game(parser, usual=False)
    add_game_arguments(parser, game)
    parser.add_argument("--rules", metavar="NAME", help=_("the rules of a new game: {names}").format(names=known_rules))
    add_game_options(parser, game)
    chosen = parser.parse_args(words)
    if chosen.version:
        print(f"Mile Bones {mile_bones.__version__}")
        return 0
    check_known("--rules", chosen.rules, known_rules)
    check_game_arguments(chosen, game)
    if chosen.seed is not None and not spec(game).has_deals:
        raise WrongArgumentsError(_("argument --seed: in {game} nothing is dealt").format(game=spec(game).title()))
    if chosen.file is not None and not chosen.file.is_file():
        raise WrongArgumentsError(_("there is no file “{name}”").format(name=chosen.file))

    target, options = chosen_target(chosen), chosen_options(chosen, game)
    says_more = any(value is not None for value in (chosen.seed, chosen.rules, chosen.level))  # arguments about `game`
    from mile_bones.desktop import display

    if reason := display.why_no_window():
        return refuse(reason)
    from mile_bones.desktop import app

    return app.run(
        file=chosen.file,
        new=chosen.new,
        profile=chosen.profile,
        seed=chosen.seed,
        rules=chosen.rules,
        level=chosen.level,
        target=target,
        options=options,
        game=chosen.game or (game if says_more else None),
    )
