"""The lesson *First hand*: a prepared deal in which a person learns the game by playing it.

All cards are fixed, and so are the actions of the computer. Therefore the table at every step is exactly the one that
the words of the step describe. The words are true under both rule sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mile_bones.engine.lesson import Lesson, LessonStep, Words
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.cards import DISTANCES, Card, parse_cards
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.rules import MILE_BONES
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.milebones.state import MileBonesState

_YOURS = "200 100 75 50 GASOLINE EXTRA_TANK"
_THEIRS = "GO SPEED_LIMIT 75 FLAT_TIRE 50 100"
_DRAWN = (
    # for each turn, the cards that you draw and those that the computer draws
    *("GO 100", "100 25", "25 100", "END_OF_LIMIT REPAIRS", "200 25", "SPARE_TIRE 100", "GO SPARE_TIRE"),
    *("25 OUT_OF_GAS", "50 25 100", "STOP 50", "REPAIRS GO", "100"),  # third turn: two cards for the coup fourré
)


def _deal() -> Deal:
    """Return the deal of the whole deck: the cards drawn in the lesson come first, and nobody sees the rest."""
    hands = parse_cards(_YOURS.split()), parse_cards(_THEIRS.split())
    drawn = parse_cards(" ".join(_DRAWN).split())
    dealt = Counter((*hands[0], *hands[1], *drawn))
    rest = [card for card in Card for _copy in range(MILE_BONES.deck[card] - dealt[card])]
    return Deal(0, hands, (*drawn, *rest))


def new_state() -> MileBonesState:
    """Return the start of the lesson's game."""
    return MileBones(MILE_BONES).new_state(seed=0, deal=_deal())


_Wrong = Mapping[Action, Words]


def _draw(topic: str, words: Words) -> LessonStep:
    return LessonStep(topic, words, DRAW, otherwise=lambda: _("First draw a card: every turn begins with one."))


def _turn(
    topic: str, words: Words, action: Action, *reply: Action, wrong: _Wrong | None = None, otherwise: Words
) -> LessonStep:
    """Return a step of the lesson: your choice in a turn, after which the computer draws and replies.

    Playing or discarding Extra Tank is always wrong here: the card must be held until it answers a hazard.
    """
    known = {**_HOLD, **(wrong or {})}
    replies = (DRAW, *reply) if reply else ()
    return LessonStep(topic, words, action, replies, MappingProxyType(known), otherwise)


_HOLD: _Wrong = {
    PLAY[Card.EXTRA_TANK]: lambda: _(
        "Extra Tank is a safety, and worth most when it answers a hazard. Keep it in your hand a little longer."
    ),
    DISCARD[Card.EXTRA_TANK]: lambda: _("Never throw a safety away. Extra Tank will be worth 400 points to you."),
}

