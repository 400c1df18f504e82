"""The models and names of all slots of the Mile Bones table, made from an observation. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.table.chips import Chip
from mile_bones.desktop.table.model import BACK, SlotModel
from mile_bones.games.milebones import words
from mile_bones.games.milebones.actions import DISCARD, DRAW, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played
from mile_bones.games.milebones.legality import why_not_play
from mile_bones.games.milebones.observation import Observation, SpectatorView
from mile_bones.games.milebones.rules import MILE_BONES
from mile_bones.games.milebones.scoring import COUP_POINTS
from mile_bones.games.milebones.tableau import TableauView, hazard_showing
from mile_bones.i18n import forgotten_with_the_language, format_number, format_signed, listed, ngettext, pgettext
from mile_bones.i18n import gettext as _

ART = (
    *("25", "50", "75", "100", "200", "outofgas", "flat", "accident", "limit", "stop"),
    *("gasoline", "spare", "repairs", "endlimit", "go", "extratank", "puncture", "ace", "rightofway"),
)
"""The name of each card's art, by card number."""


class CarState(NamedTuple):
    """The state of a player's car."""

    trouble: str | None = None
    """The art of the hazard that stops the car."""
    limited: bool = False
    going: bool = False


@forgotten_with_the_language(4)
def slot_models(
    observation: Observation, cards: tuple[Card, ...], names: tuple[str, str], viewpoint: int | None = None
) -> Mapping[str, SlotModel]:
    """Return the models of all slots, seen from the seat of the observation. ``cards`` is the open hand in its order.

    ``names`` are those of the players, by seat. If ``viewpoint`` is a seat, the table is only watched: the open hand
    belongs to that seat, and no slot is usable.
    """
    models = {}
    for mine in (True, False):
        models.update(_side(observation, mine, names))
    legal = observation.legal_actions() if viewpoint is None else ()
    models.update(_hand(observation, cards, names, viewpoint, legal))
    models[slot_names.DRAW] = _deck(observation, may_draw=DRAW in legal)
    models[slot_names.DISCARD] = _discard(observation)
    if viewpoint is None and observation.coup is not None and observation.coup_hazard is not None:
        text = _("{card} can be played here: a coup fourré").format(card=words.card_name(observation.coup))
        for place in PILES_FOR_A_COUP:
            models[place] = replace(models[place], description=_joined(models[place].description, text))
    return models


PILES_FOR_A_COUP = (slot_names.battle(True), slot_names.speed(True))
"""The piles that accept the safety of a coup fourré. Both accept it, no matter which of them has the hazard."""


def _joined(before: str, after: str) -> str:
    return _("{sentence}. {next_sentence}").format(sentence=before, next_sentence=after) if before else after


def owner(seat: int, observation: Observation, names: Sequence[str]) -> str | None:
    """Return the name of the player in ``seat``, or None for the viewer, who is "you". If a spectator watches, both
    players have names.
    """
    return None if seat == observation.seat and not isinstance(observation, SpectatorView) else names[seat]


def empty_table() -> Observation:
    """Return an observation of the empty table, to be shown before the first game begins."""
    return Observation.before_the_deal(MILE_BONES)


def captions(observation: Observation) -> dict[str, str]:
    """Return the captions of the piles, by slot."""
    found = {}
    for mine, side in ((True, observation.own), (False, observation.other)):
        found[slot_names.battle(mine)] = pgettext("pile", "Battle")
        found[slot_names.speed(mine)] = pgettext("pile", "Speed Limit")
        found[slot_names.safety(mine, 0)] = pgettext("pile", "Safeties")
        found[slot_names.miles(mine)] = _("Miles: {miles}").format(miles=format_number(side.miles))
    if observation.left:
        # Translators: the number of cards left in the deck from which cards are drawn
        found[slot_names.DRAW] = _("Draw: {left}").format(left=observation.left)
    else:
        # Translators: no card is left in the deck from which cards are drawn
        found[slot_names.DRAW] = _("Draw: Out")
    found[slot_names.DISCARD] = pgettext("pile", "Discard")
    return found


def is_dealt(observation: Observation) -> bool:
    """Return True if a hand was dealt. Before the first hand neither side has a state to show."""
    return observation.left < sum(observation.rules.deck)


