"""The JSON of Mile Bones. Observations can be written and read, events only written, and actions only read.

The functions are those of ``engine.shapes.Codec``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mile_bones.engine.shapes import (
    Check,
    Json,
    both,
    called,
    count,
    flag,
    from_one,
    items,
    maybe,
    members,
    must_fit,
    one_of,
    own_and_other,
    points,
    seat,
)
from mile_bones.games.milebones.actions import parse_action
from mile_bones.games.milebones.cards import (
    BATTLE_HAZARDS,
    HAZARDS,
    NOTATION,
    REMEDIES,
    SAFETIES,
    Card,
    notations,
    parse_card,
)
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
from mile_bones.games.milebones.rules import RULE_SETS, Rules
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.tableau import Tableau, TableauView


def _cards(of: Iterable[Card]) -> Check:
    """Make a check that accepts the notation of each card in ``of``, and nothing else."""
    return called(one_of(notations(of)), "card")


_any_card = called(one_of(NOTATION), "card")

SIDE: Mapping[str, Check] = {
    "battle": maybe(_cards({*BATTLE_HAZARDS, *REMEDIES} - {Card.END_OF_LIMIT})),
    "speed": maybe(_cards((Card.SPEED_LIMIT, Card.END_OF_LIMIT))),
    "safeties": items(_cards(SAFETIES)),
    "coups": items(_cards(SAFETIES)),
    "distances": items(_cards(card for card in Card if card.miles)),
    "miles": count,
    "two_hundreds": count,
    "can_go": flag,
    "limited": flag,
}
_side_check = called(members(SIDE), "side")
OBSERVATION: Mapping[str, Check] = {
    "seat": seat,
    "rules": one_of(RULE_SETS),
    "hand_number": from_one,
    "first": seat,
    "phase": one_of(phase.value for phase in Phase),
    "player": maybe(seat),
    "hand": items(_any_card),
    "own": _side_check,
    "other": _side_check,
    "other_cards": count,
    "left": count,
    "discards": items(members({"seat": seat, "card": _any_card})),
    "exposed": members(dict.fromkeys(NOTATION, count)),
    "dirt": maybe(called(_cards(HAZARDS), "hazard")),
    "goal": from_one,
    "extended_by": maybe(seat),
    "totals": both(points),
}
EVENTS: Mapping[str, Mapping[str, Check]] = {
    "dealt": {"hand": from_one, "first": seat, "cards": items(_any_card), "left": count},
    "drawn": {"seat": seat, "card": maybe(_any_card), "left": count, "coup": flag},
    "played": {"seat": seat, "card": _any_card, "target": seat, "coup": flag},
    "discarded": {"seat": seat, "card": _any_card},
    "answered": {"seat": seat, "yes": flag, "goal": from_one},
    "passed": {"seat": seat},
    "hand_ended": {
        "hand": from_one,
        "reason": one_of(("trip", "cards")),
        "completed_by": maybe(seat),
        "goal": from_one,
        "left": count,
        "scores": both(called(members(dict.fromkeys(Score().to_dict(), points)), "score")),
        "totals": both(points),
    },
    "game_ended": {"winner": maybe(seat), "totals": both(points)},
}

_whole_observation = members(OBSERVATION)


def action(text: str) -> object:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    return parse_action(text)


def observation(observation: Observation) -> Json:
    """Return the observation of a seat as JSON, as ``docs/protocol.md`` describes it."""
    return {
        "seat": observation.seat,
        "rules": observation.rules.name,
        "hand_number": observation.hand_number,
        "first": observation.first,
        "phase": observation.phase.value,
        "player": observation.player,
        "hand": _notations(observation.hand),
        "own": _side(observation.own),
        "other": _side(observation.other),
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


def read_observation(shape: object) -> Observation:
    """Return the observation that was written as ``shape``. Raise ShapeError if ``shape`` is not acceptable, or
    Contradiction if its parts contradict each other.
    """
    _whole_observation(shape, ())
    assert isinstance(shape, dict), "the check before this line makes sure"
    rules = RULE_SETS[shape["rules"]]
    player = shape["player"]
    phase = Phase(shape["phase"])
    must_fit("player", (player is None) == (phase is Phase.OVER))
    goal, extended_by = shape["goal"], shape["extended_by"]
    must_fit("goal", goal == (rules.goal if extended_by is None else rules.extended_goal))
    found = Observation(
        seat=shape["seat"],
        rules=rules,
        hand_number=shape["hand_number"],
        first=shape["first"],
        phase=phase,
        player=player,
        hand=tuple(parse_card(name) for name in shape["hand"]),
        own=_read_side(shape["own"], "own", goal, rules),
        other=_read_side(shape["other"], "other", goal, rules),
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
    unseen = found.unseen()
    must_fit("exposed", min(unseen) >= 0)
    must_fit("left", sum(unseen) == found.left + found.other_cards)
    shown = (*found.discards, *_on_table(found.own), *_on_table(found.other))
    must_fit("discards", all(shown.count(card) <= found.exposed[card] for card in set(shown)))
    return found


def event(event: Event, seat: int) -> Json:
    """Return as JSON what the player in ``seat`` sees of the event."""
    match event.seen_by(seat):
        case Dealt(hand, first, hands, left):
            own = hands[seat]
            assert own is not None, "a seat sees its own cards"
            return {"event": "dealt", "hand": hand, "first": first, "cards": _notations(own), "left": left}
        case Drawn(seat=who, card=card, left=left, coup=coup):
            return {"event": "drawn", "seat": who, "card": _notation(card), "left": left, "coup": coup}
        case Played(seat=who, card=card, target=target, coup=coup):
            return {"event": "played", "seat": who, "card": card.notation, "target": target, "coup": coup}
        case Discarded(seat=who, card=card):
            return {"event": "discarded", "seat": who, "card": card.notation}
        case Answered(seat=who, yes=yes, goal=goal):
            return {"event": "answered", "seat": who, "yes": yes, "goal": goal}
        case Passed(seat=who):
            return {"event": "passed", "seat": who}
        case HandEnded() as ended:
            return {
                "event": "hand_ended",
                "hand": ended.hand,
                "reason": ended.reason,
                "completed_by": ended.completed_by,
                "goal": ended.goal,
                "left": ended.left,
                "scores": own_and_other((ended.scores[0].to_dict(), ended.scores[1].to_dict()), seat),
                "totals": own_and_other(ended.totals, seat),
            }
        case GameEnded(winner, totals):
            return {"event": "game_ended", "winner": winner, "totals": own_and_other(totals, seat)}


def _notations(cards: tuple[Card, ...]) -> list[str]:
    return list(notations(cards))


def _notation(card: Card | None) -> str | None:
    return None if card is None else card.notation


def _side(side: TableauView) -> Json:
    return {
        "battle": _notation(side.battle),
        "speed": _notation(side.speed),
        "safeties": _notations(side.safeties),
        "coups": _notations(side.coups),
        "distances": _notations(side.distances),
        "miles": side.miles,
        "two_hundreds": side.two_hundreds,
        "can_go": side.can_go,
        "limited": side.limited,
    }


def _read_side(shape: Json, path: str, goal: int, rules: Rules) -> TableauView:
    """Return one side of the table.

    Lay the cards of ``shape`` again, and check that the rest of ``shape`` follows from these cards.
    """
    side = Tableau()
    for name in shape["distances"]:
        side.lay_distance(parse_card(name))
    for name in shape["safeties"]:
        side.lay_safety(parse_card(name), name in shape["coups"])
    for pile in ("battle", "speed"):
        if shape[pile] is not None:
            side.lay(parse_card(shape[pile]))
    view = side.view()
    must_fit(f"{path}.safeties", len(set(view.safeties)) == len(view.safeties))
    must_fit(f"{path}.coups", _notations(view.coups) == shape["coups"])
    must_fit(f"{path}.miles", view.miles <= goal)
    must_fit(f"{path}.two_hundreds", view.two_hundreds <= rules.most_200s)
    for name in ("miles", "two_hundreds", "can_go", "limited"):
        must_fit(f"{path}.{name}", getattr(view, name) == shape[name])
    return view


def _on_table(side: TableauView) -> tuple[Card, ...]:
    """Return the distances and safeties of a side.

    Cards that are covered on a pile were exposed, too, but the side does not keep them. They are not in the result.
    """
    return (*side.distances, *side.safeties)
