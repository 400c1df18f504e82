"""The words of Mile Bones: cards, piles, refusals, events, prompts and the score sheet.

Desktop, terminal and screen reader all take their sentences from here. ``seat`` is always the viewer, who is "you"; the
other player is "the computer".
"""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.engine import Refusal
from mile_bones.games.milebones import scoring
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import MILES, Card
from mile_bones.games.milebones.events import (
    Answered,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Passed,
    Played,
)
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.tableau import TableauView, hazard_showing
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _


def card_name(card: Card) -> str:
    """The name on the face: "Out of Gas", "100 Miles"."""
    if MILES[card]:
        return _("{miles} Miles").format(miles=MILES[card])
    return {
        Card.OUT_OF_GAS: _("Out of Gas"),
        Card.FLAT_TIRE: _("Flat Tire"),
        Card.ACCIDENT: _("Accident"),
        Card.SPEED_LIMIT: _("Speed Limit"),
        Card.STOP: _("Stop"),
        Card.GASOLINE: _("Gasoline"),
        Card.SPARE_TIRE: _("Spare Tire"),
        Card.REPAIRS: _("Repairs"),
        Card.END_OF_LIMIT: _("End of Limit"),
        Card.GO: pgettext("card", "Go"),
        Card.EXTRA_TANK: _("Extra Tank"),
        Card.PUNCTURE_PROOF: _("Puncture Proof"),
        Card.DRIVING_ACE: _("Driving Ace"),
        Card.RIGHT_OF_WAY: _("Right of Way"),
    }[card]


def side_names() -> tuple[str, str]:
    """What the two sides are called on plates, lanes and sheets, the viewer's first."""
    return _("You"), _("Computer")


def rules_name(name: str) -> str:
    """The rule set as people call it."""
    return {"mile-bones": _("Mile Bones 2.1"), "mille": _("mille(6)")}.get(name, name)


def score_items() -> tuple[tuple[str, str, str], ...]:
    """The rows of the score sheet: field of ``Score``, label, worth."""
    return (
        ("milestones", _("Milestones played"), _("1 a mile")),
        ("safeties", _("Each safety"), format_number(scoring.SAFETY)),
        ("all_safeties", _("All 4 safeties"), format_number(scoring.ALL_SAFETIES)),
        ("coups_fourres", _("Each coup fourré"), format_number(scoring.COUP_FOURRE)),
        ("trip_completed", _("Trip completed"), format_number(scoring.TRIP_COMPLETED)),
        ("safe_trip", _("Safe trip"), format_number(scoring.SAFE_TRIP)),
        ("delayed_action", _("Delayed action"), format_number(scoring.DELAYED_ACTION)),
        ("extension", _("Extension"), format_number(scoring.EXTENSION)),
        ("shut_out", _("Shut-out"), format_number(scoring.SHUT_OUT)),
    )


def trouble(card: Card) -> str:
    """What a hazard that shows does to you, as a clause."""
    return {
        Card.OUT_OF_GAS: _("You are out of gas"),
        Card.FLAT_TIRE: _("You have a flat tire"),
        Card.ACCIDENT: _("You have had an accident"),
        Card.SPEED_LIMIT: _("You are under a Speed Limit"),
        Card.STOP: _("You are stopped"),
    }[card]


def refusal_text(refusal: Refusal) -> str:
    """The refusal as a sentence without its full stop, for the one who wanted to act."""
    return _REFUSALS[refusal.code](*refusal.values)


def _too_far(left: int) -> str:
    return ngettext("Too far: only {left} mile to go", "Too far: only {left} miles to go", left).format(left=left)


def _nothing_to_cure(card: Card) -> str:
    return {
        Card.GASOLINE: _("You are not out of gas"),
        Card.SPARE_TIRE: _("You have no flat tire"),
        Card.REPAIRS: _("You have had no accident"),
    }[card]


def _hit_already(card: Card) -> str:
    return {
        Card.OUT_OF_GAS: _("The computer is out of gas already"),
        Card.FLAT_TIRE: _("The computer has a flat tire already"),
        Card.ACCIDENT: _("The computer has had an accident already"),
        Card.STOP: _("The computer is stopped already"),
    }[card]


