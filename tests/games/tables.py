"""Helpers that set up tables for the tests of Mile Bones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action, parse_action
from mile_bones.games.milebones.cards import Card, parse_card
from mile_bones.games.milebones.events import Event
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.rules import RULE_SETS, Rules
from mile_bones.games.milebones.state import MileBonesState

ACTION_SPACE: tuple[Action, ...] = (DRAW, EXTEND, END_TRIP, *PLAY, *DISCARD)
PLAYERS = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "original"))


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards named in ``text``, separated by spaces. "4*GO" means four Go cards."""
    found: list[Card] = []
    for word in text.split():
        number, star, name = word.partition("*")
        found += [parse_card(name)] * int(number) if star else [parse_card(word)]
    return tuple(found)


def exact_rules(rules: str, deal: Deal, **options: Any) -> Rules:
    """Return the rule set with a deck of exactly the cards of this deal, and hands of its size."""
    counts = Counter((*deal.dealt[0], *deal.dealt[1], *deal.deck))
    deck = tuple(counts[card] for card in Card)
    return replace(RULE_SETS[rules], deck=deck, hand_size=len(deal.dealt[0]), **options)


def table(rules: str, mine: str, theirs: str, deck: str = "", *, first: int = 0, **options: Any) -> MileBonesState:
    """Return a game that begins with this deal: the hands of seats 0 and 1, and the deck with the next card first."""
    deal = Deal(first, (cards(mine), cards(theirs)), cards(deck))
    return MileBones(exact_rules(rules, deal, **options)).new_state(1, deal=deal)


def play(state: MileBonesState, text: str) -> list[Event]:
    """Do the actions in ``text``, separated by commas and with their seats ("0 draw, 0 play GO"). Return all events."""
    events: list[Event] = []
    for part in text.split(","):
        seat, _space, notation = part.strip().partition(" ")
        assert state.current_player == int(seat), f"{part}: it is the turn of {state.current_player}"
        events += state.apply_action(parse_action(notation))
    return events


def refusal(state: MileBonesState, notation: str) -> str:
    """Return the code with which the action is refused. The test fails if the action is legal."""
    found = state.why_not(parse_action(notation))
    assert found is not None, f"{notation} is legal"
    assert parse_action(notation) not in state.legal_actions()
    return found.code


def legal(state: MileBonesState) -> set[str]:
    """Return the notations of the legal actions."""
    return {str(action) for action in state.legal_actions()}


def lively(state: Any, rng: Rng) -> Any:
    """Return a random action. It plays a card three times out of four if it can, so that much happens."""
    actions = state.legal_actions()
    plays = [action for action in actions if str(action).startswith("play")]
    if plays and rng.below(4):
        return plays[rng.below(len(plays))]
    return actions[rng.below(len(actions))]


def turns(state: Any, most: int = 20_000) -> Iterator[int]:
    """Yield 0, 1, 2 ... until the game has ended. The test fails if that does not happen within ``most`` steps."""
    for number in range(most):
        if state.is_terminal():
            return
        yield number
    raise AssertionError("the game does not end")


def lively_steps(state: Any, seed: int, most: int = 20_000) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Play at random. Yield each action with its events, until the game ends or after ``most`` actions."""
    rng = Rng(seed)
    for _step in range(most):
        if state.is_terminal():
            return
        action = lively(state, rng)
        yield action, state.apply_action(action)


def record_of(state: MileBonesState, ended: str | None = None) -> Record:
    """Return the game so far as a record."""
    body = state.body()
    return Record("mile-bones", state.rules.name, PLAYERS, body, target=state.rules.target, ended=ended)


def every_card(state: MileBonesState) -> Counter[Card]:
    """Return all cards of the hand in progress, except the deck, as both seats together see them."""
    one, two = state.observation(0), state.observation(1)
    count = Counter({card: one.exposed[card] for card in Card})
    count.update((*one.hand, *two.hand))
    return count
