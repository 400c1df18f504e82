"""The words of Mile Bones: cards, piles, refusals, events, prompts and the score sheet.

Windows, terminal and screen readers all get their sentences from here. ``names`` are the names of the two players, by
seat. The player in ``seat`` is called "you". For a spectator (``seat`` is None) both players are called by their names.
``owner`` is the name of the player who has the cards, or None if they are the reader's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mile_bones.engine.game import leader
from mile_bones.engine.sentences import drawn_text, not_your_turn_text, with_points
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

if TYPE_CHECKING:
    from mile_bones.engine.errors import Refusal


def card_name(card: Card) -> str:
    """Return the name on the card, such as "Out of Gas" or "100 Miles"."""
    if MILES[card]:
        # Translators: the name of a distance card; the number is always one of 25, 50, 75, 100 and 200
        return _("{miles} Miles").format(miles=MILES[card])
    return {
        Card.OUT_OF_GAS: _("Out of Gas"),
        Card.FLAT_TIRE: _("Flat Tire"),
        # Translators: the name of the card
        Card.ACCIDENT: _("Accident"),
        Card.SPEED_LIMIT: _("Speed Limit"),
        # Translators: the name of the card, a red light
        Card.STOP: _("Stop"),
        Card.GASOLINE: _("Gasoline"),
        Card.SPARE_TIRE: _("Spare Tire"),
        # Translators: the name of the card that puts an accident right
        Card.REPAIRS: _("Repairs"),
        Card.END_OF_LIMIT: _("End of Limit"),
        Card.GO: pgettext("card", "Go"),
        # Translators: the name of a safety: who has it never runs out of fuel
        Card.EXTRA_TANK: _("Extra Tank"),
        # Translators: the name of a safety: who has it never has a flat tyre
        Card.PUNCTURE_PROOF: _("Puncture Proof"),
        # Translators: the name of a safety: who has it never has an accident
        Card.DRIVING_ACE: _("Driving Ace"),
        Card.RIGHT_OF_WAY: _("Right of Way"),
    }[card]


def score_items() -> tuple[tuple[str, str, str], ...]:
    """Return the rows of the score sheet: the field of ``Score``, its label and its worth."""
    return (
        # Translators: a line of the score sheet: the miles that were driven
        ("milestones", _("Milestones played"), _("1 a mile")),
        # Translators: a line of the score sheet: points for each safety
        ("safeties", _("Each safety"), format_number(scoring.SAFETY)),
        ("all_safeties", _("All 4 safeties"), format_number(scoring.ALL_SAFETIES)),
        ("coups_fourres", _("Each coup fourré"), format_number(scoring.COUP_FOURRE)),
        # Translators: a line of the score sheet: points for having arrived
        ("trip_completed", _("Trip completed"), format_number(scoring.TRIP_COMPLETED)),
        # Translators: a line of the score sheet: points for a trip without any 200
        ("safe_trip", _("Safe trip"), format_number(scoring.SAFE_TRIP)),
        # Translators: a line of the score sheet: points for arriving after the deck had run out
        ("delayed_action", _("Delayed action"), format_number(scoring.DELAYED_ACTION)),
        ("extension", _("Extension"), format_number(scoring.EXTENSION)),
        # Translators: a line of the score sheet: points when the other one has not driven a mile
        ("shut_out", _("Shut-out"), format_number(scoring.SHUT_OUT)),
    )


def trouble(card: Card) -> str:
    """Return a clause about the effect of a hazard on top of your pile, such as "You are stopped"."""
    return {
        Card.OUT_OF_GAS: _("You are out of gas"),
        Card.FLAT_TIRE: _("You have a flat tire"),
        Card.ACCIDENT: _("You have had an accident"),
        Card.SPEED_LIMIT: _("You are under a Speed Limit"),
        Card.STOP: _("You are stopped"),
    }[card]


def refusal_text(refusal: Refusal, names: Sequence[str], seat: int | None) -> str:
    """Return the refusal as a sentence without its full stop, for the player in ``seat``, who wanted to act.

    If ``seat`` is None, it is unknown who wanted to act, and the other player is called "the opponent".
    """
    if refusal.code in _ABOUT_THE_OTHER:
        name = _("The opponent") if seat is None else names[1 - seat]
        return _ABOUT_THE_OTHER[refusal.code](name, *refusal.values)
    if refusal.code == "not_your_turn":
        return not_your_turn_text(names, seat)
    return _REFUSALS[refusal.code](*refusal.values)


def _too_far(left: int) -> str:
    return ngettext("Too far: only {left} mile to go", "Too far: only {left} miles to go", left).format(left=left)


def _nothing_to_cure(card: Card) -> str:
    return {
        Card.GASOLINE: _("You are not out of gas"),
        Card.SPARE_TIRE: _("You have no flat tire"),
        Card.REPAIRS: _("You have had no accident"),
    }[card]


def _protected(name: str, card: Card) -> str:
    return _("{name} is protected by {card}").format(name=name, card=card_name(card))


def _hit_already(name: str, card: Card) -> str:
    text = {
        Card.OUT_OF_GAS: _("{name} is out of gas already"),
        Card.FLAT_TIRE: _("{name} has a flat tire already"),
        Card.ACCIDENT: _("{name} has had an accident already"),
        Card.STOP: _("{name} is stopped already"),
    }[card]
    return text.format(name=name)


def _stopped_by(hazard: Card, cure: Card) -> str:
    return _("{trouble}: play {cure} first").format(trouble=trouble(hazard), cure=card_name(cure))


_REFUSALS: dict[str, Callable[..., str]] = {
    "game_over": lambda: _("The game is over"),
    "hand_over": lambda: _("The hand is over"),
    "draw_first": lambda: _("Draw a card first"),
    "coup_or_draw": lambda safety: _("Play {card} first, or draw to give up the coup").format(card=card_name(safety)),
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
    "no_limit": lambda: _("You are not under a Speed Limit"),
    "going_already": lambda: _("You are going already"),
    "nothing_to_cure": _nothing_to_cure,
}
_ABOUT_THE_OTHER: dict[str, Callable[..., str]] = {
    "protected": _protected,
    "limited_already": lambda name: _("{name} is under a Speed Limit already").format(name=name),
    "not_going": lambda name: _("{name} is not going: there is nothing to stop").format(name=name),
    "hit_already": _hit_already,
}
"""The refusals that mention the opponent, on whom a hazard was to be played. The first argument of each function is the
opponent's name.
"""
REFUSAL_CODES = frozenset({"not_your_turn", *_REFUSALS, *_ABOUT_THE_OTHER})
"""All codes of refusals that the rules can give."""


def action_text(action: Action, observation: Observation | None = None) -> str:
    """Return the name of an action inside a sentence: "play Go", as in "Undo: play Go".

    ``observation``, the observation before the action, is ignored, because in this game an action has all that its name
    needs.
    """
    if action.card is not None:
        # Translators: a move, after "Undo:" in the menu and in the middle of a sentence; {card} is the name of a card
        # Translators: a move, after "Undo:" in the menu; to discard is to lay a card away unused
        text = _("play {card}") if action.kind is Kind.PLAY else _("discard {card}")
        return text.format(card=card_name(action.card))
    if action.kind is Kind.DRAW:
        return _("draw a card")
    return _("extend the trip") if action.yes else _("end the trip")


def is_worth_telling(event: Event, seat: int | None) -> bool:
    """Return True if the event is announced to ``seat``.

    The draws of the other player are not announced, because there is one in every turn.
    """
    return not (isinstance(event, Drawn) and event.seat != seat)


def event_text(event: Event, names: Sequence[str], seat: int | None, *, laid_open: bool = False) -> str:
    """Return the event as a sentence for the player in ``seat``, or for a spectator.

    Call this function with ``event.seen_by(seat)``. ``laid_open`` has two effects: cards that are hidden from this seat
    are named if the event has them, and the end of a hand has its points, which are otherwise on the score sheet.
    """
    match event:
        case Dealt():
            opening = _("You begin.") if event.first == seat else _("{name} begins.").format(name=names[event.first])
            return _("Hand {number} is dealt. {opening}").format(number=event.hand, opening=opening)
        case Drawn():
            return drawn_text(event, names, seat, card_name, laid_open=laid_open)
        case Played():
            return _played(event, names, seat)
        case Discarded():
            text = _("You discarded {card}.") if event.seat == seat else _("{name} discarded {card}.")
            return text.format(name=names[event.seat], card=card_name(event.card))
        case Answered():
            return _answered(event, names, seat)
        case Passed():
            text = _("You have no cards left.") if event.seat == seat else _("{name} has no cards left.")
            return text.format(name=names[event.seat])
        case HandEnded():
            text = hand_end_text(event, names, seat)
            return with_points(text, event.scores, names, seat) if laid_open else text
        case GameEnded():
            return game_end_text(event, names, seat)


def _played(event: Played, names: Sequence[str], seat: int | None) -> str:
    mine = event.seat == seat
    if event.coup:
        text = _("Coup fourré, {points} points! You played {card}.")
        if not mine:
            text = _("Coup fourré, {points} points! {name} played {card}.")
    elif event.target == event.seat:
        text = _("You played {card}.") if mine else _("{name} played {card}.")
    elif mine:
        text = _("You played {card} on {other}.")
    else:
        text = _("{name} played {card} on you.") if event.target == seat else _("{name} played {card} on {other}.")
    points = format_number(scoring.COUP_POINTS)
    return text.format(name=names[event.seat], card=card_name(event.card), other=names[event.target], points=points)


def _answered(event: Answered, names: Sequence[str], seat: int | None) -> str:
    mine = event.seat == seat
    if event.yes:
        text = _("You extend the trip to {goal} miles.") if mine else _("{name} extends the trip to {goal} miles.")
    else:
        text = _("You end the trip.") if mine else _("{name} ends the trip.")
    return text.format(name=names[event.seat], goal=format_number(event.goal))


def hand_end_text(event: HandEnded, names: Sequence[str], seat: int | None) -> str:
    """Return how the hand ended, for the head of the score sheet."""
    goal = format_number(event.goal)
    if event.completed_by is None:
        return _("Nobody reached {goal} miles.").format(goal=goal)
    mine = event.completed_by == seat
    if event.left == 0:
        text = _("You reached {goal} miles with the deck out.")
        if not mine:
            text = _("{name} reached {goal} miles with the deck out.")
    elif mine:
        text = ngettext(
            "You reached {goal} miles with {left} card left in the deck.",
            "You reached {goal} miles with {left} cards left in the deck.",
            event.left,
        )
    else:
        text = ngettext(
            "{name} reached {goal} miles with {left} card left in the deck.",
            "{name} reached {goal} miles with {left} cards left in the deck.",
            event.left,
        )
    return text.format(name=names[event.completed_by], goal=goal, left=event.left)


def hand_winner_text(event: HandEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence about who has more points in this hand."""
    winner = leader([score.total for score in event.scores])
    if winner is None:
        return _("Nobody wins this hand")
    return _("You win this hand") if winner == seat else _("{name} wins this hand").format(name=names[winner])