def chips(side: TableauView, states: Sequence[str]) -> tuple[Chip, ...]:
    """Return the chips for the name plate of ``side``. ``states`` are the words of the chips."""
    tone = "good" if side.can_go else "plain" if hazard_showing(side) is None else "bad"
    shorter = (words.need_text(side), "")
    return tuple(Chip(*parts) for parts in zip(states, (tone, "bad"), shorter, strict=False))


def plate_text(name: str, to_play: bool, states: Sequence[str]) -> str:
    """Return the text of a name plate with its chips, for screen readers."""
    if not states:
        return name
    # Translators: {states} are several, such as "Stopped, speed limit"
    text = _("{name}, to play. {states}.") if to_play else _("{name}. {states}.")
    return text.format(name=name, states=". ".join(states))


def standing_texts(observation: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return two texts about the state of both sides, each with the viewer's side first. The first text is the full
    one, the second is the short one.
    """
    sides = ((observation.seat, observation.own), (1 - observation.seat, observation.other))
    full, short = [], []
    for (seat, side), total in zip(sides, observation.totals, strict=True):
        whose = owner(seat, observation, names)
        name = pgettext("name plate", "You") if whose is None else whose
        miles, goal = format_number(side.miles), format_number(observation.goal)
        safeties = listed(words.card_name(card) for card in side.safeties)
        text = _("{name}: {miles} of {goal} miles. {states}. Safeties: {safeties}. Points: {points}.")
        if not safeties:
            text = _("{name}: {miles} of {goal} miles. {states}. No safety. Points: {points}.")
        states = ". ".join(words.state_texts(side))
        points = format_number(total)
        full.append(text.format(name=name, miles=miles, goal=goal, states=states, safeties=safeties, points=points))
        text = _("{name}: {miles} miles, {state}.")
        short.append(text.format(name=name, miles=miles, state=words.going_text(side)))
    return " ".join(full), " ".join(short)


def side_texts(
    name: str, side: TableauView, observation: Observation, states: Sequence[str], lane: int
) -> tuple[str, ...]:
    """Return texts for one line about the state of ``side``, the longest first. ``lane`` is 0 for the viewer's side."""
    facts = {
        "name": name,
        "miles": format_number(side.miles),
        "goal": format_number(observation.goal),
        "states": listed(states),
        "points": format_number(observation.totals[lane]),
    }
    if not states:
        return (_("{name}: {points} points").format(**facts),)
    texts = (
        _("{name}: {miles} of {goal} miles, {states}. Total {points}"),
        _("{name}: {miles} of {goal}, {states}. Total {points}"),
    )
    return tuple(text.format(**facts) for text in texts)


def _named(name: str, card: Card | None) -> str:
    return _("{place}: {content}").format(place=name, content=words.pile_text(card))


def _side(observation: Observation, mine: bool, names: Sequence[str]) -> dict[str, SlotModel]:
    side = observation.own if mine else observation.other
    whose = owner(observation.seat if mine else 1 - observation.seat, observation, names)
    found = {
        slot_names.battle(mine): SlotModel(
            face=None if side.battle is None else ART[side.battle],
            icon="battle",
            caption=pgettext("pile", "Battle"),
            name=_named(words.battle_name(whose), side.battle),
            description=words.side_text(side, whose),
        ),
        slot_names.speed(mine): SlotModel(
            face=None if side.speed is None else ART[side.speed],
            icon="speed",
            caption=pgettext("pile", "Speed"),
            name=_named(words.speed_name(whose), side.speed),
            description=_("Only 25 and 50 may be played") if side.limited else "",
        ),
        slot_names.miles(mine): SlotModel(
            face=ART[side.distances[-1]] if side.distances else None,
            icon="miles",
            caption=pgettext("pile", "Miles"),
            depth=min(2, max(0, len(side.distances) - 1)),
            name=_("{place}: {content}").format(place=words.miles_name(whose), content=format_number(side.miles)),
            description=_way(side, observation),
        ),
    }
    for index in range(slot_names.SAFETY_PLACES):
        card = side.safeties[index] if index < len(side.safeties) else None
        coup = card in side.coups
        found[slot_names.safety(mine, index)] = SlotModel(
            face=None if card is None else ART[card],
            icon="safety",
            crosswise=_("Coup fourré") if coup else "",
            theirs=coup and not mine,
            name=_named(words.safety_name(whose, index + 1), card),
            description=_("Coup fourré") if coup else "",
        )
    return found


def _way(side: TableauView, observation: Observation) -> str:
    """Return a text about the miles to go, and about the number of the longest cards that the side has used."""
    left = observation.goal - side.miles
    if not left:
        return _("At the goal")
    text = ngettext("{left} mile to go", "{left} miles to go", left).format(left=format_number(left))
    if side.two_hundreds:
        return _("{to_go}. Cards of 200 miles: {count} of {most}").format(
            to_go=text, count=side.two_hundreds, most=observation.rules.most_200s
        )
    return text


def _hand(
    observation: Observation,
    cards: Sequence[Card],
    names: Sequence[str],
    viewpoint: int | None,
    legal: Sequence[Action],
) -> dict[str, SlotModel]:
    found = {}
    whose = owner(observation.seat if viewpoint is None else viewpoint, observation, names)
    for index, place in enumerate(slot_names.HAND):
        card = cards[index] if index < len(cards) else None
        name = _named(words.hand_name(whose, index + 1), card)
        if card is None:
            found[place] = SlotModel(icon="hand", name=name)
            continue
        found[place] = SlotModel(
            face=ART[card],
            icon="hand",
            name=name,
            description=use_of(card, observation, names, legal) if viewpoint is None else "",
            usable=PLAY[card] in legal or DISCARD[card] in legal,
        )
    return found


def coup_call() -> str:
    """Return a sentence about a safety that could be played as a coup fourré now."""
    return _("Coup fourré {points}").format(points=format_signed(COUP_POINTS, plus=True))


def car_states(observation: Observation) -> tuple[CarState, CarState]:
    """Return the states of both cars, the viewer's first."""
    return _car_state(observation.own), _car_state(observation.other)


def _car_state(side: TableauView) -> CarState:
    hazard = hazard_showing(side)
    return CarState(None if hazard is None else ART[hazard], side.limited, side.can_go)


def use_of(card: Card, observation: Observation, names: Sequence[str], legal: Sequence[Action]) -> str:
    """Return what the viewer can do with ``card`` of the hand now. ``legal``: the legal actions of the observation."""
    if observation.coup == card:
        return coup_call()
    refusal = why_not_play(card, observation.own, observation.other, observation.goal, observation.rules)
    if refusal is None:
        return _("Can be played") if PLAY[card] in legal else ""
    return words.refusal_text(refusal, names, observation.seat)


def _deck(observation: Observation, *, may_draw: bool) -> SlotModel:
    left = observation.left
    if left == 0:
        return SlotModel(icon="draw", caption=_("Out"), name=_("Draw deck: out"))
    name = ngettext("Draw deck: {left} card", "Draw deck: {left} cards", left).format(left=left)
    return SlotModel(
        face=BACK,
        icon="draw",
        depth=3 if left > 2 else left - 1,
        name=name,
        description=_deck_use(observation) if may_draw else "",
        usable=may_draw,
    )


def _deck_use(observation: Observation) -> str:
    if observation.coup is not None:
        return _("Press to draw a card. That gives up the coup fourré")
    return _("Press to draw a card")


def _discard(observation: Observation) -> SlotModel:
    pile = observation.discards
    top = pile[-1] if pile else None
    return SlotModel(
        face=None if top is None else ART[top],
        icon="discard",
        caption=pgettext("pile", "Discard"),
        depth=min(2, max(0, len(pile) - 1)),
        name=_named(_("Discard pile"), top),
    )


def just_drawn(events: Iterable[Event], seat: int, before: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Return the cards that ``seat`` has drawn since a card was last played or discarded.

    ``before`` are the cards drawn before ``events``. After a coup fourré there are two drawn cards. After a safety the
    turn begins again, and another card is drawn.
    """
    drawn = tuple(before)
    for event in events:
        if isinstance(event, (Played, Discarded)):
            drawn = ()
        elif isinstance(event, Drawn) and event.seat == seat and event.card is not None:
            drawn = (*drawn, event.card)
    return drawn
