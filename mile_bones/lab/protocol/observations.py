"""Observations and events as JSON, and observations back again, so that our own players can choose from a message."""

from __future__ import annotations

from mile_bones.games.milebones import (
    RULE_SETS,
    Answered,
    Card,
    Discarded,
    Drawn,
    Event,
    Observation,
    Passed,
    Phase,
    Played,
    Rules,
    TableauView,
    parse_card,
)
from mile_bones.games.milebones.cards import NOTATION
from mile_bones.games.milebones.tableau import Tableau
from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol.lines import Json, ProtocolError


def observation_to_json(observation: Observation) -> Json:
    """All that the seat knows, as ``docs/protocol.md`` describes it. Only for a rule set that has a name."""
    return {
        "seat": observation.seat,
        "rules": observation.rules.name,
        "hand_number": observation.hand_number,
        "first": observation.first,
        "phase": observation.phase.value,
        "player": observation.player,
        "hand": notations(observation.hand),
        "own": _side_to_json(observation.own),
        "other": _side_to_json(observation.other),
        "other_cards": observation.other_cards,
        "left": observation.left,
        "discards": [
            {"seat": seat, "card": card.notation}
            for seat, card in zip(observation.discarded_by, observation.discards, strict=True)
        ],
        "exposed": dict(zip(NOTATION, observation.exposed, strict=True)),
        "dirt": _notation(observation.coup_hazard),
        "goal": observation.goal,
        "extended_by": observation.extended_by,
        "totals": own_and_other(observation.totals),
    }


def observation_from_json(shape: Json) -> Observation:
    """The observation that was written so. The shape has passed ``shapes.OBSERVATION`` already.

    ProtocolError where its parts contradict each other: no table looks like that, and a player need not expect it.
    """
    rules = RULE_SETS[shape["rules"]]
    player = shape["player"]
    phase = Phase(shape["phase"])
    _must_fit("player", (player is None) == (phase is Phase.OVER))
    goal, extended_by = shape["goal"], shape["extended_by"]
    _must_fit("goal", goal == (rules.goal if extended_by is None else rules.extended_goal))
    observation = Observation(
        seat=shape["seat"],
        rules=rules,
        hand_number=shape["hand_number"],
        first=shape["first"],
        phase=phase,
        player=player,
        hand=tuple(parse_card(name) for name in shape["hand"]),
        own=_side_from_json(shape["own"], "own", goal, rules),
        other=_side_from_json(shape["other"], "other", goal, rules),
        other_cards=shape["other_cards"],
        left=shape["left"],
        discards=tuple(parse_card(item["card"]) for item in shape["discards"]),
        discarded_by=tuple(item["seat"] for item in shape["discards"]),
        exposed=tuple(shape["exposed"][name] for name in NOTATION),
        coup_hazard=None if shape["dirt"] is None else parse_card(shape["dirt"]),
        goal=goal,
        extended_by=extended_by,
        totals=(shape["totals"]["own"], shape["totals"]["other"]),
    )
    unseen = observation.unseen()
    _must_fit("exposed", min(unseen) >= 0)
    _must_fit("left", sum(unseen) == observation.left + observation.other_cards)
    shown = (*observation.discards, *_on_table(observation.own), *_on_table(observation.other))
    _must_fit("discards", all(shown.count(card) <= observation.exposed[card] for card in set(shown)))
    return observation


def event_to_json(event: Event) -> Json:
    """An event within a hand; give it ``event.seen_by(seat)``. Beginnings and endings are messages of their own."""
    match event:
        case Drawn():
            card = _notation(event.card)
            return {"event": "drawn", "seat": event.seat, "card": card, "left": event.left, "coup": event.coup}
        case Played():
            return {
                "event": "played",
                "seat": event.seat,
                "card": event.card.notation,
                "target": event.target,
                "coup": event.coup,
            }
        case Discarded():
            return {"event": "discarded", "seat": event.seat, "card": event.card.notation}
        case Answered():
            return {"event": "answered", "seat": event.seat, "yes": event.yes, "goal": event.goal}
        case Passed():
            return {"event": "passed", "seat": event.seat}
        case _:
            raise ValueError(f"{type(event).__name__} is not an event within a hand")


def own_and_other(pair: tuple[object, object]) -> Json:
    """Two values, the reader's own first."""
    return {"own": pair[0], "other": pair[1]}


def notations(cards: tuple[Card, ...]) -> list[str]:
    """The cards by their names in messages and records."""
    return [card.notation for card in cards]


def _notation(card: Card | None) -> str | None:
    return None if card is None else card.notation


def _side_to_json(side: TableauView) -> Json:
    return {
        "battle": _notation(side.battle),
        "speed": _notation(side.speed),
        "safeties": notations(side.safeties),
        "coups": notations(side.coups),
        "distances": notations(side.distances),
        "miles": side.miles,
        "two_hundreds": side.two_hundreds,
        "can_go": side.can_go,
        "limited": side.limited,
    }


def _side_from_json(shape: Json, path: str, goal: int, rules: Rules) -> TableauView:
    """One side, its cards laid once more: what follows from them must be what the message says."""
    side = Tableau()
    for name in shape["distances"]:
        side.lay_distance(parse_card(name))
    for name in shape["safeties"]:
        side.lay_safety(parse_card(name), name in shape["coups"])
    for pile in ("battle", "speed"):
        if shape[pile] is not None:
            side.lay(parse_card(shape[pile]))
    view = side.view()
    _must_fit(f"{path}.safeties", len(set(view.safeties)) == len(view.safeties))
    _must_fit(f"{path}.coups", notations(view.coups) == shape["coups"])
    _must_fit(f"{path}.miles", view.miles <= goal)
    _must_fit(f"{path}.two_hundreds", view.two_hundreds <= rules.most_200s)
    for name in ("miles", "two_hundreds", "can_go", "limited"):
        _must_fit(f"{path}.{name}", getattr(view, name) == shape[name])
    return view


def _on_table(side: TableauView) -> tuple[Card, ...]:
    """The cards of a side that lie open: what a pile hides has been exposed as well, but nobody says in which order."""
    return (*side.distances, *side.safeties)


def _must_fit(path: str, fits: bool) -> None:
    if not fits:
        raise ProtocolError("bad_question", _("“{field}” contradicts the rest of the message").format(field=path))
