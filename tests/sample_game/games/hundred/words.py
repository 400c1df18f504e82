"""The words of Hundred. ``names`` are by seat; the player in ``seat`` is "you"."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.engine.errors import Refusal
from mile_bones.engine.sentences import not_your_turn_text
from sample_game.games.hundred.state import MOST, Action, Event, Observation, Played


def refusal_text(refusal: Refusal, names: Sequence[str], seat: int | None) -> str:
    match refusal.code, *refusal.values:
        case "not_your_turn", *_values:
            return not_your_turn_text(names, seat)
        case "not_in_hand", card:
            return f"You hold no {card}"
        case "too_much", card:
            return f"With the {card} the pile would have more than {MOST}"
    return "The game is over"


def action_text(action: Action, observation: Observation | None = None) -> str:
    return f"play the {action.card}"


def is_worth_telling(event: Event, seat: int | None) -> bool:
    return True


def event_text(event: Event, names: Sequence[str], seat: int | None, *, laid_open: bool = False) -> str:
    if isinstance(event, Played):
        who = "You play" if event.seat == seat else f"{names[event.seat]} plays"
        return f"{who} the {event.card}: {event.total}."
    return "You win the game." if event.winner == seat else f"{names[event.winner]} wins the game."


def brief_text(events: Sequence[Event], names: Sequence[str], seat: int | None) -> str:
    return ""


def prompt(observation: Observation, names: Sequence[str]) -> str:
    if observation.player is None:
        return "The game is over."
    if not observation.to_act:
        return f"It is the turn of {names[observation.player]}."
    return f"Your turn: the pile is at {sum(observation.pile)}."
