"""Twin histories: what a player is shown never depends on cards that this player has not seen.

A deal is played. Then the cards that one seat, the viewer, has not come to know change places: those left in the
opponent's hand, in the stock, and in the second stock. The same actions are done again, and the viewer must be shown
the same things.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.montreal.tables import lively
from games.reach import all_within
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind, parse_action
from mile_bones.games.montreal.cards import NOTATION, listed
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.events import Drawn, Event, HandEnded, PileTaken, Reshuffled, TurnedTaken
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.state import MontrealState

pytestmark = pytest.mark.slow

Place = tuple[int, int]
"""The place of a card, as two numbers: seat and index in the dealt hand, 2 and index in the stock, or 3 and index in
the second stock.
"""


def play(seed: int, most: int, *, hoard: bool) -> tuple[MontrealState, list[Action], list[Event]]:
    """Play the first deal of a game, up to ``most`` actions. Return its state, actions and events, with nothing
    hidden.
    """
    state, rng = MontrealMille().new_state(seed, first=seed % 2), Rng(seed)
    actions: list[Action] = []
    events: list[Event] = []
    while len(actions) < most and not state.needs_deal and not state.is_terminal():
        action = lively(state, rng)
        if hoard and action.kind is not Kind.DRAW:  # this makes the stock run out
            options = [a for a in state.legal_actions() if a.kind in (Kind.DRAW, Kind.DISCARD)]
            action = options[rng.below(len(options))] if options else action
        actions.append(action)
        events += state.apply_action(action, deal=False)
    return state, actions, events


def unseen_places(deal: Deal, restock: tuple[int, ...] | None, events: list[Event], viewer: int) -> list[list[Place]]:
    """Return the places of cards that the viewer never came to know, in groups. The cards within a group may be
    exchanged.

    The cards of the second stock are a separate group. The viewer has seen these cards, and only their order is
    unknown.
    """
    opponent = 1 - viewer
    piles: dict[int, tuple[int, ...]] = {opponent: deal.dealt[opponent], 2: deal.stock, 3: restock or ()}
    held: list[Place] = [(opponent, index) for index in range(len(deal.dealt[opponent]))]
    known: list[int] = []  # cards that the opponent took with the pile
    stock, next_card = 2, 0

    def leaves(face: int) -> None:
        """Note that a card has left the opponent's hand. If the viewer knows an equal card in that hand, that card is
        taken to be the one that left.
        """
        if face in known:
            known.remove(face)
            return
        held.remove(next(place for place in held if piles[place[0]][place[1]] == face))

    for event in events:
        if isinstance(event, Reshuffled):
            known += [piles[place[0]][place[1]] for place in held]  # the viewer knows these: it has seen all others
            held.clear()
            stock, next_card = 3, 0
        elif isinstance(event, Drawn):
            if event.seat == opponent:
                held.append((stock, next_card))
            next_card += 1
        elif isinstance(event, HandEnded):
            held.clear()  # the hands are laid open and counted
        elif getattr(event, "seat", None) == opponent:
            if isinstance(event, PileTaken):
                for face in event.pair:
                    leaves(face)
                known += event.rest
            elif isinstance(event, TurnedTaken):
                known.append(event.card)
            else:
                for face in getattr(event, "cards", None) or (event.card,):
                    leaves(face)
    left = range(next_card, len(piles[stock]))
    return [held + [(stock, index) for index in left]]


def drawn_anew(deal: Deal, restock: tuple[int, ...] | None, groups: list[list[Place]], rng: Rng) -> Deal:
    """Return the deal with the cards at these places in another order, and with the second stock that results."""
    piles: list[list[int]] = [*map(list, deal.dealt), list(deal.stock), list(restock or ())]
    for places in groups:
        faces = [piles[pile][index] for pile, index in places]
        rng.shuffle(faces)
        for (pile, index), card in zip(places, faces, strict=True):
            piles[pile][index] = card
    first, second, stock, again = map(tuple, piles)
    return deal._replace(
        dealt=(first, second),
        stock=stock,
        luck=rng.next64() if restock is None else deal.luck,
        restock=None if restock is None else again,
    )


def shown(deal: Deal, actions: list[Action], viewer: int | None) -> Iterator[tuple[Any, ...]]:
    """Yield all that the viewer is shown while ``actions`` are done."""
    state = MontrealMille().new_state(1, deal=deal)
    yield state.opening()[0].seen_by(viewer), state.observation(viewer)
    for action in actions:
        events = state.apply_action(action, deal=False)
        observation = state.observation(viewer)
        yield tuple(event.seen_by(viewer) for event in events), observation, observation.legal_actions()


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("most", [12, 60, 10_000], ids=["early", "late", "to the end"])
@pytest.mark.parametrize("hoard", [False, True], ids=["lively", "hoarding"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_unseen_cards_do_not_change_what_a_viewer_is_shown(viewer: int, hoard: bool, most: int) -> None:
    redrawn = 0
    for seed in range(40 if most < 1000 else 12):
        state, actions, events = play(seed, most, hoard=hoard)
        log = state.logs[0]
        groups = unseen_places(log.deal, log.restocked, events, viewer)
        twin = drawn_anew(log.deal, log.restocked, groups, Rng(seed))
        redrawn += twin[:4] != log.deal[:4] or twin.restock not in (None, log.restocked)
        for one, other in zip(shown(log.deal, actions, viewer), shown(twin, actions, viewer), strict=True):
            assert one == other
    assert redrawn > 3 or most > 1000


def test_hoarding_players_reach_the_second_stock() -> None:
    """Unless hoarding players reach the second stock, the tests of twins above do not cover it."""
    state, _actions, events = play(1, 150, hoard=True)
    assert any(isinstance(event, Reshuffled) for event in events)
    assert state.round.stock and not state.needs_deal
    groups = unseen_places(state.logs[0].deal, state.logs[0].restocked, events, 0)
    assert {pile for pile, _index in groups[0]} == {3}


def test_twins_with_other_second_stocks_look_the_same() -> None:
    seen = 0
    for seed in range(8):
        state, actions, events = play(seed, 152, hoard=True)
        log = state.logs[0]
        if log.restocked is None or state.needs_deal:
            continue
        for viewer in (0, 1):
            groups = unseen_places(log.deal, log.restocked, events, viewer)
            twin = drawn_anew(log.deal, log.restocked, groups, Rng(seed))
            assert twin.restock != log.restocked
            assert twin[:4] == log.deal[:4]
            for one, other in zip(shown(log.deal, actions, viewer), shown(twin, actions, viewer), strict=True):
                assert one == other
            seen += 1
    assert seen > 4


@pytest.mark.parametrize("luck", [0, 1, 2**63])
def test_nobody_sees_the_luck_of_a_reshuffle_before_the_reshuffle(luck: int) -> None:
    state, actions, _events = play(3, 100, hoard=True)
    deal = state.logs[0].deal
    for viewer in (0, 1, None):
        other = deal._replace(luck=luck)
        assert list(shown(deal, actions, viewer)) == list(shown(other, actions, viewer))


def test_a_spectator_sees_no_hand() -> None:
    state, actions, _events = play(3, 60, hoard=False)
    for _told, view, *_more in shown(state.logs[0].deal, actions, None):
        assert sum(view.hand) == sum(map(sum, view.known)) == 0


def test_an_observation_holds_no_reference_to_the_state() -> None:
    state, _actions, _events = play(3, 60, hoard=False)
    for viewer in (0, 1, None):
        within = list(all_within(state.observation(viewer)))
        assert not any(isinstance(item, MontrealState | Round | Deal | bytearray | list) for item in within)


# ------------------------------------------------------------------ knowledge of the opponent's hand


def test_the_opponent_knows_the_cards_of_a_taken_pile_until_they_are_gone() -> None:
    deal = a_deal(first="QS QH", turned="QD", coming="KH 4S 5S 6S 7S")
    state = MontrealMille().new_state(1, deal=deal)
    do(state, "0 pile QS QH")
    assert known(state) == ""
    do(state, f"0 discard {name(state, 0)}, 1 draw, 1 discard {name(state, 1)}")
    taken = a_deal(first="QS QH 9C", second="QD QC KC", turned="9H", coming="KH 4S")
    state = MontrealMille().new_state(1, deal=taken)
    do(state, "0 draw, 0 discard KH, 1 draw, 1 discard QD, 0 pile QS QH")
    assert known(state) == "9H KH"
    assert state.observation(0).known == state.observation(1).known[::-1]
    do(state, "0 discard KH")
    assert known(state) == "9H"


def test_the_turned_up_2_is_known_in_the_hand() -> None:
    state = MontrealMille().new_state(1, deal=a_deal(turned="2C"))
    do(state, "0 turned")
    assert known(state) == "2C"


def test_both_players_know_the_other_hand_when_the_stock_is_used_up() -> None:
    state, _actions, events = play(1, 150, hoard=True)
    assert any(isinstance(event, Reshuffled) for event in events)
    at, drawn = state.round, sum(isinstance(event, Drawn) for event in events)
    assert drawn > 73
    for seat in (0, 1):
        unknown = at.held[seat] - sum(at.known[seat])
        assert 0 <= unknown <= drawn - 73


def a_deal(first: str = "", second: str = "", turned: str = "3C", coming: str = "") -> Deal:
    """Return a deal in which seat 0 plays first. Cards that are not named are filled in from the rest, in order."""
    rest = [card for card in range(52) for _copy in (0, 1)]

    def take(text: str) -> list[int]:
        found = [parse_action(f"discard {word}").cards[0] for word in text.split()]
        for card in found:
            rest.remove(card)
        return found

    one, other, up, next_ones = take(first), take(second), take(turned), take(coming)
    for hand in (one, other):
        while len(hand) < 15:
            hand.append(rest.pop())
    return Deal(0, (tuple(one), tuple(other)), up[0], (*next_ones, *rest), luck=1)


def do(state: MontrealState, text: str) -> None:
    for part in text.split(","):
        seat, _space, words = part.strip().partition(" ")
        assert state.current_player == int(seat)
        state.apply_action(parse_action(words), deal=False)


def known(state: MontrealState) -> str:
    """Return the cards that seat 1 knows in the hand of seat 0."""
    view: Observation = state.observation(1)
    return " ".join(NOTATION[card] for card in listed(view.known[1]))


def name(state: MontrealState, seat: int) -> str:
    return NOTATION[state.round.cards(seat)[0]]