def game_end_text(event: GameEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence about who won the game, and with which totals."""
    if event.winner is None:
        return _("The game is drawn at {points} points each.").format(points=format_number(event.totals[0]))
    most, least = (format_number(event.totals[player]) for player in (event.winner, 1 - event.winner))
    text = _("You win the game, {most} to {least}.")
    if event.winner != seat:
        text = _("{name} wins the game, {most} to {least}.")
    return text.format(name=names[event.winner], most=most, least=least)


def game_end_at_trip_text(observation: Observation, names: Sequence[str]) -> str:
    """Return a sentence about the end of the game if the game ends when the viewer ends the trip now, or "" if another
    hand follows.
    """
    totals = scoring.totals_if_completed(observation)
    if max(totals) < observation.rules.target:
        return ""
    totals = totals if observation.seat == 0 else totals[::-1]
    return game_end_text(GameEnded(leader(totals), totals), names, observation.seat)


def prompt(observation: Observation, names: Sequence[str]) -> str:
    """Return one sentence that says what the player to act can do."""
    if observation.player is None:
        return _("The game is over.")
    if not observation.to_act:
        return _("It is the turn of {name}.").format(name=names[observation.player])
    if observation.phase is Phase.EXTEND:
        return _("You are there. Do you go on to {goal} miles?").format(
            goal=format_number(observation.rules.extended_goal)
        )
    coup = observation.coup
    if coup is not None:
        if observation.phase is Phase.DRAW:
            return _("Your turn: play {card} for a coup fourré, or draw and give it up.").format(card=card_name(coup))
        return _("Your turn: {card} is a coup fourré now.").format(card=card_name(coup))
    if observation.phase is Phase.DRAW:
        return _("Your turn: draw a card.")
    return _("Your turn: play or discard a card.")


def pile_text(card: Card | None) -> str:
    """Return the name of the top card of a pile, or "empty"."""
    return pgettext("pile", "empty") if card is None else card_name(card)


def battle_name(owner: str | None) -> str:
    """Return the name of the Battle pile of ``owner``."""
    return _("Your Battle pile") if owner is None else _("Battle pile of {name}").format(name=owner)


def speed_name(owner: str | None) -> str:
    """Return the name of the Speed Limit pile of ``owner``."""
    return _("Your Speed Limit pile") if owner is None else _("Speed Limit pile of {name}").format(name=owner)


def miles_name(owner: str | None) -> str:
    """Return the name of the miles of ``owner``."""
    return _("Your Miles") if owner is None else _("Miles of {name}").format(name=owner)


def safety_name(owner: str | None, place: int) -> str:
    """Return the name of a place for safeties of ``owner``. ``place`` is 1 to 4."""
    if owner is None:
        return _("Your safety place {place}").format(place=place)
    return _("Safety place {place} of {name}").format(place=place, name=owner)


def hand_name(owner: str | None, place: int) -> str:
    """Return the name of a place in the open hand of ``owner``. ``place`` counts from 1."""
    if owner is None:
        return _("Your hand, place {place}").format(place=place)
    return _("Hand of {name}, place {place}").format(name=owner, place=place)


def side_text(side: TableauView, owner: str | None) -> str:
    """Return a text about the state of ``owner``'s car, such as "You: going"."""
    state = going_text(side)
    return (
        _("You: {state}").format(state=state) if owner is None else _("{name}: {state}").format(name=owner, state=state)
    )


def state_texts(side: TableauView) -> tuple[str, ...]:
    """Return the state of this side for the chips on a name plate: whether it can go, what it needs, and its limit."""
    text, _need = _state_and_need(side)
    return (text, pgettext("chip", "Limit 50")) if side.limited else (text,)


def need_text(side: TableauView) -> str:
    """Return what this side needs before it can go, or "" if it can go. It is for places in which the whole state does
    not fit.
    """
    _state, need = _state_and_need(side)
    return need


def _state_and_need(side: TableauView) -> tuple[str, str]:
    hazard = hazard_showing(side)
    if side.can_go:
        return pgettext("chip", "Going"), ""
    if hazard is None:
        need = _("Needs Go")
        # Translators: a state of the car: it stands until a Go is played
        return (_("Not started: needs Go") if side.battle is None else need), need
    return {
        Card.OUT_OF_GAS: (_("Out of gas: needs Gasoline"), _("Needs Gasoline")),
        Card.FLAT_TIRE: (_("Flat tire: needs Spare Tire"), _("Needs Spare Tire")),
        Card.ACCIDENT: (_("Accident: needs Repairs"), _("Needs Repairs")),
        Card.STOP: (_("Stopped: needs Go"), _("Needs Go")),
    }[hazard]


def going_text(side: TableauView) -> str:
    """Return a word or two about whether this side can go: "going", "stopped", "waiting for Go" or "not started"."""
    if side.can_go:
        return pgettext("car", "going")
    if hazard_showing(side) is not None:
        return pgettext("car", "stopped")
    return pgettext("car", "not started") if side.battle is None else pgettext("car", "waiting for Go")