_STEPS = (
    LessonStep(
        "table",
        lambda: _(
            "Welcome! You and the computer drive along one road, and whoever is first to cover exactly 700 miles"
            " completes the trip. The six cards in the middle are yours."
        ),
    ),
    _draw("draw", lambda: _("Every turn is alike: draw one card, then play one or throw one away. Draw a card now.")),
    _turn(
        "go",
        lambda: _("A green light! Nobody drives without one. Play Go on your Battle pile, and the road is open."),
        PLAY[Card.GO],
        PLAY[Card.GO],
        otherwise=lambda: _("Keep that card. Without Go you cannot move at all, so Go comes first."),
    ),
    _draw("draw", lambda: _("The computer has its green light as well, so let us be quick. Draw a card.")),
    _turn(
        "distance",
        lambda: _(
            "Now drive! Distance cards add up to your trip. Play 200 Miles, the longest; you may play only two of them"
            " in a hand."
        ),
        PLAY[Card.MILES_200],
        PLAY[Card.SPEED_LIMIT],
        wrong={
            PLAY[Card.MILES_100]: lambda: _("That would do, but you can go twice as far: play 200 Miles."),
            PLAY[Card.MILES_75]: lambda: _("That would do, but you can go a good deal further: play 200 Miles."),
            PLAY[Card.MILES_50]: lambda: _("That would do, but you can go a good deal further: play 200 Miles."),
        },
        otherwise=lambda: _("Nothing stops you, so do not throw a card away. Play 200 Miles."),
    ),
    _draw("limit", lambda: _("A Speed Limit! It allows no more than 50 miles a turn. Draw a card.")),
    _turn(
        "limit",
        lambda: _(
            "A limit slows you down, but does not stop you: 25 and 50 are allowed, 75 and more are not. Play 50 Miles."
        ),
        PLAY[Card.MILES_50],
        PLAY[Card.MILES_75],
        wrong={PLAY[Card.MILES_25]: lambda: _("Allowed, but 50 Miles takes you twice as far.")},
        otherwise=lambda: _("You still can drive, so do not throw a card away. Play 50 Miles."),
    ),
    _draw("limit", lambda: _("250 miles. What would help you now? Draw a card, and see.")),
    _turn(
        "end of limit",
        lambda: _("Just what you need: every hazard has its remedy. Put End of Limit on the Speed Limit."),
        PLAY[Card.END_OF_LIMIT],
        PLAY[Card.FLAT_TIRE],
        wrong={PLAY[Card.MILES_25]: lambda: _("25 miles now, or 100 in each turn to come? End the limit first.")},
        otherwise=lambda: _("Do not throw a card away: End of Limit helps you at once. Play it."),
    ),
    _draw("hazard", lambda: _("A Flat Tire! This hazard stops you until a Spare Tire lies upon it. Draw a card.")),
    _turn(
        "discard",
        lambda: _(
            "No Spare Tire, so you throw a card away. Which? Extra Tank will keep you from running out of gas, and you"
            " need no Gasoline beside it. Discard Gasoline."
        ),
        DISCARD[Card.GASOLINE],
        PLAY[Card.MILES_100],
        otherwise=lambda: _("Those miles will be needed, as soon as the tire is changed. Discard Gasoline."),
    ),
    _draw("remedy", lambda: _("The computer drives on. Perhaps there is a Spare Tire for you this time. Draw a card.")),
    _turn(
        "remedy",
        lambda: _("There it is. Put the Spare Tire on the Flat Tire."),
        PLAY[Card.SPARE_TIRE],
        PLAY[Card.MILES_50],
        otherwise=lambda: _("You cannot drive with a flat tire. Play the Spare Tire."),
    ),
    _draw("go again", lambda: _("The tire is changed, but after a stop you need a green light again. Draw a card.")),
    _turn(
        "go again",
        lambda: _("Go once more: play it on your Battle pile. After every such hazard it takes two cards to drive on."),
        PLAY[Card.GO],
        PLAY[Card.MILES_100],
        otherwise=lambda: _("You are still standing there. Play Go."),
    ),
    _draw("hold", lambda: _("The road is open, and the computer is ahead of you: 325 miles to 250. Draw a card.")),
    _turn(
        "hold",
        lambda: _(
            "Play 200 Miles, and hold Extra Tank back. On the table a safety is worth 100 points; in your hand it lies"
            " in wait for an Out of Gas."
        ),
        PLAY[Card.MILES_200],
        PLAY[Card.OUT_OF_GAS],
        wrong={
            PLAY[Card.EXTRA_TANK]: lambda: _(
                "It would be safe there, and bring 100 points. But if it answers an Out of Gas at once, it brings 400:"
                " hold it."
            ),
            PLAY[Card.MILES_100]: lambda: _(
                "That would do, but you hold a 200, the second that is allowed. Play that."
            ),
            PLAY[Card.MILES_75]: lambda: _("That would do, but you hold a 200, the second that is allowed. Play it."),
            PLAY[Card.MILES_25]: lambda: _("That would do, but you hold a 200, the second that is allowed. Play it."),
        },
        otherwise=lambda: _("Nothing stops you, so do not throw a card away. Play 200 Miles."),
    ),
    LessonStep(
        "coup fourré",
        lambda: _(
            "Out of Gas, and you have waited for that! Do not draw: play Extra Tank right now. It is a coup fourré,"
            " worth 300 points more."
        ),
        PLAY[Card.EXTRA_TANK],
        wrong=MappingProxyType(
            {
                DRAW: lambda: _(
                    "Whoever draws gives the coup fourré up, and its 300 points. Play Extra Tank before you draw."
                )
            }
        ),
    ),
    _turn(
        "coup fourré",
        lambda: _(
            "400 points! You cannot run out of gas any more in this hand, you need no other Go, and two cards have"
            " come to you. It is still your turn: play 100 Miles."
        ),
        PLAY[Card.MILES_100],
        PLAY[Card.MILES_100],
        wrong={
            PLAY[Card.MILES_75]: lambda: _("100 Miles takes you further, and leaves 150: that is 100 and 50."),
            PLAY[Card.MILES_50]: lambda: _("Keep the 50 for the end of the trip. 100 Miles takes you further."),
            PLAY[Card.MILES_25]: lambda: _("100 Miles takes you further."),
        },
        otherwise=lambda: _("Nothing stops you, so do not throw a card away. Play 100 Miles."),
    ),
    _draw("attack", lambda: _("550 miles for you, 425 for the computer. The race is close. Draw a card.")),
    _turn(
        "attack",
        lambda: _(
            "Hazards are for the other driver. Put Stop on the Battle pile of the computer: it cannot drive until it"
            " finds a Go."
        ),
        PLAY[Card.STOP],
        DISCARD[Card.MILES_25],
        wrong=dict.fromkeys(
            (PLAY[card] for card in DISTANCES),
            lambda: _("You will drive on next time. First stop the computer, while it can be stopped."),
        ),
        otherwise=lambda: _("Do not throw a card away: Stop is of use at once. Play it on the computer."),
    ),
    _draw("exact finish", lambda: _("The computer has no Go, and had to throw a card away. Draw a card.")),
    _turn(
        "exact finish",
        lambda: _("150 miles to go, and it must be exactly 700 in the end. Plan it: 100 now, and 50 next time."),
        PLAY[Card.MILES_100],
        PLAY[Card.GO],
        wrong={
            PLAY[Card.MILES_75]: lambda: _("Then 75 are left, and you have no second 75. Play 100 Miles."),
            PLAY[Card.MILES_50]: lambda: _(
                "50 now and 100 next time makes 700 as well. But a Speed Limit would hold up the 100, and never the 50:"
                " keep the 50 for the end."
            ),
            PLAY[Card.MILES_25]: lambda: _("100 Miles brings you within one card of the end. Play that."),
        },
        otherwise=lambda: _("Nothing stops you, so do not throw a card away. Play 100 Miles."),
    ),
    _draw("exact finish", lambda: _("650 miles, and the computer has found its Go. This is your chance. Draw a card.")),
    _turn(
        "exact finish",
        lambda: _("75 and 100 would go too far, and are not allowed. 50 is exact: play 50 Miles, and you are there."),
        PLAY[Card.MILES_50],
        wrong={PLAY[Card.MILES_25]: lambda: _("25 leaves 25 to go. 50 ends the trip at once.")},
        otherwise=lambda: _("Do not throw it away now: 50 Miles is all it takes."),
    ),
    LessonStep(
        "end of the trip",
        lambda: _("You made it! You could go on to 1,000 miles and risk the points for the trip. Today end it here."),
        END_TRIP,
        wrong=MappingProxyType(
            {EXTEND: lambda: _("That is for another day: 400 points are yours now, and would be at risk. End it here.")}
        ),
    ),
)

LESSON = Lesson(
    title=lambda: _("First hand"),
    line=lambda: _("Learn the game by playing it, in five minutes."),
    rules=MILE_BONES.name,
    new_state=new_state,
    steps=_STEPS,
    end_title=lambda: _("Now you know the road"),
    end_words=lambda: _(
        "700 points for the miles, 100 for the safety, 300 more for the coup fourré, and 400 for the trip: 1,500 in one"
        " hand. A game goes on like this, hand after hand, until somebody has 5,000.\n\nHelp on everything is one key"
        " away: F1."
    ),
)
