"""Twin histories: a hand played twice, the second time with the cards that the viewer never saw in another order.

First, a hand is played. One seat is the viewer. The cards that the viewer has not come to know then change places:
those left in the opponent's hand, and those left in the deck. The same actions are done again. If the viewer is now
shown anything else, then something that it was shown depends on cards that it has not seen.

``python tests/games/twins.py --hands 100000`` checks that number of hands and prints the result.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal, shuffled_deal
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.players import load_player

Place = tuple[int, int]
"""The place of a card in the deal, as two numbers: seat and index in the hand, or 2 and the index in the deck."""
Choose = Callable[[Observation], Action]


class Shown(NamedTuple):
    """The view of a seat at one moment: the last events, and the table after them."""

    events: tuple[Event, ...]
    observation: Observation


class Story(NamedTuple):
    """A hand as it was played: the actions, the true events of each, and what the viewer was shown."""

    actions: list[Action]
    events: list[tuple[Event, ...]]
    shown: list[Shown]


class Case(NamedTuple):
    """One hand of the check. The same number and seed always give the same hand."""

    number: int
    rules: str
    viewer: int
    deal: Deal
    choose: tuple[Choose, Choose]
    luck: Rng


class Leak(AssertionError):
    """The viewer was shown something that depends on cards it has not seen."""


def unseen_places(deal: Deal, events: list[Event], viewer: int) -> list[Place]:
    """Return the places of the deal whose cards the viewer never came to know from the events."""
    opponent = 1 - viewer
    held = [(opponent, index) for index in range(len(deal.dealt[opponent]))]
    next_card = 0

    def face(place: Place) -> Card:
        return deal.deck[place[1]] if place[0] == 2 else deal.dealt[place[0]][place[1]]

    for event in events:
        if isinstance(event, Drawn):
            if event.seat == opponent:
                held.append((2, next_card))
            next_card += 1
        elif isinstance(event, Played | Discarded) and event.seat == opponent:
            held.remove(next(place for place in held if face(place) == event.card))
    return held + [(2, index) for index in range(next_card, len(deal.deck))]


def drawn_anew(deal: Deal, places: list[Place], rng: Rng) -> Deal:
    """Return the deal with the cards at these places in another order."""
    hands, deck = [list(deal.dealt[0]), list(deal.dealt[1])], list(deal.deck)
    piles = [*hands, deck]
    faces = [piles[pile][index] for pile, index in places]
    rng.shuffle(faces)
    for (pile, index), card in zip(places, faces, strict=True):
        piles[pile][index] = card
    return Deal(deal.first, (tuple(hands[0]), tuple(hands[1])), tuple(deck))


def at_random(rng: Rng) -> Choose:
    """Return a chooser that acts at random, but plays a card three times out of four if it can."""

    def choose(observation: Observation) -> Action:
        actions = observation.legal_actions()
        if len(actions) == 1:
            return actions[0]
        plays = [action for action in actions if action.kind is Kind.PLAY]
        if plays and rng.below(4):
            return plays[rng.below(len(plays))]
        return actions[rng.below(len(actions))]

    return choose


def cases(hands: int, seed: int, begin: int = 0) -> Iterator[Case]:
    """Yield ``hands`` hands, starting with number ``begin``. Every mixture of rules, viewer and first player occurs.

    Half are played at random, half by levels. Each deal comes from ``seed``; the players' own random choices do not.
    """
    easy, original = (load_player("mile-bones", level).choose for level in ("easy", "original"))
    names = tuple(RULE_SETS)
    for number in range(begin, begin + hands):
        luck = Rng.for_deal(~seed, number)
        rules = names[number & 1]
        if number >> 1 & 1:
            choose = (easy, original) if number >> 4 & 1 else (original, easy)
        else:
            choose = (at_random(luck), at_random(luck))
        deal = shuffled_deal(RULE_SETS[rules], seed, number, number >> 3 & 1)
        yield Case(number, rules, number >> 2 & 1, deal, choose, luck)


def beginning(case: Case, deal: Deal) -> MileBonesState:
    """Return the game of this case before its first action. All twins have the same later hands."""
    return MileBones(case.rules).new_state(case.number, deal=deal)


def shown(state: MileBonesState, events: tuple[Event, ...], viewer: int) -> Shown:
    """Return what the viewer is shown after these events."""
    return Shown(tuple(event.seen_by(viewer) for event in events), state.observation(viewer))


def first_sight(state: MileBonesState, viewer: int) -> Shown:
    """Return what the viewer is shown before the first action."""
    return Shown((state.opening()[0].seen_by(viewer),), state.observation(viewer))


def played(case: Case) -> Story:
    """Play the hand of this case to its end."""
    state, viewer = beginning(case, case.deal), case.viewer
    seen = first_sight(state, viewer)
    story = Story([], [], [seen])
    while len(state.logs) == 1 and state.current_player is not None:
        seat = state.current_player
        action = case.choose[seat](seen.observation if seat == viewer else state.observation(seat))
        events = state.apply_action(action)
        seen = shown(state, events, viewer)
        story.actions.append(action)
        story.events.append(events)
        story.shown.append(seen)
    return story


def twin_deal(case: Case, story: Story, length: int) -> Deal:
    """Return the deal with those cards shuffled that the viewer has not come to know in the first ``length``
    actions.
    """
    happened = [event for events in story.events[:length] for event in events]
    return drawn_anew(case.deal, unseen_places(case.deal, happened, case.viewer), case.luck)


def compare(case: Case, story: Story, deal: Deal, length: int) -> None:
    """Do the first ``length`` actions of the story with ``deal``. Raise ``Leak`` if the viewer is shown anything
    else.
    """
    twin, viewer = beginning(case, deal), case.viewer
    if first_sight(twin, viewer) != story.shown[0]:
        raise Leak(f"hand {case.number}, before the first action")
    for step in range(length):
        events = twin.apply_action(story.actions[step])
        seen = shown(twin, events, viewer)
        if seen != story.shown[step + 1]:
            raise Leak(f"hand {case.number}, action {step + 1}: {story.shown[step + 1]} became {seen}")


def check(case: Case) -> bool:
    """Play the hand and compare it with its twin. Return True if the twin had other cards.

    Every second hand is compared only up to a random action. The earlier this action is, the more cards are unseen.
    """
    story = played(case)
    length = len(story.actions)
    if case.luck.below(2):
        length = case.luck.below(length) + 1
    deal = twin_deal(case, story, length)
    if deal == case.deal:
        return False
    compare(case, story, deal, length)
    return True


def check_many(hands: int, seed: int, begin: int = 0) -> int:
    """Check ``hands`` hands. Return the number of hands that had unseen cards to shuffle. Raise ``Leak`` at the first
    hand that fails.
    """
    return sum(map(check, cases(hands, seed, begin)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare hands with their twins.")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began, done, redrawn = time.perf_counter(), 0, 0
    while done < chosen.hands:
        part = min(1000, chosen.hands - done)
        redrawn += check_many(part, chosen.seed, done)
        done += part
        pace = done / (time.perf_counter() - began)
        left = (chosen.hands - done) / pace
        print(f"\r{done:,} of {chosen.hands:,} hands, {pace:.0f} a second, {left:.0f} s to go   ", end="", flush=True)
    seconds = time.perf_counter() - began
    print(f"\n{done:,} hands, {redrawn:,} of them with other cards in the twin, no difference, in {seconds:.0f} s")


if __name__ == "__main__":
    main()
