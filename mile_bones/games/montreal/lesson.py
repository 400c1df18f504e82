"""The lesson *First deal*: a prepared deal in which a person learns Mille by playing it.

All cards are fixed, and so are the actions of the computer. Therefore the table at every step is exactly the one that
the words of the step describe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mile_bones.engine.lesson import Lesson, LessonStep, Words
from mile_bones.games.montreal.actions import ADD, DISCARD, LAY, PILE, Action, parse_action
from mile_bones.games.montreal.cards import FULL_DECK, TWO, Card, counted, listed, parse_card, parse_cards, rank_of
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.rules import NAME
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.montreal.state import MontrealState

_YOURS = "2C 4C 6D 7S 7H 9H 10S 10S 10H 10H 10D JD KS KS KH"
_THEIRS = "3H 4H 5S 5D 6C 8S 8H 9S 10D JC QS QH KD AS AC"
_TURNED = "9C"
_DRAWN = "7D 8D 3D AD 10C 6H 10C"
"""The cards drawn in the lesson, in order. In your second and third turn you take the pile, and only the computer
draws.
"""
_LUCK = 1
"""The luck of a reshuffle. It has no effect, because nothing is reshuffled in the lesson."""


def _cards(*texts: str) -> tuple[Card, ...]:
    return parse_cards(" ".join(texts).split())


def new_state() -> MontrealState:
    """Return the start of the lesson's game. Nobody sees the cards of the stock below ``_DRAWN``."""
    known = counted(_cards(_YOURS, _THEIRS, _TURNED, _DRAWN))
    rest = listed(bytes(whole - part for whole, part in zip(FULL_DECK, known, strict=True)))
    hands = _cards(_YOURS), _cards(_THEIRS)
    return MontrealMille().new_state(seed=0, deal=Deal(0, hands, parse_card(_TURNED), (*_cards(_DRAWN), *rest), _LUCK))


_Wrong = Mapping[Action, Words]

_MAY_HOLD = counted(_cards(_YOURS, _TURNED, _DRAWN))
_SETS = [action for action in LAY.values() if all(action.cards.count(card) <= _MAY_HOLD[card] for card in action.cards)]
"""The sets that you may try to lay down in the lesson."""
_WITH_A_WILD = [action for action in _SETS if any(rank_of(card) == TWO for card in action.cards)]


def _added(*cards: str) -> list[Action]:
    """Return all ways to add one of `cards` to a set."""
    return [action for (card, _rank), action in ADD.items() if card in _cards(*cards)]


def _discarded(*cards: str) -> list[Action]:
    """Return the discards of `cards`."""
    return [DISCARD[card] for card in _cards(*cards)]


def _why(*reasons: tuple[Iterable[Action], Words]) -> _Wrong:
    """Return the reasons by action. The last reason for an action counts."""
    return {action: words for actions, words in reasons for action in actions}


def _step(
    topic: str, words: Words, action: str, *replies: str, wrong: _Wrong | None = None, otherwise: Words | None = None
) -> LessonStep:
    """Return a step in which you do `action`. If there are `replies`, the action ends your turn."""
    done = parse_action(action)
    known = {other: why for other, why in (wrong or {}).items() if other != done}
    return LessonStep(
        topic, words, done, tuple(parse_action(reply) for reply in replies), MappingProxyType(known), otherwise
    )


def _too_soon() -> str:
    return _("A discard ends your turn, and there is still something to do.")


def _keep_it() -> str:
    return _("Keep that card for now.")


def _rather_the_pile() -> str:
    return _("That would be one card. The pile brings you more cards, and a set.")