def _stopped_by(hazard: Card, cure: Card) -> str:
    return _("{trouble}: play {cure} first").format(trouble=trouble(hazard), cure=card_name(cure))


_REFUSALS: dict[str, Callable[..., str]] = {
    "game_over": lambda: _("The game is over"),
    "hand_over": lambda: _("The hand is over"),
    "not_your_turn": lambda: _("It is the computer's turn"),
    "draw_first": lambda: _("Draw a card first"),
    "drawn_already": lambda: _("You have your card already: play or discard one"),
    "deck_is_out": lambda: _("The deck is out: play or discard a card"),
    "answer_first": lambda: _("Answer the question about the extension first"),
    "no_question": lambda: _("Nobody has asked about an extension"),
    "not_in_hand": lambda card: _("This card is not in your hand"),
    "keep_safeties": lambda card: _("A safety may not be discarded: play it"),
    "need_go": lambda: _("You are not going yet: play Go first"),
    "stopped_by": _stopped_by,
    "remedy_first": _stopped_by,
    "too_far": _too_far,
    "limit": lambda: _("Only 25 and 50 under a Speed Limit"),
    "too_many_200s": lambda most: ngettext(
        "Only {most} card of 200 miles in a hand", "Only {most} cards of 200 miles in a hand", most
    ).format(most=most),
    "protected": lambda card: _("The computer is protected by {card}").format(card=card_name(card)),
    "limited_already": lambda: _("The computer is under a Speed Limit already"),
    "not_going": lambda: _("The computer is not going: there is nothing to stop"),
    "hit_already": _hit_already,
    "no_limit": lambda: _("You are not under a Speed Limit"),
    "going_already": lambda: _("Go is showing already"),
    "nothing_to_cure": _nothing_to_cure,
}
REFUSAL_CODES = frozenset(_REFUSALS)
"""Every code that the rules can give."""


def action_text(action: Action) -> str:
    """What a choice is called where it is named: "play Go", as in "Undo: play Go"."""
    if action.card is not None:
        text = _("play {card}") if action.kind is Kind.PLAY else _("discard {card}")
        return text.format(card=card_name(action.card))
    if action.kind is Kind.DRAW:
        return _("draw a card")
    return _("extend the trip") if action.yes else _("end the trip")


def event_text(event: Event, seat: int, *, laid_open: bool = False) -> str:
    """The event as a sentence for the one in ``seat``; give it ``event.seen_by(seat)``.

    ``laid_open``: also the cards that this seat may not see are told, where the event has them.
    """
    match event:
        case Dealt():
            opening = _("You begin.") if event.first == seat else _("The computer begins.")
            return _("Hand {number} is dealt. {opening}").format(number=event.hand, opening=opening)
        case Drawn():
            return _drawn(event, seat, laid_open=laid_open)
        case Played():
            return _played(event, seat)
        case Discarded():
            text = _("You discarded {card}.") if event.seat == seat else _("The computer discarded {card}.")
            return text.format(card=card_name(event.card))
        case Answered():
            return _answered(event, seat)
        case Passed():
            return _("You have no cards left.") if event.seat == seat else _("The computer has no cards left.")
        case HandEnded():
            return hand_end_text(event, seat)
        case GameEnded():
            return game_end_text(event, seat)


def _drawn(event: Drawn, seat: int, *, laid_open: bool) -> str:
    mine = event.seat == seat
    if event.card is None or not (mine or laid_open):
        return _("You drew a card.") if mine else _("The computer drew a card.")
    text = _("You drew {card}.") if mine else _("The computer drew {card}.")
    return text.format(card=card_name(event.card))


def _played(event: Played, seat: int) -> str:
    mine = event.seat == seat
    if event.coup:
        text = _("Coup fourré! You played {card}.") if mine else _("Coup fourré! The computer played {card}.")
    elif event.target != event.seat:
        text = _("You played {card} on the computer.") if mine else _("The computer played {card} on you.")
    else:
        text = _("You played {card}.") if mine else _("The computer played {card}.")
    return text.format(card=card_name(event.card))


