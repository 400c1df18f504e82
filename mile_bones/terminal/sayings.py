"""The short sentences about mistakes, which fit into the score window's last line, and the help page.

All other sentences are in the game's ``words``.
"""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.engine.errors import Refusal
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext


def mistake(refusal: Refusal, opponent: str) -> str:
    """Return why the rules forbid an action. ``opponent`` is the opponent's name."""
    if refusal.code in _ABOUT_THE_OPPONENT:
        return _ABOUT_THE_OPPONENT[refusal.code]().format(name=opponent)
    return _MISTAKES[refusal.code](*refusal.values)


def _first(_trouble: Card, cure: Card) -> str:
    return _("play {card} first").format(card=card_name(cure))


def _coup_or_pick(safety: Card) -> str:
    # Translators: 38 columns with the name of any safety: it is a coup fourré now, and no longer when a card was picked
    return _("use {card}, or pick (no coup)").format(card=card_name(safety))


def _too_far(left: int) -> str:
    return ngettext("too far: {left} mile to go", "too far: {left} miles to go", left).format(left=left)


def _nothing_to_cure(card: Card) -> str:
    return {
        Card.GASOLINE: _("you are not out of gas"),
        Card.SPARE_TIRE: _("you have no flat tire"),
        Card.REPAIRS: _("you have had no accident"),
    }[card]


_MISTAKES: dict[str, Callable[..., str]] = {
    "game_over": lambda: _("the game is over"),
    "hand_over": lambda: _("the hand is over"),
    "not_your_turn": lambda: _("it is not your turn"),
    "draw_first": lambda: _("pick a card first"),
    "coup_or_draw": _coup_or_pick,
    "drawn_already": lambda: _("you have picked already"),
    "deck_is_out": lambda: _("the deck is out: use or discard"),
    "answer_first": lambda: _("answer the question first"),
    "no_question": lambda: _("nobody has asked"),
    "not_in_hand": lambda _card: _("you do not hold this card"),
    "keep_safeties": lambda _card: _("a safety may not be discarded"),
    "need_go": lambda: _("you need a Go first"),
    "stopped_by": _first,
    "remedy_first": _first,
    "too_far": _too_far,
    "limit": lambda: _("only 25 and 50 under a Speed Limit"),
    "too_many_200s": lambda most: _("only {most} cards with 200 miles in a hand").format(most=most),
    "protected": lambda card: _("protected by {card}").format(card=card_name(card)),
    "limited_already": lambda: _("there is a Speed Limit already"),
    "no_limit": lambda: _("you have no Speed Limit"),
    "going_already": lambda: _("you are going already"),
    "nothing_to_cure": _nothing_to_cure,
}
_ABOUT_THE_OPPONENT: dict[str, Callable[[], str]] = {
    "not_going": lambda: _("{name} is not going"),
    "hit_already": lambda: _("{name} is stopped already"),
}
CODES = frozenset({*_MISTAKES, *_ABOUT_THE_OPPONENT})
"""All codes that have words."""


def help_lines() -> tuple[str, ...]:
    """Return the lines of the page that the key ? shows."""
    return (
        _("COMMANDS, in upper or lower case"),
        "",
        _("P  pick a card from the deck; it comes to slot P"),
        _("U  use a card: then the number of its slot, or P, and Return or Space"),
        _("D  discard a card, in the same way"),
        _("O  order the hand, or stop ordering it"),
        _("W  turn the score window: commands, or the final scoring"),
        _("S  save the game in a file"),
        _("R  draw the screen again; Ctrl+L does the same"),
        _("Q  quit, after a question; Delete and Ctrl+C do the same, Ctrl+Z suspends"),
        _("?  this page"),
        "",
        _("Before Return, Backspace erases the number, Ctrl+U and Escape the whole command."),
        "",
        _("A safety that answers the card just played on you is a coup fourré: use it before you pick."),
        "",
        _("The game is saved by itself; the next start goes on here."),
        "",
        _("Press any key to continue."),
    )