_STEPS = (
    LessonStep(
        "values",
        lambda: _(
            "Welcome to Mille! Each card has a value: 3 to 9 are worth 5 points, a 10, jack, queen or king is worth 10,"
            " an ace is worth 15, and a 2 is worth 20. Two cards are worth more: the jack of diamonds 50, and the queen"
            " of spades 100."
        ),
    ),
    LessonStep(
        "sets",
        lambda: _(
            "You score the cards that you lay down in sets. A set is three or more cards of one rank, such as 7s; the"
            " suits do not matter. You play with two packs, so there are eight cards of each rank."
        ),
    ),
    _step(
        "drawing",
        lambda: _("Every turn begins with a card. You hold two 7s and need a third: draw a card from the stock."),
        "draw",
    ),
    _step(
        "sets",
        lambda: _("A third 7! Lay the three 7s down: that is your first set, worth 15 points."),
        "lay 7S 7H 7D",
        wrong=_why(
            (_SETS, lambda: _("That is a set, too, but it can wait. Lay down the three 7s.")),
            (_WITH_A_WILD, lambda: _("Do not spend the 2 yet. Lay down the three 7s.")),
        ),
        otherwise=_too_soon,
    ),
    _step(
        "discarding",
        lambda: _(
            "A turn ends with a discard. Discard the 4 of clubs: it goes with none of your cards, and has a low value."
        ),
        "discard 4C",
        *("draw", "lay 8S 8H 8D", "discard KD"),
        wrong=_why(
            (_SETS, lambda: _("You may lay these down, but you need not. In your hand they can still take the pile.")),
            ((*_WITH_A_WILD, *_added("2C")), lambda: _("Do not spend the 2 yet. It will soon help you to a set.")),
            (_discarded("2C"), lambda: _("Never discard a 2: it fits into any set.")),
        ),
        otherwise=_keep_it,
    ),
    _step(
        "the pile",
        lambda: _(
            "The computer has discarded a king. Two of your kings take the pile: the three are laid down at once, and"
            " all other cards of the pile come to your hand."
        ),
        "pile KS KS",
        wrong=_why((PILE.values(), lambda: _("Any two kings would do. In this lesson, use the two that are raised."))),
        otherwise=_rather_the_pile,
    ),
    LessonStep(
        "the card turned up",
        lambda: _(
            "The 9 of clubs came with the pile: it is the card that the deal turned up. If it had been a 2, you could"
            " have taken it alone on the very first turn, without a pair."
        ),
    ),
    _step(
        "wilds",
        lambda: _("2s are wild: they stand for any card. Lay down your two 9s with the 2 of clubs as a set."),
        "lay 9H 9C 2C",
        wrong=_why(
            ((*_SETS, *_added("KH")), lambda: _("That comes next. First lay down the 9s with the 2.")),
            ((*_WITH_A_WILD, *_added("2C")), lambda: _("The 9s need the 2: without it they are not a set.")),
        ),
        otherwise=_too_soon,
    ),
    _step(
        "adding",
        lambda: _(
            "You can add cards to your own sets, but not to those of the computer. Add the king of hearts to your"
            " kings."
        ),
        "add KH K",
        wrong=_why((_SETS, lambda: _("That comes next. First add the king."))),
        otherwise=_too_soon,
    ),
    _step(
        "a pair kept",
        lambda: _("Five 10s! Lay down only three of them. If the computer discards a 10, the other two take the pile."),
        "lay 10S 10S 10H",
        wrong=_why((_SETS, lambda: _("Any three 10s would do. In this lesson, use the three that are raised."))),
        otherwise=_too_soon,
    ),
    _step(
        "a pair kept",
        lambda: _("Keep the two 10s, and end your turn: discard the 6 of diamonds."),
        "discard 6D",
        *("draw", "discard 10D"),
        wrong=_why(
            (
                (*_added("10H", "10D"), *_discarded("10H", "10D")),
                lambda: _("Keep the two 10s in your hand, so that you can take the pile with them."),
            )
        ),
        otherwise=_keep_it,
    ),
    _step(
        "a pair kept",
        lambda: _("There is a 10! Take the pile with your pair: your set grows to six 10s."),
        "pile 10H 10D",
        otherwise=_rather_the_pile,
    ),
    LessonStep(
        "chapeau",
        lambda: _(
            "A player with no card left goes out, which ends the deal. The cards still in the other player’s hand are"
            " then taken off that player’s points. If less than nothing is left, it is a chapeau, French for hat, and"
            " gets a circle."
        ),
    ),
    _step(
        "chapeau",
        lambda: _("So do not keep valuable cards too long. Discard the jack of diamonds: it could cost you 50 points."),
        "discard JD",
        *("draw", "lay AS AD AC", "discard 9S"),
        otherwise=lambda: _("That card costs you only 5 points. Discard the jack of diamonds."),
    ),
    _step(
        "naturals",
        lambda: _(
            "All eight cards of a rank in one set, without a wild, are a natural: they count double, and you get a"
            " star. You have six 10s. Draw a card."
        ),
        "draw",
    ),
    _step("naturals", lambda: _("The seventh 10! Add it to your 10s."), "add 10C 10", otherwise=_too_soon),
    _step(
        "naturals",
        lambda: _("Only one 10 is missing now. Discard the 6 of diamonds."),
        "discard 6D",
        *("draw", "discard JC"),
        otherwise=_keep_it,
    ),
    _step("naturals", lambda: _("Is it the last 10? Draw a card, and see."), "draw"),
    _step("naturals", lambda: _("It is! Add the eighth 10: a natural."), "add 10C 10", otherwise=_too_soon),
    LessonStep(
        "naturals",
        lambda: _(
            "There is a second kind of natural: if you go out and no 2 is wild in your sets, everything counts double."
            " Your 9s have a wild this time. Go out without a wild whenever you can."
        ),
    ),
    LessonStep(
        "cards in hand",
        lambda: _(
            "You hold one card, the computer still nine. If you go out now, the values of those nine are taken off its"
            " points."
        ),
    ),
    _step(
        "going out",
        lambda: _(
            "You go out when you have no card left, and that ends the deal. Discard the 4 of clubs, your last card."
        ),
        "discard 4C",
    ),
)

LESSON = Lesson(
    title=lambda: _("First deal"),
    line=lambda: _("Learn the game by playing it, in ten minutes."),
    rules=NAME,
    new_state=new_state,
    steps=_STEPS,
    end_title=lambda: _("Now you know Mille"),
    end_words=lambda: _(
        "165 points for the cards laid down and 80 more for the natural: 245 in one deal. The computer loses 145 for"
        " its hand, and has a chapeau.\n\nDeal after deal is added up until somebody has 1,200 points. If there are"
        " stakes, the loser then pays for the difference, the game, the winner’s naturals and the loser’s"
        " chapeaux.\n\nHelp on everything is one key away: F1."
    ),
)