def _answered(event: Answered, seat: int) -> str:
    if not event.yes:
        return _("You end the trip.") if event.seat == seat else _("The computer ends the trip.")
    text = _("You extend the trip to {goal} miles.")
    if event.seat != seat:
        text = _("The computer extends the trip to {goal} miles.")
    return text.format(goal=format_number(event.goal))


def hand_end_text(event: HandEnded, seat: int) -> str:
    """How the hand ended, for the head of the score sheet."""
    if event.completed_by is None:
        return _("Nobody reached {goal} miles.").format(goal=format_number(event.goal))
    mine = event.completed_by == seat
    if event.left == 0:
        text = _("You reached {goal} miles with the deck out.")
        if not mine:
            text = _("The computer reached {goal} miles with the deck out.")
        return text.format(goal=format_number(event.goal))
    if mine:
        text = ngettext(
            "You reached {goal} miles with {left} card left in the deck.",
            "You reached {goal} miles with {left} cards left in the deck.",
            event.left,
        )
    else:
        text = ngettext(
            "The computer reached {goal} miles with {left} card left in the deck.",
            "The computer reached {goal} miles with {left} cards left in the deck.",
            event.left,
        )
    return text.format(goal=format_number(event.goal), left=event.left)


def game_end_text(event: GameEnded, seat: int) -> str:
    """Who won the game, and by which totals."""
    mine, theirs = format_number(event.totals[seat]), format_number(event.totals[1 - seat])
    if event.winner is None:
        return _("The game is drawn at {points} points each.").format(points=mine)
    if event.winner == seat:
        return _("You win the game, {mine} to {theirs}.").format(mine=mine, theirs=theirs)
    return _("The computer wins the game, {theirs} to {mine}.").format(mine=mine, theirs=theirs)


def prompt(observation: Observation) -> str:
    """What the player to act is asked to do, one sentence."""
    if observation.phase is Phase.OVER:
        return _("The game is over.")
    if not observation.to_act:
        return _("The computer is playing.")
    if observation.phase is Phase.EXTEND:
        return _("You are there. Do you go on to {goal} miles?").format(
            goal=format_number(observation.rules.extended_goal)
        )
    coup = observation.coup
    if coup is not None:
        if observation.phase is Phase.DRAW:
            return _("Your turn: draw, or play {card} at once for a coup fourré.").format(card=card_name(coup))
        return _("Your turn: {card} is a coup fourré now.").format(card=card_name(coup))
    if observation.phase is Phase.DRAW:
        return _("Your turn: draw a card.")
    return _("Your turn: play or discard a card.")


def pile_text(card: Card | None) -> str:
    """What shows on a pile."""
    return pgettext("pile", "empty") if card is None else card_name(card)


def battle_name(mine: bool) -> str:
    """The Battle pile of one side."""
    return _("Your Battle pile") if mine else _("The computer's Battle pile")


def speed_name(mine: bool) -> str:
    """The Speed Limit pile of one side."""
    return _("Your Speed Limit pile") if mine else _("The computer's Speed Limit pile")


def miles_name(mine: bool) -> str:
    """The miles of one side."""
    return _("Your Miles") if mine else _("The computer's Miles")


def safety_name(mine: bool, place: int) -> str:
    """One of the four places for safeties, counted from 1."""
    text = _("Your safety place {place}") if mine else _("The computer's safety place {place}")
    return text.format(place=place)


def hand_name(mine: bool, place: int) -> str:
    """One of the places of a hand that lies open, counted from 1."""
    text = _("Your hand, place {place}") if mine else _("The computer's hand, place {place}")
    return text.format(place=place)


def going_text(side: TableauView) -> str:
    """Whether this side can go, for a description: "going", "stopped", "waiting for Go", "not started"."""
    if side.can_go:
        return pgettext("car", "going")
    if hazard_showing(side) is not None:
        return pgettext("car", "stopped")
    return pgettext("car", "not started") if side.battle is None else pgettext("car", "waiting for Go")
