"""The JSON of Mille. Observations can be written and read, events only written, and actions only read.

The functions are those of ``engine.shapes.Codec``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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
    whole,
)
from mile_bones.games.montreal.actions import parse_action
from mile_bones.games.montreal.cards import (
    COPIES,
    DECK_SIZE,
    FACES,
    NONE,
    NOTATION,
    RANK_NOTATION,
    SUITS,
    TWO,
    Card,
    counted,
    listed,
    notations,
    parse_card,
    parse_rank,
    rank_of,
)
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.payment import Payment
from mile_bones.games.montreal.rules import MOST_DEALS, Rules
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.sets import Sets

_card = called(one_of(NOTATION), "card")
_cards = items(_card)
_rank = called(one_of(RANK_NOTATION), "rank")
_SETS = items(called(members({"rank": _rank, "cards": _cards}), "set"))
_deal_number = whole(1, MOST_DEALS)

RULES: Mapping[str, Check] = {
    "target": from_one,
    "natural_required": flag,
    "progressive": flag,
    "stake": count,
    "most_deals": _deal_number,
}
_PAYMENT: Mapping[str, Check] = {
    "lines": items(members({"item": one_of(("difference", "game", "naturals", "chapeaux", "skunk", "negative"))})),
    "factor": whole(1, 3),
    "total": count,
}

OBSERVATION: Mapping[str, Check] = {
    "seat": seat,
    "rules": members(RULES),
    "hand_number": _deal_number,
    "first": seat,
    "phase": one_of(phase.value for phase in Phase),
    "player": maybe(seat),
    "turn": from_one,
    "hand": _cards,
    "held": both(count),
    "sets": both(_SETS),
    "known": both(_cards),
    "discarded": both(_cards),
    "pile": _cards,
    "left": count,
    "reshuffled": flag,
    "totals": both(points),
    "naturals": both(count),
    "chapeaux": both(count),
}
EVENTS: Mapping[str, Mapping[str, Check]] = {
    "dealt": {"hand": _deal_number, "first": seat, "cards": _cards, "turned": _card, "left": count},
    "reshuffled": {"seat": seat, "left": count},
    "drawn": {"seat": seat, "card": maybe(_card), "left": count},
    "pile_taken": {"seat": seat, "pair": items(_card, 2), "top": _card, "rest": _cards, "natural": flag},
    "turned_taken": {"seat": seat, "card": _card},
    "laid": {"seat": seat, "cards": items(_card, 3), "rank": _rank},
    "added": {"seat": seat, "card": _card, "rank": _rank, "natural": flag},
    "discarded": {"seat": seat, "card": _card},
    "hand_ended": {
        "hand": _deal_number,
        "reason": one_of(("out", "stock")),
        "out": maybe(seat),
        "scores": both(called(members(dict.fromkeys(Score().to_dict(), points)), "score")),
        "totals": both(points),
        "naturals": both(count),
        "chapeaux": both(count),
        "sets": both(_SETS),
        "hands": both(_cards),
        "left": count,
    },
    "game_ended": {
        "winner": maybe(seat),
        "reason": one_of(("target", "deals")),
        "totals": both(points),
        "naturals": both(count),
        "chapeaux": both(count),
        "payment": maybe(members(_PAYMENT)),
    },
}

_whole_observation = members(OBSERVATION)


def action(text: str) -> object:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    return parse_action(text)


def observation(observation: Observation) -> Json:
    """Return the observation of a seat as JSON, as ``docs/protocol.md`` describes it."""
    rules = observation.rules
    return {
        "seat": observation.seat,
        "rules": {
            "target": rules.target,
            "natural_required": rules.natural_required,
            "progressive": rules.progressive,
            "stake": rules.stake,
            "most_deals": rules.most_deals,
        },
        "hand_number": observation.hand_number,
        "first": observation.first,
        "phase": observation.phase.value,
        "player": observation.player,
        "turn": observation.turn,
        "hand": _names(observation.cards),
        "held": own_and_other(observation.held),
        "sets": _both(_sets, observation.sets),
        "known": _both(_counted_names, observation.known),
        "discarded": _both(_counted_names, observation.discarded),
        "pile": _names(observation.pile),
        "left": observation.left,
        "reshuffled": observation.reshuffled,
        "totals": own_and_other(observation.totals),
        "naturals": own_and_other(observation.naturals),
        "chapeaux": own_and_other(observation.chapeaux),
    }


def read_observation(shape: object) -> Observation:
    """Return the observation that was written as ``shape``. Raise ShapeError if ``shape`` is not acceptable, or
    Contradiction if its parts contradict each other.
    """
    _whole_observation(shape, ())
    assert isinstance(shape, dict), "the check before this line makes sure"
    rules = Rules(**{name: shape["rules"][name] for name in RULES})
    known, discarded = (_read_both(_read_cards, shape[name]) for name in ("known", "discarded"))
    own_sets, other_sets = (_read_sets(shape["sets"][side], f"sets.{side}") for side in ("own", "other"))
    found = Observation(
        seat=shape["seat"],
        rules=rules,
        hand_number=shape["hand_number"],
        first=shape["first"],
        phase=Phase(shape["phase"]),
        player=shape["player"],
        turn=shape["turn"],
        hand=_read_cards(shape["hand"], "hand"),
        held=(shape["held"]["own"], shape["held"]["other"]),
        sets=(own_sets, other_sets),
        known=known,
        discarded=discarded,
        pile=bytes(map(parse_card, shape["pile"])),
        left=shape["left"],
        reshuffled=shape["reshuffled"],
        totals=(shape["totals"]["own"], shape["totals"]["other"]),
        naturals=(shape["naturals"]["own"], shape["naturals"]["other"]),
        chapeaux=(shape["chapeaux"]["own"], shape["chapeaux"]["other"]),
    )
    _check_cards(found)
    _check_turn(found)
    return found


def _check_cards(view: Observation) -> None:
    """Raise Contradiction if a card occurs three times, or if the number of cards differs from that of the deck."""
    own, other = view.sets
    seen = [
        sum(part[card] for part in (view.hand, view.known[1], own.naturals, other.naturals)) + view.pile.count(card)
        for card in FACES
    ]
    for suit in SUITS:
        seen[suit] += sum(own.wilds[suit::4]) + sum(other.wilds[suit::4])
    must_fit("hand", max(seen) <= COPIES)
    must_fit("held.own", view.held[0] == sum(view.hand))
    must_fit("known.own", all(known <= held for known, held in zip(view.known[0], view.hand, strict=True)))
    must_fit("known.other", sum(view.known[1]) <= view.held[1])
    must_fit("left", sum(seen) - sum(view.known[1]) + view.held[1] + view.left == DECK_SIZE)


def _check_turn(view: Observation) -> None:
    over = view.phase is Phase.OVER
    must_fit("player", (view.player is None) == over)
    must_fit("turn", over or view.player == (view.first + view.turn - 1) % 2)
    must_fit("pile", bool(view.pile) or view.phase is not Phase.DRAW)
    if view.player is not None:
        must_fit("held", min(view.held) > 0)
        must_fit("phase", bool(view.legal_actions()) or not view.to_act)


def event(event: Event, seat: int) -> Json:
    """Return as JSON what the player in ``seat`` sees of the event."""
    match event.seen_by(seat):
        case Dealt(hand, first, hands, turned, left):
            own = hands[seat]
            assert own is not None, "a seat sees its own cards"
            head = {"event": "dealt", "hand": hand, "first": first}
            return {**head, "cards": _names(own), "turned": NOTATION[turned], "left": left}
        case Reshuffled(seat=who, left=left):
            return {"event": "reshuffled", "seat": who, "left": left}
        case Drawn(seat=who, card=card, left=left):
            return {"event": "drawn", "seat": who, "card": None if card is None else NOTATION[card], "left": left}
        case PileTaken(seat=who, pair=pair, top=top, rest=rest, natural=natural):
            cards = {"pair": _names(pair), "top": NOTATION[top], "rest": _names(rest)}
            return {"event": "pile_taken", "seat": who, **cards, "natural": natural}
        case TurnedTaken(seat=who, card=card):
            return {"event": "turned_taken", "seat": who, "card": NOTATION[card]}
        case Laid(seat=who, cards=laid, rank=rank):
            return {"event": "laid", "seat": who, "cards": _names(laid), "rank": RANK_NOTATION[rank]}
        case Added(seat=who, card=card, rank=rank, natural=natural):
            added = {"card": NOTATION[card], "rank": RANK_NOTATION[rank]}
            return {"event": "added", "seat": who, **added, "natural": natural}
        case Discarded(seat=who, card=card):
            return {"event": "discarded", "seat": who, "card": NOTATION[card]}
        case HandEnded() as ended:
            return {
                "event": "hand_ended",
                "hand": ended.hand,
                "reason": ended.reason,
                "out": ended.out,
                "scores": own_and_other((ended.scores[0].to_dict(), ended.scores[1].to_dict()), seat),
                **_standing(ended, seat),
                "sets": own_and_other((_sets(ended.sets[0]), _sets(ended.sets[1])), seat),
                "hands": own_and_other((_names(ended.hands[0]), _names(ended.hands[1])), seat),
                "left": ended.left,
            }
        case GameEnded() as ended:
            return {
                "event": "game_ended",
                "winner": ended.winner,
                "reason": ended.reason,
                **_standing(ended, seat),
                "payment": None if ended.payment is None else _payment(ended.payment),
            }


def _standing(ended: HandEnded | GameEnded, seat: int) -> Json:
    return {name: own_and_other(getattr(ended, name), seat) for name in ("totals", "naturals", "chapeaux")}


def _payment(payment: Payment) -> Json:
    lines = [{**line._asdict(), "amount": line.amount} for line in payment.lines]
    return {"lines": lines, "factor": payment.factor, "total": payment.total}


def _names(cards: Iterable[Card]) -> list[str]:
    return [*notations(cards)]


def _counted_names(counts: bytes) -> list[str]:
    return _names(listed(counts))


def _sets(sets: Sets) -> list[Json]:
    return [{"rank": RANK_NOTATION[rank], "cards": _names(sets.cards(rank))} for rank in sets.ranks]


def _both(write: Callable[..., object], pair: tuple[object, object]) -> Json:
    return own_and_other((write(pair[0]), write(pair[1])))


def _read_both(read: Callable[[list[str], str], bytes], shape: Json) -> tuple[bytes, bytes]:
    return read(shape["own"], "own"), read(shape["other"], "other")


def _read_cards(names: list[str], path: str) -> bytes:
    must_fit(path, len(names) <= DECK_SIZE)
    return counted(map(parse_card, names))


def _read_sets(shape: list[Json], path: str) -> Sets:
    """Return the sets.

    Raise Contradiction if one has fewer than three cards, no natural card, or a card that does not fit.
    """
    naturals, wilds = bytearray(NONE), bytearray(NONE)
    for item in shape:
        rank, cards = parse_rank(item["rank"]), [*map(parse_card, item["cards"])]
        must_fit(path, 3 <= len(cards) <= 2 * 8)
        for card in cards:
            must_fit(path, rank_of(card) in (rank, TWO))
            if rank_of(card) == rank:
                naturals[card] += 1
            else:
                wilds[4 * rank + card] += 1
    sets = Sets(bytes(naturals), bytes(wilds))
    must_fit(path, [parse_rank(item["rank"]) for item in shape] == [*sets.ranks])
    return sets
